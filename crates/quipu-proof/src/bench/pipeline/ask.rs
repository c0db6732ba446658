//! The asking phase: distinct questions through the engine's search, each strategy after as many others;
//! then some again in parts, to attribute their time.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use futures::executor::block_on;
use quipu_adapters::clock;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::{EmbeddedStore, OpenOptions, ViewParts};
use quipu_engine::Workspace;
use quipu_engine::ports::{Embedder, Store};
use quipu_engine::query::Query;
use quipu_engine::search::search;
use quipu_engine::ways;
use quipu_kernel::model::Key;
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::{Options, strategy};
use quipu_kernel::view::{Condition, Filter, Question};
use quipu_language::names::alike;
use serde_json::json;
use tokio::runtime::Runtime;

use super::exact::{Exact, NEAREST};
use super::measured::{Measured, Place};
use super::setup::runtime;
use super::spans::{SpanTable, timed};
use super::timed::plain;
use super::{BenchError, RECALL_OF};
use crate::bench::system;

/// Number of questions that are asked again in parts.
const IN_PARTS: usize = 200;
/// Number of cold processes with one question each.
const COLD: usize = 7;

/// A form of questions: its name in the report, the strategy, and further settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asking {
    pub(super) name: &'static str,
    strategy: &'static str,
    /// True if a filter keeps one document in a hundred.
    filter: bool,
}

/// Every way that is measured, the default first.
pub(super) const WAYS: &[Asking] = &[
    Asking { name: "walk", strategy: "walk", filter: false },
    Asking { name: "lexical", strategy: "lexical", filter: false },
    Asking { name: "dense", strategy: "dense", filter: false },
    Asking { name: "hybrid", strategy: "hybrid", filter: false },
    Asking { name: "walk behind a filter", strategy: "walk", filter: true },
    Asking { name: "traverse of depth 2", strategy: "traverse", filter: false },
];

impl Asking {
    fn query(&self, text: &str, number: usize) -> Query {
        let tag = || Condition::any_of("tags", [json!(format!("tag{}", number % 100))]);
        let filter = Filter::of(self.filter.then(tag).into_iter().collect());
        Query { text: text.to_owned(), filter, strategy: self.strategy.to_owned(), options: options() }
    }
}

/// The defaults, and where `traverse` goes.
fn options() -> Options {
    let mut options = Options::default();
    // Both are well formed, as the tests of this file show.
    let _ = ways::set(&mut options, "traverse.max_depth", "2");
    let _ = ways::set(&mut options, "traverse.edges", "author:author,next:$id");
    options
}

/// The phase.
pub(super) fn run(place: &Place, ways: &[Asking]) -> Result<Measured, BenchError> {
    let (questions, warming) = (Place::kept(&place.questions())?, Place::kept(&place.warming())?);
    let mut out = Measured::default();
    if ways.len() > 1 {
        cold(place, &questions, &mut out)?;
    }
    let model = Some(StaticVectors::new().card().clone());
    let (store, open) = timed(|| EmbeddedStore::open(&place.store(), &OpenOptions { model, ..OpenOptions::default() }));
    let store = Arc::new(store?);
    out.put("open", open);
    let (workspace, runtime) = (plain(store.clone()), runtime()?);
    let first = WAYS[0].query(questions.first().map_or("", String::as_str), 0);
    let (answered, ms) = timed(|| runtime.block_on(search(&workspace, &first)));
    answered?;
    out.put("first question", ms);
    for way in ways {
        measure(way, &runtime, &workspace, &questions, &warming, &mut out)?;
        in_parts(way, &store, &questions, &mut out)?;
    }
    if ways.len() > 1 {
        out.put("recall", recall(place, &store, &questions)?);
    }
    out.put("memory", system::private_memory() as f64);
    out.put("resident", system::resident_peak() as f64);
    Ok(out)
}

/// Asks every question in one form, with the steps that the engine reports.
fn measure(
    way: &Asking,
    runtime: &Runtime,
    workspace: &Workspace,
    questions: &[String],
    warming: &[String],
    out: &mut Measured,
) -> Result<(), BenchError> {
    for (number, text) in warming.iter().enumerate() {
        runtime.block_on(search(workspace, &way.query(text, number)))?;
    }
    let (mut times, mut steps, mut hits) = (Vec::new(), [0.0; 3], 0);
    let cpu = clock::process_cpu();
    for (number, text) in questions.iter().enumerate() {
        let query = way.query(text, number);
        let (found, ms) = timed(|| runtime.block_on(search(workspace, &query)));
        let found = found?;
        times.push(ms);
        hits += found.hits.len();
        for step in &found.trace {
            let at = ["understand", "view", "retrieve"].iter().position(|name| *name == step.step);
            steps[at.unwrap_or(2)] += step.ms;
        }
    }
    let count = questions.len().max(1) as f64;
    let cpu = (clock::process_cpu() - cpu).as_secs_f64() * 1e3 / count;
    let mean = times.iter().sum::<f64>() / count;
    out.put(&format!("{}, p50", way.name), percentile(&times, 0.5));
    out.put(&format!("{}, p99", way.name), percentile(&times, 0.99));
    out.put(&format!("{}, CPU", way.name), cpu);
    out.put(&format!("{}, hits", way.name), hits as f64 / count);
    let [understand, view, retrieve] = steps.map(|ms| ms / count);
    let parts = [("understand", understand), ("view", view), ("retrieve", retrieve)];
    let what = format!("question, {}, as the story tells it, mean", way.name);
    out.spans.push(SpanTable::new(&what, "ms", mean, &parts, "texts of the hits, handing over to threads"));
    Ok(())
}

/// Asks some questions again, one part after the other, on this thread. A policy has no parts of
/// its own.
fn in_parts(way: &Asking, store: &EmbeddedStore, questions: &[String], out: &mut Measured) -> Result<(), BenchError> {
    let Some(strategy) = strategy(way.strategy) else { return Ok(()) };
    let vectors = StaticVectors::new();
    let (mut sums, mut chunks, mut entities, mut mentions) = ([0.0; 14], 0, 0, 0);
    let some = &questions[..questions.len().min(IN_PARTS)];
    for (number, text) in some.iter().enumerate() {
        let query = way.query(text, number);
        let (mut question, names) = timed(|| quipu_language::understood(Question::spelled(text, alike)));
        let (vector, embed) = timed(|| vectors.vector(text));
        (question.vector, question.filter) = (vector, query.filter.clone());
        let needs = strategy.plan(&question, &query.options);
        let (view, parts) = store.view_in_parts(&question, &needs)?;
        let one = query.options.limited(1);
        let (_, rank) = timed(|| strategy.retrieve(&question, &view, &one));
        let (_, both) = timed(|| strategy.retrieve(&question, &view, &query.options));
        (chunks, entities, mentions) =
            (chunks + view.chunks.len(), entities + view.entities.len(), mentions + view.mentions.len());
        let spans = row(names, embed, &parts, rank, (both - rank).max(0.0));
        sums.iter_mut().zip(spans).for_each(|(sum, ms)| *sum += ms);
    }
    let count = some.len().max(1) as f64;
    let mean = sums.map(|sum| sum / count);
    let parts: Vec<(&str, f64)> = PARTS.iter().copied().zip(mean).collect();
    let of = |sum: usize| sum as f64 / count;
    let what = format!(
        "question, {}, part after part on one thread, mean (view: {:.0} chunks, {:.0} entities, {:.0} mentions)",
        way.name,
        of(chunks),
        of(entities),
        of(mentions)
    );
    out.spans.push(SpanTable::new(&what, "ms", mean.iter().sum(), &parts, "other"));
    Ok(())
}

const PARTS: [&str; 14] = [
    "words and names of the question",
    "vector of the question",
    "filter",
    "names",
    "lexical",
    "dense",
    "graph: best of hubs",
    "graph: hops",
    "graph: chunks",
    "graph: entities",
    "graph: subjects and relations",
    "graph: the cut itself",
    "rank",
    "explain all but one hit",
];

fn row(names: f64, embed: f64, view: &ViewParts, rank: f64, explain: f64) -> [f64; 14] {
    let known = view.filter
        + view.names
        + view.lexical
        + view.dense
        + view.hubs
        + view.hops
        + view.chunks
        + view.entities
        + view.others;
    [
        names,
        embed,
        view.filter,
        view.names,
        view.lexical,
        view.dense,
        view.hubs,
        view.hops,
        view.chunks,
        view.entities,
        view.others,
        view.all - known,
        rank,
        explain,
    ]
}

/// The share of the nearest chunks that the dense strategy finds.
fn recall(place: &Place, store: &EmbeddedStore, questions: &[String]) -> Result<f64, BenchError> {
    let nearest = Exact::load(&place.exact())?;
    let vectors = StaticVectors::new();
    let asked = questions.iter().filter(|text| vectors.vector(text).is_some()).take(RECALL_OF);
    let (mut found, mut all) = (0, 0);
    for (text, exact) in asked.zip(&nearest) {
        let question = Question { vector: vectors.vector(text), ..Question::new(text) };
        let needs = quipu_kernel::view::Needs { lexical: 0, dense: NEAREST, ..Default::default() };
        let view = block_on(store.view(&question, &needs))?;
        let seen: BTreeSet<Key> = view.dense.iter().filter_map(|at| Some(view.chunks.get(*at as usize)?.key)).collect();
        found += exact.iter().filter(|key| seen.contains(key)).count();
        all += exact.len();
    }
    Ok(found as f64 / all.max(1) as f64)
}

/// The program itself, restarted for one question each.
fn cold(place: &Place, questions: &[String], out: &mut Measured) -> Result<(), BenchError> {
    let program = std::env::current_exe().map_err(|error| BenchError::file(Path::new("the program"), &error))?;
    let mut times = Vec::new();
    for text in questions.iter().take(COLD) {
        let mut command = Command::new(&program);
        command.args(["--json", "--workspace"]).arg(place.workspace()).args(["search", text]);
        let began = Instant::now();
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| BenchError::file(&program, &error))?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(BenchError::Phase { phase: "search".to_owned(), reason });
        }
    }
    out.put("cold, first", times.first().copied().unwrap_or_default());
    out.put("cold", percentile(&times, 0.5));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_traverse_follows_is_well_formed() {
        assert_eq!(options().own("traverse.edges"), Some("author:author,next:$id"));
    }
}
