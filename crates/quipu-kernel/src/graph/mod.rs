//! Algorithms on graphs: the shortest paths between two entities, similar documents, the layout of a drawn graph, and
//! sparse matrices.

mod depends;
mod layout;
mod nearest_by_words;
mod nearest_documents;
mod shortest;
mod sparse;
mod web;

pub use depends::{Criticality, CriticalityLevel, Dependencies, DependentThing};
pub use layout::{LayoutPoint, layout, spiral};
pub use nearest_by_words::nearest_by_words;
pub use nearest_documents::{Alike, AlikePair, Mean, NearestDocuments};
pub use shortest::{PathLimits, ShortestWay, Ways, shortest};
pub use sparse::Sparse;
pub use web::Web;
