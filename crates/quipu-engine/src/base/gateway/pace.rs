//! Requests and tokens a minute (a rate limiter): calls are let through no faster than the server's limits allow.
//!
//! Each limit is a clock that runs ahead: a call waits until the clock is no more than a burst ahead of
//! now, and advances it by the cost of the call (the generic cell rate algorithm, ITU-T I.371). Tokens
//! are estimated before the call and set right after it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::tokens;
use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply};

/// The burst allowance: six seconds' worth of calls may come at once.
const BURST: Duration = Duration::from_secs(6);

/// The limits of a server; 0 means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Requests a minute.
    pub requests: u32,
    /// Tokens a minute, of prompts and replies.
    pub tokens: u32,
}

/// The times at which each limit is free again.
#[derive(Clone, Copy)]
struct Clocks {
    requests: Instant,
    tokens: Instant,
}

/// The pace of a model, shared by all kinds of work.
pub struct Pace {
    limits: Limits,
    clocks: Mutex<Clocks>,
}

impl Pace {
    /// A pace that begins now. Needs a tokio runtime.
    pub fn new(limits: Limits) -> Self {
        let now = Instant::now();
        Self { limits, clocks: Mutex::new(Clocks { requests: now, tokens: now }) }
    }

    /// Takes a place in the queue, and returns the time of its turn.
    pub(super) fn enter(&self, expected: u64) -> Instant {
        let now = Instant::now();
        let mut clocks = self.clocks.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = forward(&mut clocks.requests, now, cost(1, self.limits.requests));
        let tokens = forward(&mut clocks.tokens, now, cost(expected, self.limits.tokens));
        requests.max(tokens)
    }

    /// Corrects the clock of tokens by the actual cost of a call.
    fn correct(&self, expected: u64, took: u64) {
        let mut clocks = self.clocks.lock().unwrap_or_else(PoisonError::into_inner);
        if took > expected {
            clocks.tokens += cost(took - expected, self.limits.tokens);
        } else if let Some(earlier) = clocks.tokens.checked_sub(cost(expected - took, self.limits.tokens)) {
            clocks.tokens = earlier;
        }
    }
}

/// A model with limits per minute.
pub struct Paced {
    llm: Arc<dyn Llm>,
    pace: Arc<Pace>,
}

impl Paced {
    /// Asks `llm` no faster than its pace allows.
    pub fn new(llm: Arc<dyn Llm>, pace: Arc<Pace>) -> Self {
        Self { llm, pace }
    }
}

/// The share of a minute that a number uses under a limit.
fn cost(number: u64, limit: u32) -> Duration {
    if limit == 0 { Duration::ZERO } else { Duration::from_secs_f64(60.0 * number as f64 / f64::from(limit)) }
}

/// Advances a clock by the cost of a call; returns the time at which the call may start.
fn forward(clock: &mut Instant, now: Instant, cost: Duration) -> Instant {
    let turn = clock.checked_sub(BURST).unwrap_or(now).max(now);
    *clock = (*clock).max(now) + cost;
    turn
}

impl Llm for Paced {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            // Servers count the requested room, not the tokens used of it.
            let counts = self.pace.limits.tokens > 0;
            let expected = if counts { tokens::near_prompt(prompt) + u64::from(prompt.room) } else { 0 };
            tokio::time::sleep_until(self.pace.enter(expected)).await;
            let done = self.llm.reply(prompt, heard).await;
            if let (Ok(reply), true) = (&done, counts) {
                self.pace.correct(expected, reply.usage.input + reply.usage.output);
            }
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::super::toys::{Scripted, said};
    use super::*;

    async fn seconds(limits: Limits, calls: usize, room: u32) -> f64 {
        let llm = Paced::new(
            Arc::new(Scripted::slow(vec![Ok(said("yes"))], Duration::from_secs(1))),
            Arc::new(Pace::new(limits)),
        );
        let began = Instant::now();
        let prompt = Prompt { room, ..Prompt::default() };
        join_all((0..calls).map(|_| llm.reply(&prompt, None))).await;
        began.elapsed().as_secs_f64()
    }

    #[tokio::test(start_paused = true)]
    async fn calls_are_spread_over_minutes() {
        let paced = seconds(Limits { requests: 60, tokens: 0 }, 127, 0).await;
        assert!((120.0..=122.0).contains(&paced), "126 calls after the first, six of them at once: {paced}");
        assert!((1.0..1.1).contains(&seconds(Limits::default(), 1_000, 0).await), "no limit, no pace");
    }

    #[tokio::test(start_paused = true)]
    async fn tokens_that_were_not_taken_are_given_back() {
        // 20 tokens a call are taken of the 1,000 that each may take.
        let llm = Paced::new(
            Arc::new(Scripted::new(vec![Ok(said("yes"))])),
            Arc::new(Pace::new(Limits { requests: 0, tokens: 1_000 })),
        );
        let began = Instant::now();
        for _ in 0..50 {
            llm.reply(&Prompt { room: 1_000, ..Prompt::default() }, None).await.unwrap();
        }
        let took = began.elapsed().as_secs_f64();
        assert!(took < 61.0, "a thousand tokens a minute: {took}");
        assert!(seconds(Limits { requests: 0, tokens: 1_000 }, 3, 1_000).await > 100.0, "at once they are not known");
    }
}
