//! Doors for other clients: requests of clients of OpenAI's protocol and of Dify, and replies that they cannot handle.

mod background;
mod clients;
mod dify;
mod gone;
mod openai;
mod shapes;

use crate::common::Server;
use reqwest::Method;
use serde_json::{Value, json};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the tower in 1871.\n\n## Metal\n\nIt is of bronze.\n";
const QUESTION: &str = "Who cast the bell of the tower?";

async fn with_bell() -> Server {
    let server = Server::of(&["papers"]).await;
    server.add("papers", "notes/bell one.md", BELL).await;
    server
}

fn chat(question: &str) -> Value {
    json!({ "model": "papers", "messages": [{ "role": "user", "content": question }] })
}

/// The chunks of a stream, and true if it ended successfully.
async fn chunks(server: &Server, body: &Value) -> (Vec<Value>, bool) {
    let sent = server
        .request(Method::POST, "/v1/chat/completions")
        .json(body)
        .send()
        .await
        .expect("a server of tests does it");
    assert_eq!(sent.headers()["content-type"], "text/event-stream");
    assert_eq!(sent.headers()["x-accel-buffering"], "no");
    let text = sent.text().await.expect("a server of tests does it");
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with(':')).collect();
    // A client takes each event for a chunk: there are no names, numbers or pauses.
    let data: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix("data: ").expect("a server of tests does it")).collect();
    let done = data.last() == Some(&"[DONE]");
    let chunks = data.iter().filter(|data| **data != "[DONE]");
    (chunks.map(|data| serde_json::from_str(data).expect("a server of tests does it")).collect(), done)
}

fn content(chunks: &[Value]) -> String {
    chunks.iter().filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str()).collect()
}
