//! A model gives chunks a context in their documents, on request: it is searched and shown as the model's
//! own, never quoted; it is requested once, after an edit for changed chunks, and again for failed ones.

use quipu_scripted::{Plan, Server, Step, start};
use serde_json::{Value, json};

use crate::Story;
use crate::model_reads::{name_the_model, of_notes};

/// A word that no note has.
const WORD: &str = "Zarathustrium";

/// A server that gives every chunk the same context, for any number of chunks.
fn placer() -> Server {
    let said = (1..9).map(|number| (number.to_string(), Value::from(format!("Of the {WORD} of Kronstadt."))));
    let said = Value::Object(said.collect()).to_string();
    start(Plan::scripted((0..200).map(|_| Step::Says(said.clone())))).expect("a server starts")
}

/// Notes, a model that reads them, and one that places their chunks.
fn of_placed(notes: usize, sections: usize) -> (Story, Server, Server) {
    let (reader, placer) = (start(Plan::default()).expect("a server starts"), placer());
    let story = of_notes(notes, sections);
    name_both(&story, &reader, &placer);
    (story, reader, placer)
}

fn name_both(story: &Story, reader: &Server, placer: &Server) {
    let more = format!("[llm.summarise]\nurl = \"{}\"\nprice_input = 1\n[extract]\ncontext = \"yes\"\n", placer.url());
    name_the_model(story, &reader.url(), &more);
}

fn hits(story: &Story) -> Vec<Value> {
    let found = story.json(&["search", WORD, "--strategy", "lexical", "-n", "100"]);
    found["hits"].as_array().cloned().unwrap_or_default()
}

#[test]
fn what_is_said_of_places_is_searched_and_never_quoted() {
    let (story, reader, placer) = of_placed(3, 3);
    story.run(&["index", "notes", "--offline"]).succeeded();
    assert!(hits(&story).is_empty());
    let told = story.json(&["extract", "--dry-run"]);
    let windows = told["context"]["windows"].as_u64().unwrap_or_default();
    assert!(windows > 3 && told["context"]["money"]["high"].as_f64() > Some(0.0), "{told:#}");
    let report = story.json(&["index", "notes"]);
    let context = &report["model"]["context"];
    let chunks = story.json(&["status"])["chunks"].clone();
    assert_eq!((&context["chunks"], &context["windows"]), (&chunks, &windows.into()), "{report:#}");
    assert_eq!(report["model"]["spent"]["summarise"]["calls"], placer.counts().begun, "{report:#}");

    let hits = hits(&story);
    assert!(!hits.is_empty());
    assert!(hits.iter().all(|hit| !format!("{}{}", hit["text"], hit["prefix"]).contains(WORD)), "{hits:#?}");
    let shown = story.run(&["show", "chunk", hits[0]["chunk"].as_str().unwrap_or_default()]).succeeded().out;
    assert!(shown.contains(&format!("context, by a model: Of the {WORD} of Kronstadt.")), "{shown}");
    let answer = story.json(&["ask", &format!("Who saw the {WORD} of Kronstadt?"), "--offline"]);
    assert!(!answer["citations"].to_string().contains(WORD), "{answer:#}");
    assert!(!answer["answer"].to_string().contains(WORD), "{answer:#}");

    let (dump, asked) = (story.dump(), (reader.counts().begun, placer.counts().begun));
    let again = story.json(&["index", "notes"]);
    assert_eq!((reader.counts().begun, placer.counts().begun), asked, "the second run asks nothing");
    assert_eq!(again["model"]["context"]["unchanged"], windows, "{again:#}");
    assert!(story.dump() == dump && dump.contains(WORD), "the second run changes nothing");
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    story.run(&["import", "all.jsonl", "-w", "restored", "--set", "embed.model=none"]).succeeded();
    let restored = story.run(&["dump", "-w", "restored"]).succeeded().out;
    assert!(restored == dump, "an export carries it");
    story.run(&["doctor"]).succeeded();
}

#[test]
fn what_placing_takes_is_learned() {
    let (story, _reader, placer) = of_placed(4, 5);
    // The same model describes things; here no name has enough passages for that.
    story.run(&["config", "set", "extract.fragments", "1000"]).succeeded();
    story.run(&["index", "notes", "--offline"]).succeeded();
    assert_eq!(story.json(&["extract", "--dry-run"])["context"]["learned"], 0);
    story.run(&["index", "notes"]).succeeded();
    let asked = placer.counts().begun;
    for number in 0..4 {
        let text = std::fs::read_to_string(story.path(&format!("00{number}.md"))).expect("it is there");
        story.write(&format!("10{number}.md"), text.replace("Observer", "Keeper").as_bytes());
    }
    story.run(&["index", "notes", "--offline"]).succeeded();
    let told = &story.json(&["extract", "--dry-run"])["context"];
    assert_eq!(told["learned"], asked, "{told:#}");
    let said = story.run(&["extract", "--dry-run"]).succeeded().out;
    assert!(said.matches("learned from").count() == 2, "{said}");
    let spent = &story.json(&["index", "notes"])["model"]["spent"]["summarise"];
    for of in ["calls", "input", "output", "money"] {
        let (low, high) = (told[of]["low"].as_f64(), told[of]["high"].as_f64());
        assert!(spent[of].as_f64() >= low && spent[of].as_f64() <= high, "{of}: {spent:#} {told:#}");
    }
}

#[test]
fn an_edit_asks_about_what_changed_and_deleting_takes_it_away() {
    let (story, _reader, placer) = of_placed(2, 6);
    let report = story.json(&["index", "notes"]);
    let windows = report["model"]["context"]["windows"].as_u64().unwrap_or_default();
    let before = placer.counts().begun;
    let text = std::fs::read_to_string(story.path("000.md")).expect("it is there");
    story.write("000.md", format!("{text}\nObserver 3 of Kronstadt went home.\n").as_bytes());
    let report = story.json(&["index", "notes"]);
    let (asked, context) = (placer.counts().begun - before, &report["model"]["context"]);
    assert!((1..=2).contains(&asked), "the end alone has changed: {asked} calls, {report:#}");
    assert!(context["unchanged"].as_u64() >= Some(windows - 2), "{report:#}");
    let of = |name: &str| hits(&story).iter().filter(|hit| hit["document"] == name).count();
    assert!(of("notes/000.md") > 0 && of("notes/001.md") > 0);
    story.run(&["delete", "notes/000.md"]).succeeded();
    assert_eq!(of("notes/000.md"), 0);
    assert!(!story.dump().contains("000.md"));
}

#[test]
fn what_is_not_placed_is_told_and_asked_again() {
    let (story, reader, _placer) = of_placed(2, 1);
    let refuses = start(Plan::scripted((0..400).map(|_| Step::Says("I cannot.".to_owned())))).expect("it starts");
    name_both(&story, &reader, &refuses);
    let run = story.run(&["index", "notes", "--json"]).ended(4);
    let report: Value = serde_json::from_str(&run.out).expect("a report");
    let failed = report["model"]["context"]["failed"].as_array().map(Vec::len).unwrap_or_default();
    assert!(failed > 0 && report["model"]["failed"] == json!([]), "{report:#}");
    let (calls, told) = (refuses.counts().begun, story.json(&["status"])["not_read"].clone());
    assert_eq!(told.as_array().map(Vec::len), Some(failed), "{told:#}");
    story.run(&["extract"]).succeeded();
    assert_eq!(refuses.counts().begun, calls, "it is not asked again before somebody says so");
    let works = placer();
    name_both(&story, &reader, &works);
    story.run(&["retry"]).succeeded();
    assert_eq!(story.json(&["status"])["not_read"], json!([]));
    assert!(!hits(&story).is_empty());
}
