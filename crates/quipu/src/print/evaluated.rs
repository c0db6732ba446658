//! The table of an evaluation, for a terminal or as Markdown.

use std::io;

use quipu_engine::eval::{Half, Interval};

use super::line;
use crate::command::SetRow;

const HEAD: [&str; 12] = [
    "set",
    "strategy",
    "half",
    "questions",
    "recall@2",
    "recall@5",
    "recall@10",
    "MRR",
    "nDCG@10",
    "p50 ms",
    "p95 ms",
    "recall@5 to baseline",
];

/// Prints a table; as Markdown, of the odd questions only, which are those to report.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn evaluated(rows: &[SetRow], markdown: bool) -> io::Result<()> {
    let shown = rows.iter().filter(|row| !markdown || row.row.half == Half::Odd);
    let cells: Vec<[String; 12]> = std::iter::once(HEAD.map(str::to_owned)).chain(shown.map(cells)).collect();
    if markdown {
        return cells.iter().enumerate().try_for_each(|(at, row)| {
            line(&format!("| {} |", row.join(" | ")))?;
            if at == 0 { line(&"|---".repeat(row.len()).chars().chain(['|']).collect::<String>()) } else { Ok(()) }
        });
    }
    let widths: [usize; 12] =
        std::array::from_fn(|at| cells.iter().map(|row| row[at].chars().count()).max().unwrap_or(0));
    cells.iter().try_for_each(|row| {
        let padded = row
            .iter()
            .zip(widths)
            .enumerate()
            .map(|(at, (cell, width))| if at < 3 { format!("{cell:<width$}") } else { format!("{cell:>width$}") });
        line(padded.collect::<Vec<_>>().join("  ").trim_end())
    })
}

fn cells(row: &SetRow) -> [String; 12] {
    let (set, row) = (row.set.clone(), &row.row);
    let half = match row.half {
        Half::Even => "even",
        Half::Odd => "odd",
        Half::All => "all",
    };
    let one = |value: f64| format!("{value:.1}");
    let against = |interval: Interval| format!("{:+.1} to {:+.1}", interval.low, interval.high);
    [
        set,
        row.strategy.clone(),
        half.to_owned(),
        row.questions.to_string(),
        one(row.recall_2),
        one(row.recall_5),
        one(row.recall_10),
        one(row.mrr),
        one(row.ndcg_10),
        format!("{:.2}", row.p50_ms),
        format!("{:.2}", row.p95_ms),
        row.recall_5_interval.map(against).unwrap_or_default(),
    ]
}
