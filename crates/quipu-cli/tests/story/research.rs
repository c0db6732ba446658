//! The research assistant's dry run: five papers from a topic to a cited answer, through the routes of its design, offline
//! and with a scripted model, against a server that stands in for arXiv.

use std::path::Path;

use quipu_scripted::{Plan, RecordedReply, RecordedServer, Rule, start};
use serde_json::{Value, json};

use super::Story;
use super::papers::with;
use super::serve::Serving;

const TOPIC: &str = "transformer attention mechanism";
const QUESTION: &str = "How does self-attention work?";
const FIRST: &str = "http://arxiv.org/abs/1706.03762";
const SECOND: &str = "http://arxiv.org/abs/1810.04805";

/// A server of a fresh workspace whose arXiv is the stand-in, unless `other` names another.
fn serving(
    settings: &str,
    other: impl Fn(&str, usize) -> Option<RecordedReply> + Send + Sync + 'static,
) -> (Story, RecordedServer, Serving) {
    let (story, server) = with(other);
    let path = story.folder.path().join("quipu.toml");
    let known = std::fs::read_to_string(&path).expect("settings");
    std::fs::write(&path, format!("{known}{settings}")).expect("they can be written");
    let serving = Serving::start(&story);
    (story, server, serving)
}

fn built(serving: &Serving, body: &Value) -> Value {
    let (status, graph) = serving.asked("POST", "/api/build_graph", "", &body.to_string());
    assert_eq!(status, 200, "{graph}");
    graph
}

fn acted(serving: &Serving, body: &Value) -> (u16, Value) {
    serving.asked("POST", "/api/agent_action", "", &body.to_string())
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

fn len(list: &Value) -> usize {
    list.as_array().map(Vec::len).unwrap_or_default()
}

/// Papers have the fields of the design; pairs that are alike are above the bound, the most alike first; a concept is of several papers.
fn pairs_hold(graph: &Value) {
    for field in ["id", "title", "summary", "authors", "published", "link"] {
        assert!(!graph["nodes"][0][field].is_null(), "{field}: {graph}");
    }
    let pairs = graph["edges"].as_array().expect("pairs");
    let weights: Vec<f64> = pairs.iter().filter_map(|pair| pair["weight"].as_f64()).collect();
    assert!(!pairs.is_empty() && weights.iter().all(|weight| *weight > 0.3), "{weights:?}");
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    let shared = graph["knowledge_graph"]["nodes"].as_array().expect("concepts");
    assert!(shared.iter().any(|one| len(&one["papers"]) > 1), "{shared:?}");
}

#[test]
fn a_topic_becomes_a_graph_and_chosen_papers_answer_offline() {
    let (_story, server, serving) = serving("", |path, _| {
        path.starts_with("/pdf/2603.08391")
            .then(|| RecordedReply::of(200, "application/pdf", b"%PDF-1.4 broken".to_vec()))
    });
    let graph = built(&serving, &json!({ "topic": TOPIC, "max_results": 5 }));
    assert_eq!(len(&graph["nodes"]), 5, "{graph}");
    assert_eq!(
        (graph["nodes"][0]["id"].as_str(), graph["nodes"][0]["cited_by_inside"].as_u64()),
        (Some(FIRST), Some(3))
    );
    // A broken PDF costs itself.
    let broken = graph["nodes"].as_array().and_then(|all| all.iter().find(|one| one["arxiv"] == "2603.08391"));
    assert_eq!(broken.map(|one| one["status"].as_str()), Some(Some("abstract")), "{graph}");
    assert_eq!((len(&graph["failed"]), graph["failed"][0]["code"].as_str()), (1, Some("pdf-broken")), "{graph}");
    pairs_hold(&graph);
    let session = graph["session_id"].as_str().expect("a session").to_owned();
    assert!(session.len() == 8 && session.bytes().all(|byte| byte.is_ascii_hexdigit()), "{session}");
    // The search as the design has it, then the texts in the order of the feed.
    let asked = server.seen();
    assert!(asked[0].path.contains("search_query=all:%22transformer+attention+mechanism%22"), "{}", asked[0].path);
    // Only the chosen papers are used.
    let body = json!({
        "action": "chat", "selected_papers": [graph["nodes"][0], SECOND], "query": QUESTION, "session_id": session,
        "use_hybrid": true, "use_reranking": true,
    });
    let (status, reply) = acted(&serving, &body);
    assert_eq!((status, reply["warning"].is_null()), (200, true), "{reply}");
    assert!(reply["response"].as_str().is_some_and(|said| said.contains("[1]")), "{reply}");
    assert_eq!(
        (len(&reply["citations"]) > 0, reply["citations"][0]["borne_out"].as_bool()),
        (true, Some(true)),
        "{reply}"
    );
    assert!(
        reply["citations"]
            .as_array()
            .is_some_and(|all| all.iter().all(|one| one["paper"] == FIRST || one["paper"] == SECOND))
    );
    assert!(
        strings(&reply["related_concepts"]).iter().any(|name| name.to_lowercase().contains("attention")),
        "{reply}"
    );
    assert!(len(&reply["notes"]) > 0, "that no model is named is told: {reply}");
    // A question that papers do not answer is refused with a warning.
    let (_, reply) = acted(
        &serving,
        &json!({ "action": "chat", "selected_papers": [FIRST], "query": "How do I bake bread?", "session_id": session }),
    );
    assert_eq!((reply["refused"].as_bool(), len(&reply["citations"])), (Some(true), 0), "{reply}");
    assert!(reply["warning"].as_str().is_some_and(|warning| warning.contains("may not answer")), "{reply}");
    // Again, no request goes to arXiv.
    let before = server.seen().len();
    let again = built(&serving, &json!({ "topic": TOPIC, "max_results": 5, "session_id": session }));
    assert_eq!(again["session_id"].as_str(), Some(session.as_str()));
    let since: Vec<String> = server.seen().into_iter().skip(before).map(|seen| seen.path).collect();
    assert!(since.iter().all(|path| path.contains("2603.08391")), "only the broken text is asked for again: {since:?}");
}

#[test]
fn the_other_actions_give_what_papers_state() {
    let (_story, _server, serving) = serving("", |_, _| None);
    let graph = built(&serving, &json!({ "topic": TOPIC, "max_results": 5 }));
    let session = graph["session_id"].clone();
    let (status, reply) =
        acted(&serving, &json!({ "action": "summarise", "selected_papers": ["1706.03762"], "session_id": session }));
    assert_eq!((status, len(&reply["papers"])), (200, 1), "{reply}");
    let cells = ["problem", "method", "data", "metric", "result"].map(|cell| reply["papers"][0][cell].clone());
    let stated: Vec<&Value> = cells.iter().filter(|cell| !cell["text"].is_null()).collect();
    assert!(stated.len() >= 2 && stated.iter().all(|cell| len(&cell["citations"]) == 1), "{reply}");
    let (_, reply) = acted(
        &serving,
        &json!({ "action": "compare", "selected_papers": ["1706.03762", "1810.04805"], "session_id": session }),
    );
    assert_eq!((len(&reply["table"]["columns"]), len(&reply["table"]["rows"])), (5, 2), "{reply}");
    let (_, reply) =
        acted(&serving, &json!({ "action": "graph", "query": "self-attention", "depth": 2, "session_id": session }));
    assert!(len(&reply["matched"]) > 0 && len(&reply["nodes"]) >= len(&reply["matched"]), "{reply}");
    assert!(reply["edges"].as_array().is_some_and(|all| all.iter().all(|one| one["evidence"]["quote"].is_string())));
}

#[test]
fn what_cannot_be_meant_is_told_by_its_part() {
    let (_story, _server, serving) = serving("", |_, _| None);
    let graph = built(&serving, &json!({ "topic": TOPIC, "max_results": 2 }));
    let session = &graph["session_id"];
    for (path, body, status, code) in [
        ("build_graph", json!({ "topic": " " }), 422, "invalid"),
        ("build_graph", json!({ "topic": TOPIC, "max_results": 0 }), 422, "invalid"),
        ("build_graph", json!({ "topic": TOPIC, "max_results": 201 }), 422, "invalid"),
        ("build_graph", json!({ "topic": TOPIC, "session_id": "00000000" }), 404, "no-session"),
        ("agent_action", json!({ "action": "dance", "session_id": session }), 422, "invalid"),
        ("agent_action", json!({ "action": "chat", "session_id": session }), 422, "invalid"),
        ("agent_action", json!({ "action": "chat", "query": QUESTION, "session_id": "00000000" }), 404, "no-session"),
        (
            "agent_action",
            json!({ "action": "chat", "query": QUESTION, "session_id": session, "selected_papers": ["2603.08343"] }),
            404,
            "no-paper",
        ),
    ] {
        let (found, problem) = serving.asked("POST", &format!("/api/{path}"), "", &body.to_string());
        assert_eq!((found, problem["code"].as_str()), (status, Some(code)), "{body}: {problem}");
    }
    let (_, problem) =
        serving.asked("POST", "/api/build_graph", "", &json!({ "topic": TOPIC, "max_results": 0 }).to_string());
    assert_eq!(problem["errors"][0]["pointer"], "/max_results", "{problem}");
    // No paper chosen: all are used, and a note says so.
    let (_, reply) = acted(&serving, &json!({ "action": "chat", "query": QUESTION, "session_id": session }));
    assert!(strings(&reply["notes"]).iter().any(|note| note.contains("all were searched")), "{reply}");
}

#[test]
fn where_there_are_no_papers_no_document_is_asked_for_them() {
    let (story, _server) = with(|_, _| None);
    story.write("bell.md", b"The bell of Tarnby was cast by Ilse Varga in 1911.\n");
    story.run(&["index", "notes"]).succeeded();
    let said = story.run(&["papers", "ask", "Who cast the bell?"]);
    assert_ne!(said.code, Some(0), "{}", said.out);
    assert!(said.err.contains("there are no papers here"), "{}", said.err);
}

#[test]
fn whoever_does_not_wait_follows_the_job() {
    let (_story, _server, serving) = serving("", |_, _| None);
    let body = json!({ "topic": TOPIC, "max_results": 3 }).to_string();
    let reply = serving.heard("POST", "/api/build_graph", "Prefer: respond-async\r\n", &body);
    assert!(reply.starts_with("HTTP/1.1 202"), "{reply}");
    let lower = reply.to_lowercase();
    for header in ["location: /api/v1/workspaces/default/jobs/", "preference-applied: respond-async", "retry-after: 3"]
    {
        assert!(lower.contains(header), "{header}: {reply}");
    }
    let events = serving.heard("POST", "/api/build_graph", "Accept: text/event-stream\r\n", &body);
    assert!(events.contains("event: document") && events.contains("event: finished"), "{events}");
    let last = events.lines().filter_map(|line| line.strip_prefix("data: ")).rfind(|line| line.starts_with('{'));
    let last: Value = serde_json::from_str(last.expect("events")).expect("JSON");
    assert_eq!((last["event"].as_str(), len(&last["report"]["nodes"])), (Some("finished"), 3), "{last}");
}

#[test]
fn a_scripted_model_reads_rates_checks_and_writes() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/scripted/papers/model.json");
    let rules: Vec<Rule> = serde_json::from_slice(&std::fs::read(rules).expect("rules")).expect("JSON");
    let model = start(Plan { rules, ..Plan::default() }).expect("a server starts");
    let settings = format!("[llm]\nurl = \"{}\"\nname = \"scripted\"\n", model.url());
    let (_story, _server, serving) = serving(&settings, |_, _| None);
    let graph = built(&serving, &json!({ "topic": TOPIC, "max_results": 5 }));
    let concepts = graph["knowledge_graph"]["nodes"].as_array().expect("concepts");
    let attention =
        concepts.iter().find(|one| one["name"].as_str().is_some_and(|name| name.to_lowercase() == "self-attention"));
    assert_eq!(attention.map(|one| len(&one["papers"])), Some(3), "{concepts:?}");
    assert!(concepts.iter().all(|one| one["name"] != "H100"), "an unknown type is dropped: {concepts:?}");
    let session = graph["session_id"].clone();
    let chat = |query: &str| json!({ "action": "chat", "selected_papers": [FIRST, SECOND], "query": query, "session_id": session });
    let events =
        serving.heard("POST", "/api/agent_action", "Accept: text/event-stream\r\n", &chat(QUESTION).to_string());
    let told = |kind: &str| -> Vec<Value> {
        let all = events
            .lines()
            .filter_map(|line| line.strip_prefix("data: "))
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        all.filter(|event| event["event"] == kind).collect()
    };
    let end = told("end").pop().expect("an end");
    let said: String = told("token").iter().filter_map(|token| token["text"].as_str()).collect();
    assert!(said.contains("relates the positions of one sequence"), "{events}");
    assert_eq!((end["trace"]["relevant"].as_str(), end["warning"].is_null()), (Some("YES"), true), "{end}");
    assert_eq!((end["trace"]["model"].as_str(), len(&end["trace"]["kept"]) <= 5), (Some("scripted"), true), "{end}");
    assert!(len(&end["citations"]) > 0 && !told("citation").is_empty(), "{end}");
    assert!(strings(&end["related_concepts"]).contains(&"Transformer"), "{end}");
    let (_, reply) = acted(&serving, &chat("How do I bake bread?"));
    assert_eq!((reply["trace"]["relevant"].as_str(), reply["refused"].as_bool()), (Some("NO"), Some(true)), "{reply}");
    assert!(reply["warning"].is_string() && len(&reply["citations"]) == 0, "{reply}");
}

#[test]
fn a_source_that_stays_busy_is_told_and_the_session_goes_on() {
    let (_story, _server, serving) =
        serving("", |path, _| path.contains("weather").then(|| RecordedReply::of(404, "text/plain", b"gone".to_vec())));
    let graph = built(&serving, &json!({ "topic": TOPIC, "max_results": 2 }));
    let (status, problem) = serving.asked("POST", "/api/build_graph", "", &json!({ "topic": "weather" }).to_string());
    assert!(
        status == 502 && problem["code"].as_str().is_some_and(|code| code.starts_with("source-")),
        "{status} {problem}"
    );
    let (status, reply) =
        acted(&serving, &json!({ "action": "chat", "query": QUESTION, "session_id": graph["session_id"] }));
    assert_eq!(status, 200, "{reply}");
}
