//! The benefit of more effort, and its cost: questions with the requirements of a right answer, asked with each
//! effort, and the steps, calls and tokens that a right answer costs.

use std::time::Duration;

use quipu_engine::answer::Answer;
use quipu_engine::base::Effort;
use quipu_kernel::rank::measures::percentile;
use serde::{Deserialize, Serialize};

use super::Half;
use super::set::lines;
use crate::ProofError;

/// A question, a line of `questions.jsonl`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct WantedQuestion {
    /// The question.
    pub text: String,
    /// The half that it belongs to; by default that of its position.
    pub half: Option<Half>,
    /// The required statements: one wording of each group.
    #[serde(default)]
    pub must: Vec<Vec<String>>,
    /// Names that may not crowd the answer: no more of them than half of the groups, or one.
    #[serde(default)]
    pub pool: Vec<String>,
    /// True if the documents do not answer it, so that a refusal is right.
    #[serde(default)]
    pub refuse: bool,
}

/// The result of one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TriedQuestion {
    half: Half,
    right: bool,
    refused: bool,
    steps: usize,
    calls: u64,
    tokens: u64,
    took: Duration,
}

/// The results of the questions of a half with an effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EffortRow {
    /// The set.
    pub set: String,
    /// The effort.
    pub effort: Effort,
    /// The half of the questions.
    pub half: Half,
    /// Number of questions.
    pub questions: usize,
    /// Answered rightly, or refused where that is right.
    pub right: usize,
    /// Refused where there is an answer.
    pub refused: usize,
    /// Answered wrongly.
    pub wrong: usize,
    /// Steps of all, over right answers; a single look is one step.
    pub steps: f64,
    /// Calls of a model, over right answers.
    pub calls: f64,
    /// Tokens to and from a model, over right answers.
    pub tokens: f64,
    /// Median of the questions' time, in milliseconds.
    pub p50_ms: f64,
    /// And 95 of 100.
    pub p95_ms: f64,
}

impl WantedQuestion {
    /// Reads the lines of a file.
    ///
    /// # Errors
    /// When a line is no question.
    pub fn parse(text: &str) -> Result<Vec<Self>, ProofError> {
        lines("questions.jsonl", text)
    }

    /// The result of its answer; `position` is that of the question in its file.
    pub fn tried(&self, position: usize, answer: &Answer, took: Duration) -> TriedQuestion {
        let half = if Half::Even.has(position) { Half::Even } else { Half::Odd };
        let spent = answer.spent.unwrap_or_default();
        TriedQuestion {
            half: self.half.unwrap_or(half),
            right: self.is_right(&answer.answer, answer.refused),
            refused: answer.refused,
            steps: answer.agent.as_ref().map_or(1, |agent| agent.spent.steps.max(1)),
            calls: spent.calls,
            tokens: spent.input + spent.output,
            took,
        }
    }

    /// True if an answer states all required facts, and does not list everything in reach.
    fn is_right(&self, answer: &str, refused: bool) -> bool {
        if self.refuse || refused {
            return self.refuse && refused;
        }
        let said = folded(answer);
        let has = |wanted: &String| stands(&said, &folded(wanted));
        let crowd = self.pool.iter().filter(|name| has(name)).count();
        self.must.iter().all(|group| group.iter().any(has)) && crowd <= (self.must.len() / 2).max(1)
    }
}

impl EffortRow {
    /// The rows of an effort on a set, a half each.
    pub fn of(set: &str, effort: Effort, tried: &[TriedQuestion]) -> Vec<Self> {
        let row = |half: Half| {
            let of: Vec<&TriedQuestion> =
                tried.iter().filter(|tried| half == Half::All || tried.half == half).collect();
            let count = |is: fn(&TriedQuestion) -> bool| of.iter().filter(|tried| is(tried)).count();
            let right = count(|tried| tried.right);
            let a_right = |sum: u64| sum as f64 / right.max(1) as f64;
            let took: Vec<f64> = of.iter().map(|tried| tried.took.as_secs_f64() * 1e3).collect();
            Self {
                set: set.to_owned(),
                effort,
                half,
                questions: of.len(),
                right,
                refused: count(|tried| tried.refused && !tried.right),
                wrong: count(|tried| !tried.refused && !tried.right),
                steps: a_right(of.iter().map(|tried| tried.steps as u64).sum()),
                calls: a_right(of.iter().map(|tried| tried.calls).sum()),
                tokens: a_right(of.iter().map(|tried| tried.tokens).sum()),
                p50_ms: percentile(&took, 0.5),
                p95_ms: percentile(&took, 0.95),
            }
        };
        Half::EACH.map(row).into()
    }
}

/// A text as wordings are compared in it: in small letters, one space between words, all signs kept.
fn folded(text: &str) -> String {
    text.to_lowercase().replace('ё', "е").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// True if a phrase occurs in a text as whole words: not within a longer word or number.
fn stands(text: &str, wanted: &str) -> bool {
    !wanted.is_empty()
        && text.match_indices(wanted).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + wanted.len()..]);
            let digit =
                |of: &str| of.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let point = before.strip_suffix('.').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
            !point
                && !before.ends_with(char::is_alphanumeric)
                && !after.starts_with(char::is_alphanumeric)
                && !digit(after)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(must: &[&[&str]], pool: &[&str], refuse: bool) -> WantedQuestion {
        let list = |of: &[&str]| of.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let must = must.iter().map(|group| list(group)).collect();
        WantedQuestion { text: String::new(), half: None, must, pool: list(pool), refuse }
    }

    #[test]
    fn an_answer_says_what_it_must_and_is_no_list_of_all() {
        let two = wanted(&[&["AuthService"], &["2", "two"]], &["UserService", "MediaService"], false);
        assert!(two.is_right("**Two**: the AuthService. [1]", false));
        assert!(!two.is_right("AuthService, 3.2.0", false), "a part of a number is no number");
        assert!(!two.is_right("AuthService 2 UserService MediaService", false));
        assert!(!two.is_right("Two: the AuthService.", true));
        let nobody = wanted(&[], &[], true);
        assert!(nobody.is_right("Nothing answers this.", true) && !nobody.is_right("Rust", false));
        assert!(wanted(&[&["3.1.0"]], &[], false).is_right("В Лиссабоне 3.1.0.", false));
        assert!(!wanted(&[&["3.1.0"]], &[], false).is_right("13.1.0", false));
    }
}
