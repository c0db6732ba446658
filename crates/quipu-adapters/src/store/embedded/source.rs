//! One question's reads of the embedded store: from memory-mapped pages, by private ids.

use std::cell::{OnceCell, RefCell};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Key, Kind, vote_kind, vote_name};
use quipu_kernel::view::{ChunksOf, Found, FoundChunk, FoundRelation, Needs, Question, Source, ViewChunk, ViewEntity};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::Words;
use super::codec::Reader;
use super::dense;
use super::env::io;
use super::facts;
use super::lexical::Fetched;
use super::postings::{Owner, Postings};
use super::rows::{BodyRow, NameRow, RelationRow};
use super::snapshot::{Rows, Snapshot};
use super::write::{NAME_RELATIONS, NAMES, RELATIONS, class_of};
use crate::store::contents::weight;
use quipu_kernel::model::relation_key;

/// The embedded store as one question may see it.
pub(super) struct EmbeddedSource<'a> {
    rows: Rows<'a>,
    snapshot: &'a Snapshot,
    words: &'a Words,
    admitted: Option<RoaringBitmap>,
    fetched: OnceCell<Fetched>,
    owners: RefCell<FxHashMap<u32, Key>>,
    titles: RefCell<FxHashMap<u32, Vec<u32>>>,
    entities: RefCell<FxHashMap<u32, u32>>,
}

impl<'a> EmbeddedSource<'a> {
    pub(super) fn new(
        rows: Rows<'a>,
        snapshot: &'a Snapshot,
        words: &'a Words,
        admitted: Option<RoaringBitmap>,
    ) -> Self {
        Self {
            rows,
            snapshot,
            words,
            admitted,
            fetched: OnceCell::new(),
            owners: RefCell::default(),
            titles: RefCell::default(),
            entities: RefCell::default(),
        }
    }

    fn fetched(&self, question: &Question, needs: &Needs) -> Result<&Fetched, StoreError> {
        if let Some(fetched) = self.fetched.get() {
            return Ok(fetched);
        }
        let fetched = self.snapshot.lexical(self.words, self.admitted.as_ref()).fetch(question, needs)?;
        Ok(self.fetched.get_or_init(|| fetched))
    }

    fn best(
        &self,
        question: &Question,
        needs: &Needs,
        limit: usize,
        within: Option<&RoaringBitmap>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        let fetched = self.fetched(question, needs)?;
        let lexical = self.snapshot.lexical(self.words, self.admitted.as_ref());
        lexical.best(fetched, question, limit, within, |chunk| Ok(self.key(chunk)?.0))
    }

    /// The key of a chunk and of its owner; owners are read once a question.
    fn key(&self, chunk: u32) -> Result<(Key, Key), StoreError> {
        let (body, _, suffix) = self.snapshot.head(chunk)?;
        if let Some(owner) = self.owners.borrow().get(&body) {
            return Ok((super::write::chunk_key(*owner, suffix), *owner));
        }
        let owner = BodyRow::owner_of(self.rows.must(self.rows.tables.bodies, "bodies", body)?)?;
        self.owners.borrow_mut().insert(body, owner);
        Ok((super::write::chunk_key(owner, suffix), owner))
    }

    fn entity_of(&self, name: u32) -> Result<u32, StoreError> {
        if let Some(entity) = self.entities.borrow().get(&name) {
            return Ok(*entity);
        }
        let entity = self.rows.entity_of(name)?;
        self.entities.borrow_mut().insert(name, entity);
        Ok(entity)
    }

    /// The names that titles give to the chunks of a body.
    fn titles(&self, body: u32) -> Result<Vec<u32>, StoreError> {
        if let Some(names) = self.titles.borrow().get(&body) {
            return Ok(names.clone());
        }
        let row = BodyRow::read_head(self.rows.must(self.rows.tables.bodies, "bodies", body)?)?;
        let names = row.title_names();
        self.titles.borrow_mut().insert(body, names.clone());
        Ok(names)
    }

    /// The names of an entity: those of its class, or itself.
    fn names(&self, entity: u32) -> Result<Vec<u32>, StoreError> {
        let class = class_of(&self.rows.tables, self.rows.txn, entity)?;
        Ok(class.map_or_else(|| vec![entity], |(_, class)| class.names))
    }

    fn postings(&self, list: &Postings, kind: u8, id: u32) -> Result<Vec<u32>, StoreError> {
        list.ids(Owner { kind, id }, self.rows.tables.blocks, self.rows.txn)
    }

    /// The admitted chunks of an entity; none when they are certainly more than `cap`.
    fn chunks_within(&self, entity: u32, cap: Option<usize>) -> Result<Option<Vec<u32>>, StoreError> {
        let names = self.names(entity)?;
        let most = cap.unwrap_or(usize::MAX);
        let mut chunks = Vec::new();
        for &name in &names {
            let row = self.rows.name(name)?;
            let all = chunks.len() + row.chunks.count as usize;
            if self.admitted.is_none() && names.len() == 1 && all > most {
                return Ok(None);
            }
            let from = chunks.len();
            row.chunks.each(Owner { kind: NAMES, id: name }, self.rows.tables.blocks, self.rows.txn, |chunk| {
                if self.admitted.as_ref().is_none_or(|admitted| admitted.contains(chunk)) {
                    chunks.push(chunk);
                }
                chunks.len() - from <= most
            })?;
        }
        if names.len() > 1 {
            chunks.sort_unstable();
            chunks.dedup();
        }
        Ok(Some(chunks).filter(|chunks| chunks.len() <= most))
    }

    fn relation(&self, id: u32) -> Result<FoundRelation, StoreError> {
        let row = RelationRow::read(self.rows.must(self.rows.tables.relations, "relations", id)?)?;
        let key = relation_key(self.rows.name(row.source)?.key(), &row.predicate, self.rows.name(row.target)?.key());
        let mut chunks = self.postings(&row.chunks, RELATIONS, id)?;
        if let Some(admitted) = &self.admitted {
            chunks.retain(|chunk| admitted.contains(*chunk));
        }
        Ok(FoundRelation {
            key,
            source: self.entity_of(row.source)?,
            predicate: row.predicate,
            target: self.entity_of(row.target)?,
            weight: weight(row.weight) as f32,
            chunks,
        })
    }

    fn entity(&self, id: u32) -> Result<ViewEntity, StoreError> {
        let Some((_, class)) = class_of(&self.rows.tables, self.rows.txn, id)? else {
            let row = self.rows.name(id)?;
            return Ok(ViewEntity {
                key: row.key(),
                name: row.shown().to_owned(),
                kind: row.kind(),
                chunks: row.chunks.count,
                title: row.titles > 0,
                hub: false,
            });
        };
        let rows: Vec<NameRow> = class.names.iter().map(|name| self.rows.name(*name)).collect::<Result<_, _>>()?;
        let (name, kind) = voted(&rows);
        let title = rows.iter().any(|row| row.titles > 0);
        Ok(ViewEntity { key: class.key, name, kind, chunks: class.chunks, title, hub: false })
    }
}

/// The name and kind that the names of a class vote for.
pub(super) fn voted(rows: &[NameRow]) -> (String, Kind) {
    let mut forms: std::collections::BTreeMap<&str, u64> = std::collections::BTreeMap::new();
    for (form, votes) in rows.iter().flat_map(|row| &row.forms) {
        *forms.entry(form).or_default() += votes;
    }
    let mut kinds: std::collections::BTreeMap<Kind, u64> = std::collections::BTreeMap::new();
    for (kind, votes) in rows.iter().flat_map(|row| &row.kinds) {
        *kinds.entry(Kind::from_number(*kind)).or_default() += votes;
    }
    let shown = vote_name(forms);
    let fallback = || rows.iter().map(|row| row.folded.as_str()).min().unwrap_or_default();
    (if shown.is_empty() { fallback() } else { shown }.to_owned(), vote_kind(kinds))
}

impl Source for EmbeddedSource<'_> {
    type Error = StoreError;

    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Found, StoreError> {
        let word_chunks = self.fetched(question, needs)?.word_chunks.clone();
        let mut named = Vec::new();
        if needs.entities {
            for (name, at) in question.names.iter().zip(0..) {
                let bytes = self.rows.tables.name_keys.get(self.rows.txn, name.key.bytes()).map_err(io)?;
                if let Some(id) = bytes.and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes) {
                    named.push((at, self.entity_of(id)?));
                }
            }
        }
        let dense = match question.vector.as_deref() {
            Some(vector) => dense::seeds(self.snapshot, self.admitted.as_ref(), vector, needs.dense, |chunk| {
                Ok(self.key(chunk)?.0)
            })?,
            None => Vec::new(),
        };
        let few = self.admitted.as_ref().filter(|admitted| admitted.len() <= needs.listed as u64);
        let listed = few.map(|admitted| admitted.iter().collect()).unwrap_or_default();
        Ok(Found {
            counts: self.snapshot.state.counts(),
            lexical: self.best(question, needs, needs.lexical, None)?,
            dense,
            listed,
            named,
            word_chunks,
        })
    }

    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, StoreError> {
        let of = |chunk: &u32| {
            let (body, ..) = self.snapshot.head(*chunk)?;
            let mut names = facts::names_of(self.rows.must(self.rows.tables.facts, "facts", *chunk)?)?;
            names.extend(self.titles(body)?);
            let mut entities = names.into_iter().map(|name| self.entity_of(name)).collect::<Result<Vec<_>, _>>()?;
            entities.sort_unstable();
            entities.dedup();
            Ok(entities)
        };
        chunks.iter().map(of).collect()
    }

    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, StoreError> {
        let of = |entity: &u32| Ok(self.chunks_within(*entity, Some(cap))?.map_or(ChunksOf::Hub, ChunksOf::All));
        entities.iter().map(of).collect()
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, StoreError> {
        let chunks = self.chunks_within(entity, None)?.unwrap_or_default();
        let within = RoaringBitmap::from_sorted_iter(chunks).map_err(io)?;
        self.best(question, needs, needs.cap, Some(&within))
    }

    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, StoreError> {
        let query = question.vector.as_deref().filter(|_| needs.cosines);
        let chunk = |&id: &u32| {
            let (_, length, _) = self.snapshot.head(id)?;
            let (key, document) = self.key(id)?;
            let has_vector = (needs.cosines || needs.vectors) && self.snapshot.alive.vectors.contains(id);
            let stored = |wanted: bool| has_vector && wanted;
            Ok(ViewChunk {
                key,
                document,
                length,
                hits: Vec::new(),
                cosine: query
                    .filter(|_| stored(needs.cosines))
                    .and_then(|query| dense::cosine(self.snapshot, id, query)),
                vector: if stored(needs.vectors) { dense::stored(self.snapshot, id).map(|v| v.vector()) } else { None },
            })
        };
        ids.iter().map(chunk).collect()
    }

    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, StoreError> {
        ids.iter().map(|id| self.entity(*id)).collect()
    }

    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, StoreError> {
        let mut wanted: FxHashMap<u32, u32> = FxHashMap::default();
        for &entity in entities {
            wanted.extend(self.names(entity)?.into_iter().map(|name| (name, entity)));
        }
        let mut out = Vec::new();
        for &chunk in chunks {
            let titles = self.titles(self.snapshot.head(chunk)?.0)?;
            out.extend(titles.iter().filter_map(|name| Some((*wanted.get(name)?, chunk))));
        }
        Ok(out)
    }

    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, StoreError> {
        let mut ids = Vec::new();
        for &entity in entities {
            for name in self.names(entity)? {
                if let Some(bytes) = self.rows.get(self.rows.tables.name_relations, name)? {
                    let list = Postings::read(&mut Reader::new("name_relations", bytes))?;
                    ids.extend(self.postings(&list, NAME_RELATIONS, name)?);
                }
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(|id| self.relation(id)).collect()
    }
}
