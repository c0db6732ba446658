//! Features of a word alone: hashes of its letters and its shape, its number among the frequent words, and the tags
//! that it was seen with.

use super::hash::{hash, mix};
use super::vocabulary::Vocabulary;

/// A word as features see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// Its letters.
    pub word: u32,
    /// Its last two, three and four letters, in lower case.
    pub ends: [u32; 3],
    /// Its first two letters, in lower case.
    pub begins: u32,
    /// Its spelling, as a set of bits.
    pub shape: u32,
    /// Its number among the frequent words, else its shape with its last letters.
    pub id: u32,
    /// The tags that it was seen with, a bit each; none where it was seen too seldom.
    pub tags: u64,
}

/// The placeholder before the first word and after the last.
pub(super) const BEYOND: Seen = Seen { word: 1, ends: [3, 4, 5], begins: 6, shape: 7, id: 8, tags: 0 };

/// The longest word that is put into lower case without an allocation.
const SHORT: usize = 64;
/// Bits of the shape that distinguish rare words.
const ROUGHLY: u32 = 0x3F;
/// Marks the numbers that are no places among the frequent words.
const RARE: u32 = 0x8000_0000;

impl Seen {
    /// The features of a word.
    pub(super) fn of(word: &str, vocabulary: &Vocabulary<'_>) -> Self {
        let bytes = word.as_bytes();
        let mut buffer = [0; SHORT];
        let owned;
        let lower: &[u8] = match buffer.get_mut(..bytes.len()) {
            Some(room) if bytes.is_ascii() => {
                room.copy_from_slice(bytes);
                room.make_ascii_lowercase();
                room
            }
            _ => {
                owned = word.to_lowercase();
                owned.as_bytes()
            }
        };
        let end = |letters: usize| hash(&lower[lower.len().saturating_sub(letters)..]).wrapping_add(letters as u32);
        let shape = shape(word);
        let id = vocabulary.number(hash(lower)).unwrap_or_else(|| mix(shape & ROUGHLY, end(2)) | RARE);
        let known = hash(bytes);
        Self {
            word: known,
            ends: [end(2), end(3), end(4)],
            begins: hash(&lower[..lower.len().min(2)]),
            shape,
            id,
            tags: vocabulary.tags(known),
        }
    }

    /// The only tag that it was seen with.
    pub(super) fn only_tag(&self) -> Option<u8> {
        self.tags.is_power_of_two().then(|| self.tags.trailing_zeros() as u8)
    }
}

/// The shape of a word: its kinds of characters, an initial capital, and its length class.
fn shape(word: &str) -> u32 {
    let (mut capitals, mut small, mut digits, mut joined, mut signs) = (0_u32, 0_u32, 0_u32, 0_u32, 0_u32);
    for byte in word.bytes() {
        match byte {
            b'A'..=b'Z' => capitals += 1,
            b'a'..=b'z' | 128.. => small += 1,
            b'0'..=b'9' => digits += 1,
            b'-' | b'_' => joined += 1,
            _ => signs += 1,
        }
    }
    let first = word.chars().next().is_some_and(char::is_uppercase);
    u32::from(first)
        | u32::from(capitals > 1) << 1
        | u32::from(small > 0) << 2
        | digits.min(4) << 3
        | u32::from(signs > 0) << 6
        | u32::from(joined > 0) << 7
        | u32::from(word.len() == 1) << 8
        | u32::from(word.len() > 12) << 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_of_one_shape_and_ending_look_alike() {
        let none = Vocabulary::default();
        let id = |word: &str| Seen::of(word, &none).id;
        assert_eq!(id("Zubovsky"), id("Petrovsky"));
        assert_ne!(id("Zubovsky"), id("zubovsky"));
        assert_eq!(Seen::of("É", &none).ends[0], Seen::of("é", &none).ends[0]);
    }
}
