//! Quoted answers from real files, measured against exact evidence: citation and retrieval of the right document,
//! the answer itself, superfluous text, and refusals.

mod plain;
mod row;

use std::collections::BTreeSet;

use quipu_engine::answer::Answer;
use quipu_engine::ask::{Asking, answer};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, Workspace};
use serde::Deserialize;

use super::quoted::plain::{bare, noise, overlap, plain, uncited, within};
use super::set::lines;
use crate::ProofError;

pub use row::QuotedRow;

/// Number of first hits in which evidence should stand.
const HITS: usize = 5;
/// Length in letters and digits of the start of evidence that must be found: a hit may hold the beginning of a longer
/// one.
const BEGINNING: usize = 120;
/// An answer of so few letters stands everywhere: it counts only within a quote of the evidence.
const SHORT: usize = 3;
/// Minimal share of a quote's words in evidence for the quote to be of that evidence.
const SAME: f64 = 0.5;

/// A question over real files, a line of `questions.jsonl`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct QuotedQuestion {
    /// The question.
    pub text: String,
    /// The kind of the question, as the set names it; of [`UNANSWERABLE`](Self::UNANSWERABLE) ones a refusal is right.
    pub kind: String,
    /// The expected texts.
    #[serde(default)]
    pub answer: Vec<Expected>,
    /// The required part of the expected texts: all, or any.
    #[serde(default)]
    pub need: Need,
    /// Ids of the documents that answer.
    #[serde(default)]
    pub gold: BTreeSet<String>,
    /// The places of the answer in them.
    #[serde(default)]
    pub evidence: Vec<Evidenced>,
}

/// A text that is to be said, or several of which one is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Expected {
    /// This one.
    One(String),
    /// One of these.
    OneOf(Vec<String>),
}

/// The required part of the expected texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// One of the texts.
    #[default]
    Any,
    /// Every text.
    All,
}

/// A place that answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Evidenced {
    /// The text of the file there.
    pub text: String,
}

/// The result of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Quoted {
    /// Its position in its file, from 0.
    pub position: usize,
    /// The kind of the question.
    pub kind: String,
    cited_first: bool,
    found: bool,
    answered: bool,
    noise: Option<f64>,
    refused: bool,
}

impl QuotedQuestion {
    /// The kind of questions that the documents do not answer.
    pub const UNANSWERABLE: &'static str = "unanswerable";

    /// Reads questions, one a line.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(text: &str) -> Result<Vec<Self>, ProofError> {
        lines("questions.jsonl", text)
    }

    fn judge(&self, position: usize, answer: &Answer) -> Quoted {
        let evidence: Vec<String> = self.evidence.iter().map(|evidence| evidence.text.clone()).collect();
        let said = plain(&uncited(&answer.answer));
        let quotes: Vec<&str> = answer.citations.iter().map(|citation| citation.quote.as_str()).collect();
        let of_evidence = |quote: &&&str| evidence.iter().any(|evidence| overlap(quote, evidence) >= SAME);
        let says = |text: &String| {
            let text = plain(text);
            if text.chars().count() > SHORT {
                return within(&text, &said);
            }
            quotes.iter().filter(of_evidence).any(|quote| within(&text, &plain(quote)))
        };
        let mut expected = self.answer.iter().map(|expected| match expected {
            Expected::One(text) => says(text),
            Expected::OneOf(texts) => texts.iter().any(says),
        });
        let all_said = match self.need {
            Need::All => !self.answer.is_empty() && expected.all(|said| said),
            Need::Any => expected.any(|said| said),
        };
        Quoted {
            position,
            kind: self.kind.clone(),
            cited_first: answer.citations.first().is_some_and(|first| self.gold.contains(&first.document)),
            found: found(answer, &evidence),
            answered: !answer.refused && all_said,
            noise: (!answer.refused && !evidence.is_empty()).then(|| noise(&answer.answer, &evidence)).flatten(),
            refused: answer.refused,
        }
    }
}

/// True if an evidence is among the first hits, regardless of its use in the answer.
fn found(answer: &Answer, evidence: &[String]) -> bool {
    let hits: Vec<String> = answer.hits.iter().take(HITS).map(|hit| plain(&hit.text)).collect();
    let hits = bare(&hits.join(" "));
    evidence.iter().any(|evidence| {
        let beginning: String = bare(&plain(evidence)).chars().take(BEGINNING).collect();
        hits.contains(&beginning)
    })
}

/// Asks a workspace every question; `query` names the strategy.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn quoted(
    workspace: &Workspace,
    questions: &[QuotedQuestion],
    query: &Query,
) -> Result<Vec<Quoted>, EngineError> {
    let mut out = Vec::new();
    for (position, question) in questions.iter().enumerate() {
        let query = Query { text: question.text.clone(), ..query.clone() };
        out.push(question.judge(position, &answer(workspace, Asking::quoted(&query)).await?));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_engine::citation::CitedChunk;
    use quipu_kernel::model::Chunk;

    fn question(line: &str) -> QuotedQuestion {
        QuotedQuestion::parse(line).expect("the line is of the shape").remove(0)
    }

    fn said(answer: &str, document: &str, quote: &str) -> Answer {
        let chunk = Chunk { text: quote.to_owned(), ..Chunk::default() };
        let citation = CitedChunk::of(document, document, &chunk).cite_text(0, quote).numbered(1);
        Answer { answer: answer.to_owned(), citations: vec![citation], ..Answer::default() }
    }

    #[test]
    fn a_short_answer_counts_only_in_a_quote_of_the_evidence() {
        let question = question(
            r#"{"text": "?", "kind": "number", "answer": ["30"], "gold": ["a"], "evidence": [{"document": "a", "text": "The horn sounds 30 times"}]}"#,
        );
        let right = question.judge(1, &said("The horn sounds 30 times [1]", "a", "The horn sounds 30 times"));
        assert!(right.answered && right.cited_first && right.noise == Some(0.0));
        let wrong = question.judge(1, &said("Platform 30 is closed [1]", "b", "Platform 30 is closed"));
        assert!(!wrong.answered && !wrong.cited_first);
    }

    #[test]
    fn all_that_is_needed_is_said_and_a_refusal_says_nothing() {
        let question = question(
            r#"{"text": "?", "kind": "steps", "answer": ["drain the pump", ["close it", "shut it"]], "need": "all", "gold": ["a"], "evidence": []}"#,
        );
        let whole = said("1. Drain the pump.\n2. Shut it.", "a", "Drain the pump.");
        assert!(question.judge(0, &whole).answered);
        assert!(!question.judge(0, &said("1. Drain the pump.", "a", "")).answered);
        let refused = question.judge(0, &Answer { refused: true, ..whole });
        assert!(refused.refused && !refused.answered && refused.noise.is_none());
    }
}
