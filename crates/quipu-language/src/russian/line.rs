//! A Russian sentence as pieces: words in lower case, names, signs. Longer sentences are cut at a bound.

use quipu_kernel::model::{Kind, Mention, Span};

use super::names::marks_of;
use super::{cases, given, is_letter, lowered};
use crate::tables::marks::Marks;

/// The most pieces of a sentence.
const MOST_PIECES: usize = 300;

/// The sort of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinePieceSort {
    /// A word or a number.
    Word,
    /// A name, by its place among the mentions; people apart.
    Name(usize),
    /// A person, by the place among the mentions, with the cases in which the name may stand.
    Person(usize, u8),
    /// A comma.
    Comma,
    /// A dash between blanks.
    Dash,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any sign that parts clauses.
    Stop,
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinePiece {
    /// What it is.
    pub(super) sort: LinePieceSort,
    /// The word in lower case with `е` for `ё`; the last word of a name.
    pub(super) low: String,
    /// True if quotation marks stand before it.
    pub(super) quoted: bool,
    /// True for a word with a capital.
    pub(super) capital: bool,
}

impl LinePiece {
    /// True for a word, no function word and no number.
    pub(super) fn is_content(&self) -> bool {
        self.sort == LinePieceSort::Word
            && self.low.starts_with(char::is_alphabetic)
            && !marks_of(&self.low).any(Marks::STOP | Marks::COPULA)
    }

    /// The mention of a name.
    pub(super) fn mention(&self) -> Option<usize> {
        match self.sort {
            LinePieceSort::Name(at) | LinePieceSort::Person(at, _) => Some(at),
            _ => None,
        }
    }
}

/// The pieces of a sentence; `named` are the places of the mentions inside it, in order.
pub(super) fn pieces(text: &str, sentence: Span, mentions: &[Mention], named: &[usize]) -> Vec<LinePiece> {
    let mut out: Vec<LinePiece> = Vec::new();
    let end = sentence.range().end;
    let (mut at, mut next, mut quoted) = (sentence.range().start, 0, false);
    while at < end && out.len() < MOST_PIECES {
        while named.get(next).is_some_and(|index| mentions[*index].span.range().start < at) {
            next += 1;
        }
        if let Some(index) = named.get(next).filter(|index| mentions[**index].span.range().start == at) {
            let mention = &mentions[*index];
            out.push(name(mention, *index, quoted || !text[at..].starts_with(char::is_alphanumeric)));
            at = mention.span.range().end;
            quoted = false;
            continue;
        }
        let Some(c) = text[at..end].chars().next() else { break };
        if c.is_alphanumeric() {
            let length = word_length(&text[at..end]);
            out.push(word(&text[at..at + length], quoted));
            at += length;
            quoted = false;
            continue;
        }
        quoted = matches!(c, '«' | '"' | '“' | '„') || quoted && c == ' ';
        if let Some(sort) = sign(c, &text[..at], &text[at + c.len_utf8()..end]) {
            out.push(LinePiece { sort, low: String::new(), quoted: false, capital: false });
        }
        at += c.len_utf8();
    }
    out
}

fn sign(c: char, before: &str, after: &str) -> Option<LinePieceSort> {
    match c {
        ',' => Some(LinePieceSort::Comma),
        '—' | '–' => Some(LinePieceSort::Dash),
        '-' if before.ends_with(' ') && after.starts_with(' ') => Some(LinePieceSort::Dash),
        '(' => Some(LinePieceSort::Open),
        ')' => Some(LinePieceSort::Close),
        ';' | ':' | '!' | '?' | '|' | '[' | ']' | '/' | '…' | '•' | '·' => Some(LinePieceSort::Stop),
        // A dot inside a sentence stands behind an abbreviation or an initial.
        '.' if after.trim().is_empty() => Some(LinePieceSort::Stop),
        _ => None,
    }
}

/// Bytes of the word at the beginning of a text, with its inner hyphens.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let inner = c == '-' && chars.peek().is_some_and(|next| next.is_alphanumeric());
        if !c.is_alphanumeric() && !inner && c != '\u{301}' {
            break;
        }
        length += c.len_utf8();
    }
    length
}

fn folded(text: &str) -> String {
    lowered(text).replace('\u{301}', "")
}

fn word(text: &str, quoted: bool) -> LinePiece {
    LinePiece { sort: LinePieceSort::Word, low: folded(text), quoted, capital: text.starts_with(char::is_uppercase) }
}

fn name(mention: &Mention, at: usize, quoted: bool) -> LinePiece {
    let bare = mention.form.trim_matches(['«', '»', '"', '“', '”', '„']);
    let sort = match person_cases(bare, mention.kind).filter(|_| !quoted) {
        Some(cases) => LinePieceSort::Person(at, cases),
        None => LinePieceSort::Name(at),
    };
    let last = bare.rsplit([' ', '\n']).next().unwrap_or(bare);
    let capitals = last.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    // What is no Russian word is in any case.
    let low = if capitals { String::new() } else { folded(last) };
    LinePiece { sort, low, quoted, capital: true }
}

/// True for a Russian word with a capital, perhaps with hyphens.
pub(super) fn is_raised(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().all(|c| c == '-' || is_letter(c))
}

/// True for a word of the names of places, bodies and events.
pub(super) fn is_of_thing(word: &str) -> bool {
    let thing = Marks::LAND | Marks::PLACE | Marks::HEAD | Marks::ORG | Marks::HEAD_INSIDE | Marks::EVENT;
    marks_of(word).any(thing)
}

/// The cases of a person's name; none if it is no person's.
fn person_cases(form: &str, kind: Kind) -> Option<u8> {
    if !matches!(kind, Kind::Person | Kind::Entity) {
        return None;
    }
    let words: Vec<&str> = form.split([' ', '\n', '.']).filter(|word| !word.is_empty()).collect();
    let is_name = |word: &&str| {
        let mut rest = word.chars().skip(1).peekable();
        is_raised(word) && (rest.peek().is_none() || rest.any(char::is_lowercase))
    };
    let particle = |word: &&str| marks_of(word).any(Marks::PARTICLE);
    if words.is_empty() || words.len() > 5 || !words.iter().all(|word| is_name(word) || particle(word)) {
        return None;
    }
    let low: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let known = kind == Kind::Person || low.iter().any(|word| cases::is_like_person(word));
    if !known && (low.len() == 1 || low.iter().any(|word| is_of_thing(word))) {
        return None;
    }
    // An adjective and a noun are no person: "Южный Урал".
    if !known && low.first().is_some_and(|word| super::nouns::is_adjective_in(word, given::NOM)) {
        return None;
    }
    let cases = cases::agreed_cases(low.iter().map(String::as_str));
    // "Влада" is a woman, or of a man, if his surname is of no known kind.
    let his = low.len() > 1 && low.iter().all(|word| word.ends_with(['а', 'я']));
    Some(if his && cases == given::NOM { cases | given::GEN | given::ACC } else { cases })
}
