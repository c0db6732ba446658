//! Pseudorandom numbers, the same everywhere for the same seed: for resampling, generated text and tests, never for
//! secrets.
//!
//! SplitMix64 (Steele, Lea and Flood, 2014, "Fast splittable pseudorandom number generators").

/// A stream of numbers.
#[derive(Debug, Clone)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, any of 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.bits() as u128 * bound as u128) >> 64) as usize
    }

    /// Uniform in 0..1.
    pub const fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with a probability of `times` in `of`.
    pub const fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of `all`.
    ///
    /// # Panics
    ///
    /// When `all` is empty.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_the_paper() {
        let mut random = SplitMix::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn bounds_hold() {
        let mut random = SplitMix::new(7);
        let all = [1, 2, 3];
        let mut seen = [0; 3];
        for _ in 0..3_000 {
            seen[random.below(3)] += 1;
            assert!((0.0..1.0).contains(&random.unit()));
            assert!(all.contains(random.of(&all)));
        }
        assert!(seen.iter().all(|times| (900..1_100).contains(times)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
