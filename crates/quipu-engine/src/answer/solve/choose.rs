//! The answers to one part in the clauses of all passages: the best covered, of the requested sort, at the
//! requested time.

use quipu_kernel::model::Day;
use quipu_language::clauses::asked_for::{AskedTime, Extreme};
use quipu_language::clauses::clause_match::findings;
use quipu_language::clauses::clause_pieces::{ClausePiece, pieces};
use quipu_language::clauses::wanted::{AskedFact, AskedSort};

use super::evidence::ReadEvidence;

/// Margin in coverage below the best within which clauses are kept.
const BESIDE: f64 = 0.1;

/// A value that answers, and its clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picked {
    pub(super) value: String,
    pub(super) sorted: bool,
    pub(super) covered: f64,
    pub(super) since: Option<Day>,
    pub(super) amount: Option<f64>,
    pub(super) text: String,
    /// Positions of the passage and of the clause.
    pub(super) hit: usize,
    pub(super) clause: usize,
}

/// The picked values, and the number of dropped ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Picking {
    pub(super) picked: Vec<Picked>,
    pub(super) dropped: usize,
    /// True if values were left out only because nothing says that they are of the asked sort.
    pub(super) unsorted: bool,
}

/// Picks answers.
pub(super) fn pick(wanted: &AskedFact, evidence: &ReadEvidence) -> Picking {
    let mut all: Vec<Picked> = Vec::new();
    for (at, read) in evidence.hits.iter().enumerate() {
        for found in findings(wanted, &read.clauses, &read.topic) {
            let values = found.values.iter().zip(&found.sorted);
            all.extend(values.map(|(value, sorted)| Picked {
                value: value.clone(),
                sorted: *sorted,
                covered: found.covered,
                since: found.since,
                amount: found.amount,
                text: found.text.clone(),
                hit: at,
                clause: found.clause,
            }));
        }
    }
    let count = all.len();
    let best = all.iter().map(|one| one.covered).fold(0.0, f64::max);
    all.retain(|one| one.covered >= best - BESIDE);
    let unsorted = all.iter().any(|one| one.sorted) && all.iter().any(|one| !one.sorted);
    if unsorted {
        all.retain(|one| one.sorted);
    }
    let timed = match &wanted.when {
        Some(when) => at_time(all, when),
        None => all,
    };
    let timed = match wanted.extreme.filter(|_| !wanted.known.is_empty() && wanted.sort == AskedSort::Date) {
        Some(extreme) => ends(timed, extreme),
        None => timed,
    };
    let picked = once(timed, wanted.many || wanted.known.is_empty());
    Picking { dropped: count - picked.len(), picked, unsorted }
}

/// Each value once: of a set its first statement, else every document's.
fn once(all: Vec<Picked>, set: bool) -> Vec<Picked> {
    let mut out: Vec<Picked> = Vec::new();
    for one in all {
        let same =
            |known: &Picked| known.value.to_lowercase() == one.value.to_lowercase() && (set || known.hit == one.hit);
        if !out.iter().any(same) {
            out.push(one);
        }
    }
    out
}

/// The first or the last of several dates.
fn ends(all: Vec<Picked>, extreme: Extreme) -> Vec<Picked> {
    let day = |one: &Picked| pieces(&one.value, &[]).iter().find_map(ClausePiece::day).map(order);
    let found = match extreme {
        Extreme::Least => all.iter().filter(|one| day(one).is_some()).min_by_key(|one| day(one)),
        Extreme::Most => all.iter().filter(|one| day(one).is_some()).max_by_key(|one| day(one)),
    };
    found.cloned().into_iter().collect()
}

/// A day as a number that orders days; a missing part comes first.
pub(super) fn order(day: Day) -> i32 {
    i32::from(day.year) * 372 + i32::from(day.month) * 31 + i32::from(day.day)
}

/// The value that held at a time: the latest that began before it.
fn at_time(all: Vec<Picked>, when: &AskedTime) -> Vec<Picked> {
    let dated = |one: &Picked| one.since.map(order);
    let latest = |before: i32, same: bool| {
        let fits = |one: &&Picked| dated(one).is_some_and(|day| day < before || same && day == before);
        all.iter().filter(fits).max_by_key(|one| dated(one)).cloned()
    };
    let earliest = |after: i32| {
        all.iter().filter(|one| dated(one).is_some_and(|day| day > after)).min_by_key(|one| dated(one)).cloned()
    };
    let of = |name: &str| {
        let words: Vec<String> = pieces(name, &[]).into_iter().map(|piece| piece.low).collect();
        let is = |one: &&Picked| words.iter().all(|word| one.value.to_lowercase().contains(word));
        all.iter().find(is).and_then(dated)
    };
    let found = match when {
        // A requested month or year has not ended at its beginning.
        AskedTime::At(day) => latest(
            order(Day {
                month: if day.month == 0 { 12 } else { day.month },
                day: if day.day == 0 { 31 } else { day.day },
                ..*day
            }),
            true,
        ),
        AskedTime::Before(day) => latest(order(*day), false),
        AskedTime::After(day) => earliest(order(*day)),
        AskedTime::BeforeName(name) => of(name).and_then(|start| latest(start, false)),
        AskedTime::AfterName(name) => of(name).and_then(earliest),
    };
    found.into_iter().collect()
}
