//! Reading of documents by a model: its progress, its result, and its estimated cost.

use std::io;

use quipu::models::DescribeReport;
use quipu::models::Loss;
use quipu::models::{self, LedgerLine, money};
use quipu::models::{ContextReport, Estimate, ExtractProgress, ExtractReport, Failed, Range, Stopped};

use super::units::{seconds, thousands};
use crate::messages::{Message, reason, say};

/// The most failures that are listed.
const LISTED: usize = 10;

/// The progress of a run.
pub(crate) fn reading(at: &ExtractProgress) -> String {
    let ExtractProgress { done, chunks, failed, spent, seconds: took, .. } = at;
    let share = if *chunks == 0 { 100.0 } else { 100.0 * *done as f64 / *chunks as f64 };
    let calls = spent.calls + spent.known;
    let mut parts = vec![
        say!("reading-share", share = format!("{share:.0}"), done = *done, chunks = *chunks).to_string(),
        say!("reading-calls", calls = calls, rate = format!("{:.1}", calls as f64 / took.max(1e-3))).to_string(),
        say!("reading-tokens", tokens = thousands(spent.input + spent.output)).to_string(),
    ];
    if spent.money > 0.0 {
        parts.push(say!("reading-money", money = money(spent.money)).to_string());
    }
    if *failed > 0 {
        parts.push(say!("reading-failed", count = *failed).to_string());
    }
    if *done > 0 && done < chunks && *took > 1.0 {
        let left = took * (*chunks - *done) as f64 / *done as f64;
        parts.push(say!("reembed-left", time = seconds(left)).to_string());
    }
    parts.join(", ")
}

/// Prints the result of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn extracted(report: &ExtractReport) -> io::Result<()> {
    let [entities, relations, claims] = report.found;
    let described_any = report
        .described
        .as_ref()
        .is_some_and(|told| told.made > 0 || !told.failed.is_empty() || told.stopped.is_some());
    let placed_any = report.context.as_ref().is_some_and(|told| told.windows > 0 || !told.is_whole());
    if report.windows == 0 && report.is_whole() && !described_any && !placed_any {
        return super::line(say!("extracted-nothing", model = &report.model));
    }
    super::line(say!(
        "extracted",
        windows = report.windows,
        documents = report.read,
        model = &report.model,
        time = seconds(report.seconds)
    ))?;
    if report.passed > 0 {
        super::line(say!("extracted-passed", count = report.passed))?;
    }
    super::line(say!("extracted-found", entities = entities, relations = relations, claims = claims))?;
    let mut all = LedgerLine::default();
    report.spent.values().for_each(|line| all += *line);
    spent(&all)?;
    for (why, count) in &report.lost {
        super::line(say!("extracted-lost", count = *count, why = loss(*why)))?;
    }
    if !report.empty.is_empty() {
        let some = report.empty.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        super::line(say!("extracted-empty", count = report.empty.len(), some = some))?;
    }
    report.context.iter().try_for_each(placed)?;
    report.described.iter().try_for_each(described)?;
    failures(&report.failed, report.left)?;
    match &report.stopped {
        Some(Stopped::Asked) => super::line(say!("extracted-asked")),
        Some(Stopped::Model(error)) => super::line(say!("extracted-stopped", reason = reason(error))),
        None => Ok(()),
    }
}

/// Prints the calls, their cost, and the number of cached replies.
pub(super) fn spent(all: &LedgerLine) -> io::Result<()> {
    super::line(say!(
        "extracted-spent",
        calls = all.calls,
        input = thousands(all.input),
        output = thousands(all.output)
    ))?;
    if all.money > 0.0 {
        super::line(say!("extracted-money", money = money(all.money)))?;
    }
    if all.known > 0 {
        super::line(say!("extracted-known", count = all.known))?;
    }
    Ok(())
}

/// Prints the placed chunks, and those that were not.
fn placed(told: &ContextReport) -> io::Result<()> {
    if told.windows > 0 {
        super::line(say!("extracted-placed", chunks = told.chunks, model = &told.model))?;
    }
    failures(&told.failed, told.left)?;
    match &told.stopped {
        Some(Stopped::Asked) => super::line(say!("extracted-asked")),
        Some(Stopped::Model(error)) => super::line(say!("extracted-unplaced-rest", reason = reason(error))),
        None => Ok(()),
    }
}

/// Prints the described names, and those that were not.
fn described(told: &DescribeReport) -> io::Result<()> {
    if told.made + told.unchanged > 0 {
        super::line(say!("extracted-described", made = told.made, unchanged = told.unchanged))?;
    }
    for one in told.failed.iter().take(LISTED) {
        super::line(say!("extracted-undescribed", name = &one.name, reason = reason(&one.error)))?;
    }
    match &told.stopped {
        Some(Stopped::Asked) => super::line(say!("extracted-asked")),
        Some(Stopped::Model(error)) => super::line(say!("extracted-undescribed-rest", reason = reason(error))),
        None => Ok(()),
    }
}

/// The windows that failed, in this run or before.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn failures(failed: &[Failed], left: u64) -> io::Result<()> {
    for window in failed.iter().take(LISTED) {
        super::line(say!("extracted-failure", document = &window.document, reason = reason(&window.error)))?;
    }
    let count = failed.len() as u64 + left;
    if count > 0 { super::line(say!("extracted-failed", count = count)) } else { Ok(()) }
}

/// Prints the estimated cost of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn estimated(estimate: &Estimate, priced: bool) -> io::Result<()> {
    let Estimate { model, windows, calls, input, output, money, learned, context, whole } = estimate;
    super::line(say!("estimated", windows = *windows, model = model))?;
    ranges([*calls, *input, *output], priced.then_some(*money), *learned)?;
    if let Some(whole) = whole {
        let (calls, input, output) = (range(whole.calls), range(whole.input), range(whole.output));
        super::line(say!("estimated-whole", windows = whole.windows, calls = calls, input = input, output = output))?;
        if priced {
            let Range { low, high } = whole.money;
            super::line(say!("estimated-money", low = models::money(low), high = models::money(high)))?;
        }
    }
    if let Some(context) = context {
        let (input, output) = (range(context.input), range(context.output));
        super::line(say!("estimated-context", calls = range(context.calls), input = input, output = output))?;
        let Range { low, high } = context.money;
        if high > 0.0 {
            super::line(say!("estimated-money", low = models::money(low), high = models::money(high)))?;
        }
        super::line(known(context.learned))?;
    }
    Ok(())
}

/// Estimated calls and tokens of prompts and of replies, their cost where prices are known, and the number of calls
/// that the estimate is based on.
pub(super) fn ranges([calls, input, output]: [Range; 3], money: Option<Range>, learned: u64) -> io::Result<()> {
    super::line(say!("estimated-calls", range = range(calls)))?;
    super::line(say!("estimated-tokens", input = range(input), output = range(output)))?;
    match money {
        Some(Range { low, high }) => {
            super::line(say!("estimated-money", low = models::money(low), high = models::money(high)))?;
        }
        None => super::line(say!("check-no-price"))?,
    }
    super::line(known(learned))
}

/// The basis of an estimate.
fn known(learned: u64) -> Message {
    match learned {
        0 => say!("estimated-guess"),
        calls => say!("estimated-learned", calls = calls),
    }
}

fn range(Range { low, high }: Range) -> String {
    let (low, high) = (thousands(low as u64), thousands(high.ceil() as u64));
    if low == high { low } else { format!("{low}–{high}") }
}

pub(super) fn loss(why: Loss) -> Message {
    match why {
        Loss::Cut => say!("loss-cut"),
        Loss::Unreadable => say!("loss-unreadable"),
        Loss::Nameless => say!("loss-nameless"),
        Loss::Long => say!("loss-long"),
        Loss::Endless => say!("loss-endless"),
        Loss::Loop => say!("loss-loop"),
        Loss::Placeholder => say!("loss-placeholder"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_says_what_is_left_and_spent() {
        let spent = LedgerLine { calls: 30, input: 40_000, output: 2_000, money: 0.125, ..LedgerLine::default() };
        let at = ExtractProgress { done: 50, chunks: 200, windows: 30, failed: 1, spent, seconds: 10.0 };
        let line = reading(&at);
        assert_eq!(line, "25% (50 of 200 chunks), 30 calls (3.0/s), 42.0 k tokens, 0.1250 spent, 1 failed, about 30 s");
    }

    #[test]
    fn ranges_are_short() {
        assert_eq!(range(Range { low: 10.0, high: 10.0 }), "10");
        assert_eq!(range(Range { low: 12_000.0, high: 20_000_000.0 }), "12.0 k–20.0 M");
    }
}
