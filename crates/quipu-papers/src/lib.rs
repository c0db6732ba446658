//! What scholarly papers are made of: what a source says of them, bibliographies, reference lists, kinds of sections,
//! and the concepts of an abstract.
//!
//! Every function here is pure and total: bytes or text in, values out. Whoever fetches anything is an adapter.

pub mod arxiv;
pub mod bib;
pub mod concepts;
pub mod contribution;
mod front;
pub mod network;
mod paper;
pub mod references;
mod sections;
mod source;

pub use bib::{Bibliography, NoBibliography};
pub use front::front;
pub use paper::{Author, Paper, PaperDate, PaperKind, PaperTrouble};
pub use sections::{SectionKind, kind, kinds};
pub use source::{PaperSource, PaperText, PapersFound, SourceAsking, SourceError, SourceWait, TextForm};
