//! The names of a sentence: those found by the names layer, those that became one word, and runs of proper nouns.

use quipu_kernel::model::{Kind, Mention};

use crate::english::DEMONYMS;
use crate::parser::Tag;
use crate::read::{ReadWord, WordKind};

/// A name in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameSpan {
    /// Its first word.
    pub first: usize,
    /// Its last word.
    pub last: usize,
    /// The word in it that hangs on none of the others.
    pub head: usize,
    /// Its kind, as far as the reader decided it.
    pub kind: WordKind,
    /// Its bytes in the text, as the names layer has them; where it has no such name, those of its words.
    pub bytes: (usize, usize),
    /// True if the names layer has it.
    pub known: bool,
}

/// The names of a text, in order.
#[derive(Debug)]
pub(super) struct Named<'m> {
    names: Vec<&'m Mention>,
}

impl<'m> Named<'m> {
    /// The mentions of a chunk that are names in the text.
    pub(super) fn of(mentions: &'m [Mention]) -> Self {
        let names = mentions.iter().filter(|mention| !mention.span.is_empty() && is_name(mention));
        Self { names: names.collect() }
    }

    /// The name that covers a byte.
    pub(super) fn at(&self, byte: usize) -> Option<&'m Mention> {
        let next = self.names.partition_point(|mention| mention.span.range().start <= byte);
        self.names[..next].last().copied().filter(|mention| byte < mention.span.range().end)
    }
}

/// True if a mention is a name; common nouns and dates are not.
fn is_name(mention: &Mention) -> bool {
    match mention.kind {
        Kind::Date => false,
        Kind::Concept => mention.form.contains(char::is_uppercase),
        _ => true,
    }
}

/// Small words inside a run of proper nouns.
const JOINERS: [&str; 21] = [
    "of", "the", "de", "la", "le", "von", "van", "der", "den", "bin", "al", "-", "&", "du", "di", "da", "del", "for",
    "ibn", "el", "y",
];
/// The longest run of proper nouns.
const LONGEST: usize = 12;

/// The names of a sentence, and of each word which it belongs to.
pub(super) fn spans(
    words: &[ReadWord<'_>],
    tags: &[Tag],
    heads: &[usize],
    named: &Named<'_>,
) -> (Vec<NameSpan>, Vec<Option<usize>>) {
    let mut finder = Finder { words, tags, heads, names: Vec::new(), spans: vec![None; words.len()] };
    let mut at = 0;
    while at < words.len() {
        at = finder.known(at, named);
    }
    let mut at = 0;
    while at < words.len() {
        at = finder.run(at);
    }
    finder.titles();
    (finder.names, finder.spans)
}

struct Finder<'p, 'a> {
    words: &'p [ReadWord<'a>],
    tags: &'p [Tag],
    heads: &'p [usize],
    names: Vec<NameSpan>,
    spans: Vec<Option<usize>>,
}

impl Finder<'_, '_> {
    fn add(&mut self, first: usize, last: usize, kind: WordKind, bytes: (usize, usize), known: bool) {
        let outside = |at: &usize| !(first..=last).contains(&self.heads[*at]) || self.heads[*at] == *at;
        let head = (first..=last).find(outside).unwrap_or(last);
        self.spans[first..=last].fill(Some(self.names.len()));
        self.names.push(NameSpan { first, last, head, kind, bytes, known });
    }

    /// Takes the known name at a word; returns the word after it.
    fn known(&mut self, at: usize, named: &Named<'_>) -> usize {
        let word = self.words[at];
        if word.kind != WordKind::Plain {
            let found = named.at(word.start).map(|mention| mention.span.range());
            let inside = found.filter(|found| word.kind != WordKind::Date && found.end <= word.end);
            let known = inside.is_some() || word.kind == WordKind::Topic || word.kind == WordKind::Date;
            let bytes = inside.map_or((word.start, word.end), |found| (found.start, found.end));
            self.add(at, at, word.kind, bytes, known);
            return at + 1;
        }
        let Some(mention) = named.at(word.start) else { return at + 1 };
        let range = mention.span.range();
        // "A 1938 American western": an adjective.
        if range.end <= word.end && DEMONYMS.has(&word.read.to_lowercase()) && self.goes_on(at) {
            return at + 1;
        }
        let count =
            self.words[at..].iter().take_while(|word| word.start < range.end && word.kind == WordKind::Plain).count();
        // "Kenya's" is a name and its ending.
        let ending = (at + 1..at + count).rev().take_while(|at| self.tags[*at] == Tag::Pos).count();
        self.add(at, at + count - 1 - ending, WordKind::Plain, (range.start, range.end), true);
        at + count
    }

    /// True if a word in lower case follows that an adjective may belong to.
    fn goes_on(&self, at: usize) -> bool {
        let lower = self.words.get(at + 1).is_some_and(|next| next.read.starts_with(char::is_lowercase));
        lower && matches!(self.tags[at + 1], Tag::Nn | Tag::Nns | Tag::Jj | Tag::Hyph)
    }

    fn is_proper(&self, at: usize) -> bool {
        self.tags.get(at).is_some_and(|tag| tag.is_proper())
            && self.spans[at].is_none()
            && self.words[at].read.contains(char::is_alphanumeric)
    }

    /// Takes the run of proper nouns that begins at a word; gives the word after it.
    fn run(&mut self, at: usize) -> usize {
        if !self.is_proper(at) {
            return at + 1;
        }
        let mut last = at;
        while last < at + LONGEST {
            let joins = |at: usize| {
                self.words.get(at).is_some_and(|word| JOINERS.contains(&word.read)) && self.spans[at].is_none()
            };
            if self.is_proper(last + 1) {
                last += 1;
            } else if joins(last + 1) && self.is_proper(last + 2) {
                last += 2;
            } else if joins(last + 1) && joins(last + 2) && self.is_proper(last + 3) {
                last += 3;
            } else {
                break;
            }
        }
        // One capital alone that the names layer does not know may begin any noun.
        if last > at {
            self.add(at, last, WordKind::Plain, (self.words[at].start, self.words[last].end), false);
        }
        last + 1
    }

    /// "Henry Neville, 5th Earl of Westmorland" is one name, which the first one gives.
    fn titles(&mut self) {
        let is_ordinal = |word: &str| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
            matches!(&word[digits.len()..], "st" | "nd" | "rd" | "th")
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        for at in 0..self.names.len() {
            let NameSpan { last, kind, .. } = self.names[at];
            let ordinal = self.words.get(last + 2).is_some_and(|word| is_ordinal(word.read));
            let named = self.spans.get(last + 2).copied().flatten().or(self.spans.get(last + 3).copied().flatten());
            if kind == WordKind::Date || !ordinal || self.words[last + 1].read != "," {
                continue;
            }
            if let Some(end) = named.map(|named| self.names[named].last).filter(|end| *end > last) {
                let name = NameSpan { last: end, ..self.names[at] };
                self.names[at] = name;
                self.spans[name.first..=end].fill(Some(at));
            }
        }
    }
}
