//! Splitting: a document becomes chunks, small enough to rank and to quote.
//!
//! A splitter only decides where to cut. What lies between two cuts, trimmed of blank edges, is a
//! body; so bodies cover every non-blank byte of the text exactly once, whatever the rule of
//! cutting. [`SPLITTERS`] lists the rules there are; settings, help and laws read it.

mod blocks;
mod chunks;
mod heading;
mod lines;
mod measure;
mod pieces;
mod structure;

use serde::{Deserialize, Serialize};

pub use blocks::{Block, BlockKind, Blocks, blocks};
pub(crate) use heading::is_pictures;
pub use heading::{first_heading, heading_text};
pub use structure::Structure;

use crate::model::{Chunk, Document};

/// How large chunks are: both sizes hold where both are given.
///
/// A size bounds the body of a chunk. What cannot be cut (a row of a table, a heading with the
/// sentence below it) may exceed it; the prefix is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitOptions {
    /// The most characters of a chunk's body.
    pub size_chars: usize,
    /// The most words of a chunk's body, counted as the word index counts them; none: no bound.
    pub size_tokens: Option<usize>,
}

impl Default for SplitOptions {
    fn default() -> Self {
        Self { size_chars: 1200, size_tokens: None }
    }
}

/// One rule of cutting.
pub trait Splitter: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts: what it keeps together, and what an edit makes it do again.
    fn about(&self) -> &'static str;
    /// The chunks of a document, in the order of its text: pure, total, deterministic.
    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk>;
}

/// The splitters there are; the first is the default.
pub static SPLITTERS: &[&dyn Splitter] = &[&Structure];

/// The splitter of a name.
pub fn splitter(name: &str) -> Option<&'static dyn Splitter> {
    SPLITTERS.iter().copied().find(|splitter| splitter.name() == name)
}

#[cfg(test)]
mod tests;
