//! What applications ask of jobs: properties of uploads, batches, waits, webhooks, documents that are still queued.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::sync::mpsc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac as _};
use quipu_server::TokenRole;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::common::{Server, read, space};

fn file(name: &str, text: &str) -> Part {
    Part::text(text.to_owned()).file_name(name.to_owned())
}

async fn sent(server: &Server, path: &str, form: Form) -> (StatusCode, Value) {
    read(
        server
            .request(Method::POST, &space("a", path))
            .multipart(form)
            .send()
            .await
            .expect("a server of tests does it"),
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_comes_with_its_properties_and_is_waited_for() {
    let server = Server::of(&["a"]).await;
    let form = Form::new()
        .text("title", "The bell of Orme")
        .text("tags", "bells, towers")
        .text("metadata", "{\"team\": \"blue\", \"year\": 1802, \"tags\": [\"orme\"]}")
        .part("file", file("bell.md", "---\nteam: red\nkeeper: Lena\n---\n# A bell\n\nLena Falk keeps the bell."));
    let (status, job) = sent(&server, "/documents/upload?wait=60", form).await;
    assert_eq!((status, job["state"].as_str()), (StatusCode::OK, Some("done")), "{job}");
    let (_, row) = server.get(&space("a", "/documents/uploads%2Fbell.md?chunks=0")).await;
    assert_eq!(row["title"], "The bell of Orme", "{row}");
    let metadata = &row["metadata"];
    assert_eq!(
        (&metadata["team"], &metadata["year"], &metadata["keeper"]),
        (&json!("blue"), &json!(1802), &json!("Lena"))
    );
    assert_eq!(metadata["tags"], json!(["orme", "bells", "towers"]));
    let (_, found) = server.get(&space("a", "/documents?tag=towers&where=year%20%3E%201800")).await;
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    // An id names one document.
    let form = Form::new().text("id", "mill").part("file", file("mill.txt", "The mill of Lyon stands."));
    assert_eq!(sent(&server, "/documents/upload?wait=60", form).await.1["state"], "done");
    assert_eq!(server.get(&space("a", "/documents/mill")).await.0, StatusCode::OK);
    let two = Form::new().text("id", "x").part("file", file("a.md", "a")).part("file", file("b.md", "b"));
    let (status, problem) = sent(&server, "/documents/upload", two).await;
    assert_eq!((status.as_u16(), problem["code"].as_str()), (422, Some("invalid")), "{problem}");
    for (name, text) in [("metadata", "[1]"), ("metadata", "{"), ("offline", "maybe"), ("colour", "blue")] {
        let form = Form::new().text(name, text).part("file", file("a.md", "a"));
        let (status, problem) = sent(&server, "/documents/upload", form).await;
        assert!(status == 422 && problem["detail"].as_str().unwrap().contains(name), "{name}: {problem}");
    }
    let (_, list) = server.get(&space("a", "/documents")).await;
    assert_eq!(
        (list["total"].as_u64(), list["items"].as_array().unwrap().len()),
        (Some(2), 2),
        "nothing was half taken"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_come_in_batches() {
    let server = Server::of(&["a"]).await;
    let post = async |kind: &str, body: String| {
        let path = space("a", "/documents/batch?wait=60");
        read(server.request(Method::POST, &path).header("content-type", kind).body(body).send().await.unwrap()).await
    };
    let texts: Vec<Value> = (0..300)
        .map(|n| json!({ "id": format!("row/{n}"), "text": format!("Keeper number {n} is Lena Falk."), "tags": ["row"], "metadata": { "n": n } }))
        .collect();
    let (status, job) = post("application/json", json!(texts).to_string()).await;
    assert_eq!(
        (status, job["state"].as_str(), job["kind"].as_str()),
        (StatusCode::OK, Some("done"), Some("batch")),
        "{job}"
    );
    assert_eq!((job["report"]["added"].as_u64(), job["texts"].as_u64()), (Some(300), Some(300)), "{job}");
    let (_, row) = server.get(&space("a", "/documents/row%2F7?chunks=0")).await;
    assert_eq!((&row["metadata"]["n"], &row["metadata"]["tags"]), (&json!(7), &json!(["row"])), "{row}");
    // Each text is an original of its own: one that is deleted leaves nothing.
    let original = server.request(Method::GET, &space("a", "/documents/row%2F7/original")).send().await.unwrap();
    assert!(original.text().await.unwrap().contains("Keeper number 7 "));
    let lines = "{\"text\": \"The clock of Lyon is old.\"}\n\n{\"id\": \"row/7\", \"text\": \"Keeper number 7 is Ivo Brandt.\"}\n";
    let (_, job) = post("application/x-ndjson", lines.to_owned()).await;
    assert_eq!((job["report"]["added"].as_u64(), job["report"]["changed"].as_u64()), (Some(1), Some(1)), "{job}");
    let (_, found) = server.get(&space("a", "/search?query=Ivo%20Brandt")).await;
    assert_eq!(found["hits"][0]["document"], "row/7", "{found}");
    for (kind, body, status, named) in [
        ("application/json", "[{\"text\": \"a\"}, {\"text\": \" \"}]", 422, "/1/text"),
        ("application/json", "[{\"text\": \"a\", \"id\": \"x\"}, {\"text\": \"b\", \"id\": \"x\"}]", 422, "/1/id"),
        ("application/json", "[]", 422, "no text"),
        ("application/json", "[{\"text\": \"a\"", 400, "JSON"),
        ("application/x-ndjson", "{\"text\": \"a\"}\n{\"text\": 7}\n", 422, "line 2"),
        ("text/plain", "a", 415, "x-ndjson"),
    ] {
        let (found, problem) = post(kind, body.to_owned()).await;
        assert!(found == status && problem.to_string().contains(named), "{body}: {problem}");
    }
    let many = (0..=10_000).fold(String::new(), |mut lines, n| {
        let _ = writeln!(lines, "{{\"text\": \"{n}\"}}");
        lines
    });
    assert_eq!(post("application/x-ndjson", many).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(server.get(&space("a", "/documents")).await.1["total"], 301, "nothing was half taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_still_queued_is_amended_and_deleted() {
    let server = Server::of(&["a"]).await;
    // A long job is before them.
    let texts: Vec<Value> =
        (0..2000).map(|n| json!({ "text": format!("Keeper {n} is Lena Falk of house {n}.") })).collect();
    let batch = server.request(Method::POST, &space("a", "/documents/batch")).json(&texts);
    assert_eq!(batch.send().await.unwrap().status(), StatusCode::ACCEPTED);
    for id in ["gone", "kept"] {
        let body = json!({ "id": id, "text": format!("The document {id} came.") });
        assert_eq!(server.post(&space("a", "/documents"), &body).await.0, StatusCode::ACCEPTED);
    }
    let form = Form::new().part("file", file("file.md", "The file came."));
    assert_eq!(sent(&server, "/documents/upload", form).await.0, StatusCode::ACCEPTED);
    let path = |id: &str| space("a", &format!("/documents/{id}"));
    let delete = server.request(Method::DELETE, &path("gone")).send().await.unwrap();
    assert_eq!(delete.status(), StatusCode::ACCEPTED);
    let title = json!({ "title": "By hand", "metadata": { "team": "blue" } });
    let amended = read(server.request(Method::PATCH, &path("kept")).json(&title).send().await.unwrap()).await;
    assert_eq!((amended.0, amended.1["kind"].as_str()), (StatusCode::ACCEPTED, Some("amend")), "{}", amended.1);
    let last = server.request(Method::DELETE, &path("uploads%2Ffile.md?wait=120")).send().await.unwrap();
    let (status, job) = read(last).await;
    assert_eq!((status, job["state"].as_str()), (StatusCode::OK, Some("done")), "{job}");
    assert_eq!(server.get(&path("gone")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&path("uploads%2Ffile.md")).await.0, StatusCode::NOT_FOUND);
    let (_, row) = server.get(&path("kept?chunks=0")).await;
    assert_eq!((&row["title"], &row["metadata"]["team"]), (&json!("By hand"), &json!("blue")), "{row}");
    assert_eq!(server.request(Method::DELETE, &path("never")).send().await.unwrap().status(), StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_read_nothing_is_failed() {
    let server = Server::of(&["a"]).await;
    let form = Form::new().part("file", file("broken.pdf", "%PDF-1.7 and nothing else"));
    let (_, job) = sent(&server, "/documents/upload?wait=60", form).await;
    assert_eq!(
        (job["state"].as_str(), job["problem"]["code"].as_str()),
        (Some("failed"), Some("nothing-read")),
        "{job}"
    );
    assert_eq!(job["report"]["skipped"].as_array().unwrap().len(), 1, "the report says which: {job}");
    let form =
        Form::new().part("file", file("broken.pdf", "%PDF-1.7 and nothing")).part("file", file("a.md", "The bell."));
    let (_, job) = sent(&server, "/documents/upload?wait=60", form).await;
    assert_eq!(job["state"], "done", "a part of it was read: {job}");
    let (_, failed) = server.get(&space("a", "/jobs?state=failed&limit=1")).await;
    assert_eq!((failed["total"].as_u64(), failed["items"].as_array().unwrap().len()), (Some(1), 1));
}

/// A receiver of webhooks: answers with these statuses in turn, and hands each request on.
fn receiver(statuses: Vec<u16>) -> (String, mpsc::Receiver<String>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a receiver of tests does it");
    let host = listener.local_addr().expect("a receiver of tests does it").to_string();
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for (stream, status) in listener.incoming().flatten().zip(statuses) {
            let (mut stream, mut got) = (stream, Vec::new());
            let mut piece = [0; 4096];
            loop {
                let read = stream.read(&mut piece).expect("a receiver of tests does it");
                got.extend_from_slice(&piece[..read]);
                let text = String::from_utf8_lossy(&got).into_owned();
                let length = text
                    .to_lowercase()
                    .split("content-length: ")
                    .nth(1)
                    .and_then(|rest| rest.lines().next()?.parse::<usize>().ok());
                let body = text.split_once("\r\n\r\n").map_or(0, |(_, body)| body.len());
                if read == 0 || length.is_some_and(|length| body >= length) {
                    break;
                }
            }
            let _ = stream
                .write_all(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes());
            tell.send(String::from_utf8(got).expect("a receiver of tests does it"))
                .expect("a receiver of tests does it");
        }
    });
    (host, told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_a_job_is_delivered_signed_and_tried_again() {
    let (host, told) = receiver(vec![503, 204]);
    let inside = host.clone();
    let server = Server::with(&["a"], |options| options.fetch_inside = vec![inside]).await;
    let secret = "a secret of both sides";
    let add = |url: String, secret: &'static str| {
        let post =
            server.request(Method::POST, &space("a", "/documents")).json(&json!({ "id": "bell", "text": "The bell." }));
        post.header("webhook-url", url).header("webhook-secret", secret).send()
    };
    for (url, secret) in [
        ("http://127.0.0.1:9/x", secret),
        ("http://169.254.169.254/", secret),
        ("file:///etc/passwd", secret),
        (&*format!("http://{host}/"), "short"),
    ] {
        let status = add(url.to_owned(), secret).await.unwrap().status();
        assert!(status.is_client_error(), "{url}: {status}");
    }
    let (status, job) = read(add(format!("http://{host}/hook?token=private"), secret).await.unwrap()).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    assert!(!job.to_string().contains("private") && !job.to_string().contains(secret), "{job}");
    let took = |told: mpsc::Receiver<String>| tokio::task::spawn_blocking(move || (told.recv().unwrap(), told));
    let (first, told) = took(told).await.unwrap();
    let (second, _told) = took(told).await.unwrap();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.to_lowercase().starts_with(name)).unwrap();
        line.split_once(": ").unwrap().1.trim().to_owned()
    };
    assert_eq!(field(&first, "webhook-id"), field(&second, "webhook-id"), "it is the same message");
    for text in [&first, &second] {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /hook?token=private "), "{head}");
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{}.{}.{body}", field(text, "webhook-id"), field(text, "webhook-timestamp")).as_bytes());
        let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        assert_eq!(field(text, "webhook-signature"), format!("v1,{signature}"));
        let told: Value = serde_json::from_str(body).unwrap();
        assert_eq!(
            (&told["type"], &told["data"]["id"], &told["data"]["state"]),
            (&json!("job.done"), &job["id"], &json!("done"))
        );
    }
    let id = job["id"].as_str().unwrap();
    let mut delivery = Value::Null;
    for _ in 0..100 {
        delivery = server.get(&space("a", &format!("/jobs/{id}"))).await.1["webhook"].clone();
        if delivery["delivered"].is_string() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!((delivery["attempts"].as_u64(), delivery["host"].as_str()), (Some(2), Some(&*host)), "{delivery}");
    assert!(delivery["delivered"].is_string() && delivery["problem"].is_null(), "{delivery}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_becomes_a_workspace() {
    let server = Server::with(&["a"], |options| options.makes = true).await;
    server.add("a", "bell", "The bell of Orme was cast in 1802.").await;
    let (_, job) = server.post(&space("a", "/jobs?wait=60"), &json!({ "kind": "backup" })).await;
    let path = space("a", &format!("/jobs/{}/file", job["id"].as_str().unwrap()));
    let backup = server.request(Method::GET, &path).send().await.unwrap().bytes().await.unwrap();
    let restore = async |name: &str, token: Option<&str>, body: Vec<u8>| {
        let request = server
            .request(Method::POST, &format!("/api/v1/restore?name={name}"))
            .header("content-type", "application/zip");
        let request = token.into_iter().fold(request, |request, token| request.bearer_auth(token));
        read(request.body(body).send().await.unwrap()).await
    };
    let admin = server.token(TokenRole::Admin, &[]);
    let (status, row) = restore("b", Some(&admin), backup.to_vec()).await;
    assert_eq!((status, row["documents"].as_u64()), (StatusCode::CREATED, Some(1)), "{row}");
    assert_eq!(server.get(&space("b", "/jobs")).await.1["total"], 0, "jobs of a stranger's file do not run");
    assert_eq!(server.get(&space("b", "/documents/bell")).await.0, StatusCode::OK);
    assert_eq!(restore("b", None, backup.to_vec()).await.0, StatusCode::CONFLICT);
    let (status, problem) = restore("c", None, backup[..backup.len() / 2].to_vec()).await;
    assert!(status.is_client_error(), "{status} {problem}");
    assert_eq!(server.get(&space("c", "/status")).await.0, StatusCode::NOT_FOUND, "nothing is half restored");
    assert_eq!(restore("c", None, backup.to_vec()).await.0, StatusCode::CREATED, "its name is free");
    let writer = server.token(TokenRole::Write, &[]);
    assert_eq!(restore("d", Some(&writer), backup.to_vec()).await.0, StatusCode::FORBIDDEN);
}
