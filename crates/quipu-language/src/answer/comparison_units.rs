//! Comparisons: a question about two things needs both, or a note on the missing one; and where it asks for
//! the earlier or the later, the answer names it, from the dates of the quoted units.

use super::Days;
use super::read_text::ReadText;
use super::score::ScoredUnit;
use super::units::UnitKind;
use super::word_weights::{WeighedWords, WordSet};
use quipu_kernel::text::{language_of, words};

/// Words between two things that are compared, the surest first.
const JOINS: &[&str] = &[
    " as against ",
    " versus ",
    " vs. ",
    " vs ",
    " or ",
    " или ",
    " and ",
    " и ",
    " differ from ",
    " differs from ",
    " from ",
    " than ",
    " with ",
    " отличаются от ",
    " отличается от ",
    " от ",
    " по сравнению с ",
    " с ",
];
/// Words before the first of them.
const BEFORE: &[&str] = &[
    "between ",
    "compare ",
    "difference between ",
    "does ",
    "do ",
    "did ",
    "is ",
    "are ",
    "how ",
    "между ",
    "сравни ",
    "сравните ",
    "чем ",
    "distinguish ",
    "distinguishes ",
];
/// Words that ask for the earlier of two times, and for the later.
const EARLIER: &str = "older first earlier sooner старше раньше первым первой первый первая древнее старее";
const LATER: &str = "younger newer later last младше позже новее моложе последним последней";
/// Words after which the time is that of another thing: `the film whose director is older`.
const ANOTHERS: &str =
    "whose who that has have of died die чей чья чье чьи который которая которого которой умер умерла";

/// Two things that a question compares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ComparedThings {
    names: [String; 2],
    /// The words that only the one name and only the other has.
    said: [WordSet; 2],
    /// The order that the question asks for: the earlier or the later.
    order: Option<Order>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Earlier,
    Later,
}

/// The two things that a question compares, if it names two.
pub(super) fn sides(weighed: &WeighedWords) -> Option<ComparedThings> {
    let text = weighed.text.trim().trim_end_matches(['?', '.', '!', ' ']);
    let lower = text.to_lowercase();
    // Folding may change lengths; then nothing is cut.
    if lower.len() != text.len() {
        return None;
    }
    JOINS.iter().find_map(|join| {
        let at = lower.rfind(join)?;
        let (left, right) = (&text[..at], &text[at + join.len()..]);
        let start = left.rfind([',', ':']).map(|comma| comma + 1);
        let begun = BEFORE.iter().filter_map(|word| Some(lower[..at].rfind(word)? + word.len())).max();
        let left = left[start.into_iter().chain(begun).max().unwrap_or(0)..].trim();
        let right = right.split([',', ';']).next().unwrap_or_default().trim();
        let said = [weighed.said(left).both(weighed.weighty), weighed.said(right).both(weighed.weighty)];
        let only = [said[0].without(said[1]), said[1].without(said[0])];
        (!only[0].is_empty() && !only[1].is_empty()).then(|| ComparedThings {
            names: [left.to_owned(), right.to_owned()],
            said: only,
            order: order(text),
        })
    })
}

fn order(text: &str) -> Option<Order> {
    let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    let any = |list: &str| words.iter().skip(1).any(|word| list.split_ascii_whitespace().any(|known| known == word));
    let of_another = any(ANOTHERS)
        || words.first().is_some_and(|first| matches!(first.as_str(), "whose" | "чей" | "чья" | "чье" | "чьи"));
    match (any(EARLIER), any(LATER)) {
        _ if of_another => None,
        (true, false) => Some(Order::Earlier),
        (false, true) => Some(Order::Later),
        _ => None,
    }
}

impl ComparedThings {
    /// Positions in `scored` of the units for both things: one about both, or the best of each; and the side without a
    /// unit.
    pub(super) fn best(
        &self,
        weighed: &WeighedWords,
        read: &[ReadText],
        scored: &[ScoredUnit],
        days: Days<'_>,
    ) -> (Vec<usize>, Option<usize>) {
        let tells = |one: &ScoredUnit, side: usize| {
            let said = read[one.passage].said_by(one.unit);
            weighed.weight(said.both(self.said[side])) * 2.0 > weighed.weight(self.said[side])
        };
        let tells_itself = |one: &ScoredUnit, side: usize| {
            let said = read[one.passage].told[one.unit].own;
            weighed.weight(said.both(self.said[side])) * 2.0 > weighed.weight(self.said[side])
        };
        let holds = |one: &ScoredUnit| self.order.is_none() || dated(read, one, days).is_some();
        let of = |side: usize| {
            let alone = |one: &ScoredUnit| tells(one, side) && !tells(one, 1 - side) && holds(one);
            scored.iter().position(alone).or_else(|| scored.iter().position(|one| tells(one, side) && holds(one)))
        };
        let nearest = scored.first().map_or(0.0, |best| best.score);
        let defines = |side: usize| {
            let alone = |one: &ScoredUnit| tells(one, side) && !tells_itself(one, 1 - side) && is_defining(read, one);
            scored.iter().take_while(|one| nearest - one.score <= DEFINING).position(alone)
        };
        // A sentence on both may only name them; where each is defined, the definitions tell the difference.
        if let (None, Some(a), Some(b)) = (self.order, defines(0), defines(1))
            && a != b
        {
            return (vec![a.min(b), a.max(b)], None);
        }
        let both = scored.iter().position(|one| tells(one, 0) && tells(one, 1)).filter(|_| self.order.is_none());
        match (both, of(0), of(1)) {
            (Some(both), a, b)
                if a.into_iter().chain(b).all(|at| scored[both].score + CONTRAST >= scored[at].score) =>
            {
                (vec![both], None)
            }
            (_, Some(a), Some(b)) if a == b => (vec![a], None),
            (_, Some(a), Some(b)) => (vec![a.min(b), a.max(b)], None),
            (_, Some(a), None) => (vec![a], Some(1)),
            (_, None, Some(b)) => (vec![b], Some(0)),
            (_, None, None) => (Vec::new(), None),
        }
    }

    /// Name of a side.
    pub(super) fn name(&self, side: usize) -> &str {
        &self.names[side]
    }

    /// The earlier or the later side, in words, where both units have dates.
    pub(super) fn conclusion(
        &self,
        weighed: &WeighedWords,
        read: &[ReadText],
        units: &[&ScoredUnit],
        days: Days<'_>,
    ) -> Option<String> {
        let order = self.order?;
        let told = |side: usize| {
            let of = |one: &&&ScoredUnit| {
                let said = read[one.passage].said_by(one.unit);
                weighed.weight(said.both(self.said[side])) > weighed.weight(said.both(self.said[1 - side]))
            };
            units.iter().find(of).and_then(|one| dated(read, one, days))
        };
        let (a, b) = (told(0)?, told(1)?);
        let (first, other) = match order {
            _ if a == b => return None,
            Order::Earlier => {
                if a < b {
                    (0, 1)
                } else {
                    (1, 0)
                }
            }
            Order::Later => {
                if a > b {
                    (0, 1)
                } else {
                    (1, 0)
                }
            }
        };
        let years = [a.year, b.year];
        let (name, than, year, against) =
            (without_article(self.name(first)), without_article(self.name(other)), years[first], years[other]);
        Some(match (language_of(&weighed.text), order) {
            ("ru", Order::Earlier) => format!("Раньше — {name} ({year}), {than} — {against}."),
            ("ru", Order::Later) => format!("Позже — {name} ({year}), {than} — {against}."),
            (_, Order::Earlier) => format!("The earlier is {name} ({year}); {than}: {against}."),
            (_, Order::Later) => format!("The later is {name} ({year}); {than}: {against}."),
        })
    }
}

/// Maximal difference of score between a unit about both and those about one.
const CONTRAST: f64 = 1.0;
/// Maximal difference from the best score of a sentence that defines a side.
const DEFINING: f64 = 5.0;

/// True for a sentence or a member of a list that defines a term of the question.
fn is_defining(read: &[ReadText], one: &ScoredUnit) -> bool {
    let read = &read[one.passage];
    let kind = read.units.units[one.unit].kind;
    read.told[one.unit].defines > 0.0 && matches!(kind, UnitKind::Sentence | UnitKind::Member)
}

/// The first date that a unit says.
fn dated(read: &[ReadText], one: &ScoredUnit, days: Days<'_>) -> Option<quipu_kernel::model::Day> {
    let read = &read[one.passage];
    days(&read.units.seen(read.units.units[one.unit].span))
}

fn without_article(name: &str) -> &str {
    name.strip_prefix("the ").or_else(|| name.strip_prefix("The ")).unwrap_or(name)
}
