//! The fact that a question asks of sentences: the known name, the words that must stand beside it, the side of the
//! verb on which the value stands, and the sort of the value. English and Russian, by rules.

use crate::stated::asked_for::Extreme;
use crate::stated::asked_for::When;
use serde::{Deserialize, Serialize};

use super::clauses::verbal;
use super::families::is_small;
use super::pattern::is_plural;
use super::pieces::{Piece, Sort};
use super::terms::{Known, extreme, is_extreme_at, known, when};

/// The sort of the asked value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedSort {
    /// A name.
    Name,
    /// A number.
    Number,
    /// A date.
    Date,
    /// A span of time.
    Span,
    /// A version.
    Version,
    /// A description of a thing or of its actions.
    Text,
}

/// A side of the verb, in the active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerbSide {
    /// The side of the agent.
    Before,
    /// The side of the object.
    After,
}

/// The fact that a question asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AskedFact {
    /// The words of the known name, in lower case; none in a question for a set by words alone.
    pub known: Vec<String>,
    /// The known name as written.
    pub shown: String,
    /// Keys that a statement should have.
    pub keys: Vec<String>,
    /// The verb that separates the sides, where they matter.
    pub verb: Option<String>,
    /// The side of the verb on which the known name stands.
    pub side: Option<VerbSide>,
    /// The sort of the asked value.
    pub sort: AskedSort,
    /// The noun of the asked value, as a key: `team`.
    pub class: Option<String>,
    /// True for a question for several.
    pub many: bool,
    /// When.
    pub when: Option<When>,
    /// The extreme among several.
    pub extreme: Option<Extreme>,
    /// True if the question asks for things without this statement.
    pub denied: bool,
}

/// Verbs that mean another thing when they are turned around.
pub(crate) const SIDED: &str = " lead own use depend call need replace found write direct buy teach build ";
/// True for verbs with the reverse meaning of their family.
pub(crate) fn backwards(low: &str) -> bool {
    low.starts_with("belong") || low.starts_with("принадлеж")
}

/// Words that ask, or that say how; no statement needs them.
const ASKING: &str = " which what who whom whose when where how many much long often what's list name show give tell find every all directly indirectly through others other only some called known there please exactly still ever name's какой какая какое какие каких каком какую каким кто что где когда сколько перечисли назови покажи все всех напрямую прямо косвенно через другие чего каков какова каково ли у ";

/// Reads the fact that the pieces of a question ask of sentences.
pub fn wanted(pieces: &[Piece]) -> AskedFact {
    let pieces: Vec<Piece> =
        pieces.iter().filter(|piece| !matches!(piece.sort, Sort::Sign('?' | '.' | ',' | ':' | '!'))).cloned().collect();
    let opened = opened(&pieces);
    let (when, timed) = when(&pieces);
    let known = known(&pieces, &timed);
    let free = |at: usize| !opened.covers(at) && !known.covers(at) && !timed.contains(&at);
    let extreme = extreme(&pieces);
    let mut keys: Vec<String> = Vec::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(at, _)| free(*at)) {
        let asks = ASKING.contains(&format!(" {} ", piece.low))
            || is_small(&piece.low)
            || extreme.is_some() && is_extreme_at(&pieces, at);
        let dated = piece.key == "current" && when.is_some();
        if piece.is_word() && !asks && !dated && !keys.contains(&piece.key) {
            keys.push(piece.key.clone());
        }
    }
    let sort = sort(&pieces, &opened, &keys);
    let class = opened.noun.clone().or_else(|| (sort == AskedSort::Version).then(|| "version".to_owned()));
    let (verb, side) = sides(&pieces, &opened, &known);
    let denied = pieces.iter().any(|piece| matches!(piece.low.as_str(), "not" | "don't" | "doesn't" | "не"));
    if sort != AskedSort::Version {
        keys.retain(|key| Some(key) != class.as_ref() || sort == AskedSort::Number);
    }
    if let Some(class) = class.as_ref().filter(|_| sort == AskedSort::Number) {
        // The counted noun must be in the statement.
        keys.push(class.clone());
        keys.dedup();
    }
    if keys.is_empty() && sort == AskedSort::Name {
        keys.extend(class.clone());
    }
    AskedFact {
        known: known.words(&pieces),
        shown: known.shown(&pieces),
        keys,
        verb,
        side,
        sort,
        class,
        many: opened.many,
        when,
        extreme,
        denied,
    }
}

/// The words that open a question, and the noun of the asked value.
#[derive(Debug, Default)]
struct Opened {
    end: usize,
    noun: Option<String>,
    many: bool,
    wh: String,
    preposition: Option<String>,
}

impl Opened {
    fn covers(&self, at: usize) -> bool {
        at < self.end
    }
}

/// Words that open a question; those that ask for a list stand last.
const OPENING: &str = " which what who whom whose when where how кто что кому кем чего чем где когда сколько чей ";
const LISTING: &str = " list name show перечисли назови покажи перечислите назовите ";
/// Words between those and the noun.
const BETWEEN: &str = " all every each the many much long often critical все всех всего ";

/// True if a word is one of a list.
fn one_of(list: &str, low: &str) -> bool {
    list.contains(&format!(" {low} "))
}

fn opened(pieces: &[Piece]) -> Opened {
    let wh = |piece: &Piece| one_of(OPENING, &piece.low) || one_of(LISTING, &piece.low) || piece.low.starts_with("как");
    let Some(at) = pieces.iter().take(3).position(wh) else { return Opened::default() };
    let preposition = at.checked_sub(1).map(|before| pieces[before].low.clone());
    let first = pieces[at].low.clone();
    let lists = one_of(LISTING, &first);
    let between = pieces[at + 1..].iter().take_while(|piece| one_of(BETWEEN, &piece.low)).count();
    let begins = at + 1 + between;
    let end = noun_end(pieces, at, begins, lists);
    let noun = (begins < end).then(|| pieces[end - 1].key.clone());
    // Two nouns: only the last is the sort, the words before it describe it.
    let end = if noun.is_some() && end - begins > 1 && !lists { begins.max(end - 1) + 1 } else { end };
    let plural = (begins < end).then(|| &pieces[end - 1]).is_some_and(|noun| is_plural(noun) || russian_plural(&first));
    Opened {
        end,
        many: lists || plural && first != "сколько" || first == "сколько" && noun.is_some(),
        noun,
        wh: first,
        preposition,
    }
}

/// The end of the noun of the asked value: the last word before a verb, a name or a preposition.
fn noun_end(pieces: &[Piece], at: usize, begins: usize, lists: bool) -> usize {
    let first = pieces[at].low.as_str();
    let takes = lists || matches!(first, "which" | "what" | "whose" | "how" | "сколько") || first.starts_with("как");
    let stops = |piece: &Piece| !piece.is_word() || is_small(&piece.low) || verbal(piece) && !noun_like(piece, pieces);
    let mut end = begins;
    while takes && pieces.get(end).is_some_and(|piece| !stops(piece)) && end < begins + 3 {
        end += 1;
    }
    // "Which services depend": a plural ends the noun.
    if let Some(plural) = (begins..end).find(|at| is_plural(&pieces[*at])) {
        end = plural + 1;
    }
    // "Сколько действует токен": the first word after is a verb.
    let verb_first = || pieces.get(begins).is_some_and(|piece| verbal(piece) && !noun_like(piece, pieces));
    let counts = || pieces.get(at + 1).is_some_and(|next| matches!(next.low.as_str(), "many" | "much"));
    if first == "сколько" && verb_first() || first == "how" && !counts() { begins } else { end }
}

fn russian_plural(wh: &str) -> bool {
    matches!(wh, "какие" | "каких" | "каким" | "какими")
}

/// True if a word that looks like a verb stands as a noun: an English plural before a verb, a Russian noun before a
/// name.
fn noun_like(piece: &Piece, pieces: &[Piece]) -> bool {
    let at = pieces.iter().position(|one| one.span == piece.span).unwrap_or(0);
    let next = pieces.get(at + 1);
    let plural = is_plural(piece) && !super::families::is_verb(&piece.low);
    plural
        && next.is_some_and(|next| {
            next.is_word() && !matches!(next.low.as_str(), "the" | "a" | "an" | "which" | "what" | "by")
        })
}

fn sort(pieces: &[Piece], opened: &Opened, keys: &[String]) -> AskedSort {
    let low = |at: usize| pieces.get(at).map_or("", |piece| piece.low.as_str());
    let noun = opened.noun.as_deref().unwrap_or_default();
    let has = |key: &str| keys.iter().any(|known| known == key);
    let second = pieces.iter().position(|piece| piece.low == opened.wh).map_or("", |at| low(at + 1));
    match opened.wh.as_str() {
        "when" | "когда" => AskedSort::Date,
        "how" if second == "long" => AskedSort::Span,
        "how" if matches!(second, "many" | "much") => AskedSort::Number,
        "сколько" if noun.is_empty() => AskedSort::Span,
        "сколько" => AskedSort::Number,
        _ if matches!(noun, "year" | "date" | "day" | "month") || has("date") => AskedSort::Date,
        _ if noun == "version" || has("version") => AskedSort::Version,
        "what" | "что" if keys.is_empty() || keys.iter().all(|key| matches!(key.as_str(), "do" | "делает")) => {
            AskedSort::Text
        }
        _ if has("port") || noun == "port" || has("number") => AskedSort::Number,
        _ => AskedSort::Name,
    }
}

/// The verb that separates the sides, and the side of the known name.
fn sides(pieces: &[Piece], opened: &Opened, known: &Known) -> (Option<String>, Option<VerbSide>) {
    let at = (opened.end..pieces.len())
        .find(|at| pieces[*at].is_word() && SIDED.contains(&format!(" {} ", pieces[*at].key)));
    let (Some(at), Some(name)) = (at, known.at.first()) else { return (None, None) };
    let verb = &pieces[at];
    let by = pieces.get(at + 1).is_some_and(|next| next.low == "by") || opened.preposition.as_deref() == Some("by");
    // "На каком языке написан X": a question for a place or a means, with any agent.
    if !verb.text.is_ascii() && matches!(opened.preposition.as_deref(), Some("на" | "в" | "во" | "по")) {
        return (Some(verb.key.clone()), None);
    }
    let side = if verb.text.is_ascii() { english(*name < at, by) } else { russian(pieces, opened, *name, at) };
    let side = if backwards(&verb.low) { turned(side) } else { side };
    (Some(verb.key.clone()), Some(side))
}

fn english(before: bool, by: bool) -> VerbSide {
    if before == by { VerbSide::After } else { VerbSide::Before }
}

fn turned(side: VerbSide) -> VerbSide {
    if side == VerbSide::Before { VerbSide::After } else { VerbSide::Before }
}

/// Russian verbs say by their number, prepositions and cases who does it; the order of words does not.
fn russian(pieces: &[Piece], opened: &Opened, name: usize, verb: usize) -> VerbSide {
    let low = pieces[verb].low.as_str();
    if low.starts_with("завис") {
        let from = name.checked_sub(1).is_some_and(|before| pieces[before].low == "от");
        return if from { VerbSide::After } else { VerbSide::Before };
    }
    if backwards(low) {
        return VerbSide::Before;
    }
    let plural = ["ют", "ут", "ят", "ат"].iter().any(|end| low.ends_with(end));
    let object = matches!(opened.wh.as_str(), "какую" | "кого" | "чего" | "каким" | "какими" | "какой")
        && opened.preposition.is_none()
        && !matches!(opened.wh.as_str(), "какой" | "каким");
    if object || russian_plural(&opened.wh) && !plural && !low.ends_with("ли") {
        VerbSide::Before
    } else {
        VerbSide::After
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::pieces;
    use super::*;

    fn read(question: &str) -> AskedFact {
        wanted(&pieces(question, &[]))
    }

    #[test]
    fn a_question_says_what_it_knows_and_what_it_asks() {
        let asked = read("Which team owns AuthService?");
        assert_eq!(
            (asked.known, asked.side, asked.class),
            (vec!["authservice".to_owned()], Some(VerbSide::After), Some("team".into()))
        );
        let asked = read("On which services does AuthService depend?");
        assert_eq!((asked.side, asked.many, asked.keys), (Some(VerbSide::Before), true, vec!["depend".to_owned()]));
        let asked = read("How many replicas of AuthService run in production?");
        assert_eq!((asked.sort, asked.class), (AskedSort::Number, Some("replica".into())));
        let asked = read("Who led the Yard team before Ada Lind?");
        assert_eq!((asked.known, asked.when), (vec!["yard".to_owned()], Some(When::BeforeName("Ada Lind".into()))));
        assert_eq!(read("How long is a token of AuthService valid?").sort, AskedSort::Span);
    }

    #[test]
    fn a_russian_question_is_read_alike() {
        let asked = read("Какая команда владеет AuthService?");
        assert_eq!(
            (asked.verb, asked.side, asked.class),
            (Some("own".into()), Some(VerbSide::After), Some("team".into()))
        );
        assert_eq!(read("От чего зависит AuthService?").side, Some(VerbSide::Before));
        assert_eq!(read("Какие сервисы зависят от AuthService?").side, Some(VerbSide::After));
        assert_eq!(read("Сколько реплик у AuthService?").sort, AskedSort::Number);
    }
}
