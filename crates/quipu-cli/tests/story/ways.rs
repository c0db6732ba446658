//! Every way to look answers on the same documents, offline and with a model's server; presets and former keys.

use quipu_scripted::{Plan, start};
use serde_json::Value;

use super::model_reads::name_the_model;
use crate::Story;

const KEEPER: &str = "# Clock House\n\nIlse Varga keeps the Meridian Clock in Tarnfeld. Oskar Lind repaired the Meridian \
    Clock for Ilse Varga.\n\n## Winding\n\nThe Meridian Clock is wound every Monday by Oskar Lind.\n";
const HARBOUR: &str = "# Harbour\n\nRuta Halas sells nets in Oskarhavn. Ruta Halas knows Ilse Varga from Tarnfeld.\n\n\
    ## Storms\n\nA storm broke the pier of Oskarhavn, and Ruta Halas mended it.\n";

fn story() -> Story {
    let story = Story::of(&[("clock.md", KEEPER), ("harbour.md", HARBOUR)]);
    story.run(&["index", "notes"]).succeeded();
    story
}

fn names(story: &Story) -> Vec<String> {
    let ways = story.json(&["ways"]);
    let name = |way: &Value| way["name"].as_str().map(str::to_owned);
    ways.as_array().into_iter().flatten().filter_map(name).collect()
}

#[test]
fn every_way_finds_who_repaired_the_clock_offline() {
    let story = story();
    let names = names(&story);
    assert!(names.len() >= 20, "{names:?}");
    for name in &names {
        let more = if name == "traverse" { &["--edge", "$title:$title"][..] } else { &[] };
        let asked = ["search", "Who repaired the Meridian Clock?", "--strategy", name, "--limit", "4"];
        let found = story.json(&[&asked[..], more].concat());
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        assert!(!hits.is_empty() && hits.len() <= 4, "{name}: {found:#}");
        assert!(hits.iter().any(|hit| hit.to_string().contains("repaired the Meridian Clock")), "{name}: {found:#}");
        let scores: Vec<f64> = hits.iter().filter_map(|hit| hit["score"].as_f64()).collect();
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{name}: {scores:?}");
        let again = story.json(&[&asked[..], more].concat());
        assert_eq!(found["hits"], again["hits"], "{name} finds the same twice");
        let shown = story.run(&["ways", name]).succeeded().out;
        assert!(shown.contains(name.as_str()) && shown.contains("→"), "{shown}");
    }
    let naive = story.json(&["search", "Meridian Clock", "--strategy", "naive"]);
    assert_eq!(naive["strategy"], "dense", "{naive:#}");
    story.run(&["ways", "wlak"]).ended(3);
}

#[test]
fn a_model_finds_keywords_and_chooses_statements_and_sections() {
    let server = start(Plan::default()).expect("a server starts");
    let story = story();
    name_the_model(&story, &server.url(), "");
    for (name, step) in [("light-mix", "keywords"), ("ppr", "facts"), ("outline", "headings")] {
        let asked = ["ask", "Who repaired the Meridian Clock?", "--strategy", name];
        let foretold = story.json(&[&asked[..], &["--dry-run"]].concat());
        assert_eq!(foretold["calls"], 2, "{name}: one before it looks, one for the answer: {foretold:#}");
        let answer = story.run(&[&asked[..], &["--json"]].concat());
        let answer: Value = serde_json::from_str(&answer.out).expect("it is JSON");
        let steps = answer["trace"].to_string();
        assert!(steps.contains(step), "{name}: {steps}");
        // A reply that cannot be read is asked for once more; where nothing is found no answer is written.
        assert!(answer["spent"]["calls"].as_u64().is_some_and(|calls| (1..=4).contains(&calls)), "{name}: {answer:#}");
    }
}

#[test]
fn a_preset_is_weaker_than_flags_and_keys_of_former_versions_are_told_of() {
    let story = story();
    let value = |arguments: &[&str], key: &str| {
        let shown = story.json(&[&["config", "show", key][..], arguments].concat());
        shown[0]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(value(&["--preset", "hipporag"], "look.strategy"), "ppr");
    assert_eq!(value(&["--preset", "hipporag", "--set", "look.strategy=walk"], "look.strategy"), "walk");
    story.run(&["search", "clock", "--preset", "hippo"]).ended(2);
    let listed = story.json(&["config", "presets"]);
    assert_eq!(listed.as_array().map(Vec::len), Some(10), "{listed:#}");
    for preset in listed.as_array().into_iter().flatten() {
        let name = preset["name"].as_str().expect("it has a name");
        let found = story.json(&["search", "Who repaired the Meridian Clock?", "--preset", name]);
        assert!(found["hits"].as_array().is_some_and(|hits| !hits.is_empty()), "{name}: {found:#}");
    }
    let told = story.run(&["search", "clock", "--set", "look.hops=2"]).succeeded();
    assert!(told.err.contains("look.walk.hops") && told.err.contains("look.hops.hops"), "{}", told.err);
}
