//! A set of ids as one bit each, for sets with a hundred thousand look-ups a question.

/// A set of ids.
#[derive(Default)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The set of `ids` below `end`; others may be left out.
    pub(super) fn new(end: u32, ids: impl IntoIterator<Item = u32>) -> Self {
        let mut out = Self { words: vec![0; (end as usize).div_ceil(64)] };
        ids.into_iter().for_each(|id| out.insert(id));
        out
    }

    /// Puts an id in.
    pub(super) fn insert(&mut self, id: u32) {
        if let Some(word) = self.words.get_mut(id as usize / 64) {
            *word |= 1u64 << (id % 64);
        }
    }

    /// The ids in the set, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().zip(0u32..).filter(|(word, _)| **word != 0).flat_map(|(word, at)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(at * 64 + bit)
            })
        })
    }

    /// Takes all out.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// True if `id` is in the set.
    pub(super) fn contains(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_holds_what_was_put_in(end in 0u32..300, ids in prop::collection::btree_set(0u32..400, 0..80)) {
            let mut bits = Bits::new(end, ids.iter().copied());
            let kept: BTreeSet<u32> = (0..400).filter(|id| bits.contains(*id)).collect();
            prop_assert!(bits.iter().eq(kept.iter().copied()));
            bits.clear();
            prop_assert_eq!(bits.iter().next(), None);
            prop_assert_eq!(kept, ids.into_iter().filter(|id| *id < end.next_multiple_of(64)).collect::<BTreeSet<u32>>());
        }
    }
}
