//! The distribution of the cosines of unrelated things: a threshold is given in standard deviations above their mean (a
//! z-score), since cosines themselves mean something else in every model.
//!
//! Thresholds of the field belong to the vectors that they were found with. The thresholds 0.2 (LightRAG), 0.6
//! (Graphiti), 0.7 (VectorCypher) and 0.8 (HippoRAG) for OpenAI's vectors lie some 1, 2.5, 3 and 4 deviations above.
//! With the static model a name of musique's documents lies about 6 above to its own entity and in 19 of 20 cases
//! nearly 4, so that 4 separates names that mean the same, and merely related ones lie below 3.

use serde::{Deserialize, Serialize};

use crate::random::SplitMix;
use crate::rank::fuse::similarity;

/// Number of pairs that are measured.
pub const PAIRS: usize = 2_000;
/// The seed of the sample.
const SEED: u64 = 0x7468_696e_6773;

/// Mean and deviation of the cosines of unrelated things.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Spread {
    /// The mean cosine of pairs drawn at random.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Spread {
    /// The spread of these vectors: of [`PAIRS`] pairs drawn from them, the same for the same vectors.
    pub fn of(vectors: &[Vec<f32>]) -> Self {
        if vectors.len() < 2 {
            return Self::default();
        }
        let mut draw = SplitMix::new(SEED);
        let pair = |_| {
            let first = draw.below(vectors.len());
            // Another one than the first.
            let second = (first + 1 + draw.below(vectors.len() - 1)) % vectors.len();
            similarity(Some(&vectors[first]), Some(&vectors[second]))
        };
        let cosines: Vec<f64> = (0..PAIRS).map(pair).collect();
        let mean = cosines.iter().sum::<f64>() / PAIRS as f64;
        let variance = cosines.iter().map(|cosine| (cosine - mean).powi(2)).sum::<f64>() / PAIRS as f64;
        Self { mean, deviation: variance.sqrt() }
    }

    /// Distance of a cosine above the mean, in deviations; 0 without measurements.
    pub fn above(&self, cosine: f64) -> f64 {
        if self.deviation > 0.0 { (cosine - self.mean) / self.deviation } else { 0.0 }
    }

    /// The cosine that lies `deviations` deviations above the mean.
    pub fn at(&self, deviations: f64) -> f64 {
        deviations.mul_add(self.deviation, self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_above_the_mean_is_the_same_place_in_every_model() {
        let turn = |at: usize, lift: f32| vec![(at as f32).cos(), (at as f32).sin(), lift];
        let of = |lift: f32| Spread::of(&(0..500).map(|at| turn(at, lift)).collect::<Vec<_>>());
        let (wide, narrow) = (of(0.0), of(3.0));
        assert!(wide.mean.abs() < 0.1 && (wide.deviation - 0.5f64.sqrt()).abs() < 0.05, "{wide:?}");
        assert!(narrow.mean > 0.85 && narrow.deviation < 0.1, "{narrow:?}");
        for spread in [wide, narrow] {
            assert!((spread.above(spread.at(2.5)) - 2.5).abs() < 1e-9);
        }
        assert_eq!(Spread::of(&[vec![1.0]]), Spread::default());
        assert_eq!(Spread::default().above(0.5), 0.0);
    }
}
