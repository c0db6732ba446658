//! One question's reads of the embedded store: from memory-mapped pages, by private ids.

use std::cell::{OnceCell, RefCell};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Key, Kind, vote_kind, vote_name};
use quipu_kernel::view::{ChunksOf, Found, FoundChunk, FoundRelation, Needs, Question, Source, ViewChunk, ViewEntity};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::Words;
use super::bits::Bits;
use super::codec::{Reader, damaged};
use super::dense;
use super::env::io;
use super::facts;
use super::lexical::Fetched;
use super::name_row::{NameHead, NameRow, NameSeen};
use super::postings::{Owner, Postings};
use super::rows::{BodyRow, ClassRow, RelationRow};
use super::snapshot::{Rows, Snapshot};
use super::write::{NAME_RELATIONS, NAMES, RELATIONS, class_of};
use crate::store::contents::weight;
use quipu_kernel::model::relation_key;

/// A workspace of fewer chunks is not worth a second thread.
const ALONE: u64 = 50_000;

/// The nearest chunks with their cosines, and the best by words.
type Seeds = (Vec<(f32, u32)>, Vec<FoundChunk>);

/// The embedded store as one question may see it.
pub(super) struct EmbeddedSource<'a> {
    rows: Rows<'a>,
    snapshot: &'a Snapshot,
    words: &'a Words,
    /// The chunks that the question's filter admits, as a list and to be asked; none admits all.
    admitted: Option<(RoaringBitmap, Bits)>,
    word_chunks: OnceCell<Vec<u64>>,
    fetched: OnceCell<Fetched<'a>>,
    titles: RefCell<FxHashMap<u32, Vec<u32>>>,
    /// Rows of names read so far: a view comes back to them.
    names: RefCell<FxHashMap<u32, &'a [u8]>>,
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
            admitted: admitted.map(|admitted| {
                let bits = Bits::new(snapshot.state.next_chunk, &admitted);
                (admitted, bits)
            }),
            word_chunks: OnceCell::new(),
            fetched: OnceCell::new(),
            titles: RefCell::default(),
            names: RefCell::default(),
        }
    }

    fn admitted(&self) -> Option<&Bits> {
        self.admitted.as_ref().map(|(_, bits)| bits)
    }

    fn word_chunks(&self, question: &Question) -> Result<&Vec<u64>, StoreError> {
        if let Some(known) = self.word_chunks.get() {
            return Ok(known);
        }
        let counted = self.snapshot.lexical(self.words).word_chunks(question)?;
        Ok(self.word_chunks.get_or_init(|| counted))
    }

    fn fetched(&self, question: &Question, needs: &Needs) -> Result<&Fetched<'a>, StoreError> {
        if let Some(fetched) = self.fetched.get() {
            return Ok(fetched);
        }
        let word_chunks = self.word_chunks(question)?;
        let fetched = self.snapshot.lexical(self.words).fetch(question, needs, word_chunks, self.admitted())?;
        Ok(self.fetched.get_or_init(|| fetched))
    }

    /// The nearest chunks, and the best by words. A large workspace is scanned for the former on a
    /// thread of its own meanwhile.
    fn side_by_side(
        &self,
        question: &Question,
        needs: &Needs,
        list: Option<&RoaringBitmap>,
    ) -> Result<Seeds, StoreError> {
        let snapshot = self.snapshot;
        let query = question.vector.as_deref().filter(|_| needs.dense > 0);
        let nearest = move || query.map_or_else(Vec::new, |query| dense::nearest(snapshot, list, query, needs.dense));
        let words = || self.best(question, needs, needs.lexical, None);
        if query.is_none() || needs.lexical == 0 || snapshot.state.chunks < ALONE {
            return Ok((nearest(), words()?));
        }
        std::thread::scope(|scope| {
            let nearest = scope.spawn(nearest);
            let words = words()?;
            let nearest =
                nearest.join().map_err(|_| damaged("vectors", "their scan ended early; please report this"))?;
            Ok((nearest, words))
        })
    }

    fn best(
        &self,
        question: &Question,
        needs: &Needs,
        limit: usize,
        within: Option<&Bits>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let fetched = self.fetched(question, needs)?;
        self.snapshot.lexical(self.words).best(fetched, question, limit, within, |chunk| Ok(self.key(chunk)?.0))
    }

    /// The key of a chunk and of its owner.
    fn key(&self, chunk: u32) -> Result<(Key, Key), StoreError> {
        self.rows.chunk_key(self.snapshot, chunk)
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

    fn entity_of(&self, name: u32) -> Result<u32, StoreError> {
        Ok(self.class(name)?.map_or(name, |(id, _)| id))
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
        Ok(self.class(entity)?.map_or_else(|| vec![entity], |(_, class)| class.names))
    }

    fn postings(&self, list: &Postings, kind: u8, id: u32) -> Result<Vec<u32>, StoreError> {
        list.ids(Owner { kind, id }, self.rows.tables.blocks, self.rows.txn)
    }

    /// The admitted chunks of an entity; none when they are more than `most`.
    fn chunks_within(&self, entity: u32, most: usize) -> Result<Option<Vec<u32>>, StoreError> {
        let names = self.names(entity)?;
        let mut chunks = Vec::new();
        for &name in &names {
            let row = NameHead::read(self.name(name)?)?;
            let all = chunks.len() + row.chunks.count as usize;
            if self.admitted.is_none() && names.len() == 1 && all > most {
                return Ok(None);
            }
            let from = chunks.len();
            row.chunks.each(Owner { kind: NAMES, id: name }, self.rows.tables.blocks, self.rows.txn, |chunk| {
                if self.admitted().is_none_or(|admitted| admitted.contains(chunk)) {
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
        let name = |id: u32| NameSeen::read(self.name(id)?).map(|name| name.key());
        let key = relation_key(name(row.source)?, &row.predicate, name(row.target)?);
        let mut chunks = self.postings(&row.chunks, RELATIONS, id)?;
        if let Some(admitted) = self.admitted() {
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
        let Some((_, class)) = self.class(id)? else {
            let row = NameSeen::read(self.name(id)?)?;
            return Ok(ViewEntity {
                key: row.key(),
                name: row.shown().to_owned(),
                kind: row.kind(),
                chunks: row.head.chunks.count,
                title: row.head.titles > 0,
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
        let mut named = Vec::new();
        if needs.entities {
            for (name, at) in question.names.iter().zip(0..) {
                let bytes = self.rows.tables.name_keys.get(self.rows.txn, name.key.bytes()).map_err(io)?;
                if let Some(id) = bytes.and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes) {
                    named.push((at, self.entity_of(id)?));
                }
            }
        }
        let list = self.admitted.as_ref().map(|(list, _)| list);
        let (dense, lexical) = self.side_by_side(question, needs, list)?;
        let dense = dense::seeds(dense, needs.dense, |chunk| Ok(self.key(chunk)?.0))?;
        let few = list.filter(|list| list.len() <= needs.listed as u64);
        let listed = few.map(|admitted| admitted.iter().collect()).unwrap_or_default();
        Ok(Found {
            counts: self.snapshot.state.counts(),
            lexical,
            dense,
            listed,
            named,
            word_chunks: self.word_chunks(question)?.clone(),
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
        let of = |entity: &u32| Ok(self.chunks_within(*entity, cap)?.map_or(ChunksOf::Hub, ChunksOf::All));
        entities.iter().map(of).collect()
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, StoreError> {
        let mut within = Bits::new(self.snapshot.state.next_chunk, []);
        for name in self.names(entity)? {
            let row = NameHead::read(self.name(name)?)?;
            row.chunks.each(Owner { kind: NAMES, id: name }, self.rows.tables.blocks, self.rows.txn, |chunk| {
                within.insert(chunk);
                true
            })?;
        }
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
