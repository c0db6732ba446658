//! The descriptions of replies in OpenAPI and in tools, checked against real ones.

use quipu_server::TokenRole;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::BELL;
use crate::common::{Server, contract, read, space};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tools_are_listed_and_called() {
    let server = Server::with(&["a"], |options| options.closed = true).await;
    let (reader, writer) = (server.token(TokenRole::Read, &[]), server.token(TokenRole::Write, &[]));
    let body = json!({ "id": "bell", "text": BELL });
    let made = server.request(Method::POST, &space("a", "/documents")).bearer_auth(&writer).json(&body).send().await;
    let job = read(made.unwrap()).await.1["id"].as_str().unwrap().to_owned();
    loop {
        let asked = server.request(Method::GET, &space("a", &format!("/jobs/{job}"))).bearer_auth(&reader).send().await;
        if read(asked.unwrap()).await.1["state"] == "done" {
            break;
        }
    }
    let listed = server.request(Method::GET, &space("a", "/tools")).bearer_auth(&reader).send().await.unwrap();
    let (_, tools) = read(listed).await;
    let names: Vec<&str> =
        tools["items"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"search") && !names.contains(&"merge_names"), "{names:?}");
    let call = async |secret: &str, tool: &str, arguments: Value| {
        let path = space("a", &format!("/tools/{tool}"));
        read(server.request(Method::POST, &path).bearer_auth(secret).json(&arguments).send().await.unwrap()).await
    };
    let (_, found) = call(&reader, "search", json!({ "query": "Who cast the bell?", "limit": 2 })).await;
    let id = found["results"][0]["id"].as_str().unwrap().to_owned();
    let (_, fetched) = call(&reader, "fetch", json!({ "id": id })).await;
    assert_eq!(fetched["text"], found["results"][0]["text"]);
    for (tool, arguments, holds) in [
        ("ask", json!({ "question": "Who cast the bell?" }), "Varga"),
        ("outline", json!({ "document": "bell" }), "Metal"),
        ("grep", json!({ "pattern": "bronze" }), "bronze"),
        ("read", json!({ "document": "bell", "start": 0, "end": 10 }), "The bell"),
        ("lookup", json!({ "name": "ilse varga" }), "tuned it"),
        ("path", json!({ "from": "Ilse Varga", "to": "Ilse Varga" }), "paths"),
        ("find_things", json!({ "query": "who casts bells" }), "Varga"),
        ("dependencies", json!({ "entity": "Ilse Varga" }), "complete"),
        ("calculate", json!({ "expression": "2 + 2" }), "4"),
        ("compare", json!({ "a": "Ilse Varga", "b": "bell" }), "rows"),
        ("timeline", json!({ "about": "Ilse Varga" }), "1871"),
        ("summarise", json!({ "document": "bell" }), "Varga"),
        ("communities", json!({}), "communities"),
        ("communities", json!({ "community": "nobody" }), "next"),
        ("search_papers", json!({ "query": "bell" }), "results"),
        ("documents", json!({}), "bell"),
        ("status", json!({}), "walk"),
    ] {
        let (status, result) = call(&reader, tool, arguments).await;
        assert!(status == StatusCode::OK && result.to_string().contains(holds), "{tool}: {status} {result}");
        let told = quipu_research::find(tool).unwrap().output();
        assert_eq!(contract::fits(&result, &told, true), Ok(()), "{tool}: {result}");
    }
    for (tool, arguments, status) in [
        ("search", json!({ "quary": "x" }), StatusCode::UNPROCESSABLE_ENTITY),
        ("outline", json!({ "document": "none" }), StatusCode::NOT_FOUND),
        ("rm", json!({}), StatusCode::NOT_FOUND),
        ("undo_names", json!({}), StatusCode::FORBIDDEN),
    ] {
        assert_eq!(call(&reader, tool, arguments).await.0, status, "{tool}");
    }
    assert_eq!(call(&writer, "undo_names", json!({})).await.0, StatusCode::NOT_FOUND);
}

/// Media types whose schema is the text or the bytes themselves.
const PLAIN: [&str; 5] =
    ["text/plain", "text/markdown", "application/toml", "application/octet-stream", "application/x-ndjson"];

#[test]
fn every_reply_of_success_has_a_schema() {
    let described = quipu_server::openapi();
    let mut wrong = Vec::new();
    for (path, operations) in described["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            for (status, response) in operation["responses"].as_object().unwrap() {
                let content = response["content"].as_object();
                for (media, content) in content.into_iter().flatten().filter(|_| status.starts_with('2')) {
                    let says = contract::says_something(&content["schema"], 4);
                    let kind = if PLAIN.contains(&media.as_str()) { content["schema"].is_object() } else { says };
                    if !kind {
                        wrong.push(format!("{method} {path} {status} {media}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "nothing is said of what they give: {wrong:#?}");
}

#[test]
fn every_schema_is_there_under_a_name_of_its_own() {
    let described = quipu_server::openapi();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    let all = described.to_string();
    let named: std::collections::BTreeSet<&str> = all
        .split("#/components/schemas/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|name| !schemas.contains_key(*name))
        .collect();
    assert!(named.is_empty(), "these are named and not there: {named:?}");
    // A number behind a name says that two types share it.
    let doubled: Vec<&String> = schemas.keys().filter(|name| name.ends_with(|c: char| c.is_ascii_digit())).collect();
    assert!(doubled.is_empty(), "two types have one name: {doubled:?}");
    let empty: Vec<&String> =
        schemas.iter().filter(|(_, schema)| !contract::says_something(schema, 4)).map(|(name, _)| name).collect();
    assert!(empty.is_empty(), "these say nothing: {empty:?}");
}

/// `UPDATE_DOCS=1 cargo test -p quipu-server --test it` rewrites it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_of_the_page_is_made_of_what_the_server_describes() {
    let server = Server::of(&["a"]).await;
    let (_, described) = server.get("/api/v1/openapi.json").await;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, serde_json::to_string(&described).unwrap()).unwrap();
    }
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(kept == described, "web/openapi.json is older: UPDATE_DOCS=1 cargo test -p quipu-server --test it");
}
