//! Sentences of a chunk as the parser reads them.

use quipu_kernel::model::Mention;

use super::ReadSentences;
use crate::read::{ReadPage, page};

/// Reads sentences for the parser.
#[derive(Debug, Clone, Copy)]
pub struct TreebankSentences<'c> {
    /// Title of the document.
    pub title: &'c str,
    /// Mentions of the text: a date among them becomes one word.
    pub mentions: &'c [Mention],
    /// True if the document begins with the text.
    pub opens: bool,
}

impl ReadSentences for TreebankSentences<'_> {
    type Said<'t> = ReadPage<'t>;

    fn read<'t>(&self, text: &'t str) -> ReadPage<'t> {
        page(text, self)
    }
}
