//! `bench` sends text through the whole pipeline in processes of its own, and its report holds the cost.

use super::Story;

/// A set like those of the repository, small.
fn set(name: &str) -> [(String, String); 2] {
    let people = ["Ilse Varga", "Anton Weiss", "Clara Brandt", "Tomas Okonjo"];
    let passage = |at: usize| {
        let (one, other) = (people[at % 4], people[(at + 1) % 4]);
        let text =
            format!("{one} was born in Selm. The mill of Tarnfeld is based on the tower that {other} built there.");
        format!("{{\"_id\": \"{at}\", \"title\": \"Mill {at}\", \"text\": \"{text}\"}}\n")
    };
    let question = |at: usize| format!("{{\"_id\": \"{at}\", \"text\": \"Who met {} in Selm?\"}}\n", people[at % 4]);
    [
        (format!("sets/{name}/corpus.jsonl"), (0..40).map(passage).collect()),
        (format!("sets/{name}/questions.jsonl"), (0..8).map(question).collect()),
    ]
}

#[test]
fn everything_is_measured_and_the_report_says_where_time_goes() {
    let files: Vec<_> = ["2wiki", "hotpotqa", "musique"].into_iter().flat_map(set).collect();
    let story = Story::of(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    let few = ["--chunks", "200", "--questions", "6", "--memory", "0"];
    let found = story.json(&[&["bench", "--sentences", "notes/sets", "--report", "R.md"], few.as_slice()].concat());
    let value = |what: &str| {
        let lines = found["lines"].as_array().expect("figures are a list");
        let line = lines.iter().find(|line| line["what"] == what);
        line.and_then(|line| line["value"].as_f64()).unwrap_or_else(|| panic!("no {what}: {found:#}"))
    };
    assert!((190.0..=210.0).contains(&value("chunks")));
    assert!(value("mentions a chunk") >= 10.0);
    assert!((0.9..=1.0).contains(&value("dense recall@10 against exact search")));
    for way in ["lexical", "dense", "hybrid", "walk", "walk behind a filter", "traverse of depth 2"] {
        assert!(value(&format!("question, {way}, p50")) > 0.0);
    }
    assert!(value("communities") >= 1.0 && value("searchable entities and relations") >= 10.0);
    assert_eq!(found["notes"][0], "no limit on memory was asked for");
    let report = std::fs::read_to_string(story.folder.path().join("R.md")).expect("the report was written");
    assert!(report.contains("## Where the time goes") && report.contains("| extract, chunks |"), "{report}");
}

#[test]
fn without_sentences_it_says_what_to_name() {
    let said = Story::of(&[]).run(&["bench", "--small"]).ended(2).err;
    assert!(said.contains("--sentences"), "{said}");
}
