//! Contradictions among the answers to one part: every pair of other values is compared, and both sides are kept.

use crate::answer::solve::state::Sides;
use quipu_kernel::model::Day;
use quipu_language::stated::conflict::{Clash, Clashing, Dated, compared};

use super::evidence::ReadEvidence;
use super::state::Answered;
use crate::base::agent_events::{Contradicting, Stating};

/// Maximum number of pairs compared.
const MOST: usize = 200;

/// The contradictions among answers, and the sides of them if there is a conflict.
pub(super) fn among(answers: &[Answered], evidence: &ReadEvidence) -> (Vec<Contradicting>, Option<Sides>) {
    let known: Vec<&str> = evidence.names.iter().map(String::as_str).collect();
    let pairs =
        answers.iter().enumerate().flat_map(|(at, one)| answers[at + 1..].iter().map(move |other| (one, other)));
    let other =
        |(one, other): &(&Answered, &Answered)| one.picked.value.to_lowercase() != other.picked.value.to_lowercase();
    let (mut found, mut sides): (Vec<Contradicting>, Vec<(Option<Day>, String, Clash)>) = (Vec::new(), Vec::new());
    let mut conflict = false;
    for (one, other) in pairs.filter(other).take(MOST) {
        let dated = |one: &Answered| evidence.hits[one.picked.hit].day;
        let says = |one: &Answered| one.picked.text.clone();
        let (a, b) = (says(one), says(other));
        let Clashing { clash, difference, .. } =
            compared(Dated { text: &a, day: dated(one) }, Dated { text: &b, day: dated(other) }, &known);
        if clash == Clash::None {
            continue;
        }
        let kind = serde_json::to_value(difference)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default();
        let label = if clash == Clash::Conflict { "conflict" } else { "change" };
        found.push(Contradicting { label: label.into(), kind, a: stating(one, evidence), b: stating(other, evidence) });
        conflict |= clash == Clash::Conflict;
        for side in [one, other] {
            if !sides.iter().any(|(_, value, _)| *value == side.picked.value) {
                sides.push((dated(side).or(side.picked.since), side.picked.value.clone(), clash));
            }
        }
    }
    sides.retain(|(_, _, clash)| !conflict || *clash == Clash::Conflict);
    sides.sort_by_key(|(day, ..)| std::cmp::Reverse(*day));
    let values: Vec<String> = sides.into_iter().map(|(_, value, _)| value).collect();
    (found, (values.len() > 1).then_some(Sides { values, changed: !conflict }))
}

fn stating(one: &Answered, evidence: &ReadEvidence) -> Stating {
    let read = &evidence.hits[one.picked.hit];
    let day = one.picked.since.or(read.day);
    Stating {
        value: one.picked.value.clone(),
        document: read.hit.document.clone(),
        date: day.map(|day| format!("{:04}-{:02}-{:02}", day.year, day.month, day.day)),
        text: one.picked.text.clone(),
    }
}
