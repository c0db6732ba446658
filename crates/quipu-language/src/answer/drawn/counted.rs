//! Counting what a list or table holds, where no text says the number.

use super::super::asked::WantedValue;
use super::super::score::ScoredUnit;
use super::super::units::UnitKind;
use super::super::word_weights::WordSet;
use super::{DrawnAnswer, DrawnFrom, NEAR, worded};

/// The most words of the question beside what is counted that neither the list nor the text above it says: the verb.
const UNSAID: usize = 1;
/// The most members that are shown.
const MOST: usize = 12;

/// The members of a list, or rows of a table, that are what the question counts.
pub(super) fn counted(sources: &DrawnFrom<'_>) -> Option<DrawnAnswer> {
    let noun = noun(sources)?;
    let says = |one: &ScoredUnit, noun: WordSet| {
        let told = &sources.read[one.passage].told[one.unit];
        told.own.and(told.lead).holds(noun)
    };
    let states = |one: &ScoredUnit| sources.read[one.passage].told[one.unit].holds && says(one, noun);
    let is_part = |one: &ScoredUnit| matches!(sources.unit(one).kind, UnitKind::Member | UnitKind::Row);
    // A sentence or a member that holds a number and the noun may state it; a row holds numbers of all sorts.
    let is_row = |one: &ScoredUnit| sources.unit(one).kind == UnitKind::Row;
    if sources.near(NEAR).any(|one| !is_row(one) && !sources.unit(one).is_list() && states(one)) {
        return None;
    }
    sources.near(2.0 * NEAR).filter(|one| is_part(one)).find_map(|one| in_place(sources, one, noun))
}

/// The word behind `how many`.
fn noun(sources: &DrawnFrom<'_>) -> Option<WordSet> {
    let weighed = sources.weighed;
    let asks = |two: &[String]| two[0] == "how" && two[1] == "many";
    let english = weighed.folded.windows(2).position(asks).map(|at| at + 2);
    let behind = english.or_else(|| weighed.folded.iter().position(|word| word == "сколько").map(|at| at + 1))?;
    let found = weighed.folded[behind..].iter().find_map(|word| weighed.find(word)).map(WordSet::one)?;
    (weighed.asked.value == WantedValue::Number && weighed.weighty.holds(found)).then_some(found)
}

/// The count in the list or table of a unit: of the members that say the noun, or of all where the text above them does.
fn in_place(sources: &DrawnFrom<'_>, one: &ScoredUnit, noun: WordSet) -> Option<DrawnAnswer> {
    let (weighed, read, unit) = (sources.weighed, &sources.read[one.passage], sources.unit(one));
    if !sources.is_whole(one.passage) || !sources.says_names(one.passage) {
        return None;
    }
    let of_place = |at: &usize| {
        let other = &read.units.units[*at];
        other.block == unit.block && other.section == unit.section && other.kind == unit.kind && other.lead == unit.lead
    };
    let all: Vec<usize> = (0..read.units.units.len()).filter(of_place).collect();
    let saying: Vec<usize> = all.iter().copied().filter(|at| read.told[*at].own.holds(noun)).collect();
    let counted = match saying.is_empty() {
        false => saying,
        true if all.len() > 1 && sources.above(one).without(read.title).holds(noun) => all.clone(),
        true => return None,
    };
    let said = all.iter().fold(sources.above(one), |said, at| said.and(read.told[*at].own));
    let rest = weighed.weighty.without(noun);
    let is_about = rest.is_empty() || !rest.both(said).is_empty();
    if all.len() < 2 || !is_about || rest.without(said).count() > UNSAID {
        return None;
    }
    let count = counted.len();
    let conclusion =
        worded(weighed, format!("{count}, counted in one place:"), format!("{count}, сосчитано в одном месте:"));
    let units = counted.into_iter().take(MOST).map(|at| DrawnFrom::like(one, at)).collect();
    Some(DrawnAnswer { units, conclusion, is_sure: true })
}
