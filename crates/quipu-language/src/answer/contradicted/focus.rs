//! What a question looks for, and the words that tell what it is about.

use std::collections::BTreeSet;

use super::super::asked::{AnswerKind, Asked, ValueForm, WantedValue, asked, only_asks};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::conflict::same_root;
use crate::clauses::quantity::{unit, word_number};
use crate::clauses::verb_families::{is_small, is_weak, key};
use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;

/// The kind of answer that two texts are compared by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sought {
    /// Yes or no.
    Whether(Modality),
    /// A number of things; the keys of their noun.
    Counted(Vec<String>),
    /// A measure of one of these dimensions.
    Measured(&'static [&'static str]),
    /// A number that a noun of the question has.
    Labelled,
    /// A date.
    Date,
    /// A country.
    Country,
    /// A place.
    Place,
    /// A person in a role with one holder, or who did what is done once.
    Person,
    /// A version.
    Version,
}

/// What a yes-or-no question asks of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modality {
    /// If it is so.
    Fact,
    /// If it must be.
    Need,
    /// If it may or can be.
    May,
}

const WHETHER: Halves = [english::WHETHER, russian::WHETHER];
const WHICH: Halves = [english::WHICH, russian::WHICH];
/// Words by which a question asks for a need.
const NEED: Halves = [
    "must need needs needed required requires require necessary mandatory obligatory compulsory obliged",
    "нужно нужен нужна нужны надо необходимо обязательно обязан обязана обязаны должен должна должны требуется требуются",
];
/// Words by which it asks for a permission or an ability.
const MAY: Halves = [
    "can could may might allowed permitted possible able",
    "можно может могут могу разрешено разрешается допустимо возможно допускается",
];
/// Words for most of a number, and for few of it.
pub(super) const MANY: Halves = ["all most every always majority usually", "все всегда большинство каждый обычно"];
pub(super) const FEW: Halves =
    ["few hardly rarely seldom scarcely none handful minority", "мало немногие редко никогда меньшинство"];
/// Words for the present.
const NOW: Halves = ["today now currently", "сегодня сейчас теперь"];
/// Conjunctions that begin a clause beside the main one.
const BESIDE: Halves = [
    "if when unless because since while once before after until although whereas",
    "если когда пока хотя потому поскольку",
];
/// Phrases that ask for one of several: another value is no contradiction.
const PARTITIVE: [&str; 10] = [
    " one of ",
    " some of ",
    " any of ",
    " example ",
    " other than ",
    " else ",
    " одна из ",
    " один из ",
    " одно из ",
    " еще ",
];
/// Families and stems of what is done once: who founded, wrote, built it.
const DONE_ONCE: &str = " lead own direct replace found write build win invent discov design compos paint chair ";
/// Words that measure after `how`, with the dimensions.
const MEASURES: [(&str, &[&str]); 4] = [
    ("long", &["time", "length"]),
    ("old", &["time"]),
    ("far tall high deep wide broad", &["length"]),
    ("heavy", &["mass"]),
];
const MONEY: &[&str] = &["dollars", "euros", "pounds-sterling", "roubles"];
/// The most words of a counted noun with its adjectives.
const COUNTED: usize = 3;

/// A question as two texts are compared by it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QuestionFocus {
    pub(super) sought: Sought,
    /// True if it asks for what holds where nothing is set.
    pub(super) by_default: bool,
    /// The keys that count of its main clause, in order.
    pub(super) keys: Vec<String>,
    /// Those of them that are names.
    pub(super) names: Vec<String>,
    /// The keys of all its words.
    pub(super) all: BTreeSet<String>,
    /// Its words in lower case.
    pub(super) words: Vec<String>,
}

/// The key of a piece, without the ending of a possessive.
pub(super) fn keyed(piece: &ClausePiece) -> String {
    key(piece.low.trim_end_matches("'s").trim_end_matches("’s"))
}

/// True if a piece is a word, a name or a quotation.
pub(super) fn is_wordy(piece: &ClausePiece) -> bool {
    matches!(piece.sort, PieceSort::Word | PieceSort::Name | PieceSort::Quoted)
}

/// True if one of the keys is of the same root.
pub(super) fn has_key<'k>(mut keys: impl Iterator<Item = &'k String>, key: &str) -> bool {
    keys.any(|known| same_root(known, key))
}

/// Pieces as one text in lower case, with a blank around each.
pub(super) fn spaced(pieces: &[ClausePiece]) -> String {
    let mut out = String::from(" ");
    for piece in pieces {
        out.push_str(&piece.low);
        out.push(' ');
    }
    out
}

impl QuestionFocus {
    /// Reads a question; none where texts cannot be compared by it.
    pub(super) fn of(question: &str) -> Option<Self> {
        let read = pieces(question, &[]);
        let asks = asked(question);
        let low = spaced(&read);
        if !asks.language.is_ruled() || asks.denied || PARTITIVE.iter().any(|phrase| low.contains(phrase)) {
            return None;
        }
        let sought = sought(&read, asks)?;
        let measures = matches!(sought, Sought::Measured(_) | Sought::Counted(_));
        let degree = read.windows(2).find(|two| two[0].low == "how").map(|two| two[1].span);
        let own = |piece: &&ClausePiece| {
            let measured = measures && unit(&piece.low).is_some();
            is_wordy(piece) && counts(piece) && !measured && !is_sought(&sought, piece) && degree != Some(piece.span)
        };
        let main: Vec<&ClausePiece> = main(&read).iter().filter(own).collect();
        let whole = || read.iter().filter(own).collect();
        let told: Vec<&ClausePiece> = if main.len() < 2 { whole() } else { main };
        let names = told.iter().filter(|piece| piece.is_name()).map(|piece| keyed(piece)).collect();
        let mut keys: Vec<String> = told.iter().map(|piece| keyed(piece)).collect();
        // Words that nearly every statement could have say nothing beside others.
        if keys.iter().filter(|key| !is_weak(key)).count() > 1 {
            keys.retain(|key| !is_weak(key));
        }
        let all = read.iter().filter(|piece| !matches!(piece.sort, PieceSort::Sign(_))).map(keyed).collect();
        let by_default = asks.kind == AnswerKind::Default;
        let words = read.iter().map(|piece| piece.low.clone()).collect();
        (!keys.is_empty()).then_some(Self { sought, by_default, keys, names, all, words })
    }

    /// The share of the question that keys say.
    pub(super) fn share<'k>(&self, keys: impl Iterator<Item = &'k String> + Clone) -> f64 {
        let said = self.keys.iter().filter(|key| has_key(keys.clone(), key)).count();
        said as f64 / self.keys.len().max(1) as f64
    }

    /// True if the question says a key.
    pub(super) fn says(&self, key: &str) -> bool {
        has_key(self.all.iter(), key)
    }
}

/// The main clause of a question.
fn main(read: &[ClausePiece]) -> &[ClausePiece] {
    let end = read.iter().enumerate().skip(2).position(|(_, piece)| either(BESIDE, &piece.low));
    let now_that = read.windows(2).skip(2).position(|two| two[0].low == "now" && two[1].low == "that");
    let end = end.into_iter().chain(now_that).min().map_or(read.len(), |at| at + 2);
    &read[..end]
}

/// True if a piece of a question tells what it is about.
fn counts(piece: &ClausePiece) -> bool {
    let modal = either(NEED, &piece.low) || either(MAY, &piece.low);
    let asks = either(WHICH, &piece.low) || either(WHETHER, &piece.low) || only_asks(&piece.low);
    let vague = either(MANY, &piece.low) || either(FEW, &piece.low) || either(NOW, &piece.low);
    !modal && !asks && !vague && !is_small(&piece.low) && word_number(&piece.low).is_none()
}

/// True if a piece names the kind of value: an answer need not say it.
fn is_sought(sought: &Sought, piece: &ClausePiece) -> bool {
    match sought {
        Sought::Country => keyed(piece) == "country",
        Sought::Place => either([english::PLACES, russian::PLACES], &piece.low),
        Sought::Measured(["percent"]) => either([english::NUMBER, "процент процента процентов"], &piece.low),
        Sought::Date => either([english::TIMES, russian::TIMES], &piece.low),
        _ => false,
    }
}

/// The kind of value that a question looks for.
fn sought(read: &[ClausePiece], asks: Asked) -> Option<Sought> {
    let first = read.first()?;
    let has = |list: Halves| read.iter().any(|piece| either(list, &piece.low));
    if either(WHETHER, &first.low) || read.iter().any(|piece| piece.low == "ли") {
        let modality = match () {
            () if has(NEED) || says_have_to(read) => Modality::Need,
            () if has(MAY) => Modality::May,
            () => Modality::Fact,
        };
        let open = read.iter().any(|piece| matches!(piece.low.as_str(), "or" | "или"));
        return (!open).then_some(Sought::Whether(modality));
    }
    let fact = matches!(asks.kind, AnswerKind::Fact | AnswerKind::Default | AnswerKind::Limit);
    if !fact || asks.degree.is_some() {
        return None;
    }
    match (asks.value, asks.form) {
        (_, ValueForm::Money) => Some(Sought::Measured(MONEY)),
        (_, ValueForm::Share) => Some(Sought::Measured(&["percent"])),
        (WantedValue::Number, _) | (_, ValueForm::Duration) => number(read, asks),
        (WantedValue::When, _) => Some(Sought::Date),
        (WantedValue::Where, _) => {
            let country = read.iter().any(|piece| keyed(piece) == "country");
            Some(if country { Sought::Country } else { Sought::Place })
        }
        (WantedValue::Who, _) => is_exclusive(read).then_some(Sought::Person),
        (WantedValue::Version, _) => Some(Sought::Version),
        (WantedValue::Anything, ValueForm::Any) => {
            read.iter().take(3).any(|piece| either(WHICH, &piece.low)).then_some(Sought::Labelled)
        }
        _ => None,
    }
}

/// True if pieces say `have to`.
pub(super) fn says_have_to(read: &[ClausePiece]) -> bool {
    read.windows(2).any(|two| matches!(two[0].low.as_str(), "have" | "has") && two[1].low == "to")
}

/// The number that a question looks for.
fn number(read: &[ClausePiece], asks: Asked) -> Option<Sought> {
    let how = read.iter().position(|piece| piece.low == "how").and_then(|at| read.get(at + 1));
    let measure = how.and_then(|next| {
        MEASURES.iter().find(|(words, _)| words.split(' ').any(|word| word == next.low)).map(|(_, names)| *names)
    });
    if let Some(dimensions) = measure {
        return Some(Sought::Measured(dimensions));
    }
    if asks.form == ValueForm::Duration {
        return Some(Sought::Measured(&["time"]));
    }
    let many = read.iter().position(|piece| matches!(piece.low.as_str(), "many" | "much" | "сколько"))?;
    let noun = read[many + 1..].iter().take_while(|piece| is_wordy(piece) && !is_small(&piece.low)).take(COUNTED);
    let noun: Vec<String> = noun.map(keyed).collect();
    (!noun.is_empty()).then_some(Sought::Counted(noun))
}

/// True if a question for someone asks for one: the holder of a role, or who did what is done once.
fn is_exclusive(read: &[ClausePiece]) -> bool {
    let at = read.iter().position(|piece| either([english::WHO, russian::WHO], &piece.low));
    let next = at.and_then(|at| read.get(at + 1)).map_or("", |next| next.low.as_str());
    let role = matches!(next, "is" | "was" | "является" | "был");
    role || read.iter().any(|piece| DONE_ONCE.contains(&format!(" {} ", keyed(piece))))
}

/// The keys of the words that say something.
pub(super) fn content(pieces: &[ClausePiece]) -> Vec<String> {
    pieces.iter().filter(|piece| is_wordy(piece) && !is_small(&piece.low)).map(keyed).collect()
}
