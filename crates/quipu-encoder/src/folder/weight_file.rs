//! `model.safetensors`: a header in JSON and the numbers after it.
//!
//! Tensors are read one at a time when they are requested, so that memory holds the weights once. The header is
//! checked against the file's length before anything is taken from it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use serde::Deserialize;

use crate::EncoderError;

/// Maximal size of a header, in bytes.
const LARGEST_HEADER: u64 = 64 << 20;

/// Number of bytes of a block that is read.
const BLOCK: usize = 1 << 20;

/// The encoding of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Kind {
    F32,
    F16,
    BF16,
    #[serde(other)]
    Other,
}

impl Kind {
    fn bytes(self) -> Option<usize> {
        match self {
            Self::F32 => Some(4),
            Self::F16 | Self::BF16 => Some(2),
            Self::Other => None,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Entry {
    dtype: Kind,
    shape: Vec<usize>,
    data_offsets: [u64; 2],
}

/// An open file of weights.
#[derive(Debug)]
pub(crate) struct WeightFile {
    path: PathBuf,
    file: File,
    entries: BTreeMap<String, Entry>,
    /// The beginning of the numbers.
    start: u64,
    /// The common prefix of all names: a network saved under another begins with that one's.
    prefix: &'static str,
}

impl WeightFile {
    /// Reads the header.
    pub(crate) fn open(path: PathBuf) -> Result<Self, EncoderError> {
        let mut file = File::open(&path).map_err(|reason| EncoderError::Unreadable { path: path.clone(), reason })?;
        let header = header(&mut file);
        let (header, start, length) = header.map_err(|reason| EncoderError::malformed(&path, reason))?;
        let values: BTreeMap<String, serde_json::Value> =
            serde_json::from_slice(&header).map_err(|error| EncoderError::malformed(&path, error))?;
        let mut entries = BTreeMap::new();
        for (name, value) in values.into_iter().filter(|(name, _)| name != "__metadata__") {
            let entry: Entry = serde_json::from_value(value)
                .map_err(|error| EncoderError::malformed(&path, format_args!("tensor {name}: {error}")))?;
            let [from, to] = entry.data_offsets;
            if from > to || to > length - start {
                return Err(EncoderError::malformed(
                    &path,
                    format_args!("tensor {name} lies beyond the end of the file, which is cut short"),
                ));
            }
            entries.insert(name, entry);
        }
        let holds = |prefix: &&str| entries.contains_key(&format!("{prefix}embeddings.word_embeddings.weight"));
        let prefix = ["", "bert.", "roberta.", "model."].into_iter().find(holds).unwrap_or_default();
        Ok(Self { path, file, entries, start, prefix })
    }

    /// A tensor of the network, of this shape.
    pub(crate) fn tensor(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncoderError> {
        self.tensor_beside(&format!("{}{name}", self.prefix), shape)
    }

    /// A tensor beside the network, such as of a classifier, of this shape.
    pub(crate) fn tensor_beside(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncoderError> {
        let name = name.to_owned();
        let entry = self.entries.get(&name);
        let Some(entry) = entry.filter(|entry| entry.shape == shape) else {
            let found = entry.map(|entry| entry.shape.clone());
            return Err(EncoderError::Shape { path: self.path.clone(), tensor: name, expected: shape.to_vec(), found });
        };
        let (kind, [from, to]) = (entry.dtype, entry.data_offsets);
        let Some(width) = kind.bytes() else {
            return Err(EncoderError::unsupported(&self.path, "weights that are neither F32, F16 nor BF16"));
        };
        let count = shape.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        if count.and_then(|count| count.checked_mul(width)).map(|bytes| bytes as u64) != Some(to - from) {
            let reason = format!("tensor {name} of shape {shape:?} has {} bytes", to - from);
            return Err(EncoderError::malformed(&self.path, reason));
        }
        let place = SeekFrom::Start(self.start + from);
        let read = self.file.seek(place).and_then(|_| numbers(&mut self.file, (to - from) as usize, kind));
        read.map_err(|reason| EncoderError::Unreadable { path: self.path.clone(), reason })
    }
}

/// The header, where the numbers begin, and the file's length.
fn header(file: &mut File) -> Result<(Vec<u8>, u64, u64), String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut size = [0; 8];
    file.read_exact(&mut size).map_err(|_| "the file is too short for safetensors".to_owned())?;
    let size = u64::from_le_bytes(size);
    let start = size.checked_add(8).filter(|start| size <= LARGEST_HEADER && *start <= length);
    let start = start.ok_or("it does not begin with the header of safetensors, or is cut short".to_owned())?;
    let mut header = vec![0; size as usize];
    file.read_exact(&mut header).map_err(|error| error.to_string())?;
    Ok((header, start, length))
}

/// The numbers of `length` bytes, read in blocks, so that a table is never held twice.
fn numbers(file: &mut File, length: usize, kind: Kind) -> std::io::Result<Vec<f32>> {
    let mut numbers = Vec::with_capacity(length / kind.bytes().unwrap_or(1));
    let mut block = vec![0; length.min(BLOCK)];
    for start in (0..length).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(length - start)];
        file.read_exact(block)?;
        let (pairs, _) = block.as_chunks::<2>();
        match kind {
            Kind::F16 => numbers.extend(pairs.iter().map(|bytes| half::f16::from_le_bytes(*bytes).to_f32())),
            Kind::BF16 => numbers.extend(pairs.iter().map(|bytes| half::bf16::from_le_bytes(*bytes).to_f32())),
            Kind::F32 | Kind::Other => {
                numbers.extend(block.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)));
            }
        }
    }
    Ok(numbers)
}
