//! Sentences of a paper as they are weighed: their words, numbers and cue phrases, and where they stand.

use quipu_kernel::text::{head, sentences};
use quipu_language::scholarly::{Found, PaperSentence, SaidWord, paper_sentence};

use super::PaperStretch;
use super::place::{Role, before_references};

/// The most sentences of one paper that are weighed.
const MOST_SENTENCES: usize = 2_000;
/// The most bytes of one stretch that are read.
const LONGEST_STRETCH: usize = 1_000_000;
/// A sentence that may be taken.
pub(super) struct ReadSentence<'a> {
    /// The text of it.
    pub(super) text: &'a str,
    /// The byte of the document at which it begins.
    pub(super) start: usize,
    /// The role of its stretch.
    pub(super) role: Role,
    /// How far into its stretch it stands, from 0 to 1.
    pub(super) depth: f64,
    /// Whether its stretch begins with it.
    pub(super) first: bool,
    /// Its words.
    pub(super) words: Vec<SaidWord<'a>>,
    /// Its cue phrases.
    pub(super) cues: Found,
    /// Whether it explains a figure or a table.
    pub(super) caption: bool,
}

/// The sentences of a paper that may be taken, in the order of the document.
pub(super) fn read_sentences<'a>(stretches: &[PaperStretch<'a>], roles: &[Role]) -> Vec<ReadSentence<'a>> {
    let mut turns: Vec<(usize, Role)> = roles.iter().copied().enumerate().filter(|(_, role)| role.counts()).collect();
    turns.sort_by_key(|(at, role)| (role.turn(), *at));
    let mut out: Vec<(usize, ReadSentence<'a>)> = Vec::new();
    let mut left = MOST_SENTENCES;
    for (at, role) in turns {
        let stretch = &stretches[at];
        let mut text = head(stretch.text, LONGEST_STRETCH);
        if role == Role::Plain {
            text = before_references(text);
        }
        let spans = sentences(text);
        for (place, span) in spans.iter().enumerate().take(left) {
            let depth = place as f64 / spans.len() as f64;
            let start = stretch.start.saturating_add(span.range().start);
            let one = &text[span.range()];
            out.extend(read(one, start, role, depth, place == 0).map(|read| (at, read)));
        }
        left = left.saturating_sub(spans.len());
    }
    out.sort_by_key(|(at, _)| *at);
    out.into_iter().map(|(_, one)| one).collect()
}

fn read(text: &str, start: usize, role: Role, depth: f64, first: bool) -> Option<ReadSentence<'_>> {
    let PaperSentence { words, cues, caption } = paper_sentence(text)?;
    Some(ReadSentence { text, start, role, depth, first, words, cues, caption })
}
