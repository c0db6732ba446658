//! A reranker with the rules of the gateway: retries, limits, concurrency and the circuit breaker
//! of its server, and every call in the ledger.
//!
//! It is one wrapper, not seven: nothing is cached or streamed, and the order of its concerns is
//! that of a chat model's.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::time::Instant;

use super::ledger::{Ledger, LedgerLine, Most};
use super::{Manners, Shared, tokens};
use crate::base::ports::{Boxed, LlmError, Reranker, Usage};

/// A reranker with retries, limits and accounting.
pub struct Polite {
    reranker: Arc<dyn Reranker>,
    work: &'static str,
    manners: Manners,
    ledger: Arc<Ledger>,
    shared: Shared,
    drawn: AtomicU64,
}

impl Polite {
    /// Wraps `reranker`, beside other users of its server.
    pub fn new(
        reranker: Arc<dyn Reranker>,
        work: &'static str,
        manners: Manners,
        ledger: Arc<Ledger>,
        shared: Shared,
    ) -> Self {
        Self { reranker, work, manners, ledger, shared, drawn: AtomicU64::new(0) }
    }

    async fn once(&self, question: &str, texts: &[&str]) -> Result<Vec<f32>, LlmError> {
        let Shared { door, link, pace } = &self.shared;
        link.check(self.name())?;
        // Servers read the question beside each text, and report no tokens.
        let near = |text: &&str| tokens::near(text) + tokens::near(question);
        let usage = Usage { input: texts.iter().map(near).sum(), output: 0, told: false };
        tokio::time::sleep_until(pace.enter(usage.input)).await;
        let place = door.enter().await;
        let most = Most { calls: 1, tokens: usage.input, money: self.manners.price.of(usage) };
        let held = self.ledger.hold(most)?;
        let began = Instant::now();
        let done = self.reranker.score(question, texts).await;
        let mut line = LedgerLine { seconds: began.elapsed().as_secs_f64(), ..LedgerLine::default() };
        match &done {
            Ok(_) => (line.calls, line.input, line.money) = (1, usage.input, most.money),
            Err(_) => line.failed = 1,
        }
        self.ledger.note(self.work, line);
        drop(held);
        place.went(&done);
        link.went(&done);
        done
    }
}

impl Reranker for Polite {
    fn name(&self) -> &str {
        self.reranker.name()
    }

    fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>> {
        Box::pin(async move {
            let mut tries = 1;
            while !texts.is_empty() {
                match self.once(question, texts).await {
                    Err(error) if error.passes() && tries < self.manners.patience.tries => {
                        tries += 1;
                        tokio::time::sleep(self.manners.patience.pause(tries, &error, &self.drawn)).await;
                    }
                    done => return done,
                }
            }
            Ok(Vec::new())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use futures::future::join_all;

    use super::super::toys::busy;
    use super::super::{Crowd, Limits, Price};
    use super::*;

    /// A reranker that fails a number of times, then rates each text by its length; it counts its calls.
    struct Toy {
        fails: Mutex<u32>,
        asked: Mutex<Vec<Instant>>,
    }

    impl Reranker for Toy {
        fn name(&self) -> &str {
            "toy"
        }

        fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>> {
            Box::pin(async move {
                self.asked.lock().unwrap().push(Instant::now());
                tokio::time::sleep(Duration::from_secs(1)).await;
                let mut fails = self.fails.lock().unwrap();
                if *fails > 0 {
                    *fails -= 1;
                    return Err(busy(None));
                }
                let shared = |text: &&str| question.split(' ').filter(|word| text.contains(word)).count() as f32;
                Ok(texts.iter().map(shared).collect())
            })
        }
    }

    fn polite(fails: u32, manners: Manners, cap: Option<f64>) -> (Polite, Arc<Toy>, Arc<Ledger>) {
        let toy = Arc::new(Toy { fails: Mutex::new(fails), asked: Mutex::default() });
        let ledger = Arc::new(Ledger::new(cap));
        (Polite::new(toy.clone(), "rerank", manners, ledger.clone(), Shared::new(manners)), toy, ledger)
    }

    #[tokio::test(start_paused = true)]
    async fn what_passes_is_asked_again() {
        let manners = Manners { price: Price { input: 1e6, output: 0.0 }, ..Manners::default() };
        let (polite, toy, ledger) = polite(2, manners, None);
        let scores = polite.score("the old clock", &["a lease", "a clock"]).await.unwrap();
        assert!(scores[0] < scores[1], "{scores:?}");
        let line = ledger.lines()["rerank"];
        assert_eq!((line.failed, toy.asked.lock().unwrap().len() as u64), (2, line.calls + 2));
        assert!(line.calls > 0 && line.money == line.input as f64 && line.money > 0.0, "{line:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn limits_places_and_the_budget_hold() {
        let limits = Limits { requests: 60, tokens: 0 };
        let manners = Manners { limits, crowd: Crowd { first: 2, most: 2 }, ..Manners::default() };
        let (slow, toy, _) = polite(0, manners, None);
        join_all((0..20).map(|_| slow.score("Who?", &["a"]))).await;
        let (first, last) = {
            let asked = toy.asked.lock().unwrap();
            (asked[0], asked[19])
        };
        assert!((last - first).as_secs() >= 13, "six at once, then one a second: {:?}", last - first);
        let priced = Manners { price: Price { input: 1e6, output: 0.0 }, ..Manners::default() };
        let (poor, toy, _) = polite(0, priced, Some(1.0));
        let refused = poor.score("Who?", &["a long text"]).await;
        assert!(matches!(refused, Err(LlmError::Spent { .. })), "{refused:?}");
        assert!(toy.asked.lock().unwrap().is_empty());
    }
}
