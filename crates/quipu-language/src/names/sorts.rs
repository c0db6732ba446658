//! The sort of thing of a Russian name, from a noun beside it: the river Амур, the god Амур.
//!
//! Sorts are broad: a place called a city in one text is a town in another, so sorts are chosen such that things of one
//! name are seldom of two. Only words in the singular give the sort of one name. Cost: a look-up a word.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::alias::is_form_of_given;

/// A sort of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// Towns and villages.
    Town,
    /// Rivers, lakes and seas.
    Water,
    /// Islands and mountains.
    Land,
    /// Planets and constellations.
    Sky,
    /// Gods.
    God,
    /// Ships, also those in space.
    Craft,
    /// Teams.
    Team,
    /// Makers of goods, and the goods.
    Good,
    /// Newspapers and stations.
    Press,
    /// Languages.
    Language,
    /// Bands.
    Band,
    /// Books, films, pictures.
    Work,
    /// States of a federation and districts.
    Region,
    /// Theatres, hotels, restaurants.
    House,
    /// Parties.
    Party,
    /// Metals and stones.
    Matter,
    /// Animals with a name.
    Animal,
}

impl Sort {
    /// Its word, which is part of the evidence that senses are made of.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Town => "town",
            Self::Water => "water",
            Self::Land => "land",
            Self::Sky => "sky",
            Self::God => "god",
            Self::Craft => "craft",
            Self::Team => "team",
            Self::Good => "good",
            Self::Press => "press",
            Self::Language => "language",
            Self::Band => "band",
            Self::Work => "work",
            Self::Region => "region",
            Self::House => "house",
            Self::Party => "party",
            Self::Matter => "matter",
            Self::Animal => "animal",
        }
    }

    /// True if it is a place.
    pub(super) fn is_place(self) -> bool {
        matches!(self, Self::Town | Self::Water | Self::Land | Self::Region)
    }

    /// True if its things are made by people, who name them after others.
    pub(super) fn is_made(self) -> bool {
        !self.is_place() && !matches!(self, Self::Sky | Self::God | Self::Language | Self::Matter | Self::Animal)
    }

    /// True if a name after its noun is always that of the thing: остров Врангеля, but завод Форда.
    fn is_named(self) -> bool {
        matches!(self, Self::Town | Self::Water | Self::Land | Self::Sky | Self::God)
    }
}

/// Words in the nominative.
const WORDS: [(Sort, &str); 17] = [
    (Sort::Town, "город городок село деревня посёлок станица аул хутор столица наукоград райцентр слобода"),
    (Sort::Water, "река речка озеро приток пролив залив море океан водохранилище водопад ручей"),
    (Sort::Land, "остров полуостров архипелаг атолл хребет гора вулкан пик мыс пустыня плато ледник урочище"),
    (Sort::Sky, "планета звезда созвездие астероид комета галактика спутник"),
    (Sort::God, "бог богиня божество титан нимфа"),
    (
        Sort::Craft,
        "корабль судно крейсер ледокол броненосец пароход теплоход линкор эсминец фрегат шхуна яхта дирижабль модуль ракета шаттл \
        зонд барк бриг корвет авианосец танкер паром катер самолёт вертолёт бомбардировщик луноход марсоход атомоход",
    ),
    (Sort::Team, "клуб команда"),
    (
        Sort::Good,
        "завод фабрика комбинат компания фирма корпорация концерн холдинг марка бренд автомобиль мотоцикл телевизор фотоаппарат \
        камера напиток холодильник трактор магазин сервис приложение программа система банк проигрыватель магнитофон радиола \
        радиоприёмник велосипед компьютер смартфон процессор объектив радиозавод автозавод",
    ),
    (Sort::Press, "газета журнал радиостанция телеканал издательство альманах еженедельник"),
    (Sort::Language, "язык"),
    (Sort::Band, "группа ансамбль оркестр"),
    (
        Sort::Work,
        "роман рассказ повесть фильм мультфильм картина опера балет мюзикл пьеса поэма песня симфония альбом сериал стихотворение",
    ),
    (Sort::Region, "штат область провинция губерния графство край округ район"),
    (Sort::House, "театр кинотеатр гостиница отель ресторан санаторий стадион"),
    (Sort::Party, "партия"),
    (Sort::Matter, "металл минерал сплав"),
    (Sort::Animal, "собака кошка лошадь"),
];

/// The case of a noun, as far as it matters beside a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// The nominative.
    Nominative,
    /// The genitive, which is often the nominative of several.
    Genitive,
    /// The accusative, where it is no other.
    Accusative,
    /// The instrumental.
    Instrumental,
    /// Another one.
    Other,
}

/// The nouns in each case.
static NOUNS: LazyLock<FxHashMap<String, (Sort, Case)>> = LazyLock::new(|| {
    let mut out = FxHashMap::default();
    for (sort, words) in WORDS {
        for word in words.split_ascii_whitespace() {
            let word = word.replace('ё', "е");
            // "город" is also whom one sees, and "реки" are several.
            for (form, case) in declined(&word).into_iter().rev() {
                out.insert(form, (sort, case));
            }
        }
    }
    out
});

/// Nouns on a soft sign that are declined as women's names are.
const FEMININE: [&str; 3] = ["область", "повесть", "лошадь"];

/// The forms of a noun in the singular.
fn declined(word: &str) -> Vec<(String, Case)> {
    use Case::{Accusative, Genitive, Instrumental, Nominative, Other};
    let fled = [("поселок", "поселк"), ("городок", "городк"), ("напиток", "напитк"), ("броненосец", "броненосц")];
    let fled = fled.iter().chain(&[("эсминец", "эсминц"), ("хребет", "хребт"), ("авианосец", "авианосц")]);
    let last = word.char_indices().next_back().map_or(0, |(at, _)| at);
    let (stem, ending) = word.split_at(last);
    let (stem, endings): (&str, [&str; 5]) = match ending {
        "а" => (stem, [if stem.ends_with(['к', 'г', 'х', 'ж', 'ш', 'ч']) { "и" } else { "ы" }, "е", "у", "ой", "е"]),
        "я" if stem.ends_with('и') => (stem, ["и", "и", "ю", "ей", "и"]),
        "я" => (stem, ["и", "е", "ю", "ей", "е"]),
        "о" => (stem, ["а", "у", "о", "ом", "е"]),
        "е" if stem.ends_with('и') => (stem, ["я", "ю", "е", "ем", "и"]),
        "е" => (stem, if stem.ends_with('щ') { ["а", "у", "е", "ем", "е"] } else { ["я", "ю", "е", "ем", "е"] }),
        "ь" if FEMININE.contains(&word) => (stem, ["и", "и", "ь", "ью", "и"]),
        "ь" => (stem, ["я", "ю", "ь", "ем", "е"]),
        "й" => (if word == "ручей" { "ручь" } else { stem }, ["я", "ю", "й", "ем", "е"]),
        _ => {
            (fled.into_iter().find(|(noun, _)| *noun == word).map_or(word, |(_, stem)| stem), ["а", "у", "", "ом", "е"])
        }
    };
    let cases = [Genitive, Other, Accusative, Instrumental, Other];
    let mut out = vec![(word.to_owned(), Nominative)];
    out.extend(endings.iter().zip(cases).map(|(ending, case)| (format!("{stem}{ending}"), case)));
    out
}

/// The sort that a lower-case word names, `ё` written as it is, with the word's case.
pub(super) fn sort_of(word: &str) -> Option<(Sort, Case)> {
    let word = word.split('-').next().unwrap_or(word);
    if !word.starts_with(|c| ('\u{430}'..='\u{44f}').contains(&c)) {
        return None;
    }
    let folded = if word.contains('ё') { NOUNS.get(&word.replace('ё', "е")) } else { NOUNS.get(word) };
    folded.copied()
}

/// The sort that a noun in lower case gives to the unquoted name right after it: "корабль Орион", "в
/// городе Кирове", but not "завод Форда", and of several nothing ("реки Сибири").
pub(super) fn given_to(noun: &str, name: &str) -> Option<Sort> {
    let (sort, case) = sort_of(noun)?;
    (case != Case::Genitive && (sort.is_named() || !is_possessive(name))).then_some(sort)
}

/// True if a noun in lower case is not part of the name after it: of "Город Тула" and "Река Урал", but not of
/// "Остров Пасхи"; "Роман" is a given name too.
pub(super) fn begins_with_sort(noun: &str, name: &str) -> bool {
    let town = sort_of(noun).is_some_and(|(sort, _)| sort == Sort::Town);
    given_to(noun, name).is_some() && (town || !is_possessive(name)) && !is_form_of_given(noun)
}

/// True if a name looks like a genitive: the owner of the thing, or its eponym.
fn is_possessive(name: &str) -> bool {
    ["а", "я", "ы", "и", "ого", "ой", "ых", "их"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_are_known_in_each_case() {
        assert_eq!(sort_of("рекой"), Some((Sort::Water, Case::Instrumental)));
        assert_eq!(sort_of("посёлка"), Some((Sort::Town, Case::Genitive)));
        assert_eq!(sort_of("планета-гигант"), Some((Sort::Sky, Case::Nominative)));
        assert_eq!(sort_of("созвездии"), Some((Sort::Sky, Case::Other)));
        assert_eq!(sort_of("город"), Some((Sort::Town, Case::Nominative)));
        assert_eq!(sort_of("рекорд"), None);
    }

    #[test]
    fn a_noun_gives_its_sort_to_the_name_behind_it() {
        assert_eq!(given_to("корабль", "Орион"), Some(Sort::Craft));
        assert_eq!(given_to("городе", "Твери"), Some(Sort::Town));
        assert_eq!(given_to("завод", "Форда"), None);
        assert_eq!(given_to("реки", "Сибири"), None);
        assert!(begins_with_sort("город", "Тула") && begins_with_sort("река", "Урал"));
        assert!(!begins_with_sort("остров", "Пасхи") && !begins_with_sort("роман", "Абрамович"));
    }
}
