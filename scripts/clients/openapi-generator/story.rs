//! The story by the Rust client of openapi-generator: upload with metadata, wait, ask, search, export, delete.
//!
//!     story http://127.0.0.1:7171 TOKEN

use quipu_client::apis::configuration::Configuration;
use quipu_client::apis::{ask_api, documents_api, jobs_api, workspaces_api};
use quipu_client::models::{AskBody, FilterBody, Job, SearchBody, State};

const NAME: &str = "papers";
const TEXT: &str = "# The ferry\n\nNadia Orlo steers the ferry Kestrel since 1998.\n";

async fn finished(configuration: &Configuration, mut job: Job) -> Job {
    while matches!(job.state, State::Queued | State::Running) {
        job = jobs_api::job(configuration, NAME, &job.id, Some(30)).await.expect("a job");
    }
    assert_eq!(job.state, State::Done, "{:?}", job.problem);
    job
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut configuration = Configuration::new();
    configuration.base_path = arguments.next().expect("an address");
    configuration.bearer_access_token = arguments.next();
    let file = std::env::temp_dir().join("ferry.md");
    std::fs::write(&file, TEXT).expect("a file");

    let (title, metadata) = (Some("The ferry Kestrel"), Some(r#"{"year": 1998}"#));
    let tags = Some(vec!["ferry".to_owned(), "people".to_owned()]);
    let job = documents_api::upload(
        &configuration,
        NAME,
        vec![file],
        Some(60),
        None,
        None,
        None,
        None,
        metadata,
        None,
        tags,
        title,
    )
    .await
    .expect("a job");
    assert_eq!(finished(&configuration, job).await.progress.done, 1);

    let shown = documents_api::document(&configuration, NAME, "uploads/ferry.md", None).await.expect("a document");
    assert_eq!(shown.title, "The ferry Kestrel");

    let body = AskBody::new("Who steers the ferry Kestrel?".to_owned());
    let answer = ask_api::ask(&configuration, NAME, body).await.expect("an answer");
    assert!(
        !answer.refused && answer.answer.contains("Nadia Orlo") && answer.answer.contains("[1]"),
        "{}",
        answer.answer
    );
    assert_eq!(answer.citations[0].document, "uploads/ferry.md");

    let filter = FilterBody { tag: Some(vec!["ferry".to_owned()]), ..FilterBody::default() };
    let body = SearchBody { filter: Some(Box::new(filter)), ..SearchBody::new("ferry".to_owned()) };
    let found = ask_api::search(&configuration, NAME, body).await.expect("hits");
    assert_eq!(found.hits.iter().map(|hit| &*hit.document).collect::<Vec<_>>(), ["uploads/ferry.md"]);

    let mut lines = workspaces_api::export(&configuration, NAME).await.expect("lines");
    let mut last = Vec::new();
    while let Some(piece) = lines.chunk().await.expect("bytes") {
        last.extend_from_slice(&piece);
        let end = last.len().saturating_sub(200);
        last.drain(..end);
    }
    assert!(String::from_utf8_lossy(&last).contains(r#"{"row":"end""#));

    let job = documents_api::delete_document(&configuration, NAME, "uploads/ferry.md", Some(60), None, None, None)
        .await
        .expect("a job");
    finished(&configuration, job).await;
    assert!(documents_api::document(&configuration, NAME, "uploads/ferry.md", None).await.is_err());
    println!("openapi-generator, rust: passed");
}
