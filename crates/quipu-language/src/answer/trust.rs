//! Confidence in an answer: computed from checkable parts, never by a model.

use serde::{Deserialize, Serialize};

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

/// The least confidence of an answer that is called stated.
const STATED: f64 = 0.75;

/// See the module; every part is between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Confidence {
    /// The product of both parts.
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
    let evidence = 1.0 / (1.0 + doubt.exp());
    let value = support * evidence;
    let class = match value {
        _ if support == 0.0 => TrustClass::NotFound,
        value if value >= STATED => TrustClass::Stated,
        _ => TrustClass::Near,
    };
    Confidence { value, class, support, evidence }
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
    fn each_part_lowers_it() {
        let sure = confidence([1.0, 1.0], -4.0);
        assert!(sure.value > 0.95 && (sure.value - sure.support * sure.evidence).abs() < 1e-12);
        assert!((confidence([1.0, 0.0], -4.0).support - 0.5).abs() < 1e-12);
        assert!(confidence([1.0], 1.0).value < 0.3);
        assert!(confidence([], -4.0).value == 0.0, "nothing is said");
        assert!(confidence([1.0], f64::INFINITY).value == 0.0);
    }
}
