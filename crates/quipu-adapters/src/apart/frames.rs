//! The frames between a worker and its owner: a length, then that many bytes.

use std::io::{self, Read, Write};

use quipu_engine::ports::Input;
use serde::{Deserialize, Serialize};

/// The longest frame: the largest file, and some more.
const LONGEST: u64 = 4 << 30;

/// The request that precedes the bytes of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) loader: String,
    path: String,
    max_text: usize,
    before: usize,
    last: bool,
}

impl Request {
    pub(super) fn new(loader: &str, input: &Input<'_>) -> Self {
        let Input { max_text, before, last, .. } = *input;
        Self { loader: loader.to_owned(), path: input.path.to_owned(), max_text, before, last }
    }

    pub(super) fn input<'a>(&'a self, bytes: &'a [u8]) -> Input<'a> {
        let Self { max_text, before, last, .. } = *self;
        Input { path: &self.path, bytes, max_text, before, last }
    }
}

pub(super) fn write(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(&(bytes.len() as u64).to_le_bytes())?;
    to.write_all(bytes)
}

pub(super) fn read(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too long"));
    }
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
