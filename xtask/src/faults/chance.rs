//! Numbers that look like chance and are the same for the same seed (splitmix64, Steele et al. 2014).

/// A stream of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The stream of a seed and a name.
    pub(crate) fn of(seed: u64, name: &str) -> Self {
        Self(name.bytes().fold(seed, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into())))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next().checked_rem(bound).unwrap_or_default()
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }

    /// One of several.
    pub(crate) fn of_these<'a, T>(&mut self, these: &'a [T]) -> &'a T {
        &these[self.below(these.len() as u64) as usize]
    }
}
