//! What a job does: calls of the library, with their events told as the job's.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use quipu::documents::{GIVEN, GivenFile, IndexEvent, IndexReport, WatchEvent};
use quipu::models::{ExtractProgress, ExtractReport};
use quipu::{Error, Files, Quipu};
use serde::Serialize;
use serde_json::{Value, json};

use super::job::{JobStanding, JobWork};
use super::log::JobEvent;
use super::queue::Run;
use crate::originals::{Originals, Upload};

/// What a work did.
pub(super) struct Performed {
    /// The report that the command line prints with `--json`.
    pub(super) report: Value,
    /// Whether it was stopped before its end.
    pub(super) stopped: bool,
}

impl Performed {
    fn of(report: &impl Serialize, stopped: bool) -> Self {
        Self { report: serde_json::to_value(report).unwrap_or_default(), stopped }
    }
}

/// Does a work to its end, or until it is stopped.
///
/// # Errors
/// As the library's call.
pub(super) async fn perform(
    quipu: &Quipu,
    originals: &Originals,
    needed: impl Fn() -> BTreeSet<String> + Clone,
    work: &JobWork,
    run: &Run,
) -> Result<Performed, Error> {
    match work {
        JobWork::Index { .. } | JobWork::Upload { .. } => {
            let indexed = index(quipu, files(work, originals), run).await?;
            if let JobWork::Upload { files, .. } = work {
                refer(originals, files, run);
                sweep(quipu, originals, needed).await?;
            }
            let by_model = indexed.model.as_ref().is_some_and(ExtractReport::is_stopped);
            Ok(Performed::of(&indexed, indexed.index.stopped || by_model))
        }
        JobWork::Watch { .. } => watch(quipu, files(work, originals), run).await,
        JobWork::Delete { documents } => {
            let report = quipu.delete(documents.clone()).await?;
            sweep(quipu, originals, needed).await?;
            Ok(Performed::of(&report, false))
        }
        JobWork::Extract { again, budget } => {
            let mut job = quipu.extract(*again, *budget);
            run.stops_with(job.stopper());
            while let Some(at) = job.next().await {
                run.read(&at);
            }
            let report = job.await?;
            Ok(Performed::of(&report, report.is_stopped()))
        }
        JobWork::Reembed {} => {
            let mut job = quipu.reembed(Vec::new());
            run.stops_with(job.stopper());
            while let Some(at) = job.next().await {
                run.stands(JobStanding::of("chunks", at.done, Some(at.done + at.left), at.seconds), at.done);
            }
            let report = job.await?;
            Ok(Performed::of(&report, report.stopped))
        }
        JobWork::Doctor { repair } => Ok(Performed::of(&quipu.doctor(*repair).await?, false)),
        JobWork::Import { file } => {
            let path = originals.path(&file.hash);
            let input = File::open(&path).map_err(|reason| Error::File { path, reason })?;
            let job = quipu.import(Box::new(BufReader::new(input)));
            run.stops_with(job.stopper());
            let report = job.await?;
            sweep(quipu, originals, needed).await?;
            Ok(Performed::of(&report, report.stopped))
        }
    }
}

/// The files that a work reads.
fn files(work: &JobWork, originals: &Originals) -> Files {
    let paths = work.paths().iter().map(PathBuf::from).collect();
    match work.clone() {
        JobWork::Index { prune, force, root_name, hidden, document: id, offline, budget, .. } => {
            Files { paths, prune, force, root_name, hidden, id, offline, budget, ..Files::default() }
        }
        JobWork::Watch { prune, offline, .. } => Files { paths, prune, offline, ..Files::default() },
        JobWork::Upload { files, offline } => {
            let given = |file: Upload| GivenFile { path: originals.path(&file.hash), name: file.name };
            Files { given: files.into_iter().map(given).collect(), offline, ..Files::default() }
        }
        _ => Files::default(),
    }
}

async fn index(quipu: &Quipu, files: Files, run: &Run) -> Result<quipu::documents::Indexed, Error> {
    let mut job = quipu.index(files);
    run.stops_with(job.stopper());
    let (mut total, mut extracts) = (None, false);
    run.stage("read");
    while let Some(event) = job.next().await {
        match event {
            IndexEvent::Found(found) => total = Some(found.files),
            IndexEvent::Progress(at) => {
                let standing = JobStanding::of("sources", at.sources, total, at.seconds);
                run.stands(JobStanding { bytes: at.bytes, ..standing }, at.durable + at.unchanged);
            }
            IndexEvent::Indexed(report) => documents(&report, run),
            IndexEvent::Reading(at) => {
                if !std::mem::replace(&mut extracts, true) {
                    run.stage("extract");
                }
                run.read(&at);
            }
        }
    }
    job.await
}

async fn watch(quipu: &Quipu, files: Files, run: &Run) -> Result<Performed, Error> {
    let mut job = quipu.watch(files);
    run.stops_with(job.stopper());
    let mut rounds: u64 = 0;
    while let Some(event) = job.next().await {
        match event {
            WatchEvent::Indexed(report) => {
                rounds += 1;
                documents(&report, run);
                run.stands(JobStanding::of("rounds", rounds, None, 0.0), rounds);
            }
            WatchEvent::Reading(at) => run.read(&at),
            WatchEvent::Waiting { holder, .. } => {
                let detail = format!("{holder} is writing; what changed is read afterwards");
                run.tell(JobEvent::Note { code: "waiting".to_owned(), detail });
            }
            WatchEvent::Round(_) => {}
        }
    }
    job.await?;
    // It ends in no other way.
    Ok(Performed { report: json!({ "rounds": rounds }), stopped: true })
}

/// Tells what became of documents that are not simply there.
fn documents(report: &IndexReport, run: &Run) {
    let told = |id: &str, state: &str, reason: Option<String>| {
        run.tell(JobEvent::Document { id: id.to_owned(), state: state.to_owned(), reason });
    };
    for (state, lines) in [("skipped", &report.skipped), ("partial", &report.partial), ("replaced", &report.replaced)] {
        lines.iter().for_each(|line| told(&line.path, state, Some(line.why.clone())));
    }
    for (state, ids) in [("removed", &report.removed), ("missing", &report.missing), ("kept", &report.kept)] {
        ids.iter().for_each(|id| told(id, state, None));
    }
}

/// Says which contents the uploaded sources have now. One that cannot be said can be read, and not opened again.
fn refer(originals: &Originals, files: &[Upload], run: &Run) {
    for file in files {
        if let Err(error) = originals.refer(file) {
            run.tell(JobEvent::Note { code: "no-original".to_owned(), detail: format!("{}: {error}", file.name) });
        }
    }
}

/// Lets go of originals whose documents are gone.
pub(super) async fn sweep(
    quipu: &Quipu,
    originals: &Originals,
    needed: impl FnOnce() -> BTreeSet<String>,
) -> Result<(), Error> {
    if originals.is_empty() {
        return Ok(());
    }
    let (mut alive, mut after) = (BTreeSet::new(), None);
    loop {
        let page = quipu.documents(after, 1000).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.key);
        let name = |path: &str| path.strip_prefix(GIVEN)?.strip_prefix('/').map(str::to_owned);
        alive.extend(page.iter().filter_map(|document| name(&document.source.path)));
    }
    let folder = originals.path("");
    originals.sweep(&alive, needed).map_err(|reason| Error::File { path: folder, reason })
}

impl Run {
    /// Tells where a model's reading stands.
    fn read(&self, at: &ExtractProgress) {
        let standing = JobStanding::of("chunks", at.done, Some(at.chunks), at.seconds);
        let spent = &at.spent;
        self.stands(
            JobStanding {
                calls: spent.calls,
                tokens_in: spent.input,
                tokens_out: spent.output,
                money: spent.money,
                ..standing
            },
            at.done,
        );
    }
}
