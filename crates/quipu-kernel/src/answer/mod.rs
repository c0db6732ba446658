//! The answer without a model: the sentences of the evidence that answer best, or the word that
//! nothing here does.
//!
//! Sentences are scored by how much of the question they say ([`score`]), by whether they hold
//! what is asked for ([`asked`]: a person, a time, a place, a number), and by their passage; then
//! chosen without repeats within a budget. Whether to answer at all is judged from the question
//! and the evidence as a whole ([`refuse`]). Cost: linear in the text of the evidence.
//!
//! An answer that a model wrote is taken apart ([`written()`]), held against its sources ([`Backing`]), and
//! both kinds get a [`Confidence`]. A question that leans on an earlier one is made to stand alone ([`follow`]).

pub mod asked;
mod choose;
pub mod follow;
mod read;
pub mod refuse;
mod score;
mod support;
#[cfg(test)]
mod tests;
mod trust;
mod written;

pub use asked::{Asked, asked};
pub use refuse::Signals;
pub use support::{Backing, Support, nearest};
pub use trust::{Confidence, confidence};
pub use written::{Written, declines, without_marks, written};

use crate::model::Span;
use crate::text::fold_name;
use crate::view::{Question, View};

/// A passage that an answer may quote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage<'a> {
    /// Title of its document.
    pub title: &'a str,
    /// What else is searched with it: its headings, a table's header.
    pub prefix: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Its score in the evidence.
    pub score: f64,
}

/// How answers are made, and what counts for how much.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerOptions {
    /// At most this many sentences.
    pub sentences: usize,
    /// At most this many words.
    pub words: usize,
    /// Weight of the share of the question that the sentence says.
    pub overlap: f64,
    /// Weight of the share that it says or its passage's title, prefix and neighbours say.
    pub context: f64,
    /// Weight of the share that its passage says.
    pub passage: f64,
    /// Weight of its passage's score over the best.
    pub hit: f64,
    /// Weight of holding what is asked for.
    pub kind: f64,
    /// Weight of the question's words standing next to each other as in the question.
    pub near: f64,
}

impl Default for AnswerOptions {
    fn default() -> Self {
        Self { sentences: 3, words: 90, overlap: 1.0, context: 0.5, passage: 1.0, hit: 0.1, kind: 0.2, near: 0.5 }
    }
}

/// A sentence chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Position of its passage.
    pub passage: usize,
    /// Where it stands in the passage's text.
    pub span: Span,
    /// Its score; higher is better, comparable within one answer only.
    pub score: f64,
}

/// The answer that passages give by themselves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extract {
    /// Whether the documents seem not to answer; the sentences are then the nearest there is.
    pub refused: bool,
    /// What that was judged by.
    pub signals: Signals,
    /// The sentences, in the order to be read: passage by passage, the best first.
    pub sentences: Vec<Chosen>,
}

/// Whether an expected answer stands in what is said, both folded. One without a letter or digit never
/// does.
pub fn stands(expected: &str, said: &str) -> bool {
    let expected = fold_name(expected);
    !expected.is_empty() && fold_name(said).contains(&expected)
}

/// The best sentences of `passages` (best first) for the question.
pub fn answer(question: &Question, view: &View, passages: &[Passage<'_>], options: &AnswerOptions) -> Extract {
    let weighed = read::Weighed::new(question, view);
    let read: Vec<read::Read> = passages.iter().map(|passage| read::read(&weighed, question, passage)).collect();
    let signals = refuse::signals(question, view, &weighed, &read);
    let scored = score::score(&weighed, passages, &read, options);
    let sentences = choose::choose(passages, scored, options);
    Extract { refused: sentences.is_empty() || signals.refuse(), signals, sentences }
}
