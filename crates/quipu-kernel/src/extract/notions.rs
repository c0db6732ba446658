//! Russian notions of several words that a text comes back to: "чёрная дыра", and later "чёрных дыр".
//!
//! Adjectives with the noun that they agree with, or a noun with another in the genitive, in lower case but where
//! a sentence begins. One such phrase may be anything; the second of the same stems, or a heading, makes it what
//! the text speaks of. Cost: a look at the end of each word, a look-up a phrase.

use rustc_hash::FxHashMap;

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
/// Endings of adjectives, each with those of the nouns that may stand behind it; none where any may.
const AGREED: [(&str, &[char]); 22] = [
    ("ая", &['а', 'я', 'ь']),
    ("яя", &['а', 'я', 'ь']),
    ("ое", &['о', 'е']),
    ("ее", &['о', 'е']),
    ("ый", &[]),
    ("ий", &[]),
    ("ой", &[]),
    ("ей", &['е', 'и', 'ы', 'й', 'ю']),
    ("ого", &['а', 'я']),
    ("его", &['а', 'я']),
    ("ому", &['у', 'ю']),
    ("ему", &['у', 'ю']),
    ("ыми", &['и']),
    ("ими", &['и']),
    ("ым", &['м']),
    ("им", &['м']),
    ("ом", &['е', 'и', 'у']),
    ("ую", &['у', 'ю', 'ь']),
    ("юю", &['у', 'ю', 'ь']),
    ("ых", &[]),
    ("их", &[]),
    ("ие", &['ы', 'и', 'а', 'я']),
];
/// The ending of adjectives of several.
const SEVERAL: (&str, &[char]) = ("ые", &['ы', 'и', 'а', 'я']);
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

/// Where a notion stands.
struct Place {
    found: Found,
    lower: bool,
}

/// The notions of a text that stand in it twice.
pub(super) fn notions(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let mut seen: FxHashMap<String, Vec<Place>> = FxHashMap::default();
    let mut at = 0;
    while at < tokens.len() {
        let Some((last, key)) = described(text, tokens, at).or_else(|| governing(text, tokens, at)) else {
            at += 1;
            continue;
        };
        let notion = Found::new(tokens[at].start, tokens[last].core, Kind::Concept);
        seen.entry(key).or_default().push(Place { found: notion, lower: tokens[at].shape == Shape::Lower });
        at = last + 1;
    }
    let repeated = seen.into_values().filter(|of| of.len() > 1 && of.iter().any(|place| place.lower));
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
fn described(text: &str, tokens: &[Token], first: usize) -> Option<(usize, String)> {
    tokens.get(first + 1).filter(|next| begins(&tokens[first]) && goes_on(next))?;
    let (stem, mut nouns) = agreed(text, &tokens[first])?;
    let (mut key, mut last) = (String::new(), first + 1);
    add(&mut key, stem, usize::MAX);
    if let Some((stem, more)) = agreed(text, &tokens[last]).filter(|_| tokens.get(last + 1).is_some_and(goes_on)) {
        nouns = if nouns.is_empty() { more } else { nouns };
        add(&mut key, stem, usize::MAX);
        last = first + MOST;
    }
    let noun = &tokens[last];
    let word = &text[noun.start..noun.core];
    let fits = noun.length >= SHORTEST.1 && is_noun(word, noun) && (nouns.is_empty() || word.ends_with(nouns));
    add(&mut key, word, LETTERS.0);
    fits.then_some((last, key))
}

/// The same of a noun with another in the genitive: "презумпция невиновности".
fn governing(text: &str, tokens: &[Token], first: usize) -> Option<(usize, String)> {
    let (head, next) = (tokens[first], tokens.get(first + 1).filter(|next| goes_on(next))?);
    let (word, of) = (&text[head.start..head.core], &text[next.start..next.core]);
    let plain = begins(&head) && head.length >= SHORTEST.2 && is_noun(word, &head) && !head.has(Marks::COMMON);
    if !plain || is_adjective(word) || genitive(of) != Some(Genitive::Noun) || !is_noun(of, next) {
        return None;
    }
    let mut key = String::from("=");
    add(&mut key, word, LETTERS.1);
    add(&mut key, of, usize::MAX);
    Some((first + 1, key))
}

fn add(key: &mut String, word: &str, letters: usize) {
    key.extend(word.chars().flat_map(fold_char).take(letters));
    key.push(' ');
}

/// Whether a word may be a noun.
fn is_noun(word: &str, token: &Token) -> bool {
    let none = Marks::STOP | Marks::UNIT | Marks::YEAR_WORD | Marks::MONTH | Marks::LOOSE | Marks::COPULA;
    is_cyrillic(word) && !token.has(none)
}

/// The stem of an adjective, and the endings of the nouns that it may stand before; none when a word is no
/// telling adjective.
fn agreed<'a>(text: &'a str, token: &Token) -> Option<(&'a str, &'static [char])> {
    let none = Marks::STOP | Marks::ORDINAL | Marks::COMMON | Marks::LOOSE;
    let word = &text[token.start..token.core];
    if token.length < SHORTEST.0 || token.has(none) || !is_cyrillic(word) {
        return None;
    }
    let (ending, nouns) = AGREED.iter().chain([&SEVERAL]).find(|(ending, _)| word.ends_with(ending))?;
    let stem = word.strip_suffix(ending)?;
    let lower = stem.to_lowercase();
    (!VAGUE.iter().any(|vague| lower.starts_with(vague))).then_some((stem, *nouns))
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
