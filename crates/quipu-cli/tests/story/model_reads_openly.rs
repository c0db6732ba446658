//! Open extraction: first the names of a window, then facts between them.

use quipu_scripted::{Plan, Step, start};

use crate::Story;
use crate::model_reads::{name_the_model, read_by};

const TEXT: &str = "Ilse Varga cast the bell of the tower in Tarnfeld. Matvey rang it.";

#[test]
fn names_are_asked_first_and_facts_between_them() {
    let says = |text: &str| Step::Says(text.to_owned());
    let server = start(Plan::scripted([
        says(r#"["Ilse Varga", "Tarnfeld", "{text}"]"#),
        says(r#"{"facts": [{"subject": "Ilse Varga", "predicate": "cast a bell in", "object": "Tarnfeld"}]}"#),
    ]))
    .unwrap();
    let story = Story::of(&[("bell.md", TEXT)]);
    name_the_model(&story, &server.url(), "[extract]\nprofile = \"open\"");
    let report = story.json(&["index", "notes"]);
    let model = &report["model"];
    assert_eq!(model["spent"]["extract"]["calls"], 2, "no round of gleaning follows: {model:#}");
    assert_eq!((&model["found"][0], &model["found"][1]), (&2.into(), &1.into()), "{model:#}");
    assert_eq!(model["lost"]["placeholder"], 1, "what a prompt would fill is no name: {model:#}");
    let dump = story.dump();
    assert_eq!(read_by(&dump, "model"), 1);
    assert!(dump.contains("cast a bell in"), "{dump}");
    assert_eq!(story.json(&["extract"])["unchanged"], model["windows"]);
    let estimate = story.json(&["extract", "--dry-run", "--set", "extract.room=500"]);
    assert_eq!(estimate["windows"], 0, "{estimate:#}");
}

#[test]
fn a_text_without_names_costs_one_call() {
    let server = start(Plan::scripted([Step::Says(r#"{"entities": []}"#.to_owned())])).unwrap();
    let story = Story::of(&[("rain.md", "it rained all day, and then it stopped.")]);
    name_the_model(&story, &server.url(), "[extract]\nprofile = \"open\"");
    let report = story.json(&["index", "notes"]);
    assert_eq!(report["model"]["spent"]["extract"]["calls"], 1);
    assert_eq!(report["model"]["empty"].as_array().map(Vec::len), Some(1), "{report:#}");
    let listed = story.run(&["prompts", "list"]).succeeded().out;
    assert!(listed.contains("open ") && !listed.contains("()"), "{listed}");
}
