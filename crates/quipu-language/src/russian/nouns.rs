//! Cases of Russian common nouns by their endings, without a dictionary: whether a word may stand in a case, and its
//! nominative. Suffixes of doers (-тель, -ник, -ор) part the genitive of a man's noun ("мэра") from a nominative in -а
//! ("глава"). Cost: a few looks at a word's end.

use super::given::{ACC, DAT, GEN, INS, NOM, PRE};
use super::names::marks_of;
use crate::sound::is_cyrillic_vowel;
use crate::tables::marks::Marks;

/// Endings of the stems of nouns for people, to which endings of cases are put.
const DOERS: [&str; 40] = [
    "ор", "ер", "эр", "ир", "ик", "ек", "ок", "ак", "як", "ент", "ант", "ист", "аст", "ат", "от", "рг", "лог", "граф",
    "ач", "ан", "ян", "он", "ун", "лен", "мен", "рх", "руг", "еф", "юр", "ец", "тель", "арь", "щий", "щая", "навт",
    "истр", "пред", "ред", "сол", "рал",
];
/// Endings of words that are no noun in the nominative: of verbs, of adjectives, of other cases.
const OTHERS: [&str; 38] = [
    "ет", "ит", "ут", "ют", "ят", "ть", "ал", "ил", "ел", "ял", "ыл", "нул", "шел", "ом", "ем", "ам", "ям", "ах", "ях",
    "им", "ым", "их", "ых", "ов", "ев", "ив", "ав", "ий", "ый", "ой", "ей", "сь", "ся", "ств", "ая", "яя", "ия", "ма",
];
/// Endings of abstract nouns, which no person has.
const ABSTRACT: [&str; 8] = ["ция", "зия", "ость", "ство", "ание", "ение", "ка", "ота"];
/// Endings of words in the genitive.
const GENITIVE: [&str; 14] = ["а", "я", "ы", "и", "ов", "ев", "ей", "ий", "ого", "его", "ой", "ых", "их", "ии"];
/// Endings of adjectives in the nominative.
const ADJECTIVE: [&str; 7] = ["ый", "ий", "ой", "ая", "яя", "ое", "ее"];
/// Letters of the shortest noun.
const SHORTEST: usize = 3;

fn ends(word: &str, list: &[&str]) -> bool {
    list.iter().any(|end| word.ends_with(end))
}

/// True if the nominative of a noun has a suffix of people, and begins no name of a body or a place.
pub(super) fn is_doer(nominative: &str) -> bool {
    // "Отрывок", "сайт": of these suffixes most nouns are of things.
    let is_thing = ends(nominative, &["ок", "ек", "ак", "як", "от"]);
    ends(nominative, &DOERS)
        && !is_thing
        && !marks_of(nominative).any(Marks::ORG | Marks::HEAD | Marks::PLACE | Marks::EVENT)
}

/// True if the nominative of a noun ends as women's nouns do: "глава" is declined as these.
pub(super) fn is_hers(nominative: &str) -> bool {
    nominative.ends_with('а') || nominative.ends_with("ья")
}

/// True if a stem is that of a man's noun, whose genitive ends in -а.
fn is_his_stem(stem: &str) -> bool {
    ends(stem, &DOERS) || ends(stem, &["ц", "ет", "ар", "яр"])
}

/// True if a noun names no person by its suffix.
pub(super) fn is_abstract(nominative: &str) -> bool {
    ends(nominative, &ABSTRACT)
}

/// True if a word may stand in the genitive.
pub(super) fn is_genitive(word: &str) -> bool {
    ends(word, &GENITIVE) && word.chars().nth(SHORTEST - 1).is_some()
}

/// True if a word may stand behind a preposition that governs another case than the genitive.
pub(super) fn is_oblique(word: &str) -> bool {
    ends(
        word,
        &[
            "ам", "ям", "ах", "ях", "ом", "ем", "ым", "им", "ами", "ями", "ыми", "ими", "ому", "ему", "ой", "ей", "у",
            "ю",
        ],
    )
}

/// True if a word may be an adjective in the genitive of several.
pub(super) fn is_plural_adjective(word: &str) -> bool {
    ends(word, &["ых", "их"])
}

/// True if a word may be an adjective or a participle in a case.
pub(super) fn is_adjective_in(word: &str, case: u8) -> bool {
    let endings: &[&str] = match case {
        NOM => &ADJECTIVE,
        INS => &["ым", "им", "ой", "ей"],
        DAT => &["ому", "ему", "ой", "ей"],
        PRE => &["ом", "ем", "ой", "ей"],
        _ => &["ого", "его", "ой", "ей", "ую", "юю"],
    };
    ends(word, endings) && word.chars().nth(SHORTEST).is_some()
}

/// The nominative of a word that is taken as a noun in the singular in a case.
pub(super) fn nominative(word: &str, case: u8) -> Option<String> {
    if word.chars().nth(SHORTEST - 1).is_none() || !word.chars().all(|c| c == '-' || ('а'..='я').contains(&c)) {
        return None;
    }
    let found = match case {
        NOM => is_nominative(word).then(|| word.to_owned()),
        _ => participle_noun(word, case).or_else(|| declined(word, case)),
    };
    found.filter(|noun| !is_abstract(noun))
}

/// True if a word may be a noun in the nominative of the singular.
fn is_nominative(word: &str) -> bool {
    if ends(word, &["щий", "щая"]) || ends(word, &["рал", "сол"]) && word.chars().nth(4).is_some() {
        return !ends(word, &["брал", "играл"]);
    }
    if ends(word, &OTHERS) {
        return false;
    }
    match word.chars().next_back() {
        Some('а') => !word.strip_suffix('а').is_some_and(|stem| is_his_stem(stem) || stem.ends_with("ств")),
        Some('я') => word.ends_with("ья"),
        Some('ь') => true,
        Some(last) => !is_cyrillic_vowel(last),
        None => false,
    }
}

/// The nominative of a participle that is used as a noun: "управляющего" is "управляющий".
fn participle_noun(word: &str, case: u8) -> Option<String> {
    let his = match case {
        INS => "щим",
        DAT => "щему",
        PRE => "щем",
        _ => "щего",
    };
    let of = |ending: &str, to: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{to}"));
    of(his, "щий").or_else(|| of("щей", "щая"))
}

/// The nominative of a noun by the endings of a case.
fn declined(word: &str, case: u8) -> Option<String> {
    if ends(word, &["ая", "яя", "нной", "ской", "ую"]) {
        return None;
    }
    let strip = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.chars().nth(1).is_some());
    let hard = |ending: &str| strip(ending).and_then(his);
    let soft = |ending: &str| strip(ending).and_then(soft);
    let hers = |ending: &str| strip(ending).filter(|stem| !stem.ends_with(is_cyrillic_vowel));
    let a = |stem: &str| format!("{stem}а");
    match case {
        INS => hard("ом")
            .or_else(|| soft("ем"))
            .or_else(|| hers("ой").map(a))
            .or_else(|| strip("ьей").map(|stem| format!("{stem}ья"))),
        DAT => hard("у").or_else(|| soft("ю")).or_else(|| her_e(word)),
        PRE => strip("е").filter(|stem| is_his_stem(stem)).and_then(his).or_else(|| her_e(word)),
        _ => hard("а").or_else(|| soft("я")).or_else(|| her_genitive(word, case)),
    }
}

/// The nominative of a woman's noun, or of "глава", in the dative or the prepositional.
fn her_e(word: &str) -> Option<String> {
    let stem = word.strip_suffix('е')?;
    if let Some(soft) = stem.strip_suffix('ь') {
        return Some(format!("{soft}ья"));
    }
    (!stem.ends_with(is_cyrillic_vowel)).then(|| format!("{stem}а"))
}

/// The nominative of a woman's noun, or of "глава", in the genitive or the accusative.
fn her_genitive(word: &str, case: u8) -> Option<String> {
    if case & ACC != 0
        && let Some(stem) = word.strip_suffix('у').filter(|stem| !is_his_stem(stem))
    {
        return Some(format!("{stem}а"));
    }
    if case & GEN == 0 {
        return None;
    }
    if let Some(stem) = word.strip_suffix("ьи") {
        return Some(format!("{stem}ья"));
    }
    let stem = word.strip_suffix('ы').or_else(|| {
        word.strip_suffix('и').filter(|stem| stem.ends_with(['г', 'к', 'х', 'ж', 'ш']) && !is_his_stem(stem))
    })?;
    Some(format!("{stem}а"))
}

/// The nominative of a hard stem of a man's noun; a fleeting vowel comes back: "владельц" is "владелец".
fn his(stem: &str) -> Option<String> {
    let last = stem.chars().next_back().filter(|last| !is_cyrillic_vowel(*last) && !matches!(last, 'ь' | 'й'))?;
    if last != 'ц' {
        return (!stem.ends_with("ств")).then(|| stem.to_owned());
    }
    let before = stem.strip_suffix('ц')?;
    if before.ends_with(is_cyrillic_vowel) {
        return Some(stem.to_owned());
    }
    // "бойца" is "боец", "владельца" is "владелец".
    Some(format!("{}ец", before.trim_end_matches(['ь', 'й'])))
}

/// The nominative of a soft stem of a man's noun: "председател" is "председатель".
fn soft(stem: &str) -> Option<String> {
    match stem.chars().next_back()? {
        'ц' => his(stem),
        'ь' | 'й' => None,
        'ж' | 'ш' | 'щ' | 'ч' => Some(stem.to_owned()),
        'и' => None,
        last if is_cyrillic_vowel(last) => Some(format!("{stem}й")),
        _ => Some(format!("{stem}ь")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_has_a_nominative() {
        for (word, case, noun) in [
            ("мэр", NOM, "мэр"),
            ("глава", NOM, "глава"),
            ("председатель", NOM, "председатель"),
            ("заведующий", NOM, "заведующий"),
            ("мэра", GEN | ACC, "мэр"),
            ("владельца", GEN | ACC, "владелец"),
            ("секретаря", GEN | ACC, "секретарь"),
            ("главы", GEN, "глава"),
            ("судьи", GEN, "судья"),
            ("ректору", DAT, "ректор"),
            ("главе", DAT, "глава"),
            ("тренером", INS, "тренер"),
            ("председателем", INS, "председатель"),
            ("продавцом", INS, "продавец"),
            ("главой", INS, "глава"),
            ("управляющим", INS, "управляющий"),
            ("депутате", PRE, "депутат"),
        ] {
            assert_eq!(nominative(word, case).as_deref(), Some(noun), "{word}");
        }
    }

    #[test]
    fn other_words_have_none() {
        for word in ["мэра", "сказал", "считает", "вернулся", "известный", "писать", "правительства", "городов", "ах"]
        {
            assert_eq!(nominative(word, NOM), None, "{word}");
        }
        assert_eq!(nominative("мэр", GEN), None);
        assert_eq!(nominative("x", NOM), None);
    }
}
