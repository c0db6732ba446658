//! The model proposes a profile for the documents, and questions may be asked of one extractor's facts alone.

use quipu_scripted::{Plan, Step, start};
use serde_json::{Value, json};

use crate::Story;
use crate::model_reads::name_the_model;

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of Tarnfeld. Matvey Lagunov rang it in winter.";

fn proposal() -> Value {
    json!({
        "domain": "bells and who made them", "language": "English",
        "entities": [{"name": "BELL", "about": "what is rung"}, {"name": "MAKER", "about": "who casts one"}],
        "relations": [{"name": "CAST", "about": "made it"}],
        "examples": [{
            "text": "Ilse Varga cast the bell of Tarnfeld.",
            "entities": [{"name": "Ilse Varga", "type": "MAKER", "description": "She cast a bell."}],
            "relationships": []
        }],
    })
}

#[test]
fn a_profile_that_the_model_proposes_can_be_read_with() {
    let says = |text: String| Step::Says(text);
    let facts = json!({"entities": [{"name": "Ilse Varga", "type": "MAKER"}], "relationships": []});
    let script = [says(format!("```json\n{}\n```", proposal())), says(facts.to_string())];
    let server = start(Plan::scripted(script)).unwrap();
    let story = Story::of(&[("bell.md", BELL), ("rain.md", "It rained in Tarnfeld.")]);
    name_the_model(&story, &server.url(), "[extract]\ngleanings = 0");
    story.run(&["index", "notes", "--offline"]).succeeded();
    let file = story.path("../bells.toml");
    let file = file.to_str().expect("a path is text");
    let told = story.json(&["prompts", "tune", "--output", file]);
    assert_eq!((&told["examples"], &told["documents"].as_array().map(Vec::len)), (&1.into(), &Some(2)), "{told:#}");
    assert_eq!(server.counts().begun, 1);
    let text = std::fs::read_to_string(file).expect("it was written");
    assert!(text.contains("name = \"MAKER\"") && text.contains("Ilse Varga cast the bell of Tarnfeld."), "{text}");
    let again = story.run(&["prompts", "tune", "--output", file]);
    assert!(again.code == Some(2) && again.err.contains("already exists"), "{}", again.err);
    let shown = story.run(&["prompts", "tune"]).succeeded().out;
    assert!(shown == text && server.counts().begun == 1, "the same samples cost nothing again: {shown}");
    let read = story.json(&["extract", "--profile", file]);
    assert!(read["windows"].as_u64() > Some(0) && read["stopped"].is_null(), "{read:#}");
}

#[test]
fn a_proposal_that_cannot_be_read_is_asked_for_once_more() {
    let asked = |script: [String; 2]| {
        let server = start(Plan::scripted(script.map(Step::Says))).unwrap();
        let story = Story::of(&[("bell.md", BELL)]);
        name_the_model(&story, &server.url(), "");
        story.run(&["index", "notes", "--offline"]).succeeded();
        let run = story.run(&["prompts", "tune", "--samples", "3", "--json"]);
        assert_eq!(server.counts().begun, 2, "{}{}", run.out, run.err);
        run
    };
    let mended = asked(["I would look for bells.".to_owned(), proposal().to_string()]).succeeded();
    assert!(mended.out.contains("bells and who made them"), "{}", mended.out);
    let refused = asked(["No.".to_owned(), r#"{"entities": []}"#.to_owned()]);
    let failed = !matches!(refused.code, Some(0 | 2));
    assert!(failed && refused.err.contains("proposes no types"), "{:?} {}", refused.code, refused.err);
}

#[test]
fn without_a_model_or_documents_nothing_is_proposed() {
    let story = Story::of(&[("bell.md", BELL)]);
    story.run(&["index", "notes"]).succeeded();
    let refused = story.run(&["prompts", "tune"]);
    assert!(refused.code == Some(2) && refused.err.contains("no model is configured"), "{}", refused.err);
}

#[test]
fn facts_of_rules_and_of_the_model_are_asked_apart() {
    let facts = json!({
        "entities": [{"name": "Ilse Varga", "type": "person"}, {"name": "winter bells", "type": "concept"}],
        "relationships": [{"source": "Ilse Varga", "target": "winter bells", "predicate": "made"}],
    });
    let server = start(Plan::scripted([Step::Says(facts.to_string())])).unwrap();
    let story = Story::of(&[("bell.md", BELL)]);
    name_the_model(&story, &server.url(), "[extract]\ngleanings = 0");
    story.run(&["index", "notes"]).succeeded();
    let linked = |whose: &str, query: &str| {
        let found = story.run(&["search", query, "--json", "--strategy", "walk", "--facts", whose]).out;
        found.contains("winter bells") && found.contains("\"entity\"")
    };
    let by = |query: &str| ["all", "rules", "model"].map(|whose| linked(whose, query));
    assert_eq!(by("What are winter bells?"), [true, false, true]);
    let refused = story.run(&["search", "bell", "--facts", "mine"]);
    assert!(refused.code == Some(2) && refused.err.contains("all, rules or model"), "{}", refused.err);
}
