//! Confidence in an answer: computed from checkable parts, never by a model.

/// See the module; every part is between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Confidence {
    /// The product of both parts.
    pub value: f64,
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
    Confidence { value: support * evidence, support, evidence }
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
