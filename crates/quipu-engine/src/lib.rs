//! The engine of Quipu: indexing and answering, over ports.
//!
//! [`index`](write::index::index): files become a graph. [`answer`](answer::ask::answer): a question becomes evidence,
//! and evidence an answer. This crate knows no vendor, no file format and no user interface; its interfaces to
//! the outside world are ports ([`ports`]), implemented by adapters.
//!
//! Four layers, none of which imports one above it: [`base`] (ports, the gateway to models, shared types), [`write`]
//! (changes of a workspace), [`find`] (retrieval) and [`answer`] (answers from the evidence).

pub mod answer;
pub mod base;
pub mod find;
pub mod inside;
pub mod write;

pub use answer::{ask, overview, proposals, sessions, solve, tools, whole, wiki};
pub use base::{
    AnswerReader, Background, Chunker, CommunityShelf, EngineError, Extractor, KernelSplitter, LanguagePrompt, Stop,
    Workspace,
};
pub use base::{agent_events, citation, gateway, hits, ports, prompt, query, trace};
pub use find::{
    communities, entity_index, environment, graph, picture, policies, retrieve, search, show, texts, themes, ways,
};
pub use write::{amend, delete, describe, exchange, extract, index, names, reembed};
