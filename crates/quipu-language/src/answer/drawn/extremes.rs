//! The most, the least, the first and the last of several: rows of a table compared by a column, sentences or members of a
//! list compared by the number or the date that each holds.

use super::super::asked::{Degree, is_of_degree};
use super::super::score::ScoredUnit;
use super::super::units::{Unit, UnitKind, cells, trimmed};
use super::super::word_weights::WordSet;
use super::numbers::number;
use super::{DrawnAnswer, DrawnFrom, NEAR, is_of_time, worded};
use crate::clauses::clause_pieces::pieces;
use crate::clauses::quantity::{Dimension, quantities};
use quipu_kernel::model::Span;
use rustc_hash::FxHashMap;

/// The fewest rows or sentences that are compared.
const FEWEST: usize = 2;
/// Share of the question that the table or section says, with all above it.
const SAYS: f64 = 0.4;
/// Share of the question without its degree that such a place says where the comparison surely answers.
const SURE: f64 = 0.7;
/// The most units that share the extreme.
const EQUAL: usize = 3;

/// The unit that stands first by the degree that the question asks for.
pub(super) fn extreme(sources: &DrawnFrom<'_>, degree: Degree) -> Option<DrawnAnswer> {
    // A text that says the degree itself answers better than a comparison.
    let states = |one: &ScoredUnit| {
        let said = sources.read[one.passage].told[one.unit].own;
        sources.folded(one).iter().any(|word| is_of_degree(word)) && sources.weighed.share(said) >= SAYS
    };
    if sources.near(NEAR).any(|one| sources.unit(one).kind != UnitKind::Row && states(one)) {
        return None;
    }
    sources.near(NEAR).find_map(|one| match sources.unit(one).kind {
        UnitKind::Row => ComparedTable::of(sources, one)?.extreme(sources, one, degree),
        UnitKind::Sentence | UnitKind::Member => of_lines(sources, one, degree),
        UnitKind::Code | UnitKind::List | UnitKind::Steps => None,
    })
}

/// The words by which a question asks for a degree.
fn asking(sources: &DrawnFrom<'_>) -> WordSet {
    let words = sources.weighed.folded.iter().filter(|word| is_of_degree(word));
    words.filter_map(|word| sources.weighed.find(word)).fold(WordSet::default(), |all, at| all.and(WordSet::one(at)))
}

/// A value of a unit, by which it is compared.
#[derive(Debug, Clone, Copy)]
struct ComparedUnit {
    unit: usize,
    value: f64,
}

/// The compared units with the extreme value.
fn extremes(compared: &[ComparedUnit], degree: Degree) -> Vec<usize> {
    let greatest = matches!(degree, Degree::Most | Degree::Last);
    let better = |a: f64, b: f64| if greatest { a.max(b) } else { a.min(b) };
    let Some(best) = compared.iter().map(|one| one.value).reduce(better) else { return Vec::new() };
    compared.iter().filter(|one| one.value.total_cmp(&best).is_eq()).map(|one| one.unit).collect()
}

/// Units of the place of `one` that are compared, what they and the text above them say of the question, and by what.
struct PlaceComparison<'c> {
    compared: &'c [ComparedUnit],
    said: WordSet,
    by: &'c str,
}

fn told(
    sources: &DrawnFrom<'_>,
    one: &ScoredUnit,
    degree: Degree,
    comparison: &PlaceComparison<'_>,
) -> Option<DrawnAnswer> {
    let PlaceComparison { compared, said, by } = *comparison;
    let found = extremes(compared, degree);
    if compared.len() < FEWEST || found.len() > EQUAL || found.len() == compared.len() {
        return None;
    }
    let (count, by) = (compared.len(), by.trim());
    let named = if by.is_empty() { String::new() } else { format!(" ({by})") };
    let conclusion =
        worded(sources.weighed, format!("Of {count} compared{named}:"), format!("Из {count} по сравнению{named}:"));
    let units = found.into_iter().map(|unit| DrawnFrom::like(one, unit)).collect();
    let rest = sources.weighed.weighty.without(asking(sources));
    let is_sure = !rest.is_empty()
        && sources.says_names(one.passage)
        && sources.weighed.weight(rest.both(said)) >= SURE * sources.weighed.weight(rest);
    Some(DrawnAnswer { units, conclusion, is_sure })
}

/// A table: its columns' titles, and its rows with their cells.
struct ComparedTable {
    heads: Vec<String>,
    rows: Vec<ComparedRow>,
}

struct ComparedRow {
    unit: usize,
    cells: Vec<String>,
}

impl ComparedTable {
    /// The whole table of a row, where its columns have titles.
    fn of(sources: &DrawnFrom<'_>, one: &ScoredUnit) -> Option<Self> {
        let (read, unit) = (&sources.read[one.passage], sources.unit(one));
        let text = sources.passages[one.passage].text;
        let of = |span: Span| -> Vec<String> {
            let cells = cells(text, span.range()).into_iter();
            cells.map(|cell| read.units.seen(Span::new(cell.start, cell.end)).trim().to_owned()).collect()
        };
        let header = trimmed(text, unit.lead.first()?.range());
        let line = text[header.clone()].find('\n').map_or(header.end, |length| header.start + length);
        let same = |other: &Unit| other.kind == UnitKind::Row && other.block == unit.block;
        let rows = read.units.units.iter().enumerate().filter(|(_, other)| same(other));
        let rows: Vec<ComparedRow> = rows.map(|(at, row)| ComparedRow { unit: at, cells: of(row.span) }).collect();
        sources.is_whole(one.passage).then(|| Self { heads: of(Span::new(header.start, line)), rows })
    }

    fn extreme(&self, sources: &DrawnFrom<'_>, one: &ScoredUnit, degree: Degree) -> Option<DrawnAnswer> {
        let (weighed, read) = (sources.weighed, &sources.read[one.passage]);
        let of_heads = self.heads.iter().fold(WordSet::default(), |said, head| said.and(weighed.said(head)));
        let own = |row: &ComparedRow| read.told[row.unit].own.without(of_heads).both(weighed.weighty);
        let said = self.rows.iter().fold(sources.above(one), |said, row| said.and(own(row)));
        if weighed.share(said.and(of_heads)) < SAYS {
            return None;
        }
        // Words of the question that only some rows say part them from the others.
        let most = self.rows.iter().map(|row| weighed.weight(own(row))).fold(0.0, f64::max);
        let meant: Vec<&ComparedRow> = self.rows.iter().filter(|row| weighed.weight(own(row)) >= most).collect();
        let column = self.column(sources, &meant, degree)?;
        let value = |row: &&ComparedRow| {
            Some(ComparedUnit { unit: row.unit, value: value(sources, row.cells.get(column)?, degree)? })
        };
        let compared: Vec<ComparedUnit> = meant.iter().filter_map(value).collect();
        let comparison = PlaceComparison { compared: &compared, said: said.and(of_heads), by: self.heads.get(column)? };
        told(sources, one, degree, &comparison)
    }

    /// The column that the question compares by: of those with a value in most rows the one whose title says most of the
    /// question, or the only one.
    fn column(&self, sources: &DrawnFrom<'_>, rows: &[&ComparedRow], degree: Degree) -> Option<usize> {
        let has = |column: &usize| {
            let values = rows
                .iter()
                .filter(|row| row.cells.get(*column).is_some_and(|cell| value(sources, cell, degree).is_some()));
            values.count() * 3 >= rows.len() * 2
        };
        let columns: Vec<usize> = (0..self.heads.len()).filter(has).collect();
        let says = |column: usize| sources.weighed.weight(sources.weighed.said(&self.heads[column]));
        let most = columns.iter().map(|column| says(*column)).fold(0.0, f64::max);
        let best: Vec<usize> = columns.into_iter().filter(|column| says(*column) >= most).collect();
        match best.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}

/// The value of a cell: a time for a degree of time, else a number.
fn value(sources: &DrawnFrom<'_>, cell: &str, degree: Degree) -> Option<f64> {
    if !is_of_time(degree) {
        return number(cell);
    }
    day(sources, cell)
}

/// The first date of a text as a number that grows with time.
fn day(sources: &DrawnFrom<'_>, text: &str) -> Option<f64> {
    let day = (sources.days)(text)?;
    Some(f64::from(day.year) * 400.0 + f64::from(day.month) * 32.0 + f64::from(day.day))
}

/// Sentences of a section or members of a list, each with one value, of which the question says the sort.
fn of_lines(sources: &DrawnFrom<'_>, one: &ScoredUnit, degree: Degree) -> Option<DrawnAnswer> {
    let (weighed, read, unit) = (sources.weighed, &sources.read[one.passage], sources.unit(one));
    if !sources.is_whole(one.passage) {
        return None;
    }
    let heading = read.units.sections[unit.section].last().map_or(WordSet::default(), |words| weighed.said(words));
    let sort = weighed.weighty.without(read.title).without(asking(sources));
    let says = |at: usize| {
        let told = &read.told[at];
        weighed.weight(told.own.and(told.lead).and(heading).both(sort)) >= SAYS * weighed.weight(sort)
    };
    let same = |other: &Unit| other.section == unit.section && other.kind == unit.kind && other.lead == unit.lead;
    let units = (0..read.units.units.len()).filter(|at| same(&read.units.units[*at]) && says(*at));
    let texts: Vec<(usize, String)> = units.map(|at| (at, read.units.seen(read.units.units[at].span))).collect();
    let compared: Vec<ComparedUnit> = if is_of_time(degree) {
        texts.iter().filter_map(|(unit, text)| Some(ComparedUnit { unit: *unit, value: day(sources, text)? })).collect()
    } else {
        measured(&texts)
    };
    let said = compared.iter().fold(sources.above(one), |said, other| said.and(read.told[other.unit].own));
    told(sources, one, degree, &PlaceComparison { compared: &compared, said, by: "" })
}

/// The quantities of lines in the dimension that most of them have, the first of each line.
fn measured(texts: &[(usize, String)]) -> Vec<ComparedUnit> {
    let mut by: FxHashMap<String, Vec<ComparedUnit>> = FxHashMap::default();
    for (unit, text) in texts {
        for found in quantities(&pieces(text, &[])) {
            let dimension = match &found.dimension {
                Dimension::Measured(name) => (*name).to_owned(),
                Dimension::Counted(noun) => format!("counted {noun}"),
                Dimension::Labelled(_) | Dimension::Version => continue,
            };
            let known = by.entry(dimension).or_default();
            if known.last().is_none_or(|last| last.unit != *unit) {
                known.push(ComparedUnit { unit: *unit, value: found.value });
            }
        }
    }
    let mut all: Vec<(String, Vec<ComparedUnit>)> = by.into_iter().collect();
    all.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    all.into_iter().next().map(|(_, compared)| compared).unwrap_or_default()
}
