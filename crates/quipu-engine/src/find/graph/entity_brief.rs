//! An entity in a line.

use quipu_kernel::model::Key;
use quipu_kernel::model::Kind;
use serde::Serialize;
/// An entity in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EntityBrief {
    /// Its key.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Number of chunks that contain it.
    pub chunks: u64,
    /// The name, folded.
    #[serde(skip)]
    pub(crate) folded: String,
}

impl EntityBrief {
    /// The name, folded.
    pub(crate) fn folded(&self) -> &str {
        &self.folded
    }
}
