//! The tables of quoted answers from real files, for a terminal or as Markdown.

use std::io;

use quipu_proof::measure::{QuotedRow, QuotedRows};

use super::evaluated::{half, one, table};
use super::line;

const SETS: [&str; 10] = [
    "set",
    "half",
    "questions",
    "answered %",
    "noise %",
    "cited first %",
    "evidence found %",
    "refused wrongly %",
    "unanswerable",
    "refused rightly %",
];

const KINDS: [&str; 7] =
    ["asked for", "questions", "answered %", "noise %", "cited first %", "evidence found %", "refused wrongly %"];

/// Prints the figures of sets and halves, and then of kinds of questions.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn quoted(rows: &QuotedRows, markdown: bool) -> io::Result<()> {
    let sets = rows.sets.iter().map(|row| {
        let [asked, answered, noise, cited, found, refused] = shares(&row.row);
        let (no, right) = (row.row.unanswerable.to_string(), share(row.row.rightly_refused));
        [row.set.clone(), half(row.row.half).to_owned(), asked, answered, noise, cited, found, refused, no, right]
    });
    table(SETS, sets, markdown)?;
    line("")?;
    let kinds = rows.kinds.iter().map(|row| {
        let [asked, answered, noise, cited, found, refused] = shares(row);
        [row.asked.clone(), asked, answered, noise, cited, found, refused]
    });
    table(KINDS, kinds, markdown)
}

fn shares(row: &QuotedRow) -> [String; 6] {
    let asked = row.questions.to_string();
    let [answered, noise, cited, found, refused] =
        [row.answered, row.noise, row.cited_first, row.found, row.refused].map(share);
    [asked, answered, noise, cited, found, refused]
}

fn share(value: Option<f64>) -> String {
    value.map(one).unwrap_or_default()
}
