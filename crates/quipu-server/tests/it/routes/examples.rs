//! The examples of OpenAPI: replies of a server over two small documents.

use serde_json::{Map, Value, json};

use crate::common::contract::fits;
use crate::common::{Server, space};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the tower in 1871.\n\n## Metal\n\nIt is of bronze.\n";
const TOWER: &str = "# The tower\n\nMatvei Lagunov built the tower. Ilse Varga married Matvei Lagunov in 1869.\n";

/// The requests of the examples: the operation, its method and path, and a body where it has one.
fn asked(chunk: &str) -> Vec<(&'static str, &'static str, String, Value)> {
    let get = |id, path: &str| (id, "get", space("default", path), Value::Null);
    let post = |id, path: &str, body| (id, "post", space("default", path), body);
    vec![
        ("workspaces", "get", "/api/v1/workspaces".to_owned(), Value::Null),
        ("me", "get", "/api/v1/me".to_owned(), Value::Null),
        post("search", "/search", json!({ "query": "Who cast the bell?", "limit": 1 })),
        post("ask", "/ask", json!({ "question": "Who cast the bell of the tower?", "effort": "quick", "limit": 1 })),
        post("estimate_ask", "/ask/estimate", json!({ "question": "Who cast the bell of the tower?" })),
        post("things", "/things", json!({ "query": "who casts bells", "limit": 1 })),
        get("documents", "/documents?limit=1"),
        get("document", "/documents/bell"),
        get("outline", "/documents/bell/outline"),
        get("chunk", &format!("/chunks/{chunk}")),
        get("grep", "/grep?pattern=bronze"),
        get("entities", "/entities?q=varga"),
        get("entity", "/entities/Ilse%20Varga"),
        get("passages", "/entities/Ilse%20Varga/passages?limit=1"),
        get("relations", "/relations?about=Ilse%20Varga"),
        get("paths", "/path?from=Ilse%20Varga&to=Matvei%20Lagunov"),
        get("communities", "/communities?limit=1"),
        get("status", "/status"),
        get("jobs", "/jobs?limit=1"),
        post("call_tool", "/tools/search", json!({ "query": "Who cast the bell?", "limit": 1 })),
    ]
}

/// `UPDATE_DOCS=1 cargo test -p quipu-server --test it` rewrites them where their shape differs. Parts that
/// depend on the time and the machine stay as recorded: the test checks that every example fits its schema, and that
/// a current server gives the same keys.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn examples_are_real_replies() {
    let server = Server::of(&["default"]).await;
    let added = json!({ "id": "bell", "title": "The bell", "text": BELL, "metadata": { "year": 1871 } });
    let (status, job) = server.post(&space("default", "/documents"), &added).await;
    server.over("default", job["id"].as_str().unwrap()).await;
    server.add("default", "tower", TOWER).await;
    let mut examples = Map::new();
    examples.insert("add_document".to_owned(), json!({ "request": added, "status": status.as_u16(), "reply": job }));
    let (_, found) = server.post(&space("default", "/search"), &json!({ "query": "bell", "limit": 1 })).await;
    let chunk = found["hits"][0]["chunk"].as_str().unwrap_or_default().to_owned();
    for (id, method, path, body) in asked(&chunk) {
        let (status, reply) = if method == "get" { server.get(&path).await } else { server.post(&path, &body).await };
        assert!(status.is_success(), "{id}: {reply}");
        examples.insert(id.to_owned(), json!({ "request": body, "status": status.as_u16(), "reply": reply }));
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/examples.json");
    let kept: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    if keys(&kept) != keys(&examples) && std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&examples).unwrap() + "\n").unwrap();
        return shown(&examples);
    }
    assert_eq!(keys(&kept), keys(&examples), "UPDATE_DOCS=1 cargo test -p quipu-server --test it");
    shown(&kept);
}

/// The operations with their requests and the keys of their replies.
fn keys<'a>(examples: &'a Map<String, Value>) -> Vec<(&'a String, &'a Value, Vec<&'a String>)> {
    let of = |(id, example): (&'a String, &'a Value)| {
        let reply = example["reply"].as_object().into_iter().flat_map(Map::keys).collect();
        (id, &example["request"], reply)
    };
    examples.iter().map(of).collect()
}

/// Holds each example against the schema of its operation.
fn shown(kept: &Map<String, Value>) {
    let described = quipu_server::openapi();
    for (id, example) in kept {
        let mut operations = described["paths"]
            .as_object()
            .expect("OpenAPI has operations")
            .values()
            .flat_map(|of| of.as_object().expect("OpenAPI has operations"));
        let (_, operation) =
            operations.find(|(_, operation)| operation["operationId"] == id.as_str()).expect("OpenAPI has operations");
        let media = &operation["responses"][example["status"].to_string()]["content"]["application/json"];
        assert_eq!(fits(&example["reply"], &media["schema"], true), Ok(()), "{id}");
    }
}
