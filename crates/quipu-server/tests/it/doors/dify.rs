//! Dify's external knowledge: its probe, its errors, its scores, its conditions.

use quipu_server::TokenRole;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{BELL, QUESTION};
use crate::common::{Server, read};

/// A retrieval request as Dify sends it.
fn retrieval(query: &str, conditions: Value) -> Value {
    json!({
        "knowledge_id": "papers", "query": query, "retrieval_setting": { "top_k": 5, "score_threshold": 0.0 },
        "metadata_condition": conditions,
    })
}

/// The status and the reply of a request with an `Authorization`.
async fn sent(server: &Server, path: &str, authorization: Option<&str>, body: Option<Value>) -> (u16, Value) {
    let mut request = server.request(Method::POST, path);
    if let Some(body) = body {
        request = request.json(&body);
    }
    if let Some(authorization) = authorization {
        request = request.header("authorization", authorization);
    }
    let (status, reply) = read(request.send().await.expect("a server of tests does it")).await;
    (status.as_u16(), reply)
}

/// A server that wants a token, with a workspace that it leads to and one that it does not.
async fn closed() -> (Server, String) {
    let server = Server::with(&["papers", "other"], |options| options.closed = true).await;
    let bearer = format!("Bearer {}", server.token(TokenRole::Read, &["papers"]));
    (server, bearer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dify_registers_and_retrieves() {
    let (server, bearer) = closed().await;
    let writer = format!("Bearer {}", server.token(TokenRole::Write, &[]));
    let body = json!({ "id": "notes/bell", "text": BELL, "metadata": { "year": 1871, "page": "of a book" } });
    let made = sent(&server, "/api/v1/workspaces/papers/documents", Some(&writer), Some(body)).await;
    assert_eq!(made.0, 202, "{}", made.1);
    for path in ["/retrieval", "/dify/retrieval"] {
        for probe in [None, Some(json!({}))] {
            assert_eq!(sent(&server, path, Some(&bearer), probe).await, (200, json!({ "records": [] })));
        }
        let mut found = Value::Null;
        for _ in 0..500 {
            found = sent(&server, path, Some(&bearer), Some(retrieval(QUESTION, Value::Null))).await.1;
            if found["records"][0].is_object() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        let row = &found["records"][0];
        assert!(row["content"].as_str().unwrap().contains("Varga") && row["title"].is_string(), "{found}");
        assert!((0.0..=1.0).contains(&row["score"].as_f64().unwrap()));
        let own = &row["metadata"];
        assert_eq!((&own["document_id"], &own["year"]), (&json!("notes/bell"), &json!(1871)), "{own}");
        assert!(own["page"].is_null(), "what a document says of itself does not hide where it lies");
        let place = format!("/w/papers/d/{}?s=", quipu::graph::Key::document("notes/bell"));
        assert!(own["url"].as_str().unwrap().contains(&place));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dify_reads_what_was_wrong() {
    let (server, bearer) = closed().await;
    let known = Some(bearer.as_str());
    let wrong = |key: &str, value: Value| {
        let mut body = retrieval(QUESTION, Value::Null);
        body[key] = value;
        Some(body)
    };
    for path in ["/retrieval", "/dify/retrieval"] {
        for (authorization, body, expected) in [
            (None, wrong("query", json!("x")), (401, 1001)),
            (Some("Basic x"), wrong("query", json!("x")), (401, 1001)),
            (Some("Bearer qp_wrong"), wrong("query", json!("x")), (403, 1002)),
            (known, wrong("knowledge_id", json!("nobody")), (404, 2001)),
            (known, wrong("knowledge_id", json!("other")), (404, 2001)),
            (known, wrong("knowledge_id", json!("papers:nowhere")), (404, 2001)),
            (known, Some(json!({ "query": "x" })), (400, 3002)),
            (known, wrong("query", json!("")), (400, 3002)),
            (known, wrong("query", json!("x".repeat(4001))), (400, 3002)),
            (known, wrong("retrieval_setting", json!({ "top_k": 0 })), (400, 3002)),
            (known, wrong("retrieval_setting", json!({ "score_threshold": 2 })), (400, 3002)),
            (known, wrong("metadata_condition", json!({ "logical_operator": "xor" })), (400, 3001)),
        ] {
            let (status, error) = sent(&server, path, authorization, body).await;
            assert_eq!((u64::from(status), error["error_code"].as_u64().unwrap()), expected, "{error}");
            assert!(error["error_msg"].is_string());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dify_is_given_what_its_conditions_admit_in_order() {
    let server = Server::of(&["papers"]).await;
    for (id, year, tags) in [
        ("a", json!(1911), json!(["bell"])),
        ("b", json!(1950), json!(["bell", "tower"])),
        ("c", Value::Null, json!([])),
    ] {
        let text = format!("# Bell {id}\n\nThe bell {id} of the tower rings at noon.\n");
        let body = json!({ "id": id, "text": text, "metadata": { "year": year, "tags": tags } });
        let (_, job) = server.post("/api/v1/workspaces/papers/documents", &body).await;
        server.over("papers", job["id"].as_str().unwrap()).await;
    }
    for (name, operator, value, ids) in [
        ("year", ">", json!("1920"), vec!["b"]),
        ("year", "≠", json!(1911), vec!["b", "c"]),
        ("year", "empty", Value::Null, vec!["c"]),
        ("tags", "contains", json!("TOW"), vec!["b"]),
        ("tags", "not in", json!(["tower"]), vec!["a", "c"]),
        ("title", "end with", json!(" c"), vec!["c"]),
        ("$id", "in", json!("a, c"), vec!["a", "c"]),
    ] {
        let condition = json!({ "conditions": [{ "name": name, "comparison_operator": operator, "value": value }] });
        let (status, reply) =
            server.post("/retrieval", &retrieval("When does the bell of the tower ring?", condition)).await;
        assert_eq!(status, StatusCode::OK, "{reply}");
        let rows = reply["records"].as_array().unwrap();
        let mut found: Vec<&str> = rows.iter().map(|row| row["metadata"]["document_id"].as_str().unwrap()).collect();
        let scores: Vec<f64> = rows.iter().map(|row| row["score"].as_f64().unwrap()).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next) && scores.iter().all(|score| (0.0..=1.0).contains(score)));
        found.sort_unstable();
        assert_eq!(found, ids, "{name} {operator}");
    }
}
