//! Sources of papers over the network: arXiv.

mod arxiv;
mod source_requests;
mod reply_cache;
mod source_pace;

pub use arxiv::{ArxivClient, ArxivSettings};

pub use quipu_papers::SourceError;
