//! A server that speaks the protocol, and one that does not.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::embedding_batches::TRIES;
use super::*;

/// The head and the body of each request.
type Requests = Arc<Mutex<Vec<(String, Value)>>>;

/// A server that redirects all requests to another, and repeats what it was shown.
fn redirecting(to: String) -> (String, Requests) {
    serving(format!("Location: {to}\r\n"), |_, _| (307, "Bearer secret-key".to_owned()))
}

/// A server that answers each request by `answer`, and records the requests.
fn server(answer: impl Fn(usize, &Value) -> (u16, String) + Send + 'static) -> (String, Requests) {
    serving(String::new(), answer)
}

/// A server with extra lines in the heads of its answers.
fn serving(lines: String, answer: impl Fn(usize, &Value) -> (u16, String) + Send + 'static) -> (String, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = heard.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut from = BufReader::new(stream.try_clone().unwrap());
            let (mut head, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                if from.read_line(&mut line).unwrap() == 0 || line == "\r\n" {
                    break;
                }
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                head.push_str(&line);
            }
            let mut body = vec![0; length];
            from.read_exact(&mut body).unwrap();
            let body: Value = serde_json::from_slice(&body).unwrap();
            let mut heard = told.lock().unwrap();
            let (status, text) = answer(heard.len(), &body);
            heard.push((head, body));
            let length = text.len();
            let head = format!("HTTP/1.1 {status} X\r\n{lines}Content-Length: {length}\r\nConnection: close");
            write!(stream, "{head}\r\n\r\n{text}").unwrap();
        }
    });
    (url, heard)
}

fn options(url: String) -> ServerOptions {
    ServerOptions {
        url,
        key: Secret::new("secret-key".to_owned()),
        name: "e5-{role}".to_owned(),
        dimension: None,
        batch: 2,
        question: "Q: ".to_owned(),
        passage: String::new(),
        patience: Duration::from_secs(20),
        pause: Duration::from_millis(1),
    }
}

/// A vector for each input, the last first.
fn vectors(body: &Value) -> String {
    let inputs = body["input"].as_array().unwrap().iter().enumerate();
    let rows = inputs.map(|(at, text)| json!({ "index": at, "embedding": [text.as_str().unwrap().len(), 0, 0] }));
    let mut rows: Vec<Value> = rows.collect();
    rows.reverse();
    json!({ "data": rows }).to_string()
}

async fn embed(server: &Server, texts: &[&str], role: EmbeddingRole) -> Result<Vec<Option<Vec<f32>>>, EmbedError> {
    server.embed(texts, role).await
}

#[tokio::test]
async fn texts_go_in_batches_with_key_prefix_and_role() {
    let (url, heard) = server(|_, body| (200, vectors(body)));
    let server = Server::new(options(url)).probed().unwrap();
    assert_eq!((server.card().name.as_str(), server.card().dimension), ("openai:e5-{role}", 3));
    let found = embed(&server, &["one", "", "three"], EmbeddingRole::Question).await.unwrap();
    assert_eq!(found, vec![Some(vec![1.0, 0.0, 0.0]); 3], "unit vectors in the order of the texts");
    let heard = heard.lock().unwrap();
    let inputs: Vec<&Value> = heard.iter().skip(1).map(|(_, body)| &body["input"]).collect();
    assert_eq!(inputs, [&json!(["Q: one", "."]), &json!(["Q: three"])]);
    assert_eq!(heard[1].1["model"], "e5-query");
    assert_eq!(heard[0].1["model"], "e5-passage");
    assert!(heard[0].0.contains("POST /v1/embeddings ") && heard[0].0.contains("Bearer secret-key"), "{}", heard[0].0);
}

#[tokio::test]
async fn a_busy_server_is_asked_again_and_a_refusal_is_told_without_the_key() {
    let (url, heard) = server(|at, body| if at < 2 { (503, "busy".to_owned()) } else { (200, vectors(body)) });
    let found = embed(&Server::new(options(url)), &["one"], EmbeddingRole::Passage).await.unwrap();
    assert_eq!((found.len(), heard.lock().unwrap().len()), (1, 3));
    for (status, tries) in [(401, 1), (429, TRIES as usize)] {
        let (url, heard) = server(move |_, _| (status, "no\nsuch key".to_owned()));
        let error = embed(&Server::new(options(url)), &["one"], EmbeddingRole::Passage).await.unwrap_err().to_string();
        assert!(error.contains(&format!("answered {status}: no such key")) && !error.contains("secret"), "{error}");
        assert_eq!(heard.lock().unwrap().len(), tries);
    }
}

#[tokio::test]
async fn what_is_no_answer_is_an_error() {
    for (text, reason) in [
        ("[]", "is malformed"),
        (r#"{"data": []}"#, "0 vectors for 1"),
        (r#"{"data": [{"index": 7, "embedding": [1, 2]}]}"#, "not asked for"),
        (r#"{"data": [{"embedding": []}]}"#, "0 components"),
    ] {
        let (url, _) = server(move |_, _| (200, text.to_owned()));
        let error = embed(&Server::new(options(url)), &["one"], EmbeddingRole::Passage).await.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let empty = || r#"{"data": [{"embedding": []}]}"#.to_owned();
    let (url, _) = server(move |at, body| (200, if at == 0 { empty() } else { vectors(body) }));
    let once = Server::new(options(url));
    assert!(embed(&once, &["one"], EmbeddingRole::Passage).await.is_err());
    assert!(embed(&once, &["one"], EmbeddingRole::Passage).await.is_ok(), "a vector of nothing says nothing of others");
    let (url, _) = server(|_, body| (200, vectors(body)));
    let server = Server::new(ServerOptions { dimension: Some(4), ..options(url) });
    let error = embed(&server, &["one"], EmbeddingRole::Passage).await.unwrap_err().to_string();
    assert!(error.contains("3 components, not 4"), "{error}");
}

#[tokio::test]
async fn the_key_goes_to_its_server_alone_and_is_shown_nowhere() {
    let (other, told) = server(|_, body| (200, vectors(body)));
    let (url, heard) = redirecting(format!("{other}embeddings"));
    let options = options(url);
    assert!(!format!("{options:?}").contains("secret"), "{options:?}");
    let refused = embed(&Server::new(options), &["one"], EmbeddingRole::Passage).await.unwrap_err();
    assert!(refused.to_string().contains("answered 307"), "{refused}");
    assert!(!format!("{refused:?} {refused}").contains("secret"), "the server repeats the key: {refused:?}");
    assert!(heard.lock().unwrap()[0].0.contains("Bearer secret-key"));
    assert!(told.lock().unwrap().is_empty(), "another server is asked nothing");
}

fn said(vectors: &[Option<Vec<f32>>]) -> Vec<bool> {
    vectors.iter().map(Option::is_some).collect()
}

/// The number of texts in each request.
fn sizes(heard: &Requests) -> Vec<usize> {
    heard.lock().unwrap().iter().map(|(_, body)| body["input"].as_array().unwrap().len()).collect()
}

#[tokio::test]
async fn a_text_that_is_not_taken_costs_itself_alone() {
    let texts: Vec<String> =
        (0..9).map(|at| if at == 5 { "bad bell".to_owned() } else { format!("bell {at}") }).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (status, answer) in [
        (400, r#"{"error":{"message":"invalid input text"}}"#),
        (422, r#"{"detail":[{"msg":"string does not match"}]}"#),
        (500, r#"{"error":{"message":"unsupported value: NaN"}}"#),
        (200, r#"{"error":{"message":"tokenizer failed","code":500}}"#),
    ] {
        let (url, _) = server(move |_, body| {
            let bad = body["input"].as_array().unwrap().iter().any(|text| text == "bad bell");
            if bad { (status, answer.to_owned()) } else { (200, vectors(body)) }
        });
        let server = Server::new(ServerOptions { batch: 9, ..options(url) });
        let found = embed(&server, &texts, EmbeddingRole::Passage).await.unwrap();
        assert_eq!(said(&found), (0..9).map(|at| at != 5).collect::<Vec<_>>(), "{answer}");
    }
}

#[tokio::test]
async fn how_many_texts_a_server_takes_is_learned() {
    let texts = ["bell"; 30];
    for said in [r#"{"error":"batch size 30 > maximum allowed batch size 8"}"#, r#"{"error":"Too many inputs"}"#, ""] {
        let (url, heard) = server(move |_, body| {
            let many = body["input"].as_array().unwrap().len() > 8;
            if many { (if said.is_empty() { 413 } else { 422 }, said.to_owned()) } else { (200, vectors(body)) }
        });
        let server = Server::new(ServerOptions { batch: 30, ..options(url) });
        assert!(embed(&server, &texts, EmbeddingRole::Passage).await.unwrap().iter().all(Option::is_some));
        let before = sizes(&heard).len();
        embed(&server, &texts, EmbeddingRole::Passage).await.unwrap();
        let after = &sizes(&heard)[before..];
        assert!(after.iter().all(|size| *size <= 8), "nothing is tried that was refused: {after:?}");
    }
}

#[tokio::test]
async fn a_text_that_is_too_long_is_embedded_by_its_beginning() {
    let (url, heard) = server(|_, body| {
        let long = body["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().len()).max().unwrap();
        let said = format!("`inputs` must have less than 512 tokens. Given: {}", long / 4);
        if long > 2048 { (413, json!({ "error": said }).to_string()) } else { (200, vectors(body)) }
    });
    let long = "ringing ".repeat(500);
    let server = Server::new(ServerOptions { batch: 9, ..options(url) });
    let found = embed(&server, &["bell", &long, "tower"], EmbeddingRole::Passage).await.unwrap();
    assert_eq!(said(&found), [true, true, true]);
    let heard = heard.lock().unwrap();
    let last =
        heard.iter().rev().find_map(|(_, body)| body["input"][0].as_str().filter(|text| text.starts_with("ringing")));
    assert!(last.is_some_and(|text| (1_000..=2_048).contains(&text.len())), "most of what fits");
}

#[tokio::test]
async fn a_server_that_takes_nothing_is_no_matter_of_a_text() {
    let (url, heard) = server(|_, _| (400, r#"{"error":"this model makes no vectors"}"#.to_owned()));
    let server = Server::new(ServerOptions { batch: 9, ..options(url) });
    let refused = embed(&server, &["a", "b", "c", "d", "e"], EmbeddingRole::Passage).await.unwrap_err().to_string();
    assert!(refused.contains("makes no vectors"), "{refused}");
    assert!(sizes(&heard).len() < 9, "it is found out soon: {:?}", sizes(&heard));
    let (url, heard) = serving("Retry-After: 0.01\r\n".to_owned(), |_, _| {
        (500, r#"{"error":{"code":"401","message":"no"}}"#.to_owned())
    });
    let refused = embed(&Server::new(options(url)), &["a"], EmbeddingRole::Passage).await.unwrap_err().to_string();
    assert!(refused.contains("answered 401") && sizes(&heard).len() == 1, "{refused}");
}

#[tokio::test]
async fn a_busy_server_says_when_in_its_way() {
    let date = httpdate::fmt_http_date(std::time::SystemTime::now() + Duration::from_secs(2));
    for line in [
        "Retry-After: 0.2".to_owned(),
        "retry-after-ms: 200".to_owned(),
        "x-ratelimit-reset: 0.2".to_owned(),
        format!("Retry-After: {date}"),
    ] {
        let began = std::time::Instant::now();
        let (url, _) =
            serving(
                format!("{line}\r\n"),
                |at, body| if at < 1 { (429, "busy".to_owned()) } else { (200, vectors(body)) },
            );
        embed(&Server::new(options(url)), &["one"], EmbeddingRole::Passage).await.unwrap();
        let waited = began.elapsed().as_millis();
        assert!((150..3_000).contains(&waited), "{line}: {waited}");
    }
}

#[tokio::test]
async fn an_address_may_have_a_query_and_a_key_must_fit_a_header() {
    let (url, heard) = server(|_, body| (200, vectors(body)));
    let url = format!("{}?api-version=1", url.trim_end_matches('/'));
    embed(&Server::new(options(url.clone())), &["one"], EmbeddingRole::Passage).await.unwrap();
    assert!(heard.lock().unwrap()[0].0.starts_with("POST /v1/embeddings?api-version=1 "));
    let key = Secret::new("sk-\r\nsecret".to_owned()).map(|secret| secret.of("BELL_KEY"));
    let refused =
        embed(&Server::new(ServerOptions { key, ..options(url) }), &["one"], EmbeddingRole::Passage).await.unwrap_err();
    assert!(refused.to_string().contains("BELL_KEY holds a line break"), "{refused}");
    assert_eq!(sizes(&heard).len(), 1, "nothing was asked");
}
