//! The kind of thing that a name stands for, by its words and by the words after it.
//!
//! A head noun decides ("River", "University", "Battle of"), then a title or a given name, then the
//! noun that a defining sentence gives ("is a 1932 British comedy film"). Where nothing decides, the
//! kind is honestly [`Kind::Entity`].

use super::name_tokens::{Gap, NameToken, TokenShape};
use crate::tables::marks::Marks;
use quipu_kernel::model::Kind;

/// Maximal distance in tokens of the defining noun from "is a".
const REACH: usize = 8;

/// Kinds by the noun of a defining sentence, the decisive ones first.
const BY_NOUN: [(Marks, Kind); 8] = [
    (Marks::WORK_NOUN, Kind::Work),
    (Marks::DATASET_NOUN, Kind::Dataset),
    (Marks::METRIC_NOUN, Kind::Metric),
    (Marks::SERVICE_NOUN, Kind::Service),
    (Marks::METHOD_NOUN, Kind::Method),
    (Marks::PERSON_NOUN, Kind::Person),
    (Marks::ORG_NOUN, Kind::Org),
    (Marks::PLACE_NOUN, Kind::Place),
];

/// The kind of the name that the tokens `name` spell. `after` are the tokens that follow.
pub(super) fn kind_of(text: &str, name: &[NameToken], after: &[NameToken]) -> Kind {
    let told = if was_born(text, after) { Some(Kind::Person) } else { None };
    told.or_else(|| by_list(text, name))
        .or_else(|| by_words(name))
        .or_else(|| by_definition(text, after))
        .or_else(|| by_shape(name))
        .unwrap_or_default()
}

/// Places whose names have several words, none of which shows it.
const PLACES: [&str; 30] = [
    "US",
    "U.S",
    "United States",
    "United Kingdom",
    "United States of America",
    "Soviet Union",
    "New York",
    "New York City",
    "New Zealand",
    "New Jersey",
    "New Mexico",
    "New Hampshire",
    "New South Wales",
    "South Africa",
    "South Korea",
    "North Korea",
    "North Carolina",
    "South Carolina",
    "North Dakota",
    "South Dakota",
    "Northern Ireland",
    "Hong Kong",
    "Los Angeles",
    "San Francisco",
    "San Diego",
    "Las Vegas",
    "Sri Lanka",
    "Saudi Arabia",
    "Puerto Rico",
    "Costa Rica",
];

fn by_list(text: &str, name: &[NameToken]) -> Option<Kind> {
    let form = &text[name.first()?.start..name.last()?.core];
    PLACES.contains(&form).then_some(Kind::Place)
}

/// "X (born …", "X (род. …".
fn was_born(text: &str, after: &[NameToken]) -> bool {
    after.first().is_some_and(|token| {
        token.gap == Gap::Break && matches!(token.word(text), "born" | "род" | "родился" | "родилась")
    })
}

fn by_words(name: &[NameToken]) -> Option<Kind> {
    // "World War II", "Route 66": the word before gives the kind.
    let counted = |token: &NameToken| {
        token.has(Marks::EVERYDAY) || matches!(token.shape, TokenShape::Number | TokenShape::Figure)
    };
    let name = &name[..name.iter().rposition(|token| !counted(token))? + 1];
    let (first, last) = (name.first()?, name.last()?);
    let head_end = name.iter().position(|token| token.has(Marks::OF)).filter(|at| *at > 0).unwrap_or(name.len());
    let head = &name[head_end - 1];
    let table = [
        (Marks::METRIC, Kind::Metric),
        (Marks::DATASET, Kind::Dataset),
        (Marks::METHOD, Kind::Method),
        (Marks::ORG, Kind::Org),
        (Marks::EVENT, Kind::Event),
        (Marks::PLACE, Kind::Place),
    ];
    let alone = name.len() == 1;
    let by_head = |token: &NameToken| table.iter().find(|(marks, _)| token.has(*marks)).map(|(_, kind)| *kind);
    if alone && first.has(Marks::LAND) {
        return Some(Kind::Place);
    }
    if !alone && first.has(Marks::TITLE) && !name.iter().any(|token| token.has(Marks::ORG | Marks::EVENT)) {
        return Some(Kind::Person);
    }
    if alone {
        return [Marks::METRIC, Marks::DATASET, Marks::METHOD]
            .iter()
            .find(|marks| first.has(**marks) && first.shape == TokenShape::Upper)
            .and_then(|_| by_head(first));
    }
    by_head(head)
        .or_else(|| by_head(last))
        .or_else(|| (first.has(Marks::PLACE | Marks::ORG) && !last.has(Marks::GIVEN)).then(|| by_head(first)).flatten())
}

/// The kind from a defining sentence: "X is a … film", "X (born …", "X — это город".
fn by_definition(text: &str, after: &[NameToken]) -> Option<Kind> {
    let mut rest = after.iter().take(REACH + 2).take_while(|token| !token.first);
    // "Для Куросавы это фильм" says nothing of him.
    let behind = |token: &NameToken| match token.gap {
        Gap::Dash => true,
        Gap::Space => token.word(text) != "это",
        _ => false,
    };
    rest.next().filter(|token| token.has(Marks::COPULA) && behind(token))?;
    let mut found = None;
    for token in rest {
        if matches!(token.gap, Gap::Break | Gap::Comma)
            || token.has(Marks::LOOSE) && !token.has(Marks::THE) && token.length > 2
            || token.has(Marks::OF)
        {
            break;
        }
        if let Some((_, kind)) = BY_NOUN.iter().find(|(marks, _)| token.has(*marks) && token.shape == TokenShape::Lower)
        {
            found = Some(*kind);
        }
    }
    found
}

/// A given name first, or an initial inside: a person.
fn by_shape(name: &[NameToken]) -> Option<Kind> {
    let words = name.len();
    // "J. Smith", but no "C API".
    let initial =
        |pair: &[NameToken]| pair[0].is_initial() && (pair[1].gap == Gap::Dot || pair[1].shape == TokenShape::Capital);
    let person = (2..=5).contains(&words) && (name[0].has(Marks::GIVEN) || name.windows(2).any(initial));
    person.then_some(Kind::Person)
}
