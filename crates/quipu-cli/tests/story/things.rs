//! Entities, relations and reports are found by their descriptions; changed ones are found in their current form, and
//! deleted ones no more; a killed run is continued.

use std::process::Stdio;
use std::time::Duration;

use quipu_scripted::{Plan, start};
use serde_json::Value;

use super::communities::circles;
use super::model_reads::name_the_model;
use crate::Story;

fn found(story: &Story, question: &str, more: &[&str]) -> Vec<Value> {
    let found = story.json(&[&["search", question, "--things", "entities,relations,reports"], more].concat());
    found["things"].as_array().cloned().unwrap_or_default()
}

fn words(things: &[Value], kind: &str) -> Vec<String> {
    let of_kind = things.iter().filter(|thing| thing["kind"] == kind);
    of_kind.filter_map(|thing| thing["words"].as_str().map(str::to_owned)).collect()
}

#[test]
fn things_are_found_by_what_is_said_of_them() {
    let story = circles();
    let things = found(&story, "who mends or sells nets", &[]);
    let first = |kind: &str, word: &str| words(&things, kind).iter().take(3).any(|words| words.contains(word));
    assert!(first("entity", "Ruta Halas"), "{things:#?}");
    assert!(words(&things, "relation")[0].contains("nets"), "{things:#?}");
    assert!(words(&things, "report")[0].contains("Oskarhavn"), "{things:#?}");
    let few = found(&story, "who mends or sells nets", &["--document", "notes/bell.md"]);
    assert!(!few.is_empty() && few.iter().all(|thing| !thing["words"].to_string().contains("Halas")), "{few:#?}");
    let shown = story.run(&["search", "nets", "--things", "entities", "--why", "-n", "1"]).succeeded().out;
    assert!(shown.contains("entities were searched") && shown.contains("the word \"nets\""), "{shown}");
    let tool = story.json(&["tool", "find_things", r#"{"query":"a forge","kinds":["entities"],"limit":1}"#]);
    assert!(tool.to_string().contains("forge"), "{tool:#}");
    story.run(&["search", "volcanoes", "--things", "relations", "--strategy", "lexical"]).ended(1);
    story.run(&["search", "nets", "--things", "chunks"]).ended(2);
}

#[test]
fn what_changes_is_found_as_it_is_now() {
    let story = circles();
    found(&story, "nets", &[]);
    story.write(
        "nets.md",
        b"# Sails\n\nRuta Halas sells sails in Oskarhavn. Nadia Okonjo buys every sail of Ruta Halas.\n",
    );
    story.run(&["index", "notes"]).succeeded();
    let things = found(&story, "who sells sails", &[]);
    let sells = |of: &Value| of["words"] == "Ruta Halas" && of["text"].to_string().contains("sails");
    assert!(things.iter().any(sells), "{things:#?}");
    story.run(&["delete", "notes/nets.md", "notes/storm.md", "notes/harbour.md"]).succeeded();
    let things = found(&story, "who sells sails", &[]);
    assert!(things.iter().all(|thing| !thing.to_string().contains("Halas")), "{things:#?}");
    let fresh = Story::of(&[]);
    for note in ["bell.md", "forge.md", "brandt.md"] {
        fresh.write(note, &std::fs::read(story.path(note)).expect("the note is there"));
    }
    fresh.run(&["index", "notes"]).succeeded();
    let kept = |things: Vec<Value>| things.into_iter().filter(|of| of["kind"] != "report").collect::<Vec<Value>>();
    assert_eq!(
        kept(things),
        kept(found(&fresh, "who sells sails", &[])),
        "ids of communities last, so reports may differ"
    );
}

#[test]
fn what_a_model_says_of_things_is_searched() {
    let server = start(Plan::default()).expect("a server starts");
    let story =
        Story::of(&[("log.md", "# Log\n\nIlse Varga repaired the Sundial with Oskar Lind in the year 1904.\n")]);
    name_the_model(&story, &server.url(), "");
    story.run(&["index", "notes"]).succeeded();
    let shown = story.json(&["show", "entity", "Ilse Varga"]);
    let told = shown[0]["described"][0]["text"].as_str().expect("the model described her").to_owned();
    let things = found(&story, &told, &[]);
    let described = things.iter().find(|thing| thing["words"] == "Ilse Varga");
    assert!(
        described.is_some_and(|thing| thing["text"].as_str().is_some_and(|text| text.contains(&told))),
        "{things:#?}"
    );
}

#[test]
fn a_run_that_is_killed_is_gone_on_with() {
    let (story, whole) = (circles(), circles());
    let lasting = |story: &Story| {
        let things = found(story, "who mends nets", &[]);
        things.into_iter().filter(|of| of["kind"] != "report").collect::<Vec<Value>>()
    };
    let expected = lasting(&whole);
    for wait in [0, 5, 15, 30] {
        story.write("more.md", format!("# More\n\nRuta Halas mends {wait} nets for Otto Kern.\n").as_bytes());
        story.run(&["index", "notes"]).succeeded();
        let search = ["search", "nets", "--things", "entities,relations"];
        let mut child = story.command(&search).stdout(Stdio::null()).spawn().expect("the binary runs");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("it ends");
        story.run(&["doctor"]).succeeded();
    }
    story.run(&["delete", "notes/more.md"]).succeeded();
    assert_eq!(lasting(&story), expected);
}
