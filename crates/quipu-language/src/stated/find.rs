//! Answers of clauses to a question: the share of the question that a clause covers, and the names, numbers or dates in
//! it that answer.

use serde::{Deserialize, Serialize};

use super::clauses::Clause;
use super::families::{is_small, is_weak};
use super::pieces::{Piece, Sort};
use super::quantity::{Dimension, quantities};
use super::wanted::{AskedFact, AskedSort, VerbSide, backwards};
use quipu_kernel::model::Day;

/// An answer found in a clause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundClause {
    /// The answers: one, except for a list.
    pub values: Vec<String>,
    /// True for each of them that is of the expected sort, by the words in or beside it.
    pub sorted: Vec<bool>,
    /// The share of the question that the clause covers, 0 to 1.
    pub covered: f64,
    /// Since when it holds, or when it was.
    pub since: Option<Day>,
    /// Until when.
    pub until: Option<Day>,
    /// The first number that it says, in its base unit.
    pub amount: Option<f64>,
    /// The clause.
    pub text: String,
    /// Position of the clause.
    pub clause: usize,
}

/// Minimal share of the question that a clause must cover.
const LEAST: f64 = 0.6;

/// The answers of one document's clauses; `topic` are the pieces of its title.
pub fn findings(wanted: &AskedFact, clauses: &[Clause], topic: &[Piece]) -> Vec<FoundClause> {
    let found = clauses.iter().enumerate().filter_map(|(at, clause)| finding(wanted, clause, topic, at));
    found.collect()
}

fn finding(wanted: &AskedFact, clause: &Clause, topic: &[Piece], at: usize) -> Option<FoundClause> {
    let pieces = with_topic(clause, topic);
    if !wanted.known.iter().all(|word| pieces.iter().any(|piece| is_known(piece, word))) {
        return None;
    }
    let denies =
        pieces.iter().any(|piece| matches!(piece.low.as_str(), "not" | "no" | "never" | "не" | "нет" | "cannot"));
    let covered = covered(wanted, &pieces);
    if covered < LEAST || denies && wanted.verb.is_some() || !stands_aside(wanted, &pieces) {
        return None;
    }
    let (values, sorted) = values(wanted, &pieces);
    let (since, until) = period(&pieces);
    let text = super::clauses::joined(&pieces_shown(clause, topic));
    let amount = quantities(&clause.pieces).first().map(|quantity| quantity.value);
    (!values.is_empty()).then_some(FoundClause { values, sorted, covered, since, until, amount, text, clause: at })
}

/// The pieces as they are shown: "Lamp: Port: 8110".
fn pieces_shown(clause: &Clause, topic: &[Piece]) -> Vec<Piece> {
    let mut out = with_topic(clause, topic);
    if clause.topical && !topic.is_empty() {
        let colon =
            Piece { text: ":".into(), low: ":".into(), key: ":".into(), sort: Sort::Sign(':'), span: topic[0].span };
        out.insert(topic.len(), colon);
    }
    out
}

/// The pieces of a clause, after the title that it is about without naming it.
pub fn with_topic(clause: &Clause, topic: &[Piece]) -> Vec<Piece> {
    if !clause.topical {
        return clause.pieces.clone();
    }
    topic.iter().chain(&clause.pieces).cloned().collect()
}

/// True if a piece is a word of a known name.
pub fn is_known(piece: &Piece, word: &str) -> bool {
    matches!(piece.sort, Sort::Name | Sort::Quoted | Sort::Version | Sort::Date(_) | Sort::Word)
        && (piece.low == word || piece.low.split(' ').any(|part| part == word))
}

fn covered(wanted: &AskedFact, pieces: &[Piece]) -> f64 {
    // The counted noun is more specific than its adjectives.
    let counted = |key: &String| wanted.sort == AskedSort::Number && wanted.class.as_ref() == Some(key);
    let weight = |key: &String| match () {
        () if counted(key) => 2.0,
        () if is_weak(key) => 0.3,
        () => 1.0,
    };
    let version = pieces.iter().any(|piece| piece.sort == Sort::Version);
    let said = |key: &&String| {
        pieces.iter().any(|piece| piece.key == **key && !piece.is_name()) || *key == "version" && version
    };
    let all: f64 = wanted.keys.iter().map(weight).sum();
    if all == 0.0 {
        return if wanted.sort == AskedSort::Name { 0.0 } else { 1.0 };
    }
    wanted.keys.iter().filter(said).map(weight).sum::<f64>() / all
}

/// The place of the verb that separates the sides, and true if it is passive or reversed.
fn verb(wanted: &AskedFact, pieces: &[Piece]) -> Option<(usize, bool)> {
    let verb = wanted.verb.as_ref()?;
    let at = pieces.iter().position(|piece| piece.key == *verb && piece.is_word())?;
    let by = pieces[at + 1..].iter().take(2).any(|piece| piece.low == "by");
    Some((at, by || backwards(&pieces[at].low)))
}

/// True if the known name stands on the required side of the verb.
fn stands_aside(wanted: &AskedFact, pieces: &[Piece]) -> bool {
    let Some(side) = wanted.side else { return true };
    let Some((at, turned)) = verb(wanted, pieces) else { return false };
    let Some(first) = wanted.known.first() else { return true };
    let known = pieces.iter().position(|piece| is_known(piece, first)).unwrap_or(at);
    (known < at) == ((side == VerbSide::Before) != turned)
}

fn values(wanted: &AskedFact, pieces: &[Piece]) -> (Vec<String>, Vec<bool>) {
    let plain = |values: Vec<String>| {
        let sorted = vec![true; values.len()];
        (values, sorted)
    };
    match wanted.sort {
        AskedSort::Text => {
            plain(if subject(wanted, pieces) { vec![super::clauses::joined(pieces)] } else { Vec::new() })
        }
        AskedSort::Date => plain(
            nearest(wanted, pieces, |piece| piece.day().is_some())
                .into_iter()
                .map(|piece| piece.text.clone())
                .collect(),
        ),
        AskedSort::Version => plain(
            pieces.iter().filter(|piece| piece.sort == Sort::Version).take(1).map(|piece| piece.text.clone()).collect(),
        ),
        AskedSort::Number => plain(numbers(wanted, pieces)),
        AskedSort::Span => {
            let spans =
                quantities(pieces).into_iter().filter(|quantity| quantity.dimension == Dimension::Measured("time"));
            plain(spans.take(1).map(|quantity| quantity.text).collect())
        }
        AskedSort::Name => match names(wanted, pieces) {
            (values, _) if values.is_empty() && wanted.side.is_none() => plain(told(wanted, pieces)),
            found => found,
        },
    }
}

/// True if the known name is the subject of the clause, and a verb states something of it.
fn subject(wanted: &AskedFact, pieces: &[Piece]) -> bool {
    let verb = pieces.iter().position(super::clauses::verbal);
    verb.is_some_and(|verb| wanted.known.iter().all(|word| pieces[..verb].iter().any(|piece| is_known(piece, word))))
}

/// The piece of a sort that stands nearest after a word of the question, else the first.
fn nearest<'p>(wanted: &AskedFact, pieces: &'p [Piece], is: impl Fn(&Piece) -> bool) -> Option<&'p Piece> {
    let last = wanted.keys.iter().filter_map(|key| pieces.iter().rposition(|piece| piece.key == *key)).max();
    let after = last.and_then(|last| pieces[last..].iter().find(|piece| is(piece)));
    after.or_else(|| pieces.iter().find(|piece| is(piece)))
}

fn numbers(wanted: &AskedFact, pieces: &[Piece]) -> Vec<String> {
    let all = quantities(pieces);
    let class = wanted.class.as_deref().unwrap_or_default();
    let counts = all.iter().find(
        |quantity| matches!(&quantity.dimension, Dimension::Counted(key) | Dimension::Labelled(key) if key == class),
    );
    let beside =
        || all.iter().find(|quantity| !matches!(quantity.dimension, Dimension::Version | Dimension::Counted(_)));
    counts.or_else(beside).map(|quantity| quantity.text.clone()).into_iter().collect()
}

/// The date, version or number of a line about the asked thing without a name: "First release: 12 April 2021".
fn told(wanted: &AskedFact, pieces: &[Piece]) -> Vec<String> {
    let valued = |piece: &Piece| matches!(piece.sort, Sort::Date(_) | Sort::Version | Sort::Number(_));
    let Some(found) = nearest(wanted, pieces, valued) else { return Vec::new() };
    let whole = quantities(pieces)
        .into_iter()
        .find(|quantity| pieces[quantity.pieces.0..quantity.pieces.1].iter().any(|piece| piece.span == found.span));
    vec![whole.map_or_else(|| found.text.clone(), |quantity| quantity.text)]
}

/// A run of names, with the number after it and the nouns beside it.
struct Run {
    from: usize,
    to: usize,
}

fn runs(pieces: &[Piece]) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let joins = out.last().is_some_and(|last| {
            last.to == at
                && piece.span.start <= pieces[at - 1].span.end + 1
                && piece.span.start >= pieces[at - 1].span.end
        });
        let number = piece.number().is_some()
            && joins
            && !pieces.get(at + 1).is_some_and(|next| next.is_word() && !is_small(&next.low));
        if !piece.is_name() && !number {
            continue;
        }
        match out.last_mut() {
            Some(last) if joins => last.to = at + 1,
            _ => out.push(Run { from: at, to: at + 1 }),
        }
    }
    out
}

/// The names that answer: not the one that is known, on the other side of the verb, those of one list together.
fn names(wanted: &AskedFact, pieces: &[Piece]) -> (Vec<String>, Vec<bool>) {
    let is_own =
        |run: &Run| pieces[run.from..run.to].iter().any(|piece| wanted.known.iter().any(|word| is_known(piece, word)));
    let mut open: Vec<Run> = runs(pieces).into_iter().filter(|run| !is_own(run)).collect();
    let place = verb(wanted, pieces).filter(|_| wanted.side.is_some());
    if let (Some((at, turned)), Some(side)) = (place, wanted.side) {
        let after = (side == VerbSide::Before) != turned;
        open.retain(|run| (run.from > at) == after);
    }
    let near = place
        .map(|(at, _)| at)
        .or_else(|| wanted.keys.iter().filter_map(|key| pieces.iter().position(|piece| piece.key == *key)).max());
    let Some(first) = (0..open.len()).min_by_key(|at| {
        near.map_or(*at, |near| open[*at].from.abs_diff(near) * 2 + usize::from(open[*at].from < near))
    }) else {
        return (Vec::new(), Vec::new());
    };
    let listed = together(pieces, &open, first);
    let value =
        |run: &Run| pieces[run.from..run.to].iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ");
    let sorted = listed.iter().map(|run| of_class(wanted, pieces, run)).collect();
    (listed.iter().map(|run| value(run)).collect(), sorted)
}

/// The runs of one list around a run: "A, B and C".
fn together<'r>(pieces: &[Piece], runs: &'r [Run], first: usize) -> Vec<&'r Run> {
    let linked = |one: &Run, other: &Run| {
        let between = &pieces[one.to..other.from];
        between.len() <= 3
            && between.iter().all(|piece| matches!(piece.low.as_str(), "," | "and" | "or" | "the" | "и" | "или" | "&"))
    };
    let (mut from, mut to) = (first, first);
    while from > 0 && linked(&runs[from - 1], &runs[from]) {
        from -= 1;
    }
    while to + 1 < runs.len() && linked(&runs[to], &runs[to + 1]) {
        to += 1;
    }
    runs[from..=to].iter().collect()
}

/// True if a run is of the expected class: the noun stands in it or beside it.
fn of_class(wanted: &AskedFact, pieces: &[Piece], run: &Run) -> bool {
    let Some(class) = wanted.class.as_deref() else { return true };
    let beside = [run.from.checked_sub(1), Some(run.to)].into_iter().flatten().filter_map(|at| pieces.get(at));
    let within = |piece: &Piece| piece.low.contains(class) || super::families::key(&piece.low) == class;
    beside.clone().any(|piece| piece.key == class) || pieces[run.from..run.to].iter().any(within)
}

/// Beginning and end of the time in which a clause holds, by its own words.
fn period(pieces: &[Piece]) -> (Option<Day>, Option<Day>) {
    let (mut since, mut until) = (None, None);
    for (at, piece) in pieces.iter().enumerate() {
        let Some(day) = piece.day() else { continue };
        let before = at.checked_sub(1).map_or("", |before| pieces[before].low.as_str());
        match before {
            "until" | "till" | "to" | "до" | "по" => until = Some(day),
            _ => since = since.or(Some(day)),
        }
    }
    (since, until)
}

/// Pairs that a clause states by a verb, agent and object; several where it lists them.
pub fn pairs(clause: &Clause, topic: &[Piece], verbs: &[&str]) -> Vec<(String, String)> {
    let pieces = with_topic(clause, topic);
    let denies =
        |piece: &Piece| matches!(piece.low.as_str(), "not" | "no" | "never" | "не" | "нет" | "cannot" | "without");
    if pieces.iter().any(denies) {
        return Vec::new();
    }
    let Some(at) = (1..pieces.len()).find(|at| does(&pieces, *at, verbs)) else { return Vec::new() };
    let turned = backwards(&pieces[at].low) || pieces[at + 1..].iter().take(2).any(|piece| piece.low == "by");
    let all = runs(&pieces);
    let shown =
        |run: &Run| pieces[run.from..run.to].iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ");
    let listed = |near: Option<usize>| near.map(|near| together(&pieces, &all, near)).unwrap_or_default();
    let before: Vec<&Run> =
        listed(all.iter().rposition(|run| run.to <= at)).into_iter().filter(|run| run.to <= at).collect();
    let after: Vec<&Run> =
        listed(all.iter().position(|run| run.from > at)).into_iter().filter(|run| run.from > at).collect();
    // A name far after the verb is no object of it.
    let near = after.first().is_some_and(|first| first.from <= at + 5);
    let mut out = Vec::new();
    for one in before.iter().filter(|_| near) {
        for other in &after {
            out.push(if turned { (shown(other), shown(one)) } else { (shown(one), shown(other)) });
        }
    }
    out
}

/// True if a word at a place is one of some verbs, and no noun: "On call changes every Monday" calls nobody.
fn does(pieces: &[Piece], at: usize, verbs: &[&str]) -> bool {
    let (piece, before) = (&pieces[at], &pieces[at - 1]);
    let verb = piece.is_word() && verbs.contains(&piece.key.as_str());
    let formed = super::clauses::verbal(piece) || piece.low.ends_with("ing");
    let base = before.is_name()
        || matches!(before.low.as_str(), "to" | "must" | "can" | "will" | "may" | "should" | "also" | "directly");
    let noun = matches!(before.low.as_str(), "on" | "the" | "a" | "an" | "of" | "failed" | "these" | "its");
    verb && !noun && (formed || base)
}
