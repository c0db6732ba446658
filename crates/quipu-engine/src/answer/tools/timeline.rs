//! Dated statements about an entity or a topic, in the order of their dates.

use quipu_kernel::model::Day;
use quipu_language::clauses::clause::joined;
use quipu_language::clauses::clause_match::{is_known, with_topic};
use quipu_language::clauses::clause_pieces::ClausePiece;
use serde::Serialize;

use super::tool_chunks::{ToolRef, read_passages, words};
use crate::base::{EngineError, Workspace};

/// A request for a timeline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimelineAsk {
    /// The entity or topic.
    pub about: String,
    /// The first day.
    pub from: Option<Day>,
    /// The last day.
    pub to: Option<Day>,
}

/// A dated statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct TimelineRow {
    /// The date, or since when it holds.
    pub date: String,
    /// Until when it holds.
    pub until: Option<String>,
    /// `day`, `month` or `year`.
    pub precision: &'static str,
    /// The statement.
    pub statement: String,
    /// The places of the statement.
    pub refs: Vec<ToolRef>,
}

/// A timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Timeline {
    /// The rows, the earliest first.
    pub rows: Vec<TimelineRow>,
    /// Number of statements about it without a date.
    pub undated: usize,
    /// True if all passages about it were read.
    pub complete: bool,
}

/// The dated statements about something.
///
/// # Errors
/// When the store cannot be read.
pub async fn timeline(workspace: &Workspace, ask: &TimelineAsk) -> Result<Timeline, EngineError> {
    let (read, complete) = read_passages(workspace, &ask.about).await?;
    let about = words(&ask.about);
    let (mut rows, mut undated): (Vec<(Day, TimelineRow)>, usize) = (Vec::new(), 0);
    for passage in &read {
        for clause in &passage.clauses {
            let pieces = with_topic(clause, &passage.topic);
            if !about.iter().all(|word| pieces.iter().any(|piece| is_known(piece, word))) {
                continue;
            }
            let days: Vec<(usize, Day)> =
                pieces.iter().enumerate().filter_map(|(at, piece)| Some((at, piece.day()?))).collect();
            let Some((_, first)) = days.first().copied() else {
                undated += 1;
                continue;
            };
            if ask.from.is_some_and(|from| first < from) || ask.to.is_some_and(|to| first > to) {
                continue;
            }
            let until = days.iter().skip(1).find(|(at, _)| is_end(&pieces, *at)).map(|(_, day)| shown(*day));
            let row = TimelineRow {
                date: shown(first),
                until,
                precision: precision(first),
                statement: joined(&pieces),
                refs: vec![passage.place(clause.span)],
            };
            if !rows.iter().any(|(_, known)| known.statement == row.statement) {
                rows.push((first, row));
            }
        }
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.statement.cmp(&b.1.statement)));
    Ok(Timeline { rows: rows.into_iter().map(|(_, row)| row).collect(), undated, complete })
}

fn is_end(pieces: &[ClausePiece], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| pieces[before].low.as_str());
    matches!(before, "until" | "till" | "to" | "до" | "по")
}

fn precision(day: Day) -> &'static str {
    match (day.month, day.day) {
        (0, _) => "year",
        (_, 0) => "month",
        _ => "day",
    }
}

/// A day as it is written for programs, to its precision.
pub(super) fn shown(day: Day) -> String {
    match precision(day) {
        "year" => format!("{:04}", day.year),
        "month" => format!("{:04}-{:02}", day.year, day.month),
        _ => format!("{:04}-{:02}-{:02}", day.year, day.month, day.day),
    }
}
