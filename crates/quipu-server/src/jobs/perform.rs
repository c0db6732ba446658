//! The work of a job: calls of the library, whose events become the job's.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Instant;

use axum::http::StatusCode;
use quipu::communities::ReportWriting;
use quipu::documents::{DocumentProperties, GIVEN, GivenFile, IndexEvent, IndexReport, WatchEvent};
use quipu::models::{ExtractProgress, ExtractReport};
use quipu::{Error, Files, Quipu, Stop};
use serde_json::json;

use super::batch::split;
use super::exported::exported;
use super::fetched::fetched;
use super::job::{JobStanding, JobWork};
use super::log::JobEvent;
use super::means::{Means, Performed};
use super::paper_jobs::papers_added;
use super::queue::RunningJob;
use crate::evaluator::Evaluation;
use crate::originals::{Arrived, Originals, Upload};
use crate::problem::HttpProblem;

impl Means<'_> {
    async fn sweep(&self) -> Result<(), Error> {
        sweep(self.quipu, self.originals, || (self.needed)()).await
    }
}

/// Does a work to its end, or until it is stopped.
///
/// # Errors
/// As the library's call.
pub(super) async fn perform(means: &Means<'_>, work: &JobWork, run: &RunningJob) -> Result<Performed, Error> {
    let quipu = means.quipu;
    match work {
        JobWork::Index { .. } => index(quipu, files(work), run).await,
        JobWork::Upload { files, properties, offline } => {
            let performed = read_uploads(means, files, properties, *offline, run).await?;
            means.sweep().await?;
            Ok(performed)
        }
        JobWork::Batch { file, offline, .. } => batch(means, file, *offline, run).await,
        JobWork::Fetch { addresses, offline } => fetch(means, addresses, *offline, run).await,
        JobWork::Papers { wanted } => papers_added(quipu, wanted, run).await,
        JobWork::Watch { .. } => watch(quipu, files(work), run).await,
        JobWork::Delete { documents } => {
            let report = quipu.delete(documents.clone()).await?;
            means.sweep().await?;
            Ok(Performed::of(&report, false))
        }
        JobWork::Amend { documents, amendment } => {
            Ok(Performed::of(&quipu.amend(documents.clone(), amendment.clone()).await?, false))
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
        JobWork::Reembed { model } => reembed(quipu, model.as_deref(), run).await,
        JobWork::Cluster { full, write } => cluster(quipu, *full, *write, run).await,
        JobWork::Doctor { repair } => Ok(Performed::of(&stoppable(run, quipu.doctor(*repair)).await?, false)),
        JobWork::Import { file } => import(means, file, run).await,
        JobWork::Export { format } => {
            let report = stoppable(run, exported(quipu, *format, run)).await?;
            Ok(Performed::of(&report, false))
        }
        JobWork::Backup { to } => backup(quipu, to.as_deref(), run).await,
        JobWork::Eval { paths, strategies, questions } => {
            let folders = paths.iter().map(PathBuf::from).collect();
            let asked = Evaluation { folders, strategies: strategies.clone(), questions: *questions };
            let rows = stoppable(run, means.evaluator.evaluate(quipu, asked)).await?;
            Ok(Performed { report: serde_json::to_value(rows).unwrap_or_default(), stopped: false, problem: None })
        }
    }
}

async fn fetch(means: &Means<'_>, addresses: &[String], offline: bool, run: &RunningJob) -> Result<Performed, Error> {
    run.stage("fetch");
    let (arrived, refused) = stoppable(run, fetched(means, addresses, run)).await?;
    let mut performed = taken_in(means, arrived, offline, run).await?;
    performed.report["not_fetched"] = json!(refused);
    Ok(performed)
}

async fn batch(means: &Means<'_>, file: &Upload, offline: bool, run: &RunningJob) -> Result<Performed, Error> {
    let arrived = split(means.originals, &file.hash).await?;
    taken_in(means, arrived, offline, run).await
}

/// Reads originals that this job made; those that are needed no more go then.
async fn taken_in(
    means: &Means<'_>,
    arrived: Vec<Arrived>,
    offline: bool,
    run: &RunningJob,
) -> Result<Performed, Error> {
    let uploads: Vec<Upload> = arrived.iter().map(|arrived| arrived.upload.clone()).collect();
    let performed = read_uploads(means, &uploads, &DocumentProperties::default(), offline, run).await?;
    drop(arrived);
    means.sweep().await?;
    Ok(performed)
}

/// Reads originals under their names.
async fn read_uploads(
    means: &Means<'_>,
    uploads: &[Upload],
    properties: &DocumentProperties,
    offline: bool,
    run: &RunningJob,
) -> Result<Performed, Error> {
    let given = uploads.iter().map(|file| GivenFile {
        path: means.originals.path(&file.hash),
        name: file.name.clone(),
        properties: properties.clone(),
    });
    let files = Files { given: given.collect(), offline, ..Files::default() };
    let performed = index(means.quipu, files, run).await?;
    refer(means.originals, uploads, run);
    Ok(performed)
}

async fn import(means: &Means<'_>, file: &Upload, run: &RunningJob) -> Result<Performed, Error> {
    let path = means.originals.path(&file.hash);
    let input = File::open(&path).map_err(|reason| Error::File { path, reason })?;
    let job = means.quipu.import(Box::new(BufReader::new(input)));
    run.stops_with(job.stopper());
    let report = job.await?;
    means.sweep().await?;
    Ok(Performed::of(&report, report.stopped))
}

async fn backup(quipu: &Quipu, to: Option<&str>, run: &RunningJob) -> Result<Performed, Error> {
    let to = to.map_or_else(|| run.file("backup.zip"), PathBuf::from);
    let mut job = quipu.backup(to, vec![run.part()]);
    run.stops_with(job.stopper());
    let began = Instant::now();
    while let Some(at) = job.next().await {
        let standing = JobStanding::of("bytes", at.done, Some(at.total), began.elapsed().as_secs_f64());
        // A copy is not durable before all of it is.
        run.stands(JobStanding { bytes: at.done, ..standing }, 0);
    }
    Ok(Performed::of(&job.await?, false))
}

/// Does a work that cannot be stopped by itself: a stop drops it, and its durable parts stay.
async fn stoppable<T>(run: &RunningJob, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let stop = Stop::default();
    run.stops_with(stop.clone());
    tokio::select! {
        biased;
        done = work => done,
        () = stop.heard() => Err(Error::Stopped),
    }
}

async fn reembed(quipu: &Quipu, model: Option<&str>, run: &RunningJob) -> Result<Performed, Error> {
    let named = model.map(|model| ("embed.model", model));
    let remember = named.iter().map(|(key, model)| ((*key).to_owned(), (*model).to_owned())).collect();
    let mut job = quipu.with(named)?.reembed(remember);
    run.stops_with(job.stopper());
    while let Some(at) = job.next().await {
        run.stands(JobStanding::of("chunks", at.done, Some(at.done + at.left), at.seconds), at.done);
    }
    let report = job.await?;
    Ok(Performed::of(&report, report.stopped))
}

async fn cluster(
    quipu: &Quipu,
    full: bool,
    write: Option<ReportWriting>,
    run: &RunningJob,
) -> Result<Performed, Error> {
    let mut job = quipu.cluster(full, write);
    run.stops_with(job.stopper());
    let began = Instant::now();
    while let Some(at) = job.next().await {
        run.stands(JobStanding::of("reports", at.reports, Some(at.of), began.elapsed().as_secs_f64()), at.reports);
    }
    let report = job.await?;
    let stopped = report.stopped || report.written.as_ref().is_some_and(|told| told.stopped.is_some());
    Ok(Performed::of(&report, stopped))
}

/// The files that a work reads.
fn files(work: &JobWork) -> Files {
    let paths = work.paths().iter().map(PathBuf::from).collect();
    match work.clone() {
        JobWork::Index { prune, force, root_name, hidden, document: id, offline, budget, .. } => {
            Files { paths, prune, force, root_name, hidden, id, offline, budget, ..Files::default() }
        }
        JobWork::Watch { prune, offline, .. } => Files { paths, prune, offline, ..Files::default() },
        _ => Files::default(),
    }
}

async fn index(quipu: &Quipu, files: Files, run: &RunningJob) -> Result<Performed, Error> {
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
    let indexed = job.await?;
    let by_model = indexed.model.as_ref().is_some_and(ExtractReport::is_stopped);
    let performed = Performed::of(&indexed, indexed.index.stopped || by_model);
    Ok(Performed { problem: nothing_read(&indexed.index), ..performed })
}

/// The problem of a run that read nothing of what was there to read.
fn nothing_read(report: &IndexReport) -> Option<HttpProblem> {
    let read = report.added + report.changed + report.unchanged;
    let skipped = report.skipped.iter().map(|skipped| (skipped.path.as_str(), skipped.why.clone()));
    let lost: Vec<(&str, String)> = skipped.chain(report.left_out()).collect();
    let (path, why) = lost.first().filter(|_| read == 0)?;
    let detail = match lost.len() {
        1 => format!("{path}: {why}"),
        count => format!("none of {count} sources could be read; the first, {path}: {why}"),
    };
    Some(HttpProblem::new(StatusCode::UNPROCESSABLE_ENTITY, "nothing-read", detail))
}

async fn watch(quipu: &Quipu, files: Files, run: &RunningJob) -> Result<Performed, Error> {
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
                run.emit(JobEvent::Note { code: "waiting".to_owned(), detail });
            }
            WatchEvent::Round(_) => {}
        }
    }
    job.await?;
    // It ends in no other way.
    Ok(Performed { report: json!({ "rounds": rounds }), stopped: true, problem: None })
}

/// Reports the outcome of documents that are not simply present.
fn documents(report: &IndexReport, run: &RunningJob) {
    let told = |id: &str, state: &str, reason: Option<String>| {
        run.emit(JobEvent::Document { id: id.to_owned(), state: state.to_owned(), reason });
    };
    for (state, lines) in [("skipped", &report.skipped), ("partial", &report.partial), ("replaced", &report.replaced)] {
        lines.iter().for_each(|line| told(&line.path, state, Some(line.why.clone())));
    }
    for (path, why) in report.left_out() {
        told(path, "skipped", Some(why));
    }
    let states =
        [("removed", &report.removed), ("missing", &report.missing), ("stale", &report.stale), ("kept", &report.kept)];
    for (state, ids) in states {
        ids.iter().for_each(|id| told(id, state, None));
    }
}

/// Says which contents the uploaded sources have now. One that cannot be said can be read, and not opened again.
fn refer(originals: &Originals, files: &[Upload], run: &RunningJob) {
    for file in files {
        if let Err(error) = originals.refer(file) {
            run.emit(JobEvent::Note { code: "no-original".to_owned(), detail: format!("{}: {error}", file.name) });
        }
    }
}

/// Removes originals whose documents are gone.
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

impl RunningJob {
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
