//! The answer composed from the parts of a plan: the requested value first, then a sentence a part, each with
//! its citation; two sides where documents disagree; the open question where a part found nothing.

use quipu_language::plan::Composing;
use quipu_language::stated::asked_for::Extreme;
use quipu_language::stated::pieces::{Piece, Sort, pieces};
use quipu_language::stated::quantity::quantities;
use quipu_language::stated::wanted::AskedSort;

use super::choose::{Picked, order};
use super::state::Sides;
use super::state::{Answered, PartState};
use super::words::Words;
use crate::base::citation::Citation;

use super::evidence::ReadEvidence;

/// A draft of an answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Drafting {
    /// The value of the answer; none without an answer.
    pub(super) value: Option<String>,
    /// The text.
    pub(super) text: String,
    pub(super) citations: Vec<Citation>,
    /// The open question.
    pub(super) open: Vec<String>,
}

impl Drafting {
    /// The mark of a picked value's citation, which is added where it is new.
    pub(super) fn cite(&mut self, evidence: &ReadEvidence, picked: &Picked) -> String {
        let Some(new) = evidence.hits.get(picked.hit).and_then(|read| read.citation(picked.clause)) else {
            return String::new();
        };
        format!(" [{}]", new.number_in(&mut self.citations))
    }

    /// A picked statement as a clause with its citation.
    fn clause(&mut self, evidence: &ReadEvidence, picked: &Picked) -> String {
        let mark = self.cite(evidence, picked);
        format!("{}{mark}", picked.text.trim_end_matches(['.', ' ', ';', ',']))
    }
}

/// Composes an answer.
pub(super) fn compose(composing: &Composing, parts: &[PartState], evidence: &ReadEvidence, words: &Words) -> Drafting {
    let mut draft = Drafting::default();
    if let Some(missing) = parts.iter().find(|part| part.answers.is_empty()) {
        return partial(draft, parts, missing, evidence, words);
    }
    let last = parts.last();
    match (composing, last, parts) {
        (Composing::List | Composing::Count, Some(last), _) => set(&mut draft, composing, last, evidence, words),
        (Composing::More { extreme }, _, [one, other]) => more(&mut draft, *extreme, one, other, evidence),
        (Composing::Same, _, [one, other]) => same(&mut draft, one, other, evidence, words),
        (Composing::Extreme { extreme }, Some(last), _) => most(&mut draft, *extreme, last, evidence),
        (Composing::Agree, Some(last), _) => agree(&mut draft, last, evidence, words),
        (_, Some(last), _) => value(&mut draft, parts, last, evidence, words),
        _ => {}
    }
    draft
}

/// A draft of the results before the part that found nothing.
fn partial(
    mut draft: Drafting,
    parts: &[PartState],
    missing: &PartState,
    evidence: &ReadEvidence,
    words: &Words,
) -> Drafting {
    let found: Vec<String> =
        parts.iter().filter_map(|part| part.answers.first()).map(|one| draft.clause(evidence, &one.picked)).collect();
    let ask = missing.filled.clone();
    draft.text = if found.is_empty() { words.nothing(&ask) } else { words.partial(&found.join("; "), &ask) };
    draft.open.push(ask);
    draft
}

fn value(draft: &mut Drafting, parts: &[PartState], last: &PartState, evidence: &ReadEvidence, words: &Words) {
    let before: Vec<String> = parts[..parts.len() - 1]
        .iter()
        .filter_map(|part| part.answers.first())
        .map(|one| draft.clause(evidence, &one.picked))
        .collect();
    if let Some(sides) = &last.sides {
        draft.value = if sides.changed { sides.values.first().cloned() } else { Some(sides.values.join(" / ")) };
        draft.text = disagree(draft, sides, last, evidence, words);
        return;
    }
    let Some(first) = last.answers.first() else { return };
    draft.value = Some(first.picked.value.clone());
    let clause = draft.clause(evidence, &first.picked);
    let told = before.into_iter().chain([clause]).collect::<Vec<_>>().join("; ");
    draft.text = match last.asked.sort {
        AskedSort::Text => format!("{told}."),
        _ => format!("**{}**. {told}.", first.picked.value),
    };
}

/// Both sides, each with its source and date: neither chosen where they conflict, the newest first where one followed
/// the other.
fn disagree(draft: &mut Drafting, sides: &Sides, last: &PartState, evidence: &ReadEvidence, words: &Words) -> String {
    let mut told = Vec::new();
    for value in &sides.values {
        let Some(one) = last.answers.iter().find(|one| one.picked.value == *value) else { continue };
        let mark = draft.cite(evidence, &one.picked);
        let read = &evidence.hits[one.picked.hit];
        let date = one.picked.since.or(read.day).map(|day| format!(", {}", words.day(day))).unwrap_or_default();
        told.push(format!("**{value}**{mark} ({}{date})", read.hit.document));
    }
    if sides.changed { words.changed(&told) } else { words.disagree(&told) }
}

fn listed(names: &[String], words: &Words) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} {} {last}", all.join(", "), words.and()),
    }
}

fn set(draft: &mut Drafting, composing: &Composing, last: &PartState, evidence: &ReadEvidence, words: &Words) {
    let all: Vec<&Answered> = last.answers.iter().collect();
    let counted = *composing == Composing::Count && last.asked.sort == AskedSort::Number;
    if let (true, Some(one)) = (counted, all.first()) {
        draft.value = Some(one.picked.value.clone());
        let clause = draft.clause(evidence, &one.picked);
        draft.text = format!("**{}**. {clause}.", one.picked.value);
        return;
    }
    let names: Vec<String> = all.iter().map(|one| one.picked.value.clone()).collect();
    let marked: Vec<String> =
        all.iter().map(|one| format!("{}{}", one.picked.value, draft.cite(evidence, &one.picked))).collect();
    let whole = words.complete(last.complete);
    if *composing == Composing::Count {
        let number = if last.complete { names.len().to_string() } else { words.at_least(names.len()) };
        draft.text = format!("**{number}**: {}. {whole}", listed(&marked, words));
        draft.value = Some(number);
    } else {
        draft.text = format!("{}. {whole}", listed(&marked, words));
        draft.value = Some(listed(&names, words));
    }
}

/// The number or the day that a value is, so that values can be put in an order.
fn measure(value: &str) -> Option<f64> {
    let read = pieces(value, &[]);
    let day = read.iter().find_map(|piece| match piece.sort {
        Sort::Date(day) => Some(f64::from(order(day))),
        _ => None,
    });
    let amount = || quantities(&read).first().map(|quantity| quantity.value);
    day.or_else(amount).or_else(|| read.iter().find_map(Piece::number))
}

fn more(draft: &mut Drafting, extreme: Extreme, one: &PartState, other: &PartState, evidence: &ReadEvidence) {
    // Of several dates the first is the beginning of a thing.
    let least = |part: &PartState| {
        let measured = part.answers.iter().filter_map(|one| Some((measure(&one.picked.value)?, one.clone())));
        measured.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (Some(a), Some(b)) = (least(one), least(other)) else { return };
    let first = if extreme == Extreme::Most { a.0 > b.0 } else { a.0 < b.0 };
    let told = |part: &PartState, found: &(f64, Answered), draft: &mut Drafting| {
        let mark = draft.cite(evidence, &found.1.picked);
        (part.asked.shown.clone(), format!("{}{mark}", found.1.picked.value))
    };
    let (one, other) = (told(one, &a, draft), told(other, &b, draft));
    if (a.0 - b.0).abs() < f64::EPSILON {
        draft.text = format!("**=** {}: {}; {}: {}.", one.0, one.1, other.0, other.1);
        draft.value = Some("=".into());
        return;
    }
    let (winner, loser) = if first { (one, other) } else { (other, one) };
    draft.text = format!("**{}**: {}; {}: {}.", winner.0, winner.1, loser.0, loser.1);
    draft.value = Some(winner.0);
}

fn same(draft: &mut Drafting, one: &PartState, other: &PartState, evidence: &ReadEvidence, words: &Words) {
    let shared = one.answers.iter().find_map(|a| {
        let twin = other.answers.iter().find(|b| b.picked.value.to_lowercase() == a.picked.value.to_lowercase())?;
        Some((a.clone(), twin.clone()))
    });
    let (a, b) = match (&shared, one.answers.first(), other.answers.first()) {
        (Some((a, b)), _, _) => (a.clone(), b.clone()),
        (None, Some(a), Some(b)) => (a.clone(), b.clone()),
        _ => return,
    };
    let clauses = format!("{}; {}", draft.clause(evidence, &a.picked), draft.clause(evidence, &b.picked));
    let value = words.whether(shared.is_some());
    draft.text = match shared {
        Some(_) => format!("**{value}**: {}. {clauses}.", a.picked.value),
        None => format!("**{value}**: {} / {}. {clauses}.", a.picked.value, b.picked.value),
    };
    draft.value = Some(value.to_owned());
}

fn most(draft: &mut Drafting, extreme: Extreme, last: &PartState, evidence: &ReadEvidence) {
    let measured = last.answers.iter().filter_map(|one| {
        let by = one.picked.since.map(|day| f64::from(order(day))).or(one.picked.amount)?;
        Some((by, one))
    });
    let found = match extreme {
        Extreme::Most => measured.max_by(|a, b| a.0.total_cmp(&b.0)),
        Extreme::Least => measured.min_by(|a, b| a.0.total_cmp(&b.0)),
    };
    let Some((_, one)) = found else { return };
    let clause = draft.clause(evidence, &one.picked);
    draft.value = Some(one.picked.value.clone());
    draft.text = format!("**{}**. {clause}.", one.picked.value);
}

fn agree(draft: &mut Drafting, last: &PartState, evidence: &ReadEvidence, words: &Words) {
    if let Some(sides) = &last.sides {
        let now = sides.values.first().filter(|_| sides.changed);
        draft.value = Some(now.cloned().unwrap_or_else(|| words.whether(false).to_owned()));
        draft.text = disagree(draft, sides, last, evidence, words);
        return;
    }
    let Some(first) = last.answers.first() else { return };
    let marks: String = last
        .answers
        .iter()
        .filter(|one| one.picked.value == first.picked.value)
        .map(|one| draft.cite(evidence, &one.picked))
        .collect();
    draft.value = Some(words.whether(true).to_owned());
    draft.text = words.agree(&first.picked.value, &marks);
}
