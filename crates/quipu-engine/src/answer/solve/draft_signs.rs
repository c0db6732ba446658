//! The measure of a composed answer: the share of such drafts that are right, by signs of its statements, in the same
//! unit as the confidence in quotes. A draft and the quotes of one look can so be held against each other.

use quipu_language::clauses::clause_pieces::{ClausePiece, pieces};
use quipu_language::clauses::wanted::AskedSort;
use quipu_language::plan::Composing;
use quipu_language::trust::logistic;
use rustc_hash::FxHashSet;

use super::agent_run::AgentRun;
use super::compose::Drafting;
use super::run_state::{PartAnswer, PartState, is_marked};

/// The least share of right drafts with such signs beside which no model is asked.
pub(crate) const SURE_DRAFT: f64 = 0.7;

/// Log-odds of a draft without signs, and of each sign in its order: a logistic regression over the drafts of the even
/// questions of `eval/agent`, `eval/reading`, `eval/real` and `eval/sets` (70 drafts, 45 right). Of those above 0.8, 26
/// of 27 were right; of those from 0.6 to 0.8, 12 of 14; from 0.4 to 0.6, 6 of 11; below, 1 of 18.
const BASE: f64 = -1.480;
const WEIGHTS: [f64; 14] =
    [1.113, 0.401, 0.104, 0.343, -0.517, 1.543, -1.791, 1.121, -0.440, -0.696, 0.644, 0.496, 0.931, 1.126];

/// Declares the signs of drafts.
macro_rules! draft_signs {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// Signs that a draft answers a question; each is between 0 and 1, but for numbers of things.
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub(crate) struct DraftSigns {
            $($(#[$doc])* pub(crate) $name: f64,)+
        }

        impl DraftSigns {
            /// The names and values of the signs, in their order.
            pub(crate) fn values(&self) -> Vec<(&'static str, f64)> {
                vec![$((stringify!($name), self.$name),)+]
            }
        }
    };
}

draft_signs! {
    /// The least share of a part's question that its statement says.
    covered,
    /// Share of the names of the question that its statements hold.
    named,
    /// Share of the parts that ask about a name.
    marked,
    /// Number of parts that were asked with the result of an earlier one.
    links,
    /// Number of other values that are as well covered, where one is asked for, at most 5.
    rivals,
    /// Share of the parts whose value is known to be of its sort: by its form, or by the noun of the question.
    typed,
    /// Share of the parts whose value is the title of its page, with nothing that says that this is of the sort: of one
    /// value, not of a set.
    titled,
    /// Share of the last part's values that the noun of the question names.
    kin,
    /// 1 if it lists or counts several things.
    set,
    /// 1 if it lists or counts a single thing.
    lone,
    /// 1 if it compares two values or the members of a set.
    held,
    /// 1 if sources disagree.
    sides,
    /// 1 if a time is asked for, and the statement has one.
    timed,
    /// 1 if its value stands in the first quote of the look.
    agrees,
}

impl DraftSigns {
    /// The signs as text, for the trace.
    pub(crate) fn printed(&self) -> String {
        let told = self.values().into_iter().filter(|(_, value)| *value != 0.0);
        told.map(|(name, value)| format!("{name} {value:.2}")).collect::<Vec<_>>().join(", ")
    }

    /// The share of drafts with such signs that are right.
    pub(crate) fn right(&self) -> f64 {
        let z = BASE + self.values().iter().zip(WEIGHTS).map(|((_, value), weight)| weight * value).sum::<f64>();
        logistic(z)
    }
}

impl AgentRun<'_> {
    /// The signs of a draft.
    pub(super) fn signs_of(&self, draft: &Drafting) -> DraftSigns {
        let Some(last) = self.parts.last() else { return DraftSigns::default() };
        let of = self.parts.len().max(1) as f64;
        let share = |is: &dyn Fn(&PartState) -> bool| self.parts.iter().filter(|part| is(part)).count() as f64 / of;
        let first = |part: &PartState| part.answers.first().map_or(0.0, |one| one.picked.covered);
        let is_set = matches!(self.composing(), Composing::List | Composing::Count);
        let held = matches!(self.composing(), Composing::More { .. } | Composing::Same | Composing::Extreme { .. });
        let others = others(last);
        let yes = |is: bool| f64::from(u8::from(is));
        DraftSigns {
            covered: self.parts.iter().map(first).fold(1.0, f64::min),
            named: self.named(draft),
            marked: share(&is_marked),
            links: self.parts.iter().filter(|part| !part.needs.is_empty()).count() as f64,
            rivals: if is_set || held { 0.0 } else { others.min(5) as f64 },
            typed: share(&|part| part.answers.first().is_some_and(|one| is_typed(part, one))),
            titled: if is_set { 0.0 } else { share(&|part| self.is_titled(part)) },
            kin: last.answers.iter().filter(|one| is_typed(last, one)).count() as f64
                / last.answers.len().max(1) as f64,
            set: yes(is_set && others > 0),
            lone: yes(is_set && others == 0),
            held: yes(held),
            sides: yes(last.sides.is_some()),
            timed: yes(last.asked.when.is_some() && last.answers.first().is_some_and(|one| one.picked.since.is_some())),
            agrees: 0.0,
        }
    }

    /// True if the value of a part is of the title of its page, and nothing says that it is of the asked sort.
    fn is_titled(&self, part: &PartState) -> bool {
        let Some(one) = part.answers.first().filter(|one| !is_typed(part, one)) else { return false };
        let (value, hit) = (one.picked.value.to_lowercase(), self.evidence.hits.get(one.picked.hit));
        hit.is_some_and(|read| read.hit.title.to_lowercase().contains(&value))
    }

    /// The share of the question's names that the statements of a draft hold.
    fn named(&self, draft: &Drafting) -> f64 {
        let known: Vec<&str> = self.evidence.names.iter().map(String::as_str).collect();
        let quotes = draft.citations.iter().map(|citation| citation.quote.as_str());
        let told = std::iter::once(draft.text.as_str()).chain(quotes).collect::<Vec<_>>().join("\n").to_lowercase();
        let asked = pieces(&self.query.text, &known);
        let names: Vec<&ClausePiece> = asked.iter().filter(|piece| piece.is_name()).collect();
        let held = names.iter().filter(|name| told.contains(&name.low)).count();
        if names.is_empty() { 1.0 } else { held as f64 / names.len() as f64 }
    }
}

/// True if a value is known to be of the asked sort: a number or a date by its form, a name by the noun of the question.
fn is_typed(part: &PartState, one: &PartAnswer) -> bool {
    match part.asked.sort {
        AskedSort::Name => part.asked.class.is_some() && one.picked.sorted,
        AskedSort::Text => false,
        _ => one.picked.sorted,
    }
}

/// Number of other values of a part than its first.
fn others(part: &PartState) -> usize {
    let Some(first) = part.answers.first().map(|one| one.picked.value.to_lowercase()) else { return 0 };
    let values = part.answers.iter().map(|one| one.picked.value.to_lowercase());
    values.filter(|value| *value != first).collect::<FxHashSet<String>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_draft_makes_it_more_or_less_sure() {
        let whole = DraftSigns { covered: 1.0, named: 1.0, marked: 1.0, typed: 1.0, kin: 1.0, ..DraftSigns::default() };
        let right = whole.right();
        assert!(right > SURE_DRAFT && right < 1.0, "{right}");
        for (sign, surer) in [
            (DraftSigns { agrees: 1.0, ..whole }, true),
            (DraftSigns { links: 1.0, ..whole }, true),
            (DraftSigns { covered: 0.6, ..whole }, false),
            (DraftSigns { named: 0.5, ..whole }, false),
            (DraftSigns { rivals: 2.0, ..whole }, false),
            (DraftSigns { titled: 1.0, typed: 0.0, ..whole }, false),
        ] {
            assert_eq!(sign.right() > right, surer, "{}", sign.printed());
        }
    }

    #[test]
    fn signs_are_printed_where_there_are_any() {
        assert_eq!(DraftSigns::default().printed(), "");
        assert_eq!(DraftSigns { covered: 0.75, set: 1.0, ..DraftSigns::default() }.printed(), "covered 0.75, set 1.00");
    }
}
