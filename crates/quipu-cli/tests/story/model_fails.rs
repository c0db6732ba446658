//! A server that fails in every way: readable replies are read, lost ones are counted, failed ones are reported
//! and requested again on demand.

use quipu_scripted::{After, Fault, Plan, Step, start};
use serde_json::{Value, json};

use crate::Story;
use crate::model_reads::{name_the_model, of_notes, read_by};

fn not_read(story: &Story) -> usize {
    story.json(&["status"])["not_read"].as_array().expect("status lists failures").len()
}

fn chunks(dump: &str) -> usize {
    dump.lines().filter(|line| line.starts_with("{\"row\":\"chunk\"")).count()
}

#[test]
fn with_faults_of_every_kind_all_is_read_in_the_end() {
    let faults = vec![
        (Fault::Half, 0.1),
        (Fault::Malformed, 0.05),
        (Fault::Empty, 0.05),
        (Fault::Thinking, 0.1),
        (Fault::Reasoning, 0.05),
        (Fault::Prose, 0.1),
        (Fault::Cut, 0.05),
        (Fault::Truncated, 0.05),
        (Fault::Busy(After::Seconds(0)), 0.1),
        (Fault::Broken, 0.03),
    ];
    let server = start(Plan { faults, ..Plan::default() }).unwrap();
    let story = of_notes(30, 3);
    name_the_model(&story, &server.url(), "");
    let run = story.run(&["index", "notes", "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("a report");
    let failed = report["model"]["failed"].as_array().expect("failures are listed").len();
    assert_eq!(run.code, Some(if failed > 0 { 4 } else { 0 }), "{}{}", run.out, run.err);
    assert_eq!(report["model"]["stopped"], Value::Null, "{report:#}");
    assert_eq!(not_read(&story), failed);
    for _ in 0..5 {
        if not_read(&story) > 0 {
            story.run(&["retry"]);
        }
    }
    assert_eq!(not_read(&story), 0);
    let dump = story.dump();
    assert_eq!(read_by(&dump, "model"), chunks(&dump));
    story.run(&["doctor"]).succeeded();
}

#[test]
fn what_a_reply_ends_within_is_counted() {
    let server = start(Plan { faults: vec![(Fault::Half, 0.5)], ..Plan::default() }).unwrap();
    let story = of_notes(12, 2);
    name_the_model(&story, &server.url(), "");
    let model = story.json(&["index", "notes"])["model"].clone();
    assert!(model["lost"]["cut"].as_u64() > Some(0), "{model:#}");
    for _ in 0..9 {
        if not_read(&story) > 0 {
            story.run(&["retry"]);
        }
    }
    let dump = story.dump();
    assert_eq!(read_by(&dump, "model"), chunks(&dump));
}

#[test]
fn a_reply_that_does_not_fit_is_asked_for_by_halves() {
    let server = start(Plan::scripted(std::iter::repeat_n(Step::Fails(Fault::Truncated), 2))).unwrap();
    let said = "The bell of the tower was cast by Ilse Varga in Tarnfeld, and rung at noon.\n";
    let story = Story::of(&[("tower.md", &format!("# Tower\n\n{}", said.repeat(9)))]);
    name_the_model(&story, &server.url(), "");
    let model = story.json(&["index", "notes"])["model"].clone();
    let whole = (&model["failed"], &model["windows"], &model["lost"]);
    assert_eq!(whole, (&json!([]), &json!(1), &json!({})), "{model:#}");
    let calls = model["spent"]["extract"]["calls"].as_u64().expect("calls are counted");
    // Two were cut; the halves are requested at once, each once more for its missing part.
    assert_eq!((calls, &model["in_row"]), (6, &json!(4)), "{model:#}");
}

#[test]
fn what_failed_is_shown_left_alone_and_asked_again_when_somebody_says_so() {
    let refusals = std::iter::repeat_n(Step::Fails(Fault::Empty), 6);
    let server = start(Plan::scripted(refusals)).unwrap();
    let story = Story::of(&[("tower.md", "# Tower\n\nThe bell of the tower was cast by Ilse Varga in Tarnfeld.\n")]);
    name_the_model(&story, &server.url(), "");
    let first = story.run(&["index", "notes"]).ended(4);
    assert!(first.out.contains("tower.md") && first.out.contains("quipu retry"), "{}", first.out);
    assert_eq!(not_read(&story), 1);
    let status = story.run(&["status"]).succeeded().out;
    assert!(status.contains("tower.md") && status.contains("quipu retry"), "{status}");
    let begun = server.counts().begun;
    let left = story.json(&["index", "notes"]);
    assert_eq!((&left["model"]["left"], server.counts().begun), (&1.into(), begun), "{left:#}");
    story.run(&["retry"]).succeeded();
    assert_eq!(not_read(&story), 0);
    assert_eq!(read_by(&story.dump(), "model"), 1);
}

#[test]
fn a_server_that_is_gone_ends_the_run_and_the_next_one_goes_on() {
    let server = start(Plan::default()).unwrap();
    let url = server.url();
    drop(server);
    let story = of_notes(8, 1);
    name_the_model(&story, &url, "retries = 0\nconnect_seconds = 1\n");
    let run = story.run(&["index", "notes", "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("a report");
    assert!(matches!(run.code, Some(3 | 4)), "{}{}", run.out, run.err);
    assert_eq!((&report["added"], &report["model"]["windows"]), (&8.into(), &0.into()), "{report:#}");
    let server = start(Plan::default()).unwrap();
    name_the_model(&story, &server.url(), "");
    story.run(&["retry"]).succeeded();
    let dump = story.dump();
    assert_eq!((read_by(&dump, "model"), not_read(&story)), (chunks(&dump), 0));
}
