//! Questions for those of whom something is not so: who must not, which are not. All sentences that deny, forbid or
//! except are quoted, since one that is left out may be the one that matters. Where none does, those that affirm what the
//! question denies are no answer, and others of their place stand for those of whom it is not said.

use super::super::asked::{denies, is_denial};
use super::super::score::ScoredUnit;
use super::super::word_weights::WordSet;
use super::{DrawnAnswer, DrawnFrom, worded};

/// Maximal difference from the best score.
const WITHIN: f64 = 8.0;
/// Share of the question that a denying sentence says, with its context.
const SAYS: f64 = 0.7;
/// The most units that are quoted.
const MOST: usize = 6;

pub(super) fn gathered(sources: &DrawnFrom<'_>) -> Option<DrawnAnswer> {
    let weighed = sources.weighed;
    let told = |one: &&ScoredUnit| {
        let says = weighed.share(sources.read[one.passage].said_by(one.unit)) >= SAYS;
        let own = sources.read[one.passage].told[one.unit].own.both(weighed.weighty);
        !sources.unit(one).is_list() && says && !own.is_empty() && denies(&sources.folded(one))
    };
    let units: Vec<ScoredUnit> = sources.near(WITHIN).filter(told).take(MOST).cloned().collect();
    if !units.is_empty() {
        return Some(DrawnAnswer { units, ..DrawnAnswer::default() });
    }
    others(sources)
}

/// Units beside those that affirm what the question denies, of the same place and with its verb.
fn others(sources: &DrawnFrom<'_>) -> Option<DrawnAnswer> {
    let (weighed, verb) = (sources.weighed, verb(sources));
    let own = |one: &ScoredUnit| {
        let told = &sources.read[one.passage].told[one.unit];
        told.own.and(told.back).and(told.lead)
    };
    let object = weighed.weighty.without(verb);
    let affirms = |one: &ScoredUnit| !object.is_empty() && own(one).holds(object);
    let single = |one: &&ScoredUnit| !sources.unit(one).is_list();
    let affirming: Vec<&ScoredUnit> = sources.near(WITHIN).filter(single).filter(|one| affirms(one)).collect();
    let best = affirming.first()?;
    let place = |one: &&ScoredUnit| one.passage == best.passage && sources.unit(one).block == sources.unit(best).block;
    let beside: Vec<&ScoredUnit> =
        sources.scored.iter().filter(single).filter(place).filter(|one| !affirms(one)).collect();
    let says_verb = |one: &&&ScoredUnit| !verb.is_empty() && own(one).holds(verb);
    let with_verb: Vec<&ScoredUnit> = beside.iter().filter(says_verb).copied().collect();
    let units = if with_verb.is_empty() { beside } else { with_verb };
    let units: Vec<ScoredUnit> = units.into_iter().take(MOST).cloned().collect();
    let conclusion = worded(
        weighed,
        "It is not said in these words; of others it is said:".to_owned(),
        "Прямо этого не сказано; о других сказано так:".to_owned(),
    );
    Some(DrawnAnswer { conclusion: conclusion.filter(|_| !units.is_empty()), units, is_sure: false })
}

/// The first word that counts behind the denial: the verb that is denied.
fn verb(sources: &DrawnFrom<'_>) -> WordSet {
    let weighed = sources.weighed;
    let denial = weighed.folded.iter().position(|word| is_denial(word)).unwrap_or(0);
    let places = weighed.folded[denial.min(weighed.folded.len())..].iter().filter_map(|word| weighed.find(word));
    places.map(WordSet::one).find(|word| weighed.weighty.holds(*word)).unwrap_or_default()
}
