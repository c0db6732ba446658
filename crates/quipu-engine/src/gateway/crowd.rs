//! How many calls are under way at once: as many as the server bears.
//!
//! The limit begins low and grows by one for every limit's worth of calls that went well; a busy server
//! halves it, once for all calls that were under way then (additive increase, multiplicative decrease:
//! Chiu and Jain, 1989). A call waits where the crowd is full.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// How many calls at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crowd {
    /// At first.
    pub first: u32,
    /// At most.
    pub most: u32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { first: 4, most: 16 }
    }
}

#[derive(Debug)]
struct State {
    limit: f64,
    under_way: u32,
    /// Counts calls; those that began before `halved` belong to a crowd that was cut already.
    begun: u64,
    halved: u64,
}

/// See the module.
pub struct Crowded {
    llm: Arc<dyn Llm>,
    crowd: Crowd,
    state: Mutex<State>,
    left: Notify,
}

impl Crowded {
    /// Asks `llm` as many things at once as it bears.
    pub fn new(llm: Arc<dyn Llm>, crowd: Crowd) -> Self {
        let state =
            State { limit: f64::from(crowd.first.clamp(1, crowd.most.max(1))), under_way: 0, begun: 0, halved: 0 };
        Self { llm, crowd, state: Mutex::new(state), left: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place.
    async fn enter(&self) -> Place<'_> {
        loop {
            let left = self.left.notified();
            {
                let mut state = self.state();
                if f64::from(state.under_way) < state.limit.floor() {
                    state.under_way += 1;
                    state.begun += 1;
                    return Place { crowd: self, number: state.begun };
                }
            }
            left.await;
        }
    }

    fn went(&self, number: u64, done: &Result<Reply, LlmError>) {
        let mut state = self.state();
        match done {
            Ok(_) => state.limit = (state.limit + 1.0 / state.limit).min(f64::from(self.crowd.most.max(1))),
            Err(LlmError::Busy { .. } | LlmError::Silent { .. }) if number > state.halved => {
                state.limit = (state.limit / 2.0).max(1.0);
                state.halved = state.begun;
            }
            Err(_) => {}
        }
    }
}

/// A place in the crowd, until dropped: a call that is given up leaves as well.
struct Place<'a> {
    crowd: &'a Crowded,
    number: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.crowd.state().under_way -= 1;
        // Where the limit grew, more than one may come in.
        self.crowd.left.notify_waiters();
    }
}

impl Llm for Crowded {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let place = self.enter().await;
            let done = self.llm.reply(prompt, heard).await;
            self.went(place.number, &done);
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::future::join_all;

    use super::super::toys::{Scripted, busy, said};
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_crowd_grows_to_its_most() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1)));
        let llm = Crowded::new(script.clone(), Crowd { first: 2, most: 5 });
        let prompt = Prompt::default();
        let done = join_all((0..60).map(|_| llm.reply(&prompt, None))).await;
        assert!(done.iter().all(Result::is_ok));
        assert_eq!(script.crowd(), 5);
        assert_eq!(llm.state().under_way, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_server_halves_it_once() {
        let script = Arc::new(Scripted::slow(vec![Err(busy(None))], Duration::from_secs(1)));
        let llm = Crowded::new(script, Crowd { first: 8, most: 8 });
        let prompt = Prompt::default();
        join_all((0..8).map(|_| llm.reply(&prompt, None))).await;
        assert_eq!(llm.state().limit, 4.0, "eight refusals of one crowd");
        llm.reply(&prompt, None).await.unwrap_err();
        assert_eq!(llm.state().limit, 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_leaves_the_place() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(60)));
        let llm = Crowded::new(script, Crowd { first: 1, most: 1 });
        let prompt = Prompt::default();
        let given_up = tokio::time::timeout(Duration::from_secs(1), llm.reply(&prompt, None)).await;
        assert!(given_up.is_err());
        assert!(llm.reply(&prompt, None).await.is_ok());
    }
}
