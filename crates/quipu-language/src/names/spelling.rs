//! Properties of a word from its spelling: compounds, Roman numerals, Russian endings.

use quipu_kernel::text::fold_char;

/// The length of the name in a compound that is no name: "German" of "German-speaking".
pub(super) fn compound_head(word: &str) -> Option<usize> {
    const TAILS: [&str; 12] =
        ["speaking", "born", "based", "led", "style", "era", "type", "like", "only", "wide", "language", "related"];
    let (head, tail) = word.rsplit_once('-')?;
    let participle = tail.len() > 4 && (tail.ends_with("ed") || tail.ends_with("ing"));
    let lower = tail.starts_with(|c: char| c.is_ascii_lowercase());
    (lower && head.len() > 1 && (participle || TAILS.contains(&tail))).then_some(head.len())
}

/// A word in lower case, `ё` as `е`.
pub(super) fn folded(word: &str) -> String {
    word.chars().flat_map(fold_char).collect()
}

/// True if a word is written in Cyrillic.
pub(super) fn is_cyrillic(word: &str) -> bool {
    word.starts_with(|c| ('\u{400}'..='\u{4ff}').contains(&c))
}

/// True if a text has letters of Russian: detected by the bytes that all of them begin with.
pub(super) fn has_cyrillic(text: &str) -> bool {
    memchr::memchr2(0xd0, 0xd1, text.as_bytes()).is_some()
}

/// True if a Russian word has an ending of gerunds, which begin sentences and no names.
pub(super) fn is_gerund(word: &str) -> bool {
    is_cyrillic(word) && ["яя", "уя", "вшись", "вши"].iter().any(|ending| word.ends_with(ending))
}

/// Roman numerals, which end names of rulers and parts.
pub(super) fn is_roman(word: &str) -> bool {
    word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'))
}

/// True if a Russian word has an ending of adjectives.
pub(super) fn is_adjective(word: &str) -> bool {
    const ENDINGS: [&str; 24] = [
        "ая", "яя", "ое", "ее", "ый", "ий", "ой", "ей", "ого", "его", "ому", "ему", "ом", "ем", "ым", "им", "ую", "юю",
        "ых", "их", "ыми", "ими", "ые", "ие",
    ];
    word.chars().nth(4).is_some() && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// True if a Russian word has an ending of adjectives that nouns lack: "теоремой" and "законом" may be either.
pub(super) fn is_surely_adjective(word: &str) -> bool {
    is_adjective(word) && !["ом", "ем", "ой", "ей"].iter().any(|ending| word.ends_with(ending))
}

/// The stem of a Russian adjective without its ending.
pub(super) fn adjective_stem(word: &str) -> Option<&str> {
    const ENDINGS: [&str; 20] = [
        "ого", "его", "ому", "ему", "ыми", "ими", "ая", "яя", "ое", "ее", "ый", "ий", "ой", "ей", "ым", "им", "ом",
        "ем", "ую", "ых",
    ];
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending))?;
    stem.chars().nth(1).is_some().then_some(stem)
}

/// Kinds of Russian words in the genitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Genitive {
    /// "иностранных".
    Adjective,
    /// "дел", "наук", "обороны".
    Noun,
}

/// The kind of a lower-case Russian word that looks like a genitive.
pub(super) fn genitive(word: &str) -> Option<Genitive> {
    const ADJECTIVES: [&str; 6] = ["ых", "их", "ого", "его", "ской", "ной"];
    const NOUNS: [&str; 18] = [
        "ов",
        "ев",
        "ей",
        "ств",
        "ства",
        "ции",
        "ии",
        "ия",
        "ния",
        "ости",
        "уры",
        "ики",
        "оны",
        "ды",
        "ки",
        "аний",
        "фии",
        "логии",
    ];
    // Short plural genitives that official names have.
    const SHORT: [&str; 22] = [
        "дел",
        "наук",
        "искусств",
        "наций",
        "республик",
        "войск",
        "сил",
        "работ",
        "услуг",
        "футбола",
        "хоккея",
        "тенниса",
        "баскетбола",
        "волейбола",
        "шахмат",
        "спорта",
        "труда",
        "печати",
        "транспорта",
        "торговли",
        "связи",
        "юстиции",
    ];
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    if word.chars().nth(4).is_some() && ends(&ADJECTIVES) {
        Some(Genitive::Adjective)
    } else if SHORT.contains(&word) || (word.chars().nth(4).is_some() && ends(&NOUNS)) {
        Some(Genitive::Noun)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_tells() {
        assert_eq!(compound_head("German-speaking"), Some(6));
        assert_eq!(compound_head("Al-Wasl"), None);
        assert!(is_adjective("Варшавская") && !is_adjective("Варшава"));
        assert!(is_gerund("Определяя") && !is_gerund("Земля"));
        assert!(is_roman("XIV") && !is_roman("MIX"));
        assert_eq!(genitive("иностранных"), Some(Genitive::Adjective));
        assert_eq!(["дел", "обороны", "наук"].map(genitive), [Some(Genitive::Noun); 3]);
        assert_eq!(["принял", "объявила", "и", "был"].map(genitive), [None; 4]);
    }
}
