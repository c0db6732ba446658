//! A checksum at the end of rows without any other redundancy: documents and facts.
//!
//! Texts are checked by their keys and counts by the facts; a flipped bit in a document's metadata
//! or in the span of a mention would stay unseen. Only `doctor` compares: other readers read on,
//! since the remedy is to delete the document and index it again.

/// Bytes of the checksum.
const SEAL: usize = 4;

/// The row with its checksum.
pub(super) fn seal(mut row: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&row);
    row.extend(sum.to_le_bytes());
    row
}

/// The row without its checksum; all of it where there is no room for one.
pub(super) fn content(sealed: &[u8]) -> &[u8] {
    sealed.split_last_chunk::<SEAL>().map_or(sealed, |(row, _)| row)
}

/// True if the row is as it was written.
pub(super) fn is_intact(sealed: &[u8]) -> bool {
    sealed.split_last_chunk::<SEAL>().is_some_and(|(row, sum)| crc32fast::hash(row).to_le_bytes() == *sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_flipped_bit_breaks_the_seal(row: Vec<u8>, at: usize, bit in 0u8..8) {
            let mut sealed = seal(row.clone());
            prop_assert!(is_intact(&sealed));
            prop_assert_eq!(content(&sealed), row.as_slice());
            let at = at % sealed.len();
            sealed[at] ^= 1 << bit;
            prop_assert!(!is_intact(&sealed));
        }
    }
}
