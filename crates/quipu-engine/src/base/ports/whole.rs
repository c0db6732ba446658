//! A consistent read of a whole store: the graph of one state, by batches, for algorithms that need all of it.

use quipu_kernel::graph::Sparse;
use quipu_kernel::model::{Key, Kind, Period};

use super::{Boxed, StoreError};

/// Numbers of entities, chunks and relations to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// Number of the change whose state is read.
    pub change: u64,
    /// Entities in at least one chunk.
    pub entities: u32,
    /// Chunks.
    pub chunks: u32,
    /// Stated relations.
    pub relations: u32,
}

/// An entity, by its class's representative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeEntity {
    /// The smallest name key of its class.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind, by vote.
    pub kind: Kind,
    /// Number of chunks that contain it.
    pub chunks: u64,
}

/// A chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeChunk {
    /// The chunk's key.
    pub key: Key,
    /// Key of the document that owns it.
    pub document: Key,
}

/// A stated relation.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeRelation {
    /// The relation's key.
    pub key: Key,
    /// Position of its source among the entities.
    pub source: u32,
    /// The predicate.
    pub predicate: String,
    /// Position of its target among the entities.
    pub target: u32,
    /// Sum of the weights of its statements.
    pub weight: f64,
    /// The periods that its statements give, sorted, each once.
    pub periods: Vec<Period>,
    /// Positions of the chunks that state it, sorted.
    pub chunks: Vec<u32>,
}

/// One state of a store, with its graph by batches.
///
/// Entities, chunks and relations each have a position: they are counted from 0 in the order of their keys, so
/// that equal contents have equal positions in every store. A batch begins at a position and holds the rows behind
/// it; it is empty from the last position on, and holds at least one row before.
///
/// All batches are of the state at the call of [`super::Store::whole`], independent of later
/// commits. A store keeps replaced data until this is dropped, so drop it early.
pub trait Whole: Send + Sync {
    /// Numbers of entities, chunks and relations.
    fn extent(&self) -> Extent;

    /// At most `most` entities from position `first` on.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeEntity>, StoreError>>;

    /// At most `most` chunks from position `first` on.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn chunks(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeChunk>, StoreError>>;

    /// At most `most` relations from position `first` on.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn relations(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeRelation>, StoreError>>;

    /// For entities from position `first` on, a row each: the positions of the chunks that hold it, titles
    /// included. As many rows as hold `most` chunks together; the first is always included, at any length.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn chunks_of(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>>;

    /// The reverse direction: for chunks from position `first` on, a row each of the positions of its entities.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities_in(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>>;
}
