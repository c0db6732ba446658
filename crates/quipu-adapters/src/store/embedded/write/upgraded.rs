//! A workspace of the format before this: its metadata index is made anew from the documents, once, by whoever may write.

use std::collections::BTreeMap;

use quipu_engine::ports::StoreError;
use quipu_kernel::view::fields;

use super::super::codec::damaged;
use super::super::env::{Truth, io};
use super::super::state::{FORMAT, State};
use super::documents::read_document;
use super::fields::{FieldChanges, cleared};

/// Brings a workspace up to date, in one transaction.
pub(in super::super) fn upgrade(truth: &Truth) -> Result<State, StoreError> {
    let (tables, mut txn) = (&truth.tables, truth.write()?);
    let mut state = State::read(tables, &txn)?;
    cleared(tables, &mut txn, &mut state)?;
    let mut index = FieldChanges::default();
    let mut documents: BTreeMap<u32, Vec<(String, String)>> = BTreeMap::new();
    for found in tables.documents.iter(&txn).map_err(io)? {
        let (key, bytes) = found.map_err(io)?;
        let id =
            key.try_into().map(u32::from_be_bytes).map_err(|_| damaged("documents", "a key has another length"))?;
        documents.insert(id, fields(&read_document(bytes)?.described()));
    }
    for (id, fields) in documents {
        fields.into_iter().for_each(|(field, value)| index.add(field, value, id));
    }
    index.flush(tables, &mut txn, &mut state)?;
    state.format = FORMAT;
    state.write(tables, &mut txn)?;
    txn.commit().map_err(io)?;
    Ok(state)
}
