//! The store port: keys and bytes, views and commits; no model, no prompt, no ranking policy.
//!
//! A *body* is one text with its chunks; documents with equal text are copies and share a body,
//! owned by the copy with the smallest key. Who owns what is decided above the store (see
//! `quipu_kernel::change`); a commit says the outcome, and the store makes it durable at once.

use quipu_kernel::model::{Chunk, Facts, Format, Key, Kind, Mention, Metadata, Pages, SourceFile, Span};
use quipu_kernel::view::{Needs, Question, View};
use serde::{Deserialize, Serialize};

use super::{Boxed, ModelCard};

/// A document as a store keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentRow {
    /// The document's key.
    pub key: Key,
    /// Its id.
    pub id: String,
    /// Where it was read.
    pub source: SourceFile,
    /// Its title.
    pub title: String,
    /// What is known about it.
    pub metadata: Metadata,
    /// Language, ISO 639-1 or empty.
    pub language: String,
    /// How the text is marked up.
    pub format: Format,
    /// What is missing and why.
    pub partial: Option<String>,
    /// Key of its text: which body is its own.
    pub text: Key,
    /// The names that its title gives to every chunk of its body.
    pub title_names: Vec<Mention>,
}

/// What becomes of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum DocumentChange {
    /// It is new, or known and changed.
    Put(Box<DocumentRow>),
    /// It goes.
    Remove(Key),
}

/// The content of a chunk that the store does not have, or has with another content.
#[derive(Debug, Clone, PartialEq)]
pub struct NewChunk {
    /// The chunk.
    pub chunk: Chunk,
    /// What it says, by extractor.
    pub facts: Vec<Facts>,
    /// Its unit vector, where the model covers it.
    pub vector: Option<Vec<f32>>,
}

/// One chunk of a body, in the order of the text.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyChunk {
    /// The store has it; only its place may have moved.
    Kept {
        /// Its key.
        key: Key,
        /// Its body's place in the text.
        body: Span,
        /// The places of its prefix.
        prefix: Vec<Span>,
        /// Its pages.
        pages: Option<Pages>,
    },
    /// The store does not have it, or must replace it.
    New(Box<NewChunk>),
}

/// A text with its chunks.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Key of the text.
    pub text: Key,
    /// Key of the document that owns it.
    pub owner: Key,
    /// The owner's title: searched with every chunk.
    pub title: String,
    /// The chunks.
    pub chunks: Vec<BodyChunk>,
}

/// What becomes of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyChange {
    /// It is new, has other chunks or another owner.
    Put(Body),
    /// No document has this text any more.
    Remove(Key),
}

/// A set of changes that become durable together. Chunks that are in no body afterwards go.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Change {
    /// Documents, each at most once.
    pub documents: Vec<DocumentChange>,
    /// Bodies, each at most once.
    pub bodies: Vec<BodyChange>,
}

impl Change {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.bodies.is_empty()
    }
}

/// What a commit did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Receipt {
    /// Number of the change; each commit that changes something counts one up.
    pub change: u64,
    /// Chunks that came.
    pub added: u64,
    /// Chunks that went.
    pub removed: u64,
    /// Who still reads an older state, so that the space of what went cannot be used again.
    pub lagging: Option<Lagging>,
}

/// Which documents to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Select {
    /// At most `limit` documents by key, after a key.
    After(Option<Key>, usize),
    /// These, where they exist.
    Keys(Vec<Key>),
    /// All copies of these texts.
    Texts(Vec<Key>),
}

/// Which chunks to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectChunks {
    /// These, where they exist, in the order asked.
    Keys(Vec<Key>),
    /// The same without their facts, which cost more to read than the chunks.
    Bare(Vec<Key>),
    /// All chunks of the document's body, in the order of the text.
    OfDocument(Key),
}

/// A chunk as a store keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredChunk {
    /// The chunk.
    pub chunk: Chunk,
    /// What it says, by extractor.
    pub facts: Vec<Facts>,
}

/// An entity as derived from its contributions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntityRow {
    /// The smallest name key of its class.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind, by vote.
    pub kind: Kind,
    /// All folded names of the class, sorted.
    pub names: Vec<String>,
    /// In how many chunks it is.
    pub chunks: u64,
    /// How many mentions name it (titles not counted).
    pub mentions: u64,
}

/// A relation as derived from its statements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelationRow {
    /// The relation's key.
    pub key: Key,
    /// Folded name of its source.
    pub source: String,
    /// The predicate.
    pub predicate: String,
    /// Folded name of its target.
    pub target: String,
    /// Sum of the weights of its statements.
    pub weight: f64,
    /// Keys of the chunks that state it, sorted.
    pub chunks: Vec<Key>,
}

/// An entity with the relations stated about it.
pub type EntityFound = (EntityRow, Vec<RelationRow>);

/// A row of the canonical dump: sorted by kind and key, without store times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum DumpRow {
    /// A document.
    Document(Box<DocumentRow>),
    /// A chunk with its facts.
    Chunk {
        /// The chunk.
        chunk: Chunk,
        /// What it says.
        facts: Vec<Facts>,
        /// The stored vector, rounded as the store keeps it.
        vector: Option<Vec<f32>>,
    },
    /// An entity.
    Entity(EntityRow),
    /// A relation.
    Relation(RelationRow),
}

/// What a store holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Status {
    /// Number of the last change.
    pub change: u64,
    /// Documents, copies counted each.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Distinct names.
    pub names: u64,
    /// Stated relations.
    pub relations: u64,
    /// Terms in all chunks together.
    pub terms: u64,
    /// The embedding model, once a vector was stored.
    pub model: Option<ModelCard>,
    /// Chunks that have a vector.
    pub vectors: u64,
    /// Chunks that the word index has not taken in yet; readers scan them.
    pub unindexed: u64,
    /// Size of each part on disk, in bytes; empty for a store in memory.
    pub bytes: Vec<(String, u64)>,
    /// Who reads the oldest state, when it is not the newest.
    pub lagging: Option<Lagging>,
}

/// A process that reads an old state of a store, which keeps what was replaced since until it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lagging {
    /// Its number.
    pub process: u32,
    /// How many commits came since the state that it reads.
    pub commits: u64,
}

/// Something that `doctor` found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Which part ("names", "word index").
    pub part: String,
    /// What is wrong.
    pub found: String,
    /// Whether it was repaired.
    pub repaired: bool,
}

/// What `doctor` looked at and found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Verified {
    /// References and counts checked.
    pub checked: u64,
    /// What was wrong.
    pub problems: Vec<Problem>,
}

/// Why a store could not do what was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The directory holds a format of another version.
    #[error("{path} holds format {found}, this program reads format {expected}; {advice}")]
    Format {
        /// Which directory.
        path: String,
        /// Version found.
        found: u32,
        /// Version read.
        expected: u32,
        /// What to do.
        advice: String,
    },
    /// The index holds vectors of another model.
    #[error(
        "the index holds vectors of {found}, the settings name {expected}; set `embed.model` back, or index into a new workspace"
    )]
    Model {
        /// Model of the index.
        found: String,
        /// Model asked for.
        expected: String,
    },
    /// Another process writes.
    #[error("{holder} is writing to {path} and did not finish within {waited_s} s; try again when it is done")]
    Busy {
        /// Which directory.
        path: String,
        /// Who holds the lock.
        holder: String,
        /// How long was waited, in seconds.
        waited_s: u64,
    },
    /// Stored bytes do not decode.
    #[error("{part} is damaged: {reason}; run `quipu doctor --repair`")]
    Damaged {
        /// Which part.
        part: String,
        /// How.
        reason: String,
    },
    /// A key or a value does not fit.
    #[error("{what} has {found} bytes; give it {least} to {most}")]
    Size {
        /// Of what.
        what: String,
        /// Bytes it has.
        found: usize,
        /// Bytes it has at least.
        least: usize,
        /// Bytes it has at most.
        most: usize,
    },
    /// The disk, the directory or an engine below refused.
    #[error("{part}: {reason}")]
    Io {
        /// Which part.
        part: String,
        /// What it said.
        reason: String,
    },
}

/// Holds documents, chunks, facts and vectors, and cuts views of them.
///
/// Laws, which every implementation runs: a commit is all or nothing; what a commit put is seen by
/// the next read; equal contents give equal dumps, equal views and equal scores, whatever the order
/// of the commits that led there; no read writes.
pub trait Store: Send + Sync {
    /// The part of the graph that a question can see.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>>;
    /// Documents, by key.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>>;
    /// Chunks with their facts.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>>;
    /// Entities of any name in `names` (folded), with the relations stated about them.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>>;
    /// Makes a change durable: all of it or nothing.
    ///
    /// # Errors
    /// When the change could not be made durable; then nothing of it is there.
    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>>;
    /// The canonical dump, row by row, sorted by kind and key.
    ///
    /// # Errors
    /// When the store cannot be read; what `take` refuses ends the dump without error.
    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>>;
    /// What the store holds.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn status(&self) -> Boxed<'_, Result<Status, StoreError>>;
    /// Checks every reference and count; with `repair`, rebuilds what is derived.
    ///
    /// # Errors
    /// When the store cannot be read at all.
    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>>;
}
