//! Distances of 1-bit codes: how many bits differ, for all codes of a file in one pass.
//!
//! The loop is compiled twice, once for processors that count bits in one instruction; which runs is
//! decided when the program runs. Cost: one pass over the codes, memory-bound where they are many.

/// The number of bits by which each code of `all` differs from `query`, in the order of the codes.
pub(super) fn distances(all: &[u8], query: &[u64]) -> Vec<u16> {
    let aligned;
    let words: &[u64] = match bytemuck::try_cast_slice(all) {
        Ok(words) => words,
        Err(_) => {
            let whole = all.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
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

/// The loop, as the body of a function. No closures: they would not be compiled for the function's
/// processor.
macro_rules! scan {
    ($words:expr, $query:expr) => {{
        let length = $query.len().max(1);
        let mut out = Vec::with_capacity($words.len() / length);
        if let [a, b, c] = *$query {
            for code in $words.chunks_exact(3) {
                out.push(((code[0] ^ a).count_ones() + (code[1] ^ b).count_ones() + (code[2] ^ c).count_ones()) as u16);
            }
            return out;
        }
        for code in $words.chunks_exact(length) {
            let mut bits = 0;
            for place in 0..length.min($query.len()) {
                bits += (code[place] ^ $query[place]).count_ones();
            }
            out.push(bits as u16);
        }
        out
    }};
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn counted(words: &[u64], query: &[u64]) -> Vec<u16> {
    scan!(words, query)
}

fn plain(words: &[u64], query: &[u64]) -> Vec<u16> {
    scan!(words, query)
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
