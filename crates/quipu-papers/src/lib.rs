//! What scholarly papers are made of: what a source says of them, bibliographies, reference lists, kinds of sections,
//! and the concepts of an abstract.
//!
//! Every function here is pure and total: bytes or text in, values out. Whoever fetches anything is an adapter.

mod front;
mod paper;
pub mod references;
mod sections;

pub use front::front;
pub use paper::{Author, Paper, PaperDate, PaperKind, Trouble};
pub use sections::{SectionKind, kind, kinds};
