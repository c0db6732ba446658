//! Reading passages for a question: the words of the question that each unit holds itself, and those in its
//! context: its lead-in, the heading above it, the sentence that its pronoun points back to.

use super::Passage;
use super::asked::WantedValue;
use super::cues::{cued, defines, holds_version, permits, points_back};
use super::units::{Unit, UnitKind, Units, cells, units};
use super::word_weights::{WeighedWords, WordSet};
use quipu_kernel::text::{Word, words};

/// A passage, read.
pub(super) struct ReadText {
    pub(super) units: Units,
    /// Reading of each unit, in their order.
    pub(super) told: Vec<UnitReading>,
    /// Words of the question in the title.
    pub(super) title: WordSet,
    /// Words of the question in the headings above each section.
    pub(super) heads: Vec<WordSet>,
    /// Words of the question in each section, its headings included.
    pub(super) sections: Vec<WordSet>,
    /// Words of the question in the whole passage, its title included.
    pub(super) whole: WordSet,
}

/// Relation of a unit to a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct UnitReading {
    /// Words that it says itself.
    pub(super) own: WordSet,
    /// Words of the question in its lead-in.
    pub(super) lead: WordSet,
    /// Words that the sentence says to which its pronoun points back.
    pub(super) back: WordSet,
    /// True if it holds a value of the expected type that the question does not hold.
    pub(super) holds: bool,
    /// True if it has the wording of an answer to such a question.
    pub(super) cued: bool,
    /// Degree to which it defines a term of the question: 0 to 1.
    pub(super) defines: f64,
    /// Words that its paragraph, list or table says.
    pub(super) block: WordSet,
    /// Number of its words.
    pub(super) length: usize,
    /// True if it is a question itself.
    pub(super) asks: bool,
    /// True if it holds a name of code of the question, as it is written there.
    pub(super) literal: bool,
    /// True if it is a row with a cell that the question looks up.
    pub(super) looked_up: bool,
    /// Weight of the words of its cells that the question writes whole, as names.
    pub(super) named: f64,
}

pub(super) fn read(weighed: &WeighedWords, passage: &Passage<'_>) -> ReadText {
    let units = units(passage.text, passage.from, passage.headings, passage.format);
    let title = weighed.said(passage.title);
    let said_by =
        |headings: &Vec<String>| headings.iter().fold(WordSet::default(), |said, words| said.and(weighed.said(words)));
    let heads: Vec<WordSet> = units.sections.iter().map(said_by).collect();
    let mut told: Vec<UnitReading> = Vec::with_capacity(units.units.len());
    for (at, unit) in units.units.iter().enumerate() {
        let mut one = tell(weighed, &units, unit);
        if points_back(&units.seen(unit.span)) {
            one.back = before(&units, &told, at);
        }
        told.push(one);
    }
    said_around(&units, &mut told);
    let mut sections = heads.clone();
    for (unit, told) in units.units.iter().zip(&told) {
        sections[unit.section] = sections[unit.section].and(told.own).and(told.lead);
    }
    let whole = sections.iter().fold(title, |said, section| said.and(*section));
    ReadText { units, told, title, heads, sections, whole }
}

impl ReadText {
    /// Words of the question in the title and the headings above a unit.
    pub(super) fn named(&self, unit: &Unit) -> WordSet {
        self.title.and(self.heads[unit.section])
    }

    /// Words of the question in a unit and in its context.
    pub(super) fn said_by(&self, at: usize) -> WordSet {
        let (unit, told) = (&self.units.units[at], &self.told[at]);
        told.own.and(told.lead).and(told.back).and(self.named(unit))
    }
}

/// Sets for each unit the words of its block.
fn said_around(units: &Units, told: &mut [UnitReading]) {
    let mut at = 0;
    for block in units.units.chunk_by(|a, b| a.block == b.block) {
        let of_block = at..at + block.len();
        let single = |at: &usize| !units.units[*at].is_list();
        let said = of_block.clone().filter(single).fold(WordSet::default(), |said, at| said.and(told[at].own));
        told[of_block].iter_mut().for_each(|told| told.block = said);
        at += block.len();
    }
}

/// Words of the question in the text that a pronoun can mean: the sentence before it, of the same section.
fn before(units: &Units, told: &[UnitReading], at: usize) -> WordSet {
    let section = units.units[at].section;
    let mut earlier = (0..at).rev().map(|at| (&units.units[at], &told[at]));
    let found = earlier.find(|(unit, _)| !unit.is_list());
    found.filter(|(unit, _)| unit.section == section).map_or(WordSet::default(), |(_, told)| told.own.and(told.back))
}

fn tell(weighed: &WeighedWords, units: &Units, unit: &Unit) -> UnitReading {
    let quote = units.seen(unit.span);
    let lead = unit.lead.iter().fold(WordSet::default(), |said, lead| said.and(weighed.said(&units.seen(*lead))));
    let words = words(&quote);
    let found: Vec<Option<usize>> = words.iter().map(|word| weighed.find(&word.text)).collect();
    let own = found.iter().flatten().fold(WordSet::default(), |said, at| said.and(WordSet::one(*at)));
    let capitals: Vec<bool> = words.iter().map(|word| is_capital(&quote, word)).collect();
    let holds = words.iter().zip(&found).enumerate().any(|(i, (word, found))| {
        let beside = [i.checked_sub(1), Some(i + 1)].into_iter().flatten().any(|at| capitals.get(at) == Some(&true));
        let capital = weighed.asked.language.is_name(capitals[i], beside);
        found.is_none() && weighed.asked.answers(&word.text, capital, i == 0)
    });
    let folded: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let versioned = weighed.asked.value == WantedValue::Version;
    UnitReading {
        own,
        lead,
        holds: if versioned { holds_version(&quote) } else { holds },
        cued: cued(weighed.asked, &folded)
            || (weighed.asks_who_may && permits(&folded))
            || (unit.kind == UnitKind::Row && heads_cue(weighed, units, unit)),
        defines: defines(weighed, &quote, unit),
        length: words.len(),
        asks: quote.trim_end_matches(['*', '_', ' ', '"', '»', ')']).ends_with(['?', '？']),
        literal: weighed.writes_literally(&quote),
        looked_up: unit.kind == UnitKind::Row && weighed.looks_up() && is_looked_up(weighed, &quote),
        named: if unit.kind == UnitKind::Row { named_cells(weighed, &quote) } else { 0.0 },
        ..UnitReading::default()
    }
}

/// True if a word is written with a capital.
fn is_capital(quote: &str, word: &Word) -> bool {
    quote.get(word.span.range()).is_some_and(|source| source.starts_with(char::is_uppercase))
}

/// True if the question looks up a cell of a row.
fn is_looked_up(weighed: &WeighedWords, row: &str) -> bool {
    cells(row, 0..row.len()).into_iter().any(|cell| row.get(cell).is_some_and(|cell| weighed.is_looked_up(cell)))
}

/// Weight of the cells of a row that the question names.
fn named_cells(weighed: &WeighedWords, row: &str) -> f64 {
    cells(row, 0..row.len()).into_iter().filter_map(|cell| row.get(cell)).map(|cell| weighed.named_by(cell)).sum()
}

/// True if a title of a row's columns has the wording of an answer: `Default`, `Maximum`.
fn heads_cue(weighed: &WeighedWords, units: &Units, unit: &Unit) -> bool {
    let head: String = unit.lead.iter().map(|lead| units.seen(*lead)).collect();
    cued(weighed.asked, &words(&head).iter().map(|word| word.text.as_str()).collect::<Vec<_>>())
}
