//! Reports that a model writes, and questions that it answers from communities: estimated before, counted after, paid
//! once.

use quipu_scripted::{Fault, Plan, Server, Step, start};
use serde_json::Value;

use super::communities::circles;
use super::model_reads::name_the_model;
use crate::Story;

const PRICES: &str = "price_input = 1\nprice_output = 2\nretries = 0";

fn modelled(plan: Plan) -> (Story, Server) {
    let server = start(plan).expect("a server starts");
    let story = circles();
    name_the_model(&story, &server.url(), PRICES);
    (story, server)
}

fn written(story: &Story, more: &[&str]) -> Value {
    let report = story.json(&[&["cluster", "--write"], more].concat());
    report["written"].clone()
}

fn counts(written: &Value) -> [u64; 3] {
    ["made", "stood", "left"].map(|what| written[what].as_u64().unwrap_or_default())
}

#[test]
fn reports_are_foretold_written_once_and_again_where_something_changed() {
    let (story, server) = modelled(Plan::default());
    let told = story.json(&["cluster", "--write", "--dry-run"]);
    assert_eq!((&told["reports"], server.counts().begun), (&2.into(), 0), "nothing is asked: {told:#}");
    assert!(told["money"]["high"].as_f64() > Some(0.0), "{told:#}");
    let first = written(&story, &[]);
    assert_eq!(counts(&first), [2, 0, 0], "{first:#}");
    let spent = |of: &Value| of["spent"]["calls"].as_u64().unwrap_or_default();
    assert_eq!((spent(&first), server.counts().begun), (2, 2));
    let shown = story.json(&["show", "community", "Ilse Varga"])[0].clone();
    assert_eq!(shown["by"], "model");
    let finding = &shown["findings"][0];
    let quote = finding["quotes"][0]["quote"].as_str().unwrap_or_default();
    assert!(!quote.is_empty() && !finding["explanation"].as_str().unwrap_or_default().is_empty(), "{shown:#}");

    assert_eq!(counts(&written(&story, &[])), [0, 2, 0]);
    assert_eq!(server.counts().begun, 2, "what did not change is not asked again");
    let full = written(&story, &["--full"]);
    assert_eq!((counts(&full), server.counts().begun), ([2, 0, 0], 2), "nor after a full run: it is known: {full:#}");

    story.write("anvil.md", b"# The anvil\n\nIlse Varga bought an anvil for Tomas Brandt in Tarnfeld.\n");
    story.run(&["index", "notes", "--offline"]).succeeded();
    let stale = story.json(&["show", "community", "Ilse Varga"])[0].clone();
    assert_eq!(stale["stale"]["how"], "wholly", "{stale:#}");
    assert!(story.run(&["communities"]).succeeded().out.contains("has changed since"));
    let after = written(&story, &[]);
    assert_eq!((counts(&after), spent(&after)), ([1, 1, 0], 1), "{after:#}");
    assert_eq!(story.json(&["show", "community", "Ilse Varga"])[0]["stale"], Value::Null);
}

#[test]
fn a_report_that_fails_is_asked_for_once_more_then_listed_and_documents_stand_in() {
    let nonsense = || Step::Says("I would rather not.".to_owned());
    let script = (0..4).map(|_| nonsense()).collect();
    let (story, server) = modelled(Plan { script, ..Plan::default() });
    let run = story.run(&["--json", "cluster", "--write"]);
    let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
    let missing = report["written"]["missing"].as_array().map_or(0, Vec::len);
    assert_eq!((missing, server.counts().begun), (2, 4), "each once more, alone: {report:#}");
    assert_eq!(story.json(&["show", "community", "Ilse Varga"])[0]["by"], "extract");
    assert_eq!(counts(&written(&story, &[])), [0, 0, 2], "they are left alone");
    let told = story.run(&["cluster", "--write"]).out;
    assert!(told.contains("--again"), "{told}");
    assert_eq!(counts(&written(&story, &["--again"])), [2, 0, 0]);
}

#[test]
fn a_budget_ends_a_run_cleanly_and_the_next_goes_on() {
    let (story, server) = modelled(Plan::default());
    let run = story.run(&["--json", "cluster", "--write", "--budget", "0.0045"]);
    let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
    let written_now = &report["written"];
    assert_eq!(written_now["stopped"]["why"], "model", "{report:#}");
    assert!(written_now["spent"]["money"].as_f64() <= Some(0.0045), "{report:#}");
    let begun = server.counts().begun;
    let rest = written(&story, &[]);
    assert_eq!(counts(&rest)[..2].iter().sum::<u64>(), 2, "{rest:#}");
    assert!(server.counts().begun <= begun + 2);
    story.run(&["cluster", "--budget", "1"]).ended(2);
}

#[test]
fn a_question_is_foretold_asked_of_reports_chunks_and_passages_and_known_the_second_time() {
    let (story, server) = modelled(Plan::default());
    story.run(&["config", "set", "answer.cache", "no"]);
    let asked = "What is told of Ilse Varga and of Nadia Okonjo?";
    for more in [&["global"][..], &["global", "--over", "chunks"], &["lazy"], &["drift"]] {
        let args = [&["ask", asked, "--strategy"], more].concat();
        let begun = server.counts().begun;
        let told = story.json(&[&args[..], &["--dry-run"]].concat());
        assert_eq!(server.counts().begun, begun, "nothing is asked");
        let answer = story.json(&args);
        let spent = &answer["spent"];
        let of = |of: &Value, what: &str| of[what].as_f64().unwrap_or_default();
        assert!(of(spent, "calls") >= 2.0 && of(spent, "calls") <= of(&told, "calls"), "{more:?}: {told} {spent}");
        assert!(of(spent, "money") <= of(&told, "money"), "{more:?}: {told} {spent}");
        assert_eq!(answer["foretold"], told, "{more:?}");
        assert_eq!(answer["written_by"], "scripted", "{more:?}: {answer:#}");
        assert!(!answer["hits"].as_array().expect("it has hits").is_empty(), "{more:?}");
        let begun = server.counts().begun;
        story.json(&args);
        assert_eq!(server.counts().begun, begun, "{more:?}: all replies are known");
    }
    let quiet = story.run(&["ask", asked, "--strategy", "lazy"]).succeeded();
    assert!(quiet.err.contains("at most"), "it is told before: {}", quiet.err);
    let offline = story.json(&["ask", asked, "--strategy", "lazy", "--offline"]);
    assert_eq!((&offline["foretold"], &offline["spent"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_share_is_read_by_the_model_and_more_of_it_later_without_paying_twice() {
    let (story, server) = modelled(Plan::default());
    let told = story.json(&["extract", "--share", "0.5", "--dry-run"]);
    assert_eq!((&told["windows"], &told["whole"]["windows"]), (&3.into(), &6.into()), "{told:#}");
    assert!(told["money"]["high"].as_f64() < told["whole"]["money"]["high"].as_f64());
    let first = story.json(&["extract", "--share", "0.5"]);
    assert_eq!((&first["windows"], &first["passed"]), (&3.into(), &3.into()), "{first:#}");
    let again = story.json(&["extract", "--share", "0.5"]);
    assert_eq!((&again["windows"], &again["unchanged"]), (&0.into(), &3.into()), "{again:#}");
    let begun = server.counts().begun;
    let rest = story.json(&["extract"]);
    assert_eq!((&rest["windows"], &rest["unchanged"], &rest["passed"]), (&3.into(), &3.into(), &0.into()), "{rest:#}");
    assert!(server.counts().begun > begun);
    let bought = story.json(&[
        "extract",
        "--dry-run",
        "--budget",
        "0.000001",
        "--set",
        "llm.extract.name=scripted",
        "--set",
        "extract.profile=research",
    ]);
    assert_eq!(bought["windows"], 0, "nothing is so cheap: {bought:#}");
}

#[test]
fn what_a_model_does_not_say_is_counted_and_the_rest_answers() {
    let faults = vec![(Fault::Prose, 0.2), (Fault::Malformed, 0.3), (Fault::Empty, 0.3)];
    let (story, _server) = modelled(Plan { faults, ..Plan::default() });
    for way in ["global", "lazy", "drift"] {
        let run = story.run(&["--json", "ask", "Who saved the crew off Oskarhavn?", "--strategy", way]);
        let answer: Value = serde_json::from_str(&run.out).expect("it is JSON");
        let told = answer["written_by"] == "scripted" || !answer["trouble"].is_null() || answer["refused"] == true;
        assert!(told, "{way}: {answer:#}");
    }
}
