//! The work of the queue: jobs take turns, run, report their progress, and end.

use std::any::Any;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use jiff::Timestamp;
use quipu::{Error, Stop};

use super::super::job::{JobStanding, JobWork, QueuedJob, State, Turn};
use super::super::log::{EventLog, JobEvent};
use super::super::performed::{Means, Performed, perform, sweep};
use super::{Entry, Queue, Wish};
use crate::problem::HttpProblem;

/// Number of jobs that keep their output file.
const FILES: usize = 10;
/// Interval at which a job's progress becomes durable.
const KEPT: Duration = Duration::from_secs(2);

impl Queue {
    /// Works until the server ends: one job that writes at a time, and watches beside it.
    pub(crate) async fn work(self: Arc<Self>) {
        // Files that a kill left between a deletion and its originals.
        let _ = sweep(&self.quipu.get(), &self.originals, || self.needed()).await;
        let mut tasks = tokio::task::JoinSet::new();
        let turns = Turn::ALL.map(|turn| (turn, Arc::new(tokio::sync::Semaphore::new(turn.at_once()))));
        loop {
            let free = || turns.iter().filter(|(_, places)| places.available_permits() > 0);
            while let Some((id, turn)) = self.next(&free().map(|(turn, _)| *turn).collect::<Vec<_>>()) {
                let places = turns.iter().find(|(of, _)| *of == turn).map(|(_, places)| places.clone());
                let place = places.and_then(|places| places.try_acquire_owned().ok());
                let queue = self.clone();
                if self.starts(&id) {
                    tasks.spawn(async move {
                        queue.run(&id).await;
                        drop(place);
                        queue.changed.notify_one();
                    });
                }
            }
            tokio::select! {
                () = self.changed.notified() => {}
                () = self.ending.heard() => break,
            }
        }
        while tasks.join_next().await.is_some() {}
    }

    /// The oldest job that may start now, by the turns of which one is free.
    fn next(&self, free: &[Turn]) -> Option<(String, Turn)> {
        if self.ending.asked() {
            return None;
        }
        let entries = self.entries();
        let mut waiting = entries.values().filter(|entry| entry.job.state == State::Queued);
        let next = waiting.find(|entry| free.contains(&entry.job.work.turn()))?;
        Some((next.job.id.clone(), next.job.work.turn()))
    }

    /// Marks a job as running; false where that cannot be kept, which fails it.
    fn starts(&self, id: &str) -> bool {
        let mut entries = self.entries();
        // It may have been cancelled since it was chosen.
        let Some(entry) = entries.get_mut(id).filter(|entry| entry.job.state == State::Queued) else { return false };
        let QueuedJob { attempts, idle_starts, .. } = entry.job;
        entry.job.started = Some(Timestamp::now().to_string());
        (entry.job.attempts, entry.job.idle_starts) = (attempts + 1, idle_starts + 1);
        (entry.wish, entry.stop) = (None, None);
        let started = self.turn(entry, State::Running, JobEvent::Started { attempt: attempts + 1 });
        if let Err(error) = &started {
            entry.job.state = State::Failed;
            entry.log.tell(JobEvent::Failed { problem: HttpProblem::of(error) });
        }
        started.is_ok()
    }

    async fn run(self: &Arc<Self>, id: &str) {
        let Some((work, log)) = self.entries().get(id).map(|entry| (entry.job.work.clone(), entry.log.clone())) else {
            return;
        };
        let run = Run {
            queue: self.clone(),
            id: id.to_owned(),
            log: log.clone(),
            advanced: AtomicU64::new(0),
            kept: Mutex::default(),
        };
        let quipu = self.quipu.get();
        if let Ok(change) = quipu.change().await {
            self.advanced(id, change);
        }
        let (originals, rules) = (&self.originals, &self.rules);
        let means = Means { quipu: &quipu, originals, rules, evaluator: &*self.evaluator, queue: self };
        // A panic is the failure of one job: the queue and all others go on.
        let performed = AssertUnwindSafe(perform(&means, &work, &run)).catch_unwind().await;
        let mut outcome = performed.unwrap_or_else(|panic| Err(Error::Ended { reason: said_by(&*panic) }));
        if outcome.is_ok() && matches!(work, JobWork::Reembed { model: Some(_) }) {
            // The settings name another model now.
            outcome = self.quipu.reopen().and(outcome);
        }
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(id) else { return };
        entry.stop = None;
        let (state, event) = ended(entry, outcome);
        // A job whose state cannot be kept runs again after the next start, which finds little to do.
        if self.turn(entry, state, event).is_err() {
            entry.job.state = state;
        }
        log.close();
        self.forget(&mut entries);
        drop(entries);
        if work.file().is_some() {
            self.tidy();
        }
    }

    /// Notes at which change a job starts: one that starts again at another one got somewhere before it was killed.
    fn advanced(&self, id: &str, change: u64) {
        if let Some(entry) = self.entries().get_mut(id) {
            if entry.job.attempts > 1 && entry.job.change != change {
                entry.job.idle_starts = 1;
            }
            entry.job.change = change;
            // It is kept with where it stands.
            let _ = self.keep(&entry.job);
        }
    }

    /// Removes the files of all jobs except the newest.
    fn tidy(&self) {
        let entries = self.entries();
        let left = entries.values().rev().filter_map(|entry| Some((&entry.job.id, entry.job.work.file()?)));
        for (id, name) in left.skip(FILES) {
            // One that is gone already is no matter.
            let _ = fs::remove_file(self.folder.join(id).join(name));
        }
    }
}

/// The message of a panic.
fn said_by(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("it panicked: {}", said.unwrap_or_else(|| "without a word".to_owned()))
}

/// The outcome of a job that ended.
fn ended(entry: &mut Entry, outcome: Result<Performed, Error>) -> (State, JobEvent) {
    let stopped = match &outcome {
        Ok(performed) => performed.stopped,
        Err(error) => matches!(error, Error::Stopped),
    };
    if let Ok(performed) = &outcome {
        entry.job.report = Some(performed.report.clone());
    }
    match (outcome, entry.wish.take().filter(|_| stopped)) {
        (_, Some(Wish::Pause)) => (State::Paused, JobEvent::Paused),
        (_, Some(Wish::Cancel)) => (State::Cancelled, JobEvent::Cancelled),
        (_, Some(Wish::GoOnLater)) => {
            entry.job.idle_starts = 0;
            (State::Queued, JobEvent::Paused)
        }
        (Ok(Performed { report, .. }), None) => (State::Done, JobEvent::Finished { report }),
        (Err(error), None) => {
            let problem = HttpProblem::of(&error);
            entry.job.problem = Some(problem.clone());
            (State::Failed, JobEvent::Failed { problem })
        }
    }
}

/// A running job: its progress is reported and kept.
pub(in crate::jobs) struct Run {
    queue: Arc<Queue>,
    id: String,
    log: Arc<EventLog>,
    /// Its durable progress.
    advanced: AtomicU64,
    /// When where it stands became durable.
    kept: Mutex<Option<Instant>>,
}

impl Run {
    /// Tells something.
    pub(in crate::jobs) fn tell(&self, event: JobEvent) {
        self.log.tell(event);
    }

    /// The path of a file kept with the job.
    pub(in crate::jobs) fn file(&self, name: &str) -> PathBuf {
        self.queue.folder.join(&self.id).join(name)
    }

    /// The job's folder, by its path below the store.
    pub(in crate::jobs) fn part(&self) -> String {
        format!("jobs/{}", self.id)
    }

    /// Reports the current stage.
    pub(in crate::jobs) fn stage(&self, stage: &str) {
        self.tell(JobEvent::Stage { stage: stage.to_owned() });
    }

    /// Sets the signal that stops it. An earlier wish takes effect now.
    pub(in crate::jobs) fn stops_with(&self, stop: Stop) {
        let mut entries = self.queue.entries();
        if let Some(entry) = entries.get_mut(&self.id) {
            if entry.wish.is_some() || self.queue.ending.asked() {
                entry.wish = entry.wish.or(Some(Wish::GoOnLater));
                stop.ask();
            }
            entry.stop = Some(stop);
        }
    }

    /// Reports its progress; `durable` grows with every result that cannot be lost any more.
    pub(in crate::jobs) fn stands(&self, standing: JobStanding, durable: u64) {
        let advances = self.advanced.fetch_max(durable, Ordering::Relaxed) < durable;
        self.tell(JobEvent::Progress(standing.clone()));
        let mut entries = self.queue.entries();
        let Some(entry) = entries.get_mut(&self.id) else { return };
        entry.job.progress = standing;
        let first = advances && std::mem::take(&mut entry.job.idle_starts) > 0;
        let job = entry.job.clone();
        drop(entries);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if first || kept.is_none_or(|last| last.elapsed() >= KEPT) {
            *kept = Some(Instant::now());
            // It is reported again in a moment, and at the end.
            let _ = self.queue.keep(&job);
        }
    }
}
