//! The two stories of Quipu, told against ports.
//!
//! [`index`](write::index::index): files become a graph. [`answer`](answer::ask::answer): a question becomes evidence,
//! and evidence an answer. This crate knows no vendor, no file format and no screen; what it needs
//! of the outside world it names as a port ([`ports`]), and adapters provide.
//!
//! Four floors, none of which imports one above it: [`base`] (ports, the gateway to models, shared words), [`write`]
//! (what changes a workspace), [`find`] (what retrieves from it) and [`answer`] (what answers from what was found).

pub mod answer;
pub mod base;
pub mod eval;
pub mod find;
pub mod laws;
pub mod write;

pub use answer::{ask, sessions, solve, tools};
pub use base::{Background, Chunker, CommunityShelf, Cut, EngineError, Extractor, Stop, Words, Workspace};
pub use base::{agent_events, citation, gateway, hits, ports, prompt, query, trace};
pub use find::{communities, entity_index, environment, graph, picture, policies, retrieve, search, show, texts, ways};
pub use write::{amend, delete, describe, exchange, extract, index, names, reembed};
