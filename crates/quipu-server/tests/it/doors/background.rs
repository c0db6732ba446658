//! Recorded background requests of chat pages beside a question (titles, tags).

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{QUESTION, chat, chunks, content, with_bell};
use crate::common::read;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_for_a_title_looks_nothing_up() {
    let server = with_bell().await;
    let task = format!(
        "### Task:\nGenerate a concise, 3-5 word title.\n### Output:\nJSON format: {{ \"title\": \"x\" }}\n### Chat History:\n\
         <chat_history>\nUSER: {QUESTION}\nASSISTANT: Ilse Varga.\n</chat_history>"
    );
    for stream in [false, true] {
        let mut body = chat(&task);
        body["stream"] = json!(stream);
        let sent = server.request(Method::POST, "/v1/chat/completions").json(&body).send().await.unwrap();
        assert_eq!(sent.headers()["x-quipu-task"], "title");
        let said = match stream {
            true => content(&chunks(&server, &body).await.0),
            false => read(sent).await.1["choices"][0]["message"]["content"].as_str().unwrap().to_owned(),
        };
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said, json!({ "title": "Who cast the bell of" }));
    }
    let metrics = server.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("quipu_background_tasks_total{task=\"title\"} 3"), "{metrics}");
    let person = chat(&format!("What would you say to this?\n{task}"));
    let sent = server.request(Method::POST, "/v1/chat/completions").json(&person).send().await.unwrap();
    assert!(!sent.headers().contains_key("x-quipu-task"), "a person's question is looked up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_chat_pages_send_is_understood() {
    let server = with_bell().await;
    for recorded in [include_str!("recorded/open-webui.json"), include_str!("recorded/librechat.json")] {
        let recorded: Value = serde_json::from_str(recorded).unwrap();
        for sent in recorded["requests"].as_array().unwrap() {
            let mut request = server.request(Method::POST, "/v1/chat/completions").json(&sent["body"]);
            // Replies are not decompressed here.
            let headers = recorded["headers"].as_object().unwrap().iter();
            for (name, value) in headers.filter(|(name, _)| *name != "accept-encoding") {
                request = request.header(name, value.as_str().unwrap());
            }
            let reply = request.send().await.unwrap();
            assert_eq!(reply.status(), StatusCode::OK, "{sent}");
            let task = reply.headers().get("x-quipu-task").map(|task| task.to_str().unwrap().to_owned());
            assert_eq!(task.as_deref(), sent["task"].as_str(), "{sent}");
            if task.is_none() {
                let text = content(&chunks(&server, &sent["body"]).await.0);
                assert!(text.contains("Varga") && text.contains("[1]"), "{text}");
                continue;
            }
            let message = read(reply).await.1["choices"][0]["message"].clone();
            let text = match sent["called"].as_str() {
                Some(name) => {
                    assert_eq!(message["tool_calls"][0]["function"]["name"], name);
                    message["tool_calls"][0]["function"]["arguments"].as_str().unwrap().to_owned()
                }
                None => message["content"].as_str().unwrap().to_owned(),
            };
            let keys = sent["key"].as_array().cloned().or_else(|| sent["key"].as_str().map(|key| vec![json!(key)]));
            if let Some(keys) = keys {
                let said: Value = serde_json::from_str(&text).unwrap();
                assert!(keys.iter().all(|key| !said[key.as_str().unwrap()].is_null()), "{said}");
            }
            assert!(!text.is_empty() && !text.contains("[1]"), "{text}");
        }
    }
}
