//! The table of static vectors, read where it lies: nothing is copied or built when it is opened.
//!
//! Little-endian throughout. A header of five `u32`: the bytes `QSV1`, components a vector (a
//! multiple of 64), vectors, keys, bits of a bucket number. Then `2^bits + 1` `u32`: where each
//! bucket of keys begins; the keys, `u32` each, in ascending order, a bucket holding those with the
//! same leading bits; the number of each key's vector, `u16` each; the scale of each vector, `f32`
//! each; the components, four bits each, byte `i` of a vector holding component `i` in its low
//! half and component `i + dimension / 2` in its high half. A component is
//! `scale * (stored - 7.5)`.
//!
//! A key is a 32-bit hash (FNV-1a of 64 bits, its halves joined by exclusive or) of `=word` for a
//! word as written, `~stem` for a stem, `#piece` for a piece inside a word. A look-up meets a foreign key about
//! once in 77,000 times. Looking one up costs a few comparisons; a damaged file finds less or nonsense,
//! never a panic.

/// A borrowed view of the bytes of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'a> {
    dimension: usize,
    bits: u32,
    buckets: &'a [[u8; 4]],
    keys: &'a [[u8; 4]],
    rows: &'a [[u8; 2]],
    scales: &'a [[u8; 4]],
    components: &'a [u8],
}

/// The kind of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A folded word as it is written.
    Word,
    /// A stem.
    Stem,
    /// A piece that does not begin a word.
    Piece,
}

const MAGIC: &[u8; 4] = b"QSV1";
/// Most components a vector may have, against damaged headers.
const WIDEST: usize = 4096;

impl<'a> Table<'a> {
    /// Reads the header; fails when the bytes are no such table or too few.
    pub(super) fn open(bytes: &'a [u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk::<4>()?;
        let (dimension, rest) = number(rest)?;
        let (vectors, rest) = number(rest)?;
        let (count, rest) = number(rest)?;
        let (bits, rest) = number(rest)?;
        if magic != MAGIC || dimension == 0 || dimension % 64 != 0 || dimension > WIDEST || bits == 0 || bits > 20 {
            return None;
        }
        let (buckets, rest) = array::<4>(rest, (1 << bits) + 1)?;
        let (keys, rest) = array::<4>(rest, count)?;
        let (rows, rest) = array::<2>(rest, count)?;
        let (scales, rest) = array::<4>(rest, vectors)?;
        let components = rest.get(..vectors.checked_mul(dimension / 2)?)?;
        Some(Self { dimension, bits: u32::try_from(bits).ok()?, buckets, keys, rows, scales, components })
    }

    /// Components a vector.
    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of the vector of a word or stem.
    pub(super) fn find(&self, kind: Kind, word: &str) -> Option<u16> {
        let key = hash(kind, word);
        let bucket = (key >> (32 - self.bits)) as usize;
        let start = u32::from_le_bytes(*self.buckets.get(bucket)?) as usize;
        let end = u32::from_le_bytes(*self.buckets.get(bucket + 1)?) as usize;
        let within = self.keys.get(start..end)?;
        let at = within.iter().position(|k| u32::from_le_bytes(*k) == key)?;
        Some(u16::from_le_bytes(*self.rows.get(start + at)?))
    }

    /// The factor for a vector's stored components, times `weight`, and the start of the components; missing for
    /// an unknown vector or values that are no numbers.
    pub(super) fn part(&self, row: u16, weight: f32) -> Option<Part> {
        let (row, half) = (usize::from(row), self.dimension / 2);
        let unit = f32::from_le_bytes(*self.scales.get(row)?) * weight;
        let is_there = self.components.get(row * half..(row + 1) * half).is_some();
        (unit.is_finite() && is_there).then_some(Part { at: row * half, unit })
    }

    /// Adds vectors to `sum`, which holds stored values: the caller subtracts 7.5 times the sum of the
    /// units. Each component is summed in the order of the parts, on every processor.
    pub(super) fn add(&self, parts: &[Part], sum: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code)] // The processor was asked.
            return unsafe { add_wide(self.components, parts, sum) };
        }
        add(self.components, parts, sum);
    }
}

#[cfg(test)]
impl Table<'_> {
    /// The portable form of [`Table::add`], for any processor.
    pub(super) fn add_narrow(&self, parts: &[Part], sum: &mut [f32]) {
        add(self.components, parts, sum);
    }

    /// The components of a vector as they are stored, one after the other.
    pub(super) fn stored(&self, row: u16) -> impl Iterator<Item = f32> {
        let half = self.dimension / 2;
        let packed = &self.components[usize::from(row) * half..][..half];
        packed.iter().map(|byte| f32::from(byte & 15)).chain(packed.iter().map(|byte| f32::from(byte >> 4)))
    }
}

/// A vector of a sum.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The start of its components.
    at: usize,
    /// The value of one stored unit.
    pub(super) unit: f32,
}

/// Bytes of components that are summed before the next ones: their sums stay in registers.
const BLOCK: usize = 16;

fn add(components: &[u8], parts: &[Part], sum: &mut [f32]) {
    let (low, high) = sum.split_at_mut(sum.len() / 2);
    let blocks = low.as_chunks_mut::<BLOCK>().0.iter_mut().zip(high.as_chunks_mut::<BLOCK>().0);
    for ((low, high), block) in blocks.zip(0..) {
        let (mut lows, mut highs) = (*low, *high);
        for part in parts {
            let packed = components.get(part.at + block * BLOCK..).and_then(|from| from.first_chunk::<BLOCK>());
            let Some(packed) = packed else { continue };
            for at in 0..BLOCK {
                lows[at] += part.unit * f32::from(packed[at] & 15);
                highs[at] += part.unit * f32::from(packed[at] >> 4);
            }
        }
        (*low, *high) = (lows, highs);
    }
}

/// The addition of eight components at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_wide(components: &[u8], parts: &[Part], sum: &mut [f32]) {
    use std::arch::x86_64::*;
    let (low, high) = sum.split_at_mut(sum.len() / 2);
    let blocks = low.as_chunks_mut::<BLOCK>().0.iter_mut().zip(high.as_chunks_mut::<BLOCK>().0);
    let mask = _mm_set1_epi8(15);
    let numbers = |bytes: __m128i| _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
    for ((low, high), block) in blocks.zip(0..) {
        let mut lows: [__m256; 2] = bytemuck::cast(*low);
        let mut highs: [__m256; 2] = bytemuck::cast(*high);
        for part in parts {
            let packed = components.get(part.at + block * BLOCK..).and_then(|from| from.first_chunk::<BLOCK>());
            let Some(packed) = packed else { continue };
            let (packed, unit): (__m128i, _) = (bytemuck::cast(*packed), _mm256_set1_ps(part.unit));
            let halves = [_mm_and_si128(packed, mask), _mm_and_si128(_mm_srli_epi16::<4>(packed), mask)];
            for (sums, bytes) in [&mut lows, &mut highs].into_iter().zip(halves) {
                sums[0] = _mm256_add_ps(sums[0], _mm256_mul_ps(unit, numbers(bytes)));
                sums[1] = _mm256_add_ps(sums[1], _mm256_mul_ps(unit, numbers(_mm_srli_si128::<8>(bytes))));
            }
        }
        (*low, *high) = (bytemuck::cast(lows), bytemuck::cast(highs));
    }
}

/// The key of a word or stem.
fn hash(kind: Kind, word: &str) -> u32 {
    let sign = match kind {
        Kind::Word => b'=',
        Kind::Stem => b'~',
        Kind::Piece => b'#',
    };
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for byte in std::iter::once(sign).chain(word.bytes()) {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (state >> 32) as u32 ^ state as u32
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    Some((usize::try_from(u32::from_le_bytes(*head)).ok()?, rest))
}

fn array<const N: usize>(bytes: &[u8], count: usize) -> Option<(&[[u8; N]], &[u8])> {
    let (head, rest) = bytes.split_at_checked(count.checked_mul(N)?)?;
    Some((head.as_chunks().0, rest))
}
