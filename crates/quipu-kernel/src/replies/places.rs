//! Places of names in a window: as written, in another case of letters, or as a name that the rules found there
//! and that leads to the same (`Москвы` for `Москва`). Cost: a pass over the window's text for every name, once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use memchr::memmem::Finder;
use rustc_hash::FxHashMap;

use super::lower::Lower;
use crate::extract::Extractor;
use crate::model::{Chunk, ExtractedBy, Facts, Mention, Name, Span};
use crate::text::sentences;

/// A chunk of a window, with its facts by rules.
pub type Window<'a> = [(&'a Chunk, &'a [Facts])];

/// Index of places in a window.
pub(super) struct Places<'a> {
    pub(super) window: &'a Window<'a>,
    pub(super) extractor: &'a dyn Extractor,
    lower: Vec<Lower>,
    /// Names that each chunk's mentions lead to, computed on the first request.
    leads: Vec<OnceCell<Leads<'a>>>,
    /// Each chunk's sentences, computed on the first request.
    sentences: Vec<OnceCell<Vec<Span>>>,
    /// Places of each requested name in the chunks.
    found: RefCell<FxHashMap<String, Rc<Found>>>,
    /// Numbers of the names that were sought, as they are folded.
    numbers: RefCell<FxHashMap<String, usize>>,
    /// The names that lead to the same as each requested name.
    alike: RefCell<FxHashMap<String, Rc<[Name]>>>,
}

/// Places of a name in the chunks of a window.
pub(super) struct Found {
    pub(super) name: Name,
    /// Its number in this window.
    pub(super) number: usize,
    spans: Vec<Option<Span>>,
}

impl Found {
    /// The chunks that hold the name, each with where; all of them with no place where none does.
    pub(super) fn places(&self) -> Vec<(usize, Span)> {
        let held = self.held();
        if held.is_empty() { (0..self.spans.len()).map(|at| (at, Span::default())).collect() } else { held }
    }

    /// The chunks that hold the name.
    fn held(&self) -> Vec<(usize, Span)> {
        self.spans.iter().enumerate().filter_map(|(at, span)| Some((at, (*span)?))).collect()
    }

    /// The chunks that hold both names; all of them where none does.
    pub(super) fn places_with(&self, other: &Self) -> Vec<(usize, [Span; 2])> {
        let pairs = || self.spans.iter().zip(&other.spans).enumerate();
        let both: Vec<_> = pairs().filter_map(|(at, (one, other))| Some((at, [(*one)?, (*other)?]))).collect();
        if !both.is_empty() {
            return both;
        }
        pairs().map(|(at, (one, other))| (at, [one.unwrap_or_default(), other.unwrap_or_default()])).collect()
    }
}

/// A name that is sought.
struct Sought<'a> {
    written: Finder<'a>,
    folded: &'a str,
}

/// Names that the mentions of the rules in a chunk lead to: the first mention of each.
#[derive(Default)]
struct Leads<'a> {
    mentions: Vec<&'a Mention>,
    written: FxHashMap<&'a str, usize>,
    /// The first mention of each name that mentions lead to, computed on the first request.
    alike: OnceCell<FxHashMap<Name, usize>>,
}

impl<'a> Leads<'a> {
    fn of(facts: &'a [Facts]) -> Self {
        let mut out = Self::default();
        let rules = facts.iter().filter(|facts| facts.extractor == ExtractedBy::Rules);
        for mention in rules.flat_map(|facts| &facts.mentions).filter(|mention| !mention.span.is_empty()) {
            out.written.entry(&mention.name.folded).or_insert(out.mentions.len());
            out.mentions.push(mention);
        }
        out
    }

    fn alike(&self, name: &Name, alike: impl Fn(&str) -> Rc<[Name]>) -> Option<usize> {
        let all = self.alike.get_or_init(|| {
            let mut out = FxHashMap::default();
            for (at, mention) in self.mentions.iter().enumerate() {
                for name in alike(&mention.name.folded).iter() {
                    out.entry(name.clone()).or_insert(at);
                }
            }
            out
        });
        all.get(name).copied()
    }
}

impl<'a> Places<'a> {
    pub(super) fn new(window: &'a Window<'a>, extractor: &'a dyn Extractor) -> Self {
        let lower = window.iter().map(|(chunk, _)| Lower::of(&chunk.text)).collect();
        let leads = window.iter().map(|_| OnceCell::new()).collect();
        let sentences = window.iter().map(|_| OnceCell::new()).collect();
        let (found, numbers, alike) = Default::default();
        Self { window, extractor, lower, leads, sentences, found, numbers, alike }
    }

    /// The names that lead to the same as a folded one.
    fn alike(&self, folded: &str) -> Rc<[Name]> {
        if let Some(known) = self.alike.borrow().get(folded) {
            return known.clone();
        }
        let names: Rc<[Name]> = self.extractor.spellings(folded).into();
        self.alike.borrow_mut().insert(folded.to_owned(), names.clone());
        names
    }

    /// Places of a name in the chunks.
    pub(super) fn found(&self, name: &str) -> Rc<Found> {
        if let Some(known) = self.found.borrow().get(name) {
            return known.clone();
        }
        let (lower, own) = (name.to_lowercase(), Name::new(name));
        let sought = Sought { written: Finder::new(&lower), folded: &own.folded };
        let spans = (0..self.window.len()).map(|at| self.find(at, &sought)).collect();
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len();
        let number = *numbers.entry(own.folded.clone()).or_insert(next);
        let found = Rc::new(Found { name: own, number, spans });
        self.found.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    /// The chunks that hold a quote, or else the subject; else all.
    pub(super) fn of_quote(&self, quote: &str, subject: &Found) -> Vec<(usize, Span)> {
        let whole = if quote.is_empty() { Vec::new() } else { self.found(quote).held() };
        if !whole.is_empty() {
            return whole;
        }
        subject.places().into_iter().map(|(at, _)| (at, Span::default())).collect()
    }

    /// The place in a chunk of a name, or of a name that leads to the same.
    fn find(&self, at: usize, sought: &Sought<'_>) -> Option<Span> {
        let lower = &self.lower[at];
        let text = &lower.text;
        let length = sought.written.needle().len();
        let alone = |from: usize, to: usize| {
            let (before, behind) = (text[..from].chars().next_back(), text[to..].chars().next());
            !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
        };
        let mut places = sought.written.find_iter(text.as_bytes()).filter(|_| length > 0);
        if let Some(from) = places.find(|from| alone(*from, from + length)) {
            return Some(Span { start: lower.start(from), end: lower.start(from + length) });
        }
        self.led(at, sought)
    }

    /// The mention of the rules that leads to the same name.
    fn led(&self, at: usize, sought: &Sought<'_>) -> Option<Span> {
        let leads = self.leads[at].get_or_init(|| Leads::of(self.window[at].1));
        let same = leads.written.get(sought.folded).copied();
        let alike = self.alike(sought.folded);
        let alike = alike.iter().filter_map(|name| leads.alike(name, |folded| self.alike(folded))).min();
        same.into_iter().chain(alike).min().map(|at| leads.mentions[at].span)
    }

    /// The sentence of a chunk that holds two places.
    pub(super) fn sentence(&self, at: usize, one: Span, other: Span) -> Span {
        if one.is_empty() || other.is_empty() {
            return Span::default();
        }
        let holds = |sentence: &Span, span: Span| sentence.start <= span.start && span.end <= sentence.end;
        let all = self.sentences[at].get_or_init(|| sentences(&self.window[at].0.text));
        all.iter().copied().find(|sentence| holds(sentence, one) && holds(sentence, other)).unwrap_or_default()
    }
}
