//! Attacks, each with the reply that the attacker gets. Numbers are those of the page of attacks in docs/server.md.

use crate::common::{Server, options, read, space};
use quipu_server::{ServeError, TokenFile, TokenRole, openapi, serve};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Sends bytes as they are; gives the reply's first line.
async fn raw(server: &Server, bytes: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.expect("the server listens and reads");
    stream.write_all(bytes.as_bytes()).await.expect("the server listens and reads");
    let mut reply = vec![0; 4096];
    let read = stream.read(&mut reply).await.unwrap_or_default();
    String::from_utf8_lossy(&reply[..read]).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn attack_1_nobody_listens_to_all_without_a_token() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        let folder = tempfile::tempdir().unwrap();
        let open = quipu_server::ServeOptions { listen: address.parse().unwrap(), ..options(folder.path(), &["a"]) };
        assert!(matches!(serve(open).await, Err(ServeError::Open { .. })), "{address}");
        TokenFile::of(&folder.path().join("state")).make("t", TokenRole::Read, Vec::new(), None).unwrap();
        let closed = quipu_server::ServeOptions { listen: address.parse().unwrap(), ..options(folder.path(), &["a"]) };
        match serve(closed).await {
            Ok(serving) => assert!(!serving.address().ip().is_loopback()),
            // A machine without IPv6.
            Err(error) => assert!(matches!(error, ServeError::Listen { .. }), "{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_2_other_hosts_are_not_served() {
    let server = Server::with(&["a"], |options| options.hosts = vec!["wiki.example".to_owned()]).await;
    let port = server.address.port();
    for (host, status) in [
        (format!("evil.example:{port}"), "421"),
        (format!("127.0.0.1.evil.example:{port}"), "421"),
        ("evil.example".to_owned(), "421"),
        (format!("localhost:{port}"), "200"),
        (format!("127.0.0.1:{port}"), "200"),
        (format!("[::1]:{port}"), "200"),
        ("WIKI.example".to_owned(), "200"),
    ] {
        let line = raw(&server, &format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n")).await;
        assert!(line.contains(status), "{host}: {line}");
    }
    for (request, about) in [
        ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), "no host"),
        (format!("GET /healthz HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\n\r\n"), "two hosts"),
        (format!("GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"), "another target"),
    ] {
        let line = raw(&server, &request).await;
        assert!(line.contains("421") || line.contains("400"), "{about}: {line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_3_pages_of_others_cannot_ask() {
    let server = Server::with(&["a"], |options| options.origins = vec!["https://wiki.example".to_owned()]).await;
    let own = format!("http://{}", server.address);
    for (origin, allowed) in
        [("https://evil.example", false), ("null", false), (own.as_str(), true), ("https://wiki.example", true)]
    {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let response = server
                .request(method.clone(), &space("a", "/search?query=x"))
                .header("origin", origin)
                .send()
                .await
                .unwrap();
            let (status, problem) = read(response).await;
            assert_eq!(problem["code"] != "origin", allowed, "{method} {origin}: {status} {problem}");
        }
    }
    let asked_first =
        |origin: &'static str| server.request(Method::OPTIONS, &space("a", "/ask")).header("origin", origin).send();
    let named = asked_first("https://wiki.example").await.unwrap();
    assert_eq!(named.status(), StatusCode::NO_CONTENT);
    assert_eq!(named.headers()["access-control-allow-origin"], "https://wiki.example");
    let other = asked_first("https://evil.example").await.unwrap();
    assert_eq!(other.status(), StatusCode::FORBIDDEN);
    assert!(!other.headers().contains_key("access-control-allow-origin"));
    let cross = server.request(Method::POST, &space("a", "/names/undo")).header("sec-fetch-site", "cross-site");
    assert_eq!(cross.json(&json!({})).send().await.unwrap().status(), StatusCode::FORBIDDEN);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let simple = server.request(Method::POST, &space("a", "/names/undo")).header("content-type", kind).body("{}");
        assert_eq!(simple.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_4_roles_hold_at_every_door() {
    let server = Server::with(&["a"], |options| options.closed = true).await;
    let secrets = [TokenRole::Read, TokenRole::Write, TokenRole::Admin].map(|role| (role, server.token(role, &[])));
    let doors = ["authorization", "x-api-key"];
    let checks = [
        (TokenRole::Read, Method::GET, space("a", "/documents")),
        (TokenRole::Read, Method::POST, space("a", "/search")),
        (TokenRole::Write, Method::POST, space("a", "/names/undo")),
        (TokenRole::Write, Method::POST, space("a", "/jobs")),
        (TokenRole::Admin, Method::GET, "/api/v1/tokens".to_owned()),
        (TokenRole::Admin, Method::GET, "/api/v1/audit".to_owned()),
    ];
    for (needed, method, path) in &checks {
        assert_eq!(
            server.request(method.clone(), path).send().await.unwrap().status(),
            StatusCode::UNAUTHORIZED,
            "{path}"
        );
        for (role, secret) in &secrets {
            for door in doors {
                let value = if door == "authorization" { format!("Bearer {secret}") } else { secret.clone() };
                let response = server.request(method.clone(), path).header(door, value).send().await.unwrap();
                let refused = response.status() == StatusCode::FORBIDDEN;
                assert_eq!(refused, role < needed, "{role:?} {method} {path} by {door}: {}", response.status());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_5_tokens_are_not_guessed() {
    let server = Server::with(&["a"], |options| options.closed = true).await;
    let secret = server.token(TokenRole::Read, &[]);
    let ask = |secret: String| server.request(Method::GET, "/api/v1/me").bearer_auth(secret).send();
    assert_eq!(ask(secret.clone()).await.unwrap().status(), StatusCode::OK);
    for wrong in ["", "qp_", "x", "eyJhbGciOiJub25lIn0.e30."] {
        assert_eq!(ask(wrong.to_owned()).await.unwrap().status(), StatusCode::UNAUTHORIZED, "{wrong}");
    }
    for _ in 0..7 {
        ask(format!("{}x", &secret[..secret.len() - 1])).await.unwrap();
    }
    let waits = ask("again".to_owned()).await.unwrap();
    assert_eq!(waits.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(waits.headers().contains_key("retry-after"));
    // A guessing client takes nothing from others behind the same address.
    assert_eq!(ask(secret).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_6_what_is_of_others_is_as_if_it_were_not_there() {
    let server = Server::with(&["a", "b"], |options| options.closed = true).await;
    let (admin, other) = (server.token(TokenRole::Admin, &[]), server.token(TokenRole::Admin, &["b"]));
    let body = json!({ "id": "secret", "text": "The code of the vault is 4711." });
    let made =
        server.request(Method::POST, &space("a", "/documents")).bearer_auth(&admin).json(&body).send().await.unwrap();
    let job = read(made).await.1["id"].as_str().unwrap().to_owned();
    let api = openapi();
    for (path, methods) in api["paths"].as_object().unwrap().iter().filter(|(path, _)| path.contains("{name}")) {
        let filled = |name: &str| {
            path.replace("{name}", name).replace("{document}", "secret").replace("{job}", &job).replace(['{', '}'], "")
        };
        for method in methods.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let ask = |name: &str| {
                server
                    .request(method.clone(), &filled(name))
                    .bearer_auth(&other)
                    .header("x-request-id", "same")
                    .json(&json!({}))
                    .send()
            };
            let of_others = ask("a").await.unwrap();
            assert_eq!(of_others.status(), StatusCode::NOT_FOUND, "{method} {path}");
            let not_there = ask("none").await.unwrap();
            assert_eq!(of_others.bytes().await.unwrap(), not_there.bytes().await.unwrap(), "{method} {path}");
        }
    }
    let seen = server.request(Method::GET, "/api/v1/workspaces").bearer_auth(&other).send().await.unwrap();
    let names: Vec<Value> =
        read(seen).await.1["items"].as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, ["b"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_9_no_path_outside_the_roots_is_read() {
    let outside = tempfile::tempdir().unwrap();
    let inside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.md"), "The vault is 4711.").unwrap();
    std::fs::write(inside.path().join("a.md"), "The bell rings.").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), inside.path().join("link")).unwrap();
    let root = inside.path().canonicalize().unwrap();
    let server = Server::with(&["a"], |options| options.roots = vec![root.clone()]).await;
    let index = |path: String| json!({ "kind": "index", "paths": [path] });
    let below = |path: &str| inside.path().join(path).display().to_string();
    let bad = [
        outside.path().display().to_string(),
        below("../"),
        below("link"),
        below("link/secret.md"),
        "~".to_owned(),
        "/etc/passwd".to_owned(),
        "".to_owned(),
        below("none"),
    ];
    for path in bad {
        let (status, problem) = server.post(&space("a", "/jobs"), &index(path.clone())).await;
        assert_eq!((status, problem["code"].as_str()), (StatusCode::FORBIDDEN, Some("path")), "{path}");
    }
    let (status, job) = server.post(&space("a", "/jobs"), &index(below(""))).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    assert_eq!(server.over("a", job["id"].as_str().unwrap()).await["report"]["added"], 1);
    let hash = "../../../../etc/passwd";
    let upload = json!({ "kind": "upload", "files": [{ "name": "x", "hash": hash, "bytes": 1 }] });
    assert_eq!(server.post(&space("a", "/jobs"), &upload).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let import = json!({ "kind": "import", "file": { "name": "x", "hash": hash, "bytes": 1 } });
    assert_eq!(server.post(&space("a", "/jobs"), &import).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_13_bodies_and_heads_are_bounded() {
    let server = Server::of(&["a"]).await;
    let large = json!({ "query": "x".repeat(2 << 20) });
    assert_eq!(server.post(&space("a", "/search"), &large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let response = server
        .request(Method::POST, &space("a", "/search"))
        .header("content-type", "application/json")
        .body(deep)
        .send()
        .await
        .unwrap();
    assert!(response.status().is_client_error(), "{}", response.status());
    let long = server.request(Method::GET, "/healthz").header("x-long", "x".repeat(300_000)).send().await;
    assert!(long.is_err() || long.unwrap().status().is_client_error());
    let many = (0..200).fold(String::new(), |all, at| format!("{all}X-{at}: x\r\n"));
    let line = raw(&server, &format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{many}\r\n")).await;
    assert!(line.contains("431") || line.contains("400") || line.is_empty(), "{line}");
    let both = "POST /api/v1/workspaces/a/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n";
    let line = raw(&server, both).await;
    assert!(line.contains(" 4"), "{line}");
    let (status, problem) = server.post(&space("a", "/search"), &json!({ "query": "x", "wat": 1 })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["detail"].as_str().unwrap().contains("wat"), "{problem}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_15_the_page_shows_and_runs_nothing() {
    let server = Server::of(&["a"]).await;
    let payload = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'";
    server.add("a", "x", &format!("# {payload}\n\nThe bell of {payload} rings at noon.")).await;
    let mut pages = Vec::new();
    for path in [
        "/",
        "/w/a/ask",
        "/w/a/d/%3Cscript%3Ealert(1)%3C%2Fscript%3E?s=1&e=%22onload=",
        "/w/a/graph?entity=<img src=x>",
    ] {
        let response = server.request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        pages.push(response.text().await.unwrap());
    }
    // The page is one file, which knows nothing of the documents; their texts come as data, and a browser's story
    // watches it.
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    let scripts: Vec<&str> = pages[0].split("<script").skip(1).collect();
    assert!(!scripts.is_empty() && scripts.iter().all(|script| script.contains("src=\"/assets/")), "{}", pages[0]);
    assert!(!pages[0].contains(" style=") && !pages[0].contains("<style"), "{}", pages[0]);
    let first = server.request(Method::GET, "/").send().await.unwrap();
    let again =
        server.request(Method::GET, "/").header("if-none-match", &first.headers()["etag"]).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.headers()["content-security-policy"], first.headers()["content-security-policy"]);
    let (status, _) = server.get("/assets/../index.html").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_18_settings_of_the_owner_stay_the_owners() {
    let server = Server::of(&["a"]).await;
    server.add("a", "x", "The bell rings.").await;
    for name in ["../llm.url", "llm.url", "x"] {
        let body = json!({ "query": "bell", "look": { name: "http://evil.example/v1" } });
        let (status, _) = server.post(&space("a", "/search"), &body).await;
        assert!(status == StatusCode::BAD_REQUEST || status == StatusCode::FORBIDDEN, "{name}: {status}");
    }
    let (status, _) = server.post(&space("a", "/ask"), &json!({ "question": "bell?", "prompts": "/etc/passwd" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_22_costly_questions_are_bounded() {
    let server = Server::of(&["a"]).await;
    server.add("a", "x", "The bell rings.").await;
    for (path, body) in [
        ("/search", json!({ "query": "x".repeat(100_000) })),
        ("/search", json!({ "query": "x", "limit": 1_000_000_000 })),
        ("/ask", json!({ "question": "x".repeat(100_000) })),
    ] {
        assert_eq!(server.post(&space("a", path), &body).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    for path in [
        "/entities/neighbours?entity=x&depth=99",
        "/picture?entity=x&entities=1000000",
        "/similar?k=100000",
        "/path?from=a&to=b&length=99",
        "/similar?min=NaN",
    ] {
        assert_eq!(server.get(&space("a", path)).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_28_only_the_user_reads_the_file_of_the_running_server() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::of(&["a"]).await;
    let file = server.folder.path().join("a/.quipu/server.json");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let server = server.again(&["a"]).await;
    assert!(file.is_file());
    drop(server);
}
