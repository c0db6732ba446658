//! A job while it runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quipu::Stop;

use super::super::job::JobStanding;
use super::super::log::{EventLog, JobEvent};
use super::{Queue, Wish};

/// How often where a job stands becomes durable.
const KEPT: Duration = Duration::from_secs(2);

/// A job that runs: where it stands is told and kept.
pub(in crate::jobs) struct Run {
    pub(super) queue: Arc<Queue>,
    pub(super) id: String,
    pub(super) log: Arc<EventLog>,
    /// How far it durably is.
    pub(super) advanced: AtomicU64,
    /// When where it stands became durable.
    pub(super) kept: Mutex<Option<Instant>>,
}

impl Run {
    /// Tells something.
    pub(in crate::jobs) fn tell(&self, event: JobEvent) {
        self.log.tell(event);
    }

    /// Where a file is kept with the job.
    pub(in crate::jobs) fn file(&self, name: &str) -> PathBuf {
        self.queue.folder.join(&self.id).join(name)
    }

    /// The job's folder, by its path below the store.
    pub(in crate::jobs) fn part(&self) -> String {
        format!("jobs/{}", self.id)
    }

    /// Tells what it does now.
    pub(in crate::jobs) fn stage(&self, stage: &str) {
        self.tell(JobEvent::Stage { stage: stage.to_owned() });
    }

    /// Says what stops it. Who wished that before is heard now.
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

    /// Tells where it stands; `durable` grows whenever what it did cannot be lost any more.
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
            // It is told again in a moment, and at the end.
            let _ = self.queue.keep(&job);
        }
    }
}
