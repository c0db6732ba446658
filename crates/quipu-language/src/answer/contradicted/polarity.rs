//! Yes or no: the polarity of the sentences that answer, by words of closed classes alone (modal verbs, negations,
//! quantifiers) and by pairs of words that deny each other.

use super::AnswerOfSide;
use super::focus::{FEW, MANY, Modality, QuestionFocus, has_key, is_wordy};
use super::scope;
use super::side::{SideSentence, TextSide};
use crate::clauses::conflict::is_opposite;
use crate::clauses::verb_families::is_weak;
use crate::halves::{Halves, either};

/// Share of the words beside names of the question that a sentence says which answers it.
const SAYS: f64 = 0.6;
/// The same where a modal verb shows that it answers.
const SAYS_MODAL: f64 = 0.4;
/// The furthest that a denial or a modal verb reaches.
const REACH: usize = 6;
/// Words that deny what follows them.
const DENY: Halves = ["not never no none nobody neither nor without", "не ни нет никогда никто нельзя без"];
/// Phrases that deny nothing, or only a part.
const DENY_NOT: [&str; 14] = [
    " not all ",
    " not every ",
    " not only ",
    " not always ",
    " not necessarily ",
    " not just ",
    " no longer ",
    " no later ",
    " no more ",
    " no less ",
    " не только ",
    " не все ",
    " не всегда ",
    " не обязательно ",
];
/// Words for a need.
const NEED: Halves = [
    "must need needs needed required requires require necessary mandatory obligatory compulsory obliged",
    "нужно нужен нужна нужны надо необходимо необходим необходима обязательно обязан обязана обязаны должен должна должны требуется требуются",
];
/// Words that deny a need.
const NEEDLESS: Halves = ["optional needn't unnecessary", "необязательно необязателен необязательна необязательны"];
/// Phrases that state a need by a condition that nothing else fulfils.
const ONLY_THEN: [&str; 11] = [
    " only once ",
    " only after ",
    " only if ",
    " only when ",
    " only with ",
    " only by ",
    " have to ",
    " has to ",
    " только после ",
    " только если ",
    " только с ",
];
/// Words for a permission or an ability.
const MAY: Halves = [
    "can may allowed allows permitted permits possible able free",
    "можно может могут разрешено разрешается допустимо возможно допускается разрешены",
];
/// Words that deny it.
const MAY_NOT: Halves = [
    "cannot can't forbidden forbids prohibited prohibits impossible banned disallowed",
    "нельзя запрещено запрещается запрещен запрещена запрещены невозможно недопустимо",
];

/// The answers of two sides, where one says yes and the other no.
pub(super) fn opposed(
    focus: &QuestionFocus,
    modality: Modality,
    a: &TextSide,
    b: &TextSide,
) -> Option<(AnswerOfSide, AnswerOfSide)> {
    let (yes, one) = polarity(focus, modality, a)?;
    let (also, other) = polarity(focus, modality, b)?;
    let answer =
        |said: &SideSentence| AnswerOfSide { value: said.text.trim().to_owned(), span: said.span, share: said.share };
    let clashes = yes != also && !scope::differs(focus, one, a, other, b);
    clashes.then(|| (answer(one), answer(other)))
}

/// Yes or no by a side, with the sentence that says so; none where its sentences disagree.
fn polarity<'s>(focus: &QuestionFocus, modality: Modality, side: &'s TextSide) -> Option<(bool, &'s SideSentence)> {
    let sure = side.topical().filter(|one| !one.is_conditional && !one.is_row);
    let said: Vec<(bool, &SideSentence)> = sure.filter_map(|one| Some((says(focus, modality, one)?, one))).collect();
    let best = said.iter().max_by(|a, b| a.1.share.total_cmp(&b.1.share)).copied()?;
    said.iter().all(|(yes, _)| *yes == best.0).then_some(best)
}

/// Yes or no by a sentence.
fn says(focus: &QuestionFocus, modality: Modality, sentence: &SideSentence) -> Option<bool> {
    if DENY_NOT.iter().any(|phrase| sentence.low.contains(phrase)) {
        return None;
    }
    let open: Vec<&String> = focus.keys.iter().filter(|key| !focus.names.contains(key) && !is_weak(key)).collect();
    let open = if open.is_empty() { focus.keys.iter().collect() } else { open };
    let held = open.iter().filter(|key| has_key(sentence.keys.iter(), key)).count() as f64;
    let share = held / open.len().max(1) as f64;
    match modality {
        Modality::Need if share >= SAYS_MODAL => need(focus, sentence),
        Modality::May if share >= SAYS_MODAL => may(focus, sentence),
        Modality::Fact => fact(focus, &open, sentence, share),
        _ => None,
    }
}

/// True where a denial stands shortly before a place, in its clause.
fn is_denied(focus: &QuestionFocus, sentence: &SideSentence, at: usize) -> bool {
    let before = sentence.pieces[..at].iter().rev().take(REACH);
    before.take_while(|piece| is_wordy(piece)).any(|piece| is_denial(focus, &piece.low))
}

/// True if a word denies, and is not the question's.
fn is_denial(focus: &QuestionFocus, low: &str) -> bool {
    !focus.words.iter().any(|word| word == low) && (either(DENY, low) || low.ends_with("n't") || low.ends_with("n’t"))
}

/// True if something must be, by a sentence.
fn need(focus: &QuestionFocus, sentence: &SideSentence) -> Option<bool> {
    let places = || (0..sentence.pieces.len()).filter(|at| either(NEED, &sentence.pieces[*at].low));
    let low = |at: usize| sentence.pieces.get(at).map_or("", |piece| piece.low.as_str());
    let denied = |at: usize| is_denied(focus, sentence, at) || low(at + 1) == "not" && low(at) == "need";
    let needless = places().any(denied)
        || sentence.pieces.iter().any(|piece| either(NEEDLESS, &piece.low))
        || (sentence.low.contains(" have to ") || sentence.low.contains(" has to "))
            && denied_before_to(focus, sentence);
    if needless {
        return Some(false);
    }
    let needed = places().next().is_some() || ONLY_THEN.iter().any(|phrase| sentence.low.contains(phrase));
    (needed && !sentence.pieces.iter().any(|piece| is_denial(focus, &piece.low))).then_some(true)
}

/// True if a denial stands before `have to`.
fn denied_before_to(focus: &QuestionFocus, sentence: &SideSentence) -> bool {
    let at =
        sentence.pieces.windows(2).position(|two| matches!(two[0].low.as_str(), "have" | "has") && two[1].low == "to");
    at.is_some_and(|at| is_denied(focus, sentence, at))
}

/// True if something may be, by a sentence; its modal verb stands before what the question asks for.
fn may(focus: &QuestionFocus, sentence: &SideSentence) -> Option<bool> {
    let governs = |at: usize| {
        let near = sentence.keys.iter().skip(at + 1).take(REACH);
        near.clone().any(|key| focus.keys.iter().any(|asked| has_key(std::iter::once(key), asked)))
    };
    let places = |list: Halves| (0..sentence.pieces.len()).filter(move |at| either(list, &sentence.pieces[*at].low));
    let next_denies = |at: usize| sentence.pieces.get(at + 1).is_some_and(|next| is_denial(focus, &next.low));
    let passive = |at: usize| (0..at).any(|before| focus.says(&sentence.keys[before]));
    let denied = places(MAY_NOT).next().is_some()
        || places(MAY).any(|at| next_denies(at) || is_denied(focus, sentence, at))
        || sentence.low.contains(" must not ");
    let is_bare = sentence.pieces.iter().any(|piece| is_denial(focus, &piece.low));
    match (denied, places(MAY).find(|at| governs(*at) || passive(*at))) {
        (true, _) => Some(false),
        (false, Some(_)) if !is_bare => Some(true),
        _ => None,
    }
}

/// True if something is so, by a sentence that says what the question asks for, or the opposite of it.
fn fact(focus: &QuestionFocus, open: &[&String], sentence: &SideSentence, share: f64) -> Option<bool> {
    let is_of = |key: &String, keys: &[&String]| keys.iter().any(|asked| has_key(std::iter::once(key), asked));
    let asked: Vec<&String> = focus.keys.iter().collect();
    let own: Vec<usize> = (0..sentence.keys.len()).filter(|at| is_of(&sentence.keys[*at], &asked)).collect();
    let opposite = sentence.keys.iter().position(|key| open.iter().any(|asked| is_opposite(asked, key)));
    let last = open.last().is_some_and(|last| has_key(sentence.keys.iter(), last));
    let places = match opposite {
        None if last && share >= SAYS => own,
        Some(at) if share + 1.0 / open.len().max(1) as f64 >= SAYS => vec![at],
        _ => return None,
    };
    let few = sentence.pieces.iter().any(|piece| either(FEW, &piece.low));
    let many = focus.words.iter().any(|word| either(MANY, word));
    let denied = places.iter().any(|at| is_denied(focus, sentence, *at));
    // A denial before all of it, and too far away, denies something else, or all of it.
    let first = places.first().copied().unwrap_or_default();
    let unclear = !denied && sentence.pieces[..first].iter().any(|piece| is_denial(focus, &piece.low));
    let turned = opposite.is_some() != (denied || few && many);
    (!unclear).then_some(!turned)
}
