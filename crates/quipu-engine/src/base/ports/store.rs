//! The store port: keys and bytes, views and commits; no model, no prompt, no ranking policy.
//!
//! A *body* is one text with its chunks; documents with equal text are copies and share a body,
//! owned by the copy with the smallest key. Ownership is decided above the store (see
//! `quipu_kernel::change`); a commit states the outcome, and the store makes it durable at once.

use crate::base::ports::store_error::StoreError;
use quipu_kernel::model::{
    AliasLink, ByHand, Chunk, Decision, ExtractedBy, Facts, Format, Key, Kind, Mention, Metadata, Pages, Period,
    SourceFile, Span, Statement,
};
use quipu_kernel::view::{FilterFields, Needs, Question, View};
use serde::{Deserialize, Serialize};

use super::{Boxed, GraphSnapshot, ModelCard};

/// A document as a store keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DocumentRow {
    /// The document's key.
    pub key: Key,
    /// Its id.
    pub id: String,
    /// Its source.
    pub source: SourceFile,
    /// Its title.
    pub title: String,
    /// Its metadata.
    pub metadata: Metadata,
    /// Language, ISO 639-1 or empty.
    pub language: String,
    /// The text's markup format.
    pub format: Format,
    /// The missing part and the reason.
    pub partial: Option<String>,
    /// Fields set by a person; `title` and `metadata` include them.
    #[serde(default, skip_serializing_if = "ByHand::is_empty")]
    pub by_hand: ByHand,
    /// Key of its text: which body is its own.
    pub text: Key,
    /// The recipe of the rules that found its facts; empty if it is older than recipes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The mentions in its title, for every chunk of its body.
    pub title_names: Vec<Mention>,
    /// Aliases that its title and its metadata state; quotes are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title_links: Vec<AliasLink>,
}

impl DocumentRow {
    /// The fields that filters see.
    pub fn described(&self) -> FilterFields<'_> {
        let Self { id, title, language, source, metadata, .. } = self;
        FilterFields { id, title, language, source: &source.path, metadata }
    }
}

/// A change of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum DocumentChange {
    /// A new document, or a changed one.
    Put(Box<DocumentRow>),
    /// A removed document.
    Remove(Key),
}

/// The content of a chunk that the store does not have, or has with another content.
#[derive(Debug, Clone, PartialEq)]
pub struct NewChunk {
    /// The chunk.
    pub chunk: Chunk,
    /// Its facts, by extractor.
    pub facts: Vec<Facts>,
    /// Its unit vector, where the model covers it.
    pub vector: Option<Vec<f32>>,
}

/// One chunk of a body, in the order of the text.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyChunk {
    /// The store has it; only its place, or the extracted facts, may have changed.
    Kept {
        /// Its key.
        key: Key,
        /// Its body's place in the text.
        body: Span,
        /// The places of its prefix.
        prefix: Vec<Span>,
        /// Its pages.
        pages: Option<Pages>,
        /// Its new facts, where they change; its words and its vector stay.
        facts: Option<Restated>,
    },
    /// The store does not have it, or must replace it.
    New(Box<NewChunk>),
}

/// The new facts of a kept chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Restated {
    /// All of it, by extractor.
    pub facts: Vec<Facts>,
    /// True if the facts found by rules are unchanged: then a store need not process them again.
    pub rules_stand: bool,
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

/// A change of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyChange {
    /// A body that is new, or has other chunks or another owner.
    Put(Body),
    /// No document has this text any more.
    Remove(Key),
}

/// A change of a person's decision.
#[derive(Debug, Clone, PartialEq)]
pub enum DecisionChange {
    /// A new decision, or one that replaces that of its number.
    Put(Decision),
    /// The decision of this number is taken back.
    Remove(u64),
}

/// A set of changes that become durable together. Chunks that are in no body afterwards go.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Change {
    /// Documents, each at most once.
    pub documents: Vec<DocumentChange>,
    /// Bodies, each at most once.
    pub bodies: Vec<BodyChange>,
    /// Decisions, each number at most once.
    pub decisions: Vec<DecisionChange>,
}

impl Change {
    /// True if there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.bodies.is_empty() && self.decisions.is_empty()
    }
}

/// The result of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Receipt {
    /// Number of the change; each commit that changes something counts one up.
    pub change: u64,
    /// Number of added chunks.
    pub added: u64,
    /// Number of removed chunks.
    pub removed: u64,
    /// A process that still reads an older state, so that the space of replaced data cannot be reused.
    pub lagging: Option<Lagging>,
}

/// A selection of documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Select {
    /// At most `limit` documents by key, after a key.
    After(Option<Key>, usize),
    /// These, where they exist.
    Keys(Vec<Key>),
    /// All copies of these texts.
    Texts(Vec<Key>),
}

/// A selection of chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectChunks {
    /// These, where they exist, in the order asked.
    Keys(Vec<Key>),
    /// Chunks without their facts, which cost more to read than the chunks.
    Bare(Vec<Key>),
    /// All chunks of the document's body, in the order of the text.
    OfDocument(Key),
    /// Chunks of a body without their facts.
    BareOf(Key),
    /// Chunks of a body with facts by models only: [`StoredChunk::by_models`].
    ByModels(Key),
    /// This one with a number of chunks of its body before and behind it, in the order of the text, without their
    /// facts; empty if it does not exist.
    Around(Key, usize),
}

/// A chunk as a store keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredChunk {
    /// The chunk.
    pub chunk: Chunk,
    /// Its facts, by extractor.
    pub facts: Vec<Facts>,
}

impl StoredChunk {
    /// Its key and its document's, with models' statements, descriptions and claims; no text, and neither mentions nor
    /// keywords in it.
    #[must_use]
    pub fn by_models(self) -> Self {
        let Self { chunk: Chunk { key, document, .. }, facts } = self;
        let by_models = facts.into_iter().filter(|facts| facts.extractor != ExtractedBy::Rules);
        let bare = |mut facts: Facts| {
            facts.statements.iter_mut().for_each(|said| said.keywords.clear());
            Facts { mentions: Vec::new(), links: Vec::new(), ..facts }
        };
        Self { chunk: Chunk { key, document, ..Chunk::default() }, facts: by_models.map(bare).collect() }
    }
}

/// An entity as derived from its contributions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct EntityRow {
    /// The smallest name key of its class.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind, by vote.
    pub kind: Kind,
    /// Its folded names, sorted.
    pub names: Vec<String>,
    /// Keys of all names of the class, including those not written in any text, sorted.
    pub keys: Vec<Key>,
    /// Number of chunks that contain it.
    pub chunks: u64,
    /// Number of mentions that name it (titles not counted).
    pub mentions: u64,
}

/// A relation as derived from its statements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RelationRow {
    /// The relation's key.
    pub key: Key,
    /// Folded name of its source.
    pub source: String,
    /// Key of that name.
    pub source_name: Key,
    /// The predicate.
    pub predicate: String,
    /// Folded name of its target.
    pub target: String,
    /// Key of that name.
    pub target_name: Key,
    /// Sum of the weights of its statements. That of a statement by rules is its chance to be right, divided by 0.7; a
    /// relation whose statements weigh less than 1 in the mean is unsure.
    pub weight: f64,
    /// The periods that its statements give, sorted, each once; a statement without one adds none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<Period>,
    /// Keys of the chunks that state it, sorted.
    pub chunks: Vec<Key>,
}

impl RelationRow {
    /// True if it is shown without being asked for.
    pub fn is_sure(&self) -> bool {
        Statement::are_sure(self.weight, self.chunks.len())
    }

    /// True if a statement states it.
    pub fn is_stated_by(&self, said: &Statement) -> bool {
        said.predicate == self.predicate && said.source.folded == self.source && said.target.folded == self.target
    }
}

/// An entity with the relations stated about it.
pub type EntityFound = (EntityRow, Vec<RelationRow>);

/// Chunks that wait for vectors of another model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Waiting {
    /// The first chunks.
    pub chunks: Vec<WaitingChunk>,
    /// Number of all waiting chunks, these included.
    pub left: u64,
}

/// A chunk that waits for a vector of another model.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingChunk {
    /// The title that is searched with it.
    pub title: String,
    /// The chunk.
    pub chunk: Chunk,
}

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
        /// Its facts.
        facts: Vec<Facts>,
        /// The stored vector, rounded as the store keeps it.
        vector: Option<Vec<f32>>,
        /// Key of the text that it is of, at the moment at which the chunk was read; not written out.
        #[serde(skip)]
        text: Key,
    },
    /// An entity.
    Entity(EntityRow),
    /// A name that is an ordinary word: see [`Kind::Word`](quipu_kernel::model::Kind::Word).
    Word(EntityRow),
    /// A relation.
    Relation(RelationRow),
    /// A person's decision.
    Decision(Decision),
}

impl DumpRow {
    /// The row of a class of names.
    pub fn of_names(row: EntityRow) -> Self {
        if row.kind == Kind::Word { Self::Word(row) } else { Self::Entity(row) }
    }
}

/// The contents of a store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
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
    /// The process that reads the oldest state, when that is not the newest.
    pub lagging: Option<Lagging>,
}

/// A process that reads an old state of a store, which keeps data replaced since until it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Lagging {
    /// Its number.
    pub process: u32,
    /// Number of commits since the state that it reads.
    pub commits: u64,
}

/// A problem that `doctor` found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "StoreProblem")]
pub struct Problem {
    /// The name of the part ("names", "word index").
    pub part: String,
    /// The problem found.
    pub found: String,
    /// True if it was repaired.
    pub repaired: bool,
}

/// The result of `doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verified {
    /// References and counts checked.
    pub checked: u64,
    /// Problems found.
    pub problems: Vec<Problem>,
}

/// Holds documents, chunks, facts and vectors, and cuts views of them.
///
/// Laws, which every implementation runs: a commit is all or nothing; the next read sees a commit;
/// equal contents give equal dumps, equal views and equal scores, whatever the order
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
    /// Entities of any name in `names` (folded), in any of its senses, with the relations stated
    /// about them; unknown names are left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>>;
    /// Entities without their relations, which may be many.
    ///
    /// # Errors
    /// As [`Self::entities`].
    fn named<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityRow>, StoreError>> {
        Box::pin(async move { Ok(self.entities(names).await?.into_iter().map(|(row, _)| row).collect()) })
    }
    /// A person's decisions, by number.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>>;
    /// Makes a change durable: all of it or nothing.
    ///
    /// # Errors
    /// When the change could not be made durable; then nothing of it is there.
    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>>;
    /// The first `limit` chunks that have no vector of `model` yet, beside those in use; none when all
    /// have one, or when `model` is the one in use. What was given to another model that is not in use
    /// is forgotten.
    ///
    /// # Errors
    /// When the store cannot be read, or is not open for writing.
    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>>;
    /// Keeps vectors of `model` beside those in use, for chunks in the order that
    /// [`Store::waiting`] returned: durable, and invisible until [`Store::switch`]. A chunk whose text
    /// the model does not cover has none. Chunks removed meanwhile are skipped.
    ///
    /// # Errors
    /// When they could not be made durable.
    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>>;
    /// Takes the vectors of `model` into use in the place of those of the model before, which go: all or
    /// nothing.
    ///
    /// # Errors
    /// When a chunk still waits, or the switch could not be made durable.
    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>>;
    /// The canonical dump, row by row, sorted by kind and key.
    ///
    /// # Errors
    /// When the store cannot be read; a refusal by `take` ends the dump without error.
    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>>;
    /// The present state of the store, to read its whole graph from; see [`GraphSnapshot`]. This call reads what the
    /// order of positions needs: keys and ids of everything.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn graph_snapshot(&self) -> Boxed<'_, Result<Box<dyn GraphSnapshot>, StoreError>>;
    /// The contents of the store.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn status(&self) -> Boxed<'_, Result<Status, StoreError>>;
    /// Checks every reference and count; with `repair`, rebuilds derived data.
    ///
    /// # Errors
    /// When the store cannot be read at all.
    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>>;
}
