//! Numbered sources, as a model reads them.

use crate::base::gateway::tokens;
use crate::base::hits::shown;

use crate::base::EngineError;
use crate::base::hits::ShownHit;
use crate::base::ports::SelectChunks;
use crate::base::ports::Store;
use quipu_kernel::model::Key;
use quipu_kernel::view::Evidence;
use quipu_kernel::view::Hit;
use quipu_kernel::view::Reason;
use quipu_kernel::view::Why;
/// A source that an answer may cite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Source {
    /// Its heading.
    pub(crate) head: String,
    /// The text for the model.
    pub(crate) text: String,
    /// Its chunks, whose texts support sentences that cite it.
    pub(crate) hits: Vec<ShownHit>,
    /// Its kind in the form of rows.
    pub(crate) row: Row,
}

impl Source {
    pub(crate) fn tokens(&self) -> u64 {
        tokens::near(&self.text) + HEAD
    }
}

/// Number of chunks about an entity against which a sentence about it is checked.
pub(crate) const CHUNKS: usize = 8;

/// Chunks as they are shown, without scores.
pub(crate) async fn unscored(store: &dyn Store, keys: &[Key]) -> Result<Vec<ShownHit>, EngineError> {
    let chunks = store.chunks(&SelectChunks::Bare(keys.to_vec())).await?;
    let hit = |chunk: &quipu_kernel::model::Chunk| Hit {
        chunk: chunk.key,
        document: chunk.document,
        score: 0.0,
        why: Why::leaf(Reason::Sum { of: "described".into() }, 0.0),
    };
    let evidence = Evidence { hits: chunks.iter().map(|stored| hit(&stored.chunk)).collect(), ..Evidence::default() };
    Ok(shown(store, &evidence).await?)
}

/// The kind of a source's row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Row {
    /// A passage of a document.
    #[default]
    Passage,
    /// An entity: its name and kind.
    Entity(String, String),
    /// A relation: source, predicate, target.
    Relation(String, String, String),
}

/// Tokens that a source takes besides its text.
pub(crate) const HEAD: u64 = 24;
