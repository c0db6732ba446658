//! Changes of a workspace: indexing, extraction by a model, descriptions, names, deletion, imports.

pub mod amend;
pub(crate) mod change;
pub mod delete;
pub mod describe;
pub mod exchange;
pub mod extract;
pub mod index;
pub mod names;
pub mod reembed;
