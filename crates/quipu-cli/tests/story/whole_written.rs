//! A model writes over the whole: an overview by map and reduce, a thing in one call; what is not supported goes, and
//! where the model fails the quoted answer stands.

use quipu_scripted::{Fault, Plan, Rule, Server, Step, start};
use serde_json::Value;

use super::Story;
use super::themes::{SUBJECTS, subject_files};

const WHOLE: &str = "What is this about?";
/// A folder with three subjects in folders of their own, and a server with these rules.
fn library(plan: Plan) -> (Story, Server) {
    let files = subject_files();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let story = Story::of(&files);
    story.run(&["index", "notes", "--offline"]).succeeded();
    let server = start(plan).expect("a server starts");
    name(&story, &server);
    (story, server)
}

/// Names the server as the model of a story.
fn name(story: &Story, server: &Server) {
    let text = format!("[llm]\nurl = \"{}\"\nname = \"scripted\"\nretries = 0\n", server.url());
    story.write("../quipu.toml", text.as_bytes());
}

fn rule(holds: &[&str], says: &str) -> Rule {
    Rule { holds: holds.iter().map(|text| (*text).to_owned()).collect(), says: says.to_owned() }
}

/// Rules for the maps of the three themes; the answer is written by `reduce`.
fn rules(reduce: &str) -> Plan {
    let map = "Themes of a collection";
    let mut rules: Vec<Rule> = SUBJECTS
        .iter()
        .map(|(folder, thing, stuff)| {
            let heading = format!("## {}{}", folder[..1].to_uppercase(), &folder[1..]);
            rule(&[map, &heading], &format!("Each {thing} of the island is made of {stuff} [1]."))
        })
        .collect();
    rules.push(rule(&["What the themes of a collection"], reduce));
    Plan { rules, ..Plan::default() }
}

fn text(answer: &Value) -> &str {
    answer["answer"].as_str().unwrap_or_default()
}

/// The numbers of the citations.
fn numbers(answer: &Value) -> Vec<u64> {
    answer["citations"].as_array().into_iter().flatten().filter_map(|citation| citation["n"].as_u64()).collect()
}

#[test]
fn an_overview_is_written_by_a_map_of_each_theme_and_one_reduce() {
    let (story, server) =
        library(rules("Each lamp of the island is made of oil [1]. Napoleon sold it all in 1809 [1]."));
    let answer = story.json(&["ask", WHOLE]);
    assert_eq!((&answer["written_by"], &answer["strategy"]), (&"scripted".into(), &"overview".into()), "{answer:#}");
    assert!(text(&answer).starts_with("**15 documents**, 3 themes"), "counts are by rule: {answer:#}");
    assert!(text(&answer).ends_with("Each lamp of the island is made of oil [1]."), "{answer:#}");
    assert!(!text(&answer).contains("Napoleon"), "{answer:#}");
    assert_eq!(answer["trouble"], serde_json::json!([{ "what": "dropped", "sentences": 1 }]));
    assert_eq!(numbers(&answer), [1]);
    let quote = "This section describes how each lamp of the island is made of oil.";
    assert_eq!(answer["citations"][0]["quote"], quote, "{answer:#}");
    assert_eq!(server.counts().begun, 4, "three themes and the answer");
    assert_eq!(answer["spent"]["calls"], 4);
    let steps: Vec<&str> =
        answer["trace"].as_array().into_iter().flatten().filter_map(|step| step["step"].as_str()).collect();
    assert!(steps.starts_with(&["map", "reduce"]), "{steps:?}");
    let shown = story.run(&["ask", WHOLE]).succeeded().out;
    assert!(shown.contains("1 sentence of the model is left out"), "{shown}");
    assert!(story.run(&["--lang", "ru", "ask", WHOLE]).succeeded().out.contains("предложение модели убрано"));
    assert_eq!(server.counts().begun, 4, "the same question of the same documents costs once");
}

#[test]
fn the_reduce_reads_what_the_maps_say_with_their_numbers() {
    let mut plan = rules("");
    // The reply rests on the sentence of the map, with the number of its quote among all.
    let holds =
        ["What the themes of a collection", "## Lamps (5 documents)\n- Each lamp of the island is made of oil. [1]"];
    plan.rules.insert(3, rule(&holds, "Each lamp of the island is made of oil [1]."));
    let (story, _server) = library(plan);
    let answer = story.json(&["ask", WHOLE]);
    assert_eq!(numbers(&answer), [1], "{answer:#}");
}

#[test]
fn a_question_in_another_language_than_its_documents_is_judged() {
    let mut plan = rules("Лампы острова делают из масла [1]. Их продал Наполеон [1].");
    let verdict = r#"{"verdicts": [{"claim": 1, "supported": true, "quote": "lamp of the island is made of oil"}]}"#;
    plan.rules.push(rule(&["Claim 1: Лампы острова делают из масла."], verdict));
    let (story, server) = library(plan);
    let answer = story.json(&["ask", "О чём эти документы?"]);
    assert!(text(&answer).starts_with("**15 документов**, 3 темы"), "{answer:#}");
    assert!(text(&answer).ends_with("Лампы острова делают из масла [1]."), "{answer:#}");
    assert_eq!(server.counts().begun, 5, "three themes, the answer and the judge");
}

#[test]
fn where_the_model_fails_or_says_nothing_that_is_supported_the_quoted_overview_stands() {
    let quoted = {
        let (story, _server) = library(Plan::default());
        text(&story.json(&["ask", WHOLE, "--offline"])).to_owned()
    };
    let failing = Plan { faults: vec![(Fault::Broken, 1.0)], ..Plan::default() };
    for (plan, what) in [
        (failing, "unwritten"),
        (rules("Napoleon sold every boat in 1809 [1]."), "unsupported"),
        (rules("**NO ANSWER**"), "unsupported"),
    ] {
        let (story, _server) = library(plan);
        let answer = story.json(&["ask", WHOLE]);
        assert_eq!(text(&answer), quoted, "{answer:#}");
        assert_eq!((&answer["trouble"][0]["what"], &answer["written_by"]), (&what.into(), &Value::Null), "{answer:#}");
        assert_eq!(answer["refused"], false);
    }
}

#[test]
fn what_is_streamed_is_what_the_check_left() {
    let (story, _server) =
        library(rules("Each lamp of the island is made of oil [1]. Napoleon sold it all in 1809 [1]."));
    let run = story.run(&["ask", WHOLE, "--events"]).succeeded();
    let events: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert!(
        kinds.starts_with(&["step", "step", "step", "token"]) && kinds.ends_with(&["citation", "end"]),
        "{kinds:?}"
    );
    let told: String = events.iter().filter_map(|event| event["text"].as_str()).collect();
    assert_eq!(Some(told.as_str()), events.last().and_then(|end| end["answer"].as_str()));
    assert!(!told.contains("Napoleon"), "{told}");
}

#[test]
fn a_budget_is_kept_before_anything_is_spent() {
    let (story, server) = library(rules("Each lamp of the island is made of oil [1]."));
    let of = |calls: &str| story.json(&["ask", WHOLE, "--set", &format!("agent.calls={calls}")]);
    let answer = of("1");
    assert_eq!((&answer["trouble"][0]["what"], server.counts().begun), (&"unwritten".into(), 0), "{answer:#}");
    assert!(text(&answer).contains("**Lamps**"), "{answer:#}");
    let answer = of("3");
    assert_eq!((&answer["written_by"], server.counts().begun), (&"scripted".into(), 2), "one map: {answer:#}");
    let answer = story.json(&["ask", WHOLE, "--set", "agent.tokens=500"]);
    assert_eq!(answer["trouble"][0]["error"]["TokensSpent"]["most"], 500, "{:#}", answer["trouble"]);
    assert_eq!(server.counts().begun, 2);
    let foretold = story.json(&["ask", WHOLE, "--dry-run"]);
    assert_eq!((&foretold["calls"], server.counts().begun), (&4.into(), 2), "{foretold:#}");
}

#[test]
fn a_theme_whose_map_fails_is_told_by_its_quotes() {
    let mut plan = rules("Each lamp of the island is made of oil [1].");
    plan.rules[1].says = "Nobody knows.".to_owned();
    let (story, server) = library(plan);
    let answer = story.json(&["ask", WHOLE]);
    assert_eq!(answer["written_by"], "scripted", "{answer:#}");
    assert_eq!(answer["trouble"], serde_json::json!([{ "what": "unmapped", "failed": 1, "of": 3 }]));
    assert_eq!(server.counts().begun, 4);
}

#[test]
fn counts_ask_no_model_and_a_thing_asks_once() {
    let (story, server) = library(Plan::default());
    for question in
        ["How many documents mention tar?", "How many documents are there?", "Which documents mention Ada Lind?"]
    {
        let answer = story.json(&["ask", question]);
        assert_eq!((&answer["written_by"], &answer["strategy"]), (&Value::Null, &"all documents".into()), "{answer:#}");
    }
    assert_eq!(server.counts().begun, 0);
    story.run(&["status", "--overview"]).succeeded();
    assert_eq!(server.counts().begun, 0, "an overview that is shown asks no model");
    let says = "The boat number 2 was built by Ada Lind in 1824 [1]. It was sunk by pirates in 1830 [1].";
    let server = start(Plan::scripted([Step::Says(says.to_owned())])).expect("a server starts");
    name(&story, &server);
    let answer = story.json(&["ask", "Tell me everything about the boat number 2"]);
    assert_eq!(answer["written_by"], "scripted", "{answer:#}");
    assert_eq!(text(&answer), "The boat number 2 was built by Ada Lind in 1824 [1].");
    assert_eq!((&answer["trouble"][0]["sentences"], server.counts().begun), (&1.into(), 1), "{answer:#}");
    let server = start(Plan { faults: vec![(Fault::Broken, 1.0)], ..Plan::default() }).expect("a server starts");
    name(&story, &server);
    let answer = story.json(&["ask", "Tell me everything about the boat number 3"]);
    assert!(text(&answer).starts_with("**The boat number 3**"), "{answer:#}");
    assert_eq!(answer["trouble"][0]["what"], "unwritten");
}
