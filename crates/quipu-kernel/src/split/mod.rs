//! Splitting: a document becomes chunks, small enough to rank and to quote.
//!
//! A splitter only decides where to cut. The text between two cuts, trimmed of blank edges, is a body; so bodies cover
//! every non-blank byte of the text exactly once, for any rule of cutting (except separators that are not kept).
//! [`SPLITTERS`] lists the rules; settings, help and laws read it.

mod blocks;
mod chunks;
mod heading;
mod lines;
mod measure;
#[macro_use]
mod named;
mod encodings;
mod parts;
mod path;
mod pieces;
mod recursive;
mod sentences;
mod structure;
mod tokens;
mod window;

use serde::{Deserialize, Serialize};

pub use blocks::{Block, BlockKind, Blocks, blocks};
pub use encodings::Encoding;
pub use heading::{first_heading, heading_text, leading_headings};
pub use lines::{Fence, MarkdownLine};
pub use parts::Part;
pub use recursive::{Recursive, parts as recursive_parts};
pub use sentences::Sentences;
pub use structure::Structure;
pub use tokens::{Tokens, parts as token_parts};

pub use window::Sizes;

use crate::model::{Chunk, Document};

/// Options of splitting; each splitter has its own defaults for missing values. A splitter uses the options that it
/// lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitOptions {
    /// Maximal number of characters of a chunk. `structure` lets units that cannot be cut (a row of a table, a heading
    /// with the sentence below it) exceed it, and does not count the prefix.
    pub size_chars: Option<usize>,
    /// The most tokens of a chunk: words, as the word index counts them, for `structure`; else tokens
    /// of [`SplitOptions::encoding`].
    pub size_tokens: Option<usize>,
    /// The most that a chunk repeats of the one before it, in the unit of its size; never more than that.
    pub overlap: Option<usize>,
    /// Separators from coarse to fine; an empty one cuts between any two characters.
    pub separators: Vec<String>,
    /// Treatment of a separator at which the text is cut.
    pub keep_separator: KeepSeparator,
    /// Encoding by which tokens are counted.
    pub encoding: Encoding,
}

/// Treatment of a separator at which the text is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeepSeparator {
    /// The separator begins the part after it.
    #[default]
    Start,
    /// The separator ends the part before it.
    End,
    /// The separator stands between chunks, in neither.
    None,
}

named! { KeepSeparator { Start: "start", End: "end", None: "none" } }

/// One rule of cutting.
pub trait Splitter: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts: the units that it keeps together, and the work after an edit.
    fn about(&self) -> &'static str;
    /// The options that it uses, as text: another text means that every document is cut again.
    fn recipe(&self, options: &SplitOptions) -> String;
    /// The sizes that chunks keep to; none where the splitter repeats nothing.
    fn sizes(&self, _options: &SplitOptions) -> Option<Sizes> {
        None
    }
    /// The chunks of a document, in the order of its text: pure, total, deterministic.
    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk>;
}

/// A given overlap that is greater than chunks may repeat, with the maximal one.
pub fn too_much(splitter: &dyn Splitter, options: &SplitOptions) -> Option<(usize, usize)> {
    let sizes = splitter.sizes(options)?;
    let most = sizes.size - sizes.rest;
    options.overlap.filter(|overlap| *overlap > most).map(|overlap| (overlap, most))
}

/// The splitters there are; the first is the default.
pub static SPLITTERS: &[&dyn Splitter] = &[&Structure, &Recursive, &Tokens, &Sentences];

/// The splitter of a name.
pub fn splitter(name: &str) -> Option<&'static dyn Splitter> {
    SPLITTERS.iter().copied().find(|splitter| splitter.name() == name)
}

#[cfg(test)]
mod tests;
