//! Tools over a real server: called whole and in pieces, answered, described in words where they are refused.

use std::sync::Arc;

use quipu_engine::gateway::{Ledger, Manners, mannered};
use quipu_engine::ports::{Ending, Llm, LlmError, Prompt, Reply, Tool, ToolCall};
use quipu_scripted::{Accepts, Plan, Server, Step, start};
use serde_json::{Value, json};

use super::tests::{llm, options, said};
use super::*;
use crate::store::shelves;

fn search() -> Tool {
    let query = json!({ "type": "object", "required": ["query"], "properties": { "query": { "type": "string" } } });
    Tool::new("search", "Finds passages by their words.", query)
}

fn prompt() -> Prompt {
    Prompt::new("Be brief.", "Who cast the bell of Tarnfeld?", 100).with_tools(vec![search()])
}

fn calls(reply: &Reply) -> Vec<(&str, &Value)> {
    reply.calls.iter().map(|call| (call.name.as_str(), &call.arguments)).collect()
}

/// A server that refuses tools.
fn without_tools(script: impl IntoIterator<Item = Step>) -> Server {
    let accepts = Accepts { tools: false, ..Accepts::default() };
    start(Plan { accepts, ..Plan::scripted(script) }).unwrap()
}

/// A model as the settings build it: with all wrappers except memory.
fn whole(llm: OpenAiChat) -> Arc<dyn Llm> {
    mannered(Arc::new(llm), "test", Manners::default(), &Arc::new(Ledger::new(None)))
}

#[tokio::test]
async fn a_tool_is_called_answered_and_the_answer_told() {
    let server = start(Plan::default()).unwrap();
    for listens in [false, true] {
        let llm = llm(&server);
        let (done, heard) = said(&llm, &prompt(), listens).await;
        let reply = done.unwrap();
        assert_eq!(calls(&reply), [("search", &json!({ "query": "Tarnfeld" }))]);
        assert_eq!((reply.ending, reply.text.as_str(), heard.as_str()), (Ending::Calls, "", ""));
        assert!(reply.usage.told && reply.usage.output > 0);
        let next = prompt().called(&reply).answered(&reply.calls[0], "Ilse Varga cast it.");
        let answer = said(&llm, &next, listens).await.0.unwrap();
        assert_eq!((answer.ending, answer.calls.len()), (Ending::Stop, 0));
        assert!(answer.text.ends_with("Ilse Varga."), "{}", answer.text);
    }
}

#[tokio::test]
async fn several_calls_come_in_their_order_whole_and_in_pieces() {
    let arguments = [r#"{"query": "the bell"}"#, "", r#""{\"query\": \"ж\"}""#, "[1]", r#"{"query": "#];
    let step = || Step::Calls(arguments.map(|arguments| ("search".to_owned(), arguments.to_owned())).to_vec());
    let server = start(Plan::scripted([step(), step()])).unwrap();
    for listens in [false, true] {
        let reply = said(&llm(&server), &prompt(), listens).await.0.unwrap();
        let read =
            [json!({ "query": "the bell" }), json!({}), json!({ "query": "ж" }), json!([1]), json!("{\"query\": ")];
        assert_eq!(calls(&reply), read.iter().map(|one| ("search", one)).collect::<Vec<_>>(), "{listens}");
        let mut ids: Vec<&String> = reply.calls.iter().map(|call| &call.id).collect();
        ids.dedup();
        assert_eq!(ids.len(), 5);
    }
}

#[tokio::test]
async fn odd_servers_are_understood() {
    let odd = [
        r#"{"choices":[{"message":{"content":"","tool_calls":[{"function":{"name":"functions.Search","arguments":{"query":"x"}}}]},"finish_reason":"stop"}]}"#,
        r#"{"choices":[{"message":{"content":null,"function_call":{"name":"search","arguments":"{\"query\":\"x\"}"}},"finish_reason":"function_call"}]}"#,
        r#"{"choices":[{"message":{"reasoning":"I shall look.","tool_calls":{"id":7,"name":"search","arguments":"{\"query\":\"x\"}"}},"finish_reason":"tool_calls"}]}"#,
        r#"{"choices":[{"message":{"content":"<think>search?</think><tool_call>{\"name\":\"search\",\"arguments\":{\"query\":\"x\"}}</tool_call>"},"finish_reason":"stop"}]}"#,
        r#"{"choices":[{"message":{"content":"{\"tool\":\"search\",\"arguments\":{\"query\":\"x\"}}"},"finish_reason":"stop"}]}"#,
    ];
    for body in odd {
        let server = start(Plan::scripted([Step::Answers("application/json", body.to_owned())])).unwrap();
        let reply = whole(llm(&server)).reply(&prompt(), None).await.unwrap();
        assert_eq!(calls(&reply), [("search", &json!({ "query": "x" }))], "{body}");
        assert!(reply.ending == Ending::Calls && !reply.calls[0].id.is_empty(), "{reply:?}");
    }
    let planned =
        r#"{"choices":[{"message":{"content":"<think>{\"tool\":\"search\"}</think>Nobody."},"finish_reason":"stop"}]}"#;
    let server = start(Plan::scripted([Step::Answers("application/json", planned.to_owned())])).unwrap();
    let reply = whole(llm(&server)).reply(&prompt(), None).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.calls.len()), ("Nobody.", 0), "what is thought is not called");
}

#[tokio::test]
async fn a_server_that_refuses_tools_is_told_of_them_in_words_and_asked_so_ever_after() {
    let says = [
        r#"{"tool": "search", "arguments": {"query": "bell"}}"#,
        "Ilse Varga cast it.",
        r#"{"answer": "Ilse Varga."}"#,
    ];
    let server = without_tools(says.map(|text| Step::Says(text.to_owned())));
    let folder = tempfile::tempdir().unwrap();
    let kept = shelves(folder.path()).cache;
    let chat = OpenAiChat::new(options(&server), Some(kept.clone())).unwrap();
    assert!(chat.habits().await.tools);
    let llm = whole(chat);
    let reply = llm.reply(&prompt(), None).await.unwrap();
    assert_eq!(calls(&reply), [("search", &json!({ "query": "bell" }))]);
    let next = prompt().called(&reply).answered(&reply.calls[0], "Ilse Varga, 1911");
    assert_eq!(llm.reply(&next, None).await.unwrap().text, "Ilse Varga cast it.");
    let later = OpenAiChat::new(options(&server), Some(kept)).unwrap();
    assert!(!later.habits().await.tools, "what was learned is kept");
    assert_eq!(whole(later).reply(&prompt(), None).await.unwrap().text, "Ilse Varga.");
}

#[tokio::test]
async fn every_refusal_of_tools_is_understood_and_no_other() {
    for (status, body) in [
        (400, r#"{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}"#),
        (
            400,
            r#"{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}"#,
        ),
        (404, r#"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#),
        (
            422,
            r#"{"detail":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted"}]}"#,
        ),
        (500, r#"{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}"#),
        (501, r#"{"error":"not implemented"}"#),
    ] {
        let script = [Step::Refuses(status, body.to_owned()), Step::Says("Nobody.".to_owned())];
        let server = start(Plan::scripted(script)).unwrap();
        let llm = llm(&server);
        let reply = llm.reply(&prompt(), None).await.unwrap();
        assert_eq!((reply.text.as_str(), llm.habits().await.tools), ("Nobody.", false), "{body}");
    }
    let unknown = Step::Refuses(404, r#"{"error":{"message":"The model `x` does not exist"}}"#.to_owned());
    let server = start(Plan::scripted([unknown])).unwrap();
    let llm = llm(&server);
    assert!(matches!(llm.reply(&prompt(), None).await, Err(LlmError::Refused { .. })));
    assert!(llm.habits().await.tools);
}

#[tokio::test]
async fn a_call_that_was_cut_is_never_given_out() {
    let cut = r#"{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"search","arguments":"{\"query"}}]},"finish_reason":"length"}],"usage":{"prompt_tokens":9,"completion_tokens":100}}"#;
    let server = start(Plan::scripted([Step::Answers("application/json", cut.to_owned())])).unwrap();
    let reply = whole(llm(&server)).reply(&prompt(), None).await.unwrap();
    assert_eq!(calls(&reply), [("search", &json!({ "query": "Tarnfeld" }))], "it was asked again with more room");
}

#[test]
fn tools_in_words_read_so() {
    let call = ToolCall::read("a".to_owned(), "search", json!({ "query": "bell" }), &[]);
    let other = ToolCall { id: "b".to_owned(), ..call.clone() };
    let calls = vec![call.clone(), other.clone()];
    let reply = Reply { calls, ..Reply::new("", quipu_engine::ports::Usage::default()) };
    let prompt = prompt().called(&reply).answered(&call, "none").answered(&other, "\"Ilse\"");
    let worded = offered::in_words(&prompt);
    assert!(worded.tools.is_empty());
    let turns: Vec<String> = worded.turns.iter().map(|turn| format!("[{}]\n{}", turn.by.role(), turn.text)).collect();
    insta::assert_snapshot!(turns.join("\n\n"));
}
