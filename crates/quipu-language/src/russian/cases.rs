//! Russian names in any case: the possible nominatives of their words, by paradigms.
//!
//! Three kinds of words matter for the meaning: given names and surnames on -ов and -ин, whose masculine
//! genitive is the feminine nominative (Иванова), and surnames and adjectives on -ский. Their readings
//! must agree within one name in gender and case; where two readings are left, the name is ambiguous and
//! the document decides. All other words lose their ending (Москвы, Москвой: москв). Cost: a few lookups a
//! word.

use super::given::{ACC, ANY, BOTH, DAT, GEN, GIVEN, HE, INS, NOM, PRE, SHE, WordReading, is_given};
use super::names::marks_of;
use super::stems::{SHORTEST, brief, of_several, stripped};
use crate::sound;
use crate::tables::marks::Marks;

/// Towns that end like surnames.
const TOWNS: [&str; 28] = [
    "ростов",
    "саратов",
    "псков",
    "тамбов",
    "харьков",
    "львов",
    "киев",
    "краков",
    "азов",
    "серпухов",
    "чернигов",
    "могилев",
    "берлин",
    "пекин",
    "турин",
    "дублин",
    "люблин",
    "шанхай",
    "кишинев",
    "дмитров",
    "глухов",
    "бердичев",
    "щецин",
    "борисов",
    "рогачев",
    "тольятти",
    "геленджик",
    "сумгаит",
];

/// Endings of surnames on -ов and -ин, with gender and case.
const POSSESSIVE: [(&str, u8, u8); 9] = [
    ("", HE, NOM),
    ("а", HE, GEN | ACC),
    ("а", SHE, NOM),
    ("у", HE, DAT),
    ("у", SHE, ACC),
    ("ым", HE, INS),
    ("ом", HE, INS),
    ("е", HE, PRE),
    ("ой", SHE, GEN | DAT | INS | PRE),
];
/// Endings of surnames and adjectives on -ский.
const ADJECTIVE: [(&str, u8, u8); 12] = [
    ("ий", HE, NOM | ACC),
    ("ого", HE, GEN | ACC),
    ("ому", HE, DAT),
    ("им", HE, INS),
    ("ом", HE, PRE),
    ("ая", SHE, NOM),
    ("ой", SHE, GEN | DAT | INS | PRE),
    ("ую", SHE, ACC),
    ("ое", HE, NOM | ACC),
    ("ие", HE, NOM | ACC),
    ("их", HE, GEN | PRE),
    ("ими", HE, INS),
];
/// Surnames on -ской: the nominative of a man, and no case of a woman.
const STRESSED: [&str; 6] = ["трубецкой", "донской", "крамской", "шаховской", "луговской", "друцкой"];

/// True if a folded word, in any case, is first taken for a person's name: Киров, Владимир.
pub(crate) fn is_like_person(word: &str) -> bool {
    let surname = || {
        let of = |(ending, ..): &(&str, u8, u8)| word.strip_suffix(ending).is_some_and(is_possessive_stem);
        !is_place(word) && POSSESSIVE.iter().any(of)
    };
    let described = || ["ский", "цкий"].iter().any(|end| word.ends_with(end));
    GIVEN.contains_key(word) || surname() || described()
}

/// True if a stem is that of a surname on -ов or -ин.
fn is_possessive_stem(stem: &str) -> bool {
    ["ов", "ев", "ин", "ын"].iter().any(|end| stem.ends_with(end)) && stem.chars().nth(3).is_some()
}

/// True if a stem is that of a surname or an adjective on -ский.
fn is_adjective_stem(stem: &str) -> bool {
    (stem.ends_with("ск") || stem.ends_with("цк")) && stem.chars().nth(2).is_some()
}

/// True if a name ends in -о, which no case does; official names of bodies ("общество") are declined.
fn is_undeclined(word: &str) -> bool {
    let before = word.strip_suffix('о').and_then(|stem| stem.chars().next_back());
    let adjective = word.chars().nth(4).is_some() && ["ого", "его"].iter().any(|ending| word.ends_with(ending));
    let declined = adjective || word.ends_with("ство");
    before.is_some_and(|last| !sound::is_cyrillic_vowel(last)) && !declined && !is_place(word)
}

/// True if a word is a known place that may end like a surname.
fn is_place(word: &str) -> bool {
    let town = TOWNS.iter().any(|town| word.strip_prefix(town).is_some_and(|rest| rest.chars().nth(2).is_none()));
    town || marks_of(word).any(Marks::LAND | Marks::PLACE | Marks::HEAD)
}

/// The readings of a word; `capital` is true if it is written like a name.
fn readings(word: &str, capital: bool) -> Vec<WordReading> {
    if let Some(given) = GIVEN.get(word).filter(|_| capital) {
        return given.clone();
    }
    let one = |stem: &str, genders: u8, cases: u8| {
        let sounds = sound::of_cyrillic(stem)?;
        let woman = if genders == SHE { "a" } else { "" };
        // Колумбия is not Колумб: a name that ends in two vowels keeps the first.
        let kept = if stem.ends_with('и') { sound::stem_with_i(&sounds) } else { sound::stem(&sounds) };
        Some(WordReading { sound: format!("{kept}{woman}"), genders, cases })
    };
    let place = is_place(word);
    let by = |table: &[(&str, u8, u8)], fits: fn(&str) -> bool| -> Vec<WordReading> {
        let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| fits(stem));
        table.iter().filter_map(|(ending, genders, cases)| one(stem(ending)?, *genders, *cases)).collect()
    };
    if capital && !place {
        let surname = by(&POSSESSIVE, is_possessive_stem);
        if !surname.is_empty() {
            return surname;
        }
    }
    // "морской" in a name is of any gender, for whose name is the noun's.
    if let Some(stem) = word.strip_suffix(adjective_ending(word)).filter(|stem| !capital && is_adjective_stem(stem)) {
        return one(stem, BOTH, ANY).into_iter().collect();
    }
    let adjective = match word.strip_suffix("ой").filter(|_| STRESSED.contains(&word)) {
        Some(stem) => one(stem, HE, NOM | ACC).into_iter().collect(),
        None => by(&ADJECTIVE, is_adjective_stem),
    };
    if !adjective.is_empty() {
        return adjective;
    }
    // A town named after a person (Павлово) is not that person.
    if !place && TOWN_ENDINGS.iter().any(|end| word.ends_with(end)) {
        return town_of(word).into_iter().map(|sound| WordReading { sound, genders: BOTH, cases: ANY }).collect();
    }
    // Names on -о are seldom declined: Марсо is not Марс, nor Дубно Дубна.
    if capital && is_undeclined(word) {
        let sound = sound::of_cyrillic(word).map(|sound| WordReading { sound, genders: BOTH, cases: ANY });
        return sound.into_iter().collect();
    }
    // A word that has lost an ending of a case is in that case, any other in the nominative.
    let cases = |stem: &str| match word.strip_prefix(stem) {
        Some("ом" | "ем" | "ым" | "им") => INS | PRE | DAT,
        Some("") => NOM | ACC,
        _ => ANY,
    };
    let mut stems = brief(word).filter(|_| capital).map_or_else(|| stripped(word), |stem| vec![stem.into()]);
    stems.extend(of_several(word).filter(|_| !capital).map(Into::into));
    let several = stems.len() > 1;
    stems.iter().filter_map(|stem| one(stem, BOTH, if several { cases(stem) } else { ANY })).collect()
}

/// The ending of an adjective on -ский, if the word has one.
fn adjective_ending(word: &str) -> &'static str {
    ADJECTIVE.iter().map(|(ending, ..)| *ending).find(|ending| word.ends_with(ending)).unwrap_or_default()
}

/// Endings of towns named after a person.
const TOWN_ENDINGS: [&str; 4] = ["ово", "ево", "ино", "ыно"];

/// The sound of such a town, in the nominative or, "в Иванове", in the prepositional.
pub(crate) fn town_of(word: &str) -> Option<String> {
    // "в Кракове" is no Краково.
    let stem = word.strip_suffix(['о', 'е']).filter(|stem| !TOWNS.contains(stem))?;
    let named = ["ов", "ев", "ин", "ын"].iter().any(|end| stem.ends_with(end)) && stem.chars().nth(SHORTEST).is_some();
    named.then(|| sound::of_cyrillic(stem).map(|sound| sound + "o")).flatten()
}

/// Possible sounds of a Russian name in the nominative.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sounds {
    /// Each way to read it, a sound a word; none when it is no Russian name.
    pub(crate) readings: Vec<Vec<String>>,
    /// True if they may be different people, among whom the document must decide.
    pub(crate) ambiguous: bool,
}

/// Possible sounds of a Russian name in the nominative, by its folded words; each with true if it is written
/// with a capital.
pub(crate) fn sounds<'a>(words: impl Iterator<Item = (&'a str, bool)> + Clone) -> Sounds {
    let mut single = words.clone();
    if let (Some((word, true)), None) = (single.next(), single.next())
        && let Some(sound) = family(word)
    {
        return Sounds { readings: vec![vec![sound]], ambiguous: false };
    }
    let several = words.clone().nth(1).is_some();
    let mut out: Vec<(Vec<String>, u8, u8)> = vec![(Vec::new(), BOTH, ANY)];
    for (word, capital) in words {
        let single = word.chars().nth(1).is_none();
        let of = match sound::of_cyrillic(word) {
            None if several && is_numeral(word) => {
                vec![WordReading { sound: word.to_owned(), genders: BOTH, cases: ANY }]
            }
            None => return Sounds::default(),
            Some(sound) if single || word.chars().all(char::is_numeric) => {
                vec![WordReading { sound, genders: BOTH, cases: ANY }]
            }
            Some(_) => readings(word, capital),
        };
        let mut next = Vec::new();
        for (before, genders, cases) in &out {
            for reading in &of {
                let (genders, cases) = (genders & reading.genders, cases & reading.cases);
                if genders != 0 && cases != 0 && next.len() < MOST {
                    let mut sounds = before.clone();
                    sounds.push(reading.sound.clone());
                    next.push((sounds, genders, cases));
                }
            }
        }
        // Words that do not agree (Седьмую симфонию Шостаковича) are read one by one.
        if next.is_empty() {
            for (before, ..) in &out {
                let each = of.iter().map(|reading| [before.as_slice(), std::slice::from_ref(&reading.sound)].concat());
                next.extend(each.map(|sounds| (sounds, BOTH, ANY)));
            }
            next.truncate(MOST);
        }
        out = next;
    }
    let of = |whose: u8| out.iter().any(|(_, genders, _)| *genders == whose);
    let ambiguous = of(HE) && of(SHE);
    let mut readings: Vec<Vec<String>> = out.into_iter().map(|(sounds, ..)| sounds).collect();
    readings.retain(|sounds| !sounds.is_empty());
    readings.sort();
    readings.dedup();
    Sounds { ambiguous, readings }
}

/// The cases in which a person's name may stand, by its folded words: those of each reading in which the words agree;
/// all if none agree.
pub(crate) fn agreed_cases<'a>(words: impl Iterator<Item = &'a str>) -> u8 {
    let mut agreed = vec![(BOTH, ANY)];
    for word in words.filter(|word| word.chars().nth(1).is_some()) {
        let of = readings(word, true);
        let pairs = agreed.iter().flat_map(|(genders, cases)| {
            of.iter().map(move |reading| (genders & reading.genders, cases & reading.cases))
        });
        let mut next: Vec<(u8, u8)> = pairs.filter(|(genders, cases)| *genders != 0 && *cases != 0).collect();
        next.sort_unstable();
        next.dedup();
        if !next.is_empty() {
            agreed = next;
        }
    }
    agreed.iter().fold(0, |all, (_, cases)| all | cases)
}

/// True if a folded word is the number of a ruler: `ii` of Екатерина II.
pub(crate) fn is_numeral(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'))
}

/// The sound of several people of one surname: the Романовы are no Романов.
fn family(word: &str) -> Option<String> {
    let stem = ["ы", "ых", "ыми", "ие", "их", "ими"].iter().find_map(|ending| word.strip_suffix(ending))?;
    let plural = if word.ends_with(['ы']) || stem.ends_with(['в']) { ["ов", "ев"] } else { ["ск", "цк"] };
    let named = plural.iter().any(|end| stem.ends_with(end)) && stem.chars().nth(SHORTEST).is_some();
    named.then(|| sound::of_cyrillic(stem).map(|sound| sound + "i")).flatten()
}

/// The most readings of a name that are looked at.
const MOST: usize = 12;

/// True if a sound is that of a patronymic.
pub(crate) fn is_patronymic(sound: &str) -> bool {
    sound.len() > 4
        && ["oviC", "eviC", "iC", "ovn", "evn", "iCn", "ovna", "evna"].iter().any(|end| sound.ends_with(end))
}

/// True if a sound that ends like a patronymic is made from a given name: Иванович, but not Шостакович.
pub(crate) fn is_of_given(sound: &str) -> bool {
    let stem = ["oviC", "eviC", "iC", "ovn", "evn", "iCn"]
        .iter()
        .find_map(|end| sound.trim_end_matches('a').strip_suffix(end));
    // Лев and Павел lose a vowel.
    stem.is_some_and(|stem| matches!(stem, "lv" | "pavl") || is_given(stem).is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(form: &str) -> Vec<String> {
        let folded = quipu_kernel::text::fold_name(form);
        let capitals: Vec<bool> = form.split([' ', '-']).map(|word| word.starts_with(char::is_uppercase)).collect();
        let words = folded.split(' ').zip(capitals);
        sounds(words).readings.into_iter().map(|words| words.join(" ")).collect()
    }

    fn same(forms: &[&str]) {
        let first = of(forms[0]);
        assert_eq!(first.len(), 1, "{first:?}");
        for form in &forms[1..] {
            assert_eq!(of(form), first, "{form}");
        }
    }

    #[test]
    fn cases_of_one_name_meet() {
        same(&["Владимир Путин", "Владимира Путина", "Владимиру Путину", "Владимиром Путиным", "Владимире Путине"]);
        same(&["Софья Ковалевская", "Софьи Ковалевской", "Софью Ковалевскую"]);
        same(&["Москва", "Москвы", "Москве", "Москву", "Москвой"]);
        same(&["Россия", "России", "Россию", "Россией"]);
        same(&["Монгольская империя", "Монгольской империи", "Монгольскую империю"]);
        same(&["Большой театр", "Большого театра"]);
        same(&["Чёрное море", "Чёрного моря"]);
        same(&["Дмитрий Менделеев", "Дмитрием Менделеевым"]);
        same(&["Маяковский", "Маяковского", "Маяковскому"]);
        same(&["Рязань", "Рязани", "Рязанью"]);
        same(&["Иван Крамской", "Ивана Крамского", "Ивану Крамскому"]);
        same(&["Лев Толстой", "Льва Толстого", "Льву Толстому"]);
        same(&["Людовик XIV", "Людовика XIV", "Людовиком XIV"]);
        same(&["Пётр I", "Петра I", "Петру I"]);
    }

    #[test]
    fn gender_keeps_people_apart() {
        assert_ne!(of("Иванов"), of("Ивановой"));
        assert_eq!(of("Иванова").len(), 2, "of him, or she");
        assert_eq!(of("Анна Иванова").len(), 1);
        assert_eq!(of("Александра Пушкина").len(), 2);
        assert_ne!(of("Павлов"), of("Павлово"));
        assert_ne!(of("Калинин"), of("Калининград"));
        assert_ne!(of("Кения"), of("Кеньятта"));
    }

    #[test]
    fn names_of_one_stem_are_told_apart() {
        for (one, other) in [
            ("Колумб", "Колумбия"),
            ("Франц", "Франция"),
            ("Александр", "Александрия"),
            ("Марс", "Марсо"),
            ("Дубна", "Дубно"),
            ("Романов", "Романовы"),
            ("Стругацкий", "Стругацкие"),
        ] {
            assert!(of(one).iter().all(|sound| !of(other).contains(sound)), "{one}");
        }
        same(&["Колумбия", "Колумбии", "Колумбию", "Колумбией"]);
        same(&["Меркурий", "Меркурия", "Меркурию"]);
        same(&["Тихий океан", "Тихого океана"]);
        same(&["Великие Луки", "Великими Луками"]);
        same(&["Нижний Новгород", "Нижнего Новгорода"]);
        same(&["Ока", "Оки", "Оке", "Окой"]);
        same(&["Обь", "Оби", "Обью"]);
    }

    #[test]
    fn a_word_that_ends_like_a_case_may_be_a_nominative() {
        assert!(of("Газпром").iter().any(|sound| of("Газпрома").contains(sound)));
        for (one, other) in [
            ("Череповец", "Череповца"),
            ("Торжок", "Торжке"),
            ("Орёл", "Орла"),
            ("Рерих", "Рериху"),
            ("Египет", "Египта"),
            ("Вильям", "Вильямом"),
        ] {
            assert!(of(one).iter().any(|sound| of(other).contains(sound)), "{one}");
        }
        assert!(of("Байкал").iter().all(|sound| of("Байкалом").contains(sound)));
    }

    proptest! {
        #[test]
        fn any_words_are_safe(text in "[А-Яа-яёЁ ьъ]{0,40}", more in "\\PC{0,20}") {
            prop_assert!(of(&text).len() <= MOST);
            of(&more);
        }
    }
}
