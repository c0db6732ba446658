//! The API from its users' side: documents are added and removed, questions are answered, jobs are followed.

use crate::common::{Server, read, space};
use quipu_server::openapi;
use reqwest::{Method, StatusCode, multipart};
use serde_json::{Value, json};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the north tower in 1911. The bell rings at noon.\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_is_taken_indexed_asked_and_deleted() {
    let server = Server::of(&["a"]).await;
    let job = server.add("a", "bell", BELL).await;
    assert_eq!((job["state"].as_str(), job["report"]["added"].as_u64()), (Some("done"), Some(1)), "{job}");
    let (status, answer) = server.post(&space("a", "/ask"), &json!({ "question": "Who cast the bell?" })).await;
    assert_eq!(status, StatusCode::OK);
    assert!(answer["answer"].as_str().unwrap().contains("Ilse Varga"), "{answer}");
    assert_eq!(answer["citations"][0]["document"], "bell");
    let (_, found) = server.get(&space("a", "/search?query=bell&limit=1")).await;
    assert_eq!(found["hits"].as_array().unwrap().len(), 1);
    let chunk = found["hits"][0]["chunk"].as_str().or(found["hits"][0]["key"].as_str()).unwrap().to_owned();
    let (status, shown) = server.get(&space("a", &format!("/chunks/{chunk}?around=1"))).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    let (_, entities) = server.get(&space("a", "/entities/Ilse%20Varga")).await;
    assert_eq!(entities["items"][0]["name"], "Ilse Varga");
    let original = server.request(Method::GET, &space("a", "/documents/bell/original")).send().await.unwrap();
    assert_eq!(original.headers()["content-security-policy"], "sandbox; default-src 'none'");
    assert!(original.text().await.unwrap().ends_with(BELL));
    let gone = server.request(Method::DELETE, &space("a", "/documents/bell")).send().await.unwrap();
    let (status, job) = read(gone).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    assert_eq!(server.over("a", job["id"].as_str().unwrap()).await["report"]["deleted"], json!(["bell"]));
    assert_eq!(server.get(&space("a", "/documents/bell")).await.0, StatusCode::NOT_FOUND);
    // Its original went with it.
    let left = std::fs::read_dir(server.folder.path().join("a/.quipu/originals")).unwrap();
    assert_eq!(left.filter(|entry| entry.as_ref().unwrap().path().is_file()).count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_a_form_are_taken_whole_or_not_at_all() {
    let server = Server::of(&["a"]).await;
    let file = |name: &str, text: &str| multipart::Part::text(text.to_owned()).file_name(name.to_owned());
    let form = || {
        multipart::Form::new()
            .part("file", file("../../notes/a.md", BELL))
            .part("file", file("b.txt", "The lens is of quartz."))
    };
    let send = |form| {
        server.request(Method::POST, &space("a", "/documents")).header("idempotency-key", "k1").multipart(form).send()
    };
    let (status, job) = read(send(form()).await.unwrap()).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    let over = server.over("a", job["id"].as_str().unwrap()).await;
    assert_eq!(over["report"]["added"], 2, "{over}");
    let (_, page) = server.get(&space("a", "/documents")).await;
    let mut ids: Vec<&str> = page["items"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["uploads/b.txt", "uploads/notes/a.md"]);
    // The same again is the same job; another under the key is refused.
    let again = send(form()).await.unwrap();
    assert_eq!((again.status(), &again.headers()["idempotent-replayed"] == "true"), (StatusCode::OK, true));
    assert_eq!(read(again).await.1["id"], job["id"]);
    let other = send(multipart::Form::new().part("file", file("c.txt", "other"))).await.unwrap();
    assert_eq!(read(other).await.1["code"], "idempotency-reused");
    // Too large, too many, and no file at all.
    let large = multipart::Form::new().part("file", file("l.txt", &"x".repeat(5 << 20)));
    let (status, problem) =
        read(server.request(Method::POST, &space("a", "/documents")).multipart(large).send().await.unwrap()).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::PAYLOAD_TOO_LARGE, Some("too-large")));
    let many = (0..11).fold(multipart::Form::new(), |form, at| form.part("file", file(&format!("{at}.txt"), "x")));
    let (status, _) =
        read(server.request(Method::POST, &space("a", "/documents")).multipart(many).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let none = multipart::Form::new().text("name", "value");
    let (status, _) =
        read(server.request(Method::POST, &space("a", "/documents")).multipart(none).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_and_a_job_come_as_events() {
    let server = Server::of(&["a"]).await;
    let job = server.add("a", "bell", BELL).await;
    let asked = server.request(Method::POST, &space("a", "/ask")).header("accept", "text/event-stream");
    let told = asked.json(&json!({ "question": "Who cast the bell?" })).send().await.unwrap().text().await.unwrap();
    let names: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!(names.last(), Some(&"end"), "{told}");
    assert_eq!(names.iter().filter(|name| **name == "end").count(), 1);
    assert!(names.contains(&"evidence"));
    let events = space("a", &format!("/jobs/{}/events", job["id"].as_str().unwrap()));
    let told = server.request(Method::GET, &events).send().await.unwrap().text().await.unwrap();
    let names: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!((names[0], names[1], *names.last().unwrap()), ("queued", "started", "finished"), "{told}");
    let rest =
        server.request(Method::GET, &events).header("last-event-id", "1").send().await.unwrap().text().await.unwrap();
    assert!(!rest.contains("event: queued") && rest.contains("event: finished"), "{rest}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_unchanged_is_not_sent_again() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    let path = space("a", "/documents/bell");
    let first = server.request(Method::GET, &path).send().await.unwrap();
    let tag = first.headers()["etag"].clone();
    let again = server.request(Method::GET, &path).header("if-none-match", &tag).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    server.add("a", "lens", "The lens is of quartz.").await;
    let changed = server.request(Method::GET, &path).header("if-none-match", &tag).send().await.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert_ne!(changed.headers()["etag"], tag);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_turned_page_by_page() {
    let server = Server::of(&["a", "b"]).await;
    for at in 0..5 {
        server.add("a", &format!("d{at}"), &format!("Document {at} says {at}.")).await;
    }
    let (mut cursor, mut ids) = (String::new(), Vec::new());
    loop {
        let (status, page) = server.get(&space("a", &format!("/documents?limit=2{cursor}"))).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        ids.extend(page["items"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    ids.sort();
    assert_eq!(ids, ["d0", "d1", "d2", "d3", "d4"]);
    let (status, problem) = server.get(&space("b", &format!("/documents?limit=2{cursor}"))).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::BAD_REQUEST, Some("cursor")));
    for wrong in ["limit=0", "limit=1001", "limit=x", "unknown=1"] {
        let (status, _) = server.get(&space("a", &format!("/documents?{wrong}"))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_decided_and_taken_back() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    server.add("a", "tower", "Matvei Lagunov climbed the tower with Ilse Varga.").await;
    let merge = json!({ "a": "Ilse Varga", "b": "Matvei Lagunov", "reason": "a test" });
    let (status, deed) = server.post(&space("a", "/names/merge"), &merge).await;
    assert_eq!(status, StatusCode::CREATED, "{deed}");
    let (_, log) = server.get(&space("a", "/names/log")).await;
    assert_eq!(log["items"].as_array().unwrap().len(), 1);
    let (status, _) = server.post(&space("a", "/names/undo"), &json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let (status, problem) = server.post(&space("a", "/names/undo"), &json!({})).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::NOT_FOUND, Some("no-decision")));
    let (_, deeds) = server.get("/api/v1/audit").await;
    let verbs: Vec<&str> =
        deeds["items"].as_array().unwrap().iter().map(|deed| deed["verb"].as_str().unwrap()).collect();
    assert_eq!(verbs, ["job", "job", "merge", "undo"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_is_amended_by_hand_and_taken_back() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    let path = space("a", "/documents/bell");
    let amend = async |body: Value| {
        let sent = server.request(Method::PATCH, &path).json(&body).send().await.unwrap();
        (sent.status(), sent.json::<Value>().await.unwrap())
    };
    let (_, before) = server.get(&format!("{path}?chunks=0")).await;
    let (status, row) = amend(json!({ "title": "The bell", "metadata": { "project": "tower" } })).await;
    assert_eq!((status, row["title"].as_str()), (StatusCode::OK, Some("The bell")), "{row}");
    assert_eq!(row["by_hand"]["metadata"], json!({ "project": "tower" }));
    let (_, found) = server
        .post(&space("a", "/search"), &json!({ "query": "bell", "filter": { "field": { "project": ["tower"] } } }))
        .await;
    assert_eq!(found["hits"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(amend(json!({ "title": "Late", "at_change": 0 })).await.0, StatusCode::PRECONDITION_FAILED);
    assert_eq!(amend(json!({ "name": "Late" })).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, row) = amend(json!({ "title": null, "metadata": { "project": null } })).await;
    assert_eq!(row, before);
    let none =
        server.request(Method::PATCH, &space("a", "/documents/none")).json(&json!({ "title": "x" })).send().await;
    assert_eq!(none.unwrap().status(), StatusCode::NOT_FOUND);
    let job = json!({ "kind": "amend", "documents": ["b*"], "amendment": { "title": "Again" } });
    let (_, job) = server.post(&space("a", "/jobs"), &job).await;
    let done = server.over("a", job["id"].as_str().unwrap()).await;
    assert_eq!(done["report"]["amended"], json!(["bell"]), "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_outlive_the_server() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    let (_, jobs) = server.get(&space("a", "/jobs")).await;
    let id = jobs["items"][0]["id"].as_str().unwrap().to_owned();
    let server = server.again(&["a"]).await;
    let (status, job) = server.get(&space("a", &format!("/jobs/{id}"))).await;
    assert_eq!((status, job["state"].as_str()), (StatusCode::OK, Some("done")));
    let (status, problem) = server.post(&space("a", &format!("/jobs/{id}/pause")), &Value::Null).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::CONFLICT, Some("job-state")));
    let (status, again) = server.post(&space("a", &format!("/jobs/{id}/again")), &Value::Null).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{again}");
    assert_eq!(again["again_of"].as_str(), Some(id.as_str()));
    let report = server.over("a", again["id"].as_str().unwrap()).await;
    assert_eq!(report["report"]["unchanged"], 1);
    let gone = server.request(Method::DELETE, &space("a", &format!("/jobs/{id}"))).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.get(&space("a", &format!("/jobs/{id}"))).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_is_paused_resumed_and_cancelled() {
    let notes = tempfile::tempdir().unwrap();
    std::fs::write(notes.path().join("bell.md"), BELL).unwrap();
    let root = notes.path().canonicalize().unwrap();
    let server = Server::with(&["a"], |options| options.roots = vec![root.clone()]).await;
    let (_, watch) = server.post(&space("a", "/jobs"), &json!({ "kind": "watch", "paths": [root] })).await;
    let id = watch["id"].as_str().unwrap().to_owned();
    for (wish, state) in [("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")] {
        while wish != "resume" && server.get(&space("a", &format!("/jobs/{id}"))).await.1["progress"]["done"] != 1 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let (status, _) = server.post(&space("a", &format!("/jobs/{id}/{wish}")), &Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{wish}");
        if state != "running" {
            assert_eq!(server.over("a", &id).await["state"], state);
        }
    }
    let again = server.post(&space("a", &format!("/jobs/{id}/cancel")), &Value::Null).await;
    assert_eq!(again.0, StatusCode::CONFLICT);
    // Others that write did not wait for it.
    assert_eq!(server.add("a", "lens", "The lens is of quartz.").await["state"], "done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_described_and_answers() {
    let server = Server::of(&["a"]).await;
    let api = openapi();
    let paths = api["paths"].as_object().unwrap();
    assert!(paths.len() > 35, "{}", paths.len());
    for (path, methods) in paths {
        let path = path.replace("{name}", "a").replace("{document}", "none").replace(['{', '}'], "");
        for (method, operation) in methods.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap();
            assert!(operation["operationId"].is_string() && operation["summary"].is_string(), "{method} {path}");
            if operation["responses"]["200"]["content"].get("text/event-stream").is_some() {
                continue;
            }
            let method: Method = method.to_uppercase().parse().unwrap();
            let response = server.request(method.clone(), &path).send().await.unwrap();
            let status = response.status();
            assert!(statuses.contains_key(status.as_str()), "{method} {path}: {status}");
            let code = response.json::<Value>().await.unwrap_or_default()["code"].clone();
            assert!(
                code != "method" && !(code == "not-found" && status == StatusCode::METHOD_NOT_ALLOWED),
                "{method} {path}: {status} {code}"
            );
        }
    }
}
