//! A sentence as the parser reads it: words, of which some stand for something longer, and brackets out of the line.

use quipu_kernel::model::Span;

use super::word::ReadWord;

/// A bracket with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket<'a> {
    /// The word that the brackets follow.
    pub after: usize,
    /// The words in them.
    pub words: Vec<ReadWord<'a>>,
}

/// A sentence, or a part of one that is parsed by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence<'a> {
    /// The whole sentence, in the text.
    pub span: Span,
    /// Its words.
    pub words: Vec<ReadWord<'a>>,
    /// Its brackets.
    pub brackets: Vec<Bracket<'a>>,
}

impl Sentence<'_> {
    /// The words as they are read, each with true if a blank follows it.
    pub(crate) fn shown(&self, text: &str) -> Vec<(String, bool)> {
        let words = self.words.iter().enumerate().map(|(at, word)| {
            let next = self.words.get(at + 1);
            let touches = next.is_none_or(|next| text[word.end..next.start].is_empty())
                || next.is_some_and(|next| matches!(next.read, "," | "." | ";" | ":" | "!" | "?" | "%" | "'s" | "’s"));
            (word.read.to_owned(), !touches)
        });
        words.collect()
    }
}
