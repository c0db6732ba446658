//! What lies between and around: the shortest ways from one entity to another, which documents are
//! alike, where things stand when a graph is drawn, and rows of many numbers.

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
