//! Noun phrases without recursion (base noun phrase chunking) over the tags and ties of a dependency parser.
//!
//! Words that hyphens join are one part of a phrase. A phrase ends with its head noun; articles, counts and words of
//! praise before it are no part of it. Cost: a parse a line, then linear.

use crate::parser::{Label, MOST_WORDS, Parser, Tag};

use super::folded::singular;
use super::tokens::{PaperLine, PaperToken};
use super::traits::{Traits, traits};

/// The most parts of a phrase, counted from its head to the left.
const MOST_PARTS: usize = 6;

/// The possible role of a part in a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A head, or a noun before one.
    Noun,
    /// An adjective or a participle before a noun.
    Before,
    /// A number.
    Number,
    /// No part of a phrase.
    Other,
}

/// A word, or several that hyphens join.
#[derive(Clone, Debug)]
pub struct PhrasePart {
    /// Its first token in the line.
    pub first: usize,
    /// Its last token.
    pub last: usize,
    /// Its possible role.
    pub class: Class,
    /// Its text in lower case and singular, hyphens kept.
    pub word: String,
    /// True if it is written like a name: a capital or a digit inside, or capitals alone.
    pub named: bool,
    /// True if it begins with a capital that no sentence or title requires.
    pub capital: bool,
}

/// A noun phrase: parts of a line, at least one.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Its parts.
    pub parts: Vec<PhrasePart>,
    /// True if words of praise or counts were taken off before it.
    pub trimmed: bool,
    /// Number of tokens taken off before it.
    pub off: usize,
}

impl Phrase {
    /// Its first token.
    pub fn first(&self) -> usize {
        self.parts.first().map_or(0, |part| part.first)
    }

    /// Its last token.
    pub fn last(&self) -> usize {
        self.parts.last().map_or(0, |part| part.last)
    }
}

/// A line that was parsed.
#[derive(Debug)]
pub struct ParsedLine<'l, 'a> {
    /// The line.
    pub line: &'l PaperLine<'a>,
    /// The tag of each word that was parsed.
    pub tags: Vec<Tag>,
    /// The head of each word; one that is no word is the root.
    pub heads: Vec<usize>,
    /// The dependency of each word on its head.
    pub labels: Vec<Label>,
    /// All of its words, those joined by hyphens as one.
    pub parts: Vec<PhrasePart>,
    /// Its noun phrases, in order.
    pub phrases: Vec<Phrase>,
}

/// Parses a line; `plain` lowers the case of capitalised words, as of a title.
pub fn parsed<'l, 'a>(line: &'l PaperLine<'a>, plain: bool, parser: &mut Parser<'_>) -> ParsedLine<'l, 'a> {
    let read: Vec<String> = line.words.iter().take(MOST_WORDS).map(|token| shown(token, plain)).collect();
    parser.parse(read.iter().map(String::as_str));
    let mut out = ParsedLine {
        line,
        tags: parser.tags().iter().map(|tag| Tag::from_number(*tag)).collect(),
        heads: parser.heads().iter().map(|head| usize::from(*head)).collect(),
        labels: parser.labels().iter().map(|label| Label::from_number(*label)).collect(),
        parts: Vec::new(),
        phrases: Vec::new(),
    };
    out.parts = parts(&out, plain);
    out.phrases = phrases(&out.parts);
    out
}

/// A word as the parser is shown it.
fn shown(token: &PaperToken<'_>, plain: bool) -> String {
    if token.is_formula() {
        let inside = token.text.trim_matches('$');
        return if inside.len() == 1 { inside.to_owned() } else { "X".to_owned() };
    }
    if plain && !looks_named(token.text) { token.text.to_lowercase() } else { token.text.to_owned() }
}

/// True if a word is written like a name: a capital or a digit after its first letter.
pub fn looks_named(word: &str) -> bool {
    let mut chars = word.chars();
    let Some(first) = chars.next() else { return false };
    let letters = word.chars().any(char::is_alphabetic);
    let inner = chars.clone().any(|c| c.is_uppercase() || first.is_alphabetic() && c.is_ascii_digit());
    let plus = word.len() > 1 && word.ends_with('+');
    letters && (inner || plus) && first.is_alphanumeric() || first.is_ascii_digit() && chars.any(char::is_uppercase)
}

fn parts(parsed: &ParsedLine<'_, '_>, plain: bool) -> Vec<PhrasePart> {
    let words = &parsed.line.words;
    let count = parsed.tags.len();
    let mut out: Vec<PhrasePart> = Vec::with_capacity(count);
    let mut at = 0;
    while at < count {
        let mut last = at;
        while last + 2 < count
            && words[last + 1].joins()
            && words[last].end == words[last + 1].start
            && words[last + 1].end == words[last + 2].start
        {
            last += 2;
        }
        let text: String = words[at..=last].iter().map(|token| token.text).collect();
        let capitals = words[at..=last].iter().filter(|token| token.text.starts_with(char::is_uppercase)).count();
        let named = words[at..=last].iter().any(|token| looks_named(token.text)) || !plain && capitals >= 2;
        let capital = !plain && at > 0 && text.starts_with(char::is_uppercase);
        let word = singular(&text.to_lowercase());
        out.push(PhrasePart { first: at, last, class: Class::Other, word, named, capital });
        at = last + 1;
    }
    for at in (0..out.len()).rev() {
        out[at].class = class(parsed, &out[at], out.get(at + 1));
    }
    out
}

/// The possible role of a part, given the one after it.
fn class(parsed: &ParsedLine<'_, '_>, part: &PhrasePart, next: Option<&PhrasePart>) -> Class {
    let tag = parsed.tags[part.last];
    let text = parsed.line.words[part.last].text;
    let noun_next = next.is_some_and(|next| matches!(next.class, Class::Noun | Class::Before));
    let joined = part.last > part.first;
    if !text.starts_with(|c: char| c.is_alphanumeric() || c == '$') {
        return Class::Other;
    }
    if part.named && !(joined && noun_next) {
        return Class::Noun;
    }
    match tag {
        Tag::Nn | Tag::Nns | Tag::Nnp | Tag::Nnps | Tag::Fw | Tag::Afx => Class::Noun,
        Tag::Jj | Tag::Jjr | Tag::Jjs => Class::Before,
        Tag::Cd => Class::Number,
        Tag::Vbg if gerund(parsed, part, next) => {
            if noun_next {
                Class::Before
            } else {
                Class::Noun
            }
        }
        Tag::Vbn | Tag::Vbd | Tag::Vbg if noun_next => {
            let before = matches!(parsed.labels[part.last], Label::Amod | Label::Compound | Label::Nmod);
            if joined || before { Class::Before } else { Class::Other }
        }
        Tag::Rb if noun_next && !joined => {
            let adverb = part.word.ends_with("ly") && next.is_some_and(|next| next.class == Class::Before);
            if adverb { Class::Before } else { Class::Other }
        }
        _ if joined && noun_next => Class::Before,
        _ => Class::Other,
    }
}

/// True if a word with the ending of a participle is a noun here.
fn gerund(parsed: &ParsedLine<'_, '_>, part: &PhrasePart, next: Option<&PhrasePart>) -> bool {
    let label = parsed.labels[part.last];
    let object = next.is_some_and(|next| {
        matches!(
            parsed.tags[next.first],
            Tag::Dt | Tag::PrpPossessive | Tag::Prp | Tag::In | Tag::To | Tag::Wp | Tag::Wrb
        ) && parsed.tags[next.first] != Tag::In
    });
    let noun = matches!(
        label,
        Label::Pobj
            | Label::Dobj
            | Label::Nsubj
            | Label::NsubjPass
            | Label::Conj
            | Label::Appos
            | Label::Compound
            | Label::Attr
            | Label::Amod
            | Label::Nmod
    );
    let known = traits(part.word.rsplit('-').next().unwrap_or(&part.word)).any(Traits::TERM.and(Traits::METHOD));
    // "jets originating": a participle after its noun, where "topic modelling" is a compound.
    let behind = part.first > 0
        && matches!(parsed.tags[part.first - 1], Tag::Nn | Tag::Nns | Tag::Nnp | Tag::Nnps)
        && part.first == part.last
        && !next.is_some_and(|next| matches!(next.class, Class::Noun | Class::Before));
    !object && (noun && !behind || known)
}

/// The phrases of a line.
fn phrases(parts: &[PhrasePart]) -> Vec<Phrase> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        if parts[at].class == Class::Other {
            at += 1;
            continue;
        }
        let length = parts[at..].iter().take_while(|part| part.class != Class::Other).count();
        out.extend(phrase(&parts[at..at + length]));
        at += length;
    }
    out
}

/// The phrase of a run of nouns and the words before them.
fn phrase(run: &[PhrasePart]) -> Option<Phrase> {
    let head = run.iter().rposition(|part| part.class == Class::Noun)?;
    let run = &run[..=head];
    let mut from = run.len().saturating_sub(MOST_PARTS);
    let begin = from;
    while from < head && is_loose(&run[from], &run[from + 1]) {
        from += 1;
    }
    while from < head && is_verb(&run[from]) {
        from += 1;
    }
    let parts = run[from..].to_vec();
    let adverb = parts.len() == 1 && parts[0].word.ends_with("ly") && !parts[0].named;
    let off = run[from].first - run[begin].first;
    (!adverb).then_some(Phrase { parts, trimmed: from > begin, off })
}

/// True if a part before a noun is the participle of a verb with an object rather than a word of a term.
fn is_verb(part: &PhrasePart) -> bool {
    const VERBS: &str = "achieving adding addressing allowing applying avoiding bridging causing combining comparing \
        considering containing creating demonstrating detecting developing eliminating emulating enabling encouraging \
        enhancing ensuring establishing evaluating exceeding exploiting exploring extending facilitating generating \
        highlighting identifying improving including incorporating increasing integrating introducing investigating \
        leading leveraging maintaining making mitigating obtaining outperforming overcoming performing preserving \
        producing promoting proposing providing reaching reducing replacing requiring rethinking revealing revisiting \
        showing solving studying suggesting supporting surpassing tackling understanding using utilizing validating \
        yielding investigating exceeds reveals yields discuss detect preserves";
    !part.named && part.first == part.last && VERBS.split_ascii_whitespace().any(|verb| verb == part.word)
}

/// True if a part before a noun only praises, counts or compares.
fn is_loose(part: &PhrasePart, next: &PhrasePart) -> bool {
    if part.named {
        return false;
    }
    let kept = matches!((part.word.as_str(), next.word.as_str()), ("large" | "small", "language") | ("big", "data"));
    let counted = part.class == Class::Number || part.class == Class::Before && part.word.ends_with("ly");
    !kept && (counted || traits(&part.word).any(Traits::LOOSE.and(Traits::UNIT)))
}
