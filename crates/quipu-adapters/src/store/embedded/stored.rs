//! Stored bytes are untrusted input: every decoder by its name, for tests and fuzzing.
//!
//! A decoded row that is written and read again gives the same row.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Name;
use roaring::RoaringBitmap;

use super::codec::{Reader, damaged};
use super::facts;
use super::name_row::{NameHead, NameRow, NameSeen};
use super::postings::{Postings, unpacked};
use super::rows::{BodyRow, ChunkRow, ClassRow, LogRow, RelationRow};
use super::state::{State, bitmap};
use super::words::Covered;
use super::write::{LinkRow, read_decision, read_document, read_text, read_value, text_key_of};

/// Reads bytes as one kind of stored row.
type Decoder = fn(&[u8]) -> Result<(), StoreError>;

/// Every decoder of stored bytes, by the name of its data.
pub const STORED: &[(&str, Decoder)] = &[
    ("alive", alive),
    ("block", |bytes| unpacked(bytes).map(drop)),
    ("body", |bytes| again(bytes, BodyRow::read, BodyRow::bytes)),
    ("body, its head", |bytes| BodyRow::read_head(bytes).map(drop)),
    ("body, its owner", |bytes| BodyRow::owner_of(bytes).map(drop)),
    ("chunk", |bytes| again(bytes, ChunkRow::read, ChunkRow::bytes)),
    ("class", |bytes| again(bytes, ClassRow::read, ClassRow::bytes)),
    ("covered", |bytes| Covered::decode(&String::from_utf8_lossy(bytes)).map(drop)),
    ("document", |bytes| read_document(bytes).map(drop)),
    ("document, its text", |bytes| text_key_of(bytes).map(drop)),
    ("decision", |bytes| read_decision(bytes).map(drop)),
    ("facts", read_facts),
    ("facts, their names", |bytes| facts::names_of(bytes).map(drop)),
    ("link", |bytes| again(bytes, LinkRow::read, LinkRow::bytes)),
    ("log", |bytes| again(bytes, LogRow::read, LogRow::bytes)),
    ("name", |bytes| again(bytes, NameRow::read, NameRow::bytes)),
    ("name, its head", |bytes| NameHead::read(bytes).map(drop)),
    ("name, as shown", |bytes| {
        NameSeen::read(bytes).map(|row| {
            let _ = (row.key(), row.kind(), row.shown());
        })
    }),
    ("postings", |bytes| Postings::read(&mut Reader::new("postings", bytes)).map(drop)),
    ("relation", |bytes| again(bytes, RelationRow::read, RelationRow::bytes)),
    ("state", |bytes| State::decode(bytes).map(drop)),
    ("text", |bytes| read_text(bytes).map(drop)),
    ("value", |bytes| read_value(bytes).map(drop)),
];

/// Reads a row, writes it, and reads that again.
fn again<T: PartialEq>(
    bytes: &[u8],
    read: fn(&[u8]) -> Result<T, StoreError>,
    write: fn(&T) -> Vec<u8>,
) -> Result<(), StoreError> {
    let row = read(bytes)?;
    assert!(read(&write(&row)).is_ok_and(|same| same == row), "a row that was read is not written as it was");
    Ok(())
}

fn alive(bytes: &[u8]) -> Result<(), StoreError> {
    let alive: RoaringBitmap = bitmap("alive", bytes)?;
    // Every listed id can be walked.
    if alive.iter().take(1 << 16).count() as u64 > alive.len() {
        return Err(damaged("alive", "it holds more than it counts"));
    }
    Ok(())
}

/// Facts, over a text that stands before them: its length in the first byte.
fn read_facts(bytes: &[u8]) -> Result<(), StoreError> {
    let (length, rest) = bytes.split_first().ok_or_else(|| damaged("facts", "a row ends too early"))?;
    let (text, row) = rest.split_at(rest.len().min((*length).into()));
    let named = |id: u32| Ok(Name { folded: id.to_string(), sense: String::new() });
    facts::read(row, &String::from_utf8_lossy(text), named).map(drop)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_a_row_or_an_error(bytes: Vec<u8>) {
            for (part, decode) in STORED {
                if let Err(error) = decode(&bytes) {
                    prop_assert!(!error.to_string().is_empty(), "{part}");
                }
            }
        }

        #[test]
        fn what_was_cut_or_flipped_is_a_row_or_an_error(text: String, at: usize, bit in 0u8..8, cut: bool) {
            let chunk = ChunkRow { text: text.clone(), headings: vec![text.clone()], ..ChunkRow::default() };
            let name = NameRow { folded: text.clone(), forms: vec![(text, 3)], ..NameRow::default() };
            for mut bytes in [chunk.bytes(), name.bytes()] {
                let at = at % bytes.len();
                if cut { bytes.truncate(at) } else { bytes[at] ^= 1 << bit }
                STORED.iter().for_each(|(_, decode)| drop(decode(&bytes)));
            }
        }
    }
}
