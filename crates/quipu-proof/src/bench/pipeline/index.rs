//! The indexing phase: files below a folder through the engine's indexing, with its spans.

use crate::bench::pipeline::setup::runtime;
use crate::bench::pipeline::setup::sources;
use crate::bench::pipeline::setup::writer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::executor::block_on;
use quipu_adapters::clock;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::EmbeddedStore;
use quipu_engine::index::{IndexOptions, IndexReport, Watch, index};
use quipu_engine::ports::Store;
use quipu_kernel::text::fold_name;

use super::exact::Exact;
use super::made;
use super::measured::{Measured, Place};
use super::spans::SpanTable;
use super::timed::{Spans, timed};
use super::{BenchError, RECALL_OF};
use crate::bench::system::{self, Threads};

/// Sampling interval of memory and threads.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The phase.
pub(super) fn run(place: &Place) -> Result<Measured, BenchError> {
    let questions = Place::kept(&place.questions())?;
    let vectors = StaticVectors::new();
    let near = questions.iter().filter_map(|text| vectors.vector(text)).take(RECALL_OF).collect();
    let (spans, exact) = (Arc::new(Spans::default()), Arc::new(Exact::new(near)));
    let began = Instant::now();
    let (written, cpu) = (system::bytes_written(), clock::process_cpu());
    let store = writer(place)?;
    let workspace = timed(store.clone(), &spans, Some(exact.clone()));
    let (sources, _) = sources(&place.text(), &spans)?;
    let found = clock::process_cpu() - cpu;
    let watcher = Watcher::start();
    let options = IndexOptions {
        workers: std::thread::available_parallelism().map_or(2, usize::from),
        ..IndexOptions::default()
    };
    let report = runtime()?.block_on(index(&workspace, sources, &options, &Watch::default()))?;
    store.settle()?;
    let wall = began.elapsed();
    let (memory, threads) = watcher.stop();
    let cpu = (clock::process_cpu() - cpu).as_secs_f64() - spans.own.seconds();
    system::sync(&place.store());
    let written = system::bytes_written() - written;
    exact.save(&place.exact())?;
    let mut out = Measured::default();
    counted(&store, &report, &mut out)?;
    out.put("wall", wall.as_secs_f64());
    out.put("cpu", cpu);
    out.put("facts", spans.extract.seconds() + spans.titles.seconds());
    out.put("written", written as f64);
    out.put("memory", memory as f64);
    out.put("resident", system::resident_peak() as f64);
    let chunks = out.get("chunks");
    let micros = |seconds: f64| seconds * 1e6 / chunks.max(1.0);
    let parts = [
        ("find files", micros(found.as_secs_f64())),
        ("read and parse", micros(spans.read.seconds())),
        ("split", micros(spans.split.seconds())),
        ("extract, titles", micros(spans.titles.seconds())),
        ("extract, chunks", micros(spans.extract.seconds())),
        ("embed", micros(spans.embed.seconds())),
        ("commit: truth", micros(spans.truth.seconds())),
        ("commit: slots", micros(spans.slots.seconds())),
        ("commit: words, handing over", micros(spans.words.seconds())),
        ("words, the index's own threads", micros(threads)),
    ];
    let what = format!("indexing {} chunks, CPU of all threads", chunks as u64);
    out.spans.push(SpanTable::new(&what, "us a chunk", micros(cpu), &parts, "the story, hashing, waiting"));
    Ok(out)
}

/// The final content of the workspace.
fn counted(store: &EmbeddedStore, report: &IndexReport, out: &mut Measured) -> Result<(), BenchError> {
    if let Some(skipped) = report.skipped.first() {
        return Err(BenchError::File { file: skipped.path.clone(), reason: skipped.why.clone() });
    }
    let status = block_on(store.status())?;
    out.put("documents", status.documents as f64);
    out.put("chunks", status.chunks as f64);
    out.put("names", status.names as f64);
    out.put("relations", status.relations as f64);
    out.put("text", report.bytes as f64);
    let size = |parts: &[&str]| {
        let of = status.bytes.iter().filter(|(part, _)| parts.is_empty() || parts.contains(&part.as_str()));
        of.map(|(_, bytes)| bytes).sum::<u64>() as f64
    };
    out.put("size", size(&[]));
    out.put("size of vectors", size(&["vectors", "codes"]));
    for (part, bytes) in &status.bytes {
        out.put(&format!("size: {part}"), *bytes as f64);
    }
    for (at, hub) in made::hubs().map(|name| fold_name(&name)).enumerate() {
        let found = block_on(store.entities(&[hub]))?;
        let chunks = found.iter().map(|(row, _)| row.chunks).max().unwrap_or_default();
        out.put(&format!("hub {}", at + 1), chunks as f64 / status.chunks.max(1) as f64);
    }
    Ok(())
}

/// Looks at memory and at the word index's threads while a story runs.
struct Watcher {
    done: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<(u64, f64)>,
}

impl Watcher {
    fn start() -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let seen = done.clone();
        let thread = std::thread::spawn(move || {
            let (mut memory, mut threads) = (0, Threads::default());
            while !seen.load(Ordering::Relaxed) {
                memory = memory.max(system::private_memory());
                threads.look();
                std::thread::sleep(LOOK_EVERY);
            }
            (memory, threads.seconds(|name| name.starts_with("thrd-tantivy") || name.starts_with("merge_thread")))
        });
        Self { done, thread }
    }

    /// The most private memory seen, and the seconds of the word index's threads.
    fn stop(self) -> (u64, f64) {
        self.done.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}
