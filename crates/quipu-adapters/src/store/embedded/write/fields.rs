//! Metadata of a change: an index from (field path, value) to documents, so that a filter reads the
//! documents it keeps and never scans the others.

use std::collections::BTreeMap;

use heed::RwTxn;
use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;

use super::names::cancel;
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::{Reader, Writer};
use crate::store::embedded::failures::io;
use crate::store::embedded::postings::{Owner, Postings};
use crate::store::embedded::state::State;

/// Owner kind of the lists of a value's documents.
pub(in crate::store::embedded) const FIELDS: u8 = 4;
/// Longer fields and values are distinguished by a hash.
pub(in crate::store::embedded) const LONGEST: usize = 180;
/// Number of digits of a hash.
const HASH: usize = 32;

/// The effect of a change on the index: documents that got and lost a value.
#[derive(Default)]
pub(super) struct FieldChanges {
    changes: BTreeMap<(String, String), (Vec<u32>, Vec<u32>)>,
}

impl FieldChanges {
    pub(super) fn add(&mut self, field: String, value: String, document: u32) {
        self.changes.entry((field, value)).or_default().0.push(document);
    }

    pub(super) fn take(&mut self, field: String, value: String, document: u32) {
        self.changes.entry((field, value)).or_default().1.push(document);
    }

    pub(super) fn flush(&mut self, tables: &Tables, txn: &mut RwTxn<'_>, state: &mut State) -> Result<(), StoreError> {
        for ((field, value), (mut add, mut take)) in std::mem::take(&mut self.changes) {
            cancel(&mut add, &mut take);
            if !add.is_empty() || !take.is_empty() {
                put(&field_key(&field, &value), &add, &take, tables, txn, state)?;
            }
        }
        Ok(())
    }
}

fn put(
    key: &[u8],
    add: &[u32],
    take: &[u32],
    tables: &Tables,
    txn: &mut RwTxn<'_>,
    state: &mut State,
) -> Result<(), StoreError> {
    let known = tables.fields.get(txn, key).map_err(io)?.map(read_value).transpose()?;
    let (id, mut documents) = known.unwrap_or_else(|| {
        state.next_value += 1;
        (state.next_value - 1, Postings::default())
    });
    documents.edit(Owner { kind: FIELDS, id }, tables.blocks, txn, add, take)?;
    if documents.count == 0 {
        tables.fields.delete(txn, key).map_err(io)?;
        return Ok(());
    }
    let mut out = Writer::default();
    out.number(id.into());
    documents.write(&mut out);
    tables.fields.put(txn, key, &out.into_bytes()).map_err(io)
}

/// A value's row: its id and the documents that have it.
pub(in crate::store::embedded) fn read_value(bytes: &[u8]) -> Result<(u32, Postings), StoreError> {
    let mut from = Reader::new("fields", bytes);
    Ok((from.id()?, Postings::read(&mut from)?))
}

/// The start of the keys of all values of a field.
pub(in crate::store::embedded) fn field_prefix(field: &str) -> Vec<u8> {
    let mut key = part(field);
    key.push(0);
    key
}

/// The key of a field's value.
pub(in crate::store::embedded) fn field_key(field: &str, value: &str) -> Vec<u8> {
    let mut key = field_prefix(field);
    key.extend(part(value));
    key
}

/// The text itself without zero bytes; cut, with a hash behind it, where it is long.
fn part(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    if bytes.len() <= LONGEST && !bytes.contains(&0) {
        return bytes.to_vec();
    }
    let mut out: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).take(LONGEST).collect();
    out.extend(Key::text(text).to_string().into_bytes());
    out
}

/// True if a part of a key is the text itself. One that ends like a hash may be cut.
pub(in crate::store::embedded) fn is_whole(part: &[u8]) -> bool {
    let is_hash = |tail: &[u8]| tail.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    !part.last_chunk::<HASH>().is_some_and(|tail| is_hash(tail))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The longest key that LMDB takes.
    const LONGEST_KEY: usize = 511;

    /// Texts that a key could confuse: short and alike, with zero bytes, longer than a key.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof!["[ab\0]{0,4}", "a{250,280}\0?b{0,2}", Just("date".to_owned()), Just("dated".to_owned())]
    }

    proptest! {
        #[test]
        fn each_field_and_value_has_a_key_of_its_own(one in (text(), text()), other in (text(), text())) {
            let (a, b) = (field_key(&one.0, &one.1), field_key(&other.0, &other.1));
            prop_assert_eq!(a == b, one == other);
            prop_assert!(a.len() <= LONGEST_KEY);
            prop_assert!(a.starts_with(&field_prefix(&one.0)));
            prop_assert_eq!(b.starts_with(&field_prefix(&one.0)), one.0 == other.0);
        }
    }
}
