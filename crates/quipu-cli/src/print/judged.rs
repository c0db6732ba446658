//! The table of judged answers, for a terminal or as Markdown.

use std::io;

use quipu_proof::measure::{Interval, JudgedRow, JudgedRows};

use super::evaluated::{half, one, table};
use super::line;
use crate::messages::say;

const HEAD: [&str; 14] = [
    "corpora",
    "questions",
    "judged",
    "right %",
    "interval",
    "half %",
    "wrong %",
    "start right %",
    "start wrong %",
    "difference",
    "unanswerable",
    "refused wrongly %",
    "stated right %",
    "calibration error",
];

/// Prints the figures of even and odd corpora and of all, and the questions whose answer has no verdict.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn judged(rows: &JudgedRows, markdown: bool) -> io::Result<()> {
    table(HEAD, rows.rows.iter().map(cells), markdown)?;
    if rows.stale.is_empty() {
        return Ok(());
    }
    line("")?;
    line(say!("eval-stale", count = rows.stale.len(), ids = rows.stale.join(", ")))
}

fn cells(row: &JudgedRow) -> [String; HEAD.len()] {
    let share = |value: Option<f64>| value.map(one).unwrap_or_default();
    let of = |part: usize, all: usize| format!("{part} of {all}");
    let stated = row.stated_right.map(|right| format!("{} of {}", one(right), row.stated));
    [
        half(row.half).to_owned(),
        row.questions.to_string(),
        row.judged.to_string(),
        share(row.right),
        interval(row.right_interval),
        share(row.half_right),
        share(row.wrong),
        share(row.start_right),
        share(row.start_wrong),
        interval(row.difference),
        of(row.unanswerable_right, row.unanswerable),
        share(row.refused_wrongly),
        stated.unwrap_or_default(),
        row.calibration_error.map(|error| format!("{error:.3}")).unwrap_or_default(),
    ]
}

fn interval(of: Option<Interval>) -> String {
    of.map(|of| format!("{} to {}", one(of.low), one(of.high))).unwrap_or_default()
}
