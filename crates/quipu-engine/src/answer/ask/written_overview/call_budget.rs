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

    /// Refuses calls that could exceed a bound: these, and one behind them whose prompt has so many tokens more.
    pub(super) fn allow(&self, prompts: &[Prompt], behind: Option<&Prompt>, more: u64) -> Result<(), LlmError> {
        let (spent, mut calls, mut usage) = (self.spent(), 0, Usage::default());
        for prompt in prompts.iter().chain(behind) {
            calls += 1;
            usage.input += token_count::estimated_tokens(prompt);
            usage.output += u64::from(prompt.room);
        }
        usage.input += more;
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
