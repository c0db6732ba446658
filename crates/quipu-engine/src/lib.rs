//! The two stories of Quipu, told against ports.
//!
//! [`index`](index::index): files become a graph. [`ask`](ask::ask): a question becomes evidence,
//! and evidence an answer. This floor knows no vendor, no file format and no screen; what it needs
//! of the outside world it names as a port ([`ports`]), and adapters provide.

pub mod agent;
pub mod amend;
pub mod ask;
mod background;
mod change;
pub mod communities;
pub mod delete;
pub mod describe;
mod error;
pub mod exchange;
pub mod extract;
mod filled;
pub mod gateway;
pub mod graph;
pub mod index;
pub mod inside;
pub mod look;
pub mod names;
mod owners;
mod paged;
mod passing;
mod plan;
pub mod ports;
pub mod reembed;
mod refine;
pub mod search;
pub mod sessions;
pub mod show;
mod stop;
pub mod texts;
pub mod things;
pub mod tools;
pub mod trace;
pub mod ways;
mod words;
mod workspace;

pub use background::Background;
pub use error::EngineError;
pub use quipu_kernel::extract::Extractor;
pub use stop::Stop;
pub use words::Words;
pub use workspace::{Chunker, CommunityShelf, Cut, Workspace};
