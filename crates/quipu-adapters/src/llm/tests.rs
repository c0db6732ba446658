//! A real server over real HTTP, with every fault that it supports.

use std::time::Duration;

use futures::future::join_all;
use quipu_engine::gateway::{Crowd, Ledger, Manners, Patience, Price, mannered};
use quipu_engine::ports::{Ending, Shape};
use quipu_scripted::{Accepts, After, Counts, Fault, Latency, Plan, Server, Step, brain, start};
use serde_json::{Value, json};

use super::*;
use crate::net::Secret;
use crate::store::shelves;
use quipu_engine::ports::{Heard, Llm, LlmCard, LlmError, Prompt, Reply, Usage};
use std::sync::Arc;

const QUESTION: &str = "Ada Lovelace wrote to Charles Babbage.";
const REPLY: &str = "There are 6 words, and the first name in them is Ada Lovelace.";

pub(super) fn options(server: &Server) -> ChatOptions {
    let card = LlmCard { name: "scripted".to_owned(), context: 8_000, temperature: None, longest: None };
    let minute = Duration::from_secs(60);
    let waits = Waits { connect: minute, first: minute, idle: None };
    ChatOptions { url: server.url(), card, key: None, waits }
}

pub(super) fn llm(server: &Server) -> OpenAiChat {
    OpenAiChat::new(options(server), None).unwrap()
}

pub(super) fn prompt() -> Prompt {
    Prompt::new("", QUESTION, 100)
}

pub(super) fn extraction() -> Prompt {
    let schema = json!({ "type": "object", "additionalProperties": false, "required": ["names"],
                         "properties": { "names": { "type": "array", "items": { "type": "string" } } } });
    Prompt { shape: Shape::json("names", schema), ..prompt() }
}

/// The result of a call, and the text that a listener received, if there is one.
pub(super) async fn said(llm: &dyn Llm, prompt: &Prompt, listens: bool) -> (Result<Reply, LlmError>, String) {
    let mut heard = String::new();
    let mut listener = |piece: &str| heard.push_str(piece);
    let done = llm.reply(prompt, listens.then_some(&mut listener as Heard<'_>)).await;
    (done, heard)
}

#[tokio::test]
async fn a_reply_comes_whole_or_in_pieces() {
    let server = start(Plan::default()).unwrap();
    for listens in [false, true] {
        let (done, heard) = said(&llm(&server), &prompt(), listens).await;
        let reply = done.unwrap();
        assert_eq!((reply.text.as_str(), reply.ending), (REPLY, Ending::Stop));
        assert_eq!(reply.usage, Usage { input: 10, output: 16, told: true });
        assert_eq!(heard, if listens { REPLY } else { "" });
    }
    let short = Prompt { room: 3, ..prompt() };
    let reply = said(&llm(&server), &short, true).await.0.unwrap();
    assert_eq!((reply.text.as_str(), reply.ending), (&REPLY[..12], Ending::Length));
    let Counts { begun, sent, under_way, .. } = server.counts();
    assert_eq!((begun, sent.len(), under_way), (3, 3, 0));
}

#[tokio::test]
async fn tokens_that_are_not_told_are_estimated() {
    let server = start(Plan { usage: false, ..Plan::default() }).unwrap();
    for listens in [false, true] {
        let usage = said(&llm(&server), &prompt(), listens).await.0.unwrap().usage;
        assert!(!usage.told && (5..30).contains(&usage.input) && (5..30).contains(&usage.output), "{usage:?}");
    }
}

/// The results of one fault, whole and in pieces.
async fn fault(fault: Fault) -> [(Result<Reply, LlmError>, String); 2] {
    let server = start(Plan::scripted([Step::Fails(fault), Step::Fails(fault)])).unwrap();
    let mut options = options(&server);
    // Only a server that hangs gets a short timeout.
    options.waits.first = if fault == Fault::Hang { Duration::from_millis(300) } else { Duration::from_secs(60) };
    let llm = OpenAiChat::new(options, None).unwrap();
    [said(&llm, &prompt(), false).await, said(&llm, &prompt(), true).await]
}

#[tokio::test]
async fn a_busy_server_says_when() {
    for (given, least, most) in
        [(After::Unsaid, None, None), (After::Seconds(7), Some(7), Some(7)), (After::Date(90), Some(85), Some(90))]
    {
        for (done, _) in fault(Fault::Busy(given)).await {
            let Err(LlmError::Busy { after, reason, .. }) = done else { panic!("{done:?}") };
            let seconds = after.map(|after| after.as_secs());
            assert!(seconds >= least && seconds <= most, "{seconds:?}");
            assert!(reason.contains("429") && reason.contains("Rate limit"), "{reason}");
        }
    }
}

#[tokio::test]
async fn a_broken_server_is_busy() {
    for (done, _) in fault(Fault::Broken).await {
        assert!(matches!(&done, Err(LlmError::Busy { reason, after: None, .. }) if reason.contains("500")), "{done:?}");
    }
}

#[tokio::test]
async fn a_server_that_hangs_is_silent() {
    for (done, _) in fault(Fault::Hang).await {
        assert!(matches!(&done, Err(LlmError::Silent { seconds: 1, .. })), "{done:?}");
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_breaks_the_reply() {
    let [whole, pieces] = fault(Fault::Cut).await;
    assert!(matches!(&whole.0, Err(LlmError::Broken { .. })), "{whole:?}");
    assert!(matches!(&pieces.0, Err(LlmError::Broken { .. })), "{pieces:?}");
    assert!(REPLY.starts_with(&pieces.1) && !pieces.1.is_empty() && pieces.1 != REPLY, "{pieces:?}");
}

#[tokio::test]
async fn malformed_json_breaks_the_reply() {
    for (done, _) in fault(Fault::Malformed).await {
        assert!(matches!(&done, Err(LlmError::Broken { reason, .. }) if reason.contains("no JSON")), "{done:?}");
    }
}

#[tokio::test]
async fn a_web_page_is_no_reply() {
    for (done, _) in fault(Fault::Html).await {
        assert!(
            matches!(&done, Err(LlmError::Broken { reason, .. }) if reason.contains("a web page; is `llm.url`")),
            "{done:?}"
        );
    }
}

#[tokio::test]
async fn what_is_wrong_with_the_words_is_for_whoever_reads_them() {
    for (done, _) in fault(Fault::Prose).await {
        assert!(done.unwrap().text.starts_with("Sure!"));
    }
    for (done, _) in fault(Fault::Truncated).await {
        assert_eq!(done.unwrap().ending, Ending::Length);
    }
    for (done, _) in fault(Fault::Half).await {
        let reply = done.unwrap();
        assert!(reply.ending == Ending::Stop && reply.text.len() < REPLY.len());
    }
    for (done, _) in fault(Fault::Empty).await {
        assert_eq!(done.unwrap().text, "");
    }
    for (done, _) in fault(Fault::Thinking).await {
        assert!(done.unwrap().text.starts_with("<think>"));
    }
    for (done, _) in fault(Fault::Reasoning).await {
        assert_eq!(done.unwrap().text, REPLY);
    }
    for (done, _) in fault(Fault::Drip).await {
        assert_eq!(done.unwrap().text, REPLY);
    }
}

#[tokio::test]
async fn silence_within_a_reply_is_bounded_where_it_is_set() {
    let server = start(Plan { between: Duration::from_secs(20), ..Plan::default() }).unwrap();
    let mut options = options(&server);
    options.waits.idle = Some(Duration::from_millis(100));
    let llm = OpenAiChat::new(options, None).unwrap();
    let (done, _) = said(&llm, &prompt(), false).await;
    assert!(matches!(&done, Err(LlmError::Silent { at, .. }) if at == "its reply was to go on"), "{done:?}");
}

#[tokio::test]
async fn a_call_that_is_given_up_ends_at_the_server() {
    let server = start(Plan {
        between: Duration::from_millis(5),
        latency: Latency::Fixed(Duration::from_millis(20)),
        ..Plan::default()
    })
    .unwrap();
    let llm = llm(&server);
    let (prompt, mut heard) = (prompt(), 0);
    {
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        let mut listener = |_: &str| {
            let _ = tell.send(());
        };
        let call = llm.reply(&prompt, Some(&mut listener));
        tokio::select! {
            _ = call => {}
            _ = told.recv() => heard += 1,
        }
    }
    while server.counts().under_way > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!((heard, server.counts().sent.len()), (1, 0));
}

#[tokio::test]
async fn nobody_there_is_busy_and_no_address_is_refused() {
    let server = start(Plan::default()).unwrap();
    let mut gone = options(&server);
    drop(server);
    let done = OpenAiChat::new(gone.clone(), None).unwrap().reply(&prompt(), None).await;
    assert!(matches!(&done, Err(LlmError::Busy { reason, .. }) if reason.contains("start the server")), "{done:?}");
    gone.url = "no address".to_owned();
    let done = OpenAiChat::new(gone, None).unwrap().reply(&prompt(), None).await;
    assert!(matches!(&done, Err(LlmError::Refused { reason, .. }) if reason.contains("`llm.url`")), "{done:?}");
}

#[tokio::test]
async fn a_key_is_shown_to_the_server_alone() {
    const KEY: &str = "sk-very-secret";
    let server = start(Plan { key: Some(KEY.to_owned()), ..Plan::default() }).unwrap();
    let mut options = options(&server);
    options.key = Secret::new(KEY.to_owned());
    assert!(OpenAiChat::new(options.clone(), None).unwrap().reply(&prompt(), None).await.is_ok());
    assert!(!format!("{options:?}").contains(KEY));
    options.key = Secret::new("sk-other-secret".to_owned());
    let refused = OpenAiChat::new(options.clone(), None).unwrap().reply(&prompt(), None).await.unwrap_err();
    assert!(
        matches!(&refused, LlmError::Refused { reason, .. } if reason.contains("401") && reason.contains("`llm.key`"))
    );
    let loud = r#"{"error":{"message":"sk-other-secret is no key"}}"#;
    let server = start(Plan::scripted([Step::Refuses(403, loud.to_owned())])).unwrap();
    options.url = server.url();
    let refused = OpenAiChat::new(options, None).unwrap().reply(&prompt(), None).await.unwrap_err().to_string();
    assert!(refused.contains("*** is no key"), "{refused}");
}

#[tokio::test]
async fn a_model_that_is_not_there_and_a_prompt_that_is_too_long_are_told() {
    let server = start(Plan { context: 20, ..Plan::default() }).unwrap();
    let mut options = options(&server);
    let long = Prompt::new("", "word ".repeat(100), 10);
    let done = OpenAiChat::new(options.clone(), None).unwrap().reply(&long, None).await;
    assert!(matches!(&done, Err(LlmError::TooLong { .. })), "{done:?}");
    options.card.name = "other".to_owned();
    let done = OpenAiChat::new(options, None).unwrap().reply(&prompt(), None).await;
    assert!(matches!(&done, Err(LlmError::Refused { reason, .. }) if reason.contains("`llm.name`")), "{done:?}");
}

#[tokio::test]
async fn what_a_server_does_not_know_is_asked_once_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let cache = shelves(folder.path()).cache;
    let accepts = Accepts {
        schema: false,
        object: false,
        max_tokens: false,
        temperature: false,
        stream_options: false,
        ..Accepts::default()
    };
    let server = start(Plan { accepts, ..Plan::default() }).unwrap();
    let llm = OpenAiChat::new(options(&server), Some(cache.clone())).unwrap();
    assert_eq!(llm.habits().await, Habits::default());
    let (done, _) = said(&llm, &extraction(), true).await;
    assert_eq!(done.unwrap().text, REPLY, "by the words of the prompt alone");
    let learned = Habits {
        format: ReplyFormat::Plain,
        room: Room::MaxCompletionTokens,
        temperature: false,
        usage: false,
        tools: true,
    };
    assert_eq!(llm.habits().await, learned);
    let again = OpenAiChat::new(options(&server), Some(cache.clone())).unwrap();
    assert_eq!(again.habits().await, learned, "in another process as well");
    again.forget().await;
    assert_eq!(again.habits().await, Habits::default());
    let third = OpenAiChat::new(options(&server), Some(cache)).unwrap();
    assert_eq!(third.habits().await, Habits::default(), "there, too");
}

#[tokio::test]
async fn a_reply_has_the_strictest_shape_that_the_server_knows() {
    for (schema, object, format) in
        [(true, true, ReplyFormat::Schema), (false, true, ReplyFormat::Object), (false, false, ReplyFormat::Plain)]
    {
        let accepts = Accepts { schema, object, ..Accepts::default() };
        let server = start(Plan { accepts, ..Plan::default() }).unwrap();
        let llm = llm(&server);
        let reply = llm.reply(&extraction(), None).await.unwrap();
        assert_eq!(llm.habits().await.format, format);
        let found: Option<Value> = serde_json::from_str(&reply.text).ok();
        match format {
            ReplyFormat::Schema => assert_eq!(found, Some(json!({ "names": ["Ada Lovelace", "Charles Babbage"] }))),
            ReplyFormat::Object => assert_eq!(found.unwrap()["entities"][0]["name"], "Ada Lovelace"),
            ReplyFormat::Plain => assert_eq!(found, None),
        }
    }
}

#[tokio::test]
async fn a_refusal_of_everything_is_the_servers_own() {
    let refuses = || Step::Refuses(400, r#"{"error":{"message":"Bad words in it"}}"#.to_owned());
    let server = start(Plan::scripted([refuses(), refuses(), refuses()])).unwrap();
    let llm = llm(&server);
    let done = llm.reply(&extraction(), None).await;
    assert!(matches!(&done, Err(LlmError::Refused { reason, .. }) if reason.contains("Bad words")), "{done:?}");
    assert_eq!((server.counts().begun, llm.habits().await), (3, Habits::default()), "nothing was learned");
}

#[tokio::test]
async fn every_reply_gets_through_a_server_that_fails_three_times_in_ten() {
    let faults = [
        Fault::Busy(After::Seconds(0)),
        Fault::Broken,
        Fault::Hang,
        Fault::Cut,
        Fault::Malformed,
        Fault::Truncated,
        Fault::Empty,
        Fault::Thinking,
        Fault::Reasoning,
        Fault::Html,
        Fault::Drip,
    ];
    let faults: Vec<(Fault, f64)> = faults.into_iter().map(|fault| (fault, 0.3 / 11.0)).collect();
    let server = start(Plan { faults, ..Plan::default() }).unwrap();
    let mut options = options(&server);
    options.waits.first = Duration::from_secs(1);
    let ledger = Arc::new(Ledger::default());
    let moment = Duration::from_millis(1);
    let manners = Manners {
        patience: Patience { tries: 8, first: moment, longest: moment },
        crowd: Crowd { first: 8, most: 32 },
        price: Price { input: 1.0, output: 1.0 },
        ..Manners::default()
    };
    let llm = mannered(Arc::new(OpenAiChat::new(options, None).unwrap()), "extract", manners, &ledger);
    let prompts: Vec<Prompt> =
        (0..300).map(|at| Prompt::new("", format!("Paper {at} by Ada Lovelace."), 200)).collect();
    let replies = join_all(prompts.iter().map(|prompt| llm.reply(prompt, None))).await;
    for (prompt, done) in prompts.iter().zip(replies) {
        assert_eq!(done.unwrap().text, brain(&[&prompt.turns[1].text], None));
    }
    let (line, counts) = (ledger.total(), server.counts());
    assert!(line.failed > 20 && counts.most <= 32, "{line:?}");
    assert_eq!(line.calls + line.failed, counts.begun, "both sides count the same calls");
}

#[tokio::test]
async fn a_thousand_calls_are_under_way_at_once() {
    let server = start(Plan { latency: Latency::Fixed(Duration::from_secs(3)), ..Plan::default() }).unwrap();
    let mut options = options(&server);
    options.waits.first = Duration::from_secs(60);
    let llm = OpenAiChat::new(options, None).unwrap();
    let prompts: Vec<Prompt> = (0..1_000).map(|at| Prompt::new("", format!("Number {at}"), 50)).collect();
    let replies = join_all(prompts.iter().map(|prompt| llm.reply(prompt, None))).await;
    assert!(replies.iter().all(Result::is_ok), "{:?}", replies.iter().find(|done| done.is_err()));
    let counts = server.counts();
    assert!(counts.most > 900 && counts.sent.len() == 1_000, "{} at once", counts.most);
}
