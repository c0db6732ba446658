//! Scholarly papers as data: metadata, bibliographies, reference lists, kinds of sections, the concepts of an abstract,
//! and the contributions of a paper.
//!
//! Every function here is pure and total: bytes or text in, values out. Fetching is left to adapters.

pub mod arxiv;
pub mod bib;
pub mod concepts;
pub mod contribution;
pub mod described;
mod front;
pub mod network;
mod paper;
pub mod references;
mod sections;
mod source;

pub use bib::{Bibliography, NoBibliography};
pub use contribution::{ContributionCell, PaperStretch, StatedCell, contributions};
pub use front::front;
pub use paper::{Author, Paper, PaperDate, PaperKind, PaperTrouble};
pub use sections::{SectionKind, kind, kinds};
pub use source::{PaperSource, PaperText, PapersFound, SourceAsking, SourceError, SourceWait, TextForm};
