//! Conflicts between two sentences (contradiction detection), by rules: another number, another date, another object of
//! a unique role, one of them negated. A fact that held first and differs later is a change and no conflict.
//!
//! Typology after de Marneffe, Rafferty and Manning, "Finding Contradictions in Text" (2008). A false alarm costs more
//! than a miss, so that sentences that cannot be aligned are left alone. Cost: linear in both sentences.

mod compared;
mod conflict_rules;
mod order;
mod roles;

use serde::{Deserialize, Serialize};

use compared::ComparedSentence;
pub(crate) use compared::{is_timed, leaves_open};
pub(crate) use conflict_rules::{is_opposite, same_root, wide};
pub(crate) use order::apart;
use quipu_kernel::model::Day;

/// The relation between two sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clash {
    /// Not both can hold.
    Conflict,
    /// The one held before the other.
    Change,
    /// Both may hold.
    None,
}

/// The kind of difference between two sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// In a number.
    Number,
    /// In a unit.
    Unit,
    /// In a date.
    Date,
    /// In a person or thing.
    Object,
    /// One denies it.
    Negation,
    /// In nothing that could be compared.
    Nothing,
}

/// A sentence, and when its document was written, where that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dated<'a> {
    /// The sentence, with its subject in the place of pronouns.
    pub text: &'a str,
    /// The date.
    pub day: Option<Day>,
}

/// The relation between two sentences, with the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clashing {
    /// Their relation.
    pub clash: Clash,
    /// The kind of their difference.
    pub difference: Difference,
    /// The statement of the one.
    pub one: String,
    /// The statement of the other.
    pub other: String,
}

impl Clashing {
    /// Both may hold.
    fn alike() -> Self {
        Self { clash: Clash::None, difference: Difference::Nothing, one: String::new(), other: String::new() }
    }
}

/// Compares two sentences; `names` are words known to be names.
pub fn compared(one: Dated<'_>, other: Dated<'_>, names: &[&str]) -> Clashing {
    let (a, b) = (ComparedSentence::read(one.text, names), ComparedSentence::read(other.text, names));
    if a.open || b.open || a.conditions != b.conditions || a.opinion.is_some() || b.opinion.is_some() {
        return Clashing::alike();
    }
    let Some((difference, one_says, other_says)) = conflict_rules::difference(&a, &b) else { return Clashing::alike() };
    let (from, to) = (a.period(one.day, difference), b.period(other.day, difference));
    let changed = match (from, to) {
        (Some(from), Some(to)) => difference != Difference::Date && !a.lasting && apart(from, to),
        _ => false,
    };
    let clash = if changed { Clash::Change } else { Clash::Conflict };
    Clashing { clash, difference, one: one_says, other: other_says }
}

#[cfg(test)]
mod tests;
