//! A piece of a file of lines as text: the end of its last whole line, and its encoding.
//!
//! A piece is decoded as a file is. Where most of it is UTF-8, a line that is not is decoded by itself.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE};

use crate::load::decode::{Kind, decode, kind, other};

/// A line of a piece.
pub(super) struct Line<'t> {
    pub(super) text: Cow<'t, str>,
    /// A note on repaired letters.
    pub(super) note: Option<String>,
}

/// The end of the last whole line.
pub(super) fn last_line(bytes: &[u8]) -> usize {
    let unit = match kind(bytes) {
        Ok(Kind::Other(encoding, _)) if encoding == UTF_16LE => [b'\n', 0],
        Ok(Kind::Other(encoding, _)) if encoding == UTF_16BE => [0, b'\n'],
        _ => return memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1),
    };
    bytes.chunks_exact(2).rposition(|pair| pair == unit).map_or(0, |at| at * 2 + 2)
}

/// The lines of a piece.
pub(super) fn lines(bytes: &[u8]) -> Vec<Line<'_>> {
    if let Ok(Kind::Other(encoding, mark)) = kind(bytes)
        && let Ok(decoded) = other(encoding, &bytes[mark..])
    {
        let note = |line: &str| decoded.partial.clone().filter(|_| line.contains('\u{fffd}'));
        let line = |line: &str| Line { note: note(line), text: line.to_owned().into() };
        return decoded.text.split('\n').map(line).collect();
    }
    bytes.split(|byte| *byte == b'\n').map(by_itself).collect()
}

fn by_itself(line: &[u8]) -> Line<'_> {
    if let Ok(text) = std::str::from_utf8(line) {
        return Line { text: text.into(), note: None };
    }
    match decode(line, usize::MAX) {
        Ok(decoded) => Line { text: decoded.text, note: decoded.partial },
        Err(_) => {
            let broken = line.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
            let note = format!("{broken} places are not UTF-8 and were replaced");
            Line { text: String::from_utf8_lossy(line), note: Some(note) }
        }
    }
}
