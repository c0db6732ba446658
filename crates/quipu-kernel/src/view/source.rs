//! The reads that cutting a view needs from a store: a few batched calls over the store's private ids.
//!
//! Every call takes a whole frontier and gives all its answers, so that a database needs a handful
//! of round trips a view, never one a vertex. A source is made for one question: the question's
//! filter is already applied to everything it gives, except to counts.

use super::{Counts, Needs, PairHit, Question, SaidIn, ViewChunk, ViewEntity, WordHit};
use crate::model::{ExtractedBy, Key, Period};

/// A chunk that the words of the question found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundChunk {
    /// The store's id of the chunk.
    pub id: u32,
    /// Number of terms.
    pub length: u32,
    /// The question's words in it that count, by position.
    pub hits: Vec<WordHit>,
}

/// The seeds of a view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Seeds {
    /// Counts of the workspace.
    pub counts: Counts,
    /// For each word of the question, the number of its chunks.
    pub word_chunks: Vec<u64>,
    /// The best chunks by BM25, best first, ties by key.
    pub lexical: Vec<FoundChunk>,
    /// The best chunks by cosine, best first, ties by key.
    pub dense: Vec<u32>,
    /// Chunks for [`Needs::listed`] that the filter admits, in any order.
    pub listed: Vec<u32>,
    /// Entities of the question's candidate names: position of the name, id of the entity.
    pub named: Vec<(u32, u32)>,
}

/// The chunks of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChunksOf {
    /// In these chunks, all of them.
    All(Vec<u32>),
    /// In more chunks than the cap.
    Hub,
}

/// A stated relation between two entities.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundRelation {
    /// The relation's key.
    pub key: Key,
    /// Id of the source entity.
    pub source: u32,
    /// The predicate.
    pub predicate: String,
    /// Id of the target entity.
    pub target: u32,
    /// Sum of the weights of its statements.
    pub weight: f32,
    /// The periods that its statements give, sorted, each once.
    pub periods: Vec<Period>,
    /// Chunks that state it.
    pub chunks: Vec<u32>,
}

/// One question's reads of a store.
pub trait ViewSource {
    /// Error of a read.
    type Error;

    /// The seeds: counts, best chunks by words and by vector, entities by name.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Seeds, Self::Error>;

    /// The entities of each chunk, titles included, without repeats.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, Self::Error>;

    /// The chunks of each entity, or that they are more than `cap`.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, Self::Error>;

    /// For an entity in more than `cap` chunks: its best `cap` by BM25 among the chunks that the
    /// question's words fetch, best first, ties by key.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, Self::Error>;

    /// Key, document, length, and where `needs` asks for them cosine and vector of each chunk;
    /// `hits` stay empty.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, Self::Error>;

    /// The question's pairs of words in each chunk, by position; see [`super::pairs_in`].
    ///
    /// # Errors
    /// When the store cannot be read.
    fn pairs(&self, chunks: &[u32], question: &Question) -> Result<Vec<Vec<PairHit>>, Self::Error>;

    /// Key, shown name, kind, count and title mark of each entity; `hub` stays false.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, Self::Error>;

    /// The pairs of these entities and chunks where the chunk's document is about the entity, in any
    /// order, repeats allowed.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, Self::Error>;

    /// Stated relations with an end among these entities.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, Self::Error>;

    /// Facts of one extractor in each chunk.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn said_by(&self, extractor: ExtractedBy, chunks: &[u32]) -> Result<Vec<SaidIn>, Self::Error>;
}
