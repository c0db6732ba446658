//! A limit of concurrent calls, adapted to the load that the server bears (an adaptive concurrency limiter, AIMD).
//!
//! The limit begins low and grows by one for every successful call, which doubles it in the time of a call (slow
//! start: Jacobson, 1988). A busy server halves it, once for all calls that were under way then; from then on it
//! grows by one for every limit's worth of calls (additive increase, multiplicative decrease: Chiu and Jain,
//! 1989). A call waits where the crowd is full.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// Bounds of concurrent calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crowd {
    /// The initial limit.
    pub first: u32,
    /// The maximum.
    pub most: u32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { first: 8, most: 16 }
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

/// The limiter of a server, shared by all of its models.
#[derive(Debug)]
pub struct Door {
    crowd: Crowd,
    state: Mutex<State>,
    left: Notify,
}

impl Door {
    /// A limiter without calls so far.
    pub fn new(crowd: Crowd) -> Self {
        let state =
            State { limit: f64::from(crowd.first.clamp(1, crowd.most.max(1))), under_way: 0, begun: 0, halved: 0 };
        Self { crowd, state: Mutex::new(state), left: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place, in order of arrival.
    pub(super) async fn enter(&self) -> Place<'_> {
        loop {
            // Enrolled before it looks, so that no place that is left meanwhile is missed.
            let mut left = pin!(self.left.notified());
            left.as_mut().enable();
            {
                let mut state = self.state();
                if f64::from(state.under_way) < state.limit.floor() {
                    state.under_way += 1;
                    state.begun += 1;
                    return Place { door: self, number: state.begun };
                }
            }
            left.await;
        }
    }

    fn went<T>(&self, number: u64, done: &Result<T, LlmError>) {
        let mut state = self.state();
        match done {
            Ok(_) => {
                let more = if state.halved == 0 { 1.0 } else { 1.0 / state.limit };
                state.limit = (state.limit + more).min(f64::from(self.crowd.most.max(1)));
            }
            Err(LlmError::Busy { .. } | LlmError::Silent { .. }) if number > state.halved => {
                state.limit = (state.limit / 2.0).max(1.0);
                state.halved = state.begun;
            }
            Err(_) => {}
        }
    }
}

/// A place in the crowd, until dropped: a call that is given up leaves as well.
pub(super) struct Place<'a> {
    door: &'a Door,
    number: u64,
}

impl Place<'_> {
    /// Adapts the limit to the result of a call.
    pub(super) fn went<T>(&self, done: &Result<T, LlmError>) {
        self.door.went(self.number, done);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let free = {
            let mut state = self.door.state();
            state.under_way -= 1;
            state.limit.floor() - f64::from(state.under_way)
        };
        // The free place, and one more where the limit grew: waking all waiting tasks would have quadratic
        // cost.
        for _ in 0..2.min(free.max(0.0) as u32) {
            self.door.left.notify_one();
        }
    }
}

/// A model with a limit of concurrent calls.
pub struct Crowded {
    llm: Arc<dyn Llm>,
    door: Arc<Door>,
}

impl Crowded {
    /// Wraps `llm`, with as many concurrent calls as its server bears.
    pub fn new(llm: Arc<dyn Llm>, door: Arc<Door>) -> Self {
        Self { llm, door }
    }
}

impl Llm for Crowded {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let place = self.door.enter().await;
            let done = self.llm.reply(prompt, heard).await;
            place.went(&done);
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

    fn crowded(llm: Arc<dyn Llm>, crowd: Crowd) -> Crowded {
        Crowded::new(llm, Arc::new(Door::new(crowd)))
    }

    #[tokio::test(start_paused = true)]
    async fn the_crowd_grows_to_its_most() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1)));
        let llm = crowded(script.clone(), Crowd { first: 2, most: 5 });
        let prompt = Prompt::default();
        let done = join_all((0..60).map(|_| llm.reply(&prompt, None))).await;
        assert!(done.iter().all(Result::is_ok));
        assert_eq!(script.crowd(), 5);
        assert_eq!(llm.door.state().under_way, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_crowd_doubles_until_the_server_is_busy() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1)));
        let llm = crowded(script.clone(), Crowd { first: 2, most: 1000 });
        let (prompt, began) = (Prompt::default(), tokio::time::Instant::now());
        join_all((0..62).map(|_| llm.reply(&prompt, None))).await;
        // 2 and 4 and 8 and 16 and 32.
        assert_eq!((script.crowd(), began.elapsed().as_secs()), (32, 5));
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_server_halves_it_once() {
        let script = Arc::new(Scripted::slow(vec![Err(busy(None))], Duration::from_secs(1)));
        let llm = crowded(script, Crowd { first: 8, most: 8 });
        let prompt = Prompt::default();
        join_all((0..8).map(|_| llm.reply(&prompt, None))).await;
        assert_eq!(llm.door.state().limit, 4.0, "eight refusals of one crowd");
        llm.reply(&prompt, None).await.unwrap_err();
        assert_eq!(llm.door.state().limit, 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_leaves_the_place() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(60)));
        let llm = crowded(script, Crowd { first: 1, most: 1 });
        let prompt = Prompt::default();
        let given_up = tokio::time::timeout(Duration::from_secs(1), llm.reply(&prompt, None)).await;
        assert!(given_up.is_err());
        assert!(llm.reply(&prompt, None).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn two_models_of_a_server_share_its_places() {
        let script = || Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1)));
        let door = Arc::new(Door::new(Crowd { first: 3, most: 3 }));
        let (one, other) = (Crowded::new(script(), door.clone()), Crowded::new(script(), door));
        let (prompt, began) = (Prompt::default(), tokio::time::Instant::now());
        let calls = (0..15).flat_map(|_| [one.reply(&prompt, None), other.reply(&prompt, None)]);
        assert!(join_all(calls).await.iter().all(Result::is_ok));
        assert_eq!(began.elapsed().as_secs(), 10, "thirty calls, three at once");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_beside_a_free_place() {
        let script = Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1)));
        let llm = Arc::new(crowded(script, Crowd { first: 4, most: 4 }));
        // Some give up while they wait, some while they are answered.
        let calls = (0..200u64).map(|at| {
            let llm = llm.clone();
            tokio::spawn(async move {
                let patience = Duration::from_millis(if at % 3 == 0 { 300 + 7 * at } else { 1_000_000 });
                let prompt = Prompt::default();
                tokio::time::timeout(patience, llm.reply(&prompt, None)).await.is_ok()
            })
        });
        let began = tokio::time::Instant::now();
        let done = join_all(calls).await.into_iter().filter(|done| *done.as_ref().unwrap()).count();
        let took = began.elapsed().as_secs_f64();
        assert!(done >= 133 && took <= done as f64 / 4.0 + 3.0, "{done} in {took} s");
    }
}
