//! Every reranker holds the laws.

use std::time::Duration;

use quipu_adapters::llm::{RerankOptions, ServerRerank};
use quipu_proof::laws::reranked;
use quipu_scripted::{Plan, start};

#[tokio::test]
async fn a_server_keeps_the_laws() {
    let server = start(Plan::default()).unwrap();
    let answer = Duration::from_secs(20);
    let options = RerankOptions { url: server.url(), name: "scripted".to_owned(), key: None, connect: answer, answer };
    reranked::hold(&ServerRerank::new(options).unwrap()).await.unwrap();
    assert_eq!(server.counts().rerank, 2, "no text is no call");
}
