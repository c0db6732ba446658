//! Comparison of two things: dates by value, nations by their nationality.

use quipu_kernel::model::Day;
use quipu_kernel::text::fold_name;
use quipu_language::nations::nation;
use quipu_language::plan::Compared;
use quipu_language::ties::Bond;

use super::begin::Begun;
use super::{Followed, Stop, told};

/// Compares where the ties lead from two names.
pub(super) fn compare(
    names: &[Begun],
    compared: Compared,
    ties: &[Bond],
    [one, other]: [&Vec<Stop>; 2],
) -> Option<Followed> {
    if compared == Compared::Same {
        return same(one, other);
    }
    // For a work with several dates of publication the first one counts.
    let first = ties.last().is_some_and(|tie| matches!(tie, Bond::PublishedOn | Bond::BegunOn));
    let pick = |stops: &[Stop]| -> Option<(Stop, Day)> {
        let mut dated = stops.iter().filter_map(|stop| Some((stop.clone(), stop.day?)));
        if first { dated.min_by_key(|(_, day)| order(*day)) } else { dated.next() }
    };
    let ((one, early), (other, late)) = (pick(one)?, pick(other)?);
    let (a, b) = (order(early), order(late));
    if same_time(early, late) {
        return None;
    }
    let is_first = (a < b) == (compared == Compared::Earlier);
    let winner = if is_first { names.first() } else { names.get(1) };
    Some(told::compared(&winner?.shown, &[one, other]))
}

/// A day as numbers that can be compared; a missing part counts as the beginning.
fn order(day: Day) -> (i16, u8, u8) {
    (day.year, day.month, day.day)
}

/// True if the order of two days cannot be decided.
fn same_time(a: Day, b: Day) -> bool {
    let month = a.month == b.month || a.month == 0 || b.month == 0;
    let day = a.day == b.day || a.day == 0 || b.day == 0;
    a.year == b.year && month && day
}

/// An answer on whether two things have one nation, or lie in one country.
fn same(one: &[Stop], other: &[Stop]) -> Option<Followed> {
    let (first, second) = (one.first()?, other.first()?);
    let nations = |stops: &[Stop]| -> Vec<String> {
        stops.iter().map(|stop| nation(&fold_name(&stop.name)).to_owned()).collect()
    };
    let (some, others) = (nations(one), nations(other));
    let word = |name: &str| name.len() > 4 && !name.contains(' ');
    let alike = |a: &str, b: &str| a == b || word(a) && word(b) && a.get(..5) == b.get(..5);
    let shared = some.iter().position(|a| others.iter().any(|b| alike(a, b)));
    let (value, pair) = match shared {
        Some(at) => {
            let twin = others.iter().position(|b| alike(&some[at], b)).unwrap_or(0);
            ("Yes", [one[at].clone(), other[twin].clone()])
        }
        None => ("No", [first.clone(), second.clone()]),
    };
    Some(told::compared(value, &pair))
}

/// The one of two that lived longer, by births and deaths.
pub(super) fn lives(names: &[Begun], births: &[Vec<Stop>], deaths: &[Vec<Stop>]) -> Option<Followed> {
    let mut ages = Vec::new();
    let mut ends = Vec::new();
    for (births, deaths) in births.iter().zip(deaths) {
        let dated = |stops: &[Stop]| stops.iter().find_map(|stop| Some((stop.clone(), stop.day?)));
        let ((birth, born), (death, died)) = (dated(births)?, dated(deaths)?);
        let days = |day: Day| i32::from(day.year) * 372 + i32::from(day.month) * 31 + i32::from(day.day);
        ages.push(days(died) - days(born));
        ends.extend([birth, death]);
    }
    let [one, other] = ages[..] else { return None };
    let winner = if one >= other { names.first() } else { names.get(1) };
    Some(told::compared(&winner?.shown, &ends))
}
