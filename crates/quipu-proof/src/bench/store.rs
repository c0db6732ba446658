//! The store alone: prepared facts and vectors are loaded, queried and changed, with the cost of each
//! part.

use std::path::Path;
use std::time::{Duration, Instant};

use futures::executor::block_on;
use quipu_adapters::clock;
use quipu_adapters::store::{EmbeddedStore, OpenOptions};
use quipu_engine::ports::{ModelCard, Store, StoreError};
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::{Options, strategy};
use quipu_kernel::view::{Condition, Filter, Needs, Question, Related};
use serde_json::json;

use super::report::BenchReport;
use super::synthetic::{CHUNKS, Synthetic};
use super::system;
use super::whole::whole;

/// Options of the benchmark.
#[derive(Debug, Clone, Copy)]
pub struct StoreBench {
    /// Chunks to load.
    pub chunks: u64,
    /// Components of a vector.
    pub dimension: usize,
    /// Documents a commit.
    pub group: u64,
    /// Number of questions, after as many others to warm up.
    pub questions: u64,
}

/// Loads, asks, changes; `say` receives the progress.
///
/// # Errors
/// When the store fails.
pub fn bench_store(directory: &Path, bench: &StoreBench, say: &mut dyn FnMut(&str)) -> Result<BenchReport, StoreError> {
    let synthetic = Synthetic { chunks: bench.chunks, dimension: bench.dimension, seed: 7 };
    let model = ModelCard { name: "synthetic".into(), dimension: bench.dimension, normalised: true };
    let options =
        OpenOptions { write: true, patience: Duration::from_secs(5), model: Some(model), ..OpenOptions::default() };
    let store = EmbeddedStore::open(directory, &options)?;
    let mut report = BenchReport { chunks: bench.chunks, ..BenchReport::default() };
    if block_on(store.status())?.chunks == 0 {
        load(&store, &synthetic, bench, directory, &mut report, say)?;
    }
    whole(&store, &mut report)?;
    say("read whole");
    ask(&store, &synthetic, bench, &mut report, say)?;
    change(&store, &synthetic, bench, &mut report)?;
    Ok(report)
}

fn load(
    store: &EmbeddedStore,
    synthetic: &Synthetic,
    bench: &StoreBench,
    directory: &Path,
    report: &mut BenchReport,
    say: &mut dyn FnMut(&str),
) -> Result<(), StoreError> {
    let documents = bench.chunks / u64::from(CHUNKS);
    let (written, cpu) = (system::bytes_written(), clock::process_cpu());
    let (mut wall, mut generating, mut text) = (Duration::ZERO, Duration::ZERO, 0u64);
    let (mut truth, mut late_truth, mut late_chunks, mut memory) = (Duration::ZERO, Duration::ZERO, 0, 0);
    let mut from = 0;
    while from < documents {
        let to = (from + bench.group).min(documents);
        let began = clock::thread_cpu();
        let change = synthetic.change(from, to);
        text += text_of(&change);
        generating += clock::thread_cpu() - began;
        let began = Instant::now();
        block_on(store.commit(change))?;
        wall += began.elapsed();
        let times = store.last_commit();
        truth += times.truth;
        if (documents - from) * u64::from(CHUNKS) <= 100_000 {
            late_truth += times.truth;
            late_chunks += (to - from) * u64::from(CHUNKS);
        }
        memory = memory.max(system::private_memory());
        from = to;
        say(&format!("{} of {} chunks", to * u64::from(CHUNKS), bench.chunks));
    }
    let began = Instant::now();
    store.settle()?;
    wall += began.elapsed();
    system::sync(directory);
    let chunks = bench.chunks as f64;
    let cpu = clock::process_cpu() - cpu - generating;
    let status = block_on(store.status())?;
    let size: u64 = status.bytes.iter().map(|(_, bytes)| bytes).sum();
    let written = system::bytes_written() - written;
    let micros = |time: Duration, of: f64| time.as_secs_f64() * 1e6 / of.max(1.0);
    report.at_least("load, wall", chunks / wall.as_secs_f64(), "chunks/s", 6000.0);
    report.push("load, CPU of all threads", micros(cpu, chunks), "us a chunk");
    report.push("load, the truth's CPU", micros(truth, chunks), "us a chunk");
    report.at_most("the truth's CPU, last 100k", micros(late_truth, late_chunks as f64), "us a chunk", 100.0);
    report.at_most("bytes written / final size", written as f64 / size as f64, "x", 10.0);
    report.push("size on disk", size as f64 / 1e6, "MB");
    report.push("text", text as f64 / 1e6, "MB");
    for (part, bytes) in &status.bytes {
        report.push(&format!("size of {part}"), *bytes as f64 / 1e6, "MB");
    }
    report.push("distinct names", status.names as f64, "");
    report.push("stated relations", status.relations as f64, "");
    report.push("private memory while loading, largest", memory as f64 / 1e6, "MB");
    Ok(())
}

fn text_of(change: &quipu_engine::ports::Change) -> u64 {
    use quipu_engine::ports::{BodyChange, BodyChunk};
    let mut sum = 0;
    for body in &change.bodies {
        let BodyChange::Put(body) = body else { continue };
        for chunk in &body.chunks {
            if let BodyChunk::New(new) = chunk {
                sum += new.chunk.text.len() as u64;
            }
        }
    }
    sum
}

/// The strategies, as far as the store is concerned: the plans of strategies with these names.
fn ways(question: &Question) -> Vec<(&'static str, Needs, Option<(f64, f64)>)> {
    let plan = |name: &str| strategy(name).map(|strategy| strategy.plan(question, &Options::default()));
    let walk = plan("walk").unwrap_or_default();
    vec![
        ("view of lexical", plan("lexical").unwrap_or_default(), None),
        ("view of dense", plan("dense").unwrap_or_default(), None),
        ("view of walk", walk.clone(), Some((15.0, 60.0))),
        ("view of walk, with relations", Needs { relations: Related::Everyone, ..walk }, None),
    ]
}

fn ask(
    store: &EmbeddedStore,
    synthetic: &Synthetic,
    bench: &StoreBench,
    report: &mut BenchReport,
    say: &mut dyn FnMut(&str),
) -> Result<(), StoreError> {
    for (what, needs, target) in ways(&synthetic.question(0)) {
        for number in 0..bench.questions.min(1000) {
            block_on(store.view(&synthetic.question(1_000_000 + number), &needs))?;
        }
        let (mut times, mut hub_times) = (Vec::new(), Vec::new());
        let (mut chunks, mut entities, mut mentions) = (0, 0, 0);
        for number in 0..bench.questions {
            let question = synthetic.question(number);
            let began = Instant::now();
            let view = block_on(store.view(&question, &needs))?;
            let time = began.elapsed().as_secs_f64() * 1e3;
            times.push(time);
            if number.is_multiple_of(3) {
                hub_times.push(time);
            }
            chunks += view.chunks.len();
            entities += view.entities.len();
            mentions += view.mentions.len();
        }
        let (p50, p99) = (percentile(&times, 0.5), percentile(&times, 0.99));
        match target {
            Some((most50, most99)) => {
                report.at_most(&format!("{what}, p50"), p50, "ms", most50);
                report.at_most(&format!("{what}, p99"), p99, "ms", most99);
            }
            None => {
                report.push(&format!("{what}, p50"), p50, "ms");
                report.push(&format!("{what}, p99"), p99, "ms");
            }
        }
        report.push(&format!("{what}, p50 of those that name a hub"), percentile(&hub_times, 0.5), "ms");
        let mean = |sum: usize| sum as f64 / bench.questions.max(1) as f64;
        report.push(&format!("{what}, chunks in it"), mean(chunks), "");
        report.push(&format!("{what}, entities in it"), mean(entities), "");
        report.push(&format!("{what}, mentions in it"), mean(mentions), "");
        say(what);
    }
    filtered(store, synthetic, bench, report)?;
    report.push("private memory while asking", system::private_memory() as f64 / 1e6, "MB");
    Ok(())
}

/// Questions with a filter that keeps 1 % of the documents.
fn filtered(
    store: &EmbeddedStore,
    synthetic: &Synthetic,
    bench: &StoreBench,
    report: &mut BenchReport,
) -> Result<(), StoreError> {
    let needs = ways(&synthetic.question(0)).swap_remove(2).1;
    let mut times = Vec::new();
    for number in 0..bench.questions.min(200) {
        let filter = Filter::of(vec![Condition::any_of("tags", [json!(format!("tag{}", number % 100))])]);
        let question = Question { filter, ..synthetic.question(number) };
        let began = Instant::now();
        block_on(store.view(&question, &needs))?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    report.at_most("view behind a filter that keeps 1 %, p50", percentile(&times, 0.5), "ms", 30.0);
    report.push("view behind a filter that keeps 1 %, p99", percentile(&times, 0.99), "ms");
    Ok(())
}

/// Documents of ten chunks added and deleted one by one.
fn change(
    store: &EmbeddedStore,
    synthetic: &Synthetic,
    bench: &StoreBench,
    report: &mut BenchReport,
) -> Result<(), StoreError> {
    let documents = bench.chunks / u64::from(CHUNKS);
    let (mut adds, mut deletes) = (Vec::new(), Vec::new());
    for number in 0..50 {
        let change = synthetic.change(documents + number, documents + number + 1);
        let began = Instant::now();
        block_on(store.commit(change))?;
        adds.push(began.elapsed().as_secs_f64() * 1e3);
        let change = synthetic.removal(number * documents / 50);
        let began = Instant::now();
        block_on(store.commit(change))?;
        deletes.push(began.elapsed().as_secs_f64() * 1e3);
    }
    report.at_most("add a document of 10 chunks, durable, p50", percentile(&adds, 0.5), "ms", 100.0);
    report.push("add a document of 10 chunks, durable, p99", percentile(&adds, 0.99), "ms");
    report.at_most("delete a document of 10 chunks, durable, p50", percentile(&deletes, 0.5), "ms", 100.0);
    report.push("delete a document of 10 chunks, durable, p99", percentile(&deletes, 0.99), "ms");
    let needs = ways(&synthetic.question(0)).swap_remove(2).1;
    let began = Instant::now();
    block_on(store.view(&synthetic.question(1), &needs))?;
    report.push("first view after a change", began.elapsed().as_secs_f64() * 1e3, "ms");
    Ok(())
}
