//! `show` prints a document, a chunk, an entity and a relation; `search --why` prints reasons.

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

#[test]
fn an_ontology_of_ones_own_names_predicates_and_kinds() {
    let text = "# Nightjar\n\nNightjar is a deployment squad. Nightjar was sponsored by Ilse Varga.\n";
    let story = Story::of(&[("nightjar.md", text)]);
    story.run(&["index", "notes"]).succeeded();
    let own = ["--set", r#"relations.kinds=["TEAM = team | squad"]"#];
    let own: Vec<&str> =
        own.into_iter().chain(["--set", r#"relations.predicates=["owned by = sponsored by"]"#]).collect();
    let with = |first: &[&'static str]| -> Vec<&str> { first.iter().copied().chain(own.iter().copied()).collect() };
    let shown = story.json(&with(&["show", "entity", "Nightjar"]));
    assert_eq!(shown[0]["own_kind"], "TEAM", "{shown:#}");
    let stated = shown[0]["stated"].as_array().expect("something is stated");
    assert!(stated.iter().any(|group| group["predicate"] == "owned by"), "{shown:#}");
    let drawn = story.json(&with(&["graph", "--entity", "Nightjar"]));
    assert_eq!(drawn["points"][0]["kind"], "TEAM", "{drawn:#}");
    assert!(story.json(&["show", "entity", "Nightjar"])[0].get("own_kind").is_none());
    let run = story.run(&["status", "--set", "relations.kinds=[\"TEAM\"]"]).ended(2);
    assert!(run.err.contains("relations.kinds") && run.err.contains("TEAM = team | squad"), "{}", run.err);
}
