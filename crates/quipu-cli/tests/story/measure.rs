//! `eval` measures retrieval, answers and mentions on sets that anyone can write.

use super::Story;

const CORPUS: &str = r#"{"_id": "a", "title": "Tower", "text": "The bell of the tower was cast by Ilse Varga in 1911."}
{"_id": "b", "title": "Mill", "text": "The mill on the river was built by Anton Weiss."}
{"_id": "c", "title": "Harbour", "text": "The harbour of Selm was dug by hand."}
{"_id": "d", "title": "Bridge", "text": "The iron bridge of Selm leads to the market."}
"#;
const QUESTIONS: &str = r#"{"_id": "1", "text": "Who cast the bell of the tower?", "answer": "Ilse Varga", "gold": ["a"], "evidences": [["Tower", "bell", "Ilse Varga"]]}
{"_id": "2", "text": "Who built the mill on the river?", "answer": "Anton Weiss", "gold": ["b"]}
"#;
const FOREIGN: &str = r#"{"_id": "1", "text": "Which volcano buried Pompeii?", "answer": "Vesuvius", "gold": ["v"]}
"#;
const LABELS: &str = r#"{"text": "Ada Lovelace met Charles Babbage.", "mentions": ["Ada Lovelace", "Charles Babbage"]}
"#;

fn story() -> Story {
    Story::of(&[
        ("set/corpus.jsonl", CORPUS),
        ("set/questions.jsonl", QUESTIONS),
        ("other/corpus.jsonl", ""),
        ("other/questions.jsonl", FOREIGN),
        ("labels/en.jsonl", LABELS),
    ])
}

#[test]
fn answers_and_refusals_are_counted() {
    let story = story();
    let rows = story.json(&["eval", "notes/set", "--answers", "--foreign", "notes/other"]);
    let row = |asked: &str| {
        let rows = rows.as_array().expect("rows are a list");
        rows.iter().find(|row| row["asked"] == asked && row["half"] == "all").expect("there is such a row").clone()
    };
    assert_eq!((row("own")["answered"].as_f64(), row("own")["refused"].as_f64()), (Some(100.0), Some(0.0)));
    assert_eq!((row("of other")["questions"].as_u64(), row("of other")["refused"].as_f64()), (Some(1), Some(100.0)));
    assert_eq!(row("deleted")["questions"], 2);
    assert!(row("deleted")["answered"].is_null());
}

#[test]
fn mentions_are_held_against_labels_and_evidence() {
    let story = story();
    let found = story.json(&["eval", "notes/set", "--mentions", "notes/labels"]);
    assert_eq!(found["mentions"][2]["recall"], 100.0, "{found:#}");
    assert_eq!((&found["evidence"][0]["names"], &found["evidence"][0]["found"]), (&2.into(), &100.0.into()));
    let table = story.run(&["eval", "--mentions", "notes/labels"]).succeeded().out;
    assert!(table.starts_with("labels") && table.lines().count() == 4, "{table}");
}

#[test]
fn vectors_are_held_against_words_and_against_chance() {
    let rows = story().json(&["eval", "notes/set", "--shuffled-vectors"]);
    let all = rows.as_array().expect("rows are a list").iter().find(|row| row["half"] == "all").expect("all questions");
    assert_eq!((&all["questions"], &all["set"]), (&2.into(), &"set".into()));
    assert!(all["hybrid"].as_f64() > Some(90.0) && all["over_shuffled"]["low"].is_number(), "{all:#}");
    let few = story().json(&["eval", "notes/set", "--questions", "1", "--documents", "1", "-s", "dense"]);
    assert_eq!((&few[2]["questions"], &few[2]["recall@1"]), (&1.into(), &100.0.into()), "{few:#}");
}

#[test]
fn a_report_says_what_was_tried_and_what_became_of_it() {
    let story = story();
    let configurations = "about = \"Two ways.\"\nuntitled = [\"set\"]\n\
        [[configuration]]\nname = \"plain\"\nstrategy = \"lexical\"\nbecame = \"kept\"\n\
        [[configuration]]\nname = \"short\"\nstrategy = \"walk\"\noptions = { rounds = 3 }\nbecame = \"rejected\"\n";
    story.write("configurations.toml", configurations.as_bytes());
    let arguments =
        ["eval", "notes/set", "--report", "notes/report.md", "--configurations", "notes/configurations.toml"];
    story.run(&arguments).succeeded();
    let page = std::fs::read_to_string(story.path("report.md")).expect("a page is written");
    for line in ["| short | `walk`: rounds = 3 | rejected |", "### set\n", "### set, no titles"] {
        assert!(page.contains(line), "{page}");
    }
}
