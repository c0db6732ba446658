//! Vectors as stores keep them: one signed byte a dimension and a scale, plus one bit a dimension
//! for the scan.
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
            return Self { scale: 0.0, bytes: vec![0; vector.len()] };
        }
        let scale = largest / 127.0;
        Self { scale, bytes: vector.iter().map(|x| (x / scale).round() as i8).collect() }
    }

    /// The vector of floats again.
    pub fn vector(&self) -> Vec<f32> {
        self.bytes.iter().map(|&byte| f32::from(byte) * self.scale).collect()
    }
}

/// Dot product of a query with a quantised vector; for unit vectors the cosine.
pub fn dot(query: &[f32], scale: f32, bytes: &[i8]) -> f32 {
    // Eight sums side by side, which processors add at once; always in this order, so that equal
    // vectors give equal cosines everywhere.
    let mut sums = [0.0f32; 8];
    let ((xs, x), (bytes, byte)) = (query.as_chunks::<8>(), bytes.as_chunks::<8>());
    for (xs, bytes) in xs.iter().zip(bytes) {
        for lane in 0..8 {
            sums[lane] += xs[lane] * f32::from(bytes[lane]);
        }
    }
    for (lane, (x, &byte)) in x.iter().zip(byte).enumerate() {
        sums[lane] += x * f32::from(byte);
    }
    sums.iter().sum::<f32>() * scale
}

/// The 1-bit code: bit `i` of the words is set when component `i` is above zero.
pub fn code(bytes: &[i8]) -> Vec<u64> {
    let mut words = vec![0u64; bytes.len().div_ceil(64)];
    for (i, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte > 0) {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}
