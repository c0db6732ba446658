//! Confidence in an answer: computed from checkable parts, never by a model.
//!
//! The confidence in quotes is the share of such answers that people judged right, by a logistic regression over
//! [`QuoteSigns`] (`cargo xtask trust`, from `eval/reading/signs.jsonl`). Signs of words alone do not tell whether a
//! sentence says what was asked: it is rarely high.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::trust::logistic;

/// The relation of an answer to the question, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrustClass {
    /// The documents say what was asked.
    Stated,
    /// The documents speak of it; whether they say what was asked is unsure.
    Near,
    /// Nothing answers.
    #[default]
    NotFound,
}

/// The least confidence of an answer that is called stated: as often must such answers be right.
const STATED: f64 = 0.85;

/// Declares the signs of quotes.
macro_rules! quote_signs {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// Signs that quotes answer a question: those of the decision, and of the best unit.
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct QuoteSigns {
            $($(#[$doc])* pub $name: f64,)+
        }

        impl QuoteSigns {
            /// The names of the signs, in their order.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// The values of the signs, in their order.
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name,)+]
            }
        }
    };
}

quote_signs! {
    /// The score of the best unit.
    best,
    /// Share of the question that the best unit says or nearly says, by how few units say it.
    aligned_rare,
    /// The same share of what it says.
    said_rare,
    /// Share that its paragraph says.
    block,
    /// The cosine of it to the question.
    cosine,
    /// Degree to which it defines a term of the question.
    defines,
    /// Share of the question that it says beside title and headings.
    rest,
    /// 1 if it holds a value of the expected type.
    holds,
    /// Score of its hit over the best.
    hit,
    /// Share of the question that the first passage says.
    first,
    /// What speaks against an answer: [`Signals::doubt`](super::Signals::doubt).
    doubt,
    /// Number of quoted units.
    units,
    /// 1 if the answer is drawn over all units of one place: a count, the most, a denial.
    sure,
    /// 1 if more units are quoted, since the best one alone is likely not what was asked for.
    wide,
}

impl QuoteSigns {
    /// The signs as text, for the trace: every one, so that fits can read it.
    pub fn printed(&self) -> String {
        let told = Self::NAMES.iter().zip(self.values());
        told.map(|(name, value)| format!("{name} {value:.2}")).collect::<Vec<_>>().join(", ")
    }

    /// Reads what [`QuoteSigns::printed`] wrote: the values of the signs in their order. None where one is missing.
    pub fn read(printed: &str) -> Option<Vec<f64>> {
        let told: Vec<(&str, &str)> = printed.split(", ").filter_map(|part| part.split_once(' ')).collect();
        let value = |name: &&str| told.iter().find(|(told, _)| told == name)?.1.parse().ok();
        Self::NAMES.iter().map(value).collect()
    }

    /// The share of answers with such signs that people judged right.
    fn right(&self) -> f64 {
        let weighed = KEPT.1.iter().zip(self.values()).map(|(weight, value)| weight * value).sum::<f64>();
        logistic(KEPT.0 + weighed)
    }
}

/// The weights in the binary: the constant, and that of each sign.
static KEPT: LazyLock<(f64, Vec<f64>)> =
    LazyLock::new(|| parse(include_str!("../../weights/quotes.txt")).expect("cargo xtask trust wrote the file"));

/// Reads weights: a line of `base` and one of each sign, with a number. None where one is missing.
fn parse(text: &str) -> Option<(f64, Vec<f64>)> {
    let of = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(known, _)| *known == name)?.1.trim().parse::<f64>().ok()
    };
    Some((of("base")?, QuoteSigns::NAMES.iter().map(|name| of(name)).collect::<Option<Vec<f64>>>()?))
}

/// See the module; every part is between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Confidence {
    /// The share of such answers that are right: of quotes as measured, else the product of both parts.
    pub value: f64,
    /// The class.
    pub class: TrustClass,
    /// Support by the sources: the mean over its sentences, 0 for one that they do not support.
    pub support: f64,
    /// Probability that the evidence answers the question at all, by the measure that refuses questions.
    pub evidence: f64,
}

/// The confidence in sentences with this support each, where so much speaks against an answer
/// ([`Signals::doubt`](super::Signals::doubt): a logit, so that its logistic is a probability).
pub fn confidence(supports: impl IntoIterator<Item = f64>, doubt: f64) -> Confidence {
    let (sum, count) = supports.into_iter().fold((0.0, 0_usize), |(sum, count), one| (sum + one, count + 1));
    let support = if count == 0 { 0.0 } else { sum / count as f64 };
    let evidence = logistic(-doubt);
    let value = support * evidence;
    Confidence { value, class: class(value), support, evidence }
}

/// The confidence in quotes with these signs.
pub fn quote_confidence(signs: &QuoteSigns) -> Confidence {
    let value = signs.right();
    let evidence = logistic(-signs.doubt);
    Confidence { value, class: class(value), support: 1.0, evidence }
}

/// The confidence in an answer of which so great a share is right, composed from statements that sources support.
pub fn confident(right: f64) -> Confidence {
    Confidence { value: right, class: class(right), support: 1.0, evidence: right }
}

/// The class of an answer with this confidence.
fn class(value: f64) -> TrustClass {
    match value {
        value if value >= STATED => TrustClass::Stated,
        value if value > 0.0 => TrustClass::Near,
        _ => TrustClass::NotFound,
    }
}

/// Signals that are not zero, as text for the trace.
pub(super) fn printed(signals: &[(&str, f64)]) -> String {
    let told = signals.iter().filter(|(_, value)| *value != 0.0);
    told.map(|(name, value)| format!("{name} {value:.2}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signs_of_quotes_are_read_as_they_are_printed() {
        let signs = QuoteSigns { best: 9.25, doubt: -1.5, units: 2.0, ..QuoteSigns::default() };
        assert_eq!(QuoteSigns::read(&signs.printed()), Some(signs.values()));
        assert_eq!(QuoteSigns::read("best 1.00"), None);
        let of = |best: f64| quote_confidence(&QuoteSigns { best, ..signs }).value;
        assert!(of(12.0) > of(6.0) && of(12.0) < 1.0);
    }

    #[test]
    fn each_part_lowers_it() {
        let sure = confidence([1.0, 1.0], -4.0);
        assert!(sure.value > 0.95 && (sure.value - sure.support * sure.evidence).abs() < 1e-12);
        assert!((confidence([1.0, 0.0], -4.0).support - 0.5).abs() < 1e-12);
        assert!(confidence([1.0], 1.0).value < 0.3);
        assert!(confidence([], -4.0).value == 0.0, "nothing is said");
        assert!(confidence([1.0], f64::INFINITY).value == 0.0);
    }
}
