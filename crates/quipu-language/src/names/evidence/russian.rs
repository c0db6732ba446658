//! Russian: a step begins with an imperative, a first word before a verb is its subject.

use super::super::name_tokens::{Gap, NameToken, TokenShape};

/// Endings of imperatives.
const IMPERATIVES: [&str; 6] = ["йте", "ите", "ьте", "йтесь", "итесь", "ьтесь"];
/// Endings of verbs behind a subject in the singular.
const VERBS: [&str; 12] = ["л", "ла", "ло", "лся", "лась", "лось", "ет", "ёт", "ит", "ется", "ётся", "ится"];
/// Letters of the shortest verb.
const SHORTEST: usize = 3;

/// True for an imperative: "Нажмите".
pub(super) fn is_imperative(word: &str) -> bool {
    IMPERATIVES.iter().any(|ending| word.ends_with(ending))
}

/// True if the token at a place is the subject of the verb after it, or of a definition behind a dash.
pub(super) fn is_subject(text: &str, tokens: &[NameToken], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1).filter(|next| !next.first) else { return false };
    let verb = || {
        let word = next.word(text);
        next.shape == TokenShape::Lower && next.length >= SHORTEST && VERBS.iter().any(|ending| word.ends_with(ending))
    };
    next.gap == Gap::Dash || next.gap == Gap::Space && verb()
}
