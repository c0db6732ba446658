//! Communities: listed, shown, queried; after a change its surroundings are updated, and the result equals that of a
//! fresh index.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::Story;

/// Notes of two circles of people, each mentioned in several notes.
pub(crate) fn circles() -> Story {
    let notes = [
        (
            "bell.md",
            "# The bell\n\nIlse Varga cast the bell of Tarnfeld. Tomas Brandt hung the bell of Tarnfeld for Ilse Varga.\n",
        ),
        (
            "forge.md",
            "# The forge\n\nIlse Varga keeps a forge in Tarnfeld. Tomas Brandt learned at the forge of Ilse Varga.\n",
        ),
        (
            "brandt.md",
            "# Tomas Brandt\n\nTomas Brandt was born in Tarnfeld. He met Ilse Varga in Tarnfeld when he was ten.\n",
        ),
        (
            "harbour.md",
            "# The harbour\n\nNadia Okonjo pilots ships into Oskarhavn. Ruta Halas mends nets in Oskarhavn with Nadia Okonjo.\n",
        ),
        (
            "storm.md",
            "# The storm\n\nNadia Okonjo saved a crew off Oskarhavn. Ruta Halas rowed out with Nadia Okonjo in the storm.\n",
        ),
        (
            "nets.md",
            "# Nets\n\nRuta Halas sells nets in Oskarhavn. Nadia Okonjo buys every net that Ruta Halas mends.\n",
        ),
    ];
    let story = Story::of(&notes);
    story.run(&["index", "notes"]).succeeded();
    story
}

/// The list, without the number of the change.
fn listed(story: &Story) -> Value {
    let mut list = story.json(&["communities", "--level", "9"]);
    list["change"] = Value::Null;
    list
}

/// The community in which a name is.
fn of(story: &Story, name: &str) -> Value {
    story.json(&["show", "community", name])[0].clone()
}

#[test]
fn who_is_told_of_together_is_one_community_whose_sentences_stand_in_the_documents() {
    let story = circles();
    let (varga, okonjo) = (of(&story, "Ilse Varga"), of(&story, "Nadia Okonjo"));
    assert_ne!(varga["id"], okonjo["id"]);
    assert_eq!((&of(&story, "Tomas Brandt")["id"], &of(&story, "Ruta Halas")["id"]), (&varga["id"], &okonjo["id"]));
    assert_eq!(varga["by"], "extract");
    for quote in varga["sentences"].as_array().expect("it has sentences") {
        let document = quote["document"].as_str().expect("it names its document");
        let text = story.json(&["read", document])["text"].as_str().unwrap_or_default().to_owned();
        let [start, end] = ["start", "end"].map(|end| quote[end].as_u64().expect("it has a place") as usize);
        assert_eq!(text[start..end], *quote["quote"].as_str().unwrap_or_default());
    }
    let shown = story.run(&["communities"]).succeeded().out;
    assert!(shown.contains("Ilse Varga") && shown.contains("Nadia Okonjo"), "{shown}");
    assert!(story.run(&["--lang", "ru", "communities"]).succeeded().out.contains("сущност"));
    story.run(&["show", "community", "nobody at all"]).ended(1);
    let page = story.run(&["communities", "--html", "-"]).succeeded().out;
    let quote = varga["sentences"][0]["quote"].as_str().unwrap_or_default();
    assert!(page.contains(quote) && page.contains("notes/") && page.contains("Nadia Okonjo"), "{page}");
}

#[test]
fn what_all_of_it_is_about_is_told_by_cited_sentences_of_each_community() {
    let story = circles();
    let reports =
        ["--over", "reports", "--strategy", "global", "What do the people of the north and of the harbour do?"];
    let answer = story.json(&[&["ask"][..], &reports].concat());
    let cited = answer["citations"].as_array().expect("it cites");
    assert!(!cited.is_empty() && answer["things"][0]["kind"] == "community", "{answer:#}");
    let one = story.json(&["ask", "--strategy", "global", "What is told about the harbour and its nets?"]);
    assert!(one["answer"].as_str().is_some_and(|text| !text.contains("bell")), "{one:#}");
    let seen = ["ask", "--strategy", "global", "What are the main themes?", "--document", "notes/nets.md"];
    let seen = story.json(&seen);
    let shown = seen.to_string();
    assert!(shown.contains("Okonjo") && !shown.contains("Varga"), "a filter is valid for names too: {seen:#}");
    let empty = Story::of(&[("a.md", "Nothing is named here.\n")]);
    empty.run(&["index", "notes"]).succeeded();
    let told =
        empty.run(&["ask", "--strategy", "global", "--over", "reports", "What is told of the harbour?"]).ended(1);
    assert!((told.out + &told.err).contains("no communities"));
}

#[test]
fn what_is_said_of_something_all_over_is_found_within_a_budget() {
    let story = circles();
    let answer = story.json(&["ask", "--strategy", "lazy", "Who mends or sells nets in Oskarhavn?"]);
    let text = answer["answer"].as_str().unwrap_or_default();
    assert!(text.contains("Ruta Halas sells nets in Oskarhavn. [") && !text.contains("bell"), "{text}");
    assert!(answer["trace"].to_string().contains("chunks help"), "{answer:#}");
    let tested = |tests: &str| {
        let asked = ["ask", "--strategy", "lazy", "--tests", tests, "Who mends or sells nets in Oskarhavn?"];
        let answer: Value =
            serde_json::from_str(&story.run(&[&["--json"], &asked[..]].concat()).out).expect("it is JSON");
        (answer["citations"].as_array().map_or(0, Vec::len), answer["trace"].to_string())
    };
    assert!(tested("1").1.contains("of 1 chunks help") && tested("0").0 == 0 && tested("100").0 >= 2);
    story.run(&["ask", "--strategy", "lazy", "Which volcanoes erupted?"]).ended(1);
    for way in ["lazy", "drift"] {
        let whole = story.json(&["ask", "--strategy", way, "What are the main themes?"]);
        assert!(whole["strategy"] == way && whole["citations"].as_array().map(Vec::len) >= Some(4), "{whole:#}");
    }
}

#[test]
fn what_a_part_is_asked_of_is_gone_into_and_chunks_answer_without_communities() {
    let story = circles();
    let into = story.json(&["ask", "--strategy", "drift", "Who mends or sells nets in Oskarhavn?"]);
    let text = into["answer"].as_str().unwrap_or_default();
    assert!(text.contains("Ruta Halas sells nets in Oskarhavn. [") && text.contains("**"), "{text}");
    let over = ["ask", "--strategy", "global", "--over", "chunks", "Who mends or sells nets in Oskarhavn?"];
    let over = story.json(&over);
    let text = over["answer"].as_str().unwrap_or_default();
    assert!(text.contains("**Nets**") && text.contains("Ruta Halas sells nets in Oskarhavn. ["), "by document: {text}");
}

#[test]
fn communities_are_drawn_where_they_stood_and_colour_their_entities() {
    let story = circles();
    let drawn = |story: &Story| story.json(&["graph", "--communities"]);
    let before = drawn(&story);
    let points = before["points"].as_array().expect("it has points");
    assert_eq!(points.len(), 2, "{before:#}");
    assert!(points.iter().all(|point| point["kind"] == "community" && point["quotes"][0]["document"].is_string()));
    let coloured = story.json(&["graph", "--entity", "Ilse Varga", "--by-community"]);
    let group = |name: &str| {
        let points = coloured["points"].as_array().into_iter().flatten();
        points.filter(|point| point["label"] == name).map(|point| point["group"].clone()).next()
    };
    assert!(group("Ilse Varga").is_some_and(|group| group.is_number()), "{coloured:#}");
    assert_eq!(group("Ilse Varga"), group("Tomas Brandt"));
    let page = story.run(&["graph", "--communities", "--html", "-"]).succeeded().out;
    assert!(page.contains("Nadia Okonjo") && page.contains("\"group\""));
    let none = story.json(&["graph", "--community", "Ilse Varga"]);
    assert_eq!(none["points"].as_array().map(Vec::len), Some(0), "it has no parts");
    story.run(&["graph", "--communities", "--entity", "Ilse Varga", "--svg", "-"]).ended(2);
    assert_eq!(drawn(&story)["places"], before["places"]);
}

#[test]
fn a_change_moves_what_it_touches_and_a_full_run_is_as_a_fresh_index() {
    let story = circles();
    let (before, apart) = (of(&story, "Nadia Okonjo"), of(&story, "Ilse Varga"));
    story.write(
        "anvil.md",
        b"# The anvil\n\nIlse Varga bought an anvil from Otto Kern. Otto Kern came to Tarnfeld to see Ilse Varga.\n",
    );
    story.write("otto.md", b"# Otto Kern\n\nOtto Kern visits Ilse Varga in Tarnfeld each spring.\n");
    story.run(&["index", "notes"]).succeeded();
    let report = story.json(&["cluster"]);
    assert_eq!(
        (&report["full"], &report["made"], &report["stood"]),
        (&false.into(), &1.into(), &1.into()),
        "{report:#}"
    );
    assert_eq!(of(&story, "Nadia Okonjo"), before);
    let grown = of(&story, "Otto Kern");
    assert_eq!(grown["id"], apart["id"], "it keeps its id");
    assert!(grown["entities"].as_u64() > apart["entities"].as_u64());

    std::fs::remove_file(story.path("harbour.md")).expect("a note can be removed");
    story.run(&["index", "notes", "--prune"]).succeeded();
    story.run(&["delete", "notes/storm.md"]).succeeded();
    assert!(!of(&story, "Ruta Halas").to_string().contains("storm.md"), "what is deleted is told no more");
    assert_eq!(story.json(&["cluster", "--full"])["full"], true);
    let fresh = Story::of(&[]);
    for note in ["bell.md", "forge.md", "brandt.md", "nets.md", "anvil.md", "otto.md"] {
        fresh.write(note, &std::fs::read(story.path(note)).expect("the note is there"));
    }
    fresh.run(&["index", "notes"]).succeeded();
    assert_eq!(listed(&story), listed(&fresh));
}

#[test]
fn a_run_that_is_killed_is_gone_on_with() {
    let story = circles();
    for wait in [0, 5, 15, 30, 60] {
        let mut child = story.command(&["cluster", "--full"]).stdout(Stdio::null()).spawn().expect("the binary runs");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("it ends");
        story.run(&["doctor"]).succeeded();
    }
    let whole = circles();
    assert_eq!(listed(&story), listed(&whole));
}
