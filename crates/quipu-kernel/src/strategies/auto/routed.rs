//! A choice by the kind of a question, as the agent's router reads it.

use super::super::entity_paths::{EntityPaths, PathsOptions};
use super::super::hybrid::Hybrid;
use super::super::statements::{Statements, StatementsOptions};
use super::super::walk::Walk;
use super::super::{Options, Strategy};
use super::by_names;
use crate::view::{Evidence, Hit, Needs, Note, Question, RouteKind, Thing, View, Why};

/// Depth of `paths` in relations, for a relation.
const DEPTH: &str = "3";

/// Strategies for a kind of question.
struct Looking {
    /// The strategies; several are merged by reciprocal ranks.
    ways: &'static [&'static dyn Strategy],
    /// True if each document's best chunk goes before its others.
    pages: bool,
    told: &'static str,
}

/// None: the named entities of the question choose.
fn looking(kind: RouteKind) -> Option<Looking> {
    let of = |ways, told| Looking { ways, pages: false, told };
    Some(match kind {
        RouteKind::Relation | RouteKind::Dependency => of(&[&EntityPaths, &Hybrid], "paths"),
        RouteKind::MultiHop | RouteKind::Comparison => of(&[&Walk, &EntityPaths], "walk with paths"),
        RouteKind::Temporal => of(&[&Statements, &Hybrid], "dated statements"),
        RouteKind::List | RouteKind::Count => Looking { pages: true, ..of(&[&Hybrid], "all pages") },
        RouteKind::Lookup
        | RouteKind::Contradiction
        | RouteKind::Condition
        | RouteKind::Reason
        | RouteKind::HowTo
        | RouteKind::Global
        | RouteKind::Calculate
        | RouteKind::Direct => return None,
    })
}

/// The kind of a question; one of unknown form asks for something said of one thing, and a long text has no form.
fn kind(question: &Question) -> RouteKind {
    question.route.filter(|_| !question.is_long()).unwrap_or(RouteKind::Lookup)
}

/// The options with a route's values for its strategies, where they are at their defaults.
fn set(options: &Options) -> Options {
    let mut set = options.clone();
    for (key, value, default) in [
        ("paths.depth", DEPTH, PathsOptions::default().depth.to_string()),
        ("statements.dated", "true", StatementsOptions::default().dated.to_string()),
    ] {
        if options.own(key).is_none() {
            set.keep(key, value.to_owned(), &default);
        }
    }
    set
}

/// Needs of the strategies together.
pub(super) fn plan(question: &Question, options: &Options) -> Needs {
    let (kind, options) = (kind(question), set(options));
    let Some(looking) = looking(kind) else { return by_names::plan(question, &options) };
    let all = looking.ways.iter().map(|way| way.plan(question, &options));
    all.reduce(Needs::joined).unwrap_or_default()
}

/// The chosen strategy, with the reason.
pub(super) fn chosen(question: &Question, view: &View, options: &Options) -> (&'static str, &'static str) {
    let kind = kind(question);
    match looking(kind) {
        Some(looking) => (looking.told, kind.name()),
        None => (by_names::chosen(question, view, options).0.name(), kind.name()),
    }
}

/// Results of the strategies, merged.
pub(super) fn retrieve(question: &Question, view: &View, options: &Options) -> Evidence {
    let (kind, set) = (kind(question), set(options));
    let Some(Looking { ways, pages, .. }) = looking(kind) else {
        return by_names::chosen(question, view, options).0.retrieve(question, view, options);
    };
    let mut found: Vec<(&str, Evidence)> =
        ways.iter().map(|way| (way.name(), way.retrieve(question, view, &set))).collect();
    // A strategy without hits gets no vote.
    if found.len() > 1 {
        found.retain(|(_, evidence)| {
            !evidence.notes.iter().any(|note| matches!(note, Note::NoEntry | Note::NoStatements))
        });
    }
    let mut evidence = match found.len() {
        0 => Hybrid.retrieve(question, view, options),
        1 => found.remove(0).1,
        _ => merged(found, options.limit),
    };
    if pages {
        evidence.hits = paged(evidence.hits);
    }
    evidence
}

/// By reciprocal ranks, with the things of all.
fn merged(found: Vec<(&str, Evidence)>, limit: usize) -> Evidence {
    let (mut lists, mut things, mut counts) = (Vec::new(), Vec::new(), None);
    for (name, evidence) in found {
        lists.push((name, evidence.hits));
        things.extend(evidence.things);
        counts.get_or_insert(evidence.counts);
    }
    // The reasons of a strategy are shown; only its place counts.
    let told = |name: &str, place: Why, hit: Hit| Why::sum(name, vec![place, hit.why.scaled(0.0)]);
    let hits = Hit::by_ranks("auto", lists, limit, told);
    Evidence { hits, things: Thing::each_once(things), counts: counts.unwrap_or_default(), ..Evidence::default() }
}

/// Each document's best chunk before its others; scores follow the new order.
fn paged(hits: Vec<Hit>) -> Vec<Hit> {
    let mut seen = std::collections::BTreeSet::new();
    let scores: Vec<f64> = hits.iter().map(|hit| hit.score).collect();
    let (first, rest): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| seen.insert(hit.document));
    first.into_iter().chain(rest).zip(scores).map(|(hit, score)| hit.at(score)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;
    use crate::view::Reason;

    #[test]
    fn the_kind_of_a_question_chooses() {
        let way = |text: &str, route| {
            let question = Question { route, ..Question::new(text) };
            chosen(&question, &View::default(), &Options::default()).0
        };
        assert_eq!(way("What is the Meridian Clock?", None), "walk");
        assert_eq!(
            way("Who is the mother of the director of Red Morning?", Some(RouteKind::MultiHop)),
            "walk with paths"
        );
        assert_eq!(way("How many bells hang in the tower?", Some(RouteKind::Count)), "all pages");
    }

    #[test]
    fn each_document_comes_before_any_comes_again() {
        let hit = |n: u8, document: u8, score: f64| {
            let why = Why::sum("toy", vec![Why::leaf(Reason::Cosine { cosine: score }, score)]);
            Hit { chunk: Key::of("chunk", &[&[n]]), document: Key::of("document", &[&[document]]), score, why }
        };
        let paged = paged(vec![hit(1, 1, 0.9), hit(2, 1, 0.8), hit(3, 2, 0.4)]);
        let chunks: Vec<Key> = paged.iter().map(|hit| hit.chunk).collect();
        assert_eq!(chunks, [1, 3, 2].map(|n: u8| Key::of("chunk", &[&[n]])));
        assert!(paged.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}
