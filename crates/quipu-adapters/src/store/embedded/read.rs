//! Reads by key: documents, chunks, entities, relations.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Bound;

use quipu_engine::ports::{
    DocumentRow, EntityFound, EntityRow, RelationRow, Select, SelectChunks, StoreError, StoredChunk,
};
use quipu_kernel::model::{Chunk, Key, Name, Verdict, name_key};
use quipu_kernel::view::{MOST_SENSES, PairHit, Question, QuestionName, pairs_in};
use rustc_hash::FxHashMap;

use super::codec::{self, Reader, damaged};
use super::facts;
use super::failures::io;
use super::graph::{called, voted};
use super::name_row::{self, NameRow, NameSeen};
use super::postings::{Owner, Postings};
use super::rows::{BodyRow, ChunkRow, Place, RelationRow as Stored};
use super::sealed::content;
use super::snapshot::{Rows, Snapshot};
use super::write::{NAME_RELATIONS, RELATIONS, chunk_key, class_of, decided, id_of, read_document, read_text};
use crate::store::contents::weight;

/// Names by their ids: an id means one name for ever.
pub(super) type Names = FxHashMap<u32, Name>;
/// Names that were read.
pub(super) type Known = RefCell<Names>;

impl Rows<'_> {
    pub(super) fn documents(&self, select: &Select) -> Result<Vec<DocumentRow>, StoreError> {
        match select {
            Select::Keys(keys) => keys.iter().filter_map(|key| self.document(*key).transpose()).collect(),
            Select::After(after, limit) => {
                // LMDB refuses an empty key; no document's key sorts below one zero byte.
                let from = after.map_or_else(|| vec![0], |key| [key.bytes().as_slice(), &[0]].concat());
                let from = (Bound::Included(from.as_slice()), Bound::Unbounded);
                let keys = self.tables.document_keys.range(self.txn, &from).map_err(io)?;
                let row = |found: Result<(&[u8], &[u8]), heed::Error>| self.document_of(found.map_err(io)?.1);
                keys.take(*limit).map(row).collect()
            }
            Select::Texts(texts) => {
                let mut out = Vec::new();
                for text in texts {
                    let Some(bytes) = self.tables.texts.get(self.txn, text.bytes()).map_err(io)? else { continue };
                    for copy in read_text(bytes)?.copies {
                        out.push(self.document_of(&copy.document.to_be_bytes())?);
                    }
                }
                out.sort_by_key(|row| row.key);
                Ok(out)
            }
        }
    }

    fn document(&self, key: Key) -> Result<Option<DocumentRow>, StoreError> {
        let id = self.tables.document_keys.get(self.txn, key.bytes()).map_err(io)?;
        id.map(|id| self.document_of(id)).transpose()
    }

    pub(super) fn document_of(&self, id: &[u8]) -> Result<DocumentRow, StoreError> {
        let row = self.tables.documents.get(self.txn, id).map_err(io)?;
        read_document(row.ok_or_else(|| damaged("documents", "a row is missing"))?)
    }

    /// The body of a document's text.
    pub(super) fn body_of(&self, row: &DocumentRow) -> Result<Option<BodyRow>, StoreError> {
        let Some(bytes) = self.tables.texts.get(self.txn, row.text.bytes()).map_err(io)? else { return Ok(None) };
        read_text(bytes)?.body.map(|id| self.body(id)).transpose()
    }

    pub(super) fn chunks(
        &self,
        snapshot: &Snapshot,
        select: &SelectChunks,
        known: &Known,
    ) -> Result<Vec<StoredChunk>, StoreError> {
        let places = |keys: &[Key]| -> Result<Vec<(BodyRow, usize)>, StoreError> {
            keys.iter().filter_map(|key| self.place(snapshot, *key).transpose()).collect()
        };
        match select {
            SelectChunks::Keys(keys) => {
                places(keys)?.iter().map(|(body, at)| self.stored(body, &body.places[*at], known)).collect()
            }
            SelectChunks::Bare(keys) => {
                places(keys)?.iter().map(|(body, at)| self.bare(body, &body.places[*at])).collect()
            }
            SelectChunks::Around(key, reach) => {
                let Some((body, at)) = self.place(snapshot, *key)? else { return Ok(Vec::new()) };
                let near =
                    at.saturating_sub(*reach)..body.places.len().min(at.saturating_add(*reach).saturating_add(1));
                body.places[near].iter().map(|place| self.bare(&body, place)).collect()
            }
            SelectChunks::OfDocument(key) => {
                let body = self.body_of_key(*key)?.unwrap_or_default();
                body.places.iter().map(|place| self.stored(&body, place, known)).collect()
            }
            SelectChunks::BareOf(key) => {
                let body = self.body_of_key(*key)?.unwrap_or_default();
                body.places.iter().map(|place| self.bare(&body, place)).collect()
            }
            SelectChunks::ByModels(key) => {
                let body = self.body_of_key(*key)?.unwrap_or_default();
                body.places.iter().map(|place| self.by_models(snapshot, &body, place, known)).collect()
            }
        }
    }

    fn body_of_key(&self, document: Key) -> Result<Option<BodyRow>, StoreError> {
        let Some(row) = self.document(document)? else { return Ok(None) };
        self.body_of(&row)
    }

    fn by_models(
        &self,
        snapshot: &Snapshot,
        body: &BodyRow,
        place: &Place,
        known: &Known,
    ) -> Result<StoredChunk, StoreError> {
        let (_, _, suffix) = snapshot.head(place.chunk)?;
        let chunk = Chunk { key: chunk_key(body.owner, suffix), document: body.owner, ..Chunk::default() };
        let facts = content(self.must(self.tables.facts, "facts", place.chunk)?);
        let facts = facts::read_by_models(facts, |id| self.name_known(id, known))?;
        Ok(StoredChunk { chunk, facts })
    }

    /// A name by its id, remembered.
    fn name_known(&self, id: u32, known: &Known) -> Result<Name, StoreError> {
        if let Some(name) = known.borrow().get(&id) {
            return Ok(name.clone());
        }
        let name = name_row::name(self.must(self.tables.names, "names", id)?)?;
        known.borrow_mut().insert(id, name.clone());
        Ok(name)
    }

    /// The place of a chunk, by key: its body and its position there. The first half of the key leads to the
    /// documents that may own it.
    pub(super) fn place(&self, snapshot: &Snapshot, key: Key) -> Result<Option<(BodyRow, usize)>, StoreError> {
        for found in self.tables.document_keys.prefix_iter(self.txn, &key.bytes()[..8]).map_err(io)? {
            let document = self.document_of(found.map_err(io)?.1)?;
            let Some(body) = self.body_of(&document)?.filter(|body| body.owner == document.key) else { continue };
            for at in 0..body.places.len() {
                let (_, _, suffix) = snapshot.head(body.places[at].chunk)?;
                if chunk_key(body.owner, suffix) == key {
                    return Ok(Some((body, at)));
                }
            }
        }
        Ok(None)
    }

    /// The question's pairs of words in a chunk.
    pub(super) fn pairs(&self, chunk: u32, question: &Question) -> Result<Vec<PairHit>, StoreError> {
        let row = self.chunk_row(chunk)?;
        let title = BodyRow::title_of(self.must(self.tables.bodies, "bodies", row.body)?)?;
        Ok(pairs_in(question, row.searched(title), &row.language))
    }

    fn chunk_row(&self, id: u32) -> Result<ChunkRow, StoreError> {
        ChunkRow::read(self.must(self.tables.chunks, "chunks", id)?)
    }

    /// A chunk with its facts; of chunks read together, `known` remembers the names.
    pub(super) fn stored(&self, body: &BodyRow, place: &Place, known: &Known) -> Result<StoredChunk, StoreError> {
        let bare = self.bare(body, place)?;
        let facts = content(self.must(self.tables.facts, "facts", place.chunk)?);
        let facts = facts::read(facts, &bare.chunk.text, |id| self.name_known(id, known))?;
        Ok(StoredChunk { facts, ..bare })
    }

    /// A chunk without its facts.
    fn bare(&self, body: &BodyRow, place: &Place) -> Result<StoredChunk, StoreError> {
        let row = self.chunk_row(place.chunk)?;
        let chunk = Chunk {
            key: chunk_key(body.owner, row.suffix),
            document: body.owner,
            headings: row.headings,
            body: place.body,
            prefix: place.prefix.clone(),
            prefix_text: row.prefix_text,
            pages: place.pages.clone(),
            language: row.language,
            text: row.text,
            context: row.context,
        };
        Ok(StoredChunk { chunk, facts: Vec::new() })
    }

    pub(super) fn entities(&self, snapshot: &Snapshot, names: &[String]) -> Result<Vec<EntityFound>, StoreError> {
        let found = self.ids_named(names)?.into_iter().map(|id| self.entity_found(snapshot, id));
        let mut out: Vec<EntityFound> = found.collect::<Result<_, _>>()?;
        out.sort_by_key(|(row, _)| row.key);
        Ok(out)
    }

    /// The entities of names, without their relations.
    pub(super) fn named(&self, names: &[String]) -> Result<Vec<EntityRow>, StoreError> {
        let found = self.ids_named(names)?.into_iter().map(|id| self.entity(id));
        let mut out: Vec<EntityRow> = found.collect::<Result<_, _>>()?;
        out.sort_by_key(|row| row.key);
        Ok(out)
    }

    /// Ids of the classes or only names that are called so.
    fn ids_named(&self, names: &[String]) -> Result<BTreeSet<u32>, StoreError> {
        let mut ids = BTreeSet::new();
        for name in names {
            let key = name_key(name, "");
            for id in id_of(self.tables.name_keys, self.txn, key)?.into_iter().chain(self.senses(key, usize::MAX)?) {
                let id = self.entity_of(id)?;
                if !ids.contains(&id) && self.is_spoken(id)? {
                    ids.insert(id);
                }
            }
        }
        Ok(ids)
    }

    /// Ids of the names in a sense of their own whose plain name has this key; empty where they are more
    /// than `most`.
    fn senses(&self, key: Key, most: usize) -> Result<Vec<u32>, StoreError> {
        let mut out = Vec::new();
        for found in self.tables.senses.prefix_iter(self.txn, key.bytes()).map_err(io)? {
            let (key, _) = found.map_err(io)?;
            out.push(codec::id(key.get(16..).unwrap_or_default())?);
            if out.len() > most {
                return Ok(Vec::new());
            }
        }
        Ok(out)
    }

    /// Ids of the names that a question's name may mean.
    pub(super) fn meant(&self, name: &QuestionName) -> Result<Vec<u32>, StoreError> {
        let mut out = Vec::new();
        for key in [&name.key].into_iter().chain(&name.also) {
            out.extend(id_of(self.tables.name_keys, self.txn, *key)?);
        }
        if !name.folded.is_empty() {
            out.extend(self.senses(name.key, MOST_SENSES)?);
        }
        Ok(out)
    }

    /// True if any item has the entity of a class or single name as its name.
    pub(super) fn is_spoken(&self, id: u32) -> Result<bool, StoreError> {
        let names = class_of(&self.tables, self.txn, id)?.map_or_else(|| vec![id], |(_, class)| class.names);
        for name in names {
            if !NameSeen::read(self.must(self.tables.names, "names", name)?)?.forms.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn entity_found(&self, snapshot: &Snapshot, id: u32) -> Result<EntityFound, StoreError> {
        let names = class_of(&self.tables, self.txn, id)?.map_or_else(|| vec![id], |(_, class)| class.names);
        let mut relations = BTreeSet::new();
        for name in names {
            if let Some(bytes) = self.get(self.tables.name_relations, name)? {
                let list = Postings::read(&mut Reader::new("name_relations", bytes))?;
                relations.extend(list.ids(Owner { kind: NAME_RELATIONS, id: name }, self.tables.blocks, self.txn)?);
            }
        }
        let relations: Vec<RelationRow> =
            relations.into_iter().map(|id| self.relation(snapshot, id)).collect::<Result<_, _>>()?;
        let mut relations = relations;
        relations.sort_by_key(|row| row.key);
        Ok((self.entity(id)?, relations))
    }

    /// An entity by the id of its class or only name.
    pub(super) fn entity(&self, id: u32) -> Result<EntityRow, StoreError> {
        let class = class_of(&self.tables, self.txn, id)?.map(|(_, class)| class);
        let names = class.as_ref().map_or_else(|| vec![id], |class| class.names.clone());
        let rows: Vec<NameRow> = names.iter().map(|name| self.name(*name)).collect::<Result<_, _>>()?;
        let (name, kind) = voted(&rows);
        let held = rows.iter().any(|row| row.held > 0);
        let name = if held { self.renamed(&names)?.unwrap_or(name) } else { name };
        let mut keys: Vec<Key> = rows.iter().map(NameRow::key).collect();
        keys.sort_unstable();
        Ok(EntityRow {
            key: keys.first().copied().unwrap_or_default(),
            name,
            kind,
            names: called(&rows),
            keys,
            chunks: class.map_or_else(|| rows.iter().map(|row| row.chunks.count).sum(), |class| class.chunks),
            mentions: rows.iter().map(|row| row.mentions).sum(),
        })
    }

    /// The name that a person gave to the entity of these names (sorted); the last decision counts.
    pub(super) fn renamed(&self, names: &[u32]) -> Result<Option<String>, StoreError> {
        for decision in decided(&self.tables, self.txn)?.into_iter().rev() {
            if let Verdict::Rename { name, to } = decision.verdict
                && id_of(self.tables.name_keys, self.txn, name.key())?
                    .is_some_and(|id| names.binary_search(&id).is_ok())
            {
                return Ok(Some(to));
            }
        }
        Ok(None)
    }

    pub(super) fn relation(&self, snapshot: &Snapshot, id: u32) -> Result<RelationRow, StoreError> {
        let row = Stored::read(self.must(self.tables.relations, "relations", id)?)?;
        let (source, target) = (self.name(row.source)?, self.name(row.target)?);
        let ids = row.chunks.ids(Owner { kind: RELATIONS, id }, self.tables.blocks, self.txn)?;
        let mut chunks: Vec<Key> =
            ids.into_iter().map(|chunk| Ok(self.chunk_key(snapshot, chunk)?.0)).collect::<Result<_, StoreError>>()?;
        chunks.sort();
        Ok(RelationRow {
            key: quipu_kernel::model::relation_key(source.key(), &row.predicate, target.key()),
            source_name: source.key(),
            target_name: target.key(),
            periods: row.periods(),
            source: source.folded,
            predicate: row.predicate,
            target: target.folded,
            weight: weight(row.weight),
            chunks,
        })
    }
}
