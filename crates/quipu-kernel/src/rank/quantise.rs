//! Vectors as stores keep them (scalar quantisation, or quantization): one signed byte a dimension and a scale.
//!
//! Scores use the bytes, on every store, so that equal workspaces give equal cosines. Error of a
//! cosine: about 0.4 % of the largest component.

/// A vector in bytes: component `i` is `scale * bytes[i]`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Quantised {
    /// Value of one step.
    pub scale: f32,
    /// The components in steps, -127 to 127.
    pub bytes: Vec<i8>,
}

impl Quantised {
    /// Quantises a vector. A vector of zeros has scale 0.
    pub fn new(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return Self::zeros(vector.len());
        }
        let scale = largest / 127.0;
        Self { scale, bytes: vector.iter().map(|x| (x / scale).round() as i8).collect() }
    }

    /// A vector of zeros.
    pub fn zeros(dimension: usize) -> Self {
        Self { scale: 0.0, bytes: vec![0; dimension] }
    }

    /// The vector of floats again.
    pub fn vector(&self) -> Vec<f32> {
        self.bytes.iter().map(|&byte| f32::from(byte) * self.scale).collect()
    }
}

/// A query in whole steps, fine enough that its own rounding does not matter, so that cosines are
/// sums of whole numbers: the same on every machine, and several at once on most.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuantisedQuery {
    /// Value of one step.
    pub(super) scale: f32,
    /// The components in steps.
    pub(super) steps: Vec<i16>,
}

/// Products of this many components are summed in 32 bits: 64 x 32,767 x 128 is below 2^31.
const BLOCK: usize = 64;
/// Pairs that a wide processor multiplies at once.
#[cfg(target_arch = "x86_64")]
const LANES: usize = 16;

impl QuantisedQuery {
    /// Prepares a query. One of zeros, or of values that are no numbers, is near nothing.
    pub fn new(query: &[f32]) -> Self {
        let largest = query.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return Self { scale: 0.0, steps: vec![0; query.len()] };
        }
        let scale = largest / f32::from(i16::MAX);
        Self { scale, steps: query.iter().map(|x| (x / scale).round() as i16).collect() }
    }

    /// Number of components.
    pub fn dimension(&self) -> usize {
        self.steps.len()
    }

    /// Dot product with a quantised vector; for unit vectors the cosine.
    pub fn dot(&self, scale: f32, bytes: &[i8]) -> f32 {
        self.value(products(&self.steps, bytes), scale)
    }

    /// The product, for processors that multiply and add sixteen pairs at once.
    ///
    /// # Safety
    /// The processor must support AVX2; callers compiled for any processor must check this first.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn dot_wide(&self, scale: f32, bytes: &[i8]) -> f32 {
        use std::arch::x86_64::*;
        let (blocks, rest) = self.steps.as_chunks::<LANES>();
        let (of_bytes, rest_bytes) = bytes.as_chunks::<LANES>();
        let mut sum = products(rest, rest_bytes);
        // This number of blocks is summed in 32 bits.
        for (blocks, of_bytes) in blocks.chunks(128).zip(of_bytes.chunks(128)) {
            let mut sums = _mm256_setzero_si256();
            for (steps, bytes) in blocks.iter().zip(of_bytes) {
                let bytes = _mm256_cvtepi8_epi16(bytemuck::cast::<[i8; LANES], __m128i>(*bytes));
                let steps = bytemuck::cast::<[i16; LANES], __m256i>(*steps);
                sums = _mm256_add_epi32(sums, _mm256_madd_epi16(bytes, steps));
            }
            sum += bytemuck::cast::<__m256i, [i32; 8]>(sums).iter().map(|lane| i64::from(*lane)).sum::<i64>();
        }
        self.value(sum, scale)
    }

    fn value(&self, sum: i64, scale: f32) -> f32 {
        (sum as f64 * f64::from(self.scale) * f64::from(scale)) as f32
    }
}

/// Sum of all products.
fn products(steps: &[i16], bytes: &[i8]) -> i64 {
    let ((steps, last_steps), (bytes, last_bytes)) = (steps.as_chunks::<BLOCK>(), bytes.as_chunks::<BLOCK>());
    let mut sum = 0;
    for (steps, bytes) in steps.iter().zip(bytes) {
        sum += block(steps, bytes);
    }
    for (step, byte) in last_steps.iter().zip(last_bytes) {
        sum += i64::from(*step) * i64::from(*byte);
    }
    sum
}

/// Sum of a block's products. The bytes are widened first, so that processors multiply and add pairs.
fn block(steps: &[i16; BLOCK], bytes: &[i8; BLOCK]) -> i64 {
    let wide = bytes.map(i16::from);
    let mut sum = 0_i32;
    for (step, byte) in steps.iter().zip(wide) {
        sum += i32::from(*step) * i32::from(byte);
    }
    i64::from(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_query_in_steps_gives_the_product_of_floats(
            pairs in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 1..300),
        ) {
            let (query, vector): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let stored = Quantised::new(&vector);
            let exact: f64 = query.iter().zip(stored.vector()).map(|(x, y)| f64::from(*x) * f64::from(y)).sum();
            let found = f64::from(QuantisedQuery::new(&query).dot(stored.scale, &stored.bytes));
            prop_assert!((found - exact).abs() < 1e-4 * query.len() as f64);
        }
    }

    #[test]
    fn dimensions_are_kept() {
        assert_eq!(Quantised::zeros(3), Quantised { scale: 0.0, bytes: vec![0, 0, 0] });
        assert_eq!(QuantisedQuery::new(&[0.5; 7]).dimension(), 7);
    }

    #[test]
    fn nothing_is_near_a_query_of_nothing() {
        let stored = Quantised::new(&[1.0, -1.0]);
        assert_eq!(QuantisedQuery::new(&[0.0, 0.0]).dot(stored.scale, &stored.bytes), 0.0);
        assert_eq!(QuantisedQuery::new(&[f32::NAN, f32::INFINITY]).dot(stored.scale, &stored.bytes), 0.0);
    }
}
