//! The themes of all samples, with a real model: reports, answers by each strategy, a share of the windows.

use anyhow::ensure;

use super::{Real, number};
use crate::faults::table::Table;

/// The question to the whole.
const QUESTION: &str = "What are the main themes?";
/// The strategies that call a model more than once, with options that keep them small.
const WAYS: [&[&str]; 4] = [
    &["--strategy", "global"],
    &["--strategy", "global", "--over", "chunks", "--set", "look.global.read_tokens=3000"],
    &["--strategy", "lazy", "--tests", "6"],
    &["--strategy", "drift"],
];

/// A small model ends no long reply by itself.
const SHORT: [&str; 2] = ["--set", "llm.reply_tokens=300"];

/// Lets the model write reports, then asks by each strategy: the estimate is not exceeded, no loss is uncounted.
pub(super) fn whole(real: &mut Real) -> anyhow::Result<Table> {
    let mut table = Table::default();
    // Where the step before read them by the model, nothing is read again.
    real.run(&["index", &real.people(), "--offline"])?;
    let small = [&["--set", "communities.report_tokens=1000"][..], &SHORT].concat();
    let (report, ended) = real.json(&[&["cluster", "--write"][..], &small].concat())?;
    ensure!(matches!(ended.code(), Some(0 | 4)), "reports are written or listed as missing: {}", ended.said());
    let written = &report["written"];
    let missing = written["missing"].as_array().map_or(0, Vec::len) as u64;
    let levels = report["levels"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64);
    let told = ["made", "stood", "small", "left"].map(|what| number(written, &format!("/{what}")));
    ensure!(told.iter().sum::<u64>() + missing == levels.sum::<u64>(), "every community is told of: {report:#}");
    table.row("reports written", told[0], format!("{:.0} s", ended.seconds));
    table.row("reports missing", missing, "listed; sentences of the documents stand in for them");
    table.row("findings and sentences dropped", number(written, "/dropped"), "nothing bore them out");
    table.row("calls for reports", number(written, "/spent/calls"), "");
    let (again, _) = real.json(&[&["cluster", "--write"][..], &small].concat())?;
    ensure!(number(&again, "/written/spent/calls") == 0, "nothing is paid twice: {again:#}");
    for way in WAYS {
        let (answer, ended) = real.json(&[&["ask", QUESTION][..], way, &SHORT].concat())?;
        ensure!(matches!(ended.code(), Some(0 | 1)), "it answers or refuses: {}", ended.said());
        let (calls, most) = (number(&answer, "/spent/calls"), number(&answer, "/foretold/calls"));
        // An unreadable reply is requested once more.
        ensure!(calls <= most * 2, "at most {most} calls were foretold: {answer:#}");
        let cited = answer["citations"].as_array().map_or(0, Vec::len);
        let notes = answer["notes"].as_array().map_or(0, Vec::len);
        table.row(
            format!("calls, {}", way[1..].join(" ")),
            calls,
            format!("{most} foretold, {cited} citations, {notes} notes, {:.0} s", ended.seconds),
        );
    }
    Ok(table)
}
