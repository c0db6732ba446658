//! Codes of vectors for the scan: four bits a component and a factor, half the bytes of the vector.
//!
//! A component becomes one of sixteen steps about zero. The factor makes the code's product with its
//! own vector exact, which takes the bias out of all other products (Gao et al., 2024, "RaBitQ", and
//! 2025, its extension to more bits: the idea, without the rotation). Among the nearest hundred
//! codes of a million stand the nearest ten vectors. Cost of a product: one multiplication of small
//! whole numbers a component.

use std::array;

use super::quantise::{Quantised, QuantisedQuery};

/// Bytes of the factor.
const FACTOR: usize = 4;
/// Number of bytes of a block that is summed, each of two components.
const LANES: usize = 32;
/// Steps on each side of zero.
const STEPS: f64 = 8.0;
/// Shares of the largest component that the outermost step reaches: the best one depends on the share of the vector in
/// few components.
const REACHES: [f64; 3] = [1.0, 0.75, 0.5];

/// Bytes of a code of `dimension` components.
pub const fn stride(dimension: usize) -> usize {
    FACTOR + half(dimension)
}

/// Components kept in the low halves of bytes; the others are kept in the high halves.
const fn half(dimension: usize) -> usize {
    dimension.div_ceil(2).next_multiple_of(LANES)
}

/// Appends the code of a vector; that of zeros is near nothing.
pub fn write(vector: &Quantised, out: &mut Vec<u8>) {
    let largest = vector.bytes.iter().map(|byte| byte.unsigned_abs()).max().unwrap_or_default();
    let [whole, others @ ..] =
        REACHES.map(|reach| Steps::new(&vector.bytes, STEPS / (f64::from(largest.max(1)) * reach)));
    let nearer = |best: Steps, code: Steps| if code.nearness() > best.nearness() { code } else { best };
    let best = others.into_iter().fold(whole, nearer);
    out.extend(best.factor(vector.scale).to_le_bytes());
    let half = half(vector.bytes.len());
    let step = |at: usize| best.steps.get(at).copied().unwrap_or_default();
    out.extend((0..half).map(|at| step(at) | step(half + at) << 4));
}

/// A vector in steps: component `i` is about `steps[i] - 7.5` of them.
struct Steps {
    steps: Vec<u8>,
    /// Products of the vector with itself, of the steps with the vector, of the steps with themselves;
    /// steps count twice, so that all are whole.
    squares: i64,
    product: i64,
    own: i64,
}

impl Steps {
    fn new(bytes: &[i8], per_unit: f64) -> Self {
        let step = |byte: i8| (f64::from(byte) * per_unit + STEPS).floor().clamp(0.0, 2.0 * STEPS - 1.0) as u8;
        let steps: Vec<u8> = bytes.iter().map(|byte| step(*byte)).collect();
        let (mut squares, mut product, mut own) = (0, 0, 0);
        for (byte, step) in bytes.iter().zip(&steps) {
            let (byte, step) = (i64::from(*byte), 2 * i64::from(*step) - 15);
            squares += byte * byte;
            product += byte * step;
            own += step * step;
        }
        Self { steps, squares, product, own }
    }

    /// Grows with the cosine of the steps and the vector.
    fn nearness(&self) -> f64 {
        (self.product as f64).powi(2) / self.own.max(1) as f64
    }

    /// Value of a step in products with queries.
    fn factor(&self, scale: f32) -> f32 {
        (2.0 * f64::from(scale) * self.squares as f64 / self.product.max(1) as f64) as f32
    }
}

/// A query made ready for codes.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeQuery {
    /// The components, in steps, that meet the low and the high halves of each block.
    blocks: Vec<[[i8; LANES]; 2]>,
    /// The excess of products with codes, since their steps begin at zero.
    middle: f32,
    /// Value of one step.
    scale: f32,
}

impl CodeQuery {
    /// Prepares a query.
    pub fn new(query: &QuantisedQuery) -> Self {
        // 256 steps become one: products of two with steps of codes stay below 2^15.
        let step = |at: usize| query.steps.get(at).map_or(0, |step| ((i32::from(*step) + 128) >> 8).min(127) as i8);
        let half = half(query.steps.len());
        let lanes = |first: usize| array::from_fn(|at| step(first + at));
        let blocks = (0..half).step_by(LANES).map(|first| [lanes(first), lanes(half + first)]).collect();
        let sum: i64 = (0..query.steps.len()).map(|at| i64::from(step(at))).sum();
        Self { blocks, middle: sum as f32 * 7.5, scale: query.scale * 256.0 }
    }

    /// About the dot product with the vector of a code; 0 where the code is cut short.
    #[inline(always)]
    pub fn dot(&self, code: &[u8]) -> f32 {
        let Some((factor, blocks)) = parts(code) else { return 0.0 };
        let mut sum = 0;
        for (block, [low, high]) in blocks.iter().zip(&self.blocks) {
            for at in 0..LANES {
                let byte = i16::from(block[at]);
                sum += i32::from((byte & 15) * i16::from(low[at])) + i32::from((byte >> 4) * i16::from(high[at]));
            }
        }
        self.value(sum, factor)
    }

    /// The product, for processors that multiply and add 32 bytes at once.
    ///
    /// # Safety
    /// The processor must support AVX2; callers compiled for any processor must check this first.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn dot_wide(&self, code: &[u8]) -> f32 {
        use std::arch::x86_64::*;
        let Some((factor, blocks)) = parts(code) else { return 0.0 };
        let (ones, mask) = (_mm256_set1_epi16(1), _mm256_set1_epi8(15));
        let mut sums = _mm256_setzero_si256();
        for (block, [low, high]) in blocks.iter().zip(&self.blocks) {
            let block: __m256i = bytemuck::cast(*block);
            let (low, high): (__m256i, __m256i) = (bytemuck::cast(*low), bytemuck::cast(*high));
            let first = _mm256_maddubs_epi16(_mm256_and_si256(block, mask), low);
            let second = _mm256_maddubs_epi16(_mm256_and_si256(_mm256_srli_epi16::<4>(block), mask), high);
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_add_epi16(first, second), ones));
        }
        let sums: [i32; 8] = bytemuck::cast(sums);
        self.value(sums.iter().sum(), factor)
    }

    #[inline]
    fn value(&self, sum: i32, factor: f32) -> f32 {
        (sum as f32 - self.middle) * self.scale * factor
    }
}

/// Factor and blocks of a code.
#[inline(always)]
fn parts(code: &[u8]) -> Option<(f32, &[[u8; LANES]])> {
    let (factor, code) = code.split_first_chunk::<FACTOR>()?;
    Some((f32::from_le_bytes(*factor), code.as_chunks::<LANES>().0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(vector: &Quantised) -> Vec<u8> {
        let mut out = Vec::new();
        write(vector, &mut out);
        assert_eq!(out.len(), stride(vector.bytes.len()));
        out
    }

    /// The cosine of a vector and its steps.
    fn cosine(bytes: &[i8], steps: &[u8]) -> f64 {
        let pairs = || bytes.iter().zip(steps).map(|(byte, step)| (f64::from(*byte), f64::from(*step) - 7.5));
        let sum = |product: fn((f64, f64)) -> f64| pairs().map(product).sum::<f64>();
        sum(|(x, y)| x * y) / (sum(|(x, _)| x * x) * sum(|(_, y)| y * y)).sqrt()
    }

    /// The steps that a code holds.
    fn steps(code: &[u8], dimension: usize) -> Vec<u8> {
        let bytes = &code[FACTOR..];
        bytes.iter().map(|byte| byte & 15).chain(bytes.iter().map(|byte| byte >> 4)).take(dimension).collect()
    }

    proptest! {
        #[test]
        fn of_the_reaches_the_nearest_is_taken(tail in prop::collection::vec(-40i8..40, 63), head in 40i8..=127) {
            let bytes = [vec![head], tail].concat();
            let of_reach = |reach: f64| {
                let per_unit = 8.0 / (f64::from(head) * reach);
                let step = |byte: &i8| (f64::from(*byte) * per_unit + 8.0).floor().clamp(0.0, 15.0) as u8;
                cosine(&bytes, &bytes.iter().map(step).collect::<Vec<u8>>())
            };
            let best = [1.0, 0.75, 0.5].map(of_reach).into_iter().fold(f64::NEG_INFINITY, f64::max);
            let found = cosine(&bytes, &steps(&code(&Quantised { scale: 1.0, bytes: bytes.clone() }), 64));
            prop_assert!((found - best).abs() < 1e-9, "{found} {best}");
        }

        #[test]
        fn products_by_codes_are_near_those_of_vectors(
            pairs in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 1..300),
        ) {
            let (query, vector): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let stored = Quantised::new(&vector);
            let length = |of: &[f32]| of.iter().map(|x| x * x).sum::<f32>().sqrt();
            let exact = QuantisedQuery::new(&query).dot(stored.scale, &stored.bytes);
            let found = CodeQuery::new(&QuantisedQuery::new(&query)).dot(&code(&stored));
            prop_assert!((found - exact).abs() <= 0.12 * length(&query) * length(&vector) + 1e-6, "{found} {exact}");
            // A vector's product with itself is exact, apart from the rounding of the query.
            let itself = CodeQuery::new(&QuantisedQuery::new(&stored.vector())).dot(&code(&stored));
            let square = length(&stored.vector()).powi(2);
            prop_assert!((itself - square).abs() <= 1e-2 * square, "{itself} {square}");
        }
    }

    #[test]
    fn nothing_is_near_what_is_nothing() {
        let zeros = code(&Quantised::new(&[0.0; 70]));
        let some = code(&Quantised::new(&[0.3; 70]));
        assert_eq!(CodeQuery::new(&QuantisedQuery::new(&[1.0; 70])).dot(&zeros), 0.0);
        assert_eq!(CodeQuery::new(&QuantisedQuery::new(&[0.0; 70])).dot(&some), 0.0);
        assert_eq!(CodeQuery::new(&QuantisedQuery::new(&[f32::INFINITY; 70])).dot(&some), 0.0);
        assert_eq!(CodeQuery::new(&QuantisedQuery::new(&[f32::NAN; 70])).dot(&some), 0.0);
        assert_eq!(CodeQuery::new(&QuantisedQuery::new(&[1.0; 70])).dot(&[]), 0.0);
    }
}
