//! The agent: questions in parts, tools, checks, earlier answers, and their display.

use std::time::Duration;

use quipu_scripted::{Latency, Plan, Server, Step, start};

use super::Story;

pub(crate) fn services() -> Story {
    let story = Story::of(&[
        ("lamp.md", "# LampService\n\nLampService is owned by the Platform team. It uses ClockStore. Port: 8110.\n"),
        ("clock.md", "# ClockStore\n\nClockStore is owned by the Storage team. It depends on DiskService.\n"),
        ("disk.md", "# DiskService\n\nDiskService is owned by the Storage team.\n"),
        ("teams.md", "# Teams\n\nThe Platform team is led by Ada Lind. The Storage team is led by Bo Varga.\n"),
        ("a.md", "---\ndate: 2024-03-01\n---\n# Tokens\n\nA token of LampService is valid for 30 minutes.\n"),
        ("b.md", "---\ndate: 2025-03-01\n---\n# Login\n\nA token of LampService is valid for 60 minutes.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

#[test]
fn a_question_in_parts_is_answered_with_its_chain_and_shown() {
    let story = services();
    let asked = ["ask", "Who leads the team that owns LampService?", "--effort", "deep", "--trace"];
    let run = story.run(&asked).succeeded();
    assert!(run.out.contains("Ada Lind") && run.out.contains("Platform"), "{}", run.out);
    for step in ["routed", "multi-hop", "planned", "graded", "checked", "answered", "done"] {
        assert!(run.out.contains(step), "{step}: {}", run.out);
    }
    let answer = story.json(&asked[..4]);
    let trace = &answer["agent"];
    let events = trace["events"].as_array().expect("there are events");
    let ended = events.iter().filter(|event| event["event"] == "step.ended").count();
    assert_eq!(trace["spent"]["steps"].as_u64(), Some(ended as u64), "every step is told: {trace:#}");
    assert_eq!((trace["stopped"].as_str(), &trace["spent"]["calls"]), (Some("done"), &0.into()));
}

#[test]
fn both_sides_of_a_contradiction_are_shown() {
    let story = services();
    let run =
        story.run(&["ask", "How long is a token of LampService valid?", "--effort", "deep", "--trace"]).succeeded();
    assert!(run.out.contains("30 minutes") && run.out.contains("60 minutes"), "{}", run.out);
    assert!(run.out.contains("a.md") && run.out.contains("b.md") && run.out.contains("contradiction"), "{}", run.out);
}

/// The last event of this name in an answer's trace.
#[test]
fn what_is_asked_again_comes_from_the_cache_until_something_changes() {
    let story = services();
    let asked = ["ask", "Which team owns ClockStore?", "--effort", "normal"];
    let first = story.run(&asked).succeeded();
    assert!(first.out.contains("Storage") && !first.out.contains("from cache"), "{}", first.out);
    let again = story.run(&["ask", "which team owns  ClockStore?", "--effort", "normal"]).succeeded();
    assert!(again.out.contains("Storage") && again.out.contains("from cache"), "{}", again.out);
    // A changed setting asks again; so does a change of the documents.
    assert!(!story.run(&[&asked[..], &["--limit", "7"]].concat()).succeeded().out.contains("from cache"));
    std::fs::write(story.folder.path().join("notes/more.md"), "ClockStore moved to the Night team.\n")
        .expect("it is written");
    story.run(&["index", "notes"]).succeeded();
    assert!(!story.run(&asked).succeeded().out.contains("from cache"));
    assert!(story.run(&asked).succeeded().out.contains("from cache"));
    let emptied = story.run(&["monitor", "--empty-cache"]).succeeded();
    assert!(emptied.err.contains("kept answers are forgotten"), "{}", emptied.err);
    assert!(!story.run(&asked).succeeded().out.contains("from cache"));
    assert!(!story.run(&[&asked[..], &["--set", "answer.cache=no"]].concat()).succeeded().out.contains("from cache"));
}

#[test]
fn what_is_asked_is_counted_without_a_word_of_it() {
    let story = services();
    story.run(&["ask", "Which team owns ClockStore?"]).succeeded();
    story.run(&["ask", "How many services are there, secretword?", "--set", "answer.monitor=no"]);
    story.run(&["ask", "Which services depend on DiskService, secretword?"]);
    let counted = story.json(&["monitor", "--bad", "Which services depend on DiskService?"]);
    assert_eq!(counted["asked"], 2, "{counted:#}");
    let kinds = counted["kinds"].as_array().expect("there are kinds");
    assert!(kinds.iter().any(|of| of["kind"] == "dependency" && of["bad"] == 1), "{counted:#}");
    let text = std::fs::read_to_string(story.folder.path().join(".quipu/monitor.jsonl"));
    let text = text.or_else(|_| std::fs::read_to_string(story.folder.path().join(".quipu/store/monitor.jsonl")));
    assert!(!text.expect("counts lie beside the workspace").contains("secretword"));
    assert!(story.run(&["monitor"]).succeeded().out.contains("dependency"));
    assert_eq!(story.json(&["monitor", "--forget"])["asked"], 0);
}

#[test]
fn a_trace_is_a_page_and_data() {
    let story = services();
    let asked =
        |to: &'static str| ["ask", "Who leads the team that owns LampService?", "--effort", "deep", "--trace-to", to];
    story.run(&asked("why.html")).succeeded();
    let page = std::fs::read_to_string(story.folder.path().join("why.html")).expect("it was written");
    assert!(page.contains("<h1>Who leads") && page.contains("graded") && page.contains("Ada Lind"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    story.run(&asked("why.json")).succeeded();
    let data = std::fs::read_to_string(story.folder.path().join("why.json")).expect("it was written");
    let data: serde_json::Value = serde_json::from_str(&data).expect("it is JSON");
    assert!(data["agent"]["events"].is_array());
}

#[test]
fn tools_say_what_went_wrong_in_one_shape() {
    let story = services();
    let found = story.json(&["tool", "dependencies", r#"{"entity": "DiskService"}"#]);
    assert_eq!((&found["ok"], &found["tool"]), (&true.into(), &"dependencies".into()), "{found:#}");
    assert!(found["result"].to_string().contains("LampService"), "{found:#}");
    let sum = story.json(&["tool", "summarise", r#"{"topic": "token of LampService", "sentences": 2}"#]);
    assert!(sum["result"]["sentences"].as_array().is_some_and(|all| !all.is_empty()), "{sum:#}");
    for (tool, arguments, code) in [
        ("dependencies", r#"{"entity": "NoService"}"#, "not_found"),
        ("summarise", r#"{"document": "none.md"}"#, "not_found"),
        ("summarise", "{}", "bad_arguments"),
        ("timeline", r#"{"wrong": 1}"#, "bad_arguments"),
        ("calculate", r#"{"expression": "1 / 0"}"#, "bad_arguments"),
    ] {
        let run = story.run(&["tool", tool, arguments, "--json"]).ended(3);
        let told: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
        assert_eq!(
            (&told["ok"], &told["error"]["code"]),
            (&false.into(), &code.into()),
            "{tool} {arguments}: {told:#}"
        );
    }
}

/// The services, and a server that replies so.
fn with_model(script: impl IntoIterator<Item = Step>) -> (Story, Server) {
    with_server(Plan::scripted(script))
}

fn with_server(plan: Plan) -> (Story, Server) {
    let story = services();
    let server = start(plan).expect("a server starts");
    let text =
        format!("[llm]\nurl = \"{}\"\nname = \"scripted\"\nretries = 0\n[answer]\njudge = \"no\"\n", server.url());
    story.write("../quipu.toml", text.as_bytes());
    (story, server)
}

fn calls(calls: &[(&str, &str)]) -> Step {
    Step::Calls(calls.iter().map(|(name, arguments)| ((*name).to_owned(), (*arguments).to_owned())).collect())
}

fn says(text: &str) -> Step {
    Step::Says(text.to_owned())
}

/// A question that no rule reads, of a route that is sure.
const OPEN: &str = "Summarise the main themes of all notes on tokens and teams";

fn steps(answer: &serde_json::Value) -> Vec<(String, bool)> {
    let events = answer["agent"]["events"].as_array().expect("there are events");
    let ended = events.iter().filter(|event| event["event"] == "step.ended");
    ended.map(|event| (event["tool"].as_str().unwrap_or_default().to_owned(), event["ok"] == true)).collect()
}

#[test]
fn a_model_looks_by_tools_and_what_it_found_is_cited() {
    let (story, server) = with_model([
        calls(&[("search", r#"{"query": "DiskService"}"#), ("lookup", r#"{"name": "ClockStore"}"#)]),
        says("DONE"),
        says("DiskService is owned by the Storage team [1]."),
    ]);
    let answer = story.json(&["ask", OPEN, "--effort", "normal"]);
    assert_eq!(steps(&answer), [("search".to_owned(), true), ("lookup".to_owned(), true)], "{answer:#}");
    assert_eq!((&answer["written_by"], &answer["agent"]["spent"]["calls"]), (&"scripted".into(), &2.into()));
    let by_tools = |hit: &&serde_json::Value| hit["why"]["of"] == "found by a tool";
    let hits = answer["hits"].as_array().expect("there are hits");
    assert!(hits.iter().filter(by_tools).any(|hit| hit["document"] == "notes/disk.md"), "{answer:#}");
    assert_eq!(server.counts().begun, 3);
    let told = story.run(&["ask", OPEN, "--effort", "normal"]).succeeded().err;
    assert!(told.contains("up to 6 calls of the model and 30"), "{told}");
    let again = story.json(&["ask", OPEN, "--effort", "normal"]);
    assert_eq!((&again["from_cache"], server.counts().begun), (&true.into(), 3));
}

/// The names of the events of an answer's trace.
fn happened(answer: &serde_json::Value) -> Vec<&str> {
    let events = answer["agent"]["events"].as_array().expect("there are events");
    events.iter().filter_map(|event| event["event"].as_str()).collect()
}

/// A question that no rule of routes knows, nor one of plans.
const VAGUE: &str = "Tell me the head of the people behind LampService";

#[test]
fn where_rules_are_unsure_a_model_routes_plans_and_grades() {
    let (story, server) = with_model([
        says(r#"{"kind": "multi-hop", "why": "the people behind it"}"#),
        says("```json\n{\"parts\": [{\"ask\": \"Which team owns LampService?\"}, {\"ask\": \"Who leads {1}?\"}]}\n```"),
        says(
            r#"{"grades": [{"part": 1, "grade": 5, "why": "it says so"}, {"part": 2, "grade": 5, "why": "it says so"}]}"#,
        ),
        says("Ada Lind leads the team that owns LampService [1]."),
    ]);
    let answer = story.json(&["ask", VAGUE, "--effort", "normal"]);
    let (events, text) = (happened(&answer), answer["answer"].as_str().unwrap_or_default());
    assert_eq!(events.iter().filter(|event| **event == "planned").count(), 2, "{answer:#}");
    assert!(text.contains("Ada Lind"), "{answer:#}");
    assert!(answer["agent"]["spent"]["calls"].as_u64() <= Some(3) && server.counts().begun <= 4, "{answer:#}");
}

#[test]
fn what_a_model_plans_amiss_leaves_the_rules_plan() {
    let (story, _server) = with_model([
        says("It is a lookup, I think."),
        says(r#"{"parts": [{"ask": "Who leads {2}?"}, {"ask": "Which team owns {1}?"}]}"#),
        says("no"),
        says("DONE"),
        says("Platform owns LampService [1]."),
    ]);
    let answer = story.json(&["ask", VAGUE, "--effort", "normal"]);
    assert_eq!(happened(&answer).iter().filter(|event| **event == "planned").count(), 1, "{answer:#}");
    assert_eq!(
        answer["agent"]["events"].as_array().and_then(|events| events.last()?["because"].as_str()),
        Some("done")
    );
}

#[test]
fn the_most_effort_holds_what_was_gathered_against_the_question_once() {
    let (story, server) = with_model([
        calls(&[("search", r#"{"query": "token"}"#)]),
        says("DONE"),
        calls(&[("search", r#"{"query": "team"}"#)]),
        says("DONE"),
        says("A token of LampService is valid for 30 minutes [1]."),
    ]);
    let answer = story.json(&["ask", OPEN, "--effort", "deep"]);
    let reflected = |event: &&serde_json::Value| event["how"] == "reflection";
    let events = answer["agent"]["events"].as_array().expect("there are events");
    assert_eq!(events.iter().filter(reflected).count(), 1, "{answer:#}");
    assert_eq!((steps(&answer).len(), server.counts().begun), (2, 5), "{answer:#}");
}

/// A reply as any server may send it.
fn sends(message: serde_json::Value, finish: &str) -> Step {
    // Tokens that a server does not tell are counted, which takes the tests' binary its time.
    let usage = serde_json::json!({ "prompt_tokens": 10, "completion_tokens": 10 });
    let body = serde_json::json!({ "choices": [{ "message": message, "finish_reason": finish }], "usage": usage });
    Step::Answers("application/json", body.to_string())
}

/// A message that calls a tool, as servers really write it.
fn called(name: &str, arguments: serde_json::Value) -> serde_json::Value {
    serde_json::json!({ "content": null, "tool_calls": [{ "function": { "name": name, "arguments": arguments } }] })
}

#[test]
fn replies_as_servers_really_send_them_end_in_an_answer() {
    use serde_json::{Value, json};

    let query = json!({ "query": "token" });
    let twice = Value::String(Value::String(query.to_string()).to_string());
    let spoken = json!({ "name": "search", "arguments": query });
    let says = |text: String| sends(json!({ "content": text }), "stop");
    let (runs, fails) = (Some(true), Some(false));
    // The request, and the outcome of its tool: success, failure, or no tool.
    let rows = [
        ("no arguments at all", sends(called("documents", Value::Null), "tool_calls"), runs),
        ("arguments of nothing", sends(called("documents", json!("")), "tool_calls"), runs),
        ("null as a text", sends(called("documents", json!("null")), "tool_calls"), runs),
        ("an object, and no id", sends(called("search", query.clone()), "tool_calls"), runs),
        ("a text in a text", sends(called("search", twice), "tool_calls"), runs),
        ("no object", sends(called("search", json!("[1]")), "tool_calls"), fails),
        ("a prefix", sends(called("functions.search", json!(query.to_string())), "tool_calls"), runs),
        ("another case", sends(called("Search", json!(query.to_string())), "tool_calls"), runs),
        ("a name of none", sends(called("fly", json!("{}")), "tool_calls"), fails),
        ("a tagged text", says(format!("<tool_call>{spoken}</tool_call>")), runs),
        ("a fenced text", says(format!("```json\n{spoken}\n```")), runs),
        (
            "only planned",
            sends(json!({ "content": "", "reasoning_content": format!("I call {spoken}") }), "stop"),
            None,
        ),
        ("planned and never closed", says(format!("<think>I call {spoken}")), None),
        ("cut off", sends(called("search", json!("{\"query\": \"tok")), "length"), None),
        ("nothing", sends(json!({ "content": "" }), "stop"), None),
        ("straight to the end", says("DONE".to_owned()), None),
    ];
    for (what, sent, expected) in rows {
        let told = says("A token of LampService is valid for 30 minutes [1].".to_owned());
        let (story, server) = with_model([sent, says("DONE".to_owned()), told.clone(), told.clone(), told]);
        let answer = story.json(&["ask", OPEN, "--effort", "normal"]);
        assert_eq!(steps(&answer).first().map(|(_, ok)| *ok), expected, "{what}: {answer:#}");
        assert!(answer["refused"] == false && answer["agent"]["stopped"] == "done", "{what}: {answer:#}");
        assert!(server.counts().begun <= 6, "{what}: {} calls", server.counts().begun);
    }
}

#[test]
fn tools_that_fail_are_told_and_endless_calls_are_cut() {
    let (story, server) = with_model([
        calls(&[("lookup", r#"{"wrong": 1}"#), ("fly", "{}"), ("search", "\"text\"")]),
        calls(&[("search", r#"{"query": "token"}"#)]),
        calls(&[("search", r#"{"query": "token"}"#)]),
        calls(&[("search", r#"{"query": "token"}"#)]),
        says("A token of LampService is valid for 30 minutes [1]."),
    ]);
    let answer = story.json(&["ask", OPEN, "--effort", "deep"]);
    let told = steps(&answer);
    let bad = told.iter().filter(|(_, ok)| !ok).count();
    assert_eq!((bad, told.iter().filter(|(tool, _)| tool == "search").count()), (3, 2), "{told:?}");
    assert_eq!(answer["refused"], false, "{answer:#}");
    assert_eq!(server.counts().begun, 5, "the third same call ends the looking");
}

#[test]
fn a_call_is_kept_for_the_answer_and_a_model_that_fails_leaves_what_is_there() {
    let looks = |at: usize| calls(&[("search", format!(r#"{{"query": "token {at}"}}"#).as_str())]);
    let script: Vec<Step> =
        (0..5).map(looks).chain([says("A token of LampService is valid for 30 minutes [1].")]).collect();
    let (story, server) = with_model(script);
    let answer = story.json(&["ask", OPEN, "--effort", "normal"]);
    assert_eq!((&answer["agent"]["stopped"], server.counts().begun), (&"calls".into(), 6), "{answer:#}");
    assert!(answer["written_by"] == "scripted" && answer["refused"] == false, "{answer:#}");
    let (story, _server) = with_model((0..9).map(|_| Step::Refuses(500, "broken".to_owned())));
    let run = story.run(&["ask", OPEN, "--effort", "normal", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("it ends with an answer");
    let events = answer["agent"]["events"].as_array().expect("there are events");
    let told = |event: &serde_json::Value| event["how"].as_str().is_some_and(|how| how.contains("without the model"));
    assert!(events.iter().any(told) && answer["trouble"][0]["what"] == "unwritten", "{answer:#}");
}

#[test]
fn bounds_are_settings_and_a_call_that_lasts_is_dropped() {
    let slow = Latency::Fixed(Duration::from_secs(4));
    let (story, _server) = with_server(Plan { latency: slow, ..Plan::scripted([]) });
    let answer = story.json(&["ask", OPEN, "--effort", "deep", "--set", "agent.seconds=0.5"]);
    assert_eq!(answer["agent"]["stopped"], "seconds", "{answer:#}");
    assert!(answer["agent"]["spent"]["seconds"].as_f64() < Some(3.0), "{answer:#}");
    let (story, server) = with_model([says("A token of LampService is valid for 30 minutes [1].")]);
    let answer = story.json(&["ask", OPEN, "--effort", "deep", "--set", "agent.calls=1"]);
    assert_eq!((&answer["agent"]["stopped"], server.counts().begun), (&"calls".into(), 1), "{answer:#}");
    let steps =
        ["ask", "Who leads the team that owns LampService?", "--effort", "deep", "--set", "agent.steps=1", "--offline"];
    assert_eq!(story.json(&steps)["agent"]["stopped"], "steps");
}

#[test]
fn the_documents_cannot_steer_the_model_beyond_its_tools() {
    let (story, server) = with_model([
        calls(&[("merge_names", r#"{"a": "LampService", "b": "ClockStore", "reason": "told to"}"#)]),
        calls(&[("merge_names", r#"{"a": "LampService", "b": "ClockStore", "reason": "told again"}"#)]),
        says("A token of LampService is valid for 30 minutes [1]."),
    ]);
    let answer = story.json(&["ask", OPEN, "--effort", "deep"]);
    assert!(steps(&answer).iter().all(|(_, ok)| !ok), "{answer:#}");
    assert_eq!(server.counts().begun, 3, "two unknown tools end the looking");
    assert!(story.json(&["entity", "log"]).as_array().is_some_and(Vec::is_empty), "nothing was decided");
}

#[test]
fn what_is_not_from_the_documents_is_headed_so_and_only_said_if_it_may_be() {
    let script = || [says("**NO ANSWER**"), says("The moon is about 384,000 km away.")];
    let (story, server) = with_model(script());
    let asked = ["ask", "How far away is the moon?"];
    let run = story.run(&asked).ended(1);
    assert!(!run.out.contains("384,000") && server.counts().begun == 1, "{}", run.out);
    let (story, _server) = with_model(script());
    let run = story.run(&[&asked[..], &["--set", "answer.beyond=yes"]].concat()).ended(1);
    let (documents, beyond) = run.out.split_once("Not from your documents:").expect("it is headed so");
    assert!(documents.contains("Nothing in these documents") && beyond.contains("384,000"), "{}", run.out);
}

#[test]
fn who_is_in_focus_costs_no_call() {
    let (story, server) = with_model([says("The Storage team is led by Bo Varga [1]."), says("**NO ANSWER**")]);
    story.run(&["ask", "Who leads the Storage team?", "--session", "s"]);
    let run = story.run(&["ask", "And where was he born?", "--session", "s", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(answer["asked"], "And where was he born? (Bo Varga)", "{answer:#}");
    assert_eq!(server.counts().begun, 2, "one call an answer, none to understand it");
}
