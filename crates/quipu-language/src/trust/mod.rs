//! Trust in a statement that the rules found: the chance that a reader of its sentence calls it right, by a logistic
//! regression over its signs.
//!
//! `cargo xtask trust` fits the weights to statements that people's readers judged (`eval/relations`), and says how well
//! they are calibrated on judgements that it left out.

mod fit;
mod sign;

use std::sync::LazyLock;

pub use fit::{JudgedSigns, LogisticFit, fit};
pub use sign::{Sign, Signs};

/// The weights in the binary.
static KEPT: LazyLock<TrustWeights> = LazyLock::new(|| {
    TrustWeights::parse(include_str!("../../weights/trust.txt")).expect("cargo xtask trust wrote the file")
});

/// The trust of a statement that is shown unless all are asked for. By the judgements that were left out of the fit,
/// statements above it are right as often as the norm of `eval/relations` says.
pub const SHOWN: f64 = 0.7;

/// The probability of log-odds.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The weights of signs, in log-odds.
#[derive(Debug, Clone, PartialEq)]
pub struct TrustWeights {
    base: f64,
    weights: Vec<f64>,
}

impl TrustWeights {
    /// The weights that the binary holds.
    pub fn kept() -> &'static Self {
        &KEPT
    }

    /// Reads weights: lines of a sign's name and a number, and one of `base`. None where a sign is missing or unknown.
    pub fn parse(text: &str) -> Option<Self> {
        let mut trust = Self { base: f64::NAN, weights: vec![f64::NAN; Sign::ALL.len()] };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, number) = line.split_once(' ')?;
            let number = number.trim().parse().ok()?;
            match Sign::ALL.into_iter().find(|sign| sign.name() == name) {
                Some(sign) => trust.weights[sign as usize] = number,
                None if name == "base" => trust.base = number,
                None => return None,
            }
        }
        let complete = trust.base.is_finite() && trust.weights.iter().all(|weight| weight.is_finite());
        complete.then_some(trust)
    }

    /// The weights as [`TrustWeights::parse`] reads them.
    pub fn lines(&self) -> String {
        let line = |sign: Sign| format!("{} {:.2}\n", sign.name(), self.weights[sign as usize]);
        format!("base {:.2}\n", self.base) + &Sign::ALL.into_iter().map(line).collect::<String>()
    }

    /// The chance that a statement with these signs is right, from 0 to 1.
    pub fn of(&self, signs: Signs) -> f64 {
        let sum: f64 = signs.iter().map(|sign| self.weights[sign as usize]).sum();
        logistic(self.base + sum)
    }

    /// The weight of a statement with these signs: 1 where its trust is [`SHOWN`], in proportion to it.
    pub(crate) fn weight(&self, signs: Signs) -> f32 {
        // Hundredths, so that a store adds and takes away the same number.
        ((self.of(signs) / SHOWN * 100.0).round() / 100.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let kept = TrustWeights::kept();
        assert_eq!(TrustWeights::parse(&kept.lines()).as_ref(), Some(kept));
        assert_eq!(TrustWeights::parse("base 1\nnonsense 2\n"), None);
        assert_eq!(TrustWeights::parse("base 1\n"), None);
    }

    #[test]
    fn a_denied_guess_is_trusted_less() {
        let kept = TrustWeights::kept();
        let plain = Signs::default().with(Sign::Object);
        assert!(kept.of(plain) > kept.of(plain.with(Sign::Perhaps).with(Sign::Incomplete)));
    }
}
