//! Sources of papers over the network: arXiv.

mod arxiv;
mod asked;
mod kept;
mod pace;

pub use arxiv::{ArxivClient, ArxivSettings};

pub use quipu_papers::SourceError;
