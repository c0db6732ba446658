//! Weights: rows of small whole numbers, one row a feature's hash, one column a class. Sums of whole numbers are the
//! same on every machine, in any order.

use super::vocabulary::{SLOT, Vocabulary};

/// Columns of a row of tags, of labels, of steps and of sorts: as many as there are, and room for the processor's
/// vectors.
pub(super) const TAGS: usize = 56;
pub(super) const LABELS: usize = 48;
pub(super) const STEPS: usize = 4;
pub(super) const SORTS: usize = 8;

/// The first bytes of a file of weights.
const MAGIC: &[u8; 8] = b"quipu p1";

/// One table of weights; `C` is the number of its columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'a, const C: usize> {
    rows: &'a [[u8; C]],
}

impl<const C: usize> Table<'_, C> {
    /// The sums of the rows of features, a class a column.
    #[inline]
    pub(super) fn sums(&self, features: &[u32]) -> [i16; C] {
        let mask = self.rows.len() - 1;
        let mut sums = [0_i16; C];
        for feature in features {
            let row = &self.rows[*feature as usize & mask];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += i16::from(*weight as i8);
            }
        }
        sums
    }
}

/// All weights of a parser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights<'a> {
    pub(super) vocabulary: Vocabulary<'a>,
    pub(super) tags: Table<'a, TAGS>,
    pub(super) steps: Table<'a, STEPS>,
    pub(super) labels: Table<'a, LABELS>,
    pub(super) sorts: Table<'a, SORTS>,
}

impl<'a> Weights<'a> {
    /// The weights of a file; none where it is no such file.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (bits, rest) = rest.split_first_chunk::<5>()?;
        let (slots, rest) = rows::<SLOT>(rest, bits[0])?;
        let (tags, rest) = rows(rest, bits[1])?;
        let (steps, rest) = rows(rest, bits[2])?;
        let (labels, rest) = rows(rest, bits[3])?;
        let (sorts, rest) = rows(rest, bits[4])?;
        let weights = Self {
            vocabulary: Vocabulary::over(slots),
            tags: Table { rows: tags },
            steps: Table { rows: steps },
            labels: Table { rows: labels },
            sorts: Table { rows: sorts },
        };
        rest.is_empty().then_some(weights)
    }
}

/// Two to the power of `bits` rows, and the bytes after them.
fn rows<const C: usize>(bytes: &[u8], bits: u8) -> Option<(&[[u8; C]], &[u8])> {
    let length = C.checked_mul(1_usize.checked_shl(u32::from(bits))?)?;
    let (here, rest) = bytes.split_at_checked(length)?;
    Some((here.as_chunks().0, rest))
}

/// The parts of a file of weights.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) vocabulary: Vec<[u8; SLOT]>,
    pub(super) tags: Vec<[i8; TAGS]>,
    pub(super) steps: Vec<[i8; STEPS]>,
    pub(super) labels: Vec<[i8; LABELS]>,
    pub(super) sorts: Vec<[i8; SORTS]>,
}

impl Parts {
    /// The file.
    pub(super) fn file(&self) -> Vec<u8> {
        let bits = |length: usize| length.trailing_zeros() as u8;
        let mut file = MAGIC.to_vec();
        file.extend([
            bits(self.vocabulary.len()),
            bits(self.tags.len()),
            bits(self.steps.len()),
            bits(self.labels.len()),
            bits(self.sorts.len()),
        ]);
        file.extend(self.vocabulary.as_flattened());
        file.extend(self.tags.as_flattened().iter().map(|weight| *weight as u8));
        file.extend(self.steps.as_flattened().iter().map(|weight| *weight as u8));
        file.extend(self.labels.as_flattened().iter().map(|weight| *weight as u8));
        file.extend(self.sorts.as_flattened().iter().map(|weight| *weight as u8));
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut parts = Parts {
            vocabulary: vec![[0; SLOT]; 16],
            tags: vec![[1; TAGS]; 4],
            steps: vec![[0; STEPS]; 8],
            labels: vec![[-3; LABELS]; 2],
            sorts: vec![[0; SORTS]; 2],
        };
        parts.steps[5][2] = -128;
        let file = parts.file();
        let weights = Weights::read(&file).unwrap();
        assert_eq!(weights.steps.sums(&[5, 13])[2], -256);
        assert_eq!((weights.tags.sums(&[0, 1, 2])[7], weights.labels.sums(&[9])[0]), (3, -3));
        assert!(Weights::read(&file[1..]).is_none() && Weights::read(&file[..file.len() - 1]).is_none());
    }
}
