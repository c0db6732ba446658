//! Names that mean the same, and do not: rules that join, decisions of people, and reasons.

use serde_json::Value;

use super::Story;

/// Two documents that write one person's name in other cases and scripts, and two planets.
fn of_names() -> Story {
    let story = Story::of(&[
        ("one.md", "# Визит\n\nДелегация встретила Владимира Путина на вокзале. Вечером музей показали Путину.\n"),
        ("two.md", "# Visit\n\nVladimir Putin opened the museum in May.\n"),
        ("planet.md", "# Planets\n\nIn the evening Mercury is seen low above the hills.\n"),
        ("band.md", "# Singers\n\nThat night Mercury sang for two hours in Lisbon.\n"),
        ("old.md", "# Old\n\nThe Harbour House stands in Dover. The Sea House stands in Dover.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

fn names(story: &Story, name: &str) -> Vec<Value> {
    let shown = story.json(&["show", "entity", name]);
    shown.as_array().cloned().unwrap_or_default()
}

#[test]
fn cases_and_scripts_are_one_entity_and_say_why() {
    let story = of_names();
    let found = names(&story, "Vladimir Putin");
    assert_eq!(found.len(), 1, "{found:#?}");
    let called = found[0]["names"].as_array().expect("an entity has names");
    assert!(called.iter().any(|name| name == "владимира путина"), "{found:#?}");
    assert!(called.iter().any(|name| name == "путину"), "{found:#?}");
    let reasons = found[0]["reasons"].as_array().expect("names are joined for reasons");
    assert!(reasons.iter().any(|reason| reason["rule"] == "short"), "{reasons:#?}");
    let shown = story.run(&["show", "entity", "Vladimir Putin"]).succeeded().out;
    assert!(shown.contains("case or script") && shown.contains("Делегация"), "{shown}");
}

#[test]
fn a_name_beside_its_other_script_is_one_everywhere() {
    let story = Story::of(&[
        ("prize.md", "# Премия\n\nПремию получил Джеффри Хинтон (Geoffrey Hinton). Вручали её зимой.\n"),
        ("talk.md", "# Курс\n\nКурс о сетях читает Geoffrey Hinton. Записи лежат в архиве.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    let found = names(&story, "Джеффри Хинтон");
    assert_eq!((found.len(), &found[0]["chunks"]), (1, &Value::from(2)), "{found:#?}");
}

#[test]
fn what_a_person_says_is_listed_and_taken_back() {
    let story = of_names();
    let before = story.dump();
    let merged = story.json(&["entity", "merge", "Harbour House", "Sea House", "--reason", "one building"]);
    assert_eq!(merged["number"], 1, "{merged:#}");
    assert_eq!(names(&story, "Sea House")[0]["key"], names(&story, "Harbour House")[0]["key"]);
    let shown = story.run(&["show", "entity", "Sea House"]).succeeded().out;
    assert!(shown.contains("manual decision") && shown.contains("one building"), "{shown}");
    let log = story.run(&["entity", "log"]).succeeded().out;
    assert!(log.contains("one building") && log.contains("are one"), "{log}");
    story.run(&["index", "notes"]).succeeded();
    assert_eq!(names(&story, "Sea House")[0]["key"], names(&story, "Harbour House")[0]["key"]);
    story.run(&["entity", "rename", "Sea House", "House by the Sea"]).succeeded();
    assert_eq!(names(&story, "Harbour House")[0]["name"], "House by the Sea");
    story.run(&["doctor"]).succeeded();
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    story.run(&["import", "all.jsonl", "-w", "restored"]).succeeded();
    assert_eq!(story.run(&["dump", "-w", "restored"]).succeeded().out, story.dump());
    story.run(&["entity", "undo"]).succeeded();
    story.run(&["entity", "undo", "1"]).succeeded();
    assert_eq!(story.dump(), before);
    assert_eq!(story.run(&["entity", "undo"]).code, Some(3));
}

#[test]
fn a_name_means_another_thing_in_some_documents() {
    let story = of_names();
    let before = story.dump();
    assert_eq!(names(&story, "Mercury").len(), 1);
    story.run(&["entity", "split", "Mercury", "--documents", "notes/band.md", "--as", "Freddie Mercury"]).succeeded();
    assert_eq!(names(&story, "Mercury").len(), 2);
    assert_eq!(names(&story, "Freddie Mercury")[0]["chunks"], 1);
    story.write("band.md", b"# Singers\n\nThat night Mercury sang for three hours in Lisbon.\n");
    story.run(&["index", "notes"]).succeeded();
    assert_eq!(names(&story, "Freddie Mercury")[0]["chunks"], 1, "what is indexed again is split again");
    story.write("band.md", b"# Singers\n\nThat night Mercury sang for two hours in Lisbon.\n");
    story.run(&["index", "notes"]).succeeded();
    story.run(&["entity", "undo"]).succeeded();
    story.run(&["entity", "undo"]).succeeded();
    assert_eq!(story.dump(), before);
}

#[test]
fn what_cannot_be_said_is_told() {
    let story = of_names();
    for (arguments, expected) in [
        (&["entity", "merge", "Nobody Known", "Mercury"][..], "nothing here is named"),
        (&["entity", "merge", "Mercury", "mercury"], "one entity already"),
        (&["entity", "split", "Lisbon"], "joined with no other name"),
        (&["entity", "split", "Mercury", "--documents", "nowhere/*"], "in no document"),
        (&["entity", "split", "Mercury", "--kind", "ANIMAL"], "choose one of"),
        (&["entity", "rename", "Mercury", "Lisbon"], "quipu entity merge"),
        (&["entity", "undo", "7"], "quipu entity log"),
    ] {
        let run = story.run(arguments);
        assert_ne!(run.code, Some(0), "{arguments:?}");
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
}
