//! German, in which every noun has a capital: a name seldom stands behind an article, an adjective or a number.

use super::super::name_tokens::{Gap, NameToken, TokenShape};
use quipu_kernel::text::GERMAN;

/// True for a noun as any other: one word that begins a clause, stands behind a determiner, a preposition ("in Kraft"), an
/// adjective, a number or a conjunction, or governs a number or a genitive; or that an ending of nouns made from others
/// closes.
pub(super) fn is_noun(text: &str, tokens: &[NameToken], first: usize, count: usize) -> bool {
    let word = match &tokens[first..first + count] {
        [word] => word,
        [_, and, _] if and.word(text) == "und" => return true,
        // "mit Zustimmung des Bundesrates", "im Sinne des Absatzes 2".
        [made, of, last] if GENITIVES.contains(&of.word(text)) => {
            let number = tokens.get(first + count).is_some_and(|next| !next.first && next.shape == TokenShape::Number);
            return number && last.shape == TokenShape::Capital || is_made(made.word(text));
        }
        _ => return false,
    };
    if word.shape != TokenShape::Capital {
        return false;
    }
    let lower = |token: &NameToken| token.word(text).to_lowercase();
    let behind = first.checked_sub(1).map(|at| &tokens[at]).filter(|_| !word.first && word.gap == Gap::Space);
    let next = tokens.get(first + 1).filter(|next| !next.first && next.gap == Gap::Space);
    let numbers = |token: &NameToken| matches!(token.shape, TokenShape::Number | TokenShape::Figure);
    let determined = behind.is_none_or(|behind| {
        let written = lower(behind);
        numbers(behind) || GERMAN.has(&written) || is_inflected(&written)
    });
    is_made(word.word(text))
        || determined
        || next.is_some_and(|next| numbers(next) || GENITIVES.contains(&lower(next).as_str()))
}

/// Articles in the genitive, which stand behind the noun that they belong to.
const GENITIVES: [&str; 4] = ["des", "der", "eines", "einer"];

fn is_made(word: &str) -> bool {
    ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Endings of nouns that are made from other words; names have none.
const ENDINGS: [&str; 11] =
    ["ung", "ungen", "heit", "keit", "keiten", "schaft", "schaften", "tion", "tionen", "tät", "nis"];

/// True if a word has an ending of adjectives and participles before a noun.
fn is_inflected(word: &str) -> bool {
    word.len() > 3 && ["e", "en", "em", "er", "es"].iter().any(|ending| word.ends_with(ending))
}
