//! The slot of a vector: its scale, its bytes, and a checksum of both.
//!
//! A code can be computed again from its vector, a vector from nothing in the store: so `doctor`
//! must be able to detect a changed one.

use quipu_engine::ports::StoreError;
use quipu_kernel::rank::codes;
use quipu_kernel::rank::quantise::Quantised;

use super::codec::damaged;

/// Bytes of the scale, and of the checksum.
const WORD: usize = 4;

/// Bytes of the slot of a vector of `dimension` components.
pub(super) fn stride(dimension: usize) -> usize {
    WORD + dimension + WORD
}

/// Appends the slot of a vector.
pub(super) fn write(vector: &Quantised, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend(vector.scale.to_le_bytes());
    out.extend(vector.bytes.iter().map(|byte| *byte as u8));
    let sum = crc32fast::hash(&out[start..]);
    out.extend(sum.to_le_bytes());
}

/// Appends code and slot of a chunk's vector, which may be missing.
pub(super) fn write_both(
    vector: Option<&[f32]>,
    dimension: usize,
    codes: &mut Vec<u8>,
    vectors: &mut Vec<u8>,
) -> Result<(), StoreError> {
    if vector.is_some_and(|vector| vector.len() != dimension) {
        return Err(damaged("change", &format!("a vector does not have {dimension} components")));
    }
    let quantised = vector.map_or_else(|| Quantised::zeros(dimension), Quantised::new);
    codes::write(&quantised, codes);
    write(&quantised, vectors);
    Ok(())
}

/// True if a slot holds a vector, and not the zeros that stand for none.
pub(super) fn is_there(slot: &[u8]) -> bool {
    intact(slot) && read(slot).is_some_and(|(scale, _)| scale != 0.0)
}

/// Scale and bytes of a slot; missing where the file does not reach.
pub(super) fn read(slot: &[u8]) -> Option<(f32, &[i8])> {
    let (scale, rest) = slot.split_first_chunk::<WORD>()?;
    let (bytes, _) = rest.split_last_chunk::<WORD>()?;
    Some((f32::from_le_bytes(*scale), bytemuck::cast_slice(bytes)))
}

/// True if a slot is as it was written.
pub(super) fn intact(slot: &[u8]) -> bool {
    slot.split_last_chunk::<WORD>().is_some_and(|(rest, sum)| crc32fast::hash(rest).to_le_bytes() == *sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_flipped_bit_shows(vector in prop::collection::vec(-1.0f32..1.0, 1..40), at: usize, bit in 0u8..8) {
            let quantised = Quantised::new(&vector);
            let mut slot = Vec::new();
            write(&quantised, &mut slot);
            prop_assert_eq!(slot.len(), stride(vector.len()));
            prop_assert_eq!(read(&slot), Some((quantised.scale, quantised.bytes.as_slice())));
            prop_assert!(intact(&slot));
            let at = at % slot.len();
            slot[at] ^= 1 << bit;
            prop_assert!(!intact(&slot));
        }
    }
}
