//! Contradictions among the answers to one part: every pair of other values is compared, and both sides are kept. Where
//! none is found, the passages of different documents are compared by the question itself.

use crate::answer::solve::run_state::ConflictingValues;
use quipu_kernel::model::Day;
use quipu_language::answer::{AnswerOfSide, QuestionedText, contradictions};
use quipu_language::clauses::conflict::{Clash, Clashing, Dated, compared};

use super::choose::Picked;
use super::evidence::ReadEvidence;
use super::run_state::PartAnswer;
use crate::base::agent_events::{Contradicting, Stating};

/// Maximum number of pairs compared.
const MOST: usize = 200;
/// Maximum number of passages compared by the question.
const MOST_PASSAGES: usize = 12;

/// A contradiction by the question: both sides as answers, each with its citation.
pub(super) struct QuestionConflict {
    pub(super) found: Contradicting,
    pub(super) answers: [PartAnswer; 2],
    pub(super) sides: ConflictingValues,
}

/// The contradictions among answers, and the sides of them if there is a conflict.
pub(super) fn among(
    answers: &[PartAnswer],
    evidence: &ReadEvidence,
) -> (Vec<Contradicting>, Option<ConflictingValues>) {
    let known: Vec<&str> = evidence.names.iter().map(String::as_str).collect();
    let pairs =
        answers.iter().enumerate().flat_map(|(at, one)| answers[at + 1..].iter().map(move |other| (one, other)));
    let other = |(one, other): &(&PartAnswer, &PartAnswer)| {
        one.picked.value.to_lowercase() != other.picked.value.to_lowercase()
    };
    let (mut found, mut sides): (Vec<Contradicting>, Vec<(Option<Day>, String, Clash)>) = (Vec::new(), Vec::new());
    let mut conflict = false;
    for (one, other) in pairs.filter(other).take(MOST) {
        let dated = |one: &PartAnswer| evidence.hits[one.picked.hit].day;
        let says = |one: &PartAnswer| one.picked.text.clone();
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
    (found, (values.len() > 1).then_some(ConflictingValues { values, changed: !conflict }))
}

/// The first contradiction of two documents about a question. Where answers are known, one of its values is among them.
pub(super) fn by_question(question: &str, known: &[PartAnswer], evidence: &ReadEvidence) -> Option<QuestionConflict> {
    let headed: Vec<String> = evidence
        .hits
        .iter()
        .take(MOST_PASSAGES)
        .map(|read| format!("{}. {}", read.hit.title, read.hit.heading.join(". ")))
        .collect();
    let texts = evidence.hits.iter().zip(&headed);
    let texts: Vec<QuestionedText<'_>> =
        texts.map(|(read, headed)| QuestionedText { text: &read.hit.text, headed, day: read.day }).collect();
    let is_known = |value: &str| {
        let low = value.to_lowercase();
        known.is_empty()
            || known.iter().any(|one| {
                let known = one.picked.value.to_lowercase();
                known.contains(&low) || low.contains(&known)
            })
    };
    let document = |at: usize| evidence.hits[at].hit.document.as_str();
    contradictions(question, &texts).into_iter().find_map(|(at, other, found)| {
        let fits = document(at) != document(other) && (is_known(&found.one.value) || is_known(&found.other.value));
        let (one, other) = (stated(evidence, at, found.one)?, stated(evidence, other, found.other)?);
        let changed = found.clash == Clash::Change;
        let label = if changed { "change" } else { "conflict" };
        let kind = serde_json::to_value(found.difference).ok()?.as_str()?.to_owned();
        let told =
            Contradicting { label: label.into(), kind, a: stating(&one, evidence), b: stating(&other, evidence) };
        let mut answers = [one, other];
        answers.sort_by_key(|one| std::cmp::Reverse(evidence.hits[one.picked.hit].day));
        let values = answers.iter().map(|one| one.picked.value.clone()).collect();
        fits.then_some(QuestionConflict { found: told, answers, sides: ConflictingValues { values, changed } })
    })
}

/// The answer of a passage as one of a part, with the clause that says it.
fn stated(evidence: &ReadEvidence, hit: usize, said: AnswerOfSide) -> Option<PartAnswer> {
    let clauses = &evidence.hits[hit].clauses;
    let clause =
        clauses.iter().position(|clause| clause.span.start < said.span.end && said.span.start < clause.span.end)?;
    let text = evidence.hits[hit].hit.text.get(said.span.range())?.trim().to_owned();
    let (value, covered) = (said.value, said.share);
    let picked = Picked { value, sorted: true, covered, since: None, amount: None, text, hit, clause };
    Some(PartAnswer { picked })
}

fn stating(one: &PartAnswer, evidence: &ReadEvidence) -> Stating {
    let read = &evidence.hits[one.picked.hit];
    let day = one.picked.since.or(read.day);
    Stating {
        value: one.picked.value.clone(),
        document: read.hit.document.clone(),
        date: day.map(|day| format!("{:04}-{:02}-{:02}", day.year, day.month, day.day)),
        text: one.picked.text.clone(),
    }
}
