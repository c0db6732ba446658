//! The work of the queue: jobs take turns, run, report their progress, and end.

use std::any::Any;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use futures::FutureExt as _;
use jiff::Timestamp;
use quipu::Error;

use super::super::job::{JobLane, JobWork, QueuedJob, State};
use super::super::log::JobEvent;
use super::super::means::{Means, Performed};
use super::super::perform::{perform, sweep};
use super::super::reports::tagged;
use super::running_job::RunningJob;
use super::{Entry, Queue, Wish};
use crate::problem::HttpProblem;

/// Number of jobs that keep their output file.
const FILES: usize = 10;

impl Queue {
    /// Works until the server ends: one job that writes at a time, and watches beside it.
    pub(crate) async fn work(self: Arc<Self>) {
        // Files that a kill left between a deletion and its originals.
        let _ = sweep(&self.quipu.get(), &self.originals, || self.needed()).await;
        let mut tasks = tokio::task::JoinSet::new();
        let turns = JobLane::ALL.map(|turn| (turn, Arc::new(tokio::sync::Semaphore::new(turn.at_once()))));
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
            for id in self.undelivered() {
                tasks.spawn(self.clone().deliver(id));
            }
            tokio::select! {
                () = self.changed.notified() => {}
                () = self.ending.heard() => break,
            }
        }
        while tasks.join_next().await.is_some() {}
    }

    /// The oldest job that may start now, by the turns of which one is free.
    fn next(&self, free: &[JobLane]) -> Option<(String, JobLane)> {
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
            entry.log.append(JobEvent::Failed { problem: HttpProblem::of(error) });
        }
        started.is_ok()
    }

    async fn run(self: &Arc<Self>, id: &str) {
        let Some((work, log)) = self.entries().get(id).map(|entry| (entry.job.work.clone(), entry.log.clone())) else {
            return;
        };
        let run = RunningJob {
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
        let needed = || self.needed();
        let means = Means { quipu: &quipu, originals, rules, evaluator: &*self.evaluator, needed: &needed };
        // A panic is the failure of one job: the queue and all others go on.
        let performed = AssertUnwindSafe(perform(&means, &work, &run)).catch_unwind().await;
        let performed = performed
            .map(|done| done.map(|done| Performed { report: tagged(done.report, work.report_kind()), ..done }));
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
        (Ok(Performed { problem: Some(problem), .. }), None) => {
            entry.job.problem = Some(problem.clone());
            (State::Failed, JobEvent::Failed { problem })
        }
        (Ok(Performed { report, .. }), None) => (State::Done, JobEvent::Finished { report }),
        (Err(error), None) => {
            let problem = HttpProblem::of(&error);
            entry.job.problem = Some(problem.clone());
            (State::Failed, JobEvent::Failed { problem })
        }
    }
}
