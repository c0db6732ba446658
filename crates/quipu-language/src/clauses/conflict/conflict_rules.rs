//! The rules: the differences by which two sentences cannot both hold.

use std::collections::BTreeSet;

use super::compared::ComparedSentence;
use super::order::{apart, before};
use super::{Difference, roles};
use crate::clauses::clause_pieces::ClausePiece;
use crate::clauses::quantity::{Bound, Dimension, Quantity};
use crate::nations::nation;

/// Words for properties with a single number, which stands beside the word.
const ONE_NUMBER: &[&str] = &["port", "version", "cost", "price", "phone", "address"];
/// Words that deny each other.
const OPPOSITE: &[(&str, &str)] = &[
    ("permit", "forbid"),
    ("open", "end"),
    ("succeed", "fail"),
    ("success", "fail"),
    ("accept", "reject"),
    ("aliv", "dead"),
    ("aliv", "die"),
    ("enabl", "disabl"),
    ("includ", "exclud"),
    ("guilti", "innoc"),
    ("increas", "decreas"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("win", "lose"),
    ("win", "lost"),
    ("safe", "danger"),
    ("free", "cost"),
    ("public", "privat"),
    ("present", "absent"),
    ("true", "fals"),
    ("confirm", "deni"),
    ("approv", "reject"),
    ("legal", "illeg"),
    ("full", "empti"),
    ("увелич", "уменьш"),
    ("увеличил", "уменьшил"),
    ("вырос", "упал"),
    ("вырос", "снизил"),
    ("бесплатн", "платн"),
    ("включен", "исключен"),
    ("принят", "отклон"),
    ("жив", "die"),
    ("полн", "пуст"),
    ("подтверд", "опроверг"),
    ("открыт", "закрыт"),
];
/// Places so wide that others lie in them, beside nations.
const WIDE: &str = " europe asia africa america scandinavia region province county state district oblast republic европа азия африка америка россия швеция германия франция область край район губерния республика ";

/// The difference of two sentences, with the part of each.
pub(super) fn difference(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    if !a.apposed.is_empty() && !b.apposed.is_empty() && a.apposed.is_disjoint(&b.apposed) {
        return None;
    }
    impossible(a, b)
        .or_else(|| denied(a, b))
        .or_else(|| number(a, b))
        .or_else(|| date(a, b))
        .or_else(|| object(a, b))
        .or_else(|| undone(a, b))
}

/// The overlap of two sentences, with the words of only one.
struct Fit<'t> {
    shared: usize,
    only_a: Vec<&'t str>,
    only_b: Vec<&'t str>,
}

impl Fit<'_> {
    /// True if they are about one thing: neither has words that the other lacks, or one is only more exact.
    fn holds(&self) -> bool {
        let (a, b) = (self.only_a.len(), self.only_b.len());
        self.shared > 0 && (a + b == 0 || a.min(b) == 0 && a.max(b) <= self.shared.saturating_sub(2).min(2))
    }
}

fn fit<'t>(a: &'t ComparedSentence, b: &'t ComparedSentence, without: &[&str]) -> Fit<'t> {
    let keys = |told: &'t ComparedSentence| -> BTreeSet<&'t str> {
        told.keys.iter().map(String::as_str).filter(|key| !without.contains(key)).collect()
    };
    let (one, other) = (keys(a), keys(b));
    let alike = |key: &str, of: &BTreeSet<&str>| of.iter().any(|known| same_root(key, known));
    let only = |from: &BTreeSet<&'t str>, of: &BTreeSet<&str>| -> Vec<&'t str> {
        from.iter().copied().filter(|key| !alike(key, of)).collect()
    };
    let (only_a, only_b) = (only(&one, &other), only(&other, &one));
    Fit { shared: one.len() - only_a.len(), only_a, only_b }
}

/// True if two keys are of one root: stems that begin alike.
pub(crate) fn same_root(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let letters = short.chars().count();
    one == other || letters >= 5 && long.starts_with(short) && long.chars().count() <= letters + 3
}

/// True if two keys deny each other.
pub(crate) fn is_opposite(one: &str, other: &str) -> bool {
    let denies = |(a, b): &(&str, &str)| {
        one.starts_with(a) && other.starts_with(b) || one.starts_with(b) && other.starts_with(a)
    };
    OPPOSITE.iter().any(denies)
}

/// One denies the statement of the other.
fn denied(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    let said = || Some((Difference::Negation, text(&a.pieces), text(&b.pieces)));
    if a.denies != b.denies {
        return if fit(a, b, &[]).holds() && a.days.len() == b.days.len() { said() } else { None };
    }
    let pair = OPPOSITE.iter().find(|(one, other)| {
        let has = |told: &ComparedSentence, key: &str| told.keys.iter().any(|known| known.starts_with(key));
        has(a, one) && has(b, other) && !has(a, other) || has(b, one) && has(a, other) && !has(b, other)
    })?;
    let without: Vec<&str> = a
        .keys
        .iter()
        .chain(&b.keys)
        .map(String::as_str)
        .filter(|key| key.starts_with(pair.0) || key.starts_with(pair.1))
        .collect();
    let rest = fit(a, b, &without);
    if !a.denies && rest.holds() && rest.only_a.len() + rest.only_b.len() == 0 && a.days.len() == b.days.len() {
        said()
    } else {
        None
    }
}

/// One sentence says that a thing was cancelled, and the other that it was done.
fn undone(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    let cancels = |told: &ComparedSentence| told.keys.contains("cancel");
    if cancels(a) == cancels(b) || a.denies || b.denies {
        return None;
    }
    let fit = fit(a, b, &["cancel"]);
    let rest = if cancels(a) { &fit.only_a } else { &fit.only_b };
    (rest.is_empty() && fit.shared >= 2).then(|| (Difference::Negation, text(&a.pieces), text(&b.pieces)))
}

/// Another number of the same.
fn number(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    if a.denies || b.denies {
        return None;
    }
    let pairs = a.quantities.iter().flat_map(|one| b.quantities.iter().map(move |other| (one, other)));
    let mut clash: Option<(&Quantity, &Quantity)> = None;
    for (one, other) in pairs {
        match one.agrees(other) {
            Some(true) => return None,
            Some(false) if clash.is_none() => clash = Some((one, other)),
            _ => {}
        }
    }
    let (one, other) = clash?;
    let same_names = a.names.iter().collect::<BTreeSet<_>>() == b.names.iter().collect();
    let beside = labelled(one, other, a, b);
    let counted = matches!(&one.dimension, Dimension::Counted(_));
    let holds = fit(a, b, &[]).holds() && days_fit(a, b)
        || beside && same_names && !a.names.is_empty() && a.days.len() == b.days.len();
    // Two kinds of a thing may be counted apart.
    let parts = counted && (one.bound != Bound::Exact || other.bound != Bound::Exact) && !same_names;
    let unit = (one.number == other.number && one.text != other.text).then_some(Difference::Unit);
    (holds && !parts).then(|| (unit.unwrap_or(Difference::Number), one.text.clone(), other.text.clone()))
}

/// True if the numbers stand beside the same word, of which a thing has one.
fn labelled(one: &Quantity, other: &Quantity, a: &ComparedSentence, b: &ComparedSentence) -> bool {
    let label = |quantity: &Quantity, told: &ComparedSentence| match &quantity.dimension {
        Dimension::Labelled(label) => Some(label.clone()),
        Dimension::Version => quantity
            .pieces
            .0
            .checked_sub(1)
            .and_then(|at| told.pieces.get(at))
            .map(|piece| if piece.is_sign(':') { "version".to_owned() } else { piece.key.clone() }),
        _ => None,
    };
    label(one, a).zip(label(other, b)).is_some_and(|(one, other)| one == other && ONE_NUMBER.contains(&one.as_str()))
}

/// True if the dates of neither sentence exclude those of the other, where the number differs.
fn days_fit(a: &ComparedSentence, b: &ComparedSentence) -> bool {
    a.days.is_empty() || b.days.is_empty() || a.days.len() == b.days.len()
}

/// Another date of one event.
fn date(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    if a.days.is_empty() || b.days.is_empty() || a.denies || b.denies {
        return None;
    }
    let agree = a.days.iter().any(|one| b.days.iter().any(|other| !apart(*one, *other)));
    let said = |told: &ComparedSentence| {
        told.pieces.iter().find(|piece| piece.day().is_some()).map(|piece| piece.text.clone())
    };
    let values =
        |told: &ComparedSentence| told.quantities.iter().map(|quantity| quantity.text.clone()).collect::<BTreeSet<_>>();
    let one_event = fit(a, b, &[]).holds() && values(a) == values(b) && !ranged(a) && !ranged(b);
    (!agree && one_event).then(|| (Difference::Date, said(a).unwrap_or_default(), said(b).unwrap_or_default()))
}

/// True if a sentence gives the beginning or end of a time, which another one may follow.
fn ranged(told: &ComparedSentence) -> bool {
    told.pieces.windows(2).any(|pair| {
        matches!(pair[0].low.as_str(), "since" | "until" | "from" | "till" | "с" | "до" | "по")
            && pair[1].day().is_some()
    })
}

/// Another holder of a unique role.
fn object(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    if a.denies || b.denies {
        return None;
    }
    roles::shared(a, b).find_map(|family| {
        let (one, other) = (roles::role(a, family)?, roles::role(b, family)?);
        let words =
            |name: &str| -> BTreeSet<String> { name.split(' ').map(crate::clauses::clause_pieces::lowered).collect() };
        let (first, second) = (words(&one), words(&other));
        // A name that shares a word with the other may be the other, or hold it.
        if !first.is_disjoint(&second) || wide(&one) != wide(&other) {
            return None;
        }
        let without: Vec<&str> = first.iter().chain(&second).map(String::as_str).collect();
        let fit = fit(a, b, &without);
        let thing = fit.shared > usize::from(!matches!(family, "capital"));
        (thing && fit.only_a.len().min(fit.only_b.len()) == 0 && fit.only_a.len() + fit.only_b.len() <= 1).then_some((
            Difference::Object,
            one,
            other,
        ))
    })
}

/// True if a place is a nation or another that others lie in.
pub(crate) fn wide(name: &str) -> bool {
    let low = crate::clauses::clause_pieces::lowered(name);
    crate::nations::is_nation(nation(&low)) || low.split(' ').any(|word| WIDE.contains(&format!(" {word} ")))
}

/// An impossible order: a person acted after the own death, or before the own birth.
fn impossible(a: &ComparedSentence, b: &ComparedSentence) -> Option<(Difference, String, String)> {
    after_death(a, b).or_else(|| after_death(b, a).map(|(difference, one, other)| (difference, other, one)))
}

fn after_death(life: &ComparedSentence, act: &ComparedSentence) -> Option<(Difference, String, String)> {
    const ACTS: &str = " win sign write direct teach found open marry speak receiv gave visit met play attend travel perform lead buy moved compos paint publish ";
    const LATER: &str = "posthum buried funeral посмертн похорон memorial памят";
    let (died, born) = (life.keys.contains("die"), life.keys.contains("born"));
    let (day, done) = (*life.days.first()?, *act.days.first()?);
    let one = life.names.first()?;
    let same = act.names.first().is_some_and(|name| name == one);
    let person = format!(" {} ", act.pieces.iter().map(|piece| piece.low.as_str()).collect::<Vec<_>>().join(" "));
    let acts = act.keys.iter().any(|key| ACTS.contains(&format!(" {key} ")))
        || person.contains(" in person ")
        || person.contains(" лично ");
    let passive =
        person.contains(" by ") || person.contains(" was ") || LATER.split(' ').any(|word| person.contains(word));
    let wrong = died && before(day, done) || born && before(done, day);
    let bare = life.names.len() == 1 && !act.keys.contains("die") && !act.keys.contains("born");
    (same && acts && !passive && wrong && bare).then(|| (Difference::Date, text(&life.pieces), text(&act.pieces)))
}

/// Pieces as they are written.
fn text(pieces: &[ClausePiece]) -> String {
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let gap = at > 0 && piece.span.start > pieces[at - 1].span.end;
        out.push_str(if gap { " " } else { "" });
        out.push_str(&piece.text);
    }
    out
}
