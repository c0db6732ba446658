//! A reranker behind `POST /v1/rerank`, as Jina, Cohere, vLLM, llama.cpp, Voyage, text-embeddings-inference and others give
//! it. They differ in their parameters: after a refusal the next shape of request is tried, and the accepted one is
//! used from then on.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use quipu_engine::ports::{Boxed, LlmError, Reranker};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::post::Post;
use crate::net::Secret;

/// The model, its server and the form of its requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RerankOptions {
    /// The address up to `/v1`.
    pub url: String,
    /// The model's name.
    pub name: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// The timeout of a connection.
    pub connect: Duration,
    /// The timeout of an answer.
    pub answer: Duration,
}

/// A reranker behind an HTTP server.
pub struct ServerRerank {
    post: Post,
    name: String,
    answer: Duration,
    /// Index of the shape in [`SHAPES`] that the server takes, as far as known.
    shape: AtomicUsize,
}

/// A function that builds the body of a request: from the model's name, the question and the texts.
type Shape = fn(&str, &str, &[&str]) -> Value;

/// The shapes of a request, the one that most servers take first.
const SHAPES: [Shape; 3] = [
    // Jina, Cohere, vLLM, llama.cpp.
    |name, query, texts| json!({ "model": name, "query": query, "documents": texts, "top_n": texts.len(), "return_documents": false }),
    // Voyage calls the number otherwise, and gives a score for every text where none is named.
    |name, query, texts| json!({ "model": name, "query": query, "documents": texts }),
    // text-embeddings-inference serves one model.
    |_, query, texts| json!({ "query": query, "texts": texts }),
];

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Named {
        #[serde(alias = "data")]
        results: Vec<Scored>,
    },
    Bare(Vec<Scored>),
}

#[derive(Deserialize)]
struct Scored {
    index: usize,
    #[serde(alias = "score")]
    relevance_score: f32,
}

impl ServerRerank {
    /// A reranker that was not asked yet.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub fn new(options: RerankOptions) -> Result<Self, LlmError> {
        let post = Post::new((&options.url, "rerank"), &options.name, options.key, options.connect)?;
        Ok(Self { post, name: options.name, answer: options.answer, shape: AtomicUsize::new(0) })
    }

    async fn ask(&self, question: &str, texts: &[&str]) -> Result<Vec<f32>, LlmError> {
        // Servers refuse an empty text.
        let texts: Vec<&str> = texts.iter().map(|text| if text.trim().is_empty() { "." } else { text }).collect();
        let known = self.shape.load(Relaxed);
        let mut refused = None;
        let mut at = known;
        let body = loop {
            let body = SHAPES[at](&self.name, question, &texts);
            let response = self.post.send(body.to_string().into_bytes()).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = self.post.whole(response).await?;
            if status.is_success() {
                self.shape.store(at, Relaxed);
                break body;
            }
            let refusal = self.post.refusal(status.as_u16(), &headers, &body);
            let again = refusal.is_of_parameters();
            let first = refused.get_or_insert(refusal);
            at = (at + 1) % SHAPES.len();
            if !again || at == known {
                return Err(first.clone().error(&self.name));
            }
        };
        let nonsense =
            |error| self.post.broken(format!("the answer holds no scores ({error}); is `llm.rerank.url` right?"));
        let (Answer::Named { results } | Answer::Bare(results)) = serde_json::from_slice(&body).map_err(nonsense)?;
        let mut scores = vec![f32::NAN; texts.len()];
        for Scored { index, relevance_score } in results {
            if let Some(score) = scores.get_mut(index) {
                *score = relevance_score;
            }
        }
        let missing = scores.iter().filter(|score| !score.is_finite()).count();
        if missing > 0 {
            return Err(self.post.broken(format!("it gave no score for {missing} of {} texts", scores.len())));
        }
        Ok(scores)
    }
}

impl Reranker for ServerRerank {
    fn name(&self) -> &str {
        &self.name
    }

    fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>> {
        Box::pin(async move {
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            let answer = timeout(self.answer, self.ask(question, texts)).await;
            answer.unwrap_or_else(|_| Err(self.post.silent("it was to answer", self.answer)))
        })
    }
}

#[cfg(test)]
mod tests {
    use quipu_scripted::{Plan, RerankShape, start};

    use super::*;

    fn options(url: String) -> RerankOptions {
        let answer = Duration::from_secs(20);
        RerankOptions { url, name: "scripted".to_owned(), key: None, connect: answer, answer }
    }

    #[tokio::test]
    async fn a_server_of_another_shape_is_asked_as_it_wants() {
        for (rerank, calls) in [(RerankShape::TopK, 2), (RerankShape::Texts, 3)] {
            let server = start(Plan { rerank, ..Plan::default() }).unwrap();
            let reranker = ServerRerank::new(options(server.url())).unwrap();
            let scores = reranker.score("the old clock", &["a lease", "a clock"]).await.unwrap();
            assert!(scores[0] < scores[1], "{rerank:?}: {scores:?}");
            reranker.score("the old clock", &["a lease"]).await.unwrap();
            assert_eq!(server.counts().rerank, calls + 1, "{rerank:?}: the shape is learned");
        }
    }

    #[tokio::test]
    async fn who_may_not_ask_is_told() {
        let server = start(Plan { key: Some("secret".to_owned()), ..Plan::default() }).unwrap();
        let refused = ServerRerank::new(options(server.url())).unwrap().score("Who?", &["a"]).await;
        assert!(matches!(&refused, Err(LlmError::Refused { reason, .. }) if reason.contains("401")), "{refused:?}");
    }

    #[test]
    fn scores_are_read_in_every_shape() {
        for text in [
            r#"{"results":[{"index":1,"relevance_score":0.5}]}"#,
            r#"{"data":[{"index":1,"relevance_score":0.5}]}"#,
            r#"[{"index":1,"score":0.5}]"#,
        ] {
            let (Answer::Named { results } | Answer::Bare(results)) = serde_json::from_str(text).unwrap();
            assert!(results[0].index == 1 && results[0].relevance_score == 0.5, "{text}");
        }
    }
}
