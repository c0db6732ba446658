//! Retrieval: strategies and policies, the entity index, communities, the graph, documents' texts.

pub mod communities;
pub mod entity_index;
pub mod environment;
pub mod graph;
pub mod picture;
pub mod policies;
pub(crate) mod refine;
pub mod retrieve;
pub mod search;
pub mod show;
pub mod texts;
pub mod themes;
pub mod ways;
