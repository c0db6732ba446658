//! What lies between and around: the shortest ways from one entity to another, which documents are
//! alike, where things stand when a graph is drawn, and rows of many numbers.

mod alike;
mod layout;
mod shortest;
mod sparse;
mod web;

pub use alike::{Alike, Mean, Nearest, Pair};
pub use layout::{Place, layout};
pub use shortest::{Wanted, Way, Ways, shortest};
pub use sparse::Sparse;
pub use web::Web;
