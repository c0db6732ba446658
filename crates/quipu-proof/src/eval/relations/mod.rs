//! Stated relations measured: against the facts of a set's gold evidence, and against relations listed by hand,
//! passage by passage.
//!
//! A fact counts where its passage says it: the subject is the passage's or stands in it, the object stands in it. It
//! is joined when a statement connects its two ends, in either direction; and its predicate is met when that of a
//! joining statement is one that may express such a fact. Nothing is indexed: chunks are read one by one.

mod alike;
mod predicates;

use std::collections::BTreeMap;

use quipu_engine::Chunker;
use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Day, Document, ExtractedBy, Facts, Kind, Name};
use serde::{Deserialize, Serialize};

use super::row::Half;
use super::set::{Set, SetQuestion, lines};
use crate::ProofError;
use alike::stands;
pub(super) use alike::{Words, alike};

/// Relations listed by hand, by passage.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listed {
    passages: Vec<ListedLine>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct ListedLine {
    #[serde(rename = "_id")]
    id: String,
    /// Subject, predicate and object each.
    #[serde(rename = "triples")]
    relations: Vec<Vec<String>>,
}

impl Listed {
    /// Reads a list: a JSON object a line with `_id`, the passage's, and `triples`.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        Ok(Self { passages: lines("triples.jsonl", text)? })
    }

    /// The relations of each passage, by its id: subject, predicate, object; entries without three parts are left out.
    pub(super) fn by_passage(&self) -> impl Iterator<Item = (&str, Vec<[String; 3]>)> {
        let whole = |parts: &Vec<String>| <[String; 3]>::try_from(parts.clone()).ok();
        self.passages.iter().map(move |line| (line.id.as_str(), line.relations.iter().filter_map(whole).collect()))
    }
}

/// The quality of the relations of one half. Shares are in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatedRow {
    /// The reference of the comparison: `evidence` or `listed`.
    pub against: String,
    /// The half of the facts.
    pub half: Half,
    /// Number of facts.
    pub facts: usize,
    /// Number of facts that a passage says.
    pub standing: usize,
    /// Share of these whose ends a statement joins.
    pub joined: f64,
    /// Share of these that it joins by a fitting predicate; missing where predicates are free.
    pub with_predicate: Option<f64>,
    /// Statements found in all passages.
    pub statements: usize,
    /// Number of these between names or with a date.
    pub between_names: usize,
    /// Number of these that state a kind (is-a).
    pub is_a: usize,
}

/// A statement as it is compared.
struct Stated {
    source: Words,
    predicate: String,
    target: Words,
    /// The target, where it is a date.
    day: Option<Day>,
    /// True if one of the ends is a common noun.
    notion: bool,
}

/// The statements of one document.
struct ReadDocument<'x> {
    extractor: &'x dyn Extractor,
    title: Words,
    text: String,
    days: Vec<Day>,
    statements: Vec<Stated>,
}

/// Measures the relations that an extractor finds in the documents of a set.
pub fn relations(
    splitter: &dyn Chunker,
    extractor: &dyn Extractor,
    set: &Set,
    listed: Option<&Listed>,
) -> Vec<StatedRow> {
    let read = |document: &Document| (document.id.clone(), ReadDocument::read(splitter, extractor, document));
    let passages: BTreeMap<String, ReadDocument<'_>> = set.corpus.iter().map(read).collect();
    let mut rows = Vec::new();
    if set.questions.iter().any(|question| !question.facts.is_empty()) {
        rows.extend(Half::EACH.map(|half| of_evidence(set, &passages, half)));
    }
    if let Some(listed) = listed {
        rows.extend(Half::EACH.map(|half| of_list(listed, &passages, half)));
    }
    rows
}

fn of_evidence(set: &Set, passages: &BTreeMap<String, ReadDocument<'_>>, half: Half) -> StatedRow {
    let (mut facts, mut standing, mut joined, mut met) = (0, 0, 0, 0);
    for (_, question) in set.questions.iter().enumerate().filter(|(at, _)| half.has(*at)) {
        facts += question.facts.len();
        for fact in &question.facts {
            let Some(passage) = saying(question, fact, passages) else { continue };
            let (pair, predicate) = passage.states(fact);
            standing += 1;
            joined += usize::from(pair);
            met += usize::from(predicate);
        }
    }
    row("evidence", half, [facts, standing, joined], Some(met), passages)
}

fn of_list(listed: &Listed, passages: &BTreeMap<String, ReadDocument<'_>>, half: Half) -> StatedRow {
    let (mut facts, mut joined) = (0, 0);
    for (_, line) in listed.passages.iter().enumerate().filter(|(at, _)| half.has(*at)) {
        let Some(passage) = passages.get(&line.id) else { continue };
        for relation in &line.relations {
            let [subject, _, object] = relation.as_slice() else { continue };
            facts += 1;
            joined += usize::from(passage.joins(subject, object));
        }
    }
    row("listed", half, [facts, facts, joined], None, passages)
}

fn row(
    against: &str,
    half: Half,
    [facts, standing, joined]: [usize; 3],
    met: Option<usize>,
    passages: &BTreeMap<String, ReadDocument<'_>>,
) -> StatedRow {
    let share = |part: usize| 100.0 * part as f64 / standing.max(1) as f64;
    let count = |wanted: fn(&Stated) -> bool| {
        passages.values().map(|passage| passage.statements.iter().filter(|one| wanted(one)).count()).sum()
    };
    StatedRow {
        against: against.to_owned(),
        half,
        facts,
        standing,
        joined: share(joined),
        with_predicate: met.map(share),
        statements: count(|_| true),
        between_names: count(|one| !one.notion),
        is_a: count(|one| one.predicate == "is a"),
    }
}

/// The gold passage that says a fact: the one about its subject first.
fn saying<'p>(
    question: &SetQuestion,
    [subject, _, object]: &[String; 3],
    passages: &'p BTreeMap<String, ReadDocument<'p>>,
) -> Option<&'p ReadDocument<'p>> {
    let gold = || question.gold().filter_map(|id| passages.get(id));
    let subject = Words::of(subject);
    let about = |passage: &&ReadDocument<'_>| passage.title == subject && passage.says(object);
    let near = |passage: &&ReadDocument<'_>| {
        let begins = passage.title == subject || alike(&subject, &passage.title) || stands(&subject, &passage.text);
        begins && (passage.says(object) || alike(&passage.title, &Words::of(object)))
    };
    gold().find(about).or_else(|| gold().find(near))
}

impl<'x> ReadDocument<'x> {
    fn read(splitter: &dyn Chunker, extractor: &'x dyn Extractor, document: &Document) -> Self {
        let chunks = splitter.split(document);
        let facts: Vec<Facts> = chunks.iter().map(|chunk| extractor.extract(&document.title, chunk)).collect();
        let dates = facts.iter().flat_map(|facts| &facts.mentions).filter(|mention| mention.kind == Kind::Date);
        Self {
            extractor,
            title: Words::of(&document.title),
            text: alike::spaced(&document.text),
            days: dates.filter_map(|mention| extractor.day(&mention.form)).collect(),
            statements: facts
                .iter()
                .filter(|facts| facts.extractor == ExtractedBy::Rules)
                .flat_map(|facts| stated(facts, extractor))
                .collect(),
        }
    }

    /// True if an object of a fact stands in the text.
    fn says(&self, object: &str) -> bool {
        match date(object, self.extractor) {
            Some(day) => self.days.iter().any(|found| is_day(day, *found)),
            None => stands(&Words::of(object), &self.text),
        }
    }

    /// True if a statement joins the ends of a fact, and true if one does by a fitting predicate.
    fn states(&self, [subject, predicate, object]: &[String; 3]) -> (bool, bool) {
        let (subject, day, words) = (Words::of(subject), date(object, self.extractor), Words::of(object));
        let ends = |one: &&Stated| match day {
            Some(day) => alike(&subject, &one.source) && one.day.is_some_and(|found| is_day(day, found)),
            None => {
                let straight = alike(&subject, &one.source) && alike(&words, &one.target);
                one.day.is_none() && (straight || alike(&subject, &one.target) && alike(&words, &one.source))
            }
        };
        let joining: Vec<&Stated> = self.statements.iter().filter(ends).collect();
        (!joining.is_empty(), joining.iter().any(|one| predicates::fits(predicate, &one.predicate)))
    }

    /// True if a statement joins two ends, in either direction.
    fn joins(&self, subject: &str, object: &str) -> bool {
        let (subject, words, day) = (Words::of(subject), Words::of(object), date(object, self.extractor));
        self.statements.iter().any(|one| {
            let dated = day.zip(one.day).is_some_and(|(day, found)| is_day(day, found) || is_day(found, day));
            let straight = alike(&subject, &one.source) && (dated || alike(&words, &one.target));
            straight || alike(&subject, &one.target) && alike(&words, &one.source)
        })
    }
}

fn stated<'f>(facts: &'f Facts, extractor: &'f dyn Extractor) -> impl Iterator<Item = Stated> + 'f {
    let mention = |name: &Name| facts.mentions.iter().find(|mention| mention.name == *name);
    facts.statements.iter().map(move |said| {
        let target = mention(&said.target);
        let date = target.filter(|mention| mention.kind == Kind::Date);
        let is_notion = |name: &Name| mention(name).is_some_and(|mention| mention.kind == Kind::Concept);
        Stated {
            source: Words::of(&said.source.folded),
            predicate: said.predicate.clone(),
            target: Words::of(&said.target.folded),
            day: date.and_then(|mention| extractor.day(&mention.form)),
            notion: is_notion(&said.source) || is_notion(&said.target),
        }
    })
}

/// The date that an object is.
fn date(object: &str, extractor: &dyn Extractor) -> Option<Day> {
    extractor
        .day(object)
        .filter(|_| object.contains(|c: char| c.is_ascii_digit()) && object.split_whitespace().count() <= 4)
}

/// True if a day is the requested one, or in the requested year.
pub(super) fn is_day(asked: Day, found: Day) -> bool {
    found == asked || asked.month == 0 && found.year == asked.year
}

#[cfg(test)]
mod tests;
