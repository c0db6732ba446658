//! Watching folders: they are indexed again after each change in them.
//!
//! Events of the system only wake the watcher; changes are found by walking the folders and comparing
//! size and time of each file with their former values, so that nothing is missed and ignored files
//! stay ignored. Only files that differ are read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use notify::{RecursiveMode, Watcher as _};
use quipu_adapters::read::Finding;
use quipu_engine::delete::delete_read_from;
use quipu_engine::extract::ExtractProgress;
use quipu_engine::index::{IndexReport, Stop, Watch, index, lies_in};
use quipu_engine::ports::StoreError;
use quipu_engine::{EngineError, Workspace};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::index_sources::{self, sources, stated};
use super::{Files, Indexed, options};
use crate::job::{EventSink, Job, Working};
use crate::models::model_reading::ModelReading;
use crate::settings::Work;
use crate::{Error, Quipu, durable, open};

/// Events of watched folders.
#[derive(Debug, Clone)]
pub enum WatchEvent {
    /// Another process writes to the workspace; changes are read when it is done. Reported once per wait.
    Waiting {
        /// The process that writes.
        holder: String,
        /// The path that it writes to.
        path: String,
    },
    /// The files of a round are indexed; a model may read them next.
    Indexed(Box<IndexReport>),
    /// The progress of the model's reading.
    Reading(ExtractProgress),
    /// A round that read something is over.
    Round(Box<Indexed>),
}

/// The quiet time before files are read: editors write in several steps.
const QUIET: Duration = Duration::from_millis(300);
/// The longest wait for ongoing changes to end.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pause before another try after a wait for another process timed out.
const AGAIN: Duration = Duration::from_secs(1);

/// Size and time of a file, by its source path.
type Seen = BTreeMap<String, (u64, Option<SystemTime>)>;

impl Quipu {
    /// Indexes, and again whenever something changes, until it is stopped.
    pub fn watch(&self, files: Files) -> Job<WatchEvent, ()> {
        let quipu = self.clone();
        Job::start(move |working| async move { quipu.watched(files, working).await })
    }

    async fn watched(&self, files: Files, working: Working<WatchEvent>) -> Result<(), Error> {
        let Working { teller, stop } = working;
        let (mut wake, _watcher) = watcher(&files.paths)?;
        let reads = !files.offline && self.settings().llm(Work::Extract).is_some();
        let desk = if reads { Some(ModelReading::new(self, files.budget)?) } else { None };
        let (seen, kept) = (Seen::new(), BTreeSet::new());
        let mut round =
            Round { quipu: self, files: &files, teller: &teller, desk, seen, kept, first: true, waits: false };
        loop {
            let through = round.go(&stop).await?;
            let goes_on = match through {
                _ if stop.asked() => false,
                true => changed(&mut wake, &stop).await,
                false => tokio::time::timeout(AGAIN, stop.heard()).await.is_err(),
            };
            if !goes_on {
                return round.desk.as_ref().map_or(Ok(()), ModelReading::finish);
            }
        }
    }
}

/// Watches the paths; a message comes whenever something happens there.
fn watcher(paths: &[PathBuf]) -> Result<(UnboundedReceiver<()>, notify::RecommendedWatcher), Error> {
    let (send, wake) = unbounded_channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading a file is no change; an error of the watcher is a reason to look.
        if event.is_ok_and(|event| event.kind.is_access()) {
            return;
        }
        // The receiver is gone when the run ends.
        let _ = send.send(());
    });
    let failed =
        |path: &Path, error: notify::Error| Error::WatchFailed { path: path.to_owned(), reason: error.to_string() };
    let mut watcher = watcher.map_err(|error| failed(Path::new("."), error))?;
    for path in paths {
        let (watched, how) = watched(path);
        watcher.watch(&watched, how).map_err(|error| failed(&watched, error))?;
    }
    Ok((wake, watcher))
}

/// The watched path for a path. For a file it is its folder: most editors save by putting another file in its place,
/// and that one would not be watched.
fn watched(path: &Path) -> (PathBuf, RecursiveMode) {
    if path.is_file() {
        return (durable::above(path).to_owned(), RecursiveMode::NonRecursive);
    }
    (if path.exists() { path.to_owned() } else { glob_root(path) }, RecursiveMode::Recursive)
}

/// The folder that a glob's matches lie in.
fn glob_root(path: &Path) -> PathBuf {
    let plain = path.iter().take_while(|part| !part.to_string_lossy().contains(['*', '?', '[', '{']));
    let folder: PathBuf = plain.collect();
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
}

/// Waits for a change and until it is over; false when the run was interrupted.
async fn changed(wake: &mut UnboundedReceiver<()>, stop: &Stop) -> bool {
    let tick = Duration::from_millis(200);
    loop {
        match tokio::time::timeout(tick, wake.recv()).await {
            Ok(Some(())) => break,
            Ok(None) => return false,
            Err(_) if stop.asked() => return false,
            Err(_) => {}
        }
    }
    let until = tokio::time::Instant::now() + PATIENCE;
    while tokio::time::Instant::now() < until {
        if tokio::time::timeout(QUIET, wake.recv()).await.is_err() {
            break;
        }
    }
    !stop.asked()
}

struct Round<'a> {
    quipu: &'a Quipu,
    files: &'a Files,
    teller: &'a EventSink<WatchEvent>,
    /// The desk of the model that reads.
    desk: Option<ModelReading>,
    seen: Seen,
    /// Sources that could not be reached in the last round.
    kept: BTreeSet<String>,
    first: bool,
    /// True if a wait for another process was reported.
    waits: bool,
}

/// The result of a walk, compared with the last round.
struct Compared {
    /// New or changed sources.
    finding: Finding,
    /// The present files, and unreachable ones as they were: these count as unchanged when they come back.
    seen: Seen,
    kept: BTreeSet<String>,
    gone: Vec<String>,
    /// True if there is anything to report.
    any: bool,
}

impl Round<'_> {
    /// Reads sources that are new or different since the last round, and drops missing ones; false if another process
    /// writes, so that all of it is still to be done.
    async fn go(&mut self, stop: &Stop) -> Result<bool, Error> {
        let compared = self.compared(index_sources::looked(self.files, self.quipu)?.0);
        if !self.first && !compared.any {
            (self.seen, self.kept) = (compared.seen, compared.kept);
            return Ok(true);
        }
        let workspace = match self.quipu.creating() {
            Err(Error::Engine(EngineError::Store(StoreError::Busy { path, holder, .. }))) => {
                if !std::mem::replace(&mut self.waits, true) {
                    self.teller.emit(WatchEvent::Waiting { holder, path });
                }
                return Ok(false);
            }
            opened => opened?,
        };
        (self.first, self.waits) = (false, false);
        // Files, and roots of other writers, may have changed during the wait for the right to write.
        let compared = self.compared(index_sources::finding(self.files, self.quipu)?);
        let Compared { finding, seen, kept, gone, .. } = compared;
        (self.seen, self.kept) = (seen, kept);
        self.read(&workspace, finding, gone, stop).await?;
        Ok(true)
    }

    fn compared(&self, mut finding: Finding) -> Compared {
        let mut seen: Seen =
            finding.found.iter().map(|found| (found.source.clone(), (found.size, found.modified))).collect();
        finding.found.retain(|found| self.seen.get(&found.source) != seen.get(&found.source));
        let unreached = index_sources::unreached(&finding, self.files);
        let not_seen = self.seen.iter().filter(|(source, _)| !seen.contains_key(*source));
        let (kept, gone): (Vec<_>, Vec<_>) = not_seen.partition(|(source, _)| lies_in(source, &unreached));
        let gone: Vec<String> = gone.into_iter().map(|(source, _)| source.clone()).collect();
        let kept: Seen = kept.into_iter().map(|(source, seen)| (source.clone(), *seen)).collect();
        let newly_kept = kept.keys().any(|source| !self.kept.contains(source));
        let any = !finding.found.is_empty() || !gone.is_empty() || newly_kept;
        let kept_names = kept.keys().cloned().collect();
        seen.extend(kept);
        Compared { finding, seen, kept: kept_names, gone, any }
    }

    async fn read(&self, workspace: &Workspace, finding: Finding, gone: Vec<String>, stop: &Stop) -> Result<(), Error> {
        let any = !finding.found.is_empty();
        let reader = open::reader(self.quipu.settings(), self.quipu.workers());
        let read = sources(finding, stated(self.files), reader);
        let watch = Watch { progress: None, stop: stop.clone() };
        let report = index(workspace, read, &options(self.files, self.quipu.settings()), &watch).await?;
        let report = IndexReport { kept: self.kept.iter().cloned().collect(), ..report };
        let report = self.let_go(workspace, gone, report).await?;
        self.teller.emit(WatchEvent::Indexed(Box::new(report.clone())));
        let model = match &self.desk {
            Some(desk) if !stop.asked() => {
                let tell = self.teller.listener(WatchEvent::Reading);
                Some(desk.round(workspace, self.quipu.settings(), false, tell, stop).await?)
            }
            _ => None,
        };
        self.teller.emit(WatchEvent::Round(Box::new(Indexed { index: report, model, any })));
        Ok(())
    }

    async fn let_go(
        &self,
        workspace: &Workspace,
        gone: Vec<String>,
        report: IndexReport,
    ) -> Result<IndexReport, Error> {
        if gone.is_empty() {
            return Ok(report);
        }
        if !self.files.prune {
            return Ok(IndexReport { missing: gone, ..report });
        }
        let went = delete_read_from(workspace, &gone).await?;
        let chunks_removed = report.chunks_removed + went.chunks_removed;
        let removed = report.removed.iter().cloned().chain(went.deleted).collect();
        Ok(IndexReport { removed, chunks_removed, ..report })
    }
}
