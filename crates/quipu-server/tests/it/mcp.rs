//! The Model Context Protocol over HTTP: both protocol versions, the visible workspaces, and refusals.

use crate::common::{Server, space};
use quipu_server::TokenRole;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the tower in 1871.\n\n## Metal\n\nIt is of bronze.\n";

async fn with_bell(closed: bool) -> Server {
    let server = Server::with(&["a", "b"], |options| {
        options.closed = closed;
        options.mcp_tools = quipu_mcp::tool_set("default", true).expect("a server of tests does it");
    })
    .await;
    if !closed {
        server.add("a", "bell", BELL).await;
    }
    server
}

fn message(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn post(server: &Server, path: &str) -> RequestBuilder {
    server.request(Method::POST, path).header("accept", "application/json, text/event-stream")
}

async fn heard(request: RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.expect("a server of tests does it");
    let status = response.status();
    let text = response.text().await.expect("a server of tests does it");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// A request of the stateless era, with the headers that it needs.
fn stateless(server: &Server, path: &str, method: &str, mut params: Value) -> RequestBuilder {
    let name = params["name"].as_str().map(str::to_owned);
    params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {} });
    let request = post(server, path).header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
    let request = match name {
        Some(name) => request.header("mcp-name", name),
        None => request,
    };
    request.json(&message(method, params))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_eras_are_answered() {
    let server = with_bell(false).await;
    let hello =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let (status, reply) = heard(post(&server, "/mcp").json(&message("initialize", hello))).await;
    assert_eq!((status, &reply["result"]["protocolVersion"]), (StatusCode::OK, &json!("2025-06-18")), "{reply}");
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(heard(post(&server, "/mcp").json(&told)).await.0, StatusCode::ACCEPTED);
    let legacy = |params: Value| {
        post(&server, "/mcp").header("mcp-protocol-version", "2025-06-18").json(&message("tools/call", params))
    };
    let (_, found) = heard(legacy(json!({ "name": "search", "arguments": { "query": "Who cast the bell?" } }))).await;
    let hit = &found["result"]["structuredContent"]["results"][0];
    let url = hit["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("http://{}/w/a/d/", server.address)), "{url}");
    assert!(found["result"]["resultType"].is_null());
    let (status, listed) = heard(stateless(&server, "/mcp", "tools/list", json!({}))).await;
    assert_eq!((status, &listed["result"]["cacheScope"]), (StatusCode::OK, &json!("public")), "{listed}");
    let search = listed["result"]["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "search").unwrap();
    assert_eq!(search["inputSchema"]["properties"]["workspace"]["enum"], json!(["a", "b"]));
    let (_, found) = heard(stateless(&server, "/mcp", "server/discover", json!({}))).await;
    assert_eq!(found["result"]["supportedVersions"][0], "2026-07-28", "{found}");
    let ask = json!({ "name": "ask", "arguments": { "question": "Who cast the bell?" } });
    let (status, answer) = heard(stateless(&server, "/mcp/a", "tools/call", ask)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(answer["result"]["structuredContent"]["citations"][0]["url"].is_string(), "{answer}");
    let other = json!({ "name": "grep", "arguments": { "pattern": "bell", "workspace": "b" } });
    let (_, none) = heard(stateless(&server, "/mcp", "tools/call", other)).await;
    assert_eq!(none["result"]["structuredContent"]["matches"], json!([]), "{none}");
    let metrics = server.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("quipu_mcp_calls_total{tool=\"search\",outcome=\"ok\"} 1"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_protocol_refuses_has_its_status_and_code() {
    let server = with_bell(false).await;
    for method in [Method::GET, Method::DELETE] {
        let reply = server.request(method, "/mcp").send().await.unwrap();
        assert_eq!(
            (reply.status(), &reply.headers()["allow"]),
            (StatusCode::METHOD_NOT_ALLOWED, &"POST".parse().unwrap())
        );
    }
    let ping = message("ping", json!({}));
    let plain = post(&server, "/mcp").header("content-type", "text/plain").body(ping.to_string());
    assert_eq!(heard(plain).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let alone = server.request(Method::POST, "/mcp").header("accept", "text/html").json(&ping);
    assert_eq!(heard(alone).await.0, StatusCode::NOT_ACCEPTABLE);
    let broken = |text: String| heard(post(&server, "/mcp").header("content-type", "application/json").body(text));
    for (text, code) in [
        ("{".to_owned(), -32700),
        (format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)), -32700),
        ("[]".to_owned(), -32600),
    ] {
        let (status, reply) = broken(text).await;
        assert_eq!((status, &reply["error"]["code"]), (StatusCode::BAD_REQUEST, &json!(code)), "{reply}");
    }
    assert_eq!(broken(format!("\"{}\"", "x".repeat(5 << 20))).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, reply) = heard(stateless(&server, "/mcp", "rm", json!({}))).await;
    assert_eq!((status, &reply["error"]["code"]), (StatusCode::NOT_FOUND, &json!(-32601)), "{reply}");
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} });
    let other = post(&server, "/mcp").header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/call");
    let other = other.json(&message("tools/list", json!({ "_meta": meta })));
    let (status, reply) = heard(other).await;
    assert_eq!((status, &reply["error"]["code"]), (StatusCode::BAD_REQUEST, &json!(-32020)), "{reply}");
    let old = post(&server, "/mcp").header("mcp-protocol-version", "2031-01-01").json(&ping);
    assert_eq!(heard(old).await.0, StatusCode::BAD_REQUEST);
    let bare = post(&server, "/mcp").header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/list");
    let (status, reply) = heard(bare.json(&message("tools/list", json!({})))).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{reply}");
    let evil = post(&server, "/mcp").header("origin", "https://evil.example").json(&ping);
    assert_eq!(heard(evil).await.0, StatusCode::FORBIDDEN);
    let rebound = post(&server, "/mcp").header("host", "evil.example:7171").json(&ping);
    assert_eq!(heard(rebound).await.0, StatusCode::MISDIRECTED_REQUEST);
}

/// The status of a reply, its content type, and its body.
async fn answered(request: RequestBuilder) -> (StatusCode, String, String) {
    let response = request.send().await.expect("a server of tests does it");
    let status = response.status();
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.to_owned();
    (status, kind, response.text().await.expect("a server of tests does it"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_client_that_reads_json_is_answered_in_json() {
    let server = with_bell(false).await;
    let bare = || server.request(Method::POST, "/mcp").header("content-type", "application/json; charset=utf-8");
    let params =
        json!({ "name": "ask", "arguments": { "question": "Who cast the bell?" }, "_meta": { "progressToken": 1 } });
    let body = message("tools/call", params).to_string();
    for accept in [
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        "*/*",
        "application/*",
        "text/html, application/json;q=0.2",
        "text/html, */*;q=0.1",
    ] {
        let (status, kind, text) = answered(bare().header("accept", accept).body(body.clone())).await;
        assert!(status == StatusCode::OK && kind.starts_with("application/json"), "{accept}: {status} {kind} {text}");
        let reply: Value = serde_json::from_str(&text).unwrap();
        assert!(reply["result"]["structuredContent"]["answer"].is_string(), "{accept}: {reply}");
    }
    assert_eq!(answered(bare().body(body.clone())).await.0, StatusCode::OK);
    // A client that reads both gets the steps, too, where it asks for them.
    let both = bare().header("accept", "text/event-stream, application/json");
    let (status, kind, text) = answered(both.body(body.clone())).await;
    assert!(status == StatusCode::OK && kind.starts_with("text/event-stream"), "{status} {kind} {text}");
    assert!(text.contains("notifications/progress") && text.contains("structuredContent"), "{text}");
    let (status, kind, text) = answered(bare().header("accept", "text/event-stream").body(body)).await;
    assert!(status == StatusCode::OK && kind.starts_with("text/event-stream"), "{status} {kind} {text}");
    let last = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap();
    assert!(serde_json::from_str::<Value>(last).unwrap()["result"]["structuredContent"].is_object(), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn headers_and_arguments_as_clients_write_them_are_read() {
    let server = with_bell(false).await;
    let hello =
        json!({ "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let hello = post(&server, "/mcp").header("mcp-protocol-version", "2025-11-25").json(&message("initialize", hello));
    let (status, reply) = heard(hello.header("mcp-session-id", "of-another-server")).await;
    assert_eq!((status, &reply["result"]["protocolVersion"]), (StatusCode::OK, &json!("2024-11-05")), "{reply}");
    let list = message("tools/list", json!({ "cursor": "" }));
    let plain = post(&server, "/mcp").header("mcp-protocol-version", "").header("mcp-session-id", "x").json(&list);
    let (status, listed) = heard(plain).await;
    assert!(status == StatusCode::OK && listed["result"]["tools"].is_array(), "{listed}");
    let call = async |arguments: Value| {
        let params = json!({ "name": "search", "arguments": arguments });
        heard(post(&server, "/mcp").json(&message("tools/call", params))).await.1["result"].clone()
    };
    for arguments in [
        json!({ "query": "bell", "limit": "1", "workspace": "a" }),
        json!({ "query": "bell", "filter": "{\"documents\": \"bell\"}", "workspace": "" }),
        json!("{\"query\": \"bell\"}"),
        json!({ "Query": "bell", "maxTokens": "500", "filter": { "documents": "bell" } }),
    ] {
        let found = call(arguments.clone()).await;
        assert!(found["structuredContent"]["results"][0]["id"].is_string(), "{arguments}: {found}");
    }
    for (arguments, told) in [
        (json!({ "query": "bell", "workspace": "c" }), "a, b"),
        (json!({ "query": "bell", "limit": "all" }), "a whole number"),
        (json!({ "query": "bell", "filters": {} }), "did you mean"),
    ] {
        let found = call(arguments.clone()).await;
        assert!(found["isError"] == true && found.to_string().contains(told), "{arguments}: {found}");
    }
    let rest = async |tool: &str, arguments: Value| {
        heard(server.request(Method::POST, &space("a", &format!("/tools/{tool}"))).json(&arguments)).await
    };
    let (status, found) = rest("search", json!({ "query": "bell", "limit": "1" })).await;
    assert!(status == StatusCode::OK && found["results"].as_array().is_some_and(|all| all.len() == 1), "{found}");
    let (status, problem) = rest("read", json!({ "document": "none" })).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(!problem["detail"].as_str().unwrap().contains("quipu"), "{problem}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_is_asked_for_however_an_argument_is_written() {
    let server = with_bell(true).await;
    let reader = server.token(TokenRole::Read, &["a"]);
    for arguments in [
        json!({ "query": "bell", "where": "arxiv" }),
        json!({ "query": "bell", "where": " ArXiv" }),
        json!({ "query": "bell", "Where": ["arxiv"] }),
        json!("{\"query\": \"bell\", \"where\": \"arxiv\"}"),
    ] {
        let path = space("a", "/tools/search_papers");
        let call = server.request(Method::POST, &path).bearer_auth(&reader).json(&arguments).send().await.unwrap();
        assert_eq!(call.status(), StatusCode::FORBIDDEN, "{arguments}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_sees_its_own_and_writes_with_its_role() {
    let server = with_bell(true).await;
    let list = message("tools/list", json!({}));
    let closed = post(&server, "/mcp").json(&list).send().await.unwrap();
    assert_eq!(closed.status(), StatusCode::UNAUTHORIZED);
    assert!(closed.headers().contains_key("www-authenticate"));
    let (reader, writer) = (server.token(TokenRole::Read, &["a"]), server.token(TokenRole::Write, &["b"]));
    let shown = async |secret: &str, path: &str| heard(post(&server, path).bearer_auth(secret).json(&list)).await;
    let (_, hidden) = shown(&reader, "/mcp/b").await;
    let (status, none) = shown(&reader, "/mcp/none").await;
    assert_eq!(
        (status, &hidden["code"], &none["code"]),
        (StatusCode::NOT_FOUND, &json!("no-workspace"), &json!("no-workspace"))
    );
    let (_, few) = shown(&reader, "/mcp").await;
    let (_, more) = shown(&writer, "/mcp").await;
    let has = |listed: &Value, name: &str| {
        listed["result"]["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == name)
    };
    assert!(has(&few, "search") && !has(&few, "delete_document") && has(&more, "delete_document"), "{few}");
    assert!(few["result"]["tools"][0]["inputSchema"]["properties"]["workspace"].is_null());
    let (_, scoped) = heard(stateless(&server, "/mcp", "tools/list", json!({})).bearer_auth(&reader)).await;
    assert_eq!(scoped["result"]["cacheScope"], "private");
    let call = async |secret: &str, name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        heard(post(&server, "/mcp").bearer_auth(secret).json(&message("tools/call", params))).await.1
    };
    assert_eq!(call(&reader, "delete_document", json!({ "id": "x" })).await["error"]["code"], -32602);
    let added = call(&writer, "add_document", json!({ "id": "bell", "text": BELL })).await;
    assert_eq!(added["result"]["structuredContent"]["outcome"], "added", "{added}");
    let found = server.request(Method::GET, &space("b", "/documents")).bearer_auth(&writer).send().await.unwrap();
    assert!(found.text().await.unwrap().contains("bell"));
    let none = call(&writer, "read", json!({ "document": "none" })).await;
    assert!(none["result"]["isError"] == true && none.to_string().contains("not_found"), "{none}");
    let folder = server.folder.path().to_string_lossy().into_owned();
    assert!(!none.to_string().contains(&folder), "{none}");
}
