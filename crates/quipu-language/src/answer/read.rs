//! Reading passages with a question in mind: which of its words each unit says itself, and which are said for it by
//! what leads to it, the heading above it, the sentence that its pronoun points back to.

use super::Passage;
use super::asked::Value;
use super::cues::{cued, defines, holds_version, points_back};
use super::units::{Unit, UnitKind, Units, cells, units};
use super::weigh::{Said, Weighed};
use quipu_kernel::text::words;

/// A passage, read.
pub(super) struct Read {
    pub(super) units: Units,
    /// What each unit says, in their order.
    pub(super) told: Vec<Told>,
    /// What the title says.
    pub(super) title: Said,
    /// What the headings above each section say.
    pub(super) heads: Vec<Said>,
    /// What each section says, its headings included.
    pub(super) sections: Vec<Said>,
    /// What the whole says, its title included.
    pub(super) whole: Said,
}

/// What a unit says of a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Told {
    /// Words that it says itself.
    pub(super) own: Said,
    /// Words that what leads to it says.
    pub(super) lead: Said,
    /// Words that the sentence says to which its pronoun points back.
    pub(super) back: Said,
    /// Whether it holds something of the sort asked for that the question did not say.
    pub(super) holds: bool,
    /// Whether it is put as what answers such a question is.
    pub(super) cued: bool,
    /// How far it defines what the question names: 0 to 1.
    pub(super) defines: f64,
    /// Words that its paragraph, list or table says.
    pub(super) block: Said,
    /// How many words it has.
    pub(super) length: usize,
    /// Whether it asks, itself.
    pub(super) asks: bool,
    /// Whether it holds a name of code that the question says, as it is written there.
    pub(super) literal: bool,
    /// Whether it is a row one of whose cells is what the question looks up.
    pub(super) looked_up: bool,
}

pub(super) fn read(weighed: &Weighed, passage: &Passage<'_>) -> Read {
    let units = units(passage.text, passage.from, passage.headings, passage.format);
    let title = weighed.said(passage.title);
    let said_by =
        |headings: &Vec<String>| headings.iter().fold(Said::default(), |said, words| said.and(weighed.said(words)));
    let heads: Vec<Said> = units.sections.iter().map(said_by).collect();
    let mut told: Vec<Told> = Vec::with_capacity(units.units.len());
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
    Read { units, told, title, heads, sections, whole }
}

impl Read {
    /// What the title and the headings above a unit say.
    pub(super) fn named(&self, unit: &Unit) -> Said {
        self.title.and(self.heads[unit.section])
    }

    /// What a unit says itself and what is said for it.
    pub(super) fn said_by(&self, at: usize) -> Said {
        let (unit, told) = (&self.units.units[at], &self.told[at]);
        told.own.and(told.lead).and(told.back).and(self.named(unit))
    }
}

/// Notes for each unit what its block says.
fn said_around(units: &Units, told: &mut [Told]) {
    let mut at = 0;
    for block in units.units.chunk_by(|a, b| a.block == b.block) {
        let of_block = at..at + block.len();
        let single = |at: &usize| !units.units[*at].is_list();
        let said = of_block.clone().filter(single).fold(Said::default(), |said, at| said.and(told[at].own));
        told[of_block].iter_mut().for_each(|told| told.block = said);
        at += block.len();
    }
}

/// What the unit before says that a pronoun can mean: the sentence before it, of the same section.
fn before(units: &Units, told: &[Told], at: usize) -> Said {
    let section = units.units[at].section;
    let mut earlier = (0..at).rev().map(|at| (&units.units[at], &told[at]));
    let found = earlier.find(|(unit, _)| !unit.is_list());
    found.filter(|(unit, _)| unit.section == section).map_or(Said::default(), |(_, told)| told.own.and(told.back))
}

fn tell(weighed: &Weighed, units: &Units, unit: &Unit) -> Told {
    let quote = units.seen(unit.span);
    let lead = unit.lead.iter().fold(Said::default(), |said, lead| said.and(weighed.said(&units.seen(*lead))));
    let words = words(&quote);
    let found: Vec<Option<usize>> = words.iter().map(|word| weighed.find(&word.text)).collect();
    let own = found.iter().flatten().fold(Said::default(), |said, at| said.and(Said::one(*at)));
    let holds = words.iter().zip(&found).enumerate().any(|(i, (word, found))| {
        let capital = quote.get(word.span.range()).is_some_and(|source| source.starts_with(char::is_uppercase));
        found.is_none() && weighed.asked.value.answers(&word.text, capital, i == 0)
    });
    let folded: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let versioned = weighed.asked.value == Value::Version;
    Told {
        own,
        lead,
        holds: if versioned { holds_version(&quote) } else { holds },
        cued: cued(weighed.asked, &folded) || (unit.kind == UnitKind::Row && heads_cue(weighed, units, unit)),
        defines: defines(weighed, &quote, unit),
        length: words.len(),
        asks: quote.trim_end_matches(['*', '_', ' ', '"', '»', ')']).ends_with(['?', '？']),
        literal: weighed.writes_literally(&quote),
        looked_up: unit.kind == UnitKind::Row && weighed.looks_up() && is_looked_up(weighed, &quote),
        ..Told::default()
    }
}

/// Whether a cell of a row is what the question looks up.
fn is_looked_up(weighed: &Weighed, row: &str) -> bool {
    cells(row, 0..row.len()).into_iter().any(|cell| row.get(cell).is_some_and(|cell| weighed.is_looked_up(cell)))
}

/// Whether a title of a row's columns is put as what answers: `Default`, `Maximum`.
fn heads_cue(weighed: &Weighed, units: &Units, unit: &Unit) -> bool {
    let head: String = unit.lead.iter().map(|lead| units.seen(*lead)).collect();
    cued(weighed.asked, &words(&head).iter().map(|word| word.text.as_str()).collect::<Vec<_>>())
}
