//! `show` tells of a document, a chunk, an entity and a relation; `search --why` of reasons.

use super::Story;

#[test]
fn a_document_its_chunk_and_its_entity_are_shown() {
    let story = Story::of_the_tower();
    let document = story.json(&["show", "document", "notes/tower.md"]);
    let chunk = document[0]["chunks"][0]["key"].as_str().expect("a chunk has a key").to_owned();
    let run = story.run(&["show", "chunk", &chunk]).succeeded();
    assert!(run.out.contains("cast by Ilse Varga") && run.out.contains("notes/tower.md"), "{}", run.out);
    let entity = story.json(&["show", "entity", "ILSE  varga"]);
    assert_eq!((&entity[0]["name"], &entity[0]["chunks"]), (&"Ilse Varga".into(), &2.into()), "{entity:#}");
}

#[test]
fn a_stated_relation_is_shown_with_the_chunk_that_says_so() {
    let story = Story::of(&[("gate.md", "# Gate\n\nThe DomeController depends on the WeatherGate.\n")]);
    story.run(&["index", "notes"]).succeeded();
    let run = story.run(&["show", "relation", "WeatherGate"]).succeeded();
    assert!(run.out.contains("depends on") && run.out.contains("stated in chunk"), "{}", run.out);
}

#[test]
fn reasons_are_shown_on_demand() {
    let story = Story::of_the_tower();
    let run = story.run(&["search", "bell", "--why", "--strategy", "lexical"]).succeeded();
    assert!(run.out.contains("the word \"bell\""), "{}", run.out);
    assert!(!story.run(&["search", "bell"]).succeeded().out.contains("the word"));
}
