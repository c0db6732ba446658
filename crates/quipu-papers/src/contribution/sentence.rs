//! Sentences of a paper for weighing: their words, numbers and cue phrases, and their places.

use quipu_kernel::text::head;
use quipu_language::scholarly::{CuesFound, PaperSentence, SaidWord};
use quipu_language::sentences::{PaperProse, ReadSentences};

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
    /// Its relative place in its stretch, from 0 to 1.
    pub(super) depth: f64,
    /// True if its stretch begins with it.
    pub(super) first: bool,
    /// Its words.
    pub(super) words: Vec<SaidWord<'a>>,
    /// Its cue phrases.
    pub(super) cues: CuesFound,
    /// True if it explains a figure or a table.
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
        let said = PaperProse { most: left }.read(text);
        let count = said.len();
        left = left.saturating_sub(count);
        for (place, (span, one)) in said.into_iter().enumerate() {
            let Some(PaperSentence { words, cues, caption }) = one else { continue };
            let depth = place as f64 / count as f64;
            let start = stretch.start.saturating_add(span.range().start);
            let (text, first) = (&text[span.range()], place == 0);
            out.push((at, ReadSentence { text, start, role, depth, first, words, cues, caption }));
        }
    }
    out.sort_by_key(|(at, _)| *at);
    out.into_iter().map(|(_, one)| one).collect()
}
