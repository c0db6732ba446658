//! Servers that deviate from the protocol: their meaning is read, and an incomplete answer is an error.

use quipu_engine::ports::{Ending, LlmError, Reply};
use quipu_scripted::{Plan, Step, start};

use super::tests::{extraction, llm, options, prompt, said};
use super::*;
use crate::net::Secret;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

/// The results of an answer, whole and with a listener, and the text that the listener received.
async fn of(kind: &'static str, body: &str) -> [(Result<Reply, LlmError>, String); 2] {
    let step = || Step::Answers(kind, body.to_owned());
    let server = start(Plan::scripted([step(), step()])).unwrap();
    let llm = llm(&server);
    [said(&llm, &prompt(), false).await, said(&llm, &prompt(), true).await]
}

/// A stream of these lines of data, which says so where it is over.
fn stream(data: &[&str]) -> String {
    data.iter().chain(&["[DONE]"]).map(|data| format!("data: {data}\n\n")).collect()
}

const ONE: &str = r#"{"choices":[{"delta":{"content":"The bell "},"finish_reason":null}]}"#;
const TWO: &str = r#"{"choices":[{"delta":{"content":"rings."},"finish_reason":null}]}"#;
const END: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;

#[tokio::test]
async fn what_is_no_part_of_a_reply_is_passed_over() {
    for odd in [
        "null",
        "ping",
        ": wait",
        r#""heartbeat""#,
        "[]",
        r#"{"type":"ping"}"#,
        r#"{"choices":null,"usage":{"prompt_tokens":null}}"#,
        r#"{"choices":[null]}"#,
        r#"{"choices":[{"delta":null,"finish_reason":""}]}"#,
        r#"{"choices":[{"delta":{"content":null,"role":"assistant"}}],"usage":null,"error":null}"#,
        r#"{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"#,
    ] {
        let body =
            format!(": begin\n\ndata: {odd}\n\nevent: note\nid: 7\nretry: 50\n\n{}", stream(&[ONE, odd, TWO, END]));
        for (done, heard) in of(EVENTS, &body).await {
            let reply = done.unwrap_or_else(|error| panic!("{odd}: {error}"));
            assert_eq!((reply.text.as_str(), reply.ending), ("The bell rings.", Ending::Stop), "{odd}");
            assert!(heard.is_empty() || heard == reply.text, "{heard}");
        }
    }
}

#[tokio::test]
async fn a_stream_and_a_whole_reply_are_read_under_each_others_names() {
    let whole = r#"{"choices":[{"message":{"content":"The bell rings."},"finish_reason":"stop"}]}"#;
    let lines = format!("{ONE}\n{TWO}\n{END}\n");
    for (kind, body) in [
        (JSON, stream(&[ONE, TWO, END])),
        ("text/plain", stream(&[ONE, TWO, END])),
        ("application/octet-stream", format!("\u{feff}event: x\n{}", stream(&[ONE, TWO, END]))),
        (EVENTS, whole.to_owned()),
        ("text/plain", format!("\n {whole}\n")),
        ("application/x-ndjson", lines.clone()),
        (EVENTS, lines),
        (JSON, format!("[{ONE},{TWO},{END}]")),
    ] {
        for (done, _) in of(kind, &body).await {
            let reply = done.unwrap_or_else(|error| panic!("{kind}: {body}: {error}"));
            assert_eq!((reply.text.as_str(), reply.ending), ("The bell rings.", Ending::Stop), "{kind}: {body}");
        }
    }
}

#[tokio::test]
async fn what_ends_as_no_reply_does_is_broken_off() {
    for word in ["network_error", "cancelled", "unknown"] {
        let whole = format!(r#"{{"choices":[{{"message":{{"content":"The bell"}},"finish_reason":"{word}"}}]}}"#);
        let end = END.replace("stop", word);
        for (kind, body) in [(JSON, whole), (EVENTS, stream(&[ONE, &end]))] {
            for (done, _) in of(kind, &body).await {
                assert!(matches!(&done, Err(LlmError::Broken { reason, .. }) if reason.contains(word)), "{done:?}");
            }
        }
    }
    let end = END.replace("stop", "SAFETY");
    for (done, _) in of(EVENTS, &stream(&[ONE, &end])).await {
        assert_eq!(done.unwrap().ending, Ending::Filtered);
    }
    for (done, _) in
        of(EVENTS, "data: {\"choices\":[{\"delta\":{\"content\":\"The\"}}]}\n\ndata: upstream went away\n\n").await
    {
        assert!(
            matches!(&done, Err(LlmError::Broken { reason, .. }) if reason.contains("upstream went away")),
            "{done:?}"
        );
    }
}

#[tokio::test]
async fn an_error_within_an_answer_is_told_in_its_words() {
    for (body, word, busy) in [
        (r#"{"choices":null,"error":{"message":"No credits left","code":402}}"#, "No credits left", false),
        (r#"{"choices":[],"error":{"message":"Bad key","code":"401"}}"#, "Bad key", false),
        (r#"[{"error":{"message":"Bad key","status":"UNAUTHENTICATED"}}]"#, "Bad key", false),
        (r#"{"error":"the model is loading","code":"503"}"#, "the model is loading", true),
        (r#"{"detail":"Model is overloaded"}"#, "Model is overloaded", true),
        (
            r#"{"choices":[{"message":{"content":""},"finish_reason":"error","error":{"message":"upstream","code":502}}]}"#,
            "upstream",
            true,
        ),
    ] {
        for (kind, body) in [(JSON, body.to_owned()), (EVENTS, stream(&[body]))] {
            for (done, _) in of(kind, &body).await {
                let error = done.unwrap_err();
                assert_eq!(matches!(error, LlmError::Busy { .. }), busy, "{error}");
                assert!(error.to_string().contains(word) && !error.to_string().contains("llm.url"), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn a_reply_among_the_thoughts_is_told_or_taken_where_it_is_json() {
    let prose = r#"{"choices":[{"message":{"content":null,"reasoning":"The bell rings."},"finish_reason":"stop"}]}"#;
    let pieces = stream(&[r#"{"choices":[{"delta":{"reasoning_content":"The bell rings."}}]}"#, END]);
    for (kind, body) in [(JSON, prose.to_owned()), (EVENTS, pieces)] {
        for (done, heard) in of(kind, &body).await {
            assert!(
                matches!(&done, Err(LlmError::Senseless { reason, .. }) if reason.contains("field of reasoning")),
                "{done:?}"
            );
            assert_eq!(heard, "");
        }
    }
    let json = r#"{"choices":[{"message":{"content":"","reasoning_content":"{\"names\":[\"Ada\"]}"},"finish_reason":"stop"}]}"#;
    let server = start(Plan::scripted([Step::Answers(JSON, json.to_owned())])).unwrap();
    let (done, _) = said(&llm(&server), &extraction(), false).await;
    assert_eq!(done.unwrap().text, r#"{"names":["Ada"]}"#);
}

#[tokio::test]
async fn a_key_that_no_header_holds_is_never_left_out() {
    let server = start(Plan::default()).unwrap();
    let mut options = options(&server);
    options.key = Secret::new("sk-\nsecret".to_owned()).map(|secret| secret.of("BELL_KEY"));
    let done = OpenAiChat::new(options, None).unwrap();
    let (done, _) = said(&done, &prompt(), false).await;
    let refused = done.unwrap_err().to_string();
    assert!(
        refused.contains("BELL_KEY") && refused.contains("a line break") && !refused.contains("secret"),
        "{refused}"
    );
    assert_eq!(server.counts().begun, 0, "nothing was asked");
}

#[tokio::test]
async fn an_address_may_have_a_query() {
    let server = start(Plan::default()).unwrap();
    let mut options = options(&server);
    options.url = format!("{}?api-version=2024-10-21", server.url());
    let (done, _) = said(&OpenAiChat::new(options, None).unwrap(), &prompt(), false).await;
    assert!(done.is_ok(), "{done:?}");
}

#[tokio::test]
async fn a_refusal_of_one_prompt_changes_no_habits_once_json_came() {
    let refuses = || Step::Refuses(400, r#"{"error":{"message":"I do not like this one"}}"#.to_owned());
    let server = start(Plan::scripted([Step::Says("{}".to_owned()), refuses(), Step::Says("{}".to_owned())])).unwrap();
    let llm = llm(&server);
    assert!(said(&llm, &extraction(), false).await.0.is_ok());
    let (done, _) = said(&llm, &extraction(), false).await;
    assert!(matches!(&done, Err(LlmError::Refused { status: Some(400), .. })), "{done:?}");
    assert_eq!((server.counts().begun, llm.habits().await), (2, Habits::default()));
}
