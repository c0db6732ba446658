//! The base of the engine: ports, the gateway to models, the workspace, and the types that all layers
//! share (queries, hits, citations, prompts, traces).

pub mod agent_events;
mod background;
pub mod citation;
mod clusters;
mod effort;
mod error;
pub mod gateway;
pub(crate) mod glob;
pub(crate) mod graph;
pub mod hits;
pub mod owned_documents;
pub(crate) mod paging;
pub mod ports;
pub(crate) mod post_filter;
pub mod prompt;
pub mod query;
pub(crate) mod stale;
mod stop;
mod stopped;
pub mod text;
pub mod trace;
mod workspace;

pub use background::Background;
pub use clusters::ClusterOptions;
pub use effort::{AgentBounds, Effort};
pub use error::EngineError;
pub use graph::Mentions;
pub use graph::entity_named;
pub use prompt::LanguagePrompt;
pub use quipu_kernel::extract::Extractor;
pub use stop::Stop;
pub use stopped::Stopped;
pub use workspace::{AnswerReader, Chunker, CommunityShelf, KernelSplitter, Workspace};
