//! OpenAI's protocol: models, answers whole and streamed, conversations, vectors, errors.

use quipu_server::TokenRole;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{QUESTION, chat, chunks, content, with_bell};
use crate::common::{Server, read};

/// The names of the models that a path lists.
async fn listed(server: &Server, path: &str) -> Vec<String> {
    let (status, list) = server.get(path).await;
    assert_eq!((status, list["object"].as_str()), (StatusCode::OK, Some("list")), "{list}");
    let rows = list["data"].as_array().expect("a server of tests does it");
    rows.iter().map(|model| model["id"].as_str().expect("a server of tests does it").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_listed_model_chats_and_others_are_found_by_name() {
    let server = with_bell().await;
    assert_eq!(listed(&server, "/v1/models").await, ["papers"]);
    for id in ["papers", "papers:walk", "papers:global", "papers:deep", "papers:context"] {
        let (status, model) = server.get(&format!("/v1/models/{id}")).await;
        assert_eq!((status, model["id"].as_str(), model["object"].as_str()), (StatusCode::OK, Some(id), Some("model")));
        assert!(model["created"].is_u64() && model["x_quipu"]["type"] == "chat");
        let mut asked = chat(QUESTION);
        asked["model"] = json!(id);
        assert_eq!(server.post("/v1/chat/completions", &asked).await.0, StatusCode::OK, "{id}");
    }
    let vectors = listed(&server, "/v1/models?type=embedding").await;
    let (_, papers) = server.get("/v1/models/papers").await;
    assert_eq!(vectors, [papers["x_quipu"]["embedding_model"].as_str().unwrap()]);
    let (status, model) = server.get(&format!("/v1/models/{}", vectors[0])).await;
    assert_eq!((status, model["x_quipu"]["type"].as_str()), (StatusCode::OK, Some("embedding")));
    assert_eq!(listed(&server, "/v1/models?type=all").await, ["papers", &vectors[0]]);
    assert_eq!(server.get("/v1/models?type=other").await.0, StatusCode::BAD_REQUEST);
    let (status, error) = server.get("/v1/models/nobody").await;
    assert_eq!((status, error["error"]["code"].as_str()), (StatusCode::NOT_FOUND, Some("model_not_found")));
    assert_eq!(server.get("/v1/models/papers:nowhere").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workspace_may_list_its_ways() {
    let server = Server::with(&["papers"], |options| {
        let file = options.state.with_file_name("ways.toml");
        std::fs::write(&file, "[openai]\nmodels = \"ways\"\n").unwrap();
        let settings = quipu::settings::load(&[file], std::iter::empty(), &[]).unwrap();
        let opening = quipu::Opening { settings, ..quipu::Opening::default() };
        let at = options.state.with_file_name("papers");
        options.workspaces[0].quipu = quipu::Quipu::at(at, quipu::Access::Create, opening);
    })
    .await;
    let ids = listed(&server, "/v1/models").await;
    for id in ["papers", "papers:walk", "papers:deep", "papers:context"] {
        assert!(ids.iter().any(|one| one == id), "{ids:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_tells_its_sources_three_ways() {
    let server = with_bell().await;
    let (status, reply) = server.post("/v1/chat/completions", &chat(QUESTION)).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    assert!(reply["id"].as_str().unwrap().starts_with("chatcmpl-"));
    assert_eq!((reply["object"].as_str(), reply["model"].as_str()), (Some("chat.completion"), Some("papers")));
    let choice = &reply["choices"][0];
    assert_eq!((choice["finish_reason"].as_str(), &choice["logprobs"]), (Some("stop"), &Value::Null));
    let message = &choice["message"];
    assert_eq!((message["role"].as_str(), &message["refusal"]), (Some("assistant"), &Value::Null));
    let text = message["content"].as_str().unwrap();
    assert!(text.contains("Ilse Varga") && text.contains("[1]"), "{text}");
    let key = quipu::graph::Key::document("notes/bell one.md");
    let url = format!("http://{}/w/papers/d/{key}?s=", server.address);
    assert!(text.contains("**Sources**") && text.contains(&url), "{text}");
    let annotation = &message["annotations"][0];
    assert_eq!(annotation["type"], "url_citation");
    let cited = &annotation["url_citation"];
    let (start, end) = (cited["start_index"].as_u64().unwrap(), cited["end_index"].as_u64().unwrap());
    let mark: String = text.chars().skip(start as usize).take((end - start) as usize).collect();
    assert_eq!(mark, "[1]");
    assert!(cited["url"].as_str().unwrap().starts_with(&url) && !cited["title"].as_str().unwrap().is_empty());
    let own = &reply["x_quipu"];
    assert_eq!(own["refused"], false);
    assert!(own["citations"][0]["quote"].as_str().unwrap().contains("Varga"), "{own}");
    assert!(own["confidence"]["value"].is_number() && own.get("answer").is_none());
    let usage = &reply["usage"];
    let sum = usage["prompt_tokens"].as_u64().unwrap() + usage["completion_tokens"].as_u64().unwrap();
    assert!(sum > 5 && usage["total_tokens"] == sum, "{usage}");
    // The page that a citation leads to is there.
    let page = server.client.get(cited["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(
        (page.status(), &page.headers()["content-type"]),
        (StatusCode::OK, &"text/html; charset=utf-8".parse().unwrap())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_what_clients_read() {
    let server = with_bell().await;
    let mut body = chat(QUESTION);
    body["stream"] = json!(true);
    let (plain, done) = chunks(&server, &body).await;
    assert!(done && plain.iter().all(|chunk| chunk.get("usage").is_none() && chunk["choices"][0].is_object()));
    body["stream_options"] = json!({ "include_usage": true });
    let (all, done) = chunks(&server, &body).await;
    assert!(done);
    assert_eq!(all[0]["choices"][0]["delta"], json!({ "role": "assistant", "content": "" }));
    let (id, created) = (&all[0]["id"], &all[0]["created"]);
    for chunk in &all {
        assert_eq!((&chunk["id"], &chunk["created"], &chunk["object"]), (id, created, &json!("chat.completion.chunk")));
        assert!(chunk["choices"].is_array() && chunk.get("usage").is_some());
        for choice in chunk["choices"].as_array().unwrap() {
            assert!(choice["delta"].is_object() && choice["index"] == 0);
            assert!(choice["delta"].as_object().unwrap().values().all(|value| !value.is_null()), "{choice}");
        }
    }
    let (usage, rest) = all.split_last().unwrap();
    assert_eq!(usage["choices"], json!([]));
    assert!(usage["usage"]["total_tokens"].as_u64().unwrap() > 5);
    let (finish, rest) = rest.split_last().unwrap();
    assert_eq!((&finish["choices"][0]["delta"], &finish["choices"][0]["finish_reason"]), (&json!({}), &json!("stop")));
    assert_eq!(finish["x_quipu"]["refused"], false);
    assert!(rest.iter().all(|chunk| chunk["usage"].is_null() && chunk["choices"][0]["finish_reason"].is_null()));
    assert_eq!(rest.last().unwrap()["choices"][0]["delta"]["annotations"][0]["type"], "url_citation");
    let (_, whole) = server.post("/v1/chat/completions", &chat(QUESTION)).await;
    assert_eq!(content(&all), whole["choices"][0]["message"]["content"].as_str().unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sources_stand_as_they_are_asked_for() {
    let server = with_bell().await;
    for (sources, marks, list) in [("list", true, true), ("marks", true, false), ("none", false, false)] {
        for stream in [false, true] {
            let mut body = chat(QUESTION);
            body["x_quipu"] = json!({ "sources": sources });
            body["stream"] = json!(stream);
            let text = match stream {
                true => content(&chunks(&server, &body).await.0),
                false => {
                    let (_, reply) = server.post("/v1/chat/completions", &body).await;
                    reply["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
                }
            };
            assert!(text.contains("Varga"), "{text}");
            assert_eq!((text.contains("[1]"), text.contains("**Sources**")), (marks, list), "{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversation_goes_on_as_its_client_keeps_it() {
    let server = with_bell().await;
    server.add("papers", "mill", "# The mill\n\nOskar Lind built the mill by the river in 1902.\n").await;
    let (_, first) = server.post("/v1/chat/completions", &chat(QUESTION)).await;
    let body = json!({ "model": "papers", "messages": [
        { "role": "system", "content": "You answer briefly." },
        { "role": "user", "content": [{ "type": "text", "text": QUESTION }] },
        { "role": "assistant", "content": first["choices"][0]["message"]["content"], "tool_calls": null },
        { "role": "user", "content": "And in which year did she cast it?" },
    ] });
    let (status, reply) = server.post("/v1/chat/completions", &body).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("1871"), "{reply}");
    assert!(reply["x_quipu"]["asked"].is_string(), "it was understood by what was said before: {reply}");
    let (_, sessions) = server.get("/api/v1/workspaces/papers/sessions").await;
    assert!(!sessions.to_string().contains("cast"), "nothing of it is kept: {sessions}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_besides_holds() {
    let server = with_bell().await;
    server.add("papers", "mill", "# The mill\n\nOskar Lind built the mill by the river in 1902.\n").await;
    let mut body = chat("Who built the mill by the river?");
    body["x_quipu"] = json!({ "filter": { "document": ["notes/*"] } });
    let (_, reply) = server.post("/v1/chat/completions", &body).await;
    assert!(!reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Lind"), "{reply}");
    assert_eq!(reply["x_quipu"]["refused"], true, "{reply}");
    body["x_quipu"] = json!({ "strategy": "lexical", "limit": 1, "offline": true });
    let (_, reply) = server.post("/v1/chat/completions", &body).await;
    assert_eq!(reply["x_quipu"]["strategy"], "lexical", "{reply}");
    let mut by_name = chat("Who built the mill by the river?");
    by_name["model"] = json!("papers:lexical");
    let (_, reply) = server.post("/v1/chat/completions", &by_name).await;
    assert_eq!((&reply["x_quipu"]["strategy"], &reply["model"]), (&json!("lexical"), &json!("papers:lexical")));
    by_name["model"] = json!("papers:context");
    let (_, reply) = server.post("/v1/chat/completions", &by_name).await;
    assert!(reply["choices"][0]["message"]["content"].as_str().unwrap().contains("Oskar Lind"), "{reply}");
    assert!(reply["x_quipu"]["hits"][0]["url"].is_string(), "{reply}");
    let mut bounded = chat(QUESTION);
    bounded["max_completion_tokens"] = json!(2);
    let (_, reply) = server.post("/v1/chat/completions", &bounded).await;
    assert_eq!(
        (&reply["choices"][0]["finish_reason"], &reply["usage"]["completion_tokens"]),
        (&json!("length"), &json!(2))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_are_of_the_shape_that_clients_read() {
    let server = Server::with(&["papers", "other"], |options| options.closed = true).await;
    let secret = server.token(TokenRole::Read, &["papers"]);
    let send = async |secret: Option<&str>, path: &str, body: &Value| {
        let request = server.request(Method::POST, path).json(body);
        let request = secret.map_or(request.try_clone().unwrap(), |secret| request.bearer_auth(secret));
        let reply = request.send().await.unwrap();
        assert_eq!(reply.headers()["content-type"], "application/json");
        let retry = reply.headers().get("x-should-retry").map(|value| value.to_str().unwrap().to_owned());
        let (status, error) = read(reply).await;
        assert!(error["error"]["message"].is_string() && error["error"]["type"].is_string(), "{error}");
        (status.as_u16(), error["error"].clone(), retry)
    };
    let chats = "/v1/chat/completions";
    let (status, error, _) = send(None, chats, &chat("Who?")).await;
    assert_eq!((status, error["code"].as_str()), (401, Some("invalid_api_key")));
    let (status, error, _) = send(Some("qp_wrong"), chats, &chat("Who?")).await;
    assert_eq!((status, error["code"].as_str()), (401, Some("invalid_api_key")));
    let mut other = chat("Who?");
    other["model"] = json!("other");
    let mut nobody = chat("Who?");
    nobody["model"] = json!("nobody");
    let (hidden, missing) = (send(Some(&secret), chats, &other).await, send(Some(&secret), chats, &nobody).await);
    assert_eq!((hidden.0, hidden.1["code"].as_str()), (404, Some("model_not_found")));
    assert_eq!(hidden.1.to_string().replace("other", "nobody"), missing.1.to_string(), "it is as if it were not there");
    let (_, models) = read(server.request(Method::GET, "/v1/models").bearer_auth(&secret).send().await.unwrap()).await;
    assert!(!models.to_string().contains("other"), "{models}");
    for (body, param) in [
        (json!({ "model": "papers", "messages": [] }), Some("messages")),
        (
            json!({ "model": "papers", "messages": [{ "role": "user", "content": [{ "type": "image_url" }] }] }),
            Some("messages.0.content.0"),
        ),
        (json!({ "model": "papers", "messages": [{ "role": "user", "content": "Who?" }], "n": 2 }), Some("n")),
        (json!({ "model": "papers" }), None),
        (
            json!({ "model": "papers", "messages": [{ "role": "user", "content": "Who?" }], "x_quipu": { "wrong": 1 } }),
            Some("x_quipu.wrong"),
        ),
    ] {
        let (status, error, _) = send(Some(&secret), chats, &body).await;
        assert_eq!((status, error["param"].as_str()), (400, param), "{error}");
    }
    let (status, error, _) = send(Some(&secret), "/v1/responses", &json!({})).await;
    assert_eq!((status, error["type"].as_str()), (404, Some("invalid_request_error")));
    assert!(error["message"].as_str().unwrap().contains("/v1/chat/completions"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_others_cannot_ask() {
    let server = with_bell().await;
    for path in ["/v1/chat/completions", "/retrieval", "/dify/retrieval", "/v1/embeddings"] {
        let evil = server.request(Method::POST, path).header("origin", "https://evil.example").json(&chat("Who?"));
        assert_eq!(evil.send().await.unwrap().status(), StatusCode::FORBIDDEN, "{path}");
        let rebound = server.request(Method::POST, path).header("host", "evil.example:7171").json(&chat("Who?"));
        assert_eq!(rebound.send().await.unwrap().status(), StatusCode::MISDIRECTED_REQUEST, "{path}");
    }
    let typed = server.request(Method::POST, "/v1/chat/completions").header("content-type", "text/plain").body("{}");
    assert_eq!(typed.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_become_vectors() {
    let server = with_bell().await;
    let body = json!({ "model": "papers", "input": ["The bell.", "The mill."] });
    let (status, reply) = server.post("/v1/embeddings", &body).await;
    assert_eq!((status, reply["object"].as_str()), (StatusCode::OK, Some("list")), "{reply}");
    let floats: Vec<f32> = serde_json::from_value(reply["data"][1]["embedding"].clone()).unwrap();
    assert_eq!((&reply["data"][1]["index"], &reply["data"][1]["object"]), (&json!(1), &json!("embedding")));
    assert!((floats.iter().map(|one| one * one).sum::<f32>() - 1.0).abs() < 1e-3);
    assert!(reply["usage"]["prompt_tokens"].as_u64().unwrap() > 3);
    // By the model's own name, packed.
    let name = reply["model"].as_str().unwrap();
    let packed = json!({ "model": name, "input": "The mill.", "encoding_format": "base64" });
    let (_, packed) = server.post("/v1/embeddings", &packed).await;
    let bytes =
        base64::Engine::decode(&base64::prelude::BASE64_STANDARD, packed["data"][0]["embedding"].as_str().unwrap());
    let unpacked: Vec<f32> =
        bytes.unwrap().chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
    assert_eq!(unpacked, floats);
    for (wrong, param) in [
        (json!({ "model": "papers", "input": "" }), "input"),
        (json!({ "model": "papers", "input": [] }), "input"),
        (json!({ "model": "papers", "input": [[1, 2]] }), "input"),
        (json!({ "model": "papers", "input": vec!["x"; 2049] }), "input"),
        (json!({ "model": "papers", "input": "x", "dimensions": 7 }), "dimensions"),
        (json!({ "model": "papers", "input": "x", "encoding_format": "int8" }), "encoding_format"),
    ] {
        let (status, error) = server.post("/v1/embeddings", &wrong).await;
        assert_eq!((status, error["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, Some(param)), "{error}");
    }
}
