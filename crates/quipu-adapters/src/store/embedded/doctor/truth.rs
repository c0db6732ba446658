//! Documents, texts, bodies and chunks: each refers to the others, and their counts add up.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::text::Stems;
use quipu_kernel::view::fields;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::Findings;
use crate::store::embedded::codec::id;
use crate::store::embedded::failures::io;
use crate::store::embedded::postings::Owner;
use crate::store::embedded::rows::{BodyRow, ChunkRow};
use crate::store::embedded::sealed::is_intact;
use crate::store::embedded::snapshot::{Rows, Snapshot};
use crate::store::embedded::write::{
    FIELDS, field_key, id_of, read_document, read_text, read_value, terms_of, text_key_of,
};

/// The remedy for a document that differs from the stored one.
const AGAIN: &str = "delete that document and index it again";

impl Rows<'_> {
    /// The id of the document that owns a chunk, or a text that it is unknown.
    pub(super) fn owner_named(&self, snapshot: &Snapshot, chunk: u32) -> String {
        let found = || {
            let (_, owner) = self.chunk_key(snapshot, chunk).ok()?;
            let document = id_of(self.tables.document_keys, self.txn, owner).ok()??;
            read_document(self.get(self.tables.documents, document).ok()??).ok()
        };
        found().map_or_else(|| "an unknown document".to_owned(), |row| row.id)
    }

    /// Checks everything but names and relations.
    pub(super) fn check_truth(&self, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        self.check_documents(snapshot, findings)?;
        self.check_bodies(snapshot, findings)?;
        self.check_fields(findings)
    }

    fn check_documents(&self, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        let mut count = 0;
        for found in self.tables.documents.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (document, row) = (id(key)?, read_document(bytes)?);
            let keyed = self.tables.document_keys.get(self.txn, row.key.bytes()).map_err(io)?;
            findings.expect(keyed == Some(key), "documents", || format!("{} is not found by its key", row.id));
            let own = Key::document(&row.id) == row.key && text_key_of(bytes)? == row.text;
            findings.expect(is_intact(bytes), "documents", || format!("{} is not what was written; {AGAIN}", row.id));
            findings.expect(own, "documents", || format!("{} has another key than its id's; index it again", row.id));
            let text = self.tables.texts.get(self.txn, row.text.bytes()).map_err(io)?.map(read_text).transpose()?;
            let listed = text.is_some_and(|text| text.copies.iter().any(|copy| copy.document == document));
            findings.expect(listed, "documents", || format!("{} is not among the copies of its text", row.id));
            count += 1;
        }
        let keys = self.tables.document_keys.len(self.txn).map_err(io)?;
        findings.expect(keys == count, "documents", || format!("{keys} keys for {count} documents"));
        let said = snapshot.state.documents;
        findings.expect(said == count, "counts", || format!("{said} documents are counted, {count} are there"));
        Ok(())
    }

    fn check_bodies(&self, snapshot: &Snapshot, findings: &mut Findings) -> Result<(), StoreError> {
        let (mut placed, mut terms) = (RoaringBitmap::new(), 0u64);
        let mut titles = BTreeMap::new();
        for found in self.tables.texts.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let text = read_text(bytes)?;
            let Some(body) = text.body else {
                findings.problem("texts", "a text has copies and no body".to_owned());
                continue;
            };
            let row = self.body(body)?;
            findings.expect(row.text.bytes().as_slice() == key, "bodies", || format!("body {body} has another text"));
            findings.expect(row.copies == text.copies, "bodies", || format!("body {body} has other copies"));
            for place in &row.places {
                let once = placed.insert(place.chunk);
                findings.expect(once, "bodies", || format!("chunk {} is in two places", place.chunk));
            }
            self.check_keys(&row, findings)?;
            titles.insert(body, row);
        }
        let bodies = self.tables.bodies.len(self.txn).map_err(io)?;
        findings.expect(bodies == titles.len() as u64, "bodies", || "a body has no text".to_owned());
        let mut stems = Stems::default();
        for found in self.tables.chunks.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let chunk = id(key)?;
            match ChunkRow::read(bytes) {
                Ok(row) => {
                    let body = titles.get(&row.body);
                    let length = terms_of(body.map_or("", |body| body.title.as_str()), &row, &mut stems).1;
                    terms += u64::from(length);
                    check_chunk(chunk, &row, body, length, findings);
                }
                Err(_) => self.lost(snapshot, chunk, "its text", findings),
            }
            if self.get(self.tables.facts, chunk)?.is_some_and(|facts| !is_intact(facts)) {
                self.lost(snapshot, chunk, "what it says", findings);
            }
        }
        let state = &snapshot.state;
        let alive = &snapshot.alive.chunks;
        findings.expect(placed == *alive, "counts", || "the chunks of all bodies are not those alive".to_owned());
        let chunks = self.tables.chunks.len(self.txn).map_err(io)?;
        let facts = self.tables.facts.len(self.txn).map_err(io)?;
        findings.expect(chunks == alive.len() && facts == chunks, "chunks", || {
            format!("{} are alive, {chunks} have texts, {facts} have facts", alive.len())
        });
        findings.expect(state.chunks == chunks, "counts", || format!("{} chunks are counted", state.chunks));
        findings.expect(state.terms == terms, "counts", || format!("{} terms are counted, {terms} found", state.terms));
        findings.expect(snapshot.alive.vectors.is_subset(alive), "counts", || "a dead chunk has a vector".to_owned());
        Ok(())
    }

    /// Checks that each chunk's key is that of its headings and text, counted among equal ones before it.
    fn check_keys(&self, body: &BodyRow, findings: &mut Findings) -> Result<(), StoreError> {
        let mut seen: FxHashMap<Key, u32> = FxHashMap::default();
        for place in &body.places {
            // Unreadable rows are reported where chunks are checked.
            let row = self.get(self.tables.chunks, place.chunk)?.map(ChunkRow::read);
            let Some(Ok(row)) = row else { continue };
            let key = |occurrence| Chunk::key_of(body.owner, &row.headings, &row.text, occurrence);
            let before = seen.entry(key(0)).or_default();
            findings.expect(key(*before).bytes()[8..] == row.suffix, "chunks", || {
                let begins: String = row.text.chars().take(40).collect();
                let chunk = place.chunk;
                format!("chunk {chunk} ({begins:?}) has another text than its key says; index its document again")
            });
            *before += 1;
        }
        Ok(())
    }

    /// Notes that a part of a chunk differs from the stored one.
    fn lost(&self, snapshot: &Snapshot, chunk: u32, what: &str, findings: &mut Findings) {
        let document = self.owner_named(snapshot, chunk);
        findings.problem("chunks", format!("chunk {chunk} of {document} has lost {what}; {AGAIN}"));
    }

    fn check_fields(&self, findings: &mut Findings) -> Result<(), StoreError> {
        let mut expected: BTreeMap<Vec<u8>, BTreeSet<u32>> = BTreeMap::new();
        for found in self.tables.documents.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            for (field, value) in fields(&read_document(bytes)?.described()) {
                expected.entry(field_key(&field, &value)).or_default().insert(id(key)?);
            }
        }
        for found in self.tables.fields.iter(self.txn).map_err(io)? {
            let (key, bytes) = found.map_err(io)?;
            let (value, documents) = read_value(bytes)?;
            let listed = documents.ids(Owner { kind: FIELDS, id: value }, self.tables.blocks, self.txn)?;
            let same = expected.remove(key).is_some_and(|ids| ids.into_iter().eq(listed.iter().copied()));
            findings.expect(same, "metadata index", || format!("{} has other documents", String::from_utf8_lossy(key)));
        }
        findings.expect(expected.is_empty(), "metadata index", || format!("{} values are missing", expected.len()));
        Ok(())
    }
}

/// Checks one chunk of a body, in which this number of terms was found.
fn check_chunk(id: u32, row: &ChunkRow, body: Option<&BodyRow>, length: u32, findings: &mut Findings) {
    let place = body.and_then(|body| body.places.iter().find(|place| place.chunk == id));
    findings.expect(place.is_some(), "chunks", || format!("chunk {id} is not in its body"));
    if let Some(place) = place {
        findings.expect(place.body.len() == row.text.len(), "chunks", || format!("chunk {id} has another length"));
    }
    findings.expect(length == row.length, "chunks", || format!("chunk {id} has {length} terms, not {}", row.length));
}
