//! Streams that end before their answer: a client that goes away, a workspace that is gone; and many at once.

use std::time::Duration;

use futures::StreamExt as _;
use quipu_server::TokenRole;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{BELL, QUESTION, chat, with_bell};
use crate::common::{Server, read};

/// A model that sends one word and then nothing: it reports when its client has gone.
async fn slow_model() -> (String, tokio::sync::oneshot::Receiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a server of tests does it");
    let url = format!("http://{}/v1", listener.local_addr().expect("a server of tests does it"));
    let (gone, left) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a server of tests does it");
        let mut bytes = [0; 65536];
        let mut sent = stream.read(&mut bytes).await.expect("a server of tests does it");
        while !String::from_utf8_lossy(&bytes[..sent]).contains("stream") {
            sent += stream.read(&mut bytes[sent..]).await.expect("a server of tests does it");
        }
        let word = json!({ "choices": [{ "index": 0, "delta": { "role": "assistant", "content": "Ilse " } }] });
        let piece = format!("data: {word}\n\n");
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
        let text = format!("{head}{:x}\r\n{piece}\r\n", piece.len());
        stream.write_all(text.as_bytes()).await.expect("a server of tests does it");
        while stream.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
        let _ = gone.send(());
    });
    (url, left)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_away_ends_the_work() {
    let (url, left) = slow_model().await;
    let server = Server::with(&["papers"], |options| {
        let file = options.state.with_file_name("slow.toml");
        std::fs::write(&file, format!("[llm.answer]\nurl = \"{url}\"\nname = \"slow\"\n")).unwrap();
        let settings = quipu::settings::load(&[file], std::iter::empty(), &[]).unwrap();
        let opening = quipu::Opening { settings, ..quipu::Opening::default() };
        let at = options.state.with_file_name("papers");
        options.workspaces[0].quipu = quipu::Quipu::at(at, quipu::Access::Create, opening);
    })
    .await;
    server.add("papers", "bell", BELL).await;
    let mut body = chat(QUESTION);
    body["stream"] = json!(true);
    let reply = server.request(Method::POST, "/v1/chat/completions").json(&body).send().await.unwrap();
    let mut pieces = reply.bytes_stream();
    let mut said = String::new();
    while !said.contains("Ilse") {
        said.push_str(&String::from_utf8_lossy(&pieces.next().await.unwrap().unwrap()));
    }
    drop(pieces);
    tokio::time::timeout(Duration::from_secs(20), left).await.expect("the model's call goes on").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_behind_the_begin_is_no_answer() {
    let server = with_bell().await;
    let store = {
        let at = server.folder.path().join("papers");
        quipu::Quipu::at(at, quipu::Access::Read, quipu::Opening::default()).location().store()
    };
    std::fs::rename(&store, store.with_extension("gone")).unwrap();
    let mut body = chat(QUESTION);
    body["stream"] = json!(true);
    let reply = server.request(Method::POST, "/v1/chat/completions").json(&body).send().await.unwrap();
    let text = reply.text().await.unwrap();
    std::fs::rename(store.with_extension("gone"), &store).unwrap();
    let last: Value =
        serde_json::from_str(text.trim_end().lines().last().unwrap().strip_prefix("data: ").unwrap()).unwrap();
    assert!(last["error"]["message"].is_string() && last["error"]["type"].is_string(), "{text}");
    assert!(!text.contains("[DONE]"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_of_one_key_do_not_wait_for_each_other() {
    let server = Server::with(&["papers"], |options| options.closed = true).await;
    let secret = server.token(TokenRole::Read, &[]);
    let title = "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the \
        title itself.\n\nConversation:\nUser: Who?\nAI: She.";
    let send = async |text: &str, stream: bool| {
        let mut body = chat(text);
        body["stream"] = json!(stream);
        let request = server.request(Method::POST, "/v1/chat/completions").bearer_auth(&secret).json(&body);
        let reply = request.send().await.unwrap();
        assert_eq!(reply.status(), 200);
        reply
    };
    // The answer is not read to its end before the others have theirs.
    let answer = send(QUESTION, true).await;
    let (one, other) = tokio::join!(send(title, false), send(title, false));
    for task in [one, other] {
        assert_eq!(read(task).await.1["choices"][0]["message"]["content"], "Who");
    }
    assert!(answer.text().await.unwrap().ends_with("data: [DONE]\n\n"));
}
