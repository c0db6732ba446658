//! A parsed sentence, and the traversals of it that rules use.

use std::borrow::Cow;

use quipu_kernel::model::{Kind, Mention};

use super::End;
use super::sentence_names::{NameSpan, TextNames, spans};
use crate::english::kinds::{Hint, SEEMS};
use crate::parser::{Label, Parser, Sort, Tag};
use crate::read::{Bracket, ReadWord, Sentence, WordKind};

/// A parsed sentence.
#[derive(Debug)]
pub(super) struct ParseTree<'p, 'a> {
    /// Its words.
    pub words: &'p [ReadWord<'a>],
    /// Its brackets with their contents.
    pub brackets: &'p [Bracket<'a>],
    /// Their tags.
    pub tags: Vec<Tag>,
    /// Their heads; the root's is itself.
    pub heads: Vec<usize>,
    /// Their relations to their heads.
    pub labels: Vec<Label>,
    /// The least margins of the parser in front of them.
    pub margins: Vec<i32>,
    /// The names that they belong to, by place in `names`.
    pub spans: Vec<Option<usize>>,
    /// The names.
    pub names: Vec<NameSpan>,
    /// The words in lower case.
    lower: Vec<Cow<'a, str>>,
    /// The dependents of all words, one word's after another's, and where each word's begin.
    children: Vec<usize>,
    begins: Vec<usize>,
}

impl<'p, 'a> ParseTree<'p, 'a> {
    /// Parses a sentence; `named` are the names in its text.
    pub(super) fn of(parser: &mut Parser<'_>, sentence: &'p Sentence<'a>, named: &TextNames<'_>) -> Self {
        let words = &sentence.words[..];
        parser.parse(words.iter().map(|word| word.read));
        let tags: Vec<Tag> = parser.tags().iter().map(|tag| Tag::from_number(*tag)).collect();
        let labels = parser.labels().iter().map(|label| Label::from_number(*label)).collect();
        let head = |(at, head): (usize, &u16)| if usize::from(*head) >= words.len() { at } else { usize::from(*head) };
        let heads: Vec<usize> = parser.heads().iter().enumerate().map(head).collect();
        let margins = parser.margins().to_vec();
        let (children, begins) = children(&heads);
        let (names, spans) = spans(words, &tags, &heads, named);
        let lower = words.iter().map(|word| lower(word.read)).collect();
        Self {
            words,
            brackets: &sentence.brackets,
            tags,
            heads,
            labels,
            margins,
            spans,
            names,
            lower,
            children,
            begins,
        }
    }

    /// Adds the parser's kinds, from this sentence as the last one parsed, for names of unknown kind.
    pub(super) fn sorts(&self, parser: &mut Parser<'_>, named: &TextNames<'_>, technical: bool, out: &mut Vec<Hint>) {
        let plain = |name: &&NameSpan| {
            let unknown = |mention: &Mention| matches!(mention.kind, Kind::Entity | Kind::Word);
            name.known && name.kind == WordKind::Plain && named.at(name.bytes.0).is_some_and(unknown)
        };
        let names: Vec<&NameSpan> = self.names.iter().filter(plain).collect();
        if names.is_empty() {
            return;
        }
        let sorts = parser.sort();
        for name in names {
            let count = |of: [Sort; 2]| {
                sorts[name.first..=name.last].iter().filter(|sort| of.contains(&Sort::from_number(**sort))).count()
            };
            let (people, places) = (count([Sort::Person, Sort::InPerson]), count([Sort::Place, Sort::InPlace]));
            let all = name.last + 1 - name.first;
            let kind = match () {
                // A parser takes any first word for a person; a surname has the kind of the whole name.
                () if people == all && all > 1 => Kind::Person,
                // "in Python", "on Linux": in technical text a program is taken for a place.
                () if places == all && (all > 1 || !technical) => Kind::Place,
                () => continue,
            };
            out.push(Hint { end: End::Name(name.bytes.0, name.bytes.1), kind, votes: SEEMS });
        }
    }

    /// Number of words.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// A word as it is read.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.read)
    }

    /// A word in lower case.
    pub(super) fn lower(&self, at: usize) -> &str {
        self.lower.get(at).map_or("", |word| word)
    }

    /// True if a word is one of these, in any case of letters.
    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.word(at).eq_ignore_ascii_case(word))
    }

    /// True if a word begins with a capital.
    pub(super) fn is_raised(&self, at: usize) -> bool {
        self.word(at).starts_with(char::is_uppercase)
    }

    /// The name that a word belongs to.
    pub(super) fn name(&self, at: usize) -> Option<&NameSpan> {
        self.spans.get(at).copied().flatten().map(|at| &self.names[at])
    }

    /// True if a word belongs to a name, apart from dates.
    pub(super) fn is_named(&self, at: usize) -> bool {
        self.name(at).is_some_and(|name| name.kind != WordKind::Date)
    }

    /// True if a word belongs to a date.
    pub(super) fn is_date(&self, at: usize) -> bool {
        self.name(at).is_some_and(|name| name.kind == WordKind::Date)
    }

    /// True if a word is a noun or belongs to a name.
    pub(super) fn is_noun(&self, at: usize) -> bool {
        self.tags[at].is_noun() || self.spans[at].is_some()
    }

    /// The head of the name that a word belongs to, else the word.
    pub(super) fn head_of(&self, at: usize) -> usize {
        self.name(at).map_or(at, |name| name.head)
    }

    /// The dependents of a word, with those of the other words of its name.
    pub(super) fn all_kids(&self, at: usize) -> Vec<usize> {
        match self.name(at) {
            Some(name) => {
                let inside = name.first..=name.last;
                let of = |at: usize| self.own_kids(at).iter().copied();
                inside.clone().flat_map(of).filter(|kid| !inside.contains(kid)).collect()
            }
            None => self.own_kids(at).to_vec(),
        }
    }

    /// The dependents with one of these labels.
    pub(super) fn kids(&self, at: usize, labels: &[Label]) -> Vec<usize> {
        let wanted = |kid: &usize| labels.contains(&self.labels[*kid]);
        if self.spans[at].is_none() {
            return self.own_kids(at).iter().copied().filter(wanted).collect();
        }
        let mut kids = self.all_kids(at);
        kids.retain(wanted);
        kids
    }

    /// The dependents of a word itself.
    pub(super) fn own_kids(&self, at: usize) -> &[usize] {
        &self.children[self.begins[at]..self.begins[at + 1]]
    }

    /// True if a word has such a dependent.
    pub(super) fn has(&self, at: usize, labels: &[Label]) -> bool {
        let wanted = |kid: &usize| labels.contains(&self.labels[*kid]);
        match self.spans[at] {
            None => self.own_kids(at).iter().any(wanted),
            Some(_) => self.all_kids(at).iter().any(wanted),
        }
    }

    /// A noun with those that are joined to it by "and" and commas.
    pub(super) fn joined(&self, at: usize) -> Vec<usize> {
        let mut all = vec![at];
        self.join(at, DEEPEST, &mut all);
        all
    }

    fn join(&self, at: usize, depth: usize, all: &mut Vec<usize>) {
        if depth == 0 {
            return;
        }
        for kid in self.kids(at, &[Label::Conj]) {
            let tag = self.tags[kid];
            let nominal = tag.is_noun() || matches!(tag, Tag::Cd | Tag::Prp | Tag::Jj | Tag::Fw);
            if nominal || self.spans[kid].is_some() {
                all.push(kid);
                self.join(kid, depth - 1, all);
            }
        }
    }

    /// The objects of a preposition, with their conjuncts.
    pub(super) fn objects_of(&self, preposition: usize) -> Vec<usize> {
        let mut all = self.plain_objects(preposition);
        if self.is(preposition, &["out", "along", "together", "because", "such", "according", "due"]) {
            for inner in self.kids(preposition, &[Label::Prep]) {
                all.extend(self.plain_objects(inner));
            }
        }
        all
    }

    /// The objects of the preposition itself only.
    pub(super) fn plain_objects(&self, preposition: usize) -> Vec<usize> {
        self.kids(preposition, &[Label::Pobj]).into_iter().flat_map(|kid| self.joined(kid)).collect()
    }

    /// The first and the last word of a noun's phrase, without its determiner and possessor.
    pub(super) fn phrase(&self, at: usize) -> (usize, usize) {
        const BEFORE: [Label; 7] =
            [Label::Amod, Label::Compound, Label::Nummod, Label::Nmod, Label::Quantmod, Label::NpAdvmod, Label::Advmod];
        let leftmost = |of: usize, also: &[Label]| {
            let kids = self.own_kids(of).iter().copied();
            kids.filter(|kid| *kid < of && (BEFORE.contains(&self.labels[*kid]) || also.contains(&self.labels[*kid])))
                .min()
        };
        let mut first = at;
        if let Some(found) = leftmost(at, &[]) {
            first = found;
            while let Some(found) = leftmost(first, &[Label::Punct, Label::Conj]) {
                first = found;
            }
        }
        let opens = |at: usize| {
            matches!(
                self.tags[at],
                Tag::Dt | Tag::PrpPossessive | Tag::Pos | Tag::Comma | Tag::Wdt | Tag::Pdt | Tag::Cc
            ) || matches!(self.word(at), "\"" | "“" | "`" | "'s" | "’s" | "-")
        };
        while first < at && opens(first) {
            first += 1;
        }
        // "Full-length" is one word.
        while first >= 2 && self.word(first - 1) == "-" && self.spans[first - 2].is_none() {
            first -= 2;
        }
        (first.max(at.saturating_sub(LONGEST_PHRASE)), at)
    }

    /// A noun in lower case with the parts that a hyphen joins to it: "co-founder".
    pub(super) fn noun(&self, at: usize) -> String {
        let (mut noun, mut first) = (self.lower(at).to_owned(), at);
        while first >= 2 && self.word(first - 1) == "-" {
            noun = format!("{}-{noun}", self.lower(first - 2));
            first -= 2;
        }
        noun
    }

    /// The bytes of the text from one word to another.
    pub(super) fn bytes(&self, first: usize, last: usize) -> (usize, usize) {
        (self.words[first].start, self.words[last].end)
    }
}

/// A word in lower case.
fn lower(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}

/// The dependents of each word, in order, one word's after another's; and where each word's begin.
fn children(heads: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut begins = vec![0; heads.len() + 1];
    let ties = || heads.iter().enumerate().filter(|(at, head)| at != *head);
    ties().for_each(|(_, head)| begins[head + 1] += 1);
    for at in 0..heads.len() {
        begins[at + 1] += begins[at];
    }
    let mut next = begins.clone();
    let mut children = vec![0; begins.last().copied().unwrap_or(0)];
    for (at, head) in ties() {
        children[next[*head]] = at;
        next[*head] += 1;
    }
    (children, begins)
}

/// Maximal number of names followed in one list.
const DEEPEST: usize = 12;
/// The most words before a noun that belong to its phrase.
const LONGEST_PHRASE: usize = 12;
