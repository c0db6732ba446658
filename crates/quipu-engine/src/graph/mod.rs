//! What lies between and around entities: the shortest ways from one to another, the neighbours of
//! one, a picture of both, and which documents are alike.
//!
//! Everything is read through views of a bounded number of entities at a time, and nothing is
//! expanded through an entity in very many chunks; what the kernel's `graph` computes is computed of
//! what was seen. [`Mentions`] alone are read whole.

mod around;
mod carried;
mod catalogue;
mod drawn;
mod grouped;
mod mentioned;
mod mentions;
mod named;
mod owned;
mod path;
mod picture;
pub(crate) mod rows;
mod seen;
mod similar;
mod suggested;
mod tree;

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::view::ViewEntity;
use serde::Serialize;

pub(crate) use around::{about, around};
pub use carried::Quote;
pub(crate) use carried::quote;
pub use catalogue::{EntityBrief, EntityCatalogue, EntityOrder, EntityQuery};
pub use drawn::{PlacedPicture, dot, placed, svg};
pub(crate) use grouped::own_kind;
pub use grouped::{StatedGroup, StatedOther, grouped};
pub use mentioned::{MentionQuery, MentionQuote, mentioned};
pub use mentions::Mentions;
pub(crate) use named::names_of;
pub use named::one;
pub(crate) use owned::OwnedChunks;
pub use path::{PathQuery, Paths, ShownWay, Step, StepSaid, paths};
pub use picture::{About, Line, Picture, PictureQuery, Point, picture};
pub use similar::{Similar, SimilarDocument, SimilarPair, SimilarQuery, similar, similar_among};
pub use suggested::{Likeness, NamePair};
pub use tree::{Branch, Tie, Tree, TreeQuery, tree};

/// An entity as it stands in a way, a tree or a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Named {
    /// Its key.
    pub key: Key,
    /// The name it shows.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// In how many chunks it is.
    pub chunks: u64,
}

impl From<&ViewEntity> for Named {
    fn from(entity: &ViewEntity) -> Self {
        Self { key: entity.key, name: entity.name.clone(), kind: entity.kind, chunks: entity.chunks }
    }
}
