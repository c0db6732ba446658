//! Algorithms on graphs: the shortest paths between two entities, similar documents, the layout of a drawn graph, and
//! sparse matrices.

mod alike;
mod depends;
mod layout;
mod likest;
mod shortest;
mod sparse;
mod web;

pub use alike::{Alike, AlikePair, Mean, NearestDocuments};
pub use depends::{Criticality, CriticalityLevel, Dependencies, DependentThing};
pub use layout::{LayoutPoint, layout, spiral};
pub use likest::nearest_by_words;
pub use shortest::{ShortestWay, PathLimits, Ways, shortest};
pub use sparse::Sparse;
pub use web::Web;
