//! Retries with exponential backoff and jitter: a call that failed for a passing reason is repeated, after a pause that
//! doubles and varies at random, or after the pause that the server requests.
//!
//! A listener has received the beginning of a streamed reply, which cannot be taken back: then a call that
//! broke off is not made again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quipu_kernel::random::SplitMix;

use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// Settings of retries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The maximum number of tries of a call.
    pub tries: u32,
    /// The first pause.
    pub first: Duration,
    /// The longest pause, even if the server requests more.
    pub longest: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { tries: 5, first: Duration::from_secs(1), longest: Duration::from_secs(60) }
    }
}

impl Patience {
    /// The pause before try `next`, from 2 on: as long as the server requests, or between half of the doubled
    /// pause and all of it, as `drawn`, which counts the pauses.
    pub(super) fn pause(self, next: u32, error: &LlmError, drawn: &AtomicU64) -> Duration {
        if let LlmError::Busy { after: Some(after), .. } = error {
            return (*after).min(self.longest);
        }
        let doubled = self.first.saturating_mul(1 << (next - 2).min(16));
        let share = 0.5 + 0.5 * SplitMix::new(drawn.fetch_add(1, Ordering::Relaxed)).unit();
        doubled.min(self.longest).mul_f64(share)
    }
}

/// A model with retries.
pub struct Patient {
    llm: Arc<dyn Llm>,
    patience: Patience,
    drawn: AtomicU64,
}

impl Patient {
    /// Asks `llm` patiently.
    pub fn new(llm: Arc<dyn Llm>, patience: Patience) -> Self {
        Self { llm, patience, drawn: AtomicU64::new(0) }
    }
}

impl Llm for Patient {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, mut heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let mut tries = 1;
            loop {
                let mut silent = true;
                let mut noted = heard.as_deref_mut().map(|heard| {
                    let silent = &mut silent;
                    move |piece: &str| {
                        *silent = false;
                        heard(piece);
                    }
                });
                let done = self.llm.reply(prompt, noted.as_mut().map(|noted| noted as Heard<'_>)).await;
                match done {
                    Err(error) if error.passes() && silent && tries < self.patience.tries => {
                        tries += 1;
                        tokio::time::sleep(self.patience.pause(tries, &error, &self.drawn)).await;
                    }
                    done => return done,
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Scripted, busy, said};
    use super::*;

    fn patient(script: Vec<Result<Reply, LlmError>>) -> (Patient, Arc<Scripted>) {
        let llm = Arc::new(Scripted::new(script));
        (Patient::new(llm.clone(), Patience::default()), llm)
    }

    #[tokio::test(start_paused = true)]
    async fn what_passes_is_tried_again_and_what_does_not_is_not() {
        let (llm, script) = patient(vec![Err(busy(None)), Err(busy(None)), Ok(said("yes"))]);
        let began = tokio::time::Instant::now();
        assert_eq!(llm.reply(&Prompt::default(), None).await.unwrap().text, "yes");
        let took = began.elapsed().as_secs_f64();
        assert!((1.5..=3.0).contains(&took), "half to all of 1 s and of 2 s: {took}");
        assert_eq!(script.asked(), 3);
        let refused = LlmError::Refused { model: "toy".to_owned(), reason: "no".to_owned(), status: None };
        let (llm, script) = patient(vec![Err(refused.clone()), Ok(said("yes"))]);
        assert_eq!(llm.reply(&Prompt::default(), None).await, Err(refused));
        assert_eq!(script.asked(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_says_how_long_to_wait() {
        let (llm, _) = patient(vec![Err(busy(Some(7))), Ok(said("yes"))]);
        let began = tokio::time::Instant::now();
        llm.reply(&Prompt::default(), None).await.unwrap();
        assert_eq!(began.elapsed().as_secs(), 7);
        let (llm, _) = patient(vec![Err(busy(Some(7_000))), Ok(said("yes"))]);
        let began = tokio::time::Instant::now();
        llm.reply(&Prompt::default(), None).await.unwrap();
        assert_eq!(began.elapsed().as_secs(), 60, "no longer than is patient");
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends() {
        let (llm, script) = patient((0..9).map(|_| Err(busy(None))).collect());
        assert_eq!(llm.reply(&Prompt::default(), None).await, Err(busy(None)));
        assert_eq!(script.asked(), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_heard_is_not_said_twice() {
        let broken = LlmError::Broken { model: "toy".to_owned(), reason: "gone".to_owned() };
        let (llm, script) = patient(vec![Err(broken.clone()), Ok(said("yes"))]);
        script.says_before_failing("ye");
        let mut heard = String::new();
        let done = llm.reply(&Prompt::default(), Some(&mut |piece: &str| heard.push_str(piece))).await;
        assert_eq!((done, heard.as_str(), script.asked()), (Err(broken), "ye", 1));
    }
}
