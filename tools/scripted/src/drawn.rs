//! What is drawn: the same number for the same seed and prompt, on every machine.

/// Where a hash begins.
pub(crate) const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// Goes on with a hash (FNV-1a).
pub(crate) fn hashed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Numbers from a seed (SplitMix64, Steele et al. 2014).
pub(crate) struct Drawn(u64);

impl Drawn {
    /// Of a seed, a prompt, and how often that prompt was asked before.
    pub(crate) fn of(seed: u64, prompt: &str, time: u64) -> Self {
        Self(hashed(hashed(FNV ^ seed, prompt.as_bytes()), &time.to_le_bytes()))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Around 0, as errors are (Box and Muller, 1958).
    pub(crate) fn normal(&mut self) -> f64 {
        let (one, other) = (self.unit().max(f64::MIN_POSITIVE), self.unit());
        (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
    }

    /// One of so many.
    pub(crate) fn below(&mut self, many: usize) -> usize {
        (self.unit() * many as f64) as usize
    }
}
