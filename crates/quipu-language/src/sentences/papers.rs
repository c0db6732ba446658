//! Sentences of papers: as lines of tokens for concepts, as words with cue phrases for contributions.

use quipu_kernel::model::Span;
use quipu_kernel::text::sentences;

use super::ReadSentences;
use crate::scholarly::{PaperLine, PaperSentence, lines_of_text, paper_sentence};

/// Reads the sentences of an abstract as lines of tokens.
#[derive(Debug, Clone, Copy)]
pub struct PaperLines;

impl ReadSentences for PaperLines {
    type Said<'t> = Vec<PaperLine<'t>>;

    fn read<'t>(&self, text: &'t str) -> Vec<PaperLine<'t>> {
        lines_of_text(text)
    }
}

/// Reads the sentences of a paper as words with cue phrases.
#[derive(Debug, Clone, Copy)]
pub struct PaperProse {
    /// Maximal number of sentences that are read; for later ones only the places are returned.
    pub most: usize,
}

impl ReadSentences for PaperProse {
    /// Each sentence with its place; none where it is no prose.
    type Said<'t> = Vec<(Span, Option<PaperSentence<'t>>)>;

    fn read<'t>(&self, text: &'t str) -> Self::Said<'t> {
        let spans = sentences(text).into_iter().enumerate();
        spans
            .map(|(at, span)| (span, (at < self.most).then(|| paper_sentence(&text[span.range()])).flatten()))
            .collect()
    }
}
