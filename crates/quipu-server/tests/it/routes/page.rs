//! Further requests of the page: conversations with the sources of their answers, filtered lists, possible equal
//! names, and texts in the language of a request.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Server, read, space};

const BELL: &str = "# The bell\n\nIlse Varga cast the bell of the tower in 1871.\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversation_keeps_what_its_answers_stand_on_and_is_renamed_and_branched() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    for question in ["Who cast the bell?", "When was the bell cast?"] {
        let body =
            json!({ "question": question, "session": "talk", "filter": { "document": ["bell"] }, "effort": "quick" });
        assert_eq!(server.post(&space("a", "/ask"), &body).await.0, StatusCode::OK);
    }
    let (_, short) = server.get(&space("a", "/sessions/talk")).await;
    assert!(short["items"][0].get("whole").is_none(), "{short}");
    let (_, whole) = server.get(&space("a", "/sessions/talk?whole=1")).await;
    let answer = &whole["items"][0]["whole"];
    assert_eq!(answer["citations"][0]["document"], "bell", "{whole}");
    assert_eq!(answer["hits"][0]["text"], "", "texts are where they always are");
    assert_eq!(
        (&whole["items"][0]["how"]["document"], &whole["items"][0]["how"]["effort"]),
        (&json!(["bell"]), &json!(["quick"]))
    );

    let branch = json!({ "to": "other", "first": 1 });
    assert_eq!(server.post(&space("a", "/sessions/talk/branch"), &branch).await.0, StatusCode::NO_CONTENT);
    let (_, branched) = server.get(&space("a", "/sessions/other?whole=1")).await;
    assert_eq!((branched["items"].as_array().unwrap().len(), &branched["items"][0]), (1, &whole["items"][0]));
    let (status, problem) = server.post(&space("a", "/sessions/talk/branch"), &branch).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::CONFLICT, Some("session-taken")));

    let rename = server.request(Method::PATCH, &space("a", "/sessions/talk")).json(&json!({ "to": "bells" }));
    assert_eq!(rename.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(server.get(&space("a", "/sessions/talk")).await.0, StatusCode::NOT_FOUND);
    let (_, renamed) = server.get(&space("a", "/sessions/bells?whole=1")).await;
    assert_eq!(renamed, whole);
    let gone = server.request(Method::DELETE, &space("a", "/sessions/bells")).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.get(&space("a", "/sessions/bells?whole=1")).await.0, StatusCode::NOT_FOUND);
}

async fn titles(server: &Server, query: &str) -> Vec<String> {
    let (status, page) = server.get(&space("a", &format!("/documents?{query}"))).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let mut titles: Vec<String> = page["items"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["title"].as_str().map(str::to_owned))
        .collect();
    titles.sort();
    titles
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_documents_is_filtered() {
    let server = Server::of(&["a"]).await;
    let known = json!({ "tags": ["metal"], "date": "1871-05-02" });
    let bell = json!({ "id": "bell", "text": "# The old bell\n\nIlse Varga cast it.\n", "metadata": known });
    let (_, job) = server.post(&space("a", "/documents"), &bell).await;
    server.over("a", job["id"].as_str().unwrap()).await;
    server.add("a", "tower", "# The tower\n\nIt holds the bell.\n").await;
    server.add("a", "mayak", "# Маяк\n\nМаяк построил Матвей Лагунов.\n").await;
    for (query, expected) in [
        ("q=old%20BELL", vec!["The old bell"]),
        ("q=bell%20tower", vec![]),
        ("tag=metal", vec!["The old bell"]),
        ("language=ru", vec!["Маяк"]),
        ("date=1871", vec!["The old bell"]),
        ("format=md", vec!["The old bell", "The tower", "Маяк"]),
        ("format=pdf", vec![]),
        ("state=partial", vec![]),
        ("state=whole&q=the", vec!["The old bell", "The tower"]),
    ] {
        assert_eq!(titles(&server, query).await, expected, "{query}");
    }
    assert_eq!(server.get(&space("a", "/documents?state=odd")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    // Pages of one, to the end.
    let (mut cursor, mut seen) = (String::new(), 0);
    loop {
        let (_, page) = server.get(&space("a", &format!("/documents?q=the&limit=1{cursor}"))).await;
        seen += page["items"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_failed_of_an_upload_is_done_again() {
    let server = Server::of(&["a"]).await;
    let part = |text: &'static str, name: &'static str| Part::bytes(text.as_bytes()).file_name(name);
    let form = Form::new()
        .text("offline", "true")
        .part("file", part(BELL, "bell.md"))
        .part("file", part("%PDF-1.4 no", "odd.pdf"));
    let sent = server.request(Method::POST, &space("a", "/documents/upload")).multipart(form).send().await.unwrap();
    let (status, job) = read(sent).await;
    assert_eq!((status, &job["offline"]), (StatusCode::ACCEPTED, &json!(true)), "{job}");
    let id = job["id"].as_str().unwrap();
    server.over("a", id).await;
    let (status, again) = server.post(&space("a", &format!("/jobs/{id}/again?only=failed")), &Value::Null).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{again}");
    let files = again["files"].as_array().unwrap();
    assert_eq!((files.len(), &files[0]["name"]), (1, &json!("odd.pdf")));
    let good = server.add("a", "tower", "# The tower\n\nIt holds the bell.\n").await;
    let path = space("a", &format!("/jobs/{}/again?only=failed", good["id"].as_str().unwrap()));
    let (status, problem) = server.post(&path, &Value::Null).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::CONFLICT, Some("nothing-failed")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_may_be_one_are_suggested_until_somebody_parts_them() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    server.add("a", "tower", "# The tower\n\nIlse Varha climbed the tower with Ruta Halas.\n").await;
    let (status, told) = server.get(&space("a", "/names/suggestions")).await;
    let pair = |told: &Value| -> Option<Value> {
        told["items"].as_array()?.iter().find(|pair| pair["why"] == json!(["spelling"])).cloned()
    };
    assert_eq!(status, StatusCode::OK);
    let found = pair(&told).unwrap_or_else(|| panic!("{told}"));
    let names: std::collections::BTreeSet<&str> = [&found["a"], &found["b"]].map(|name| name.as_str().unwrap()).into();
    assert_eq!(names, ["Ilse Varga", "Ilse Varha"].into());
    let merge = json!({ "a": "Ilse Varga", "b": "Ilse Varha" });
    assert_eq!(server.post(&space("a", "/names/merge"), &merge).await.0, StatusCode::CREATED);
    // The list is kept in memory: a change may show a moment later.
    let mut told = Value::Null;
    for _ in 0..100 {
        told = server.get(&space("a", "/names/suggestions")).await.1;
        if pair(&told).is_none() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(pair(&told), None, "what is one is no pair");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_model_reading_takes_nothing() {
    let server = Server::of(&["a"]).await;
    server.add("a", "bell", BELL).await;
    let (status, told) = server.post(&space("a", "/extract/foretold"), &Value::Null).await;
    assert_eq!((status, told), (StatusCode::OK, json!({ "estimate": null, "priced": false })));
}
