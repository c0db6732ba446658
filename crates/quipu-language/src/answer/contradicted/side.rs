//! A text as the answer of one side: its sentences with what each says of the question, and those that are about it.

use super::focus::{QuestionFocus, content, has_key, keyed, spaced};
use super::{QuestionedText, conditions};
use crate::answer::units::{BLANK, UnitKind, Units, units};
use crate::clauses::clause_pieces::{ClausePiece, pieces};
use quipu_kernel::model::{Format, Span};

/// Shares of the question that a sentence says itself, and with the text around it: where the question names something,
/// and where it does not.
const OWN: (f64, f64) = (0.25, 0.4);
const AROUND: (f64, f64) = (0.5, 0.6);
/// Share of the question's names that stand in a sentence or around it.
const NAMED: f64 = 0.5;
/// Units before and behind a sentence that say what it is about.
const BEFORE: usize = 3;
const BEHIND: usize = 2;
/// The last word of a sentence has this many letters at least: a shorter one may be an abbreviation.
const SHORTEST_LAST: usize = 4;

/// A sentence of a side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SideSentence {
    pub(super) pieces: Vec<ClausePiece>,
    /// The key of each piece.
    pub(super) keys: Vec<String>,
    /// Its words in lower case, with a blank around each.
    pub(super) low: String,
    pub(super) text: String,
    /// Its place in the text.
    pub(super) span: Span,
    /// The share of the question that it says itself.
    pub(super) share: f64,
    /// True if it is a row of a table.
    pub(super) is_row: bool,
    /// True if it states a condition that the question does not.
    pub(super) is_conditional: bool,
    /// True if it is about the thing of the question.
    pub(super) is_topical: bool,
}

/// A side, read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextSide {
    pub(super) sentences: Vec<SideSentence>,
    /// The keys of all its words, with those above it.
    pub(super) keys: Vec<String>,
}

impl TextSide {
    /// Reads the sentences of a text; those that leave their truth open or report what others hold are left out.
    pub(super) fn read(focus: &QuestionFocus, side: QuestionedText<'_>) -> Self {
        let headed: Vec<String> = content(&pieces(side.headed, &[]));
        let all = units(side.text, 0, &[], Format::Markdown);
        let mut sentences: Vec<SideSentence> = Vec::new();
        for (span, is_row) in places(&all) {
            let seen = all.seen.get(span.range()).unwrap_or_default().replace(BLANK, " ");
            for part in parts(&seen) {
                sentences.push(SideSentence { is_row, ..SideSentence::read(focus, part.to_owned(), span) });
            }
        }
        let contents: Vec<Vec<String>> = sentences.iter().map(|one| content(&one.pieces)).collect();
        for (at, one) in sentences.iter_mut().enumerate() {
            let window = at.saturating_sub(BEFORE)..contents.len().min(at + 1 + BEHIND);
            let around: Vec<&String> = headed.iter().chain(contents[window].iter().flatten()).collect();
            one.is_topical = is_topical(focus, one.share, &around);
        }
        let keys = headed.into_iter().chain(contents.into_iter().flatten()).collect();
        sentences.retain(|one| !conditions::is_open(&one.pieces));
        Self { sentences, keys }
    }

    /// True if it says a key anywhere.
    pub(super) fn says(&self, key: &str) -> bool {
        has_key(self.keys.iter(), key)
    }

    /// The sentences about the thing of the question.
    pub(super) fn topical(&self) -> impl Iterator<Item = &SideSentence> {
        self.sentences.iter().filter(|one| one.is_topical)
    }
}

impl SideSentence {
    fn read(focus: &QuestionFocus, text: String, span: Span) -> Self {
        let pieces = pieces(&text, &[]);
        let keys: Vec<String> = pieces.iter().map(keyed).collect();
        let share = focus.share(keys.iter());
        let low = spaced(&pieces);
        let flags = (false, false, false);
        let (is_row, is_conditional, is_topical) = flags;
        let mut out = Self { pieces, keys, low, text, span, share, is_row, is_conditional, is_topical };
        out.is_conditional = conditions::is_conditional(focus, &out.pieces, &out.low);
        out
    }
}

/// The places of sentences, members, rows and the sentences that lead in to them, in order; true for rows.
fn places(all: &Units) -> Vec<(Span, bool)> {
    let mut out: Vec<(Span, bool)> = Vec::new();
    for unit in all.units.iter().filter(|unit| !matches!(unit.kind, UnitKind::List | UnitKind::Steps)) {
        let (is_row, is_code) = (unit.kind == UnitKind::Row, unit.kind == UnitKind::Code);
        let leads = unit.lead.iter().filter(|_| !is_row).map(|lead| (*lead, false));
        for place in leads.chain((!is_code).then_some((unit.span, is_row))) {
            if !out.contains(&place) {
                out.push(place);
            }
        }
    }
    out
}

/// A sentence as its parts, where one begins with a small letter behind a point.
fn parts(text: &str) -> Vec<&str> {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1).filter(|at| {
        let letters = text[..at - 1].chars().rev().take_while(|c| c.is_alphabetic()).count();
        letters >= SHORTEST_LAST && text[*at..].trim_start().starts_with(char::is_lowercase)
    });
    let mut out = Vec::new();
    let mut from = 0;
    for end in ends.chain([text.len()]) {
        out.push(&text[from..end]);
        from = end;
    }
    out
}

/// True if a sentence that says a share of the question is about its thing, with the keys around it.
fn is_topical(focus: &QuestionFocus, own: f64, around: &[&String]) -> bool {
    let around = || around.iter().copied();
    let named = focus.names.iter().filter(|name| has_key(around(), name)).count() as f64;
    let of_all = focus.names.len() as f64;
    let (least, least_around) = if focus.names.is_empty() { (OWN.1, AROUND.1) } else { (OWN.0, AROUND.0) };
    own >= least && focus.share(around()) >= least_around && named >= NAMED * of_all
}
