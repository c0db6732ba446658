//! A sentence prepared for comparison: its main clause, the words that count, its negation, its conditions, the holder
//! of its opinion.

use std::collections::BTreeSet;

use super::Difference;
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::quantity::{Quantity, quantities};
use crate::clauses::verb_families::{is_small, is_weak};
use quipu_kernel::model::Day;

/// Words that begin a clause beside the main one.
const BESIDE: &str = " which who whom whose where since because although though while whereas but so when that который которая которое которые которую которого которой которых где когда хотя потому поскольку но а чтобы так ";
/// Words that deny.
const DENY: &str = " not never no none neither nor without cannot nobody nothing isn't wasn't aren't weren't doesn't don't didn't hasn't haven't hadn't can't won't не нет ни без никогда никто ничего нельзя ";
/// Phrases that deny nothing, though a word in them does.
const DENY_NOT: &[&str] = &[
    "not all",
    "not every",
    "not only",
    "not always",
    "not necessarily",
    "not just",
    "no later than",
    "no more than",
    "no less than",
    "no fewer than",
    "not more than",
    "not later than",
    "no sooner",
    "not yet",
    "не все",
    "не всегда",
    "не только",
    "не обязательно",
    "не более",
    "не менее",
    "не позднее",
    "не раньше",
    "не больше",
    "не меньше",
    "не сразу",
];
/// Words that leave the truth of a statement open.
const OPEN: &[&str] = &[
    "not known",
    "unknown",
    "not clear",
    "unclear",
    "not certain",
    "uncertain",
    "whether",
    "perhaps",
    "maybe",
    "might",
    "if",
    "possibly",
    "reportedly",
    "неизвестн*",
    "не известн*",
    "неясно",
    "возможно",
    "может быть",
    "вероятно",
    "якобы",
    "если",
    "ли",
];
/// Verbs of opinion, by their beginnings.
const OPINION: &str = "expect believe think thought claim hope fear suggest suspect argue predict propose plan intend doubt assume estimate ожида считает считают полага дума утвержда предполага надеют опаса прогнозир планир намерен сомнева оценива";
/// Conditions of time or scope under which a statement may hold, by beginnings.
const CONDITIONS: &str = "monday tuesday wednesday thursday friday saturday sunday weekday weekend winter summer spring autumn night daytime morning evening holiday season weather понедельник вторник сред четверг пятниц суббот воскресен будн выходн зим весн осен ночь утр вечер праздни погод";
/// Russian words for a season or a time of day, whole.
const CONDITIONS_WHOLE: &str = " летом лето лета днем ночью ";
/// Prepositions after which a statement says for whom or when it holds.
const FOR: &str = " for unless except only для кроме при ";

/// A sentence as it is compared.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ComparedSentence {
    /// The pieces of the main clause.
    pub(super) pieces: Vec<ClausePiece>,
    /// The keys of the words that count.
    pub(super) keys: BTreeSet<String>,
    /// The names among them, as written.
    pub(super) names: Vec<String>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) days: Vec<Day>,
    /// True if it is negated.
    pub(super) denies: bool,
    /// True if it leaves its truth open.
    pub(super) open: bool,
    /// The holder of the opinion.
    pub(super) opinion: Option<String>,
    /// The conditions under which it holds.
    pub(super) conditions: BTreeSet<String>,
    /// True if it states an unchangeable fact: a birth.
    pub(super) lasting: bool,
    /// Words in apposition to a name: which of several that bear it is meant.
    pub(super) apposed: BTreeSet<String>,
}

impl ComparedSentence {
    /// Reads a sentence.
    pub(super) fn read(text: &str, names: &[&str]) -> Self {
        let all = pieces(text, names);
        let apposed = apposed(&all);
        let pieces = main(all);
        let lower = format!(" {} ", pieces.iter().map(|piece| piece.low.as_str()).collect::<Vec<_>>().join(" "));
        let conditions = conditions(&pieces);
        let quantities = quantities(&pieces);
        let within = |at: usize| quantities.iter().any(|quantity| (quantity.pieces.0..quantity.pieces.1).contains(&at));
        let counted = |at: usize, piece: &ClausePiece| {
            let other = is_small(&piece.low)
                || denies(piece)
                || within(at)
                || is_hedge(&piece.low)
                || conditions.contains(&piece.key);
            matches!(piece.sort, PieceSort::Word | PieceSort::Name | PieceSort::Quoted) && !other
        };
        let keys =
            pieces.iter().enumerate().filter(|(at, piece)| counted(*at, piece)).map(|(_, piece)| piece.key.clone());
        let mut keys: BTreeSet<String> = keys.collect();
        // A sentence of weak words alone keeps them as its keys.
        if keys.iter().filter(|key| !is_weak(key)).count() > 1 {
            keys.retain(|key| !is_weak(key));
        }
        let lasting = keys.iter().any(|key| matches!(key.as_str(), "born" | "die" | "found"));
        Self {
            names: names_of(&pieces),
            days: pieces.iter().filter_map(ClausePiece::day).collect(),
            denies: pieces.iter().any(denies) && !DENY_NOT.iter().any(|phrase| lower.contains(&format!(" {phrase} "))),
            open: OPEN.iter().any(|phrase| holds(&lower, phrase)),
            opinion: opinion(&pieces),
            keys,
            quantities,
            conditions,
            lasting,
            apposed,
            pieces,
        }
    }

    /// The time in which it holds: by its own dates, unless these are the difference, else by its document's date.
    pub(super) fn period(&self, written: Option<Day>, difference: Difference) -> Option<Day> {
        let own = self.days.first().copied().filter(|_| difference != Difference::Date);
        own.or(written)
    }
}

/// True if pieces leave the truth of what they say open by a word for that, or report an opinion.
pub(crate) fn leaves_open(pieces: &[ClausePiece]) -> bool {
    let lower = format!(" {} ", pieces.iter().map(|piece| piece.low.as_str()).collect::<Vec<_>>().join(" "));
    let unsure = |phrase: &&&str| !matches!(**phrase, "if" | "если" | "ли") && holds(&lower, phrase);
    OPEN.iter().any(|phrase| unsure(&phrase)) || opinion(pieces).is_some()
}

fn holds(lower: &str, phrase: &str) -> bool {
    match phrase.strip_suffix('*') {
        Some(begin) => lower.contains(&format!(" {begin}")),
        None => lower.contains(&format!(" {phrase} ")),
    }
}

fn denies(piece: &ClausePiece) -> bool {
    piece.is_word() && DENY.contains(&format!(" {} ", piece.low))
}

fn is_hedge(low: &str) -> bool {
    " least most more less about around nearly almost up than over fewer roughly approximately become became becomes also still again just более менее около почти примерно свыше больше меньше стал стала стало стали является являются являлся являлась также всего еще уже ".contains(&format!(" {low} "))
}

/// The main clause: without brackets, appositions and the clauses beside it.
fn main(all: Vec<ClausePiece>) -> Vec<ClausePiece> {
    let mut out: Vec<ClausePiece> = Vec::new();
    let mut depth = 0_usize;
    let mut skip_to = 0;
    for (at, piece) in all.iter().enumerate() {
        match piece.sort {
            PieceSort::Sign('(' | '[') => depth += 1,
            PieceSort::Sign(')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || at < skip_to {
            continue;
        }
        if piece.is_sign(';') && !out.is_empty() {
            break;
        }
        if piece.is_sign(',') && !out.is_empty() {
            let next = all.get(at + 1).map_or("", |next| next.low.as_str());
            if BESIDE.contains(&format!(" {next} ")) {
                break;
            }
            if let Some(end) = apposition(&all, at) {
                skip_to = end + 1;
                continue;
            }
        }
        out.push(piece.clone());
    }
    out
}

/// The end of an apposition that begins with the comma at a place: ", the chemist,".
fn apposition(all: &[ClausePiece], comma: usize) -> Option<usize> {
    let after_name = comma.checked_sub(1).and_then(|at| all.get(at)).is_some_and(ClausePiece::is_name);
    let end = (comma + 1..all.len().min(comma + 9)).find(|at| all[*at].is_sign(','))?;
    let within = &all[comma + 1..end];
    let article = within.first().is_some_and(|first| matches!(first.low.as_str(), "the" | "a" | "an"));
    let list = all.get(end + 1).is_some_and(|next| matches!(next.low.as_str(), "and" | "or" | "и" | "или"))
        || within.iter().all(|piece| piece.is_name());
    (after_name && !list && (article || !within.iter().any(ClausePiece::is_name))).then_some(end)
}

fn apposed(all: &[ClausePiece]) -> BTreeSet<String> {
    let commas = (0..all.len()).filter(|at| all[*at].is_sign(','));
    let found = commas.filter_map(|comma| apposition(all, comma).map(|end| &all[comma + 1..end])).next();
    found
        .into_iter()
        .flatten()
        .filter(|piece| piece.is_word() && !is_small(&piece.low))
        .map(|piece| piece.key.clone())
        .collect()
}

/// True if a piece is a word for a time at which a statement may hold alone: a day of the week, a season.
pub(crate) fn is_timed(piece: &ClausePiece) -> bool {
    let letters = piece.low.chars().count();
    let begins =
        CONDITIONS.split(' ').any(|begin| piece.low.starts_with(begin) && letters <= begin.chars().count() + 4);
    !matches!(piece.sort, PieceSort::Sign(_) | PieceSort::Date(_))
        && (begins || CONDITIONS_WHOLE.contains(&format!(" {} ", piece.low)))
}

fn conditions(pieces: &[ClausePiece]) -> BTreeSet<String> {
    let mut out: BTreeSet<String> =
        pieces.iter().filter(|piece| is_timed(piece)).map(|piece| piece.key.clone()).collect();
    for pair in pieces.windows(2) {
        let word = pair[1].is_word()
            && !is_small(&pair[1].low)
            && crate::clauses::quantity::word_number(&pair[1].low).is_none();
        if FOR.contains(&format!(" {} ", pair[0].low)) && word {
            out.insert(pair[1].key.clone());
        }
    }
    out
}

/// The holder of an opinion that a sentence reports.
fn opinion(pieces: &[ClausePiece]) -> Option<String> {
    let is = |piece: &ClausePiece| piece.is_word() && OPINION.split(' ').any(|begin| piece.low.starts_with(begin));
    let at = pieces.iter().position(is)?;
    let who = pieces[..at].iter().filter(|piece| !is_small(&piece.low)).map(|piece| piece.low.as_str());
    Some(who.collect::<Vec<_>>().join(" "))
}

/// The names of a sentence, those of several words whole; initials go with the words after them.
fn names_of(pieces: &[ClausePiece]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let point =
            piece.is_sign('.') && at > 0 && pieces[at - 1].is_name() && pieces[at - 1].text.chars().count() == 1;
        if point {
            last = Some(at);
        }
        if !piece.is_name() {
            continue;
        }
        match out.last_mut() {
            Some(name) if last.is_some_and(|last| last + 1 == at) => {
                name.push(' ');
                name.push_str(&piece.text);
            }
            _ => out.push(piece.text.clone()),
        }
        last = Some(at);
    }
    out
}
