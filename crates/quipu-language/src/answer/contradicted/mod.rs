//! Two documents that answer one question differently, each in its own words.
//!
//! The sentences of the two need not be alike: each is compared with the question. The question gives the kind of value
//! ([`focus`]); each side gives its values of that kind, from the sentences that say most of the question ([`side`],
//! [`values`]), or yes or no ([`polarity`]). Both conflict where no value of the one agrees with one of the other, and
//! neither states a condition, a time, a version, a place or a group that the other lacks ([`scope`]). A false alarm costs
//! more than a miss. Cost: linear in the text of both sides.

mod conditions;
mod focus;
mod polarity;
mod scope;
mod side;
#[cfg(test)]
mod tests;
mod values;

use crate::clauses::conflict::{Clash, Difference, apart};
use focus::{QuestionFocus, Sought};
use quipu_kernel::model::{Day, Span};
use side::TextSide;

/// The text of one document, or a part of it, as an answer to a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuestionedText<'a> {
    /// The text.
    pub text: &'a str,
    /// Its title and the headings above it: what it is about.
    pub headed: &'a str,
    /// The date of the document, if it is known.
    pub day: Option<Day>,
}

/// The answer of one side.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerOfSide {
    /// The value as written; the sentence where the question asks for yes or no.
    pub value: String,
    /// Place of its sentence in the text.
    pub span: Span,
    /// The share of the question that the sentence says, from 0 to 1.
    pub share: f64,
}

/// Two answers that cannot both hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    /// [`Clash::Change`] where documents of different dates differ, else [`Clash::Conflict`].
    pub clash: Clash,
    /// The kind of the difference.
    pub difference: Difference,
    /// The answer of the first text.
    pub one: AnswerOfSide,
    /// That of the second.
    pub other: AnswerOfSide,
}

/// The contradiction of two texts about a question; none where both may hold, or where that cannot be told.
pub fn contradicted(question: &str, one: QuestionedText<'_>, other: QuestionedText<'_>) -> Option<Contradiction> {
    contradictions(question, &[one, other]).pop().map(|(_, _, found)| found)
}

/// The contradictions of texts about a question, each with the positions of its two sides.
pub fn contradictions(question: &str, texts: &[QuestionedText<'_>]) -> Vec<(usize, usize, Contradiction)> {
    let Some(focus) = QuestionFocus::of(question) else { return Vec::new() };
    let sides: Vec<TextSide> = texts.iter().map(|text| TextSide::read(&focus, *text)).collect();
    let mut out = Vec::new();
    for (at, a) in sides.iter().enumerate() {
        for (other, b) in sides.iter().enumerate().skip(at + 1) {
            let Some((said, also, difference)) = opposed(&focus, a, b) else { continue };
            let changed = texts[at].day.zip(texts[other].day).is_some_and(|(one, other)| apart(one, other));
            let clash = if changed && difference != Difference::Date { Clash::Change } else { Clash::Conflict };
            out.push((at, other, Contradiction { clash, difference, one: said, other: also }));
        }
    }
    out
}

/// The answers of two sides that cannot both be right.
fn opposed(focus: &QuestionFocus, a: &TextSide, b: &TextSide) -> Option<(AnswerOfSide, AnswerOfSide, Difference)> {
    let Sought::Whether(modality) = focus.sought else { return values::opposed(focus, a, b) };
    polarity::opposed(focus, modality, a, b).map(|(one, other)| (one, other, Difference::Negation))
}
