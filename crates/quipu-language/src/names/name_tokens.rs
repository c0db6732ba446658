//! Tokens: the words, numbers and signs of a chunk, with the properties that rules check.
//!
//! One pass. A word keeps its inner apostrophes, hyphens and underscores ("O'Neill", "Al-Wasl",
//! "max_depth"), a number its separators ("14,000"); a possessive ending is kept apart from the
//! word. Tokens in hidden spans (code, addresses) are left out.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use unicode_normalization::char::is_combining_mark;

use super::lexicon::marks_of;
use crate::tables::marks::Marks;
use quipu_kernel::model::Span;
use quipu_kernel::text::fold_char;

/// Spellings of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenShape {
    /// Begins with a lower-case letter, or its script has no case.
    Lower,
    /// Begins with a capital.
    Capital,
    /// At least two letters, no lower-case ones: an acronym, or a shout.
    Upper,
    /// Digits only, at most four.
    Number,
    /// Other numbers: with separators, longer, or with letters after them.
    Figure,
}

/// The kind of text between a token and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// White space, at most one line break.
    Space,
    /// A dot and white space, after an initial or an abbreviation.
    Dot,
    /// A comma and white space.
    Comma,
    /// A dash between, with or without spaces.
    Dash,
    /// Anything else.
    Break,
}

/// A word or a number of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameToken {
    /// First byte.
    pub start: usize,
    /// One past the last byte, without a possessive ending.
    pub core: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its spelling.
    pub shape: TokenShape,
    /// The gap before it.
    pub gap: Gap,
    /// True if it is the first of its sentence.
    pub first: bool,
    /// Number of its characters.
    pub length: usize,
    /// Its marks in the lexicon.
    pub marks: Marks,
    /// A hash of its folded beginning, equal for the forms of one inflected word.
    pub stem: u64,
}

impl NameToken {
    /// The word in its text, without a possessive ending.
    pub(super) fn word<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start..self.core]
    }

    /// True if it goes on with the token before it, in lower case.
    pub(super) fn goes_on(&self) -> bool {
        !self.first && self.gap == Gap::Space && self.shape == TokenShape::Lower
    }

    /// True if it is written like a name.
    pub(super) fn is_capital(&self) -> bool {
        matches!(self.shape, TokenShape::Capital | TokenShape::Upper)
    }

    /// True if it is one capital letter.
    pub(super) fn is_initial(&self) -> bool {
        self.length == 1 && self.is_capital()
    }

    /// True if it has any of `marks`.
    pub(super) fn has(&self, marks: Marks) -> bool {
        self.marks.any(marks)
    }

    /// True if it carries a possessive ending.
    pub(super) fn is_possessive(&self) -> bool {
        self.core != self.end
    }
}

/// Verbs that specifications write in capitals (RFC 2119).
const MODALS: [&str; 4] = ["must", "should", "shall", "may"];
/// Maximal length of a word that is looked up in the lexicon, in letters.
const LONGEST_KNOWN: usize = 40;
/// Letters of a word that its stem hash covers.
const STEM_LETTERS: usize = 5;

/// The tokens of a text. `sentences` and `hidden` are in the order of the text and do not overlap.
pub(super) fn tokens(text: &str, sentences: &[Span], hidden: &[Span]) -> Vec<NameToken> {
    let mut out: Vec<NameToken> = Vec::with_capacity(text.len() / 5);
    let mut lower = String::new();
    let (mut at, mut next_sentence, mut next_hidden) = (0, 0, 0);
    let mut first = false;
    while let Some(c) = text[at..].chars().next() {
        while sentences.get(next_sentence).is_some_and(|span| span.range().start <= at) {
            next_sentence += 1;
            first = true;
        }
        while hidden.get(next_hidden).is_some_and(|span| span.range().end <= at) {
            next_hidden += 1;
        }
        if let Some(span) = hidden.get(next_hidden).filter(|span| span.range().contains(&at)) {
            at = span.range().end;
            first = false;
            continue;
        }
        if !is_inner(c) {
            at += c.len_utf8();
            continue;
        }
        let end = plain_end(text, at).unwrap_or_else(|| word_end(text, at, c.is_numeric()));
        let gap = gap_between(text, out.last(), at);
        out.push(token(text, at, end, gap, first, &mut lower));
        first = false;
        at = end;
    }
    out
}

/// The end of a word of ASCII letters alone, where the next character cannot be a part of it: as most words end.
fn plain_end(text: &str, start: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[start..];
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let ends = matches!(
        &bytes[letters..],
        [] | [b' ' | b'\n' | b',' | b';' | b':' | b')' | b'"', ..] | [b'.', b' ' | b'\n', ..]
    );
    (ends && letters > 0).then_some(start + letters)
}

/// True if a character belongs to words and numbers; Russian letters need no look-up.
fn is_inner(c: char) -> bool {
    matches!(c, '\u{410}'..='\u{44f}' | 'ё' | 'Ё') || c.is_alphanumeric()
}

/// The end of the word or number that begins at `start`.
fn word_end(text: &str, start: usize, number: bool) -> usize {
    let mut end = start;
    let mut chars = text[start..].chars().peekable();
    let (mut digits_only, mut piece) = (number, 0);
    while let Some(c) = chars.next() {
        let inside = is_inner(c) || (!c.is_ascii() && is_combining_mark(c));
        if inside {
            digits_only = digits_only && c.is_numeric();
            piece += 1;
        } else if chars.peek().is_some_and(|next| joins(c, *next, digits_only, piece)) {
            piece = 0;
        } else {
            break;
        }
        end += c.len_utf8();
    }
    end
}

/// True if `c` keeps a word together when `next` follows; `piece` letters stand since the last such
/// sign.
fn joins(c: char, next: char, digits_only: bool, piece: usize) -> bool {
    match c {
        '\'' | '’' | '_' => next.is_alphanumeric(),
        '-' | '‑' => next.is_alphabetic() || (!digits_only && next.is_alphanumeric()),
        '–' => !digits_only && next.is_alphabetic(),
        '.' | ',' if digits_only => next.is_ascii_digit(),
        '.' => next.is_ascii_digit() || next.is_lowercase() || (next.is_alphabetic() && piece == 1),
        '&' => !digits_only && next.is_uppercase(),
        '\u{ad}' | '\u{200d}' | '\u{200c}' => next.is_alphanumeric(),
        _ => false,
    }
}

fn token(text: &str, start: usize, end: usize, gap: Gap, first: bool, lower: &mut String) -> NameToken {
    let word = &text[start..end];
    let core = start + possessive_cut(text, start, end);
    lower.clear();
    let mut hasher = FxHasher::default();
    let mut length = 0;
    if text[start..core].is_ascii() {
        lower.push_str(&text[start..core]);
        lower.make_ascii_lowercase();
        length = lower.len();
        lower.bytes().take(STEM_LETTERS).for_each(|byte| hasher.write_u32(u32::from(byte)));
    } else {
        let mut add = |c: char| {
            lower.push(if c == '’' { '\'' } else { c });
            if length < STEM_LETTERS {
                hasher.write_u32(c as u32);
            }
            length += 1;
        };
        for c in text[start..core].chars() {
            match c {
                'a'..='z' | '\u{430}'..='\u{44f}' => add(c),
                'A'..='Z' => add(c.to_ascii_lowercase()),
                _ => fold_char(c).for_each(&mut add),
            }
        }
    }
    let shape = shape_of(word);
    let known = if length <= LONGEST_KNOWN { marks_of(lower) } else { Marks::NONE };
    // "US", "IT", "WHO" are no pronouns.
    let marks = match shape {
        // A word in capitals in a specification is a verb all the same.
        TokenShape::Upper if MODALS.contains(&lower.as_str()) => Marks::STOP,
        TokenShape::Upper if known.any(Marks::STOP) => Marks::NONE,
        _ => known,
    };
    let shape = if shape == TokenShape::Upper && marks.any(Marks::STOP) { TokenShape::Lower } else { shape };
    NameToken { start, core, end, shape, gap, first, length, marks, stem: hasher.finish() }
}

/// End of the word without `'s`, from its start.
fn possessive_cut(text: &str, start: usize, end: usize) -> usize {
    let word = &text[start..end];
    if !word.ends_with(['s', 'S']) {
        return word.len();
    }
    ["'s", "’s", "'S", "’S"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(word)
        .len()
}

fn shape_of(word: &str) -> TokenShape {
    let begins = word.chars().next().unwrap_or(' ');
    if begins.is_numeric() {
        let plain = word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
        return if plain { TokenShape::Number } else { TokenShape::Figure };
    }
    if !begins.is_uppercase() {
        return TokenShape::Lower;
    }
    let shouted = word.chars().filter(|c| c.is_alphabetic()).count() >= 2 && !word.chars().any(char::is_lowercase);
    if shouted { TokenShape::Upper } else { TokenShape::Capital }
}

/// Maximal length of a gap that is looked at, in bytes; a longer one separates names anyway.
const LONGEST_GAP: usize = 8;

fn gap_between(text: &str, previous: Option<&NameToken>, start: usize) -> Gap {
    let Some(previous) = previous else { return Gap::Break };
    let between = &text[previous.end..start];
    if between == " " {
        return Gap::Space;
    }
    if between.len() > LONGEST_GAP {
        return Gap::Break;
    }
    let body = between.trim();
    let breaks = between.bytes().filter(|b| *b == b'\n').count();
    if breaks > 1 || breaks == 1 && is_short_line(text, previous.end) {
        return Gap::Break;
    }
    match body {
        "" => Gap::Space,
        // A plural's possessive: "Workers' Union".
        "'" | "’" if between.len() > body.len() && text[..previous.end].ends_with('s') && between.starts_with(body) => {
            Gap::Space
        }
        "." if between.len() > 1 || previous.length == 1 => Gap::Dot,
        "," => Gap::Comma,
        "-" | "–" | "—" => Gap::Dash,
        _ => Gap::Break,
    }
}

/// Bytes of the shortest line that goes on in the next one; a shorter one ends because its author ended it.
const SHORTEST_LINE: usize = 50;

/// True if a line that ends at a position is too short to be broken for want of room.
fn is_short_line(text: &str, end: usize) -> bool {
    // A letter takes four bytes at most.
    let near = end.saturating_sub(4 * SHORTEST_LINE);
    let found = text.as_bytes()[near..end].iter().rposition(|byte| *byte == b'\n');
    match found.map(|found| near + found + 1).or((near == 0).then_some(0)) {
        Some(start) => text[start..end].chars().count() < SHORTEST_LINE,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text, &[], &[]).iter().map(|token| &text[token.start..token.end]).collect()
    }

    #[test]
    fn words_keep_their_inner_signs() {
        assert_eq!(
            texts("O'Neill's Al-Wasl AT&T max_depth, 14,000 X.25."),
            ["O'Neill's", "Al-Wasl", "AT&T", "max_depth", "14,000", "X.25"]
        );
        assert_eq!(
            texts("1859–1943 Murray–Darling 'quoted' Т.Т. Цуй"),
            ["1859", "1943", "Murray–Darling", "quoted", "Т.Т", "Цуй"]
        );
    }

    #[test]
    fn hidden_spans_give_no_token() {
        let text = "see `Code` and Name";
        let found = tokens(text, &[], &[Span::new(4, 10)]);
        assert_eq!(found.iter().map(|token| &text[token.start..token.end]).collect::<Vec<_>>(), ["see", "and", "Name"]);
    }

    #[test]
    fn a_possessive_is_known_apart() {
        let text = "Kenya's athletes";
        let found = tokens(text, &[], &[]);
        assert_eq!(&text[found[0].start..found[0].core], "Kenya");
    }
}
