//! Computations between and around entities: the shortest ways from one to another, the neighbours of
//! one, a picture of both, and similarity of documents.
//!
//! Everything is read through views of a bounded number of entities at a time, and nothing is
//! expanded through an entity in very many chunks; the kernel's `graph` computes on the contents
//! of these views. [`Mentions`] alone are read whole.

mod drawn;
mod entity_brief;
mod entity_catalogue;
pub(in crate::find) mod grouped;
mod mentioned;
pub(in crate::find) mod merged_views;
pub(in crate::find) mod neighbour_tree;
mod picture_data;
mod shortest_paths;
mod similar;
mod suggested;
pub(in crate::find) mod tie_quotes;

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::view::ViewEntity;
use serde::Serialize;

pub use drawn::{PlacedPicture, dot, placed, svg};
pub use entity_brief::EntityBrief;
pub use entity_catalogue::{EntityCatalogue, EntityOrder, EntityQuery};
pub(crate) use grouped::own_kind;
pub use grouped::{StatedGroup, StatedOther, grouped};
pub(crate) use mentioned::mentioning;
pub use mentioned::{MentionQuery, MentionQuote, mentioned};
pub use neighbour_tree::{Branch, Tie, Tree, TreeQuery, tree};
pub use picture_data::{Line, Picture, Point};
pub use shortest_paths::{PathQuery, Paths, ShownWay, Step, StepSaid, paths};
pub use similar::{Similar, SimilarDocument, SimilarPair, SimilarQuery, similar, similar_among};
pub use suggested::{Likeness, NamePair};

/// An entity as shown in a way, a tree or a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Named {
    /// Its key.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Number of chunks that contain it.
    pub chunks: u64,
}

impl From<&ViewEntity> for Named {
    fn from(entity: &ViewEntity) -> Self {
        Self { key: entity.key, name: entity.name.clone(), kind: entity.kind, chunks: entity.chunks }
    }
}
