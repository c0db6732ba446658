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

#[cfg(test)]
mod tests {
    use super::super::super::samples::document;
    use super::super::super::state::BEFORE;
    use super::super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    /// What a program of the format before leaves: another metadata index.
    fn make_older(store: &EmbeddedStore) {
        let truth = &store.inner.truth;
        let mut txn = truth.write().unwrap();
        let mut state = State::read(&truth.tables, &txn).unwrap();
        cleared(&truth.tables, &mut txn, &mut state).unwrap();
        state.format = BEFORE;
        state.write(&truth.tables, &mut txn).unwrap();
        txn.commit().unwrap();
    }

    #[test]
    fn a_workspace_of_the_format_before_is_brought_up_to_date_by_whoever_writes() {
        let folder = tempfile::tempdir().unwrap();
        let writes = OpenOptions { write: true, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &writes).unwrap();
        store.inner.commit(&document("all", 3, |_| None)).unwrap();
        make_older(&store);
        assert!(!store.inner.verify(false).unwrap().problems.is_empty());
        drop(store);
        let reads = OpenOptions::default();
        let refused = EmbeddedStore::open(folder.path(), &reads).err().map(|error| error.to_string());
        assert!(refused.is_some_and(|refused| refused.contains("doctor --repair")));
        let store = EmbeddedStore::open(folder.path(), &writes).unwrap();
        assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
        drop(store);
        assert!(EmbeddedStore::open(folder.path(), &reads).is_ok());
    }
}
