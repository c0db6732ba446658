//! Answers of chains measured: the share of questions with stated links, and the share of right answers.

use quipu_engine::inside::followed_value;
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::extract::Extractor;
use serde::Serialize;

use super::relations::{Words, alike, is_day};
use super::{Half, Set};

/// Questions answered by following statements, on one half. Shares are in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FollowedRow {
    /// The half of the questions.
    pub half: Half,
    /// Number of questions with an answer.
    pub questions: usize,
    /// Share of them that a chain answers.
    pub answered: f64,
    /// Share of them that it answers rightly.
    pub right: f64,
    /// Share of the answers that are right.
    pub right_of_answered: f64,
}

/// Follows every question of a set whose documents a workspace holds.
///
/// # Errors
/// When the store fails.
pub async fn followed_rows(workspace: &Workspace, set: &Set) -> Result<Vec<FollowedRow>, EngineError> {
    let mut told = Vec::new();
    for question in &set.questions {
        let Some(answer) = &question.answer else { continue };
        let found = followed_value(workspace, &question.text).await?;
        told.push(found.map(|found| is_right(&found, answer, &*workspace.extractor)));
    }
    let row = |half: Half| {
        let of: Vec<Option<bool>> =
            told.iter().enumerate().filter(|(at, _)| half.has(*at)).map(|(_, told)| *told).collect();
        let (answered, right) = (of.iter().flatten().count(), of.iter().flatten().filter(|right| **right).count());
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        FollowedRow {
            half,
            questions: of.len(),
            answered: share(answered, of.len()),
            right: share(right, of.len()),
            right_of_answered: share(right, answered),
        }
    };
    Ok(Half::EACH.map(row).into())
}

/// True if an answered value may mean the right one.
fn is_right(value: &str, right: &str, extractor: &dyn Extractor) -> bool {
    let yes_or_no = |text: &str| matches!(text.to_lowercase().as_str(), "yes" | "no");
    if yes_or_no(value) || yes_or_no(right) {
        return value.eq_ignore_ascii_case(right);
    }
    match (extractor.day(value), extractor.day(right)) {
        (Some(found), Some(asked)) => is_day(asked, found),
        (None, None) => alike(&Words::of(value), &Words::of(right)),
        _ => false,
    }
}
