//! Distances of 1-bit codes: how many bits differ, for all codes of a file in one pass.
//!
//! The loop is compiled twice, once for processors that count bits in one instruction; which runs is
//! decided when the program runs. Cost: one pass over the codes, memory-bound where they are many.

/// The number of bits by which each code of `all` differs from `query`, in the order of the codes.
pub(super) fn distances(all: &[u8], query: &[u64]) -> Vec<u16> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        #[allow(unsafe_code)] // The processor was asked just now.
        return unsafe { counted(all, query) };
    }
    scan(all, query)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn counted(all: &[u8], query: &[u64]) -> Vec<u16> {
    scan(all, query)
}

#[inline(always)]
fn scan(all: &[u8], query: &[u64]) -> Vec<u16> {
    match query {
        [a] => fixed(all, [*a]),
        [a, b] => fixed(all, [*a, *b]),
        [a, b, c] => fixed(all, [*a, *b, *c]),
        [a, b, c, d] => fixed(all, [*a, *b, *c, *d]),
        [a, b, c, d, e, f] => fixed(all, [*a, *b, *c, *d, *e, *f]),
        _ => all.chunks_exact(query.len().max(1) * 8).map(|code| differ(code, query)).collect(),
    }
}

/// As [`scan`], for a number of words known when compiling.
#[inline(always)]
fn fixed<const WORDS: usize>(all: &[u8], query: [u64; WORDS]) -> Vec<u16> {
    all.chunks_exact(WORDS * 8).map(|code| differ(code, &query)).collect()
}

#[inline(always)]
fn differ(code: &[u8], query: &[u64]) -> u16 {
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    code.chunks_exact(8).zip(query).map(|(bytes, query)| (word(bytes) ^ query).count_ones() as u16).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn distances_are_those_counted_bit_by_bit(query in prop::collection::vec(any::<u64>(), 1..8), codes: Vec<u64>) {
            let all: Vec<u8> = codes.iter().flat_map(|word| word.to_le_bytes()).collect();
            let naive: Vec<u16> = codes
                .chunks_exact(query.len())
                .map(|code| code.iter().zip(&query).map(|(a, b)| (0..64).filter(|i| (a ^ b) >> i & 1 == 1).count() as u16).sum())
                .collect();
            prop_assert_eq!(distances(&all, &query), naive);
        }
    }
}
