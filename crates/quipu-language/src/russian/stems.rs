//! Stems of Russian words without the endings of their cases.
//!
//! Few words are known: any word with an ending of a case has one, and where it may be part of the word, both are
//! returned. Cost: a look at the word's end.

use std::borrow::Cow;

use crate::sound;

/// Other endings that a word loses, the longest first.
const ENDINGS: [&str; 38] = [
    "ыми", "ими", "ого", "его", "ому", "ему", "ами", "ями", "ая", "яя", "ое", "ую", "юю", "ый", "ой", "ым", "им", "ых",
    "ые", "ом", "ем", "ам", "ям", "ах", "ях", "их", "ью", "а", "я", "о", "е", "у", "ю", "ы", "и", "ь", "й", "ъ",
];
/// Words whose stem changes.
const IRREGULAR: [(&str, &str); 9] = [
    ("церковь", "церкв"),
    ("церковью", "церкв"),
    ("рим", "рим"),
    ("париж", "париж"),
    ("крым", "крым"),
    ("дом", "дом"),
    ("египет", "египт"),
    ("любовь", "любв"),
    ("аляской", "аляск"),
];
/// Endings of words whose last vowel flees from the other cases (Череповец, Череповца).
const FLEEING: [&str; 4] = ["ец", "ок", "ек", "ел"];
/// The shortest stem that is left of a word, in letters.
pub(crate) const SHORTEST: usize = 3;

/// The stem of a short name that is a vowel and a consonant: Ока, Обь, Уфой.
pub(crate) fn brief(word: &str) -> Option<&str> {
    let end = word.char_indices().nth(2).map(|(at, _)| at)?;
    let (stem, ending) = word.split_at(end);
    let vowel = |c: &char| sound::is_cyrillic_vowel(*c);
    let open = stem.chars().next().is_some_and(|c| vowel(&c)) && stem.chars().nth(1).is_some_and(|c| !vowel(&c));
    (open && ["а", "я", "ы", "и", "у", "ю", "е", "ь", "ой", "ей", "ью"].contains(&ending)).then_some(stem)
}

/// The stem of a common noun in the genitive of several, which names are seldom in: паровозов, сетей.
pub(crate) fn of_several(word: &str) -> Option<&str> {
    let stem = ["ов", "ев", "ей"].iter().find_map(|ending| word.strip_suffix(ending))?;
    stem.chars().nth(SHORTEST - 1).is_some().then_some(stem)
}

/// Possible stems of a word without its ending.
pub(crate) fn stripped(word: &str) -> Vec<Cow<'_, str>> {
    if let Some((_, stem)) = IRREGULAR.iter().find(|(irregular, _)| *irregular == word) {
        return vec![(*stem).into()];
    }
    if let Some(without) = fled(word) {
        return vec![without.into(), word.into()];
    }
    let before = |ending: &str| word.strip_suffix(ending).and_then(|stem| stem.chars().next_back());
    if let Some(letter) = before("ей") {
        let whole = matches!(letter, 'и' | 'е' | 'ц' | 'ш' | 'ж' | 'ч' | 'щ');
        return vec![word[..word.len() - if whole { "ей".len() } else { "й".len() }].into()];
    }
    for (ending, last) in [("ий", "й"), ("ие", "е")] {
        if let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.chars().nth(SHORTEST - 1).is_some()) {
            return vec![word[..word.len() - if is_soft_adjective(stem) { ending.len() } else { last.len() }].into()];
        }
    }
    let Some(stem) = ENDINGS.iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        stem.chars().nth(SHORTEST - 1).is_some().then_some(stem)
    }) else {
        return vec![word.into()];
    };
    // "Газпром" ends like "Байкалом".
    let either = ["ом", "ем", "ам", "ям", "им", "ым", "ах", "их"].iter().any(|ending| word.ends_with(ending));
    if either { vec![stem.into(), word.into()] } else { vec![stem.into()] }
}

/// True if the part before "ий" or "ие" is an adjective's stem ("тих", "нижн") and no noun's ("слиян").
fn is_soft_adjective(stem: &str) -> bool {
    let Some(before) = stem.strip_suffix('н') else {
        return stem == "трет" || stem.ends_with(['к', 'х', 'ж', 'ч', 'ш', 'щ']);
    };
    before == "си" || before.ends_with(|c: char| !sound::is_cyrillic_vowel(c))
}

/// The stem of the other cases, of a word whose last vowel may flee from them.
fn fled(word: &str) -> Option<String> {
    let ending = FLEEING.iter().find(|ending| word.ends_with(**ending))?;
    let stem = word.strip_suffix(ending)?;
    let consonant = stem.chars().next_back().is_some_and(|last| !sound::is_cyrillic_vowel(last));
    let least = if matches!(*ending, "ел" | "ец") { 1 } else { 2 };
    (consonant && stem.chars().nth(least).is_some()).then(|| format!("{stem}{}", &ending[ending.len() - 2..]))
}
