//! Pieces: a block is one piece where it fits; else it is cut by the coarsest effective rule of its kind,
//! and parts that are still too long by the next finer one.
//!
//! A list is cut between its members, a table between its rows, code at blank lines and then lines,
//! a paragraph at sentence ends; parts that are still longer at line ends, then between words, then
//! between characters. Pieces come one by one, in order, so memory stays that of one piece, and
//! each rule reads its range once: linear in the text.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::blocks::{Block, BlockKind};
use super::lines::MarkdownLine;
use super::measure::Limits;
use crate::text::sentences;

/// The longest row that stays whole, in bytes, where the size of chunks is smaller; no table has
/// longer ones, and a text without end must not become one chunk.
const LONGEST_ROW: usize = 20_000;
/// The most marks looked back over for the letter that they stand on.
const LONGEST_CLUSTER: usize = 64;
/// From here on lie the scripts without spaces (and some with, counted too high).
const UNSPACED: char = '\u{3041}';

/// Preference for ending a chunk before a piece; higher is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seam {
    /// Inside a word: a chunk always ends here.
    Char,
    /// Between two words of a sentence, or two lines of code.
    Inner,
    /// Between two sentences, rows, or members of a member of a list.
    Sentence,
    /// Between two members of a list, or at a blank line in code.
    Part,
    /// Between two blocks.
    Block,
}

/// A part of a block that no chunk is cut in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// Place in the text, without blank edges.
    pub(super) span: Range<usize>,
    /// Preference for ending a chunk before it.
    pub(super) seam: Seam,
    /// True if it continues a table, so that the table's header is shown with it.
    pub(super) in_table: bool,
}

/// A rule of cutting, from coarse to fine within each kind of block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Members,
    BlankLines,
    Sentences,
    Lines,
    Words,
}

/// Hands the pieces of a block to `take`, in order.
pub(super) fn pieces(text: &str, block: &Block, limits: Limits, take: &mut dyn FnMut(Piece)) {
    let span = trimmed(text, block.span.clone());
    let mut cutter = Cutter { text, limits, take };
    match &block.kind {
        BlockKind::Table { header } => cutter.table(span, header.end),
        BlockKind::List => cutter.cut(span, Seam::Block, &[Rule::Members, Rule::Sentences, Rule::Lines, Rule::Words]),
        BlockKind::Code => cutter.cut(span, Seam::Block, &[Rule::BlankLines, Rule::Lines, Rule::Words]),
        _ => cutter.cut(span, Seam::Block, &[Rule::Sentences, Rule::Lines, Rule::Words]),
    }
}

/// A range without the white space at its edges.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(range.end - (part.len() - part.trim_end().len())).max(start)
}

struct Cutter<'a> {
    text: &'a str,
    limits: Limits,
    take: &'a mut dyn FnMut(Piece),
}

impl Cutter<'_> {
    fn give(&mut self, span: Range<usize>, seam: Seam, in_table: bool) {
        if !span.is_empty() {
            (self.take)(Piece { span, seam, in_table });
        }
    }

    /// Gives `range` whole if it fits, else cut by the first of `rules`; its first piece has `seam`.
    fn cut(&mut self, range: Range<usize>, seam: Seam, rules: &[Rule]) {
        let Some((rule, finer)) = rules.split_first().filter(|_| !self.limits.fits(&self.text[range.clone()])) else {
            return self.give(range, seam, false);
        };
        let text = self.text;
        let limits = self.limits;
        let mut lead = Some(seam);
        each_part(text, range, *rule, limits, &mut |part, inner| {
            let part = trimmed(text, part);
            if !part.is_empty() {
                self.cut(part, lead.take().unwrap_or(inner), finer);
            }
        });
    }

    /// A table: whole if it fits, else by rows; its header stays with the first row.
    fn table(&mut self, span: Range<usize>, header_end: usize) {
        if self.limits.fits(&self.text[span.clone()]) {
            return self.give(span, Seam::Block, false);
        }
        let mut seam = Seam::Block;
        let mut from = span.start;
        while let Some(line) = MarkdownLine::at(self.text, from).filter(|line| line.start < span.end) {
            let mut row = line;
            while row.end <= header_end
                && let Some(next) = MarkdownLine::at(self.text, row.next).filter(|next| next.start < span.end)
            {
                row = next;
            }
            self.row(trimmed(self.text, from..row.end), seam);
            seam = Seam::Sentence;
            from = row.next;
        }
    }

    fn row(&mut self, row: Range<usize>, seam: Seam) {
        if row.len() > LONGEST_ROW && !self.limits.fits(&self.text[row.clone()]) {
            return self.cut(row, seam, &[Rule::Words]);
        }
        self.give(row, seam, seam != Seam::Block);
    }
}

/// Hands the parts of `range` by one rule to `take`, in order, each with the seam before it.
fn each_part(text: &str, range: Range<usize>, rule: Rule, limits: Limits, take: &mut dyn FnMut(Range<usize>, Seam)) {
    match rule {
        Rule::Members => by_lines(text, range, &mut member_seam, take),
        Rule::BlankLines => {
            let mut blank = false;
            let mut seam = |line: &MarkdownLine<'_>| {
                (std::mem::replace(&mut blank, line.is_blank()) && !blank).then_some(Seam::Part)
            };
            by_lines(text, range, &mut seam, take);
        }
        Rule::Lines => by_lines(text, range, &mut |_| Some(Seam::Inner), take),
        Rule::Sentences => by_sentences(text, range, take),
        Rule::Words => words(text, range, limits, take),
    }
}

fn member_seam(line: &MarkdownLine<'_>) -> Option<Seam> {
    let seam = if line.indent() < 2 { Seam::Part } else { Seam::Sentence };
    line.is_list_start().then_some(seam)
}

/// Cuts before each line for which `seam` gives one.
fn by_lines(
    text: &str,
    range: Range<usize>,
    seam: &mut dyn FnMut(&MarkdownLine<'_>) -> Option<Seam>,
    take: &mut dyn FnMut(Range<usize>, Seam),
) {
    let text = &text[..range.end];
    let (mut from, mut before, mut at) = (range.start, Seam::Block, range.start);
    while let Some(line) = MarkdownLine::at(text, at) {
        if let Some(seam) = seam(&line).filter(|_| at > from) {
            take(from..at, before);
            (from, before) = (at, seam);
        }
        at = line.next;
    }
    take(from..range.end, before);
}

/// Cuts between sentences.
fn by_sentences(text: &str, range: Range<usize>, take: &mut dyn FnMut(Range<usize>, Seam)) {
    let mut from = range.start;
    for sentence in sentences(&text[range.clone()]).iter().skip(1) {
        let start = range.start + sentence.range().start;
        take(from..start, Seam::Sentence);
        from = start;
    }
    take(from..range.end, Seam::Sentence);
}

/// Cuts between words into pieces as long as fit, and inside a word that is longer than a piece.
fn words(text: &str, range: Range<usize>, limits: Limits, take: &mut dyn FnMut(Range<usize>, Seam)) {
    let mut from = range.start;
    let mut seam = Seam::Inner;
    while from < range.end {
        let (cut, next) = longest(&text[from..range.end], limits);
        take(from..from + cut, seam);
        from += cut;
        seam = next;
    }
}

/// End of the longest piece at the start of `text`, with the seam there.
fn longest(text: &str, limits: Limits) -> (usize, Seam) {
    let (mut chars, mut words, mut in_word) = (0, 0, false);
    let (mut gap, mut letter) = (0, 0);
    for (at, c) in text.char_indices() {
        words += most_words(c, in_word);
        in_word = c.is_alphanumeric() && c < UNSPACED;
        chars += 1;
        if c.is_whitespace() {
            gap = at;
        } else if !is_combining_mark(c) {
            letter = at;
        }
        if chars > limits.chars || limits.words.is_some_and(|size| words > size) {
            return match (gap, letter) {
                (0, letter) if letter > 0 && at - letter < LONGEST_CLUSTER => (letter, Seam::Char),
                (0, _) => (if at == 0 { c.len_utf8() } else { at }, Seam::Char),
                (gap, _) => (gap, Seam::Inner),
            };
        }
    }
    (text.len(), Seam::Inner)
}

/// The most words that a character can add to the count of the word index: those of scripts
/// without spaces one each, a capital inside a word two parts.
fn most_words(c: char, in_word: bool) -> usize {
    match c {
        UNSPACED.. => 1,
        _ if !c.is_alphanumeric() => 0,
        _ if !in_word => 1,
        'A'..='Z' => 2,
        _ => 0,
    }
}
