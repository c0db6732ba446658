//! The packed form of a thing for the scan: its keys, the terms of its text, the code of its vector.
//!
//! Layout, little-endian: `u32` bytes that follow, key, hash of its input, `u16` length in terms, `u16` distinct
//! terms, a `u32` hash of each in order, a byte with the frequency of each, the code.

use crate::model::Key;
use crate::text::{language_of, terms};

/// A key in bytes.
const KEY: usize = 16;
/// Bytes before the hashes: two keys and two numbers.
const HEAD: usize = 2 * KEY + 4;
/// Maximal number of distinct terms, the smallest hashes.
const MOST: usize = u16::MAX as usize;

/// A thing in its packed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedThing {
    /// The thing.
    pub key: Key,
    /// A hash of the input of its text.
    pub input: Key,
    /// Number of terms of its text.
    pub length: u16,
    /// The hashes of its terms, sorted, each with its frequency.
    pub terms: Vec<(u32, u8)>,
    /// The code of its vector; empty without one.
    pub code: Vec<u8>,
}

impl PackedThing {
    /// A thing of this text.
    pub fn new(key: Key, input: Key, text: &str, code: Vec<u8>) -> Self {
        let mut hashes = Vec::new();
        terms(text, language_of(text), |term| hashes.push(term_hash(term)));
        let length = hashes.len().min(MOST) as u16;
        hashes.sort_unstable();
        let mut terms: Vec<(u32, u8)> = Vec::new();
        for hash in hashes {
            match terms.last_mut().filter(|(last, _)| *last == hash) {
                Some((_, count)) => *count = count.saturating_add(1),
                None => terms.push((hash, 1)),
            }
        }
        terms.truncate(MOST);
        Self { key, input, length, terms, code }
    }
}

/// Hash of a term: two of a million terms share one as often as one in four thousand.
pub(super) fn term_hash(term: &str) -> u32 {
    let key = Key::text(term);
    u32::from_le_bytes(std::array::from_fn(|at| key.bytes()[at]))
}

/// Appends a thing.
pub fn write_thing(thing: &PackedThing, out: &mut Vec<u8>) {
    let terms = &thing.terms[..thing.terms.len().min(MOST)];
    let bytes = HEAD + 5 * terms.len() + thing.code.len();
    out.extend((bytes as u32).to_le_bytes());
    out.extend(thing.key.bytes());
    out.extend(thing.input.bytes());
    out.extend(thing.length.to_le_bytes());
    out.extend((terms.len() as u16).to_le_bytes());
    terms.iter().for_each(|(hash, _)| out.extend(hash.to_le_bytes()));
    out.extend(terms.iter().map(|(_, count)| count));
    out.extend(&thing.code);
}

/// A thing where it lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) key: Key,
    input: Key,
    pub(super) length: u16,
    pub(super) hashes: &'a [[u8; 4]],
    pub(super) counts: &'a [u8],
    pub(super) code: &'a [u8],
}

/// The things of a block, in order; none from the first on that is damaged.
pub(super) fn seen(mut block: &[u8]) -> impl Iterator<Item = Seen<'_>> {
    std::iter::from_fn(move || {
        let (bytes, rest) = block.split_first_chunk::<4>()?;
        let (thing, rest) = rest.split_at_checked(u32::from_le_bytes(*bytes) as usize)?;
        block = rest;
        let (key, thing) = thing.split_first_chunk::<KEY>()?;
        let (input, thing) = thing.split_first_chunk::<KEY>()?;
        let (length, thing) = thing.split_first_chunk::<2>()?;
        let (count, thing) = thing.split_first_chunk::<2>()?;
        let count = u16::from_le_bytes(*count) as usize;
        let (hashes, thing) = thing.split_at_checked(4 * count)?;
        let (counts, code) = thing.split_at_checked(count)?;
        let [key, input] = [key, input].map(|key| Key::from_bytes(*key));
        Some(Seen { key, input, length: u16::from_le_bytes(*length), hashes: hashes.as_chunks().0, counts, code })
    })
}

/// The things of a block, in order; none from the first on that is damaged.
pub fn things_in(block: &[u8]) -> impl Iterator<Item = PackedThing> {
    let whole = |seen: Seen<'_>| PackedThing {
        key: seen.key,
        input: seen.input,
        length: seen.length,
        terms: seen.hashes.iter().map(|hash| u32::from_le_bytes(*hash)).zip(seen.counts.iter().copied()).collect(),
        code: seen.code.to_vec(),
    };
    seen(block).map(whole)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(texts in prop::collection::vec(".{0,80}", 0..6), code in prop::collection::vec(any::<u8>(), 0..40)) {
            let thing = |text: &String| PackedThing::new(Key::text(text), Key::document(text), text, code.clone());
            let things: Vec<PackedThing> = texts.iter().map(thing).collect();
            let mut block = Vec::new();
            things.iter().for_each(|thing| write_thing(thing, &mut block));
            prop_assert_eq!(things_in(&block).collect::<Vec<_>>(), things);
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(things_in(&bytes).count() <= bytes.len());
        }
    }

    #[test]
    fn terms_are_counted_and_stemmed() {
        let thing =
            PackedThing::new(Key::text("a"), Key::text("b"), "The painters painted; the painter paints.", Vec::new());
        assert_eq!(thing.length, 6);
        let of = |term: &str| thing.terms.iter().find(|(hash, _)| *hash == term_hash(term)).map(|(_, count)| *count);
        assert_eq!((of("the"), of("painter"), of("paint")), (Some(2), Some(2), Some(2)));
    }
}
