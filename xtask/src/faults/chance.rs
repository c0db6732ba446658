//! Chance that is the same for the same seed and name.

use quipu_kernel::random::SplitMix;

/// A stream of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Chance(SplitMix);

impl Chance {
    /// The stream of a seed and a name.
    pub(crate) fn of(seed: u64, name: &str) -> Self {
        let mixed = name.bytes().fold(seed, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into()));
        Self(SplitMix::new(mixed))
    }

    /// A number below `bound`; 0 when that is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound as usize) as u64
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.0.unit()
    }

    /// One of several.
    pub(crate) fn of_these<'a, T>(&mut self, these: &'a [T]) -> &'a T {
        self.0.of(these)
    }
}
