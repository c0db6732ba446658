//! The fuse (a circuit breaker): after repeated failures a server gets no calls for a while, and requests fail at
//! once, instead of after all the retries.
//!
//! After the pause one call is let through; if it succeeds all are.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// The settings of the circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fuse {
    /// Number of failures without a success between.
    pub failures: u32,
    /// The pause.
    pub rest: Duration,
}

impl Default for Fuse {
    fn default() -> Self {
        Self { failures: 20, rest: Duration::from_secs(30) }
    }
}

#[derive(Default)]
struct State {
    failures: u32,
    until: Option<Instant>,
    reason: String,
}

/// The connection to a server, shared by all of its models.
pub struct Link {
    fuse: Fuse,
    state: Mutex<State>,
}

impl Link {
    /// A link that holds.
    pub fn new(fuse: Fuse) -> Self {
        Self { fuse, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses while the server rests.
    pub(super) fn check(&self, model: &str) -> Result<(), LlmError> {
        let mut state = self.state();
        let Some(until) = state.until else { return Ok(()) };
        let now = Instant::now();
        if now >= until {
            // This call is the test; the others wait for its result.
            state.until = Some(now + self.fuse.rest);
            return Ok(());
        }
        let seconds = (until - now).as_secs().max(1);
        let (failures, reason) = (state.failures, state.reason.clone());
        Err(LlmError::Resting { model: model.to_owned(), failures, seconds, reason })
    }

    pub(super) fn went<T>(&self, done: &Result<T, LlmError>) {
        let mut state = self.state();
        match done {
            // A server that gives the time of the next try is alive.
            Err(LlmError::Busy { after: Some(_), .. }) if state.until.is_none() => {}
            Err(error) if error.passes() => {
                state.failures += 1;
                state.reason = error.to_string();
                if state.failures >= self.fuse.failures && state.until.is_none() {
                    state.until = Some(Instant::now() + self.fuse.rest);
                }
            }
            // A refusal is an answer, too.
            _ => *state = State::default(),
        }
    }
}

/// A model behind a circuit breaker.
pub struct Fused {
    llm: Arc<dyn Llm>,
    link: Arc<Link>,
}

impl Fused {
    /// Leaves the server of `llm` alone where it fails again and again.
    pub fn new(llm: Arc<dyn Llm>, link: Arc<Link>) -> Self {
        Self { llm, link }
    }
}

impl Llm for Fused {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            self.link.check(&self.card().name)?;
            let done = self.llm.reply(prompt, heard).await;
            self.link.went(&done);
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Scripted, busy, said};
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_blows_rests_tries_and_holds_again() {
        let fuse = Fuse { failures: 3, rest: Duration::from_secs(30) };
        let script: Vec<_> = (0..4).map(|_| Err(busy(None))).chain([Ok(said("yes"))]).collect();
        let script = Arc::new(Scripted::new(script));
        let llm = Fused::new(script.clone(), Arc::new(Link::new(fuse)));
        let prompt = Prompt::default();
        for _ in 0..3 {
            assert_eq!(llm.reply(&prompt, None).await, Err(busy(None)));
        }
        let resting = llm.reply(&prompt, None).await.unwrap_err();
        assert!(matches!(resting, LlmError::Resting { failures: 3, seconds: 30, .. }), "{resting}");
        assert!(!resting.passes() && script.asked() == 3);
        tokio::time::sleep(fuse.rest).await;
        assert_eq!(llm.reply(&prompt, None).await, Err(busy(None)), "one call tries");
        assert!(matches!(llm.reply(&prompt, None).await, Err(LlmError::Resting { .. })));
        tokio::time::sleep(fuse.rest).await;
        for _ in 0..3 {
            assert!(llm.reply(&prompt, None).await.is_ok());
        }
        assert_eq!(script.asked(), 7);
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_says_when_is_not_left_alone() {
        let fuse = Fuse { failures: 3, rest: Duration::from_secs(30) };
        let llm = Fused::new(Arc::new(Scripted::new(vec![Err(busy(Some(1)))])), Arc::new(Link::new(fuse)));
        for _ in 0..9 {
            assert_eq!(llm.reply(&Prompt::default(), None).await, Err(busy(Some(1))));
        }
    }
}
