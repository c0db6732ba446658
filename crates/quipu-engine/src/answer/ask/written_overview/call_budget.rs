//! The budget of one answer: calls, tokens and money, checked before calls begin, so that nothing is spent on an answer
//! that could not be finished.

use crate::answer::ask::answer_writer::AnswerWriter;
use crate::base::gateway::{Bounds, LedgerLine, money, token_count};
use crate::base::ports::{LlmError, Prompt, Usage};

/// The budget of one answer, from now on.
pub(super) struct CallBudget<'a> {
    writer: &'a AnswerWriter,
    bounds: Bounds,
    before: LedgerLine,
}

impl<'a> CallBudget<'a> {
    pub(super) fn new(writer: &'a AnswerWriter, bounds: Bounds) -> Self {
        Self { writer, bounds, before: writer.ledger.total() }
    }

    /// The usage so far.
    pub(super) fn spent(&self) -> LedgerLine {
        self.writer.ledger.total().since(self.before)
    }

    /// The most calls that are left, where they are bounded.
    pub(super) fn calls_left(&self) -> Option<u64> {
        Some(self.bounds.calls?.saturating_sub(self.spent().requests()))
    }

    /// Refuses calls that could exceed a bound.
    pub(super) fn allow(&self, calls: u64, usage: Usage) -> Result<(), LlmError> {
        let spent = self.spent();
        if let Some(most) = self.bounds.calls.filter(|most| spent.requests() + calls > *most) {
            return Err(LlmError::CallsSpent { most });
        }
        let tokens = usage.input + usage.output;
        if let Some(most) = self.bounds.tokens.filter(|most| spent.tokens() + tokens > *most) {
            return Err(LlmError::TokensSpent { most });
        }
        let cost = self.writer.prices.0.of(usage);
        match self.bounds.money.filter(|cap| spent.money + cost > *cap) {
            Some(cap) => Err(LlmError::Spent { cap: money(cap), spent: money(spent.money) }),
            None => Ok(()),
        }
    }
}

/// The most that calls with these prompts take, and their number.
pub(super) fn usage_of(prompts: &[Prompt]) -> (u64, Usage) {
    let mut usage = Usage::default();
    for prompt in prompts {
        usage.input += token_count::estimated_tokens(prompt);
        usage.output += u64::from(prompt.room);
    }
    (prompts.len() as u64, usage)
}
