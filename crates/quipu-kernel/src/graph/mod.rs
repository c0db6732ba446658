//! Algorithms on graphs: the shortest paths between two entities, similar documents, the layout of a drawn graph, and
//! sparse matrices.

mod nearest_documents;
mod depends;
mod layout;
mod nearest_by_words;
mod shortest;
mod sparse;
mod web;

pub use nearest_documents::{Alike, AlikePair, Mean, NearestDocuments};
pub use depends::{Criticality, CriticalityLevel, Dependencies, DependentThing};
pub use layout::{LayoutPoint, layout, spiral};
pub use nearest_by_words::nearest_by_words;
pub use shortest::{ShortestWay, PathLimits, Ways, shortest};
pub use sparse::Sparse;
pub use web::Web;
