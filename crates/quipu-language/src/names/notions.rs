//! Russian notions of several words that a text repeats: "чёрная дыра", and later "чёрных дыр".
//!
//! Adjectives with the noun that they agree with, or a noun with another in the genitive. One such phrase may be
//! anything; the second of the same stems makes it a topic of the text, and a name where both have their capital inside
//! a sentence and stand in two cases ("Римский статут", "Римского статута"). Cost: a look at the end of each word, a
//! look-up a phrase.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::found::Found;
use super::spelling::{Genitive, folded, genitive, is_adjective, is_cyrillic, is_surely_adjective};
use super::tokens::{Shape, Token};
use crate::tables::marks::Marks;
use quipu_kernel::model::Kind;
use quipu_kernel::text::fold_char;

/// The most adjectives of a notion.
const MOST: usize = 2;
/// The shortest adjective, noun, and noun before a genitive, in letters.
const SHORTEST: (usize, usize, usize) = (5, 3, 5);
/// Letters of a noun by which its forms are known, and of one before a genitive.
const LETTERS: (usize, usize) = (3, 5);
/// Last letters of nouns without an ending, or with a soft one.
const BARE: &[char] =
    &['б', 'в', 'г', 'д', 'ж', 'з', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ф', 'х', 'ц', 'ч', 'ш', 'щ', 'й', 'ь'];
/// Last letters of nouns after an adjective in "ой", which is masculine or feminine.
const OBLIQUE: &[char] = &[
    'б', 'в', 'г', 'д', 'ж', 'з', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ф', 'х', 'ц', 'ч', 'ш', 'щ', 'й', 'ь', 'е',
    'и', 'ы', 'ю',
];
/// Endings of adjectives, each with the endings of nouns that may follow, and a letter for its case:
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

/// A notion as it is read: its last token, and its key.
struct Read {
    last: usize,
    key: u64,
    /// A hash of the word that shows its case.
    form: u64,
    /// True if its adjective describes anything.
    vague: bool,
    /// True if no ending shows that its second noun is a genitive.
    unsure: bool,
    /// True if its first noun has an ending that verbs never have.
    noun: bool,
    /// True if its last word has an ending of verbs.
    verb: bool,
}

/// An occurrence of a notion.
struct Place {
    read: Read,
    found: Found,
    /// True if it is written in lower case.
    lower: bool,
    /// True if it is written with a capital inside a sentence.
    named: bool,
}

/// The notions of a text that stand in it twice.
pub(super) fn notions(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    let mut places: Vec<Place> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(read) = described(text, tokens, at).or_else(|| governing(text, tokens, at)) else {
            at += 1;
            continue;
        };
        let (lower, last) = (tokens[at].shape == Shape::Lower, read.last);
        let (weak, named) = (read.vague || read.unsure, !lower && !tokens[at].first);
        let kind = if named { Kind::Entity } else { Kind::Concept };
        places.push(Place { read, found: Found::new(tokens[at].start, tokens[last].core, kind), lower, named });
        at = if weak { at + 1 } else { last + 1 };
    }
    places.sort_by_key(|place| (place.read.key, place.found.start));
    let repeated = places.chunk_by(|one, other| one.read.key == other.read.key).filter(|of| is_notion(of));
    found.extend(repeated.flatten().map(|place| place.found));
}

/// True if phrases of the same stems are one notion: where one is in lower case, or where one has its capital inside a
/// sentence and they stand in two cases, or do not hold a verb ("Горький писал"). A vague phrase needs the capital, an
/// unsure one another case and a noun.
fn is_notion(places: &[Place]) -> bool {
    let lower = places.iter().any(|place| place.lower);
    let named = places.iter().any(|place| place.named);
    let declined = places.iter().any(|place| place.read.form != places[0].read.form);
    let named_twice = named && (declined || places.iter().all(|place| !place.read.verb));
    let written = lower || named_twice;
    let vague = places.iter().any(|place| place.read.vague);
    let unsure = places.iter().any(|place| place.read.unsure);
    let noun = places.iter().any(|place| place.read.noun);
    places.len() > 1 && written && (!vague || named) && (!unsure || declined && noun)
}

/// True if a token is written like the beginning of a notion: in lower case, or with one capital.
fn begins(token: &Token) -> bool {
    matches!(token.shape, Shape::Lower | Shape::Capital)
}

/// The notion of adjectives and a noun that begins at `first`.
fn described(text: &str, tokens: &[Token], first: usize) -> Option<Read> {
    let next = tokens.get(first + 1).filter(|next| begins(&tokens[first]) && next.goes_on())?;
    let (stem, nouns, case) = agreed(text, &tokens[first])?;
    let vague = || is_weak(&tokens[first]) || is_vague(stem);
    let read = |last: usize, key: u64| Read {
        last,
        key,
        form: form_of(text, &tokens[first]),
        vague: vague(),
        unsure: false,
        noun: true,
        verb: is_verbal(tokens[last].word(text)),
    };
    let mut key = FxHasher::default();
    add(&mut key, stem, usize::MAX);
    let more = agreed(text, next).filter(|_| !is_weak(next) && tokens.get(first + MOST).is_some_and(Token::goes_on));
    if let Some((second, more, other)) = more {
        let noun = &tokens[first + MOST];
        let agree = case == other || matches!((case, other), ('?', 'n' | 'f') | ('n' | 'f', '?'));
        if agree && ends(text, noun, nouns) && ends(text, noun, more) {
            add(&mut key, second, usize::MAX);
            add(&mut key, noun.word(text), LETTERS.0);
            return Some(read(first + MOST, key.finish()));
        }
    }
    add(&mut key, next.word(text), LETTERS.0);
    ends(text, next, nouns).then(|| read(first + 1, key.finish()))
}

/// A hash of a whole word.
fn form_of(text: &str, token: &Token) -> u64 {
    let mut form = FxHasher::default();
    add(&mut form, token.word(text), usize::MAX);
    form.finish()
}

/// True if a token may be the noun of adjectives that take nouns with these endings.
fn ends(text: &str, noun: &Token, nouns: &[char]) -> bool {
    let word = noun.word(text);
    noun.length >= SHORTEST.1 && is_noun(word, noun) && word.ends_with(nouns)
}

/// The notion of a noun with another in the genitive, which may have adjectives: "презумпция невиновности", "облигация
/// федерального займа".
fn governing(text: &str, tokens: &[Token], first: usize) -> Option<Read> {
    let (head, next) = (tokens[first], tokens.get(first + 1).filter(|next| next.goes_on())?);
    let (noun, of) = (head.word(text), next.word(text));
    // Few words end like a genitive, which is quickly seen.
    let plain = begins(&head) && head.length >= SHORTEST.2 && of.ends_with(['и', 'ы', 'а', 'я', 'в', 'й', 'о', 'х']);
    if !plain || head.has(Marks::COMMON) || !is_noun(noun, &head) || !is_noun(of, next) || is_surely_adjective(noun) {
        return None;
    }
    let described = is_adjective(of) && ["ого", "его", "ой", "ей", "ых", "их"].iter().any(|end| of.ends_with(end));
    let last = first + 1 + usize::from(described);
    let last_token = tokens.get(last).filter(|last| last.goes_on())?;
    let of = last_token.word(text);
    let sure = !described && genitive(of) == Some(Genitive::Noun);
    if !sure && !described && is_adjective(of) {
        return None;
    }
    let genitive =
        || last_token.length > SHORTEST.1 && is_noun(of, last_token) && of.ends_with(['и', 'ы', 'а', 'я', 'в']);
    if !sure && !genitive() {
        return None;
    }
    let mut key = FxHasher::default();
    key.write_u8(b'=');
    add(&mut key, noun, LETTERS.1);
    tokens[first + 1..=last].iter().for_each(|token| add(&mut key, token.word(text), usize::MAX));
    Some(Read {
        last,
        key: key.finish(),
        form: form_of(text, &head),
        vague: false,
        unsure: !sure,
        noun: is_declined(noun),
        verb: false,
    })
}

fn add(key: &mut FxHasher, word: &str, letters: usize) {
    word.chars().flat_map(fold_char).take(letters).for_each(|c| key.write_u32(c as u32));
    key.write_u8(b' ');
}

/// True if a word has an ending of nouns in some case, and none of verbs.
fn is_declined(word: &str) -> bool {
    const ENDINGS: [&str; 22] = [
        "ы", "ов", "ев", "ах", "ях", "ам", "ям", "ами", "ями", "ой", "ею", "ью", "ом", "ку", "ия", "ии", "ию", "ией",
        "ость", "ости", "ке", "не",
    ];
    ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// True if a word has an ending of verbs after a name in the nominative.
fn is_verbal(word: &str) -> bool {
    ["л", "ла", "ло", "ли", "лся", "лась", "ёт", "ет", "ит", "ют", "ут", "ят", "ат", "тся"]
        .iter()
        .any(|ending| word.ends_with(ending))
}

/// True if the stem of an adjective describes anything.
fn is_vague(stem: &str) -> bool {
    let lower = folded(stem);
    VAGUE.iter().any(|vague| lower.starts_with(vague))
}

/// True if an adjective by itself says little.
fn is_weak(token: &Token) -> bool {
    token.has(Marks::STOP | Marks::ORDINAL | Marks::COMMON | Marks::LOOSE)
}

/// True if a word may be a noun.
fn is_noun(word: &str, token: &Token) -> bool {
    let none = Marks::STOP | Marks::UNIT | Marks::YEAR_WORD | Marks::MONTH | Marks::LOOSE | Marks::COPULA;
    is_cyrillic(word) && !token.has(none)
}

/// The stem of an adjective, the endings of nouns that may follow it, and its case; none when a word is
/// no clear adjective.
fn agreed<'a>(text: &'a str, token: &Token) -> Option<(&'a str, &'static [char], char)> {
    let word = token.word(text);
    if token.length < SHORTEST.0 || !is_cyrillic(word) {
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
    use crate::names::found::{forms, resolve};

    fn of(text: &str) -> Vec<&str> {
        forms(text, |tokens, found| {
            notions(text, tokens, found);
            *found = resolve(std::mem::take(found));
        })
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
        let rent = "Договор бессрочного найма длинен. С договором бессрочного найма спешат.";
        assert_eq!(of(rent), ["Договор бессрочного найма", "договором бессрочного найма"]);
    }

    #[test]
    fn what_comes_back_with_its_capital_in_another_case_is_a_name() {
        assert_eq!(
            of("Тогда Лиссабонский трактат чли. О Лиссабонском трактате молчат."),
            ["Лиссабонский трактат", "Лиссабонском трактате"]
        );
        assert_eq!(of("Звали Малый заслон, где малый заслон стоял."), ["Малый заслон", "малый заслон"]);
        assert!(of("Так Горький писал. Потом Горький писал иначе.").is_empty());
        assert!(of("Так Маяковский приехал. Потом Маяковский пришёл иначе.").is_empty());
    }

    #[test]
    fn other_words_that_come_back_are_none() {
        assert!(of("В прошлом году было так, а в прошлые годы иначе.").is_empty());
        assert!(of("Большой дом и большие дома.").is_empty());
        assert!(of("Он видел красная звезду. Она красная звездой.").is_empty());
        assert!(of("Он достиг высоких целей. Она достигла высоких целей.").is_empty());
        assert!(of("Команда играла долго. Видели, команда играла.").is_empty());
        assert!(of("Black holes and black holes.").is_empty());
    }
}
