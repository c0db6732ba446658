//! The ports: the engine's interfaces to the outside world, as small object-safe traits.

mod embedder;
mod graph_snapshot;
mod key_value;
mod lexicon;
mod llm;
mod loader;
mod observed;
mod reranker;
mod schema;
mod store;
mod store_error;
mod tools;

use std::future::Future;
use std::pin::Pin;

pub use embedder::{EmbedError, Embedder, EmbeddingRole, ModelCard};
pub use graph_snapshot::{GraphSize, GraphSnapshot, WholeChunk, WholeEntity, WholeRelation};
pub use key_value::{
    KEY_BYTES, KeptSize, KeyValue, KeyValuePair, Listing, Memo, SideStores, VALUE_BYTES, Write, check_key,
};
pub use lexicon::Lexicon;
pub use llm::{
    FinishReason, Llm, LlmCard, LlmError, Prompt, PromptTurn, Reply, ReplyListener, ReplyShape, Speaker, Usage,
};
pub use loader::{Input, LoadError, Loaded, Loader, NoDocument, Parsed, Reach};
pub use observed::{Call, CallHooks, Surrounded};
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

/// A boxed future, as the ports return it.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
