//! The changing phase: documents of ten chunks come and go one by one through the engine's stories,
//! each until it is durable and a question sees it.

use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, Watch, given, index};
use quipu_engine::query::Query;
use quipu_engine::search::search;
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Condition, Filter};
use serde_json::json;

use super::BenchError;
use super::measured::{Measured, Place};
use super::setup::{runtime, sources, writer};
use super::spans::{SpanTable, timed as clocked};
use super::timed::{Spans, timed};

/// The phase.
pub(super) fn run(place: &Place) -> Result<Measured, BenchError> {
    let spans = Arc::new(Spans::default());
    let store = writer(place)?;
    let workspace = timed(store.clone(), &spans, None);
    let runtime = runtime()?;
    let (found, _) = sources(&place.more(), &spans)?;
    let (mut adds, mut deletes, mut seen, mut ids) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut commits = 0.0;
    let (options, watch) = (IndexOptions::default(), Watch::default());
    for (number, source) in found.enumerate() {
        let Some(read) = source().read.pop() else { continue };
        let document = read.map_err(|skipped| BenchError::File { file: skipped.path, reason: skipped.why })?;
        let (id, title) = (document.id.clone(), document.title.clone());
        let story = index(&workspace, given([document]), &options, &watch);
        let (added, durable) = clocked(|| runtime.block_on(story));
        added?;
        let (visible, ms) = clocked(|| runtime.block_on(sees(&workspace, &title, &id)));
        if !visible? {
            return Err(BenchError::Phase { phase: "change".to_owned(), reason: format!("{id} is not seen") });
        }
        // The first commits of a process meet cold pages; the median does not.
        adds.push(durable + ms);
        seen.push(ms);
        commits += durable;
        if number % 2 == 1 {
            ids.push(id);
        }
    }
    for id in &ids {
        let (deleted, durable) = clocked(|| runtime.block_on(delete(&workspace, std::slice::from_ref(id))));
        deleted?;
        let (visible, ms) = clocked(|| runtime.block_on(sees(&workspace, id, id)));
        if visible? {
            return Err(BenchError::Phase { phase: "change".to_owned(), reason: format!("{id} is still seen") });
        }
        deletes.push(durable + ms);
    }
    Ok(measured(&spans, adds, deletes, seen, commits))
}

fn measured(spans: &Spans, adds: Vec<f64>, deletes: Vec<f64>, seen: Vec<f64>, commits: f64) -> Measured {
    let mut out = Measured::default();
    let count = adds.len().max(1) as f64;
    let mean = |seconds: f64| seconds * 1e3 / count;
    let parts = [
        ("split", mean(spans.split.seconds())),
        ("extract", mean(spans.extract.seconds() + spans.titles.seconds())),
        ("embed", mean(spans.embed.seconds())),
        ("first question after it", seen.iter().sum::<f64>() / count),
    ];
    let whole = (commits + seen.iter().sum::<f64>()) / count;
    let what = "add a document of 10 chunks, mean";
    out.spans.push(SpanTable::new(what, "ms", whole, &parts, "commit, syncing, the story"));
    for (name, times) in [("add", adds), ("delete", deletes), ("first question after a change", seen)] {
        out.put(&format!("{name}, p50"), percentile(&times, 0.5));
        out.put(&format!("{name}, p99"), percentile(&times, 0.99));
    }
    out
}

/// True if a question that only this document may answer finds it.
async fn sees(workspace: &Workspace, text: &str, id: &str) -> Result<bool, BenchError> {
    let filter = Filter::of(vec![Condition::any_of("$id", [json!(id)])]);
    let strategy = "lexical".to_owned();
    let query = Query { text: format!("report {text}"), filter, strategy, options: Options::default() };
    let found = search(workspace, &query).await?;
    Ok(found.hits.iter().any(|hit| hit.document == id))
}
