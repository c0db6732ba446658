//! Answers judged by people: a verdict is kept beside the hash of the answer that was judged, so that it stays valid
//! while the answer stays the same, and is stale as soon as it changes.

mod judged_row;

use std::collections::BTreeMap;

use quipu_engine::ask::{AnswerRequest, answer};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::model::Key;
use quipu_language::answer::TrustClass;
use serde::{Deserialize, Serialize};

use super::quoted::QuotedQuestion;
use super::set::lines;
use crate::ProofError;

pub use judged_row::JudgedRow;

/// What a person says of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerVerdict {
    /// It says what was asked.
    Right,
    /// A part of it, or hidden among other things.
    Half,
    /// Anything else.
    Wrong,
}

/// A question over real files with the answer that a person wants.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct JudgedQuestion {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The question.
    pub text: String,
    /// The kind of the question, as the set names it.
    pub kind: String,
    /// The wanted answer.
    #[serde(default)]
    pub wanted: String,
}

/// A line of `verdicts.jsonl`: the verdict on one answer to one question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct VerdictLine {
    /// The question.
    #[serde(rename = "_id")]
    id: String,
    /// The hash of the answer's text.
    answer: String,
    verdict: AnswerVerdict,
    /// True for the answer that was given before the work began.
    #[serde(default)]
    start: bool,
}

/// The verdicts on the answers of a set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdicts {
    of_answers: BTreeMap<(String, String), AnswerVerdict>,
    at_start: BTreeMap<String, AnswerVerdict>,
}

/// An answer with the verdict on it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedAnswer {
    /// The set.
    pub set: String,
    /// The question.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its text.
    pub question: String,
    /// The kind of the question.
    pub kind: String,
    /// The wanted answer.
    pub wanted: String,
    /// The answer.
    pub answer: String,
    /// The hash of the answer's text.
    pub hash: String,
    /// The class of trust in it.
    pub class: TrustClass,
    /// The confidence in it, from 0 to 1.
    pub confidence: f64,
    /// The verdict; none where this answer has not been judged.
    pub verdict: Option<AnswerVerdict>,
    /// The verdict on the answer before the work began.
    pub start: Option<AnswerVerdict>,
}

impl JudgedQuestion {
    /// Reads questions, one a line.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(text: &str) -> Result<Vec<Self>, ProofError> {
        lines("questions.jsonl", text)
    }
}

impl Verdicts {
    /// Reads verdicts, one a line.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let mut out = Self::default();
        for line in lines::<VerdictLine>("verdicts.jsonl", text)? {
            if line.start {
                out.at_start.insert(line.id.clone(), line.verdict);
            }
            out.of_answers.insert((line.id, line.answer), line.verdict);
        }
        Ok(out)
    }
}

impl JudgedAnswer {
    /// True if the documents do not answer the question.
    pub fn is_unanswerable(&self) -> bool {
        self.kind == QuotedQuestion::UNANSWERABLE
    }
}

/// The hash of an answer's text, in hexadecimal digits.
fn hash(answer: &str) -> String {
    Key::text(answer.trim()).to_string()
}

/// Asks a workspace every question of a set by quotes of one look; `query` names the strategy.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn judged_answers(
    set: &str,
    workspace: &Workspace,
    questions: &[JudgedQuestion],
    verdicts: &Verdicts,
    query: &Query,
) -> Result<Vec<JudgedAnswer>, EngineError> {
    let mut out = Vec::new();
    for question in questions {
        let query = Query { text: question.text.clone(), ..query.clone() };
        let found = answer(workspace, AnswerRequest::quoted(&query)).await?;
        let hash = hash(&found.answer);
        out.push(JudgedAnswer {
            set: set.to_owned(),
            id: question.id.clone(),
            question: question.text.clone(),
            kind: question.kind.clone(),
            wanted: question.wanted.clone(),
            verdict: verdicts.of_answers.get(&(question.id.clone(), hash.clone())).copied(),
            start: verdicts.at_start.get(&question.id).copied(),
            class: found.confidence.class,
            confidence: found.confidence.value,
            answer: found.answer,
            hash,
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_of_one_answer() {
        let told = "The bell rings at noon. [1]";
        let line = format!(r#"{{"_id": "a-1", "answer": "{}", "verdict": "half", "start": true}}"#, hash(told));
        let verdicts = Verdicts::parse(&line).expect("the line is of the shape");
        let of = |answer: &str| verdicts.of_answers.get(&("a-1".to_owned(), hash(answer))).copied();
        assert_eq!(of(" The bell rings at noon. [1]\n"), Some(AnswerVerdict::Half));
        assert_eq!(of("The bell rings at one. [1]"), None);
        assert_eq!(verdicts.at_start.get("a-1"), Some(&AnswerVerdict::Half));
        assert!(Verdicts::parse(r#"{"_id": "a-1", "answer": "0", "verdict": "fine"}"#).is_err());
    }
}
