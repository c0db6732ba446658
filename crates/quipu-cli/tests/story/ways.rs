//! Every strategy answers on the same documents, offline and with a model's server; presets and former keys.

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
        // An unreadable reply is requested once more; where nothing is found no answer is written.
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

#[test]
fn what_is_done_before_and_after_a_look() {
    let story = story();
    let search = |set: &[&str]| {
        let set: Vec<&str> = set.iter().flat_map(|pair| ["--set", pair]).collect();
        story.json(&[&["search", "Who repaired the Meridian Clock?", "--limit", "4"][..], &set].concat())
    };
    let chunks = |found: &Value| -> Vec<String> {
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        hits.iter().map(|hit| hit["chunk"].to_string()).collect()
    };
    let plain = search(&[]);
    let near = search(&["look.after.rerank=cosine", "look.after.to=2"]);
    assert_eq!(chunks(&near).len(), 2, "{near:#}");
    assert_eq!(near["hits"][0]["why"]["of"], "rerank", "{near:#}");
    let all = search(&["look.after.rerank=cosine", "look.after.from=2", "look.limit=6"]);
    assert!(chunks(&all).len() > 2 && all["hits"][2]["why"]["of"] != "rerank", "{all:#}");
    let wide = search(&["look.after.neighbours=1", "look.limit=1"]);
    assert!(chunks(&wide).len() > 1 && chunks(&wide)[0] == chunks(&plain)[0], "{wide:#}");
    let unlike = search(&["look.after.mmr=0.3", "look.after.from=20"]);
    assert_eq!(chunks(&unlike).len(), chunks(&plain).len(), "as many as were asked for");
    assert_eq!(chunks(&unlike)[0], chunks(&plain)[0], "the best stays the first");
    let nobody = search(&["look.after.rerank=model", "look.after.to=3"]);
    assert!(nobody["notes"].to_string().contains("look.after.rerank"), "{nobody:#}");
    let parts = story.json(&[
        "search",
        "Who repaired the Meridian Clock and who sells nets?",
        "--set",
        "look.before.parts=true",
        "--strategy",
        "hybrid",
    ]);
    assert!(parts["hits"].to_string().contains("sells nets"), "{parts:#}");
}

#[test]
fn a_model_words_guesses_and_rates_and_a_server_ranks() {
    let server = start(Plan::default()).expect("a server starts");
    let story = story();
    name_the_model(&story, &server.url(), "");
    let set = ["look.before.wordings=2", "look.before.hyde=true", "look.after.rerank=model"];
    let set: Vec<&str> = set.iter().flat_map(|pair| ["--set", pair]).collect();
    let asked = [&["ask", "Who repaired the Meridian Clock?"][..], &set].concat();
    let foretold = story.json(&[&asked[..], &["--dry-run"]].concat());
    assert_eq!(foretold["calls"], 4, "wordings, a guess, ratings, the answer: {foretold:#}");
    let answer = story.run(&[&asked[..], &["--json"]].concat());
    let answer: Value = serde_json::from_str(&answer.out).expect("it is JSON");
    assert!(answer["spent"]["calls"].as_u64().is_some_and(|calls| (3..=8).contains(&calls)), "{answer:#}");
    let steps = answer["trace"].to_string();
    assert!(steps.contains("foretell") && steps.contains("ask"), "{steps}");
    // A search calls no model, and reports that.
    let found = story.json(&[&["search", "Who repaired the Meridian Clock?"][..], &set[..4]].concat());
    assert!(found["notes"].to_string().contains("no model is configured"), "{found:#}");
    let ranked = ["--set", "look.after.rerank=server", "--set", "llm.rerank.name=scripted", "--set", "look.after.to=2"];
    let found = story.json(&[&["search", "Who repaired the Meridian Clock?"][..], &ranked].concat());
    assert_eq!(found["hits"][0]["why"]["of"], "rerank", "{found:#}");
    assert_eq!(found["hits"].as_array().map(Vec::len), Some(2), "{found:#}");
    // A configured server ranks, and an unreachable one is reported.
    let named = ["--set", "llm.rerank.name=scripted"];
    let found = story.json(&[&["search", "Who repaired the Meridian Clock?"][..], &named].concat());
    assert_eq!(found["hits"][0]["why"]["of"], "rerank", "{found:#}");
    let away = ["--set", "llm.rerank.name=scripted", "--set", "llm.rerank.url=http://127.0.0.1:9/v1"];
    let away = [&away[..], &["--set", "llm.rerank.retries=0"]].concat();
    let found = story.json(&[&["search", "Who repaired the Meridian Clock?"][..], &away].concat());
    assert!(found["notes"].to_string().contains("not reranked"), "{found:#}");
    assert!(found["trace"].to_string().contains("cannot be reached"), "{found:#}");
}

#[test]
fn a_context_is_told_as_rows() {
    let server = start(Plan::default()).expect("a server starts");
    let story = story();
    let asked = ["search", "Who repaired the Meridian Clock?", "--strategy", "paths", "--context"];
    let rows = story.run(&[&asked[..], &["rows"]].concat()).succeeded().out;
    let parts: Vec<&str> = rows.lines().filter(|line| !line.starts_with('[') && !line.is_empty()).collect();
    assert_eq!(parts, ["Entities:", "Relations:", "Passages:"], "{rows}");
    let lines = rows.lines().filter_map(|line| line.strip_prefix('[')?.split_once("] "));
    let lines: Vec<(&str, &str)> = lines.collect();
    assert!(lines.iter().enumerate().all(|(at, (n, _))| *n == (at + 1).to_string()), "{rows}");
    assert!(lines.iter().all(|(_, row)| serde_json::from_str::<Value>(row).is_ok()), "{rows}");
    assert!(rows.contains("\"predicate\":\"repairs\""), "{rows}");
    let less = ["--set", "answer.relations=0", "--set", "answer.entities=0"];
    let less = story.run(&[&asked[..], &["rows"], &less].concat()).succeeded().out;
    assert!(less.starts_with("Passages:"), "{less}");
    let text = story.run(&[&asked[..], &["text"]].concat()).succeeded().out;
    assert!(text.starts_with("[1] ") && !text.contains("Entities:"), "{text}");
    story.run(&[&asked[..], &["tables"]].concat()).ended(2);
    name_the_model(&story, &server.url(), "");
    let asked = ["ask", "Who repaired the Meridian Clock?", "--strategy", "paths", "--context", "rows"];
    let kept = story.path("asked.jsonl");
    let keeping = ["--set", &format!("llm.record={}", kept.display())];
    let answer = story.json(&[&asked[..], &keeping].concat());
    assert_eq!(answer["written_by"], "scripted", "{answer:#}");
    let read = std::fs::read_to_string(kept).expect("what was asked is kept");
    assert!(read.contains("Relations:"), "the model reads rows: {read}");
}
