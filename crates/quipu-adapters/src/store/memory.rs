//! The store in memory: the plain meaning of the port, and the reference for every other store.
//!
//! Contents are sorted maps; the index is rebuilt when a read finds it stale. Nothing is durable.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quipu_engine::ports::{
    Boxed, Change, DocumentRow, DumpRow, EntityFound, GraphSnapshot, ModelCard, Receipt, Select, SelectChunks, Status,
    Store, StoreError, StoredChunk, Verified, Waiting,
};
use quipu_kernel::model::{Decision, Key, name_key};
use quipu_kernel::rank::quantise::Quantised;
use quipu_kernel::view::{Needs, Question, View, cut};

use super::contents::{MemoryChunk, MemoryContents};
use super::memory_whole::MemoryWhole;
use super::resident::ResidentIndex;
use super::resident_source::ResidentSource;
use super::revectored::Revectored;

/// One state of the store; readers keep the state they began with.
#[derive(Clone, Default)]
struct State {
    change: u64,
    contents: Arc<MemoryContents>,
    resident: Arc<ResidentIndex>,
}

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    state: Mutex<State>,
    next: Mutex<Revectored>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn next(&self) -> MutexGuard<'_, Revectored> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> State {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The documents that a selection names.
pub(super) fn select_documents(contents: &MemoryContents, select: &Select) -> Vec<DocumentRow> {
    let all = contents.documents.iter();
    match select {
        Select::After(after, limit) => all
            .filter(|(key, _)| after.is_none_or(|after| **key > after))
            .take(*limit)
            .map(|(_, row)| row.clone())
            .collect(),
        Select::Keys(keys) => keys.iter().filter_map(|key| contents.documents.get(key).cloned()).collect(),
        Select::Texts(texts) => all.filter(|(_, row)| texts.contains(&row.text)).map(|(_, row)| row.clone()).collect(),
    }
}

fn stored(row: &MemoryChunk) -> StoredChunk {
    StoredChunk { chunk: row.chunk.clone(), facts: row.facts.clone() }
}

fn select_chunks(contents: &MemoryContents, select: &SelectChunks) -> Vec<StoredChunk> {
    let of = |keys: &[Key]| -> Vec<StoredChunk> {
        keys.iter().filter_map(|key| contents.chunks.get(key)).map(stored).collect()
    };
    match select {
        SelectChunks::Keys(keys) => of(keys),
        SelectChunks::Bare(keys) => {
            of(keys).into_iter().map(|stored| StoredChunk { facts: Vec::new(), ..stored }).collect()
        }
        SelectChunks::OfDocument(document) => {
            let body = contents.documents.get(document).and_then(|row| contents.bodies.get(&row.text));
            body.map(|body| of(&body.chunks)).unwrap_or_default()
        }
        SelectChunks::BareOf(document) => {
            let all = select_chunks(contents, &SelectChunks::OfDocument(*document));
            all.into_iter().map(|stored| StoredChunk { facts: Vec::new(), ..stored }).collect()
        }
        SelectChunks::Around(key, reach) => {
            let body = contents.bodies.values().find(|body| body.chunks.contains(key));
            let at = body.and_then(|body| body.chunks.iter().position(|known| known == key));
            let Some((body, at)) = body.zip(at) else { return Vec::new() };
            let near = at.saturating_sub(*reach)..body.chunks.len().min(at.saturating_add(*reach).saturating_add(1));
            select_chunks(contents, &SelectChunks::Bare(body.chunks[near].to_vec()))
        }
        SelectChunks::ByModels(document) => {
            let all = select_chunks(contents, &SelectChunks::OfDocument(*document));
            all.into_iter().map(StoredChunk::by_models).collect()
        }
    }
}

fn found_entities(resident: &ResidentIndex, names: &[String]) -> Vec<EntityFound> {
    let mut ids: Vec<u32> = names.iter().flat_map(|name| resident.named(name_key(name, ""))).collect();
    ids.sort_unstable();
    ids.dedup();
    let entity = |id: u32| {
        let entity = &resident.entities[id as usize];
        let relations = entity.relations.iter().map(|at| resident.relations[*at as usize].row.clone()).collect();
        (entity.row.clone(), relations)
    };
    ids.into_iter().filter(|id| resident.entities[*id as usize].spoken).map(entity).collect()
}

fn dump_rows<'a>(contents: &'a MemoryContents, resident: &'a ResidentIndex) -> impl Iterator<Item = DumpRow> + 'a {
    let documents = contents.documents.values().map(|row| DumpRow::Document(Box::new(row.clone())));
    let chunks = contents.chunks.values().map(|row| DumpRow::Chunk {
        chunk: row.chunk.clone(),
        facts: row.facts.clone(),
        vector: row.vector.as_ref().map(Quantised::vector),
        text: contents.documents.get(&row.chunk.document).map_or(Key::default(), |owner| owner.text),
    });
    let entities = resident.entities.iter().filter(|entity| entity.spoken);
    let entities = entities.map(|entity| DumpRow::of_names(entity.row.clone()));
    let relations = resident.relations.iter().map(|relation| DumpRow::Relation(relation.row.clone()));
    let decisions = contents.decisions.values().map(|decision| DumpRow::Decision(decision.clone()));
    documents.chain(chunks).chain(entities).chain(relations).chain(decisions)
}

impl Store for MemoryStore {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        let state = self.state();
        Box::pin(async move {
            let rows: Vec<&MemoryChunk> = state.contents.chunks.values().collect();
            let source = ResidentSource::new(&state.resident, &rows, question);
            Ok(cut(&source, question, needs).unwrap_or_else(|never| match never {}))
        })
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(async move { Ok(select_documents(&self.state().contents, select)) })
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(async move { Ok(select_chunks(&self.state().contents, select)) })
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        Box::pin(async move { Ok(found_entities(&self.state().resident, names)) })
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        Box::pin(async move { Ok(self.state().contents.decisions.values().cloned().collect()) })
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            self.next().forget(&change);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if change.is_empty() {
                return Ok(Receipt { change: state.change, ..Receipt::default() });
            }
            let (contents, moved) = state.contents.apply(change)?;
            let resident = Arc::new(ResidentIndex::build(&contents));
            *state = State { change: state.change + 1, contents: Arc::new(contents), resident };
            Ok(Receipt { change: state.change, added: moved.added, removed: moved.removed, lagging: None })
        })
    }

    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        Box::pin(async move { Ok(self.next().waiting(&self.state().contents, model, limit)) })
    }

    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.next().put(model, vectors);
            Ok(())
        })
    }

    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            let mut next = self.next();
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(contents) = next.switch(&state.contents, model)? {
                state.change += 1;
                state.contents = Arc::new(contents);
            }
            Ok(Receipt { change: state.change, ..Receipt::default() })
        })
    }

    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let state = self.state();
            let mut rows = dump_rows(&state.contents, &state.resident);
            while rows.next().is_some_and(&mut *take) {}
            Ok(())
        })
    }

    fn graph_snapshot(&self) -> Boxed<'_, Result<Box<dyn GraphSnapshot>, StoreError>> {
        let State { change, resident, .. } = self.state();
        Box::pin(async move { Ok(Box::new(MemoryWhole::new(change, resident)) as Box<dyn GraphSnapshot>) })
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        Box::pin(async move {
            let state = self.state();
            let vectors = state.contents.chunks.values().filter(|row| row.vector.is_some()).count();
            Ok(Status {
                change: state.change,
                documents: state.resident.counts.documents,
                chunks: state.resident.counts.chunks,
                names: state.resident.written,
                relations: state.resident.relations.len() as u64,
                terms: state.resident.counts.length,
                vectors: vectors as u64,
                ..Status::default()
            })
        })
    }

    fn verify(&self, _repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(async move { Ok(Verified { checked: self.state().resident.counts.chunks, ..Verified::default() }) })
    }
}
