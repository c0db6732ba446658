//! The checks of units against what is asked for: the kind of the value, its form, the version, the row that is named.
//! Where a unit near the best passes a check, no unit that fails it stands before it.
//!
//! The weights of signs were fitted with a value that is held as one sign of many. A check is no sign: a sentence without
//! a number does not answer `how many`, however much of the question it says. Distances are set by hand, wide where a form
//! cannot be taken for another, and narrow where a digit or a capital may be anything.

use quipu_kernel::text::words;

use super::asked::{ValueForm, WantedValue, is_of_date};
use super::read_text::ReadText;
use super::score::{ScoredUnit, sort};
use super::units::{Unit, UnitKind};
use super::word_weights::WeighedWords;

/// Maximal difference from the best score of a unit that names the version, or the row, which the question names.
const NAMED: f64 = 6.0;
/// Maximal difference of one that holds a value of a form that is never another thing: a telephone number.
const DISTINCT: f64 = 8.0;
/// Maximal difference of one that holds a number with the unit that is asked for.
const MEASURED: f64 = 2.5;
/// Maximal difference of one that holds a part of a date: a month, a year, a day of the week.
const DATED: f64 = 4.0;
/// Maximal difference of one that holds a value of the type.
const TYPED: f64 = 1.5;

/// Units in the order of their scores, those that fail a check behind those near them that pass it.
pub(super) fn checked(weighed: &WeighedWords, read: &[ReadText], scored: &[ScoredUnit]) -> Vec<ScoredUnit> {
    let mut out = scored.to_vec();
    let unit = |one: &ScoredUnit| &read[one.passage].units.units[one.unit];
    let seen = |one: &ScoredUnit| read[one.passage].units.seen(unit(one).span);
    let asked = weighed.asked;
    match asked.value {
        WantedValue::When => {
            let dated = |text: &str| {
                words(text).iter().any(|word| is_of_date(&word.text) && weighed.find(&word.text).is_none())
            };
            prefer(&mut out, DATED, &|one| dated(&seen(one)) || above(read, one, &dated));
        }
        WantedValue::Number | WantedValue::Who | WantedValue::Where | WantedValue::Version => {
            prefer(&mut out, TYPED, &|one| read[one.passage].told[one.unit].holds);
        }
        WantedValue::Anything => {}
    }
    if asked.form != ValueForm::Any {
        let near = if asked.form.is_distinct() { DISTINCT } else { MEASURED };
        prefer(&mut out, near, &|one| asked.form.stands_in(&seen(one), &weighed.folded));
    }
    // Where a version is asked for, the one that the question names is not it.
    if weighed.names_version() && asked.value != WantedValue::Version {
        let versioned = |text: &str| weighed.is_of_version(text);
        let behind =
            |one: &ScoredUnit| one.unit > 0 && versioned(&seen(&ScoredUnit { unit: one.unit - 1, ..one.clone() }));
        prefer(&mut out, NAMED, &|one| versioned(&seen(one)) || above(read, one, &versioned) || behind(one));
    }
    // The row that most cells name; sentences stay where they are.
    let named = |one: &ScoredUnit| read[one.passage].told[one.unit].named;
    let best = out.first().map_or(0.0, |best| best.score);
    let most = out.iter().filter(|one| best - one.score <= NAMED).map(named).fold(0.0, f64::max);
    if most > 0.0 {
        let is_row = |unit: &Unit| unit.kind == UnitKind::Row;
        let fits = |one: &ScoredUnit| !is_row(unit(one)) || named(one) >= most;
        let (rows, others): (Vec<ScoredUnit>, Vec<ScoredUnit>) = out.into_iter().partition(|one| is_row(unit(one)));
        let mut rows = rows;
        prefer(&mut rows, 2.0 * NAMED, &fits);
        out = rows.into_iter().chain(others).collect();
        sort(&mut out);
    }
    out
}

/// True if a heading above a unit passes.
fn above(read: &[ReadText], one: &ScoredUnit, passes: &dyn Fn(&str) -> bool) -> bool {
    let read = &read[one.passage];
    read.units.sections[read.units.units[one.unit].section].iter().any(|heading| passes(heading))
}

/// Puts the units that do not fit behind those that do and are near the best.
fn prefer(scored: &mut [ScoredUnit], near: f64, fits: &dyn Fn(&ScoredUnit) -> bool) {
    let Some(best) = scored.first().map(|best| best.score) else { return };
    let passed: Vec<bool> = scored.iter().map(|one| best - one.score <= near && fits(one)).collect();
    if !passed.contains(&true) {
        return;
    }
    for (one, passed) in scored.iter_mut().zip(passed) {
        if !passed {
            one.score -= near;
        }
    }
    sort(scored);
}
