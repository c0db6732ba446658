//! Filters become chunk ids through the index of metadata, before anything is ranked.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::view::{Condition, Filter, scalar};
use roaring::RoaringBitmap;

use super::codec::damaged;
use super::failures::io;
use super::postings::Owner;
use super::rows::BodyRow;
use super::snapshot::{Rows, Snapshot};
use super::write::{FIELDS, field_key, field_prefix, read_text, read_value, text_key_of};

/// The intersection, where there are two sets.
pub(super) fn both(one: Option<RoaringBitmap>, other: RoaringBitmap) -> RoaringBitmap {
    match one {
        Some(one) => one & other,
        None => other,
    }
}

impl Rows<'_> {
    /// The chunks that a filter admits: those of every body with a copy that passes.
    pub(super) fn admitted(&self, snapshot: &Snapshot, filter: &Filter) -> Result<Option<RoaringBitmap>, StoreError> {
        let mut documents: Option<RoaringBitmap> = None;
        for condition in &filter.all {
            documents = Some(both(documents, self.passing(condition)?));
        }
        if !filter.any.is_empty() {
            let mut passing = RoaringBitmap::new();
            for condition in &filter.any {
                passing |= self.passing(condition)?;
            }
            documents = Some(both(documents, passing));
        }
        if let Some(expression) = &filter.expression {
            documents = Some(both(documents, self.satisfying(snapshot, expression)?));
        }
        let of_documents = documents.map(|documents| self.chunks_of_documents(&documents)).transpose()?;
        let Some(keys) = &filter.chunks else { return Ok(of_documents) };
        Ok(Some(both(of_documents, self.chunks_of_keys(snapshot, keys)?)))
    }

    fn chunks_of_keys(&self, snapshot: &Snapshot, keys: &[Key]) -> Result<RoaringBitmap, StoreError> {
        let mut out = RoaringBitmap::new();
        for key in keys {
            if let Some((body, at)) = self.place(snapshot, *key)? {
                out.insert(body.places[at].chunk);
            }
        }
        Ok(out)
    }

    /// The documents that satisfy a condition.
    fn passing(&self, condition: &Condition) -> Result<RoaringBitmap, StoreError> {
        let mut out = RoaringBitmap::new();
        let prefix = field_prefix(&condition.field);
        if condition.any_of.is_empty() {
            for row in self.tables.fields.prefix_iter(self.txn, &prefix).map_err(io)? {
                let (key, bytes) = row.map_err(io)?;
                if condition.admits(&String::from_utf8_lossy(&key[prefix.len()..])) {
                    self.collect(bytes, &mut out)?;
                }
            }
            return Ok(out);
        }
        for value in condition.any_of.iter().filter_map(scalar).filter(|value| condition.admits(value)) {
            if let Some(bytes) = self.tables.fields.get(self.txn, &field_key(&condition.field, &value)).map_err(io)? {
                self.collect(bytes, &mut out)?;
            }
        }
        Ok(out)
    }

    pub(super) fn collect(&self, bytes: &[u8], out: &mut RoaringBitmap) -> Result<(), StoreError> {
        let (id, documents) = read_value(bytes)?;
        out.extend(documents.ids(Owner { kind: FIELDS, id }, self.tables.blocks, self.txn)?);
        Ok(())
    }

    fn chunks_of_documents(&self, documents: &RoaringBitmap) -> Result<RoaringBitmap, StoreError> {
        let mut out = RoaringBitmap::new();
        for document in documents {
            let text = text_key_of(self.must(self.tables.documents, "documents", document)?)?;
            let text = self.tables.texts.get(self.txn, text.bytes()).map_err(io)?;
            let text = read_text(text.ok_or_else(|| damaged("texts", "a row is missing"))?)?;
            if let Some(body) = text.body {
                let row = BodyRow::read(self.must(self.tables.bodies, "bodies", body)?)?;
                out.extend(row.places.iter().map(|place| place.chunk));
            }
        }
        Ok(out)
    }
}
