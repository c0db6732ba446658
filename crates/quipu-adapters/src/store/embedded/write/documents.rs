//! Documents of a change: their rows, their fields, the copies of each text.

use std::collections::BTreeMap;

use quipu_engine::ports::{Change, DocumentChange, DocumentRow, StoreError};
use quipu_kernel::model::{AliasLink, Key};
use quipu_kernel::view::fields;

use super::names::At;
use super::{Commit, NameIds, id_of};
use crate::store::embedded::codec::{Reader, Writer, damaged};
use crate::store::embedded::failures::io;
use crate::store::embedded::rows::CopyOf;
use crate::store::embedded::sealed::{content, seal};

/// A text's body and the documents that have it, before and after a change.
#[derive(Debug, Default)]
pub(in crate::store::embedded) struct Text {
    /// Id of its body, when it has one.
    pub(in crate::store::embedded) body: Option<u32>,
    /// The copies after the change: documents with the names of their titles.
    pub(in crate::store::embedded) copies: Vec<CopyOf>,
    /// True if copies came, went or changed their titles.
    pub(super) changed: bool,
}

impl<'c> Commit<'_, 'c> {
    /// Puts and removes documents; returns the texts whose copies may have changed.
    pub(super) fn documents(
        &mut self,
        change: &'c Change,
        ids: &mut NameIds,
    ) -> Result<BTreeMap<Key, Text>, StoreError> {
        let mut texts = BTreeMap::new();
        for document in &change.documents {
            match document {
                DocumentChange::Put(row) => {
                    let id = match self.take_out(row.key, &mut texts, ids)? {
                        Some(id) => id,
                        None => self.new_document(row.key)?,
                    };
                    self.put_in(id, row, &mut texts, ids)?;
                }
                DocumentChange::Remove(key) => {
                    if let Some(id) = self.take_out(*key, &mut texts, ids)? {
                        self.tables.documents.delete(&mut self.txn, &id.to_be_bytes()).map_err(io)?;
                        self.tables.document_keys.delete(&mut self.txn, key.bytes()).map_err(io)?;
                        self.state.documents = self.state.documents.saturating_sub(1);
                    }
                }
            }
        }
        Ok(texts)
    }

    fn new_document(&mut self, key: Key) -> Result<u32, StoreError> {
        let id = self.state.next_document;
        self.state.next_document += 1;
        self.state.documents += 1;
        self.tables.document_keys.put(&mut self.txn, key.bytes(), &id.to_be_bytes()).map_err(io)?;
        Ok(id)
    }

    /// Subtracts the contributions of a known document: fields, title votes, its place among the copies.
    fn take_out(
        &mut self,
        key: Key,
        texts: &mut BTreeMap<Key, Text>,
        ids: &mut NameIds,
    ) -> Result<Option<u32>, StoreError> {
        let Some(id) = id_of(self.tables.document_keys, &self.txn, key)? else { return Ok(None) };
        let bytes = self.row(self.tables.documents, id)?.ok_or_else(|| damaged("documents", "a row is missing"))?;
        let row: DocumentRow = read_document(bytes)?;
        for (field, value) in fields(&row.described()) {
            self.fields.take(field, value, id);
        }
        for mention in &row.title_names {
            let at = self.names.stored(&mention.name, &self.tables, &self.txn, ids)?;
            self.names.vote(at, mention.form.clone().into(), mention.kind, -1);
            self.names.title(at, -1);
        }
        for link in &row.title_links {
            let a = self.names.stored(&link.a, &self.tables, &self.txn, ids)?;
            let b = self.names.stored(&link.b, &self.tables, &self.txn, ids)?;
            self.title_link(link, (a, b), -1);
        }
        let text = self.text(row.text, texts)?;
        text.copies.retain(|copy| copy.document != id);
        text.changed = true;
        Ok(Some(id))
    }

    /// Adds the contributions of a document.
    fn put_in(
        &mut self,
        id: u32,
        row: &'c DocumentRow,
        texts: &mut BTreeMap<Key, Text>,
        ids: &mut NameIds,
    ) -> Result<(), StoreError> {
        for (field, value) in fields(&row.described()) {
            self.fields.add(field, value, id);
        }
        let mut names = Vec::with_capacity(row.title_names.len());
        for mention in &row.title_names {
            let at = self.names.named(&mention.name, &self.tables, &self.txn, &mut self.state, ids)?;
            self.names.vote(at, mention.form.as_str().into(), mention.kind, 1);
            self.names.title(at, 1);
            names.push(self.names.id(at));
        }
        for link in &row.title_links {
            let a = self.names.named(&link.a, &self.tables, &self.txn, &mut self.state, ids)?;
            let b = self.names.named(&link.b, &self.tables, &self.txn, &mut self.state, ids)?;
            self.title_link(link, (a, b), 1);
        }
        let text = self.text(row.text, texts)?;
        text.copies.push(CopyOf { document: id, names });
        text.copies.sort_by_key(|copy| copy.document);
        text.changed = true;
        let mut bytes = row.text.bytes().to_vec();
        serde_json::to_writer(&mut bytes, row).map_err(|error| damaged("documents", &error.to_string()))?;
        self.tables.documents.put(&mut self.txn, &id.to_be_bytes(), &seal(bytes)).map_err(io)
    }

    /// Counts a document's declaration about two names.
    pub(super) fn title_link(&mut self, link: &AliasLink, (a, b): (At, At), count: i64) {
        self.names.hold(a, count);
        self.names.hold(b, count);
        self.links.count(link, self.names.id(a), self.names.id(b), count);
    }

    /// The entry of a text, loaded at its first request.
    pub(super) fn text<'m>(&self, key: Key, texts: &'m mut BTreeMap<Key, Text>) -> Result<&'m mut Text, StoreError> {
        use std::collections::btree_map::Entry;
        match texts.entry(key) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => {
                let bytes = self.tables.texts.get(&self.txn, key.bytes()).map_err(io)?;
                Ok(new.insert(bytes.map(read_text).transpose()?.unwrap_or_default()))
            }
        }
    }

    pub(super) fn put_text(&mut self, key: Key, text: &Text) -> Result<(), StoreError> {
        if text.copies.is_empty() && text.body.is_none() {
            self.tables.texts.delete(&mut self.txn, key.bytes()).map_err(io)?;
            return Ok(());
        }
        self.tables.texts.put(&mut self.txn, key.bytes(), &write_text(text)).map_err(io)
    }
}

fn write_text(text: &Text) -> Vec<u8> {
    let mut out = Writer::default();
    out.number(text.body.map_or(0, |body| u64::from(body) + 1)).number(text.copies.len() as u64);
    for copy in &text.copies {
        out.number(copy.document.into()).number(copy.names.len() as u64);
        for name in &copy.names {
            out.number((*name).into());
        }
    }
    out.into_bytes()
}

/// Reads a text's row: its body and its copies.
pub(in crate::store::embedded) fn read_text(bytes: &[u8]) -> Result<Text, StoreError> {
    let mut from = Reader::new("texts", bytes);
    let body = from.id()?.checked_sub(1);
    let mut copies = Vec::new();
    for _ in 0..from.count()? {
        let document = from.id()?;
        let names = (0..from.count()?).map(|_| from.id()).collect::<Result<_, _>>()?;
        copies.push(CopyOf { document, names });
    }
    Ok(Text { body, copies, changed: false })
}

/// The key of a document's text, which stands before the rest of its row.
pub(in crate::store::embedded) fn text_key_of(bytes: &[u8]) -> Result<Key, StoreError> {
    Reader::new("documents", bytes).key()
}

/// Reads a document's row.
pub(in crate::store::embedded) fn read_document(bytes: &[u8]) -> Result<DocumentRow, StoreError> {
    let json = content(bytes).get(16..).ok_or_else(|| damaged("documents", "a row ends too early"))?;
    serde_json::from_slice(json).map_err(|error| damaged("documents", &error.to_string()))
}
