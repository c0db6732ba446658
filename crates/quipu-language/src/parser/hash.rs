//! Hashes of features: words and small numbers become places in tables, the same on every machine.

/// A large odd number, whose products spread over all bits.
const SPREAD: u32 = 0x9E37_79B1;

/// Two numbers as one.
#[inline]
pub(super) fn mix(one: u32, other: u32) -> u32 {
    let spread = (one ^ other.rotate_left(15)).wrapping_mul(SPREAD);
    spread ^ (spread >> 15)
}

/// Four small numbers as one.
#[inline]
pub(super) fn four(a: u32, b: u32, c: u32, d: u32) -> u32 {
    a | b << 8 | c << 16 | d << 24
}

/// The hash of bytes (FNV-1a).
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u32 {
    let folded = bytes.iter().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    folded ^ (folded >> 13)
}
