//! What lies between and around: the shortest ways from one entity to another, which documents are
//! alike, and where things stand when a graph is drawn.

mod alike;
mod layout;
mod shortest;
mod web;

pub use alike::{Alike, Mean, Nearest, Pair};
pub use layout::{Place, layout};
pub use shortest::{Wanted, Way, Ways, shortest};
pub use web::Web;
