//! The ledger (cost accounting, with a budget): calls, tokens and cost by kind of work; and the
//! budget, under which no call is begun that could cost more than is left.
//!
//! It stands below the retries, so that it counts every call that reached a server. The maximum cost of a call
//! is reserved while it is under way: its prompt and all of its room. A ledger within another bounds a part
//! of a run: calls, tokens, money.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::tokens;
use crate::base::ports::{Boxed, Heard, Llm, LlmCard, LlmError, Prompt, Reply, Usage};

/// The price of a million tokens, in the user's currency.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Price {
    /// The price of prompt tokens.
    pub input: f64,
    /// The price of reply tokens.
    pub output: f64,
}

impl Price {
    /// The cost of the tokens of a usage.
    pub fn of(self, usage: Usage) -> f64 {
        (usage.input as f64 * self.input + usage.output as f64 * self.output) / 1e6
    }
}

/// The usage of one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LedgerLine {
    /// Calls that gave a reply.
    pub calls: u64,
    /// Calls that gave none.
    pub failed: u64,
    /// Replies that were known and cost nothing.
    pub known: u64,
    /// Tokens of prompts.
    pub input: u64,
    /// Tokens of replies.
    pub output: u64,
    /// Their cost.
    pub money: f64,
    /// Seconds that the calls took, added up.
    pub seconds: f64,
}

impl LedgerLine {
    /// The difference to an earlier line.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            calls: self.calls - before.calls,
            failed: self.failed - before.failed,
            known: self.known - before.known,
            input: self.input - before.input,
            output: self.output - before.output,
            money: self.money - before.money,
            seconds: self.seconds - before.seconds,
        }
    }
}

impl LedgerLine {
    /// Requests that reached a server, whether or not they gave a reply.
    pub fn requests(&self) -> u64 {
        self.calls + self.failed
    }

    /// Tokens of prompts and replies.
    pub fn tokens(&self) -> u64 {
        self.input + self.output
    }
}

impl std::ops::AddAssign for LedgerLine {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.failed += other.failed;
        self.known += other.known;
        self.input += other.input;
        self.output += other.output;
        self.money += other.money;
        self.seconds += other.seconds;
    }
}

/// Money as people read it; less than one with more digits.
pub fn money(sum: f64) -> String {
    if sum < 1.0 { format!("{sum:.4}") } else { format!("{sum:.2}") }
}

/// Limits of calls to models; a missing limit is unbounded.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bounds {
    /// Requests that reach a server, those that fail or are asked again included.
    pub calls: Option<u64>,
    /// Tokens of prompts and replies together.
    pub tokens: Option<u64>,
    /// Money, in the currency of the prices.
    pub money: Option<f64>,
}

/// The maximum usage of calls under way.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Most {
    pub(super) calls: u64,
    pub(super) tokens: u64,
    pub(super) money: f64,
}

#[derive(Default)]
struct State {
    lines: BTreeMap<&'static str, LedgerLine>,
    held: Most,
}

/// All lines, shared by every model of a run.
///
/// A ledger within another has bounds of its own, and those of the other hold too: so a part of a run, as a
/// policy is, spends no more than its share.
#[derive(Default)]
pub struct Ledger {
    state: Mutex<State>,
    bounds: Bounds,
    outer: Option<Arc<Ledger>>,
}

impl Ledger {
    /// An empty ledger; with a cap, no more money than that is spent.
    pub fn new(cap: Option<f64>) -> Self {
        Self { bounds: Bounds { money: cap, ..Bounds::default() }, ..Self::default() }
    }

    /// An empty ledger with bounds of its own, whose calls `outer` notes and bounds too. No call is begun
    /// that could exceed a bound, with all of its room and a prompt of maximum length; only tokens that a
    /// server counts beyond that, or generates beyond the given room, may exceed it.
    pub fn within(outer: &Arc<Self>, bounds: Bounds) -> Arc<Self> {
        Arc::new(Self { bounds, outer: Some(outer.clone()), ..Self::default() })
    }

    /// The most that may be asked.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// True if tokens must be known before a call, at this price.
    pub(super) fn weighs(&self, price: Price) -> bool {
        let priced = self.bounds.money.is_some() && price != Price::default();
        priced || self.bounds.tokens.is_some() || self.outer.as_ref().is_some_and(|outer| outer.weighs(price))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lines so far, by kind of work.
    pub fn lines(&self) -> BTreeMap<String, LedgerLine> {
        self.state().lines.iter().map(|(work, line)| ((*work).to_owned(), *line)).collect()
    }

    /// All lines together.
    pub fn total(&self) -> LedgerLine {
        let mut total = LedgerLine::default();
        self.state().lines.values().for_each(|line| total += *line);
        total
    }

    /// A reply that was known.
    pub(crate) fn knew(&self, work: &'static str) {
        self.state().lines.entry(work).or_default().known += 1;
        if let Some(outer) = &self.outer {
            outer.knew(work);
        }
    }

    /// Reserves the maximum cost of a call.
    pub(super) fn hold(self: &Arc<Self>, most: Most) -> Result<Held, LlmError> {
        let outer = self.outer.as_ref().map(|outer| outer.hold(most)).transpose()?;
        let mut state = self.state();
        self.bounds.allow(&state, most)?;
        state.held.calls += most.calls;
        state.held.tokens += most.tokens;
        state.held.money += most.money;
        drop(state);
        Ok(Held { ledger: Arc::clone(self), most, _outer: outer.map(Box::new) })
    }

    pub(super) fn note(&self, work: &'static str, line: LedgerLine) {
        *self.state().lines.entry(work).or_default() += line;
        if let Some(outer) = &self.outer {
            outer.note(work, line);
        }
    }
}

impl Bounds {
    /// Refuses a call that could exceed a bound, together with the usage so far and the reservations.
    fn allow(self, State { lines, held }: &State, most: Most) -> Result<(), LlmError> {
        let spent = lines.values().fold(LedgerLine::default(), |mut sum, line| {
            sum += *line;
            sum
        });
        let over = |bound: &u64, spent: u64| spent > *bound;
        if let Some(most) = self.calls.filter(|bound| over(bound, spent.requests() + held.calls + most.calls)) {
            return Err(LlmError::CallsSpent { most });
        }
        if let Some(most) = self.tokens.filter(|bound| over(bound, spent.tokens() + held.tokens + most.tokens)) {
            return Err(LlmError::TokensSpent { most });
        }
        match self.money.filter(|cap| spent.money + held.money + most.money > *cap) {
            Some(cap) => Err(LlmError::Spent { cap: money(cap), spent: money(spent.money) }),
            None => Ok(()),
        }
    }
}

/// A reservation, released when dropped.
pub(super) struct Held {
    ledger: Arc<Ledger>,
    most: Most,
    _outer: Option<Box<Held>>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.ledger.state();
        state.held.calls -= self.most.calls;
        state.held.tokens -= self.most.tokens;
        state.held.money -= self.most.money;
    }
}

/// Notes the calls of a model in a ledger.
pub struct Counted {
    llm: Arc<dyn Llm>,
    ledger: Arc<Ledger>,
    work: &'static str,
    price: Price,
}

impl Counted {
    /// Calls of `llm` for a kind of work, at a price.
    pub fn new(llm: Arc<dyn Llm>, ledger: Arc<Ledger>, work: &'static str, price: Price) -> Self {
        Self { llm, ledger, work, price }
    }
}

impl Llm for Counted {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let free = self.price == Price::default();
            // Without a bound nothing need be held back.
            let input = if self.ledger.weighs(self.price) { tokens::at_most_all(prompt) } else { 0 };
            let usage = Usage { input, output: prompt.room.into(), told: false };
            let most = Most { calls: 1, tokens: input + usage.output, money: self.price.of(usage) };
            let held = self.ledger.hold(most)?;
            let began = Instant::now();
            let done = self.llm.reply(prompt, heard).await;
            let mut line = LedgerLine { seconds: began.elapsed().as_secs_f64(), ..LedgerLine::default() };
            match &done {
                Ok(Reply { usage, .. }) => {
                    (line.calls, line.input, line.output) = (1, usage.input, usage.output);
                    line.money = self.price.of(*usage);
                }
                // The prompt of a reply that broke off was read, and is paid for.
                Err(LlmError::Broken { .. } | LlmError::Silent { .. }) => {
                    let input = if free { 0 } else { tokens::near_prompt(prompt) };
                    (line.failed, line.input) = (1, input);
                    line.money = self.price.of(Usage { input, output: 0, told: false });
                }
                Err(_) => line.failed = 1,
            }
            self.ledger.note(self.work, line);
            // Only after it is recorded, or a concurrent call could reserve the same room again.
            drop(held);
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

    const PRICE: Price = Price { input: 1.0, output: 10.0 };

    fn counted(script: Vec<Result<Reply, LlmError>>, cap: Option<f64>) -> (Counted, Arc<Ledger>, Arc<Scripted>) {
        let llm = Arc::new(Scripted::slow(script, Duration::from_secs(2)));
        let ledger = Arc::new(Ledger::new(cap));
        (Counted::new(llm.clone(), ledger.clone(), "extract", PRICE), ledger, llm)
    }

    #[tokio::test(start_paused = true)]
    async fn calls_tokens_money_and_time_are_added_up() {
        let (llm, ledger, _) = counted(vec![Ok(said("a")), Err(busy(None)), Ok(said("b"))], None);
        for _ in 0..3 {
            let _ = llm.reply(&Prompt::default(), None).await;
        }
        ledger.knew("extract");
        let line = ledger.lines()["extract"];
        assert_eq!((line.calls, line.failed, line.known, line.input, line.output), (2, 1, 1, 20, 20));
        assert!((line.money - 220e-6).abs() < 1e-12 && (line.seconds - 6.0).abs() < 0.1, "{line:?}");
        assert_eq!(ledger.total(), line);
    }

    #[tokio::test(start_paused = true)]
    async fn a_ledger_within_another_holds_both_bounds_under_any_crowd() {
        let outer = Arc::new(Ledger::new(Some(0.0303)));
        let own = |bounds| Ledger::within(&outer, bounds);
        let asks = |ledger: &Arc<Ledger>| {
            let llm = Arc::new(Scripted::slow(vec![Ok(said("a"))], Duration::from_secs(2)));
            (Counted::new(llm.clone(), ledger.clone(), "policy", PRICE), llm)
        };
        let prompt = Prompt { room: 500, ..Prompt::default() };
        for (bounds, most) in [
            (Bounds { calls: Some(3), ..Bounds::default() }, 3),
            (Bounds { tokens: Some(1_600), ..Bounds::default() }, 3),
            (Bounds { money: Some(0.0101), ..Bounds::default() }, 2),
            (Bounds::default(), 5),
        ] {
            let (llm, script) = asks(&own(bounds));
            let done = join_all((0..10).map(|_| llm.reply(&prompt, None))).await;
            let over = done.iter().filter(|done| done.as_ref().is_err_and(LlmError::is_of_bounds)).count();
            assert_eq!((script.asked(), over), (most, 10 - most), "{bounds:?}");
        }
        assert_eq!(outer.total().calls, 13, "the outer one notes all");
        let held = outer.state().held;
        assert_eq!((held.calls, held.tokens), (0, 0), "and holds nothing back in the end");
    }

    #[tokio::test(start_paused = true)]
    async fn no_call_is_begun_that_could_cost_more_than_is_left() {
        // A call may cost 1,000 tokens of output, and takes ten.
        let cap = 0.0405;
        let (llm, ledger, script) = counted(vec![Ok(said("a"))], Some(cap));
        let prompt = Prompt { room: 1_000, ..Prompt::default() };
        let done = join_all((0..10).map(|_| llm.reply(&prompt, None))).await;
        let refused = done.iter().filter(|done| matches!(done, Err(LlmError::Spent { .. }))).count();
        assert_eq!((refused, script.asked()), (6, 4), "four at once could cost 0.04");
        assert!(llm.reply(&prompt, None).await.is_ok(), "what was held back is free again");
        while llm.reply(&prompt, None).await.is_ok() {}
        let spent = ledger.total().money;
        assert!(spent <= cap && spent > cap - 0.0102, "{spent}");
    }
}
