//! Requests as clients send them: with slashes too many, empty keys, numbers as text, pictures, and small talk.

use quipu_server::TokenRole;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{QUESTION, chat, with_bell};
use crate::common::{Server, read};

const CHATS: &str = "/v1/chat/completions";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slashes_too_many_lead_to_the_same_route() {
    let server = with_bell().await;
    for path in ["/v1//chat/completions", "//v1/chat/completions", "/v1/chat/completions/", "/v1/v1/chat/completions"] {
        let (status, reply) =
            read(server.request(Method::POST, path).json(&chat(QUESTION)).send().await.unwrap()).await;
        assert_eq!(status, StatusCode::OK, "{path}: {reply}");
        assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Varga"), "{path}");
    }
    for (path, status) in [
        ("/v1//models?type=embedding", 200),
        ("/api//v1/workspaces/", 200),
        ("/w//papers/", 200),
        ("/api/v1/workspaces/papers/documents/notes%2Fbell%20one.md", 200),
        ("/api/v1/workspaces/papers/documents/notes%2F%2Fbell%20one.md", 404),
        ("/v1//nothing", 404),
    ] {
        let sent = server.request(Method::GET, path).send().await.unwrap();
        assert_eq!(sent.status(), status, "{path}");
    }
    // A missing id is no wish to remove all.
    for path in ["/api/v1/workspaces//", "/api/v1/workspaces/papers/documents/", "/api/v1/workspaces/papers//"] {
        let sent = server.request(Method::DELETE, path).send().await.unwrap();
        assert!(sent.status().is_client_error(), "{path}: {}", sent.status());
    }
    let closed = Server::with(&["a"], |options| options.closed = true).await;
    for path in ["//api/v1/me", "/api//v1/me/", "/v1//models", "///metrics"] {
        let sent = closed.request(Method::GET, path).send().await.unwrap();
        assert_eq!(sent.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_key_is_as_none() {
    let open = with_bell().await;
    let closed = Server::with(&["papers"], |options| options.closed = true).await;
    let token = closed.token(TokenRole::Read, &[]);
    for key in ["", "Bearer", "Bearer ", "bearer", "Basic Og=="] {
        for path in ["/v1/models", "/api/v1/me"] {
            let of = |server: &Server| server.request(Method::GET, path).header("authorization", key);
            assert_eq!(of(&open).send().await.unwrap().status(), StatusCode::OK, "{key:?} {path}");
            assert_eq!(of(&closed).send().await.unwrap().status(), StatusCode::UNAUTHORIZED, "{key:?} {path}");
            let other = of(&closed).header("x-api-key", &token).send().await.unwrap();
            assert_eq!(other.status(), StatusCode::OK, "{key:?} {path}");
        }
    }
    for key in ["Bearer null", "Bearer x", "Basic YTpi"] {
        let sent = open.request(Method::GET, "/v1/models").header("authorization", key).send().await.unwrap();
        assert_eq!(sent.status(), StatusCode::UNAUTHORIZED, "{key:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_are_read_as_clients_send_them() {
    let server = with_bell().await;
    let sent = async |more: &Value| {
        let mut body = chat(QUESTION);
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        server.post(CHATS, &body).await
    };
    for more in [
        json!({ "max_tokens": -1 }),
        json!({ "max_tokens": 0, "max_completion_tokens": null }),
        json!({ "max_tokens": "300" }),
        json!({ "max_completion_tokens": 300.0, "n": 1.0 }),
        json!({ "n": "1", "stream": "false", "logprobs": "false" }),
    ] {
        let (status, reply) = sent(&more).await;
        assert_eq!(
            (status, &reply["choices"][0]["finish_reason"]),
            (StatusCode::OK, &json!("stop")),
            "{more}: {reply}"
        );
    }
    let (_, reply) = sent(&json!({ "max_tokens": "2" })).await;
    assert_eq!(reply["choices"][0]["finish_reason"], "length");
    for (param, value) in [
        ("max_tokens", json!(2.5)),
        ("max_tokens", json!("many")),
        ("max_completion_tokens", json!(-3)),
        ("n", json!(0)),
        ("n", json!("two")),
        ("stream", json!("perhaps")),
    ] {
        let (status, error) = sent(&json!({ param: value })).await;
        assert_eq!((status, error["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, Some(param)), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_keeps_no_question_from_its_answer() {
    let server = with_bell().await;
    let picture = json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } });
    let body = json!({ "model": "papers", "messages": [
        { "role": "user", "content": [{ "type": "text", "text": "What is on this?" }, picture] },
        { "role": "assistant", "content": [{ "type": "refusal", "refusal": "I see no pictures." }] },
        { "role": "user", "content": QUESTION },
    ] });
    let (status, reply) = server.post(CHATS, &body).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Varga"), "{reply}");
    assert!(!reply["x_quipu"]["notes"].to_string().contains("pictures"), "{reply}");
    let beside = json!([{ "role": "user", "content": [picture, { "type": "text", "text": QUESTION }] }]);
    let (_, reply) = server.post(CHATS, &json!({ "model": "papers", "messages": beside })).await;
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Varga"), "{reply}");
    assert!(reply["x_quipu"]["notes"].to_string().contains("pictures, files and sounds are not read"), "{reply}");
    for content in [json!([picture]), json!({ "text": QUESTION }), json!(7)] {
        let alone = json!({ "model": "papers", "messages": [{ "role": "user", "content": content }] });
        let (status, error) = server.post(CHATS, &alone).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{error}");
        assert!(error["error"]["param"].as_str().unwrap().starts_with("messages.0.content"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_talk_gets_a_short_word() {
    let server = with_bell().await;
    for (text, word) in [("Hello!", "Hello"), ("thanks, that helped", "welcome"), ("спасибо большое", "Пожалуйста")]
    {
        let (_, reply) = server.post(CHATS, &chat(text)).await;
        let said = reply["choices"][0]["message"]["content"].as_str().unwrap();
        assert!(said.contains(word) && !said.contains("**"), "{said}");
        let own = &reply["x_quipu"];
        assert_eq!((&own["refused"], &own["citations"]), (&json!(false), &json!([])), "{own}");
        let (_, own) = server.post("/api/v1/workspaces/papers/ask", &json!({ "question": text })).await;
        assert_eq!((own["answer"].as_str(), &own["hits"]), (Some(said), &json!([])), "{own}");
        assert!(own["trace"].to_string().contains("small talk"), "{own}");
    }
    let (_, reply) = server.post(CHATS, &chat("Hi, who cast the bell of the tower?")).await;
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Varga"), "{reply}");
    // What was said between two questions does not change what "it" means.
    let body = json!({ "model": "papers", "messages": [
        { "role": "user", "content": QUESTION }, { "role": "assistant", "content": "Ilse Varga. [1]" },
        { "role": "user", "content": "thanks!" }, { "role": "assistant", "content": "You are welcome." },
        { "role": "user", "content": "And in which year did she cast it?" },
    ] });
    let (_, reply) = server.post(CHATS, &body).await;
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("1871"), "{reply}");
}
