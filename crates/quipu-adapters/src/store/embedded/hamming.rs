//! Distances of 1-bit codes: how many bits differ, for all codes of a file in one pass.
//!
//! The loop is compiled twice, once for processors that count bits in one instruction; which runs is
//! decided when the program runs. Cost: one pass over the codes, memory-bound where they are many.

/// What a scan of codes found.
pub(super) struct Distances {
    /// The number of bits by which each code differs from the query, in the order of the codes.
    pub(super) distances: Vec<u16>,
    /// How many codes differ by each number of bits.
    pub(super) histogram: Vec<u32>,
}

/// The distance of one code from `query`; what is missing of it counts nothing.
pub(super) fn distance(code: &[u8], query: &[u64]) -> u16 {
    let (words, _) = code.as_chunks::<8>();
    words.iter().zip(query).map(|(word, query)| (u64::from_le_bytes(*word) ^ query).count_ones() as u16).sum()
}

/// The distances of all codes of `all` from `query`.
pub(super) fn distances(all: &[u8], query: &[u64]) -> Distances {
    let aligned;
    let words: &[u64] = match bytemuck::try_cast_slice(all) {
        Ok(words) => words,
        Err(_) => {
            let whole = all.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
            aligned = whole.collect::<Vec<u64>>();
            &aligned
        }
    };
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        #[allow(unsafe_code)] // The processor was asked just now.
        return unsafe { counted(words, query) };
    }
    plain(words, query)
}

/// The places of the distances that are at most `limit`.
pub(super) fn within(distances: &[u16], limit: u16) -> Vec<u32> {
    const BLOCK: usize = 32;
    let mut out = Vec::new();
    let mut from = 0;
    for block in distances.chunks(BLOCK) {
        // Most blocks hold none, and are compared as a whole.
        if block.iter().fold(false, |any, distance| any | (*distance <= limit)) {
            for (distance, at) in block.iter().zip(from..) {
                if *distance <= limit {
                    out.push(at);
                }
            }
        }
        from += BLOCK as u32;
    }
    out
}

/// The loop, as the body of a function. No closures: they would not be compiled for the function's
/// processor. Two histograms take turns, since equal distances often follow each other.
macro_rules! scan {
    ($words:expr, $query:expr) => {{
        let length = $query.len().max(1);
        let mut distances = vec![0u16; $words.len() / length];
        let mut turns = [vec![0u32; length * 64 + 1], vec![0u32; length * 64 + 1]];
        let [even, odd] = &mut turns;
        if let [a, b, c] = *$query {
            let (codes, _) = $words.as_chunks::<3>();
            for (out, [x, y, z]) in distances.iter_mut().zip(codes) {
                *out = ((x ^ a).count_ones() + (y ^ b).count_ones() + (z ^ c).count_ones()) as u16;
            }
        } else {
            for (out, code) in distances.iter_mut().zip($words.chunks_exact(length)) {
                let mut bits = 0;
                for place in 0..length.min($query.len()) {
                    bits += (code[place] ^ $query[place]).count_ones();
                }
                *out = bits as u16;
            }
        }
        let (pairs, last) = distances.as_chunks::<2>();
        for [first, second] in pairs {
            even[*first as usize] += 1;
            odd[*second as usize] += 1;
        }
        for distance in last {
            even[*distance as usize] += 1;
        }
        for (sum, more) in even.iter_mut().zip(odd.iter()) {
            *sum += *more;
        }
        let [histogram, _] = turns;
        Distances { distances, histogram }
    }};
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn counted(words: &[u64], query: &[u64]) -> Distances {
    scan!(words, query)
}

fn plain(words: &[u64], query: &[u64]) -> Distances {
    scan!(words, query)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn places_within_a_limit_are_those_found_one_by_one(distances in prop::collection::vec(0u16..50, 0..200), limit in 0u16..60) {
            let naive: Vec<u32> = (0..).zip(&distances).filter(|(_, d)| **d <= limit).map(|(at, _)| at).collect();
            prop_assert_eq!(within(&distances, limit), naive);
        }

        #[test]
        fn distances_are_those_counted_bit_by_bit(query in prop::collection::vec(any::<u64>(), 1..8), codes: Vec<u64>) {
            let all: Vec<u8> = codes.iter().flat_map(|word| word.to_le_bytes()).collect();
            let naive: Vec<u16> = codes
                .chunks_exact(query.len())
                .map(|code| code.iter().zip(&query).map(|(a, b)| (0..64).filter(|i| (a ^ b) >> i & 1 == 1).count() as u16).sum())
                .collect();
            if let Some(first) = naive.first() {
                prop_assert_eq!(distance(&all, &query), *first);
            }
            let found = distances(&all, &query);
            for (distance, count) in (0..).zip(&found.histogram) {
                prop_assert_eq!(naive.iter().filter(|found| **found == distance).count(), *count as usize);
            }
            prop_assert_eq!(found.distances, naive);
        }
    }
}
