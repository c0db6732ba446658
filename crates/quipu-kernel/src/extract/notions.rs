//! Russian notions of several words that a text comes back to: "чёрная дыра", and later "чёрных дыр".
//!
//! Adjectives with the noun that they agree with, in lower case but where a sentence begins. One such phrase
//! may be anything; the second of the same stems makes it what the text speaks of. Cost: a look at the end
//! of each word, a look-up a phrase.

use rustc_hash::FxHashMap;

use super::found::Found;
use super::lexicon::Marks;
use super::spelling::is_cyrillic;
use super::tokens::{Gap, Shape, Token};
use crate::model::Kind;
use crate::text::fold_char;

/// The most adjectives of a notion.
const MOST: usize = 2;
/// The shortest adjective and noun, in letters.
const SHORTEST: (usize, usize) = (5, 3);
/// Letters of a noun by which its forms are known.
const LETTERS: usize = 3;
/// Endings of adjectives, each with those of the nouns that may stand behind it; none where any may.
const AGREED: [(&str, &[char]); 22] = [
    ("ая", &['а', 'я', 'ь']),
    ("яя", &['а', 'я', 'ь']),
    ("ое", &['о', 'е']),
    ("ее", &['о', 'е']),
    ("ый", &[]),
    ("ий", &[]),
    ("ой", &['е', 'и', 'ы', 'й', 'ю']),
    ("ей", &['е', 'и', 'ы', 'й', 'ю']),
    ("ого", &['а', 'я']),
    ("его", &['а', 'я']),
    ("ому", &['у', 'ю']),
    ("ему", &['у', 'ю']),
    ("ым", &['м']),
    ("им", &['м']),
    ("ом", &['е', 'и', 'у']),
    ("ую", &['у', 'ю', 'ь']),
    ("юю", &['у', 'ю', 'ь']),
    ("ых", &[]),
    ("их", &[]),
    ("ые", &['ы', 'и', 'а', 'я']),
    ("ие", &['ы', 'и', 'а', 'я']),
    ("ми", &['и']),
];
/// Beginnings of adjectives that describe anything.
const VAGUE: [&str; 34] = [
    "разн",
    "различн",
    "общ",
    "главн",
    "основн",
    "следующ",
    "многи",
    "немног",
    "некотор",
    "хорош",
    "лучш",
    "данн",
    "собственн",
    "цел",
    "полн",
    "высок",
    "низк",
    "современн",
    "известн",
    "настоящ",
    "прошл",
    "будущ",
    "подобн",
    "друг",
    "котор",
    "так",
    "сам",
    "важн",
    "крупн",
    "ранн",
    "поздн",
    "долг",
    "коротк",
    "предыдущ",
];

/// The notions of a text that stand in it twice.
pub(super) fn notions(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let mut seen: FxHashMap<String, Vec<(Found, bool)>> = FxHashMap::default();
    let mut at = 0;
    while at < tokens.len() {
        let Some((last, key)) = notion(text, tokens, at) else {
            at += 1;
            continue;
        };
        let notion = Found::new(tokens[at].start, tokens[last].core, Kind::Concept);
        seen.entry(key).or_default().push((notion, tokens[at].shape == Shape::Lower));
        at = last + 1;
    }
    let repeated = seen.into_values().filter(|of| of.len() > 1 && of.iter().any(|(_, lower)| *lower));
    found.extend(repeated.flatten().map(|(notion, _)| notion));
}

/// The last token of the notion that begins at `first`, and the stems that it is known by.
fn notion(text: &str, tokens: &[Token], first: usize) -> Option<(usize, String)> {
    let goes_on = |token: &&Token| !token.first && token.gap == Gap::Space && token.shape == Shape::Lower;
    let begins = tokens[first].shape == Shape::Lower || tokens[first].first && tokens[first].shape == Shape::Capital;
    let next = tokens.get(first + 1).filter(goes_on).filter(|_| begins)?;
    let (stem, nouns) = agreed(text, &tokens[first])?;
    let (between, last) = match agreed(text, next) {
        Some((between, same)) if same == nouns => (between, first + MOST),
        Some(_) => return None,
        None => ("", first + 1),
    };
    let noun = tokens.get(last).filter(goes_on)?;
    let word = &text[noun.start..noun.core];
    let no_noun = Marks::STOP | Marks::UNIT | Marks::YEAR_WORD | Marks::MONTH | Marks::LOOSE | Marks::COPULA;
    let fits = noun.length >= SHORTEST.1 && is_cyrillic(word) && !noun.has(no_noun);
    if !fits || !(nouns.is_empty() || word.ends_with(nouns)) || is_vague(stem) || is_vague(between) {
        return None;
    }
    let letters = word.chars().take(LETTERS);
    let key = stem.chars().chain([' ']).chain(between.chars()).chain([' ']).chain(letters);
    Some((last, key.flat_map(fold_char).collect()))
}

/// The stem of an adjective, and the endings of the nouns that it may stand before; none when a word is no
/// adjective.
fn agreed<'a>(text: &'a str, token: &Token) -> Option<(&'a str, &'static [char])> {
    let no_adjective = Marks::STOP | Marks::ORDINAL | Marks::COMMON | Marks::LOOSE;
    let word = &text[token.start..token.core];
    if token.length < SHORTEST.0 || token.has(no_adjective) || !is_cyrillic(word) {
        return None;
    }
    let (ending, nouns) = AGREED.iter().find(|(ending, _)| word.ends_with(ending))?;
    Some((word.strip_suffix(ending)?.trim_end_matches(['ы', 'и']), *nouns))
}

/// Whether the stem of an adjective describes anything.
fn is_vague(stem: &str) -> bool {
    let lower = stem.to_lowercase();
    !stem.is_empty() && VAGUE.iter().any(|vague| lower.starts_with(vague))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tokens::tokens;
    use crate::text::sentences;

    fn of(text: &str) -> Vec<&str> {
        let tokens = tokens(text, &sentences(text), &[]);
        let mut found = Vec::new();
        notions(text, &tokens, &mut found);
        found.sort_by_key(|found| found.start);
        found.iter().map(|found| &text[found.start..found.end]).collect()
    }

    #[test]
    fn what_a_text_comes_back_to_is_a_notion() {
        let holes = "Чёрная дыра тяжела. Видны чёрные дыры поменьше и красная звезда.";
        assert_eq!(of(holes), ["Чёрная дыра", "чёрные дыры"]);
        let coils = "Подключим магнитную катушку. Без магнитной катушки нельзя.";
        assert_eq!(of(coils), ["магнитную катушку", "магнитной катушки"]);
        let nets = "Нужна свёрточная нейронная сеть, а свёрточные нейронные сети дороги.";
        assert_eq!(of(nets), ["свёрточная нейронная сеть", "свёрточные нейронные сети"]);
    }

    #[test]
    fn other_words_that_come_back_are_none() {
        assert!(of("В прошлом году было так, а в прошлые годы иначе.").is_empty());
        assert!(of("Большой дом и большие дома.").is_empty());
        assert!(of("Он видел красная звезду. Она красная звездой.").is_empty());
        assert!(of("Black holes and black holes.").is_empty());
    }
}
