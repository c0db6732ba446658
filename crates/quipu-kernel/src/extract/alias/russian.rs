//! Russian names in whatever case: what their words can be in the nominative, by paradigms.
//!
//! Three kinds of words matter to who is meant: given names and surnames on -ов and -ин, whose masculine
//! genitive is the feminine nominative (Иванова), and surnames and adjectives on -ский. Their readings
//! must agree within one name in gender and case; where two readings are left, the name is ambiguous and
//! the document decides. All other words lose their ending (Москвы, Москвой: москв). Cost: a few lookups a
//! word.

use std::borrow::Cow;

use super::super::lexicon::{Marks, marks_of};
use super::given::{ACC, ANY, BOTH, DAT, GEN, GIVEN, HE, INS, NOM, PRE, Reading, SHE};
use super::sound;

/// Towns that end like surnames.
const TOWNS: [&str; 22] = [
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
/// Other endings that a word loses, the longest first.
const ENDINGS: [&str; 40] = [
    "ыми", "ими", "ого", "его", "ому", "ему", "ами", "ями", "иям", "иях", "ая", "яя", "ое", "ую", "юю", "ый", "ой",
    "ым", "им", "ых", "ые", "ом", "ем", "ам", "ям", "ах", "ях", "их", "ью", "а", "я", "о", "е", "у", "ю", "ы", "и",
    "ь", "й", "ъ",
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
/// Surnames on -ской: the nominative of a man, and no case of a woman.
const STRESSED: [&str; 6] = ["трубецкой", "донской", "крамской", "шаховской", "луговской", "друцкой"];
/// The shortest stem that is left of a word, in letters.
const SHORTEST: usize = 3;

/// The readings of a word; `capital` tells whether it is written like a name.
fn readings(word: &str, capital: bool) -> Vec<Reading> {
    if let Some(given) = GIVEN.get(word).filter(|_| capital) {
        return given.clone();
    }
    let one = |stem: &str, genders: u8, cases: u8| {
        let sounds = sound::of_cyrillic(stem)?;
        let woman = if genders == SHE { "a" } else { "" };
        Some(Reading { sound: format!("{}{woman}", sound::stem(&sounds)), genders, cases })
    };
    let town = TOWNS.iter().any(|town| word.strip_prefix(town).is_some_and(|rest| rest.chars().nth(2).is_none()));
    let place = town || marks_of(word).any(Marks::LAND | Marks::PLACE | Marks::HEAD);
    let by = |table: &[(&str, u8, u8)], stems: &[&str], least: usize| -> Vec<Reading> {
        let stem = |ending: &str| {
            let stem = word.strip_suffix(ending)?;
            let fits = stems.iter().any(|end| stem.ends_with(end)) && stem.chars().nth(least).is_some();
            fits.then_some(stem)
        };
        table.iter().filter_map(|(ending, genders, cases)| one(stem(ending)?, *genders, *cases)).collect()
    };
    if capital && !place {
        let surname = by(&POSSESSIVE, &["ов", "ев", "ин", "ын"], 3);
        if !surname.is_empty() {
            return surname;
        }
    }
    let adjective = match word.strip_suffix("ой").filter(|_| STRESSED.contains(&word)) {
        Some(stem) => one(stem, HE, NOM | ACC).into_iter().collect(),
        None => by(&ADJECTIVE, &["ск", "цк"], 2),
    };
    if !adjective.is_empty() {
        return adjective;
    }
    // A town of somebody (Павлово) is not that person.
    if !place && TOWN_ENDINGS.iter().any(|end| word.ends_with(end)) {
        return town_of(word).into_iter().map(|sound| Reading { sound, genders: BOTH, cases: ANY }).collect();
    }
    // What has lost an ending of a case is in that case, and what has not is in the nominative.
    let cases = |stem: &str| match word.strip_prefix(stem) {
        Some("ом" | "ем" | "ым" | "им") => INS | PRE | DAT,
        Some("") => NOM | ACC,
        _ => ANY,
    };
    let stems = stripped(word);
    let several = stems.len() > 1;
    stems.iter().filter_map(|stem| one(stem, BOTH, if several { cases(stem) } else { ANY })).collect()
}

/// Endings of towns that are called after somebody.
const TOWN_ENDINGS: [&str; 4] = ["ово", "ево", "ино", "ыно"];

/// What such a town sounds like, in the nominative or, "в Иванове", in the prepositional.
pub(super) fn town_of(word: &str) -> Option<String> {
    let stem = word.strip_suffix(['о', 'е'])?;
    let named = ["ов", "ев", "ин", "ын"].iter().any(|end| stem.ends_with(end)) && stem.chars().nth(SHORTEST).is_some();
    named.then(|| sound::of_cyrillic(stem).map(|sound| sound + "o")).flatten()
}

/// What may be left of a word without its ending.
fn stripped(word: &str) -> Vec<Cow<'_, str>> {
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
    if let Some(letter) = before("ий") {
        let soft = letter == 'н' && !word.ends_with("ений") && !word.ends_with("оний");
        let adjective = letter == 'к' || soft;
        return vec![word[..word.len() - if adjective { "ий".len() } else { "й".len() }].into()];
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

/// The stem of the other cases, of a word whose last vowel may flee from them.
fn fled(word: &str) -> Option<String> {
    let ending = FLEEING.iter().find(|ending| word.ends_with(**ending))?;
    let stem = word.strip_suffix(ending)?;
    let consonant = stem.chars().next_back().is_some_and(|last| !"аеиоуыэюя".contains(last));
    let least = if matches!(*ending, "ел" | "ец") { 1 } else { 2 };
    (consonant && stem.chars().nth(least).is_some()).then(|| format!("{stem}{}", &ending[ending.len() - 2..]))
}

/// How a Russian name may sound in the nominative.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Sounds {
    /// Each way to read it, a sound a word; none when it is no Russian name.
    pub(super) readings: Vec<Vec<String>>,
    /// Whether they may be different people, of whom the document must say which.
    pub(super) ambiguous: bool,
}

/// How a Russian name may sound in the nominative, by its folded words; each tells whether it is written
/// with a capital.
pub(super) fn sounds<'a>(words: impl Iterator<Item = (&'a str, bool)>) -> Sounds {
    let mut out: Vec<(Vec<String>, u8, u8)> = vec![(Vec::new(), BOTH, ANY)];
    for (word, capital) in words {
        let single = word.chars().nth(1).is_none();
        let of = match sound::of_cyrillic(word) {
            None => return Sounds::default(),
            Some(sound) if single || word.chars().all(char::is_numeric) => {
                vec![Reading { sound, genders: BOTH, cases: ANY }]
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

/// The most readings of a name that are looked at.
const MOST: usize = 12;

/// Whether a sound is that of a patronymic.
pub(super) fn is_patronymic(sound: &str) -> bool {
    sound.len() > 4
        && ["oviC", "eviC", "iC", "ovn", "evn", "iCn", "ovna", "evna"].iter().any(|end| sound.ends_with(end))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(form: &str) -> Vec<String> {
        let folded = crate::text::fold_name(form);
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
