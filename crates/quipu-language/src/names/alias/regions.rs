//! The region of a Russian town, from the words right after its name: "Советск Кировской области".
//!
//! Regions have one town of a name each, as a rule, so that two regions are two towns. Only words about the town
//! itself count, and only regions of today or their former names: a "губерния" had other borders.
//! Cost: a few words after a mention, and after the next sentence's beginning.

use crate::names::lexicon::marks_of;
use crate::names::sorts::{Case, NameSort, sort_of};
use crate::names::spelling::is_adjective;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Mention};
use quipu_kernel::text::{fold_name, head};

/// Maximal distance after a name at which its region is sought, in bytes.
const REACH: usize = 320;
/// Maximal length of a land after a comma, in bytes.
const NEAR: usize = 40;
/// The most words of an apposition up to its noun.
const MOST_WORDS: usize = 4;
/// Endings of Russian towns' names in the nominative.
const OF_TOWNS: [&str; 8] = ["ск", "цк", "град", "город", "поль", "бург", "ово", "ино"];
/// Former names of regions and those of today, without endings.
const RENAMED: [(&str, &str); 8] = [
    ("горьковск", "нижегородск"),
    ("калининск", "тверск"),
    ("куйбышевск", "самарск"),
    ("молотовск", "пермск"),
    ("сталинградск", "волгоградск"),
    ("чкаловск", "оренбургск"),
    ("башкортостан", "башкири"),
    ("татарстан", "татари"),
];
/// Republics, without endings.
const REPUBLICS: [&str; 19] = [
    "Башкири",
    "Башкортостан",
    "Татари",
    "Татарстан",
    "Карели",
    "Мордови",
    "Чуваши",
    "Удмурти",
    "Якути",
    "Бурят",
    "Хакаси",
    "Адыге",
    "Дагестан",
    "Чечн",
    "Ингушети",
    "Осети",
    "Калмык",
    "Белорусси",
    "Казахстан",
];

/// True if a name has an ending of names of towns.
pub(in crate::names) fn is_like_town(name: &str) -> bool {
    OF_TOWNS.iter().any(|ending| name.ends_with(ending))
}

/// True if a name's sound has an ending of names of towns.
pub(super) fn sounds_like_town(sound: &str) -> bool {
    ["sk", "ck", "grad", "gorod", "burg"].iter().any(|ending| sound.ends_with(ending))
}

/// The region, without its ending, of the town that a mention names.
pub(super) fn region(text: &str, mention: &Mention) -> Option<String> {
    let behind = head(text.get(mention.span.range().end..)?, REACH);
    stands(behind).or_else(|| apposed(behind)).or_else(|| pointed_at(behind))
}

/// The land of the town that a mention in Latin letters names, folded: "Springfield, Illinois". A land in a list of lands
/// has none.
pub(super) fn land(text: &str, mention: &Mention) -> Option<String> {
    let placeable = matches!(mention.kind, Kind::Place | Kind::Entity | Kind::Word);
    let behind = head(text.get(mention.span.range().end..)?, NEAR).strip_prefix(", ")?;
    if !placeable || marks_of(&mention.name.folded).any(Marks::LAND | Marks::NATION) {
        return None;
    }
    let ends = behind.char_indices().filter(|(_, c)| !c.is_alphabetic()).map(|(at, _)| at).chain([behind.len()]);
    let words = ends.map(|end| behind.split_at(end)).filter(|(words, _)| words.ends_with(char::is_alphabetic));
    let lands = words.take(MOST_WORDS).map(|(words, rest)| (fold_name(words), rest));
    let (land, rest) = lands.filter(|(land, _)| marks_of(land).any(Marks::LAND)).last()?;
    // "England captain" and "Georgia and Armenia" are no such lands.
    let closed = rest.is_empty() || rest.starts_with([',', '.', ';', ':', ')', '\n']);
    (behind.starts_with(char::is_uppercase) && closed).then_some(land)
}

/// " Кировской области", " в Башкирии", " на севере Кировской области".
fn stands(behind: &str) -> Option<String> {
    let rest = behind.strip_prefix(' ')?;
    let inside = rest.strip_prefix("в ").or_else(|| {
        let (side, rest) = rest.strip_prefix("на ")?.split_once(' ')?;
        is_side(side).then_some(rest)
    });
    named(inside.unwrap_or(rest)).or_else(|| republic(inside?))
}

/// ", город в Кировской области"; " — районный центр Кировской области".
fn apposed(behind: &str) -> Option<String> {
    let rest = [", ", " — ", " – "].iter().find_map(|gap| behind.strip_prefix(gap))?;
    of_town(rest.strip_prefix("это ").unwrap_or(rest))
}

/// "В этом городе Кировской области …", "Это город Кировской области", "Город лежит в …", in the next sentence.
fn pointed_at(behind: &str) -> Option<String> {
    let (_, next) = behind.split_once(". ")?;
    let next = next.split(['.', '!', '?', ';']).next()?;
    let told = next.find("этом городе ").or_else(|| next.starts_with("Это ").then_some(0));
    if let Some(region) = told.and_then(|at| of_town(next[at..].split_once(' ')?.1)) {
        return Some(region);
    }
    const VERBS: [&str; 4] = ["лежит", "стоит", "расположен", "находится"];
    let rest = next.strip_prefix("Город ").filter(|rest| VERBS.iter().any(|verb| rest.starts_with(verb)))?;
    let mut places = rest.match_indices(" в ").filter_map(|(at, word)| named(&rest[at + word.len()..]));
    places.next()
}

/// The region after a town's noun, which few adjectives may describe.
fn of_town(text: &str) -> Option<String> {
    let mut rest = text;
    for _ in 0..MOST_WORDS {
        let (word, behind) = rest.split_once(' ')?;
        let town = sort_of(word).is_some_and(|(sort, _)| sort == NameSort::Town) || word == "центр";
        if town {
            return stands(&rest[word.len()..]);
        }
        if !is_adjective(word) || sort_of(word).is_some_and(|(_, case)| case == Case::Genitive) {
            return None;
        }
        rest = behind;
    }
    None
}

/// The region that a text begins with: "Кировской области".
fn named(text: &str) -> Option<String> {
    let (adjective, rest) = text.split_once(' ')?;
    let kind = rest.split(|c: char| !c.is_alphabetic()).next()?;
    let endings: [&str; 2] = match kind {
        "области" => ["ой", "ой"],
        "края" | "крае" => ["ого", "ом"],
        _ => return None,
    };
    let stem = endings.iter().find_map(|ending| adjective.strip_suffix(ending))?;
    let fits = stem.starts_with(char::is_uppercase) && stem.ends_with(['к', 'н']);
    fits.then(|| today(&stem.to_lowercase()))
}

/// The republic that a text begins with: "Башкирии".
fn republic(text: &str) -> Option<String> {
    let word = text.split(|c: char| !c.is_alphabetic()).next()?;
    let stem = REPUBLICS.iter().find(|stem| word.starts_with(**stem))?;
    Some(today(&stem.to_lowercase()))
}

/// The name of today, without its ending.
fn today(stem: &str) -> String {
    let renamed = RENAMED.iter().find(|(former, _)| *former == stem);
    renamed.map_or(stem, |(_, today)| today).to_owned()
}

/// "севере", "юго-западе".
fn is_side(word: &str) -> bool {
    ["севере", "юге", "западе", "востоке"].iter().any(|side| word.ends_with(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::model::{Kind, Name, Span};

    fn of(behind: &str) -> Option<String> {
        let form = "Озёрск";
        let (name, span) = (Name::new(form), Span::new(0, form.len()));
        region(&format!("{form}{behind}"), &Mention { name, form: form.to_owned(), span, kind: Kind::Entity })
    }

    #[test]
    fn words_behind_a_town_tell_its_region() {
        for (behind, region) in [
            (" Челябинской области закрыт", "челябинск"),
            (" в Алтайском крае мал.", "алтайск"),
            (" на юго-западе Тверской области", "тверск"),
            (" в Башкирии стар", "башкири"),
            (", закрытый город в Пермском крае, мал", "пермск"),
            (" — районный центр Калининской области.", "тверск"),
            (" закрыт. В этом городе Челябинской области тихо.", "челябинск"),
            (" мал. Город лежит у озера в Омской области.", "омск"),
        ] {
            assert_eq!(of(behind).as_deref(), Some(region), "{behind}");
        }
    }

    #[test]
    fn what_is_said_of_others_tells_none() {
        for behind in
            [" везёт уголь в Томскую область", ", как и Томск в Томской области", " Тверской губернии", " мал.", ""]
        {
            assert_eq!(of(behind), None, "{behind}");
        }
    }
}
