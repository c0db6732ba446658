//! Algorithms on graphs: the shortest paths between two entities, similar documents, the layout of a drawn graph, and
//! sparse matrices.

mod alike;
mod depends;
mod layout;
mod likest;
mod shortest;
mod sparse;
mod web;

pub use alike::{Alike, AlikePair, Mean, Nearest};
pub use depends::{Criticality, CriticalityLevel, Dependencies, Reached};
pub use layout::{Place, layout, spiral};
pub use likest::likest;
pub use shortest::{ShortestWay, Wanted, Ways, shortest};
pub use sparse::Sparse;
pub use web::Web;
