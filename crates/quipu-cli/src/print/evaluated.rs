//! The table of an evaluation, for a terminal or as Markdown.

use std::io;

use quipu_proof::measure::{
    AgentRow, AnswerRow, EffortRow, Half, Interval, LoaderRow, MentionRows, NameRow, RelationRows, ReplyRows, SetRow,
    VectorRow,
};

use super::extracted::loss;
use super::line;
use super::table::Column;
use crate::messages::say;

const HEAD: [&str; 13] = [
    "set",
    "strategy",
    "half",
    "questions",
    "recall@1",
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
    table(HEAD, shown.map(cells), markdown)
}

/// Prints the answers and refusals of questions, in the same way.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn answers(rows: &[SetRow<AnswerRow>], markdown: bool) -> io::Result<()> {
    let head = ["set", "asked", "half", "questions", "refused %", "answerable", "answered %"];
    let shown = rows.iter().filter(|row| !markdown || row.row.half == Half::Odd);
    let cells = shown.map(|SetRow { set, row }| {
        let (refused, answered) = (one(row.refused), row.answered.map(one).unwrap_or_default());
        let answerable = row.answered.map(|_| row.answerable.to_string()).unwrap_or_default();
        let half = half(row.half).to_owned();
        [set.clone(), row.asked.clone(), half, row.questions.to_string(), refused, answerable, answered]
    });
    table(head, cells, markdown)
}

/// The columns of the benefit of vectors.
pub(crate) const VECTORS: [&str; 8] =
    ["set", "half", "questions", "lexical", "hybrid", "shuffled", "hybrid less lexical", "hybrid less shuffled"];

/// Prints the benefit of vectors, on all questions and on each half; as Markdown too.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn vectors(rows: &[SetRow<VectorRow>], markdown: bool) -> io::Result<()> {
    table(VECTORS, rows.iter().map(vector_cells), markdown)
}

/// A row of the benefit of vectors.
pub(crate) fn vector_cells(SetRow { set, row }: &SetRow<VectorRow>) -> [String; 8] {
    let [lexical, hybrid, shuffled] = [row.lexical, row.hybrid, row.shuffled].map(|value| format!("{value:.2}"));
    let [words, shuffle] = [(row.lexical, row.over_lexical), (row.shuffled, row.over_shuffled)]
        .map(|(of, over)| format!("{:+.2} ({:+.2} to {:+.2})", row.hybrid - of, over.low, over.high));
    [set.clone(), half(row.half).to_owned(), row.questions.to_string(), lexical, hybrid, shuffled, words, shuffle]
}

/// Prints the share read of each document, and the mean of each format; as Markdown too.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn loaders(rows: &[LoaderRow], markdown: bool) -> io::Result<()> {
    let cells = |row: &LoaderRow| {
        let words = format!("{:.3}", row.words);
        let cells = row.cells.map(|cells| format!("{cells:.3}")).unwrap_or_default();
        [row.format.clone(), row.file.clone(), words, cells, row.failed.clone().unwrap_or_default()]
    };
    let mut shown = Vec::new();
    for of in rows.chunk_by(|a, b| a.format == b.format) {
        shown.extend(of.iter().map(cells));
        let mean = |values: &[f64]| format!("{:.3}", values.iter().sum::<f64>() / values.len().max(1) as f64);
        let words: Vec<f64> = of.iter().map(|row| row.words).collect();
        let tables: Vec<f64> = of.iter().filter_map(|row| row.cells).collect();
        let tables = if tables.is_empty() { String::new() } else { mean(&tables) };
        shown.push([of[0].format.clone(), "mean".to_owned(), mean(&words), tables, String::new()]);
    }
    table(["format", "file", "words", "cells", "failed"], shown.into_iter(), markdown)
}

/// Prints the quality of stated relations, in the same way.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn relations(rows: &RelationRows, markdown: bool) -> io::Result<()> {
    let head = [
        "set",
        "against",
        "half",
        "facts",
        "said",
        "joined %",
        "with predicate %",
        "statements",
        "between names",
        "is a",
    ];
    let shown = rows.relations.iter().filter(|row| !markdown || row.row.half == Half::Odd);
    let cells = shown.map(|SetRow { set, row }| {
        let counts = [row.facts, row.standing, row.statements, row.between_names, row.is_a];
        let [facts, said, statements, between, is_a] = counts.map(|count| count.to_string());
        let (joined, predicate) = (one(row.joined), row.with_predicate.map(one).unwrap_or_default());
        let (against, half) = (row.against.clone(), half(row.half).to_owned());
        [set.clone(), against, half, facts, said, joined, predicate, statements, between, is_a]
    });
    table(head, cells, markdown)?;
    if rows.followed.is_empty() {
        return Ok(());
    }
    line("")?;
    let shown = rows.followed.iter().filter(|row| !markdown || row.row.half == Half::Odd);
    let cells = shown.map(|SetRow { set, row }| {
        let [answered, right, of_them] = [row.answered, row.right, row.right_of_answered].map(one);
        [set.clone(), half(row.half).to_owned(), row.questions.to_string(), answered, right, of_them]
    });
    table(["set", "half", "questions", "answered by a chain %", "rightly %", "of the answers %"], cells, markdown)
}

/// Prints the quality of mentions, in the same way.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn mentions(rows: &MentionRows, markdown: bool) -> io::Result<()> {
    let head = [
        "labels",
        "half",
        "sentences",
        "labelled",
        "found",
        "precision",
        "recall",
        "lenient precision",
        "lenient recall",
    ];
    let shown = |of: Half| !markdown || of == Half::Odd;
    let sentences = rows.mentions.iter().filter(|row| shown(row.half)).map(|row| {
        let counts = [row.sentences, row.labelled, row.found].map(|count| count.to_string());
        let shares = [row.precision, row.recall, row.lenient_precision, row.lenient_recall].map(one);
        let ([sentences, labelled, found], [p, r, lp, lr]) = (counts, shares);
        [row.labels.clone(), half(row.half).to_owned(), sentences, labelled, found, p, r, lp, lr]
    });
    table(head, sentences, markdown)?;
    if rows.evidence.is_empty() {
        return Ok(());
    }
    line("")?;
    let evidence = rows.evidence.iter().filter(|row| shown(row.row.half));
    let cells = evidence
        .map(|SetRow { set, row }| [set.clone(), half(row.half).to_owned(), row.names.to_string(), one(row.found)]);
    table(["set", "half", "names in gold evidence", "found %"], cells, markdown)
}

/// Prints the accuracy on pairs of names.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn names(rows: &[NameRow], markdown: bool) -> io::Result<()> {
    let sorted = rows.iter().any(|row| row.sort.is_some());
    let head =
        ["labels", "sort", "half", "pairs", "same", "said same", "rightly", "a name not found", "precision", "recall"];
    // For held-out pairs, both halves are reported.
    let reported = |row: &NameRow| if row.labels.starts_with("held") { Half::All } else { Half::Odd };
    let shown = |row: &&NameRow| !markdown || row.half == reported(row);
    let cells = rows.iter().filter(shown).map(|row| {
        let counts = [row.pairs, row.same, row.said, row.right, row.unnamed].map(|count| count.to_string());
        let ([pairs, same, said, right, unnamed], [p, r]) = (counts, [row.precision, row.recall].map(one));
        let sort = row.sort.clone().unwrap_or_else(|| if sorted { "all" } else { "" }.to_owned());
        [row.labels.clone(), sort, half(row.half).to_owned(), pairs, same, said, right, unnamed, p, r]
    });
    table(head, cells, markdown)
}

/// Prints the accuracy of routes and of conflicts.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn agent_rows(rows: &[AgentRow], markdown: bool) -> io::Result<()> {
    let cells = rows.iter().map(|row| {
        let share = 100.0 * row.right as f64 / row.lines.max(1) as f64;
        let precision = row.precision.map_or_else(String::new, |part| format!("{:.1}", 100.0 * part));
        let (lines, right) = (row.lines.to_string(), row.right.to_string());
        [row.what.to_owned(), half(row.half).to_owned(), lines, right, format!("{share:.1}"), precision]
    });
    table(["labels", "half", "lines", "right", "share", "precision of conflicts"], cells, markdown)
}

/// Prints the answers of each effort, and the cost of a right one.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn effort_rows(rows: &[EffortRow], markdown: bool) -> io::Result<()> {
    let head = [
        "set",
        "effort",
        "half",
        "questions",
        "right",
        "refused",
        "wrong",
        "steps a right answer",
        "calls",
        "tokens",
        "p50 ms",
        "p95 ms",
    ];
    let cells = rows.iter().map(|row| {
        let [questions, right, refused, wrong] =
            [row.questions, row.right, row.refused, row.wrong].map(|count| count.to_string());
        let [steps, calls, p50, p95] = [row.steps, row.calls, row.p50_ms, row.p95_ms].map(one);
        let (effort, half) = (row.effort.name().to_owned(), half(row.half).to_owned());
        [
            row.set.clone(),
            effort,
            half,
            questions,
            right,
            refused,
            wrong,
            steps,
            calls,
            format!("{:.0}", row.tokens),
            p50,
            p95,
        ]
    });
    table(head, cells, markdown)
}

/// Prints the parts found in replies; and, except as Markdown, the start of each lost record.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn replies(read: &ReplyRows, markdown: bool) -> io::Result<()> {
    let head = ["shape", "replies", "whole", "entities", "relations", "claims", "repeated", "lost"];
    let cells = read.rows.iter().map(|row| {
        let [entities, relations, claims] = row.found;
        let counts = [row.replies, row.whole, entities, relations, claims, row.repeated, row.lost.values().sum()];
        let [replies, whole, entities, relations, claims, repeated, lost] = counts.map(|count| count.to_string());
        [row.shape.clone(), replies, whole, entities, relations, claims, repeated, lost]
    });
    table(head, cells, markdown)?;
    let lost = read.lost.iter().filter(|_| !markdown);
    lost.into_iter()
        .try_for_each(|(name, lost)| line(say!("eval-lost", reply = name, why = loss(lost.why), text = &lost.text)))
}

/// Prints a table, its head first: text at the left, numbers at the right; as Markdown too.
pub(super) fn table<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    markdown: bool,
) -> io::Result<()> {
    let texts = head.iter().position(|name| *name == "half").map_or(0, |at| at + 1);
    let cells: Vec<[String; N]> = std::iter::once(head.map(str::to_owned)).chain(rows).collect();
    grid(&cells, texts, markdown)
}

/// Prints rows of which the first is the head and the first `texts` columns hold words.
pub(super) fn grid<R: AsRef<[String]>>(cells: &[R], texts: usize, markdown: bool) -> io::Result<()> {
    if markdown {
        return cells.iter().map(AsRef::as_ref).enumerate().try_for_each(|(at, row)| {
            line(format!("| {} |", row.join(" | ")))?;
            if at == 0 { line("|---".repeat(row.len()).chars().chain(['|']).collect::<String>()) } else { Ok(()) }
        });
    }
    let column = |at| match at {
        0 => Column::Gives(0),
        at if at < texts => Column::Left,
        _ => Column::Right,
    };
    let columns: Vec<Column> = (0..cells.first().map_or(0, |row| row.as_ref().len())).map(column).collect();
    super::table::table(&columns, cells)
}

/// The name of a half.
pub(super) fn half(half: Half) -> &'static str {
    match half {
        Half::Even => "even",
        Half::Odd => "odd",
        Half::All => "all",
    }
}

/// A figure with one decimal place.
pub(super) fn one(value: f64) -> String {
    format!("{value:.1}")
}

fn cells(row: &SetRow) -> [String; 13] {
    let (set, row) = (row.set.clone(), &row.row);
    let against = |interval: Interval| format!("{:+.1} to {:+.1}", interval.low, interval.high);
    [
        set,
        row.strategy.clone(),
        half(row.half).to_owned(),
        row.questions.to_string(),
        one(row.recall_1),
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
