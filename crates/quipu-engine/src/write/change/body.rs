//! A body to be made, and its sources.

use crate::base::ports::NewChunk;
use crate::base::ports::StoredChunk;
use quipu_kernel::change::Owner;
use quipu_kernel::model::Document;
use quipu_kernel::model::Key;
use quipu_kernel::model::Split;
/// A body to be made.
pub(crate) struct Make {
    pub(crate) text: Key,
    pub(crate) owner: Option<Owner>,
    pub(crate) from: Text,
    /// A person's decisions about names in the owner.
    pub(crate) splits: Vec<Split>,
}

impl Make {
    /// The amount of work, in bytes of text.
    pub(crate) fn size(&self) -> usize {
        match &self.from {
            Text::Gone => 0,
            Text::Stored { chunks, .. } => chunks.iter().map(|stored| stored.chunk.text.len()).sum(),
            Text::Fresh { document, .. } => document.text.len(),
            Text::Given(chunks) => chunks.iter().map(|given| given.chunk.chunk.text.len()).sum(),
        }
    }
}

/// The source of a body's chunks.
pub(crate) enum Text {
    /// No document has the text any more.
    Gone,
    /// The store has it, under another owner or title.
    Stored {
        /// Its chunks.
        chunks: Vec<StoredChunk>,
        /// True if it had another title.
        retitled: bool,
    },
    /// No document had it.
    Fresh {
        /// The document that owns it.
        document: Box<Document>,
        /// Chunks of the body that the document owned before.
        known: Vec<StoredChunk>,
        /// Its title then, if it owned one.
        known_title: Option<String>,
        /// The rules by which it was read then.
        known_rules: String,
    },
    /// Its chunks are given, in the order of the text.
    Given(Vec<Given>),
}

impl Text {
    /// Stored chunks under another owner; sentences on their place under another title are dropped.
    pub(crate) fn stored(mut chunks: Vec<StoredChunk>, before: &Owner, after: &Owner) -> Self {
        let retitled = before.title != after.title;
        if retitled {
            chunks.iter_mut().for_each(|stored| stored.chunk.context = None);
        }
        Self::Stored { chunks, retitled }
    }
}

/// A chunk that is given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Given {
    pub(crate) chunk: NewChunk,
    /// True if its vector is known; else one is computed.
    pub(crate) settled: bool,
}
