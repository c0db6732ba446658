//! Answers and refusals measured: real questions, questions of another set, and questions whose
//! gold documents were deleted, all through the functions that users run.
//!
//! A question counts for answers when its answer stands in a gold document; it is answered when the
//! answer stands in the reply. A refusal says nothing, so it is no answer.

use std::collections::BTreeSet;

use quipu_engine::ask::{Asking, answer};
use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, Watch, index};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, Workspace};
use quipu_language::answer::stands;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Half, Set, SetQuestion};

/// Answers to one kind of question, counted on one half.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerRow {
    /// The questions: `own` ones, those `of NAME`, or those whose gold is `deleted`.
    pub asked: String,
    /// The half of the questions.
    pub half: Half,
    /// Number of questions.
    pub questions: usize,
    /// Share of them that was refused, in percent.
    pub refused: f64,
    /// Number of questions with an answer in their gold documents.
    pub answerable: usize,
    /// Share of those whose answer stands in the reply, in percent; missing where it cannot.
    pub answered: Option<f64>,
}

/// A question as it went.
struct Told {
    position: usize,
    refused: bool,
    /// True if the answer was given; missing when it stands in no gold document.
    answered: Option<bool>,
}

/// Asks a workspace that holds the set's documents: the set's own questions, those of each foreign
/// set, and the own ones of each half after their gold documents were deleted (left out where gold
/// is more than half of the corpus). `query` names the strategy. Needs a tokio runtime.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn answers(
    workspace: &Workspace,
    set: &Set,
    foreign: &[(String, Set)],
    query: &Query,
) -> Result<Vec<AnswerRow>, EngineError> {
    let mut rows = counted("own", &ask_all(workspace, set, Half::All, query).await?);
    for (name, other) in foreign {
        let mut told = ask_all(workspace, other, Half::All, query).await?;
        told.iter_mut().for_each(|told| told.answered = None);
        rows.extend(counted(&format!("of {name}"), &told));
    }
    let mut told = Vec::new();
    for half in [Half::Even, Half::Odd] {
        let gold = gold(set, half);
        if gold.len() * 2 > set.corpus.len() {
            return Ok(rows);
        }
        told.extend(without(workspace, set, half, &gold, query).await?);
    }
    rows.extend(counted("deleted", &told));
    Ok(rows)
}

/// The questions of a half, asked while their gold documents are away.
async fn without(
    workspace: &Workspace,
    set: &Set,
    half: Half,
    gold: &BTreeSet<&str>,
    query: &Query,
) -> Result<Vec<Told>, EngineError> {
    let targets: Vec<String> = gold.iter().map(|id| (*id).to_owned()).collect();
    delete(workspace, &targets).await?;
    let mut told = ask_all(workspace, set, half, query).await?;
    told.iter_mut().for_each(|told| told.answered = None);
    let back = set.corpus.iter().filter(|document| gold.contains(document.id.as_str()));
    let back = Set { corpus: back.cloned().collect(), questions: Vec::new() };
    index(workspace, back.sources(), &IndexOptions::default(), &Watch::default()).await?;
    Ok(told)
}

fn gold(set: &Set, half: Half) -> BTreeSet<&str> {
    let asked = set.questions.iter().enumerate().filter(|(position, _)| half.has(*position));
    let here: BTreeSet<&str> = set.corpus.iter().map(|document| document.id.as_str()).collect();
    asked.flat_map(|(_, question)| question.gold()).filter(|id| here.contains(id)).collect()
}

async fn ask_all(workspace: &Workspace, set: &Set, half: Half, query: &Query) -> Result<Vec<Told>, EngineError> {
    let texts: FxHashMap<&str, &str> =
        set.corpus.iter().map(|document| (document.id.as_str(), document.text.as_str())).collect();
    let mut told = Vec::new();
    for (position, question) in set.questions.iter().enumerate().filter(|(position, _)| half.has(*position)) {
        let query = Query { text: question.text.clone(), ..query.clone() };
        let found = answer(workspace, Asking::quoted(&query)).await?;
        let said: Vec<&str> = found.citations.iter().map(|citation| citation.quote.as_str()).collect();
        let expected = expected(question, &texts);
        let answered = expected.map(|expected| stands(expected, &said.join(" ")));
        told.push(Told { position, refused: found.refused, answered });
    }
    Ok(told)
}

/// The answer, if it stands in a gold document.
fn expected<'a>(question: &'a SetQuestion, texts: &FxHashMap<&str, &str>) -> Option<&'a str> {
    let answer = question.answer.as_deref()?;
    let mut gold = question.gold().filter_map(|id| texts.get(id));
    gold.any(|text| stands(answer, text)).then_some(answer)
}

fn counted(asked: &str, told: &[Told]) -> Vec<AnswerRow> {
    let row = |half: Half| {
        let of: Vec<&Told> = told.iter().filter(|told| half.has(told.position)).collect();
        let answered: Vec<bool> = of.iter().filter_map(|told| told.answered).collect();
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let right = answered.iter().filter(|right| **right).count();
        AnswerRow {
            asked: asked.to_owned(),
            half,
            questions: of.len(),
            refused: share(of.iter().filter(|told| told.refused).count(), of.len()),
            answerable: answered.len(),
            answered: (!answered.is_empty()).then(|| share(right, answered.len())),
        }
    };
    Half::EACH.map(row).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_counted_apart() {
        let told = |position, refused, answered| Told { position, refused, answered };
        let rows = counted("own", &[told(0, true, Some(false)), told(1, false, None), told(2, false, Some(true))]);
        let figures: Vec<_> =
            rows.iter().map(|row| (row.questions, row.refused, row.answerable, row.answered)).collect();
        assert_eq!(figures[..2], [(2, 50.0, 2, Some(50.0)), (1, 0.0, 0, None)]);
        assert_eq!(rows[2].questions, 3);
    }
}
