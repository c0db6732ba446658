//! Operations between the products: bias, GELU, softmax, layer norm, each in one pass over rows.
//!
//! Loops are plain and without branches, so that the compiler makes vectors of them; `pulp` calls each in the
//! widest form that the processor has. Sums run in sixteen lanes on every processor, so that only the
//! products of matrices differ between processors. exp: range reduction by ln 2 and Taylor's series. erf:
//! Abramowitz and Stegun, 7.1.26, at most 1.5e-7 off.

use pulp::{Arch, NullaryFnOnce};

/// Number of lanes of sums.
const LANES: usize = 16;

/// Adds `bias` to each row.
pub(crate) fn add_bias(rows: &mut [f32], bias: &[f32]) {
    Arch::new().dispatch(Bias { rows, bias, then: |value| value });
}

/// Adds `bias` to each row and applies GELU.
pub(crate) fn bias_gelu(rows: &mut [f32], bias: &[f32]) {
    Arch::new().dispatch(Bias { rows, bias, then: gelu });
}

/// Makes each row of `columns` scores a distribution.
pub(crate) fn softmax(scores: &mut [f32], columns: usize) {
    Arch::new().dispatch(Softmax { scores, columns });
}

/// The learned part of a layer norm.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Norm {
    pub(crate) scale: Vec<f32>,
    pub(crate) shift: Vec<f32>,
    pub(crate) epsilon: f32,
}

impl Norm {
    /// `rows = norm(rows + more + bias)`, row by row.
    pub(crate) fn apply(&self, rows: &mut [f32], more: &[f32], bias: &[f32]) {
        Arch::new().dispatch(Normed { norm: self, rows, more, bias });
    }

    #[inline(always)]
    fn normalise(&self, row: &mut [f32]) {
        let share = 1.0 / row.len() as f32;
        let mean = fold(row, 0.0, |a, b| a + b) * share;
        for value in row.iter_mut() {
            *value -= mean;
        }
        let variance = squares(row) * share;
        let factor = 1.0 / (variance + self.epsilon).sqrt();
        for ((value, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift) {
            *value = *value * factor * scale + shift;
        }
    }
}

/// A pass over rows. A named type, unlike a closure, can be inlined where the processor's form is chosen.
struct Bias<'a, F> {
    rows: &'a mut [f32],
    bias: &'a [f32],
    then: F,
}

impl<F: Fn(f32) -> f32> NullaryFnOnce for Bias<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for row in self.rows.chunks_exact_mut(self.bias.len().max(1)) {
            for (value, bias) in row.iter_mut().zip(self.bias) {
                *value = (self.then)(*value + bias);
            }
        }
    }
}

struct Softmax<'a> {
    scores: &'a mut [f32],
    columns: usize,
}

impl NullaryFnOnce for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for row in self.scores.chunks_exact_mut(self.columns.max(1)) {
            let largest = fold(row, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
            for value in row.iter_mut() {
                *value = exp(*value - largest);
            }
            let share = 1.0 / fold(row, 0.0, |a, b| a + b);
            for value in row.iter_mut() {
                *value *= share;
            }
        }
    }
}

struct Normed<'a> {
    norm: &'a Norm,
    rows: &'a mut [f32],
    more: &'a [f32],
    bias: &'a [f32],
}

impl NullaryFnOnce for Normed<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let width = self.norm.scale.len().max(1);
        for (row, more) in self.rows.chunks_exact_mut(width).zip(self.more.chunks_exact(width)) {
            for ((value, more), bias) in row.iter_mut().zip(more).zip(self.bias) {
                *value += more + bias;
            }
            self.norm.normalise(row);
        }
    }
}

/// Folds a row in lanes, then the lanes.
#[inline(always)]
fn fold(row: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [start; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        for (lane, value) in lanes.iter_mut().zip(block) {
            *lane = join(*lane, *value);
        }
    }
    let lanes = lanes.into_iter().fold(start, &join);
    rest.iter().fold(lanes, |sum, value| join(sum, *value))
}

/// The sum of squares of a row.
#[inline(always)]
pub(crate) fn squares(row: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        for (lane, value) in lanes.iter_mut().zip(block) {
            *lane += value * value;
        }
    }
    lanes.into_iter().chain(rest.iter().map(|value| value * value)).sum()
}

/// `x / 2 * (1 + erf(x / sqrt 2))`.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function, at most 3e-7 off.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let series = 1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4);
    let series = t * (0.254_829_6 + t * (-0.284_496_74 + t * series));
    (1.0 - series * exp(-size * size)).copysign(x)
}

/// `e^x`, at most 2e-7 of it off; results below the smallest normal number are about that number.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding it rounds to a whole number, which then stands in the low bits.
    const ROUND: f32 = 12_582_912.0;
    /// ln 2, in a part with few bits and the rest.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    // Not `clamp`, which keeps NaN and compares twice.
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let r = x - whole * LN_2[0] - whole * LN_2[1];
    let tail = 1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0))));
    let power = 1.0 + r * (1.0 + r * (0.5 + r * tail));
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// erf by its series, which converges everywhere.
    fn exact_erf(x: f64) -> f64 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * 2.0 / std::f64::consts::PI.sqrt()
    }

    proptest! {
        #[test]
        fn exp_is_near(x in -87.0_f32..88.0) {
            let (got, exact) = (f64::from(exp(x)), f64::from(x).exp());
            prop_assert!((got / exact - 1.0).abs() < 3e-7, "{got} {exact}");
        }

        #[test]
        fn erf_and_gelu_are_near(x in -4.0_f32..4.0) {
            let exact = exact_erf(f64::from(x));
            // The formula is within 1.5e-7; the rest is rounding, of a one that is taken away.
            prop_assert!((f64::from(erf(x)) - exact).abs() < 1e-6);
            let half = f64::from(x) / 2.0 * (1.0 + exact_erf(f64::from(x) / 2.0_f64.sqrt()));
            prop_assert!((f64::from(gelu(x)) - half).abs() < 2e-6);
        }

        #[test]
        fn softmax_is_a_distribution(row in prop::collection::vec(-50.0_f32..50.0, 1..70)) {
            let mut scores = row.clone();
            softmax(&mut scores, row.len());
            let total: f64 = row.iter().map(|x| f64::from(*x).exp()).sum();
            for (got, x) in scores.iter().zip(&row) {
                prop_assert!((f64::from(*got) - f64::from(*x).exp() / total).abs() < 1e-6);
            }
        }

        #[test]
        fn a_normalised_row_has_mean_0_and_variance_1(row in prop::collection::vec(-9.0_f32..9.0, 2..70)) {
            let width = row.len();
            let norm = Norm { scale: vec![1.0; width], shift: vec![0.0; width], epsilon: 1e-12 };
            let mut got = row.clone();
            norm.apply(&mut got, &vec![0.5; width], &vec![0.25; width]);
            let mean: f64 = row.iter().map(|x| f64::from(*x)).sum::<f64>() / width as f64;
            let variance = row.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / width as f64;
            for (got, x) in got.iter().zip(&row) {
                let exact = (f64::from(*x) - mean) / (variance + 1e-12).sqrt();
                prop_assert!(variance < 1e-3 || (f64::from(*got) - exact).abs() < 1e-3, "{got} {exact}");
            }
        }
    }

    #[test]
    fn what_is_out_of_range_stays_finite() {
        assert!(exp(-1e30) < 1e-37 && exp(1e30).is_finite());
        assert_eq!((gelu(-30.0), gelu(30.0)), (0.0, 30.0));
        let mut masked = [0.0, f32::NEG_INFINITY];
        softmax(&mut masked, 2);
        assert!(masked[0] == 1.0 && masked[1] < 1e-37);
    }
}
