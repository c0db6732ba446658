//! A reranker behind the gateway's retries obeys the laws like the one that it wraps.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use quipu_engine::gateway::{Ledger, Manners, Polite, Shared};
use quipu_engine::ports::{Boxed, LlmError, Reranker};
use quipu_proof::laws::reranked;

/// A reranker that is busy twice, then counts the words that a text shares with the question.
#[derive(Default)]
struct Toy(AtomicU32);

impl Reranker for Toy {
    fn name(&self) -> &str {
        "toy"
    }

    fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>> {
        Box::pin(async move {
            if self.0.fetch_add(1, Ordering::Relaxed) < 2 {
                return Err(LlmError::Busy { model: "toy".to_owned(), reason: "busy".to_owned(), after: None });
            }
            let shared = |text: &&str| question.split(' ').filter(|word| text.contains(word)).count() as f32;
            Ok(texts.iter().map(shared).collect())
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_polite_reranker_holds_the_laws() {
    let (manners, ledger) = (Manners::default(), Arc::new(Ledger::new(None)));
    let polite = Polite::new(Arc::new(Toy::default()), "rerank", manners, ledger.clone(), Shared::new(manners));
    reranked::hold(&polite).await.unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(ledger.lines()["rerank"].failed, 2);
}
