//! Russian notions of several words that a text comes back to: "чёрная дыра", and later "чёрных дыр".
//!
//! Adjectives with the noun that they agree with, or a noun with another in the genitive, in lower case but where
//! a sentence begins. One such phrase may be anything; the second of the same stems, or a heading, makes it what
//! the text speaks of. Cost: a look at the end of each word, a look-up a phrase.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::found::Found;
use super::lexicon::Marks;
use super::spelling::{Genitive, genitive, is_adjective, is_cyrillic};
use super::tokens::{Gap, Shape, Token};
use crate::model::Kind;
use crate::text::fold_char;

/// The most adjectives of a notion.
const MOST: usize = 2;
/// The shortest adjective, noun, and noun before a genitive, in letters.
const SHORTEST: (usize, usize, usize) = (5, 3, 5);
/// Letters of a noun by which its forms are known, and of one before a genitive.
const LETTERS: (usize, usize) = (3, 5);
/// What a noun ends with that has no ending, or a soft one.
const BARE: &[char] =
    &['б', 'в', 'г', 'д', 'ж', 'з', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ф', 'х', 'ц', 'ч', 'ш', 'щ', 'й', 'ь'];
/// What a noun ends with behind "ой", which is of a man's thing or of a woman's.
const OBLIQUE: &[char] = &[
    'б', 'в', 'г', 'д', 'ж', 'з', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ф', 'х', 'ц', 'ч', 'ш', 'щ', 'й', 'ь', 'е',
    'и', 'ы', 'ю',
];
/// Endings of adjectives, each with what the nouns that may stand behind it end with, and a letter for its case:
/// two adjectives of one noun have the same.
const AGREED: [(&str, &[char], char); 23] = [
    ("ая", &['а', 'я', 'ь'], 'a'),
    ("яя", &['а', 'я', 'ь'], 'a'),
    ("ое", &['о', 'е'], 'o'),
    ("ее", &['о', 'е'], 'o'),
    ("ый", BARE, 'n'),
    ("ий", BARE, 'n'),
    ("ой", OBLIQUE, '?'),
    ("ей", &['е', 'и', 'ы', 'й', 'ю'], 'f'),
    ("ого", &['а', 'я'], 'g'),
    ("его", &['а', 'я'], 'g'),
    ("ому", &['у', 'ю'], 'd'),
    ("ему", &['у', 'ю'], 'd'),
    ("ыми", &['и'], 'i'),
    ("ими", &['и'], 'i'),
    ("ым", &['м'], 'm'),
    ("им", &['м'], 'm'),
    ("ом", &['е', 'и', 'у'], 'p'),
    ("ую", &['у', 'ю', 'ь'], 'u'),
    ("юю", &['у', 'ю', 'ь'], 'u'),
    ("ых", BARE, 'r'),
    ("их", BARE, 'r'),
    ("ые", &['ы', 'и', 'а', 'я'], 's'),
    ("ие", &['ы', 'и', 'а', 'я'], 's'),
];
/// Beginnings of adjectives that describe anything.
const VAGUE: [&str; 36] = [
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
    "первоначальн",
    "последующ",
];

/// Where a notion stands, by a hash of what it is known by.
struct Place {
    key: u64,
    found: Found,
    /// Whether it is written in lower case.
    lower: bool,
}

/// The notions of a text that stand in it twice.
pub(super) fn notions(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let mut places: Vec<Place> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((last, key)) = described(text, tokens, at).or_else(|| governing(text, tokens, at)) else {
            at += 1;
            continue;
        };
        let notion = Found::new(tokens[at].start, tokens[last].core, Kind::Concept);
        places.push(Place { key, found: notion, lower: tokens[at].shape == Shape::Lower });
        at = last + 1;
    }
    places.sort_by_key(|place| (place.key, place.found.start));
    let repeated = places.chunk_by(|one, other| one.key == other.key);
    let repeated = repeated.filter(|of| of.len() > 1 && of.iter().any(|place| place.lower));
    found.extend(repeated.flatten().map(|place| place.found));
}

/// Whether a token is written as a notion begins: in lower case, or first in its sentence.
fn begins(token: &Token) -> bool {
    token.shape == Shape::Lower || token.first && token.shape == Shape::Capital
}

/// Whether a token goes on with the one before it, in lower case.
fn goes_on(token: &Token) -> bool {
    !token.first && token.gap == Gap::Space && token.shape == Shape::Lower
}

/// The last token of the notion of adjectives and a noun that begins at `first`, and what it is known by.
fn described(text: &str, tokens: &[Token], first: usize) -> Option<(usize, u64)> {
    let next = tokens.get(first + 1).filter(|next| begins(&tokens[first]) && goes_on(next))?;
    let (stem_of_first, nouns, case) = agreed(text, &tokens[first])?;
    let mut key = FxHasher::default();
    add(&mut key, stem_of_first, usize::MAX);
    let more = agreed(text, next).filter(|_| tokens.get(first + MOST).is_some_and(goes_on));
    if let Some((stem, more, other)) = more {
        let noun = &tokens[first + MOST];
        let agree = case == other || matches!((case, other), ('?', 'n' | 'f') | ('n' | 'f', '?'));
        if agree && ends(text, noun, nouns) && ends(text, noun, more) {
            add(&mut key, stem, usize::MAX);
            add(&mut key, &text[noun.start..noun.core], LETTERS.0);
            return (!is_vague(stem_of_first)).then(|| (first + MOST, key.finish()));
        }
    }
    add(&mut key, &text[next.start..next.core], LETTERS.0);
    (ends(text, next, nouns) && !is_vague(stem_of_first)).then(|| (first + 1, key.finish()))
}

/// Whether a token may be the noun that adjectives with these nouns stand before.
fn ends(text: &str, noun: &Token, nouns: &[char]) -> bool {
    let word = &text[noun.start..noun.core];
    noun.length >= SHORTEST.1 && is_noun(word, noun) && word.ends_with(nouns)
}

/// The same of a noun with another in the genitive: "презумпция невиновности".
fn governing(text: &str, tokens: &[Token], first: usize) -> Option<(usize, u64)> {
    let (head, next) = (tokens[first], tokens.get(first + 1).filter(|next| goes_on(next))?);
    let (word, of) = (&text[head.start..head.core], &text[next.start..next.core]);
    // Few words end like a genitive, which is quickly seen.
    let plain = begins(&head) && head.length >= SHORTEST.2 && of.ends_with(['и', 'ы', 'а', 'я', 'в', 'й']);
    if !plain || head.has(Marks::COMMON) || !is_noun(word, &head) || !is_noun(of, next) {
        return None;
    }
    if genitive(of) != Some(Genitive::Noun) || is_adjective(word) {
        return None;
    }
    let mut key = FxHasher::default();
    key.write_u8(b'=');
    add(&mut key, word, LETTERS.1);
    add(&mut key, of, usize::MAX);
    Some((first + 1, key.finish()))
}

fn add(key: &mut FxHasher, word: &str, letters: usize) {
    word.chars().flat_map(fold_char).take(letters).for_each(|c| key.write_u32(c as u32));
    key.write_u8(b' ');
}

/// Whether the stem of an adjective describes anything.
fn is_vague(stem: &str) -> bool {
    let lower: String = stem.chars().flat_map(fold_char).collect();
    VAGUE.iter().any(|vague| lower.starts_with(vague))
}

/// Whether a word may be a noun.
fn is_noun(word: &str, token: &Token) -> bool {
    let none = Marks::STOP | Marks::UNIT | Marks::YEAR_WORD | Marks::MONTH | Marks::LOOSE | Marks::COPULA;
    is_cyrillic(word) && !token.has(none)
}

/// The stem of an adjective, what the nouns end with that it may stand before, and its case; none when a word is
/// no telling adjective.
fn agreed<'a>(text: &'a str, token: &Token) -> Option<(&'a str, &'static [char], char)> {
    let none = Marks::STOP | Marks::ORDINAL | Marks::COMMON | Marks::LOOSE;
    let word = &text[token.start..token.core];
    if token.length < SHORTEST.0 || token.has(none) || !is_cyrillic(word) {
        return None;
    }
    // Few words end like an adjective, which is quickly seen.
    word.ends_with(['я', 'е', 'й', 'о', 'у', 'м', 'ю', 'х', 'и']).then_some(())?;
    let (ending, nouns, case) = AGREED.iter().find(|(ending, ..)| word.ends_with(ending))?;
    Some((word.strip_suffix(ending)?, *nouns, *case))
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
        let coils = "Подключим магнитную катушку. Без магнитной катушки нельзя.";
        assert_eq!(of(coils), ["магнитную катушку", "магнитной катушки"]);
        let nets = "Сухая деревянная бочка легче, чем сырые деревянные бочки и сухие деревянные бочки.";
        assert_eq!(of(nets), ["Сухая деревянная бочка", "сухие деревянные бочки"]);
        let tax = "Это зовут переходным периодом. Переходный период долог.";
        assert_eq!(of(tax), ["переходным периодом", "Переходный период"]);
        let guilt = "Давность обязательства мешает. О давности обязательства молчат.";
        assert_eq!(of(guilt), ["Давность обязательства", "давности обязательства"]);
    }

    #[test]
    fn other_words_that_come_back_are_none() {
        assert!(of("В прошлом году было так, а в прошлые годы иначе.").is_empty());
        assert!(of("Большой дом и большие дома.").is_empty());
        assert!(of("Он видел красная звезду. Она красная звездой.").is_empty());
        assert!(of("Black holes and black holes.").is_empty());
    }
}
