//! Splitting: a document becomes chunks, small enough to rank and to quote.
//!
//! A splitter only decides where to cut. What lies between two cuts, trimmed of blank edges, is a
//! body; so bodies cover every non-blank byte of the text exactly once, whatever the rule of
//! cutting (but for separators that shall not be kept). [`SPLITTERS`] lists the rules there are; settings, help and laws read it.

mod blocks;
mod chunks;
mod heading;
mod lines;
mod measure;
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
pub(crate) use heading::is_pictures;
pub use heading::{first_heading, heading_text};
pub use parts::Part;
pub use recursive::{Recursive, parts as recursive_parts};
pub use sentences::Sentences;
pub use structure::Structure;
pub use tokens::{Encoding, Tokens, parts as token_parts};

use crate::model::{Chunk, Document};

/// How to cut; what is not given, each splitter has its own value for. One heeds what it says it does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitOptions {
    /// The most characters of a chunk. `structure` lets what cannot be cut (a row of a table, a heading
    /// with the sentence below it) exceed it, and does not count the prefix.
    pub size_chars: Option<usize>,
    /// The most tokens of a chunk: words, as the word index counts them, for `structure`; else tokens
    /// of [`SplitOptions::encoding`].
    pub size_tokens: Option<usize>,
    /// The most that a chunk repeats of the one before it, in the unit of its size; never more than that.
    pub overlap: Option<usize>,
    /// Separators from coarse to fine; an empty one cuts between any two characters.
    pub separators: Vec<String>,
    /// What becomes of a separator at which the text is cut.
    pub keep_separator: KeepSeparator,
    /// How tokens are counted.
    pub encoding: Encoding,
}

/// What becomes of a separator at which the text is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeepSeparator {
    /// It begins what follows.
    #[default]
    Start,
    /// It ends what stands before.
    End,
    /// It stands between chunks, in neither.
    None,
}

impl KeepSeparator {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Start, Self::End, Self::None];

    /// The name users choose it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
            Self::None => "none",
        }
    }

    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keep| keep.name() == name)
    }
}

/// One rule of cutting.
pub trait Splitter: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts: what it keeps together, and what an edit makes it do again.
    fn about(&self) -> &'static str;
    /// The options that it heeds, as text: another text means that every document is cut again.
    fn recipe(&self, options: &SplitOptions) -> String;
    /// An overlap that is asked for and more than chunks may repeat, and what they may repeat at most.
    fn too_much(&self, _options: &SplitOptions) -> Option<(usize, usize)> {
        None
    }
    /// The chunks of a document, in the order of its text: pure, total, deterministic.
    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk>;
}

/// The splitters there are; the first is the default.
pub static SPLITTERS: &[&dyn Splitter] = &[&Structure, &Recursive, &Tokens, &Sentences];

/// The splitter of a name.
pub fn splitter(name: &str) -> Option<&'static dyn Splitter> {
    SPLITTERS.iter().copied().find(|splitter| splitter.name() == name)
}

#[cfg(test)]
mod tests;
