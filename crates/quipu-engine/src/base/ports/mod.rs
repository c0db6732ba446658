//! The ports: the engine's interfaces to the outside world, as small object-safe traits.

mod around;
mod embedder;
mod kept;
mod lexicon;
mod llm;
mod loader;
mod reranker;
mod schema;
mod store;
mod store_error;
mod tools;
mod whole;

use std::future::Future;
use std::pin::Pin;

pub use around::{Around, Call, Surrounded};
pub use embedder::{EmbedError, Embedder, ModelCard, Role};
pub use kept::{Held, KEY_BYTES, Kept, Listing, Memo, Pair, Shelves, VALUE_BYTES, Write, check_key};
pub use lexicon::Lexicon;
pub use llm::{Ending, Heard, Llm, LlmCard, LlmError, Prompt, Reply, Shape, Speaker, Turn, Usage};
pub use loader::{Input, LoadError, Loaded, Loader, Parsed, Reach};
pub use reranker::Reranker;
pub use schema::Schema;
pub use store::{
    Body, BodyChange, BodyChunk, Change, DecisionChange, DocumentChange, DocumentRow, DumpRow, EntityFound, EntityRow,
    Lagging, NewChunk, Problem, Receipt, RelationRow, Restated, Select, SelectChunks, Status, Store, StoredChunk,
    Verified, Waiting, WaitingChunk,
};
pub use store_error::StoreError;
pub(crate) use tools::known;
pub use tools::{Tool, ToolCall};
pub use whole::{Extent, Whole, WholeChunk, WholeEntity, WholeRelation};

/// A boxed future, as the ports return it.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
