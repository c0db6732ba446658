//! The phase of every strategy: the context alone, question to evidence, after searchable things were built.

use quipu_adapters::store::shelves;
use quipu_engine::base::ClusterOptions;
use quipu_engine::entity_index::bring_up;
use quipu_engine::query::Query;
use quipu_engine::search::search;
use quipu_engine::{CommunityShelf, Workspace};
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::{Options, strategies};
use quipu_kernel::view::Filter;

use super::BenchError;
use super::measured::{Measured, Place};
use super::setup::{runtime, writer};
use super::spans::timed as clocked;
use super::timed::plain;

/// Number of questions for each strategy, after as many others.
const ASKED: usize = 40;

/// Ways that read communities, which take longer to make than all else here.
const OF_COMMUNITIES: [&str; 1] = ["local"];

/// The names of the ways that are measured.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    strategies().iter().map(|way| way.name()).filter(|name| !OF_COMMUNITIES.contains(name))
}

/// The phase.
pub(super) fn run(place: &Place) -> Result<Measured, BenchError> {
    let (store, runtime) = (writer(place)?, runtime()?);
    let kept = CommunityShelf { shelf: shelves(&place.store()).communities, options: ClusterOptions::default() };
    let workspace = Workspace { communities: Some(kept.clone()), ..plain(store) };
    let mut out = Measured::default();
    let (made, ms) = clocked(|| runtime.block_on(bring_up(&workspace, &*kept.shelf, None)));
    let made = made?;
    out.put("things", (made.entities.things + made.relations.things) as f64);
    out.put("things, seconds", ms / 1e3);
    let (warming, questions) = (Place::kept(&place.warming())?, Place::kept(&place.questions())?);
    let texts: Vec<&String> = warming.iter().take(ASKED).chain(questions.iter().take(ASKED)).collect();
    let measured = texts.len().min(ASKED);
    for name in names() {
        let mut took = Vec::new();
        for text in &texts {
            let (filter, options) = (Filter::default(), Options::default());
            let query = Query { text: (*text).clone(), filter, strategy: name.to_owned(), options };
            let (found, ms) = clocked(|| runtime.block_on(search(&workspace, &query)));
            found?;
            took.push(ms);
        }
        // The first half warms the caches.
        out.put(&format!("{name}, p50"), percentile(&took[took.len() - measured..], 0.5));
    }
    Ok(out)
}
