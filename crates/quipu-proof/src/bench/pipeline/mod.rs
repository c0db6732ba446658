//! The whole pipeline: generated text is read, split, extracted, embedded, stored, queried and changed
//! through the engine's own stories, under a limit on memory, with the targets beside the figures.
//!
//! The text is made of sentences of real corpora with other names in them. They are read from a
//! folder and not kept in the binary: a sample small enough to ship would repeat itself, and words
//! and facts would cost less than they do.

mod ask;
mod beside;
mod change;
mod compare;
mod exact;
mod index;
mod limit;
mod made;
mod measured;
mod phase;
mod setup;
mod small;
mod spans;
mod templates;
mod timed;
mod ways;

use std::path::{Path, PathBuf};

use quipu_engine::EngineError;
use quipu_engine::ports::StoreError;

use super::report::BenchReport;
use compare::compare;
use limit::Limit;
use made::{Made, PASSAGES};
use measured::Place;
use phase::spawn;
use templates::Sets;

pub use measured::Measured;
pub use phase::{Phase, bench_phase};
pub use spans::SpanTable;

/// Number of questions whose nearest chunks are computed exactly.
const RECALL_OF: usize = 100;
/// The size that others are compared with, in chunks.
const BASE: u64 = 10_000;
/// Number of documents that are added one by one; every other one is deleted again.
const CHANGES: u64 = 60;
/// Limit of chunks for communities and searchable things: reports of a million take a quarter of an hour.
const BESIDE: u64 = 100_000;
/// The set that generated text is compared with.
const LIKE: &str = "hotpotqa";

/// Options of the benchmark.
#[derive(Debug, Clone)]
pub struct PipelineBench {
    /// Chunks of the workspace; missing: only small corpora.
    pub chunks: Option<u64>,
    /// A folder of sets, whose sentences are used.
    pub sentences: PathBuf,
    /// The most memory, page cache included, in bytes; missing: no limit.
    pub memory: Option<u64>,
    /// Number of questions, after as many others to warm up.
    pub questions: usize,
}

/// The reason that the benchmark could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The folder holds no set.
    #[error("{folder} holds no English set (corpus.jsonl, questions.jsonl); name a folder of sets with --sentences")]
    Sentences {
        /// The folder.
        folder: String,
    },
    /// A file could not be read or written.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// A part of the benchmark failed.
    #[error("the phase {phase} of the benchmark failed: {reason}; see what it printed")]
    Phase {
        /// The phase.
        phase: String,
        /// The failure.
        reason: String,
    },
    /// A story failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BenchError {
    pub(super) fn file(file: &Path, error: &std::io::Error) -> Self {
        Self::File { file: file.display().to_string(), reason: error.to_string() }
    }

    fn wrong(file: &Path, error: &serde_json::Error) -> Self {
        Self::File { file: file.display().to_string(), reason: error.to_string() }
    }
}

/// Measures in `folder`, which must be empty; `say` receives the progress.
///
/// # Errors
/// When there are no sentences, or a part fails.
pub fn bench_pipeline(
    folder: &Path,
    bench: &PipelineBench,
    say: &mut dyn FnMut(&str),
) -> Result<BenchReport, BenchError> {
    let mut report = BenchReport { chunks: bench.chunks.unwrap_or_default(), ..BenchReport::default() };
    if let Some(chunks) = bench.chunks {
        scale(folder, chunks, bench, &mut report, say)?;
    }
    say("small corpora");
    small::run(&bench.sentences, &folder.join("small"), &mut report)?;
    Ok(report)
}

fn scale(
    folder: &Path,
    chunks: u64,
    bench: &PipelineBench,
    report: &mut BenchReport,
    say: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let limit = limit_of(bench.memory, report);
    report.notes.push(format!("{} distinct questions each way, after as many others", bench.questions));
    say("reading sentences");
    let sets = Sets::read(&bench.sentences)?;
    let made = |passages: u64| Made { sets: &sets, passages, seed: 7 };
    compared(&made(chunks), &bench.sentences.join(LIKE), report)?;
    let base = if chunks > BASE {
        say("indexing 10,000 chunks, to compare with");
        let folder = folder.join("base");
        write(&made(BASE), &folder, bench)?;
        let base = spawn(Phase::Index, &folder, limit.as_ref())?;
        std::fs::remove_dir_all(&folder).map_err(|error| BenchError::file(&folder, &error))?;
        Some(base)
    } else {
        None
    };
    say("writing text");
    let folder = folder.join("scale");
    write(&made(chunks), &folder, bench)?;
    say("indexing");
    let indexed = spawn(Phase::Index, &folder, limit.as_ref())?;
    say("asking");
    let asked = spawn(Phase::Ask, &folder, limit.as_ref())?;
    say("changing");
    let changed = spawn(Phase::Change, &folder, limit.as_ref())?;
    let beside = match chunks {
        0..=BESIDE => {
            say("communities and things");
            Some(spawn(Phase::Beside, &folder, limit.as_ref())?)
        }
        _ => None,
    };
    say("every way to look");
    // To make things of a whole graph takes more than reading it.
    let looked = spawn(Phase::Ways, &folder, None)?;
    index_rows(&indexed, base.as_ref(), report);
    ask_rows(&asked, report);
    change_rows(&changed, report);
    way_rows(&looked, report);
    match beside {
        Some(beside) => beside_rows(&beside, report),
        None => report.notes.push(format!("communities and things are measured of at most {BESIDE} chunks")),
    }
    report.spans.extend(base.into_iter().chain([indexed, asked, changed]).flat_map(|phase| phase.spans));
    Ok(())
}

/// The limit, or a line with the reason for its absence.
fn limit_of(memory: Option<u64>, report: &mut BenchReport) -> Option<Limit> {
    let Some(bytes) = memory else {
        report.notes.push("no limit on memory was asked for".to_owned());
        return None;
    };
    match Limit::new(bytes) {
        Ok(limit) => {
            let gib = bytes as f64 / f64::from(1 << 30);
            report.notes.push(format!("indexing, asking and changing ran in a control group of {gib:.1} GiB"));
            Some(limit)
        }
        Err(reason) => {
            report.notes.push(format!("no limit on memory could be set: {reason}"));
            None
        }
    }
}

/// The files and questions of a place.
fn write(made: &Made<'_>, folder: &Path, bench: &PipelineBench) -> Result<(), BenchError> {
    let place = Place::new(folder);
    made.write(&place.text(), 0..made.documents())?;
    made.write(&place.more(), made.documents()..made.documents() + CHANGES)?;
    Place::keep(&place.questions(), &made.questions(0x5155, bench.questions))?;
    Place::keep(&place.warming(), &made.questions(0x5741, bench.questions))
}

fn compared(made: &Made<'_>, set: &Path, report: &mut BenchReport) -> Result<(), BenchError> {
    let (ours, theirs) = compare(made, set)?;
    let per = 1.0 / PASSAGES as f64;
    report.push("a document's bytes for each of its chunks", ours.bytes * per / 400.0, "bytes");
    report.push("generated text: facts, words and vectors, CPU", ours.cost(), "ns a byte");
    report.push(&format!("{LIKE}: facts, words and vectors, CPU"), theirs.cost(), "ns a byte");
    report.within("cost a byte, generated / real", ours.cost() / theirs.cost(), "x", 0.8, 1.2);
    report.push("generated text: mentions", ours.mentions(), "a kB");
    report.push(&format!("{LIKE}: mentions"), theirs.mentions(), "a kB");
    report.within("mentions a byte, generated / real", ours.mentions() / theirs.mentions(), "x", 0.8, 1.2);
    report.at_least("mentions a chunk", ours.of_chunk(), "", 10.0);
    report.push("generated text: statements", ours.statements(), "a kB");
    report.push(&format!("{LIKE}: statements"), theirs.statements(), "a kB");
    report.push("generated text: aliases", ours.links(), "a thousand chunks");
    report.push(&format!("{LIKE}: aliases"), theirs.links(), "a thousand chunks");
    Ok(())
}

fn index_rows(indexed: &Measured, base: Option<&Measured>, report: &mut BenchReport) {
    let chunks = indexed.get("chunks");
    let micros = |phase: &Measured, name: &str| phase.get(name) * 1e6 / phase.get("chunks");
    report.push("chunks", chunks, "");
    report.push("text", indexed.get("text") / 1e6, "MB");
    report.push("distinct names", indexed.get("names"), "");
    report.push("stated relations", indexed.get("relations"), "");
    report.at_least("share of chunks that name the first hub", indexed.get("hub 1"), "", 0.30);
    report.at_least("share of chunks that name the last hub", indexed.get("hub 6"), "", 0.05);
    report.at_least("indexing, wall", chunks / indexed.get("wall"), "chunks/s", 3000.0);
    let cores = std::thread::available_parallelism().map_or(2.0, |cores| cores.get().min(2) as f64);
    report.push("indexing, were two cores its own", cores * chunks / indexed.get("cpu"), "chunks/s");
    report.push("indexing, CPU of all threads", micros(indexed, "cpu"), "us a chunk");
    report.at_most("facts, CPU", micros(indexed, "facts"), "us a chunk", 200.0);
    if let Some(base) = base {
        report.push("indexing 10,000 chunks, CPU of all threads", micros(base, "cpu"), "us a chunk");
        let growth = micros(indexed, "cpu") / micros(base, "cpu");
        report.at_most("CPU a chunk, against 10,000 chunks", growth, "x", 1.3);
        let growth = indexed.get("wall") / chunks / (base.get("wall") / base.get("chunks"));
        report.push("wall time a chunk, against 10,000 chunks", growth, "x");
    }
    report.at_most("private memory while indexing, largest", indexed.get("memory") / 1e6, "MB", 3000.0);
    let without = indexed.get("size") - indexed.get("size of vectors");
    report.at_most("disk without vectors / text", without / indexed.get("text"), "x", 6.0);
    report.push("disk", indexed.get("size") / 1e6, "MB");
    for part in ["truth", "words", "heads", "codes", "vectors"] {
        report.push(&format!("disk: {part}"), indexed.get(&format!("size: {part}")) / 1e6, "MB");
    }
    report.at_most("bytes written / final size", indexed.get("written") / indexed.get("size"), "x", 10.0);
}

fn ask_rows(asked: &Measured, report: &mut BenchReport) {
    let most = [("lexical", 10.0), ("dense", 10.0), ("hybrid", 20.0), ("walk", 30.0)];
    let most = most.into_iter().chain([("walk behind a filter", 30.0), ("traverse of depth 2", 50.0)]);
    for (way, most) in most {
        let (p50, p99) = (asked.get(&format!("{way}, p50")), asked.get(&format!("{way}, p99")));
        report.at_most(&format!("question, {way}, p50"), p50, "ms", most);
        report.push(&format!("question, {way}, p99"), p99, "ms");
        // The last two have no target for their tail.
        if !way.contains(' ') {
            report.at_most(&format!("question, {way}, p99 / p50"), p99 / p50, "x", 4.0);
        }
        report.push(&format!("question, {way}, CPU of all threads"), asked.get(&format!("{way}, CPU")), "ms");
    }
    report.at_least("dense recall@10 against exact search", asked.get("recall"), "", 0.98);
    report.at_most("open and answer the first question, cold process, p50", asked.get("cold"), "ms", 300.0);
    report.push("open and answer the first question, the first such process", asked.get("cold, first"), "ms");
    report.at_most("private memory of an asking process", asked.get("memory") / 1e6, "MB", 1000.0);
}

fn way_rows(looked: &Measured, report: &mut BenchReport) {
    report.push("searchable entities and relations, all ways", looked.get("things"), "");
    report.push("searchable things, made or brought up to date", looked.get("things, seconds"), "s");
    for name in ways::names() {
        report.at_most(&format!("{name}, question to evidence, p50"), looked.get(&format!("{name}, p50")), "ms", 120.0);
    }
}

fn beside_rows(beside: &Measured, report: &mut BenchReport) {
    report.push("communities", beside.get("communities"), "");
    report.at_most("communities and their reports, the first time", beside.get("communities, first"), "s", 60.0);
    report.at_most("communities after ten documents", beside.get("communities, again"), "s", 1.0);
    report.push("reports made again after that", beside.get("reports made, again"), "");
    report.push("searchable entities and relations", beside.get("things"), "");
    report.push("searchable things, the first time", beside.get("things, first"), "s");
    report.push("searchable things after ten documents", beside.get("things, again"), "s");
    report.push("things made again after that", beside.get("things made, again"), "");
    report.push("search of entities and relations, p50", beside.get("search, p50"), "ms");
}

fn change_rows(changed: &Measured, report: &mut BenchReport) {
    for (what, name) in [("add a document of 10 chunks", "add"), ("delete a document of 10 chunks", "delete")] {
        let p50 = changed.get(&format!("{name}, p50"));
        report.at_most(&format!("{what}, durable and visible, p50"), p50, "ms", 150.0);
        report.push(&format!("{what}, durable and visible, p99"), changed.get(&format!("{name}, p99")), "ms");
    }
    let p50 = changed.get("first question after a change, p50");
    report.push("first question after a change, p50", p50, "ms");
}
