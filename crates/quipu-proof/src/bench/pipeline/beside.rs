//! The phase of data derived from the whole graph: communities with their reports, and searchable things, made for
//! the first time and updated after the removal of ten documents.

use std::sync::Arc;

use quipu_adapters::store::shelves;
use quipu_engine::base::ClusterOptions;
use quipu_engine::communities::bring_up;
use quipu_engine::delete::delete;
use quipu_engine::entity_index::{ThingQuery, bring_up as bring_up_things, search};
use quipu_engine::index::Watch;
use quipu_engine::ports::{Select, Store as _};
use quipu_engine::query::Query;
use quipu_engine::{CommunityShelf, Workspace};
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Filter, ThingKind};

use super::BenchError;
use super::measured::{Measured, Place};
use super::setup::{runtime, writer};
use super::spans::timed as clocked;
use super::timed::{Spans, timed};

/// Number of removed documents.
const GONE: usize = 10;
/// Number of questions for things.
const ASKED: usize = 100;

/// The phase.
pub(super) fn run(place: &Place) -> Result<Measured, BenchError> {
    let (store, runtime) = (writer(place)?, runtime()?);
    let workspace = timed(store.clone(), &Arc::new(Spans::default()), None);
    let kept = CommunityShelf { shelf: shelves(&place.store()).communities, options: ClusterOptions::default() };
    let mut out = Measured::default();
    brought_up(&mut out, &runtime, (&workspace, &kept), "first")?;
    let some = runtime.block_on(store.documents(&Select::After(None, GONE)))?;
    let ids: Vec<String> = some.into_iter().map(|row| row.id).collect();
    runtime.block_on(delete(&workspace, &ids))?;
    brought_up(&mut out, &runtime, (&workspace, &kept), "again")?;
    let mut took = Vec::new();
    for text in Place::kept(&place.questions())?.into_iter().take(ASKED) {
        let query =
            Query { text, filter: Filter::default(), strategy: "hybrid".to_owned(), options: Options::default() };
        let asked = ThingQuery { query, kinds: vec![ThingKind::Entity, ThingKind::Relation] };
        let (found, ms) = clocked(|| runtime.block_on(search(&workspace, &kept, &asked, None)));
        let found = found?;
        out.put("things", (found.entities.things + found.relations.things) as f64);
        took.push(ms);
    }
    out.put("search, p50", percentile(&took, 0.5));
    Ok(out)
}

/// Updates both, and returns the duration of each, in seconds.
fn brought_up(
    out: &mut Measured,
    runtime: &tokio::runtime::Runtime,
    (workspace, kept): (&Workspace, &CommunityShelf),
    when: &str,
) -> Result<(), BenchError> {
    let (report, ms) = clocked(|| runtime.block_on(bring_up(workspace, kept, false, &Watch::default())));
    let report = report?;
    out.put(&format!("communities, {when}"), ms / 1e3);
    out.put(&format!("reports made, {when}"), report.made as f64);
    out.put("communities", report.levels.iter().sum::<u64>() as f64);
    let (report, ms) = clocked(|| runtime.block_on(bring_up_things(workspace, &*kept.shelf, None)));
    out.put(&format!("things made, {when}"), report?.made as f64);
    out.put(&format!("things, {when}"), ms / 1e3);
    Ok(())
}
