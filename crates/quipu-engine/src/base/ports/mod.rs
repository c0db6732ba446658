//! The ports: the engine's interfaces to the outside world, as small object-safe traits.

mod observed;
mod embedder;
mod key_value;
mod lexicon;
mod llm;
mod loader;
mod reranker;
mod schema;
mod store;
mod store_error;
mod tools;
mod graph_snapshot;

use std::future::Future;
use std::pin::Pin;

pub use observed::{CallHooks, Call, Surrounded};
pub use embedder::{EmbedError, Embedder, ModelCard, EmbeddingRole};
pub use key_value::{KeptSize, KEY_BYTES, KeyValue, Listing, Memo, KeyValuePair, SideStores, VALUE_BYTES, Write, check_key};
pub use lexicon::Lexicon;
pub use llm::{FinishReason, ReplyListener, Llm, LlmCard, LlmError, Prompt, Reply, ReplyShape, Speaker, PromptTurn, Usage};
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
pub use graph_snapshot::{GraphSize, GraphSnapshot, WholeChunk, WholeEntity, WholeRelation};

/// A boxed future, as the ports return it.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
