//! From trees and brackets to statements (open information extraction): one file a rule, each with its example.
//!
//! A rule reads the tree of one sentence and what is known of the topic from the sentences before; it returns
//! statements with their places in the text. [`policy`] selects them.

mod about;
mod apposition;
mod brackets;
mod copula;
mod ends;
mod first_words;
mod fronted;
mod inverse;
mod nominal;
mod parse_tree;
mod places;
pub(crate) mod policy;
mod possessive;
mod sentence_names;
mod signed;
mod subjects;
mod title_nouns;
mod verbs;

use quipu_kernel::model::{Mention, Span};

use crate::english::kinds::Hint;
use crate::parser::{Label, Parser, Tag};
use crate::read::{ReadPage, Sentence};
use crate::trust::Signs;
use about::KnownTopic;
pub(crate) use first_words::FirstWords;
use parse_tree::ParseTree;
use sentence_names::TextNames;

/// An end of a statement, in bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// The topic of the document, under any name.
    Topic,
    /// A name.
    Name(usize, usize),
    /// A date.
    Date(usize, usize),
    /// A common noun with its adjectives.
    Notion(usize, usize),
}

impl End {
    /// Its bytes in the text; none of the topic.
    pub(crate) fn bytes(self) -> Option<(usize, usize)> {
        match self {
            Self::Topic => None,
            Self::Name(start, stop) | Self::Date(start, stop) | Self::Notion(start, stop) => Some((start, stop)),
        }
    }

    /// Its form in a page.
    pub(crate) fn form<'p>(self, page: &'p ReadPage<'_>) -> &'p str {
        match self.bytes() {
            Some((start, stop)) => &page.text[start..stop],
            None => page.topic.as_ref().map_or("", |topic| &topic.name),
        }
    }

    /// True if it is a name or the topic.
    pub(crate) fn is_named(self) -> bool {
        matches!(self, Self::Topic | Self::Name(..))
    }
}

/// The rule that found a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatementRule {
    /// A life, a place or a year in brackets.
    Life,
    /// A verb and its object.
    Object,
    /// A passive verb and the object of a preposition.
    Passive,
    /// A verb and the object of a preposition.
    Preposition,
    /// A verb, its object, and the object of a preposition.
    ObjectPreposition,
    /// "is a".
    IsA,
    /// An apposition beside a name, read as "is a".
    Apposition,
    /// "is", between two names.
    Is,
    /// "is in".
    IsIn,
    /// A noun and the object of its preposition: "capital of".
    Nominal,
    /// "his wife", "the band's singer".
    Possessive,
    /// "actor Tom Hanks".
    TitleNoun,
    /// The adjective of a nation before a noun that something is.
    Nationality,
    /// The year before a noun that something is.
    Year,
}

/// When a statement holds, as its sentence says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StatementTime {
    /// The date's bytes.
    pub date: (usize, usize),
    /// True for a date at which it begins, and for one at which it ends; both may be true.
    pub bounds: (bool, bool),
}

/// A statement as a rule finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StatementDraft {
    pub source: End,
    pub predicate: String,
    pub target: End,
    pub rule: StatementRule,
    /// The signs by which it is trusted.
    pub signs: Signs,
    /// The sentence.
    pub quote: Span,
    pub when: Option<StatementTime>,
}

/// What the trees of a page say.
#[derive(Debug, Default)]
pub(crate) struct PageDrafts {
    /// The statements of its sentences.
    pub(crate) drafts: Vec<StatementDraft>,
    /// The parser's kinds of its names.
    pub(crate) hints: Vec<Hint>,
    /// What its sentences begin with.
    pub(crate) first: FirstWords,
}

/// Reads a page's sentences; `mentions` are its names.
pub(crate) fn drafts(page: &ReadPage<'_>, parser: &mut Parser<'_>, mentions: &[Mention]) -> PageDrafts {
    let named = TextNames::of(mentions);
    let (mut hints, mut first) = (Vec::new(), FirstWords::default());
    let mut about = KnownTopic::of(page);
    let (mut last_subject, mut out) = (None, Vec::new());
    for (at, sentence) in page.sentences.iter().enumerate() {
        let tree = ParseTree::of(parser, sentence, &named);
        tree.sorts(parser, &named, page.technical, &mut hints);
        first.add(&tree, &named);
        let quote = sentence.span;
        let mut scribe = Scribe {
            page,
            tree,
            about,
            last_subject,
            quote,
            when: None,
            common: Signs::default(),
            of_verb: Signs::default(),
            drafts: out,
        };
        if at == 0 {
            scribe.begin();
        }
        if is_worth_reading(page, sentence, &scribe.tree) {
            scribe.read();
        }
        Scribe { about, last_subject, drafts: out, .. } = scribe;
    }
    once(&mut out);
    PageDrafts { drafts: out, hints, first }
}

/// A run of more words, most of which have capitals, is no sentence.
const RUN: usize = 30;

/// True if a sentence is a real one: in technical text a finite verb, and mostly words.
fn is_worth_reading(page: &ReadPage<'_>, sentence: &Sentence<'_>, tree: &ParseTree<'_, '_>) -> bool {
    if !page.technical {
        // Names one after the other are remains of a table or a cast.
        let raised = sentence.words.iter().filter(|word| word.read.starts_with(char::is_uppercase)).count();
        return sentence.words.len() <= RUN || raised * 5 <= sentence.words.len() * 3;
    }
    let sign = |word: &str| {
        !word.starts_with(char::is_alphanumeric)
            && !matches!(word, "," | "." | "-" | "'s" | "’s" | "\"" | "n't" | "n’t")
    };
    let signs = sentence.words.iter().filter(|word| sign(word.read)).count();
    tree.len() > 2 && tree.tags.iter().any(|tag| tag.is_finite()) && signs * 5 <= tree.len()
}

/// Leaves each statement once a sentence.
fn once(drafts: &mut Vec<StatementDraft>) {
    let mut kept: Vec<StatementDraft> = Vec::with_capacity(drafts.len());
    for draft in drafts.drain(..) {
        let same = |one: &StatementDraft| {
            one.source == draft.source && one.target == draft.target && one.predicate == draft.predicate
        };
        if !kept.iter().rev().take_while(|one| one.quote == draft.quote).any(same) {
            kept.push(draft);
        }
    }
    *drafts = kept;
}

/// Collects the statements of one sentence.
#[derive(Debug)]
struct Scribe<'p, 'a> {
    page: &'p ReadPage<'a>,
    tree: ParseTree<'p, 'a>,
    about: KnownTopic,
    /// The subject of the sentences before.
    last_subject: Option<End>,
    quote: Span,
    /// The time of the statements found now.
    when: Option<StatementTime>,
    /// The signs of the sentence.
    common: Signs,
    /// The signs of the verb that is read now.
    of_verb: Signs,
    drafts: Vec<StatementDraft>,
}

/// The most statements of one page: lists of lists end there.
const MOST: usize = 400;

impl Scribe<'_, '_> {
    /// The name that the first sentence begins with is another one of the topic, where they share a word, or a
    /// definition follows.
    fn begin(&mut self) {
        let Some(topic) = self.page.topic.as_ref().filter(|_| self.about.any) else { return };
        let Some(first) = self.tree.names.iter().min_by_key(|name| name.first).filter(|name| name.first <= 2) else {
            return;
        };
        let form = &self.page.text[first.bytes.0..first.bytes.1];
        let folded = quipu_kernel::text::fold_name(form);
        if topic.completes(&folded) {
            return;
        }
        let shares = folded.split(' ').any(|word| word.len() > 2 && topic.words.iter().any(|known| known == word));
        let copula = self.tree.is(first.last + 1, &["is", "was", "are", "were"]);
        if shares || copula && self.page.first {
            self.about.alias(form);
        }
    }

    fn read(&mut self) {
        self.common = self.signs_of_sentence();
        self.brackets();
        for at in 0..self.tree.len() {
            if self.tree.tags[at].is_verb() && !self.tree.is_named(at) {
                self.of_verb = self.signs_of_verb(at);
                self.verb(at);
                self.of_verb = Signs::default();
            }
            if self.tree.is_noun(at) && at == self.tree.head_of(at) {
                self.apposition(at);
                self.possessive(at);
                self.title_noun(at);
                self.fronted(at);
                self.inverse(at);
            }
        }
        self.remember();
    }

    /// Remembers the subject, which a pronoun of the next sentence may mean.
    fn remember(&mut self) {
        let tree = &self.tree;
        let root = (0..tree.len()).find(|at| tree.heads[*at] == *at);
        let subjects = root.map(|root| tree.kids(root, &[Label::Nsubj, Label::NsubjPass])).unwrap_or_default();
        let told = subjects.into_iter().filter(|at| tree.tags[*at] != Tag::Prp);
        if let Some(end) = told.rev().find_map(|at| self.end(at)) {
            self.last_subject = Some(end);
        }
    }

    /// Writes a statement down, unless it says nothing.
    fn emit(&mut self, source: End, predicate: impl Into<String>, target: End, rule: StatementRule) {
        let predicate = predicate.into();
        let can = self.can_begin(source) && is_phrase(&predicate);
        let words = [source, target].map(|end| self.word_of(end));
        if source == target || !can || self.is_listed(words, rule) || self.drafts.len() >= MOST {
            return;
        }
        let (quote, when) = (self.quote, self.when);
        let signs = self.signs(source, &predicate, target, rule).and(self.signs_of_ends(words));
        let signs = signs.and(self.common).and(self.of_verb);
        self.drafts.push(StatementDraft { source, predicate, target, rule, signs, quote, when });
    }

    /// True if an end can be a subject: a date cannot, and neither can a text without words.
    fn can_begin(&self, end: End) -> bool {
        match end {
            End::Topic => true,
            End::Date(..) => false,
            End::Name(start, end) | End::Notion(start, end) => {
                let form = &self.page.text[start..end];
                form.starts_with(char::is_alphabetic) || form.contains(char::is_alphabetic) && form.contains(' ')
            }
        }
    }
}

/// True if a predicate consists of English words: the ending of a verb is added to nothing else.
fn is_phrase(predicate: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '.') || c.is_ascii_digit();
    let compares = predicate.ends_with(" than");
    predicate.starts_with(|c: char| c.is_ascii_alphabetic()) && predicate.chars().all(letters) && !compares
}

#[cfg(test)]
pub(crate) mod tests;
