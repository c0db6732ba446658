//! The fit of the weights: a logistic regression with a penalty on large weights, by gradient descent.

use super::{Sign, Signs, TrustWeights, logistic};

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

/// A logistic regression: the log-odds of a constant and of each sign.
#[derive(Debug, Clone, PartialEq)]
pub struct LogisticFit {
    /// The constant.
    pub base: f64,
    /// The weight of each sign.
    pub weights: Vec<f64>,
}

impl LogisticFit {
    /// The fit with the greatest likelihood to rows of signs, of which each was `right` in this share of cases; `penalty`
    /// is that of the square of a weight, in rows. Signs should be of one scale.
    pub fn of(rows: &[Vec<f64>], right: &[f64], penalty: f64) -> Self {
        let signs = rows.first().map_or(0, Vec::len);
        let mut fit = Self { base: 0.0, weights: vec![0.0; signs] };
        let count = rows.len().max(1) as f64;
        for _ in 0..STEPS {
            let (mut base, mut slopes) = (0.0, vec![0.0; signs]);
            for (row, right) in rows.iter().zip(right) {
                let error = right - fit.chance(row);
                base += error;
                slopes.iter_mut().zip(row).for_each(|(slope, value)| *slope += error * value);
            }
            fit.base += RATE * base / count;
            for (weight, slope) in fit.weights.iter_mut().zip(slopes) {
                *weight += RATE * (slope - penalty * *weight) / count;
            }
        }
        fit
    }

    /// The chance that a row is right.
    fn chance(&self, row: &[f64]) -> f64 {
        let told: f64 = self.base + self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>();
        logistic(told)
    }
}

/// The weights with the greatest likelihood; `penalty` is that of the square of a weight, in judgements.
pub fn fit(judged: &[JudgedSigns], penalty: f64) -> TrustWeights {
    let row = |one: &JudgedSigns| {
        let mut row = vec![0.0; Sign::ALL.len()];
        one.signs.iter().for_each(|sign| row[sign as usize] = 1.0);
        row
    };
    let rows: Vec<Vec<f64>> = judged.iter().map(row).collect();
    let right: Vec<f64> = judged.iter().map(|one| one.right).collect();
    let LogisticFit { base, weights } = LogisticFit::of(&rows, &right, penalty);
    let weights = if weights.is_empty() { vec![0.0; Sign::ALL.len()] } else { weights };
    TrustWeights { base, weights }
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
