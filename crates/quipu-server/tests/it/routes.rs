//! Routes beyond documents and questions: texts, entities, tools, settings, workspaces, files of jobs.

mod described;
mod examples;
mod filtered;
mod page;
mod portable;

use std::io::{Read as _, Write as _};

use crate::common::{Server, read, space};
use quipu::{Access, Quipu};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the tower in 1871.\n\n## Metal\n\nIt is of bronze.\n\n\
    ## Sound\n\nIlse Varga tuned it to a low note.\n";

async fn with_bell() -> Server {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_is_read_whole_and_in_parts() {
    let server = with_bell().await;
    let whole = server.request(Method::GET, &space("a", "/documents/bell/text")).send().await.unwrap();
    assert_eq!(whole.headers()["content-type"], "text/markdown; charset=utf-8");
    let total: usize = whole.headers()["x-quipu-total"].to_str().unwrap().parse().unwrap();
    let text = whole.text().await.unwrap();
    assert_eq!(text.len(), total);
    let (_, shown) = server.get(&space("a", "/documents/bell")).await;
    for chunk in shown["chunks"].as_array().unwrap() {
        let (start, end) = (chunk["body"]["start"].as_u64().unwrap(), chunk["body"]["end"].as_u64().unwrap());
        assert_eq!(&text[start as usize..end as usize], chunk["text"].as_str().unwrap());
    }
    let part = server.request(Method::GET, &space("a", "/documents/bell/text?start=2&end=6")).send().await.unwrap();
    assert_eq!(part.text().await.unwrap(), text[2..6]);
    let (status, problem) = server.get(&space("a", "/documents/bell/text?start=99999")).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::RANGE_NOT_SATISFIABLE, Some("range")));
    let (_, sections) = server.get(&space("a", "/documents/bell/outline")).await;
    let told: Vec<_> = sections["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| (s["heading"].as_str().unwrap(), s["level"].as_u64()))
        .collect();
    assert_eq!(told, [("The bell", Some(1)), ("Metal", Some(2)), ("Sound", Some(2))]);
    assert_eq!(server.get(&space("a", "/documents/none/outline")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pattern_is_found_page_by_page() {
    let server = with_bell().await;
    let (status, page) = server.get(&space("a", "/grep?pattern=Ilse%20V%5Ba-z%5D%2B&limit=1")).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert_eq!((page["items"][0]["text"].as_str(), page["items"][0]["line"].as_u64()), (Some("Ilse Varga"), Some(3)));
    let next = page["next"].as_str().unwrap();
    let (_, page) = server.get(&space("a", &format!("/grep?pattern=Ilse%20V%5Ba-z%5D%2B&limit=1&cursor={next}"))).await;
    assert_eq!(page["items"][0]["heading"], json!(["The bell", "Sound"]), "{page}");
    assert!(page["next"].is_null());
    let (_, none) = server.get(&space("a", "/grep?pattern=V%5Ba&literal=true")).await;
    assert_eq!(none["items"], json!([]));
    for wrong in ["pattern=(", "pattern=", "pattern=(a%7B1000%7D)%7B1000%7D"] {
        let (status, problem) = server.get(&space("a", &format!("/grep?{wrong}"))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entities_are_completed_shown_and_followed() {
    let server = with_bell().await;
    server.add("a", "tower", "Ilse Varga climbed the tower with Matvei Lagunov.").await;
    let (_, page) = server.get(&space("a", "/entities?q=varg")).await;
    let varga = &page["items"][0];
    assert_eq!((varga["name"].as_str(), varga["kind"].as_str()), (Some("Ilse Varga"), Some("ENTITY")), "{page}");
    let key = varga["key"].as_str().unwrap();
    let (_, shown) = server.get(&space("a", &format!("/entities/{key}"))).await;
    assert_eq!(shown["items"][0]["name"], "Ilse Varga");
    let (_, by_name) = server.get(&space("a", "/entities/ilse%20varga")).await;
    assert_eq!(by_name, shown);
    let (_, tree) = server.get(&space("a", &format!("/entities/{key}/neighbours"))).await;
    assert!(tree.to_string().contains("Lagunov"), "{tree}");
    let (_, passages) = server.get(&space("a", &format!("/entities/{key}/passages?limit=2"))).await;
    assert_eq!(passages["items"].as_array().unwrap().len(), 2);
    assert!(passages["items"][0]["quote"].as_str().unwrap().contains("Varga"), "{passages}");
    assert_eq!(server.get(&space("a", "/entities/nobody")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&space("a", "/entities?kind=monster")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, first) = server.get(&space("a", "/entities?limit=1&sort=name")).await;
    let next = first["next"].as_str().unwrap();
    let (_, second) = server.get(&space("a", &format!("/entities?limit=1&sort=name&cursor={next}"))).await;
    assert!(first["items"][0]["name"].as_str() < second["items"][0]["name"].as_str(), "{first} {second}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_change_and_hold_at_once() {
    let server = with_bell().await;
    let change = async |set: Value| {
        let request = server.request(Method::PATCH, &space("a", "/settings")).json(&json!({ "set": set }));
        read(request.send().await.unwrap()).await
    };
    let (status, rows) = change(json!({ "look.strategy": "lexical", "look.limit": "1" })).await;
    assert_eq!(status, StatusCode::OK, "{rows}");
    let limit = rows["items"].as_array().unwrap().iter().find(|row| row["key"] == "look.limit").unwrap();
    assert_eq!((rows["items"].as_array().unwrap().len(), limit["value"].as_str()), (2, Some("1")));
    let (_, found) = server.get(&space("a", "/search?query=Varga")).await;
    assert_eq!((found["strategy"].as_str(), found["hits"].as_array().map(Vec::len)), (Some("lexical"), Some(1)));
    for (set, status) in [
        (json!({ "look.limit": "3", "look.strategy": "none" }), StatusCode::BAD_REQUEST),
        (json!({ "look.limits": "3" }), StatusCode::BAD_REQUEST),
        (json!({ "": null }), StatusCode::BAD_REQUEST),
        (json!({ "llm.key": "HOME" }), StatusCode::FORBIDDEN),
        (json!({ "server.roots": "[\"/\"]" }), StatusCode::FORBIDDEN),
        (json!({ "embed.library": "/tmp/x.so" }), StatusCode::FORBIDDEN),
        (json!({ "llm.url": "http://10.0.0.1/v1" }), StatusCode::FORBIDDEN),
    ] {
        let (found, problem) = change(set.clone()).await;
        assert_eq!(found, status, "{set}: {problem}");
    }
    let (_, rows) = server.get(&space("a", "/settings")).await;
    let limit = rows["items"].as_array().unwrap().iter().find(|row| row["key"] == "look.limit").unwrap();
    assert_eq!(limit["value"], "1", "what was refused changed nothing");
    change(json!({ "look.limit": null, "look.strategy": null })).await;
    let (_, found) = server.get(&space("a", "/search?query=Varga")).await;
    assert_eq!(found["strategy"], "auto");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workspaces_are_made_renamed_and_deleted() {
    let server = Server::with(&["a"], |options| options.makes = true).await;
    let (status, row) = server.post("/api/v1/workspaces", &json!({ "name": "papers" })).await;
    assert_eq!((status, row["documents"].as_u64()), (StatusCode::CREATED, Some(0)), "{row}");
    server.add("papers", "bell", BELL).await;
    for (name, status) in [("papers", 409), ("a/b", 400), ("../x", 400), ("", 400)] {
        let (found, problem) = server.post("/api/v1/workspaces", &json!({ "name": name })).await;
        assert_eq!(found.as_u16(), status, "{name}: {problem}");
    }
    let send = |method: Method, name: &str, body: Value| {
        server.request(method, &format!("/api/v1/workspaces/{name}")).json(&body).send()
    };
    let renamed = send(Method::PATCH, "papers", json!({ "name": "essays" })).await.unwrap();
    assert_eq!(renamed.status(), StatusCode::OK);
    assert_eq!(server.get(&space("papers", "/status")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&space("essays", "/documents/bell")).await.0, StatusCode::OK);
    // A new workspace with the freed name has no content of the former one.
    server.post("/api/v1/workspaces", &json!({ "name": "papers" })).await;
    assert_eq!(server.get(&space("papers", "/documents")).await.1["items"], json!([]));
    let gone = send(Method::DELETE, "papers", json!({ "confirm": "papers" })).await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.get(&space("essays", "/documents/bell")).await.0, StatusCode::OK);
    let unsure = send(Method::DELETE, "essays", json!({ "confirm": "papers" })).await.unwrap();
    assert_eq!(unsure.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let gone = send(Method::DELETE, "essays", json!({ "confirm": "essays" })).await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.get(&space("essays", "/status")).await.0, StatusCode::NOT_FOUND);
    // The name is free again, and the former content is gone.
    server.post("/api/v1/workspaces", &json!({ "name": "papers" })).await;
    assert_eq!(server.get(&space("papers", "/documents")).await.1["items"], json!([]));
    let one = Server::of(&["a"]).await;
    let (status, problem) = one.post("/api/v1/workspaces", &json!({ "name": "b" })).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::CONFLICT, Some("one-workspace")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_sent_twice_under_a_key_is_done_once() {
    let server = with_bell().await;
    server.add("a", "tower", "Matvei Lagunov climbed the tower.").await;
    let merge = json!({ "a": "Ilse Varga", "b": "Matvei Lagunov" });
    let send = |server: &Server, body: &Value| {
        let request = server.request(Method::POST, &space("a", "/names/merge")).header("idempotency-key", "k-1");
        request.json(body).send()
    };
    let first = send(&server, &merge).await.unwrap();
    assert_eq!((first.status(), first.headers().contains_key("idempotent-replayed")), (StatusCode::CREATED, false));
    let first = first.text().await.unwrap();
    let server = server.again(&["a"]).await;
    let again = send(&server, &merge).await.unwrap();
    assert_eq!((again.status(), again.headers().contains_key("idempotent-replayed")), (StatusCode::CREATED, true));
    assert_eq!(again.text().await.unwrap(), first);
    let other = send(&server, &json!({ "a": "x", "b": "y" })).await.unwrap();
    let (status, problem) = read(other).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("idempotency-reused")));
    assert_eq!(server.get(&space("a", "/names/log")).await.1["items"].as_array().unwrap().len(), 1);
    // A decision is made of the change that its maker saw.
    let stale = json!({ "name": "Ilse Varga", "to": "I. Varga", "at_change": 1 });
    let (status, problem) = server.post(&space("a", "/names/rename"), &stale).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::PRECONDITION_FAILED, Some("changed")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exports_and_backups_are_files_of_jobs() {
    let server = with_bell().await;
    let file = async |body: Value| {
        let (status, job) = server.post(&space("a", "/jobs"), &body).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{job}");
        let id = job["id"].as_str().unwrap();
        let over = server.over("a", id).await;
        assert_eq!(over["state"], "done", "{over}");
        let path = space("a", &format!("/jobs/{id}/file"));
        let sent = server.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(sent.headers()["content-type"], "application/octet-stream");
        sent.bytes().await.unwrap()
    };
    let csv = file(json!({ "kind": "export", "format": "csv" })).await;
    assert!(csv.starts_with(b"PK"), "an archive");
    let lines = file(json!({ "kind": "export", "format": "jsonl" })).await;
    let backup = file(json!({ "kind": "backup" })).await;
    // The lines make an equal workspace elsewhere, and so does the backup.
    let other = Server::of(&["b"]).await;
    let import = other.request(Method::POST, &space("b", "/import")).header("content-type", "application/x-ndjson");
    let (status, job) = read(import.body(lines).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    assert_eq!(other.over("b", job["id"].as_str().unwrap()).await["state"], "done");
    assert_eq!(other.get(&space("b", "/documents/bell")).await.0, StatusCode::OK);
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("a.quipu");
    std::fs::write(&archive, &backup).unwrap();
    let restored = folder.path().join("restored");
    let report = quipu::backup::restore(&archive, restored.clone()).await.unwrap();
    assert!(report.files > 5, "{report:?}");
    let quipu = Quipu::open(restored.clone(), Access::Write).unwrap();
    assert!(quipu.document("bell").await.unwrap().is_some());
    assert!(quipu.doctor(false).await.unwrap().problems.is_empty());
    assert!(restored.join(".quipu/originals").is_dir() && restored.join(".quipu/jobs").is_dir());
    assert!(quipu::backup::restore(&archive, restored).await.is_err(), "there is one already");
    std::fs::write(&archive, &backup[..backup.len() / 2]).unwrap();
    assert!(quipu::backup::restore(&archive, folder.path().join("half")).await.is_err());
    assert!(!folder.path().join("half/.quipu").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_of_the_web_is_fetched_and_kept() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 2048]);
            let page = "<html><title>Bells</title><body><main><h1>Bells</h1><p>Ilse Varga cast the bell of the tower.</p></main>";
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", page.len());
            let _ = stream.write_all(format!("{head}{page}").as_bytes());
        }
    });
    let host = format!("127.0.0.1:{port}");
    let server = Server::with(&["a"], |options| options.fetch_inside = vec![host.clone()]).await;
    let addresses = [format!("http://{host}/bells"), "http://127.0.0.1:1/x".to_owned()];
    let path = space("a", "/documents");
    let (status, problem) = server.post(&path, &json!({ "addresses": addresses })).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::BAD_REQUEST, Some("fetch-address")), "{problem}");
    let (status, job) = server.post(&path, &json!({ "address": addresses[0] })).await;
    assert_eq!((status, job["kind"].as_str()), (StatusCode::ACCEPTED, Some("fetch")), "{job}");
    let job = server.over("a", job["id"].as_str().unwrap()).await;
    assert_eq!((job["state"].as_str(), job["report"]["added"].as_u64()), (Some("done"), Some(1)), "{job}");
    let (_, page) = server.get(&path).await;
    let key = page["items"][0]["key"].as_str().unwrap();
    let original =
        server.request(Method::GET, &space("a", &format!("/documents/{key}/original"))).send().await.unwrap();
    assert_eq!(original.headers()["content-disposition"].to_str().unwrap().split(';').next(), Some("attachment"));
    assert!(original.text().await.unwrap().contains("<main>"));
    let part =
        server.request(Method::GET, &space("a", &format!("/documents/{key}/original"))).header("range", "bytes=0-5");
    let part = part.send().await.unwrap();
    assert_eq!((part.status(), part.headers().contains_key("content-range")), (StatusCode::PARTIAL_CONTENT, true));
    assert_eq!(part.text().await.unwrap(), "<html>");
    // A browser requests it compressed, and must reach its end.
    for packed in ["gzip", "br", "zstd"] {
        let path = space("a", &format!("/documents/{key}/original"));
        let original = server.request(Method::GET, &path).header("accept-encoding", packed).send().await.unwrap();
        assert_eq!(original.headers()["content-encoding"], packed);
        assert!(!original.bytes().await.unwrap().is_empty(), "{packed}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_of_questions_is_asked_by_a_job() {
    let sets = tempfile::tempdir().unwrap();
    let set = sets.path().join("bells");
    std::fs::create_dir(&set).unwrap();
    std::fs::write(
        set.join("corpus.jsonl"),
        "{\"_id\":\"d1\",\"title\":\"Bell\",\"text\":\"Ilse Varga cast the bell.\"}\n",
    )
    .unwrap();
    let question =
        "{\"_id\":\"q1\",\"text\":\"Who cast the bell?\",\"answer\":\"Ilse Varga\",\"relevance\":{\"d1\":1.0}}\n";
    std::fs::write(set.join("questions.jsonl"), question).unwrap();
    let root = sets.path().canonicalize().unwrap();
    let server = Server::with(&["a"], |options| options.roots = vec![root.clone()]).await;
    let body = json!({ "kind": "eval", "paths": [root.join("bells")], "strategies": ["lexical"] });
    let (status, job) = server.post(&space("a", "/jobs"), &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    let job = server.over("a", job["id"].as_str().unwrap()).await;
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(
        (job["report"]["sets"][0]["set"].as_str(), job["report"]["sets"][0]["strategy"].as_str()),
        (Some("bells"), Some("lexical"))
    );
    let outside = json!({ "kind": "eval", "paths": ["/etc"] });
    assert_eq!(server.post(&space("a", "/jobs"), &outside).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversation_is_exported_and_a_reading_told() {
    let server = with_bell().await;
    server.post(&space("a", "/sessions/tea/ask"), &json!({ "question": "Who cast the bell?" })).await;
    let path = space("a", "/sessions/tea/export");
    let text = server.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
    assert!(text.starts_with("# tea\n\n## Who cast the bell?\n") && text.contains("Varga"), "{text}");
    let form = reqwest::multipart::Form::new();
    let part = reqwest::multipart::Part::bytes(b"%PDF-1.7 broken".to_vec()).file_name("broken.pdf");
    let sent = server.request(Method::POST, &space("a", "/documents")).multipart(form.part("file", part)).send().await;
    server.over("a", read(sent.unwrap()).await.1["id"].as_str().unwrap()).await;
    let (status, log) = server.get(&space("a", "/documents/uploads%2Fbroken.pdf/log")).await;
    assert_eq!((status, log["items"][0]["state"].as_str()), (StatusCode::OK, Some("skipped")), "{log}");
    assert!(log["items"][0]["reason"].is_string());
    assert_eq!(server.get(&space("a", "/documents/nothing/log")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&space("a", "/documents/bell/log")).await.1["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn models_are_tried_and_their_words_shown() {
    let server = with_bell().await;
    let (status, rows) = server.post(&space("a", "/models/check"), &Value::Null).await;
    assert_eq!((status, rows["items"][0]["works"].as_bool()), (StatusCode::OK, Some(true)), "{rows}");
    let (_, prompts) = server.get(&space("a", "/prompts")).await;
    assert!(prompts["items"].as_array().unwrap().iter().any(|row| row["name"] == "answer"), "{prompts}");
    let shown = server.request(Method::GET, &space("a", "/prompts/answer")).send().await.unwrap();
    assert_eq!(shown.headers()["content-type"], "application/toml");
    for odd in ["none", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"] {
        assert_eq!(server.get(&space("a", &format!("/prompts/{odd}"))).await.0, StatusCode::NOT_FOUND, "{odd}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_is_counted_and_marked() {
    let server = with_bell().await;
    let body = json!({ "question": "Who cast the bell?", "effort": "normal" });
    let (status, answer) = server.post(&space("a", "/ask"), &body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(answer["agent"]["events"].as_array().is_some_and(|events| events.len() > 2), "{answer}");
    let (_, again) = server.post(&space("a", "/ask"), &body).await;
    assert_eq!((again["from_cache"].as_bool(), &again["answer"]), (Some(true), &answer["answer"]), "{again}");
    let (status, counted) =
        server.post(&space("a", "/monitor"), &json!({ "question": "Who cast the bell?", "good": true })).await;
    assert_eq!(status, StatusCode::OK, "{counted}");
    let (_, counted) = server.get(&space("a", "/monitor")).await;
    assert_eq!((counted["asked"].as_u64(), counted["from_cache"].as_u64()), (Some(2), Some(1)), "{counted}");
    assert_eq!(counted["kinds"][0]["good"].as_u64(), Some(1), "{counted}");
    let (status, _) = server.post(&space("a", "/ask"), &json!({ "question": "x", "effort": "much" })).await;
    assert!(status.is_client_error());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_like_one_are_found() {
    let server = with_bell().await;
    server.add("a", "tower", "The bell of the tower, cast in bronze, rings at noon.\n").await;
    server.add("a", "bread", "Bake the bread with flour, yeast and a little salt.\n").await;
    let (status, found) = server.get(&space("a", "/documents/bell/similar?k=1&min=-1")).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(found["pairs"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(server.get(&space("a", "/documents/none/similar")).await.0, StatusCode::NOT_FOUND);
}
