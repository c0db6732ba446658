//! The graph as one question reads it: names, the entities they make, the chunks that hold them.
//!
//! Rows of names are borrowed from mapped pages and kept for the question, which reads them again;
//! of a small workspace the rows that were read stay resident.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{ExtractedBy, Key, Kind, relation_key, vote_kind, vote_name};
use quipu_kernel::view::{FoundRelation, SaidIn, Stated, ViewEntity};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::codec::Reader;
use super::facts::{self, Told};
use super::name_row::{NameHead, NameRow, NameSeen};
use super::postings::{Owner, Postings};
use super::resident::{Entity, Held};
use super::rows::{BodyRow, ClassRow, RelationRow};
use super::sealed::content;
use super::snapshot::{Rows, Snapshot};
use super::write::{NAME_RELATIONS, NAMES, RELATIONS, class_of};
use crate::store::contents::{steps, weight};

/// The graph of one change.
pub(super) struct Graph<'a> {
    rows: Rows<'a>,
    snapshot: &'a Snapshot,
    titles: RefCell<FxHashMap<u32, Vec<u32>>>,
    /// Rows of names read so far.
    names: RefCell<FxHashMap<u32, &'a [u8]>>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(rows: Rows<'a>, snapshot: &'a Snapshot) -> Self {
        Self { rows, snapshot, titles: RefCell::default(), names: RefCell::default() }
    }

    /// The row of a name.
    fn name(&self, id: u32) -> Result<&'a [u8], StoreError> {
        if let Some(row) = self.names.borrow().get(&id) {
            return Ok(row);
        }
        let row = self.rows.must(self.rows.tables.names, "names", id)?;
        self.names.borrow_mut().insert(id, row);
        Ok(row)
    }

    /// The class of a name that alias links join with others.
    fn class(&self, name: u32) -> Result<Option<(u32, ClassRow)>, StoreError> {
        if !NameHead::read(self.name(name)?)?.linked {
            return Ok(None);
        }
        class_of(&self.rows.tables, self.rows.txn, name)
    }

    /// The entity of a name.
    pub(super) fn entity_of(&self, name: u32) -> Result<u32, StoreError> {
        Ok(self.class(name)?.map_or(name, |(id, _)| id))
    }

    /// The entities of names, in order, each once.
    fn entities_of(&self, names: impl IntoIterator<Item = u32>) -> Result<Box<[u32]>, StoreError> {
        let mut out = names.into_iter().map(|name| self.entity_of(name)).collect::<Result<Vec<_>, _>>()?;
        out.sort_unstable();
        out.dedup();
        Ok(out.into())
    }

    /// The names that titles give to the chunks of a body.
    pub(super) fn titles(&self, body: u32) -> Result<Vec<u32>, StoreError> {
        if let Some(names) = self.titles.borrow().get(&body) {
            return Ok(names.clone());
        }
        let row = BodyRow::read_head(self.rows.must(self.rows.tables.bodies, "bodies", body)?)?;
        let names = row.title_names();
        self.titles.borrow_mut().insert(body, names.clone());
        Ok(names)
    }

    /// The entities of a chunk, in order.
    pub(super) fn entities_in(&self, chunk: u32) -> Result<Vec<u32>, StoreError> {
        match self.held(chunk)? {
            Some(held) => Ok(held.entities.to_vec()),
            None => self.read_entities_in(chunk).map(Vec::from),
        }
    }

    /// The facts of one extractor in a chunk.
    pub(super) fn said_in(&self, chunk: u32, by: ExtractedBy) -> Result<SaidIn, StoreError> {
        let (_, mut told) = facts::told(content(self.rows.must(self.rows.tables.facts, "facts", chunk)?))?;
        told.retain(|told| told.extractor == by);
        let names = told.iter().flat_map(Told::names);
        let entities = self.entities_of(names.chain(self.titles(self.snapshot.head(chunk)?.0)?))?;
        let mut relations: BTreeMap<Key, Stated> = BTreeMap::new();
        for said in told.iter().flat_map(|told| &told.statements) {
            let key = relation_key(self.key(said.source)?, said.predicate, self.key(said.target)?);
            relations.entry(key).or_default().add(weight(steps(said.weight)), [&said.period]);
        }
        Ok(SaidIn { entities: entities.into(), relations: relations.into_iter().collect() })
    }

    /// The key of a name.
    pub(super) fn key(&self, name: u32) -> Result<Key, StoreError> {
        Ok(NameSeen::read(self.name(name)?)?.key())
    }

    /// The entities that the document of a chunk is about, in order.
    pub(super) fn subjects_of(&self, chunk: u32) -> Result<Cow<'a, [u32]>, StoreError> {
        match self.held(chunk)? {
            Some(held) => Ok(Cow::Borrowed(&held.subjects)),
            None => Ok(Cow::Owned(self.read_subjects_of(chunk)?.into())),
        }
    }

    fn held(&self, chunk: u32) -> Result<Option<&'a Held>, StoreError> {
        let read = || Ok(Held { entities: self.read_entities_in(chunk)?, subjects: self.read_subjects_of(chunk)? });
        self.snapshot.resident.held(chunk, read)
    }

    fn read_entities_in(&self, chunk: u32) -> Result<Box<[u32]>, StoreError> {
        let (body, ..) = self.snapshot.head(chunk)?;
        let names = facts::names_of(self.rows.must(self.rows.tables.facts, "facts", chunk)?)?;
        self.entities_of(names.into_iter().chain(self.titles(body)?))
    }

    fn read_subjects_of(&self, chunk: u32) -> Result<Box<[u32]>, StoreError> {
        self.entities_of(self.titles(self.snapshot.head(chunk)?.0)?)
    }

    /// The names of an entity: those of its class, or itself.
    fn names(&self, entity: u32) -> Result<Cow<'a, [u32]>, StoreError> {
        match self.resident(entity)? {
            Some(known) => Ok(Cow::Borrowed(&known.names)),
            None => Ok(Cow::Owned(self.read_names(entity)?)),
        }
    }

    pub(super) fn read_names(&self, entity: u32) -> Result<Vec<u32>, StoreError> {
        Ok(self.class(entity)?.map_or_else(|| vec![entity], |(_, class)| class.names))
    }

    fn resident(&self, entity: u32) -> Result<Option<&'a Entity>, StoreError> {
        self.snapshot.resident.entity(entity, || {
            let names = self.read_names(entity)?;
            let chunks = self.read_chunks(&names, None, usize::MAX)?.unwrap_or_default();
            Ok(Entity { shown: self.read_entity(entity)?, names: names.into(), chunks: chunks.into() })
        })
    }

    /// The admitted chunks of an entity, in order; missing when they are more than `most`.
    pub(super) fn chunks_within(
        &self,
        entity: u32,
        admitted: Option<&Bits>,
        most: usize,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let Some(known) = self.resident(entity)? else {
            return self.read_chunks(&self.read_names(entity)?, admitted, most);
        };
        if admitted.is_none() && known.chunks.len() > most {
            return Ok(None);
        }
        let admits = |chunk: &u32| admitted.is_none_or(|admitted| admitted.contains(*chunk));
        let chunks: Vec<u32> = known.chunks.iter().copied().filter(admits).take(most.saturating_add(1)).collect();
        Ok(Some(chunks).filter(|chunks| chunks.len() <= most))
    }

    pub(super) fn read_chunks(
        &self,
        names: &[u32],
        admitted: Option<&Bits>,
        most: usize,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let mut chunks = Vec::new();
        for &name in names {
            let row = NameHead::read(self.name(name)?)?;
            if admitted.is_none() && names.len() == 1 && row.chunks.count as usize > most {
                return Ok(None);
            }
            let from = chunks.len();
            row.chunks.each(Owner { kind: NAMES, id: name }, self.rows.tables.blocks, self.rows.txn, |chunk| {
                if admitted.is_none_or(|admitted| admitted.contains(chunk)) {
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

    /// Hands every chunk of an entity to `take`, in any order, repeats allowed.
    pub(super) fn each_chunk(&self, entity: u32, mut take: impl FnMut(u32)) -> Result<(), StoreError> {
        for &name in self.names(entity)?.iter() {
            let owner = Owner { kind: NAMES, id: name };
            let row = NameHead::read(self.name(name)?)?;
            row.chunks.each(owner, self.rows.tables.blocks, self.rows.txn, |chunk| {
                take(chunk);
                true
            })?;
        }
        Ok(())
    }

    /// An entity as views show it.
    pub(super) fn entity(&self, id: u32) -> Result<ViewEntity, StoreError> {
        match self.resident(id)? {
            Some(known) => Ok(known.shown.clone()),
            None => self.read_entity(id),
        }
    }

    pub(super) fn read_entity(&self, id: u32) -> Result<ViewEntity, StoreError> {
        let Some((_, class)) = self.class(id)? else {
            let row = NameSeen::read(self.name(id)?)?;
            let renamed = if row.held > 0 { self.rows.renamed(&[id])? } else { None };
            return Ok(ViewEntity {
                key: row.key(),
                name: renamed.unwrap_or_else(|| row.shown().to_owned()),
                kind: row.kind(),
                chunks: row.head.chunks.count,
                title: row.head.titles > 0,
                hub: false,
            });
        };
        let rows: Vec<NameRow> = class.names.iter().map(|name| self.rows.name(*name)).collect::<Result<_, _>>()?;
        let (name, kind) = voted(&rows);
        let held = rows.iter().any(|row| row.held > 0);
        let name = if held { self.rows.renamed(&class.names)?.unwrap_or(name) } else { name };
        let title = rows.iter().any(|row| row.titles > 0);
        Ok(ViewEntity { key: class.key, name, kind, chunks: class.chunks, title, hub: false })
    }

    fn postings(&self, list: &Postings, kind: u8, id: u32) -> Result<Vec<u32>, StoreError> {
        list.ids(Owner { kind, id }, self.rows.tables.blocks, self.rows.txn)
    }

    /// The relations with an end among these entities, with their admitted chunks.
    pub(super) fn relations(
        &self,
        entities: &[u32],
        admitted: Option<&Bits>,
    ) -> Result<Vec<FoundRelation>, StoreError> {
        let mut ids = Vec::new();
        for &entity in entities {
            for &name in self.names(entity)?.iter() {
                if let Some(bytes) = self.rows.get(self.rows.tables.name_relations, name)? {
                    let list = Postings::read(&mut Reader::new("name_relations", bytes))?;
                    ids.extend(self.postings(&list, NAME_RELATIONS, name)?);
                }
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(|id| self.relation(id, admitted)).collect()
    }

    fn relation(&self, id: u32, admitted: Option<&Bits>) -> Result<FoundRelation, StoreError> {
        let row = RelationRow::read(self.rows.must(self.rows.tables.relations, "relations", id)?)?;
        let key = relation_key(self.key(row.source)?, &row.predicate, self.key(row.target)?);
        let mut chunks = self.postings(&row.chunks, RELATIONS, id)?;
        if let Some(admitted) = admitted {
            chunks.retain(|chunk| admitted.contains(*chunk));
        }
        Ok(FoundRelation {
            key,
            source: self.entity_of(row.source)?,
            periods: row.periods(),
            predicate: row.predicate,
            target: self.entity_of(row.target)?,
            weight: weight(row.weight) as f32,
            chunks,
        })
    }
}

/// The folded names by which a class is called, else all that could be written.
pub(super) fn called(rows: &[NameRow]) -> Vec<String> {
    let folded = |rows: Vec<&NameRow>| -> BTreeSet<String> { rows.into_iter().map(|row| row.folded.clone()).collect() };
    let called = folded(rows.iter().filter(|row| !row.forms.is_empty()).collect());
    let called = if called.is_empty() { folded(rows.iter().collect()) } else { called };
    called.into_iter().collect()
}

/// The name and kind that the names of a class vote for.
pub(super) fn voted(rows: &[NameRow]) -> (String, Kind) {
    let mut forms: BTreeMap<&str, u64> = BTreeMap::new();
    for (form, votes) in rows.iter().flat_map(|row| &row.forms) {
        *forms.entry(form).or_default() += votes;
    }
    let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
    for (kind, votes) in rows.iter().flat_map(|row| &row.kinds) {
        *kinds.entry(Kind::from_number(*kind)).or_default() += votes;
    }
    let shown = vote_name(forms);
    let fallback = || rows.iter().map(|row| row.folded.as_str()).min().unwrap_or_default();
    (if shown.is_empty() { fallback() } else { shown }.to_owned(), vote_kind(kinds))
}
