//! The gate: clients that may send requests, requests that need a token, and the limits of each client.

use std::time::Duration;

use crate::common::{Server, read, space};
use quipu_server::{ServeOptions, TokenRole};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// The status of a GET with headers.
async fn status_with(server: &Server, path: &str, headers: &[(&str, &str)]) -> StatusCode {
    let asked =
        headers.iter().fold(server.request(Method::GET, path), |asked, (name, value)| asked.header(*name, *value));
    asked.send().await.expect("the server answers").status()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_token_only_the_user_who_runs_the_server_asks_and_no_proxy() {
    let server = Server::with(&["a"], |options| options.hosts = vec!["quipu.example.org".to_owned()]).await;
    let me = async |headers: &[(&str, &str)]| status_with(&server, "/api/v1/me", headers).await;
    assert_eq!(me(&[]).await, StatusCode::OK);
    let port = server.address.port().to_string();
    assert_eq!(me(&[("host", &format!("localhost:{port}"))]).await, StatusCode::OK);
    for header in [
        ("host", "quipu.example.org"),
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("forwarded", "for=203.0.113.9"),
        ("via", "1.1 proxy"),
        ("x-real-ip", "203.0.113.9"),
    ] {
        assert_eq!(me(&[header]).await, StatusCode::UNAUTHORIZED, "{header:?}");
        let token = server.token(TokenRole::Read, &[]);
        assert_eq!(me(&[header, ("x-api-key", &token)]).await, StatusCode::OK, "{header:?}");
    }
    for change in [
        |options: &mut ServeOptions| options.closed = true,
        |options: &mut ServeOptions| options.public_url = Some("https://quipu.example.org".to_owned()),
        |options: &mut ServeOptions| options.proxies = vec!["127.0.0.1".to_owned()],
    ] {
        let server = Server::with(&["a"], change).await;
        assert_eq!(status_with(&server, "/api/v1/me", &[]).await, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_of_the_page_need_no_token_and_the_data_do() {
    let server = Server::with(&["a"], |options| options.closed = true).await;
    let page = server.request(Method::GET, "/").send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    let page = page.text().await.unwrap();
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    for (path, status) in [
        ("/w/a/ask", 200),
        ("/w", 200),
        ("/w/", 200),
        (script, 200),
        ("/icon.svg", 200),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 401),
        ("/api/v1/workspaces", 401),
        ("/api/v1/workspaces/a/documents", 401),
        ("/w/../api/v1/me", 401),
        ("/assets/../api/v1/me", 401),
        ("/v1/models", 401),
        ("/nothing", 401),
    ] {
        assert_eq!(status_with(&server, path, &[]).await, status, "{path}");
    }
    let posted = server.request(Method::POST, "/w/a/ask").send().await.unwrap();
    assert_eq!(posted.status(), StatusCode::UNAUTHORIZED);
    // A person with a wrong address gets the page, with a message; a program gets a status.
    let token = server.token(TokenRole::Read, &[]);
    let person = [("accept", "text/html,*/*"), ("x-api-key", &*token)];
    let astray =
        person.iter().fold(server.request(Method::GET, "/nothing"), |asked, (name, value)| asked.header(*name, *value));
    let astray = astray.send().await.unwrap();
    assert_eq!(astray.status(), StatusCode::NOT_FOUND);
    assert!(astray.text().await.unwrap().contains("<div id=\"page\">"));
    assert_eq!(
        server.request(Method::GET, "/nothing").bearer_auth(&token).send().await.unwrap().headers()["content-type"],
        "application/problem+json"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_browser_of_the_owner_is_let_in_by_a_secret_that_works_once() {
    let server = Server::with(&["a"], |options| options.closed = true).await;
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    assert_eq!(
        client.get(&server.page).header("x-forwarded-for", "203.0.113.9").send().await.unwrap().status(),
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        client.get(format!("http://{}/open?secret=guessed", server.address)).send().await.unwrap().status(),
        StatusCode::FORBIDDEN
    );
    let opened = client.get(&server.page).send().await.unwrap();
    assert_eq!((opened.status(), &opened.headers()["location"]), (StatusCode::SEE_OTHER, &"/".parse().unwrap()));
    let cookie = opened.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(client.get(&server.page).send().await.unwrap().status(), StatusCode::FORBIDDEN, "it was used");
    assert_eq!(status_with(&server, "/api/v1/tokens", &[("cookie", pair)]).await, StatusCode::OK);
    assert_eq!(
        status_with(&server, "/api/v1/tokens", &[("cookie", &format!("{pair}x"))]).await,
        StatusCode::UNAUTHORIZED
    );
    for header in [("x-forwarded-for", "203.0.113.9"), ("via", "1.1 proxy")] {
        assert_eq!(status_with(&server, "/api/v1/tokens", &[("cookie", pair), header]).await, StatusCode::UNAUTHORIZED);
    }
    let foreign =
        server.request(Method::POST, "/api/v1/tokens").header("cookie", pair).header("origin", "https://evil.example");
    assert_eq!(
        foreign.json(&json!({ "name": "x", "role": "admin" })).send().await.unwrap().status(),
        StatusCode::FORBIDDEN
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn below_a_path_prefix_everything_is_found() {
    let server =
        Server::with(&["a"], |options| options.public_url = Some("http://127.0.0.1/kept/quipu".to_owned())).await;
    let token = server.token(TokenRole::Write, &[]);
    let ask = |path: &str| server.request(Method::GET, path).bearer_auth(&token);
    // Proxies pass the prefix on, or take it off.
    for path in ["/w/a/ask", "/kept/quipu/w/a/ask", "/kept/quipu/", "/kept/quipu"] {
        let page = ask(path).send().await.unwrap();
        assert_eq!(page.status(), StatusCode::OK, "{path}");
        let page = page.text().await.unwrap();
        assert!(
            page.contains("src=\"/kept/quipu/assets/") && page.contains("content=\"/kept/quipu\""),
            "{path}: {page}"
        );
    }
    let other = ask("/").header("x-forwarded-prefix", "/other").send().await.unwrap();
    assert!(other.headers().get_all("vary").iter().any(|vary| vary == "X-Forwarded-Prefix"));
    assert!(other.text().await.unwrap().contains("src=\"/other/assets/"));
    let odd = ask("/").header("x-forwarded-prefix", "//evil.example/x").send().await.unwrap().text().await.unwrap();
    assert!(!odd.contains("evil"), "{odd}");
    assert_eq!(ask("/kept/quipu/api/v1/me").send().await.unwrap().status(), StatusCode::OK);
    let added =
        server.request(Method::POST, &space("a", "/documents")).bearer_auth(&token).json(&json!({ "text": "A bell." }));
    let added = added.send().await.unwrap();
    assert!(added.headers()["location"].to_str().unwrap().starts_with("/kept/quipu/api/v1/workspaces/a/jobs/"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_that_wait_take_no_place_of_requests() {
    let server = Server::with(&["a"], |options| options.at_once = 4).await;
    let token = server.token(TokenRole::Read, &["a"]);
    let follow = || server.request(Method::GET, &space("a", "/events")).bearer_auth(&token).send();
    let mut streams = Vec::new();
    for _ in 0..256 {
        streams.push(follow().await.unwrap());
    }
    assert!(streams.iter().all(|stream| stream.status() == StatusCode::OK));
    assert_eq!(follow().await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    for path in ["/healthz", "/readyz", "/", "/api/v1/me"] {
        assert_eq!(status_with(&server, path, &[]).await, StatusCode::OK, "{path}");
    }
    streams.pop();
    for turn in 0.. {
        if follow().await.unwrap().status() == StatusCode::OK {
            break;
        }
        assert!(turn < 200, "the place of a stream that ended is not given again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_means_a_workspace_and_not_its_name() {
    let server = Server::with(&["a"], |options| options.makes = true).await;
    let token = server.token(TokenRole::Read, &["a"]);
    let sees = async |name: &str| status_with(&server, &space(name, "/status"), &[("x-api-key", &token)]).await;
    let renamed = server.request(Method::PATCH, &space("a", "")).json(&json!({ "name": "b" })).send().await.unwrap();
    assert_eq!(renamed.status(), StatusCode::OK);
    assert_eq!((sees("a").await, sees("b").await), (StatusCode::NOT_FOUND, StatusCode::OK));
    let (_, tokens) = server.get("/api/v1/tokens").await;
    assert_eq!(tokens["items"][0]["workspaces"], json!(["b"]));
    let gone = server.request(Method::DELETE, &space("b", "")).json(&json!({ "confirm": "b" })).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.post("/api/v1/workspaces", &json!({ "name": "b" })).await.0, StatusCode::CREATED);
    assert_eq!(sees("b").await, StatusCode::NOT_FOUND);
    let unknown = json!({ "name": "x", "role": "read", "workspaces": ["nowhere"] });
    assert_eq!(server.post("/api/v1/tokens", &unknown).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_of_any_size_comes_whole() {
    let server = Server::of(&["a", "b"]).await;
    for number in 0..6 {
        server.add("a", &format!("n{number}"), &"Ilse Varga cast the bell of the tower in Rome. ".repeat(400)).await;
    }
    let export = server.request(Method::GET, &space("a", "/export/jsonl")).send().await.unwrap();
    let text = export.text().await.unwrap();
    assert!(text.len() > 128 << 10, "{}", text.len());
    let import =
        server.request(Method::POST, &space("b", "/import")).header("content-type", "application/x-ndjson").body(text);
    let (status, job) = read(import.send().await.unwrap()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let job = server.over("b", job["id"].as_str().unwrap()).await;
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(server.get(&space("b", "/status")).await.1["documents"], 6);
}
