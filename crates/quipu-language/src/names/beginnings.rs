//! The first word of a sentence: a decision between a name and a common word with the capital of any first word.
//!
//! The chunk itself is the best evidence: a word that stands capitalised inside another sentence is a name, one
//! that stands in lower case is not. Else the lexicon and the word's ending decide.

use rustc_hash::FxHashMap;

use super::sorts::{Case, sort_of};
use super::spelling::is_cyrillic;
use super::tokens::{Gap, Shape, Token};
use crate::tables::marks::Marks;

/// Spellings of a chunk's words inside sentences.
pub(super) struct Beginnings {
    seen: FxHashMap<u64, Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    capital: bool,
    lower: bool,
    /// Number of its capitalised occurrences.
    capitals: usize,
    /// Letters of the shortest word that it is so written.
    shortest_capital: usize,
    shortest_lower: usize,
}

impl Seen {
    fn add(&mut self, token: &Token) {
        if token.is_capital() {
            let shortest = if self.capital { self.shortest_capital } else { usize::MAX };
            (self.capital, self.shortest_capital) = (true, shortest.min(token.length));
            self.capitals += 1;
        } else if token.shape == Shape::Lower {
            let shortest = if self.lower { self.shortest_lower } else { usize::MAX };
            (self.lower, self.shortest_lower) = (true, shortest.min(token.length));
        }
    }

    /// True if the word in lower case is only derived from a name: "марксизм" beside Маркс.
    fn is_derived(&self, length: usize) -> bool {
        self.shortest_capital.abs_diff(length) < DERIVED && self.shortest_lower >= length + DERIVED
    }
}

/// Minimal number of additional letters of a word derived from a name.
const DERIVED: usize = 3;

/// Endings of English words that are seldom names.
const ENGLISH_ENDINGS: [&str; 24] = [
    "ly", "ing", "tion", "tions", "sion", "sions", "ment", "ments", "ness", "ities", "ical", "ous", "ful", "ists",
    "ians", "ants", "ents", "ives", "ates", "ised", "ized", "ted", "ced", "ology",
];
/// Endings of Russian words that are seldom names.
const RUSSIAN_ENDINGS: [&str; 73] = [
    "ость",
    "ости",
    "ение",
    "ения",
    "ании",
    "ание",
    "ания",
    "ство",
    "ства",
    "ция",
    "ции",
    "циям",
    "циями",
    "ениям",
    "аниям",
    "изм",
    "изма",
    "тели",
    "телей",
    "ьно",
    "нно",
    "тно",
    "вно",
    "дно",
    "вший",
    "вшая",
    "вшие",
    "ться",
    "тся",
    "лись",
    "лась",
    "лось",
    "ился",
    "ется",
    "ются",
    "ать",
    "ить",
    "еть",
    "уть",
    "ают",
    "яют",
    "уют",
    "ует",
    "ает",
    "яет",
    "ные",
    "ных",
    "ным",
    "ный",
    "ная",
    "ное",
    "ной",
    "ном",
    "ого",
    "ему",
    "ому",
    "ские",
    "ских",
    "ским",
    "ский",
    "ская",
    "ское",
    "ской",
    "шие",
    "щие",
    "щий",
    "щая",
    "щее",
    "ники",
    "ников",
    "цы",
    "исты",
    "ологи",
];

impl Beginnings {
    /// Gathers the spellings of a chunk's words.
    pub(super) fn new(tokens: &[Token]) -> Self {
        let mut seen: FxHashMap<u64, Seen> = FxHashMap::default();
        for token in tokens.iter().filter(|token| !token.first) {
            seen.entry(token.stem).or_default().add(token);
        }
        Self { seen }
    }

    /// True if a word stands capitalised inside sentences, and never in lower case.
    pub(super) fn is_capital_inside(&self, token: &Token) -> bool {
        self.seen.get(&token.stem).is_some_and(|seen| seen.capital && !seen.lower)
    }

    /// True if a word stands capitalised inside sentences more than once, and never in lower case.
    pub(super) fn is_capital_again(&self, token: &Token) -> bool {
        self.seen.get(&token.stem).is_some_and(|seen| seen.capitals > 1 && !seen.lower)
    }

    /// True if the first word of a sentence, standing alone, is a name. `next` is the token after, `after` its word.
    pub(super) fn is_name(&self, word: &str, token: &Token, next: Option<&Token>, after: &str) -> bool {
        let seen = self.seen.get(&token.stem).copied().unwrap_or_default();
        if token.has(Marks::STOP) {
            return false;
        }
        if token.shape == Shape::Upper
            || token.is_possessive()
            || word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit())
        {
            return true;
        }
        if seen.lower || seen.capital {
            return seen.capital && (!seen.lower || seen.is_derived(token.length));
        }
        if token.has(Marks::LAND | Marks::NATION | Marks::GIVEN) {
            return true;
        }
        let small = Marks::ORDINAL | Marks::PARTICLE | Marks::LOOSE | Marks::UNIT;
        let nouns = Marks::METHOD_NOUN
            | Marks::DATASET_NOUN
            | Marks::METRIC_NOUN
            | Marks::SERVICE_NOUN
            | Marks::WORK_NOUN
            | Marks::PERSON_NOUN;
        let common = token.has(Marks::COMMON | small | nouns);
        let russian = is_cyrillic(word);
        let endings: &[&str] = if russian { &RUSSIAN_ENDINGS } else { &ENGLISH_ENDINGS };
        let telling = endings.iter().any(|ending| word.ends_with(ending)) || (russian && begins_clause(next, after));
        let acts = || next.is_some_and(|next| next.gap == Gap::Space && acts(word, next, after));
        token.length > 2 && !common && (!telling || russian && acts())
    }
}

/// Nouns in the nominative that end like verbs in the past.
const NO_VERBS: [&str; 44] = [
    "вокзал",
    "журнал",
    "канал",
    "капитал",
    "материал",
    "генерал",
    "металл",
    "квартал",
    "финал",
    "идеал",
    "персонал",
    "сигнал",
    "филиал",
    "арсенал",
    "карнавал",
    "потенциал",
    "портал",
    "зал",
    "вал",
    "бал",
    "скандал",
    "адмирал",
    "минерал",
    "терминал",
    "оригинал",
    "интервал",
    "крокодил",
    "отдел",
    "предел",
    "раздел",
    "удел",
    "котел",
    "котёл",
    "футбол",
    "волейбол",
    "стол",
    "пол",
    "престол",
    "протокол",
    "символ",
    "караул",
    "аул",
    "угол",
    "узел",
];
/// Feminine nouns of this kind.
const NO_DEEDS: [&str; 8] = ["школа", "шкала", "скала", "сила", "игла", "смола", "акула", "формула"];

/// True if a word that ends like an adjective is the subject of a verb for persons after it: "Жуковский
/// учил", "Ковалевская уехала", but "Московский вокзал".
fn acts(word: &str, next: &Token, after: &str) -> bool {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let verb = |endings: [&str; 2]| endings.iter().any(|ending| after.ends_with(ending));
    let plain = next.shape == Shape::Lower && next.length > 3 && !next.has(Marks::HEAD | Marks::COMMON);
    let his = ends(&["ский", "цкий"]) && verb(["л", "лся"]) && !NO_VERBS.contains(&after);
    let hers = ends(&["ская", "цкая"]) && verb(["ла", "лась"]) && !NO_DEEDS.contains(&after);
    plain && (his || hers)
}

/// True if a comma follows at once: in Russian it follows a verb form or an adverb more often than a
/// name. So does a capital: a noun that explains the name after it ("Сервер Quipu").
fn begins_clause(next: Option<&Token>, after: &str) -> bool {
    next.is_some_and(|next| {
        let clause = next.gap == Gap::Comma && next.shape == Shape::Lower && !takes_up(after);
        clause || (next.gap == Gap::Space && next.is_capital())
    })
}

/// True if a word after a comma begins a description of the name before it: "Торжок, стоящий на Тверце", "Кировск,
/// город …".
fn takes_up(after: &str) -> bool {
    const WORDS: [&str; 9] = ["который", "которая", "которое", "один", "одна", "одно", "самый", "самая", "самое"];
    const ENDINGS: [&str; 14] = [
        "ший",
        "шая",
        "шее",
        "щий",
        "щая",
        "щее",
        "щийся",
        "щаяся",
        "щееся",
        "шийся",
        "шаяся",
        "шееся",
        "нный",
        "нная",
    ];
    let sort = |word| sort_of(word).is_some_and(|(_, case)| case == Case::Nominative);
    WORDS.contains(&after) || sort(after) || ENDINGS.iter().any(|ending| after.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use crate::names::extract;
    use quipu_kernel::model::Chunk;

    fn names(text: &str) -> Vec<String> {
        let chunk = Chunk { text: text.to_owned(), language: "ru".to_owned(), ..Chunk::default() };
        extract(&chunk).mentions.into_iter().map(|mention| mention.form).collect()
    }

    #[test]
    fn a_verb_or_an_apposition_tells_a_name() {
        assert_eq!(names("Дубровский уехал молча."), ["Дубровский"]);
        assert_eq!(names("Ижма, стоящая у реки, мала."), ["Ижма"]);
        assert!(names("Московский вокзал гудит, и английская школа тоже.").iter().all(|name| name != "Московский"));
        assert!(names("Весело, смеясь и толкаясь, шли они.").is_empty());
    }

    #[test]
    fn what_is_made_from_a_name_leaves_it_one() {
        assert!(names("Дарвин молчал. О дарвинизме спорили, когда Чарльз Дарвин спал.").contains(&"Дарвин".to_owned()));
    }
}
