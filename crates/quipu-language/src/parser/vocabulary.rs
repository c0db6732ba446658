//! The frequent words: their numbers, and the tags that they were seen with. An open table of hashes, as it lies in the
//! file of weights.

/// Bytes of a slot: a hash, a number that counts from one, tags.
pub(super) const SLOT: usize = 14;

/// The frequent words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vocabulary<'a> {
    slots: &'a [[u8; SLOT]],
}

/// The entry of a hash: for a word in lower case its number, for a word as written the tags seen with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) hash: u32,
    pub(super) number: u16,
    pub(super) tags: u64,
}

/// Parts the hashes of words as they are written from those in lower case.
const WRITTEN: u32 = 0x5555_5555;

impl<'a> Vocabulary<'a> {
    /// The words of a table of a power of two slots, of which some are free.
    pub(super) fn over(slots: &'a [[u8; SLOT]]) -> Self {
        Self { slots }
    }

    /// The number of a word in lower case, by its hash.
    pub(super) fn number(&self, hash: u32) -> Option<u32> {
        self.find(hash).map(|kept| u32::from(kept.number))
    }

    /// The tags that a word was seen with, by the hash of its spelling.
    pub(super) fn tags(&self, hash: u32) -> u64 {
        self.find(hash ^ WRITTEN).map_or(0, |kept| kept.tags)
    }

    fn find(&self, hash: u32) -> Option<Kept> {
        let mask = self.slots.len().wrapping_sub(1);
        (0..self.slots.len())
            .map(|step| Kept::read(&self.slots[(hash as usize).wrapping_add(step) & mask]))
            .take_while(|kept| kept.number != 0)
            .find(|kept| kept.hash == hash)
    }
}

impl Kept {
    /// The entry of a word as written.
    pub(super) fn written(hash: u32, tags: u64) -> Self {
        Self { hash: hash ^ WRITTEN, number: 1, tags }
    }

    /// The number of a word in lower case.
    pub(super) fn numbered(hash: u32, number: u16) -> Self {
        Self { hash, number, tags: 0 }
    }

    fn read(slot: &[u8; SLOT]) -> Self {
        let [h0, h1, h2, h3, n0, n1, tags @ ..] = *slot;
        Self {
            hash: u32::from_le_bytes([h0, h1, h2, h3]),
            number: u16::from_le_bytes([n0, n1]),
            tags: u64::from_le_bytes(tags),
        }
    }

    fn bytes(self) -> [u8; SLOT] {
        let mut slot = [0; SLOT];
        slot[..4].copy_from_slice(&self.hash.to_le_bytes());
        slot[4..6].copy_from_slice(&self.number.to_le_bytes());
        slot[6..].copy_from_slice(&self.tags.to_le_bytes());
        slot
    }
}

/// A table that holds all of `kept`, at most half full.
pub(super) fn table(kept: &[Kept]) -> Vec<[u8; SLOT]> {
    let size = (kept.len() * 2).next_power_of_two().max(16);
    let mut slots = vec![[0; SLOT]; size];
    for one in kept {
        let free = |at: &usize| Kept::read(&slots[*at]).number == 0;
        let at = (0..size).map(|step| (one.hash as usize).wrapping_add(step) & (size - 1)).find(free);
        if let Some(at) = at {
            slots[at] = one.bytes();
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let kept: Vec<Kept> = (0..100).map(|at| Kept::numbered(at * 7, at as u16 + 1)).collect();
        let slots = table(&[kept.as_slice(), &[Kept::written(70, 0b101)]].concat());
        let words = Vocabulary::over(&slots);
        assert!(kept.iter().all(|one| words.number(one.hash) == Some(u32::from(one.number))));
        assert_eq!((words.number(3), words.tags(70), words.tags(7)), (None, 0b101, 0));
        assert_eq!(Vocabulary::default().number(3), None);
    }
}
