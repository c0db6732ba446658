//! The fit of the weights: a logistic regression with a penalty on large weights, by gradient descent.

use super::{Sign, Signs, TrustWeights};

/// The signs of a statement, and how readers judged it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedSigns {
    /// The signs.
    pub signs: Signs,
    /// The share of readers who called it right, from 0 to 1.
    pub right: f64,
}

/// Steps of the descent.
const STEPS: usize = 4_000;
/// Length of a step.
const RATE: f64 = 0.5;

/// The weights with the greatest likelihood; `penalty` is that of the square of a weight, in judgements.
pub fn fit(judged: &[JudgedSigns], penalty: f64) -> TrustWeights {
    let mut trust = TrustWeights { base: 0.0, weights: vec![0.0; Sign::ALL.len()] };
    let count = judged.len().max(1) as f64;
    for _ in 0..STEPS {
        let (mut base, mut slopes) = (0.0, vec![0.0; Sign::ALL.len()]);
        for one in judged {
            let error = one.right - trust.of(one.signs);
            base += error;
            one.signs.iter().for_each(|sign| slopes[sign as usize] += error);
        }
        trust.base += RATE * base / count;
        for (weight, slope) in trust.weights.iter_mut().zip(slopes) {
            *weight += RATE * (slope - penalty * *weight) / count;
        }
    }
    trust
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_of_errors_is_learned() {
        let plain = Signs::default();
        let bad = plain.with(Sign::Modal);
        let judged = [(plain, 1.0), (plain, 1.0), (plain, 0.0), (bad, 0.0), (bad, 0.0), (bad, 1.0)];
        let judged: Vec<JudgedSigns> =
            judged.iter().map(|(signs, right)| JudgedSigns { signs: *signs, right: *right }).collect();
        let trust = fit(&judged, 0.01);
        assert!((trust.of(plain) - 2.0 / 3.0).abs() < 0.02 && (trust.of(bad) - 1.0 / 3.0).abs() < 0.02, "{trust:?}");
    }
}
