//! A job while it runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quipu::Stop;

use super::super::job::JobStanding;
use super::super::log::{EventLog, JobEvent};
use super::{Queue, Wish};

/// Interval at which a job's progress becomes durable.
const KEPT: Duration = Duration::from_secs(2);

/// A running job: its progress is reported and kept.
pub(in crate::jobs) struct RunningJob {
    pub(super) queue: Arc<Queue>,
    pub(super) id: String,
    pub(super) log: Arc<EventLog>,
    /// Its durable progress.
    pub(super) advanced: AtomicU64,
    /// When where it stands became durable.
    pub(super) kept: Mutex<Option<Instant>>,
}

impl RunningJob {
    /// Reports an event.
    pub(in crate::jobs) fn emit(&self, event: JobEvent) {
        self.log.append(event);
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
        self.emit(JobEvent::Stage { stage: stage.to_owned() });
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
        self.emit(JobEvent::Progress(standing.clone()));
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
