//! Sources of papers over the network: arXiv.

mod arxiv;
mod reply_cache;
mod source_pace;
mod source_requests;

pub use arxiv::{ArxivClient, ArxivSettings};

pub use quipu_papers::SourceError;
