//! The queue of a workspace: jobs are added, take turns, are paused, cancelled and retried, and survive kills.

mod delivery;
mod running_job;
mod waiting;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use quipu::documents::FetchRules;
use quipu::{Error, Stop};
use tokio::sync::Notify;

use super::folder::{read, write};
use super::job::{JobStanding, JobWork, QueuedJob, State};
use super::log::{EventLog, JobEvent};
use super::reports::tagged;
use super::webhook::Webhook;
use super::webhook_delivery::WebhookDelivery;
use crate::current::Current;
use crate::evaluator::Evaluator;
use crate::originals::Originals;
use crate::problem::HttpProblem;

pub(super) use running_job::RunningJob;
pub(crate) use waiting::QueuedDocument;

/// Limit of waiting jobs.
const WAITING: usize = 1000;
/// Number of finished jobs that are remembered.
const REMEMBERED: usize = 1000;
/// Limit of starts of a job in a row without progress.
const STARTS: u32 = 3;

/// The jobs of a workspace.
pub(crate) struct Queue {
    folder: PathBuf,
    quipu: Arc<Current>,
    originals: Arc<Originals>,
    /// The rules for fetching documents.
    rules: FetchRules,
    evaluator: Arc<dyn Evaluator>,
    jobs: Mutex<BTreeMap<String, Entry>>,
    changed: Notify,
    ending: Stop,
}

struct Entry {
    job: QueuedJob,
    log: Arc<EventLog>,
    /// A client's wish for the running job.
    wish: Option<Wish>,
    /// The signal that stops the running job.
    stop: Option<Stop>,
    /// True while its end is being delivered to a webhook.
    delivers: bool,
}

impl Entry {
    fn of(job: QueuedJob, log: Arc<EventLog>) -> Self {
        Self { job, log, wish: None, stop: None, delivers: false }
    }
}

/// A job that is to be added.
pub(crate) struct WantedJob<'a> {
    pub(crate) work: JobWork,
    pub(crate) workspace: &'a str,
    /// The name of its creator, and the id of their token.
    pub(crate) by: (&'a str, Option<String>),
    /// The key of its request.
    pub(crate) key: Option<String>,
    /// The job that it does again.
    pub(crate) again_of: Option<String>,
    /// The receiver of its end.
    pub(crate) webhook: Option<Webhook>,
}

/// A wish for a running job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Pause,
    Cancel,
    /// The server ends; it goes on when the next one starts.
    GoOnLater,
}

/// The reason that a wish was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QueueRefusal {
    /// There is no such job.
    Unknown,
    /// Its state forbids it.
    State(State),
    /// Too many wait.
    Full,
    /// Another job was created under the same key.
    KeyUsed,
    /// The uploaded files are no longer kept.
    NoOriginal,
    /// The workspace is not served any more.
    Ending,
}

/// A job that was added, or was there under its key.
pub(crate) struct EnqueuedJob {
    pub(crate) job: QueuedJob,
    /// True if the job already existed under this key.
    pub(crate) replayed: bool,
}

impl Queue {
    /// The queue beside the parts of a store: jobs that ran when it was last open wait again.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub(crate) fn open(
        store: &Path,
        quipu: Arc<Current>,
        originals: Arc<Originals>,
        rules: FetchRules,
        evaluator: Arc<dyn Evaluator>,
    ) -> Result<Self, Error> {
        let folder = store.join("jobs");
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |reason| Error::File { path, reason }
        };
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        let mut jobs = BTreeMap::new();
        for (mut job, place) in read(&folder).map_err(failed(&folder))? {
            // Reports of earlier versions have no kind.
            job.report = job.report.take().map(|report| tagged(report, job.work.report_kind()));
            let log = Arc::new(EventLog::of(&place));
            jobs.insert(job.id.clone(), Entry::of(job, log));
        }
        let (jobs, changed, ending) = (Mutex::new(jobs), Notify::new(), Stop::default());
        let queue = Self { folder, quipu, originals, rules, evaluator, jobs, changed, ending };
        queue.entries().values_mut().try_for_each(|entry| queue.after_kill(entry))?;
        Ok(queue)
    }

    /// Lets a job wait again that ran when its server was killed, unless it started too often and got nowhere.
    fn after_kill(&self, entry: &mut Entry) -> Result<(), Error> {
        if entry.job.state != State::Running {
            return Ok(());
        }
        if entry.job.idle_starts < STARTS {
            entry.job.state = State::Queued;
            return self.keep(&entry.job);
        }
        let detail =
            "it started three times and got nowhere; look into its events, and retry it when the cause is gone";
        let problem = HttpProblem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "worker", detail);
        entry.job.problem = Some(problem.clone());
        self.turn(entry, State::Failed, JobEvent::Failed { problem }).map(drop)
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The wanted jobs, the newest first, at most `limit`.
    pub(crate) fn newest(&self, limit: usize, wanted: impl Fn(&QueuedJob) -> bool) -> Vec<QueuedJob> {
        let entries = self.entries();
        entries.values().rev().map(|entry| &entry.job).filter(|job| wanted(job)).take(limit).cloned().collect()
    }

    /// Number of jobs that match.
    pub(crate) fn count(&self, wanted: impl Fn(&QueuedJob) -> bool) -> usize {
        self.entries().values().filter(|entry| wanted(&entry.job)).count()
    }

    /// Number of jobs in each state.
    pub(crate) fn counts(&self) -> BTreeMap<State, usize> {
        let mut counts = BTreeMap::new();
        self.entries().values().for_each(|entry| *counts.entry(entry.job.state).or_default() += 1);
        counts
    }

    /// A job.
    pub(crate) fn find(&self, id: &str) -> Option<QueuedJob> {
        self.entries().get(id).map(|entry| entry.job.clone())
    }

    /// The output file of a finished job, and its name.
    pub(crate) fn file(&self, id: &str) -> Option<(PathBuf, &'static str)> {
        let entries = self.entries();
        let job = &entries.get(id)?.job;
        let name = job.work.file().filter(|_| job.state == State::Done)?;
        Some((self.folder.join(id).join(name), name))
    }

    /// The events of a job.
    pub(crate) fn log(&self, id: &str) -> Option<Arc<EventLog>> {
        self.entries().get(id).map(|entry| entry.log.clone())
    }

    /// Adds a job; it is durable when this returns. One that was created under the same key is returned again.
    ///
    /// # Errors
    /// When too many wait, the key was used for another, or it cannot be kept.
    pub(crate) fn add(&self, wanted: WantedJob<'_>) -> Result<Result<EnqueuedJob, QueueRefusal>, Error> {
        let WantedJob { work, workspace, by, key, again_of, webhook } = wanted;
        let mut entries = self.entries();
        if self.ending.asked() {
            return Ok(Err(QueueRefusal::Ending));
        }
        let same = |job: &&QueuedJob| key.is_some() && job.idempotency_key == key && job.token == by.1;
        if let Some(job) = entries.values().map(|entry| &entry.job).find(same) {
            let job = job.clone();
            return Ok(if job.work == work {
                Ok(EnqueuedJob { job, replayed: true })
            } else {
                Err(QueueRefusal::KeyUsed)
            });
        }
        let position = entries.values().filter(|entry| !entry.job.state.is_over()).count();
        if position >= WAITING {
            return Ok(Err(QueueRefusal::Full));
        }
        let job = QueuedJob {
            id: crate::new_id::new_id(),
            state: State::Queued,
            work,
            workspace: workspace.to_owned(),
            by: by.0.to_owned(),
            token: by.1,
            change: 0,
            created: Timestamp::now().to_string(),
            started: None,
            ended: None,
            attempts: 0,
            idle_starts: 0,
            progress: JobStanding::default(),
            report: None,
            problem: None,
            again_of,
            idempotency_key: key,
            webhook: webhook.as_ref().map(|webhook| WebhookDelivery::due(&webhook.url)),
        };
        if let Some(webhook) = &webhook {
            let path = self.folder.join(&job.id);
            webhook.keep(&path).map_err(|reason| Error::File { path, reason })?;
        }
        self.keep(&job)?;
        let log = Arc::new(EventLog::of(&self.folder.join(&job.id)));
        log.append(JobEvent::Queued { position });
        entries.insert(job.id.clone(), Entry::of(job.clone(), log));
        self.forget(&mut entries);
        drop(entries);
        self.changed.notify_one();
        Ok(Ok(EnqueuedJob { job, replayed: false }))
    }

    /// Forgets the oldest of those that are over, where there are too many.
    fn forget(&self, entries: &mut BTreeMap<String, Entry>) {
        let over: Vec<String> =
            entries.values().filter(|entry| entry.job.state.is_over()).map(|entry| entry.job.id.clone()).collect();
        for id in &over[..over.len().saturating_sub(REMEMBERED)] {
            entries.remove(id);
            // A folder that stays on disk is read again at the next start, and removed then.
            let _ = fs::remove_dir_all(self.folder.join(id));
        }
    }

    /// Pauses a job: it ends cleanly, and waits to be resumed.
    pub(crate) fn pause(&self, id: &str) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        self.wished(id, Wish::Pause)
    }

    /// Cancels a job: it ends cleanly; its results so far stay.
    pub(crate) fn cancel(&self, id: &str) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        self.wished(id, Wish::Cancel)
    }

    fn wished(&self, id: &str, wish: Wish) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(id) else { return Ok(Err(QueueRefusal::Unknown)) };
        match entry.job.state {
            State::Running => {
                // A pause does not override a cancellation.
                entry.wish = entry.wish.filter(|known| *known == Wish::Cancel).or(Some(wish));
                entry.stop.as_ref().inspect(|stop| stop.ask());
                Ok(Ok(entry.job.clone()))
            }
            State::Queued | State::Paused if wish == Wish::Cancel => {
                let job = self.turn(entry, State::Cancelled, JobEvent::Cancelled)?;
                // Its end may have to be delivered.
                self.changed.notify_one();
                Ok(Ok(job))
            }
            State::Queued => self.turn(entry, State::Paused, JobEvent::Paused).map(Ok),
            state => Ok(Err(QueueRefusal::State(state))),
        }
    }

    /// Lets a paused job go on.
    pub(crate) fn resume(&self, id: &str) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        self.queued_again(id, |state| state == State::Paused)
    }

    /// Tries a job again that failed or was cancelled.
    pub(crate) fn retry(&self, id: &str) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        if self.find(id).is_some_and(|job| !self.has_uploads(&job)) {
            return Ok(Err(QueueRefusal::NoOriginal));
        }
        self.queued_again(id, |state| matches!(state, State::Failed | State::Cancelled))
    }

    /// True if the uploads of a job are still kept.
    pub(crate) fn has_uploads(&self, job: &QueuedJob) -> bool {
        job.work.uploads().iter().all(|upload| self.originals.path(&upload.hash).is_file())
    }

    fn queued_again(&self, id: &str, from: impl Fn(State) -> bool) -> Result<Result<QueuedJob, QueueRefusal>, Error> {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(id) else { return Ok(Err(QueueRefusal::Unknown)) };
        if !from(entry.job.state) {
            return Ok(Err(QueueRefusal::State(entry.job.state)));
        }
        (entry.job.idle_starts, entry.job.problem, entry.job.ended, entry.wish) = (0, None, None, None);
        entry.job.webhook = entry.job.webhook.as_ref().map(WebhookDelivery::again);
        let job = self.turn(entry, State::Queued, JobEvent::Resumed)?;
        drop(entries);
        self.changed.notify_one();
        Ok(Ok(job))
    }

    /// Forgets a job that is over, with its events.
    pub(crate) fn remove(&self, id: &str) -> Result<Result<(), QueueRefusal>, Error> {
        let mut entries = self.entries();
        let Some(entry) = entries.get(id) else { return Ok(Err(QueueRefusal::Unknown)) };
        if !entry.job.state.is_over() {
            return Ok(Err(QueueRefusal::State(entry.job.state)));
        }
        let path = self.folder.join(id);
        fs::remove_dir_all(&path).map_err(|reason| Error::File { path, reason })?;
        entries.remove(id);
        Ok(Ok(()))
    }

    /// Puts a job into another state, durably, with its event.
    fn turn(&self, entry: &mut Entry, state: State, event: JobEvent) -> Result<QueuedJob, Error> {
        let ended = state.is_over().then(|| Timestamp::now().to_string());
        let job = QueuedJob { state, ended: ended.or(entry.job.ended.clone()), ..entry.job.clone() };
        self.keep(&job)?;
        entry.job = job.clone();
        entry.log.append(event);
        Ok(job)
    }

    fn keep(&self, job: &QueuedJob) -> Result<(), Error> {
        let folder = self.folder.join(&job.id);
        write(&folder, job).map_err(|reason| Error::File { path: folder, reason })
    }

    /// The contents that jobs need which are not over, or can be tried again.
    pub(super) fn needed(&self) -> BTreeSet<String> {
        let entries = self.entries();
        let open = entries.values().filter(|entry| entry.job.state != State::Done);
        open.flat_map(|entry| entry.job.work.uploads()).map(|upload| upload.hash.clone()).collect()
    }

    /// Asks all jobs that run to end; they go on when the next server starts.
    pub(crate) fn end(&self) {
        self.ending.ask();
        for entry in self.entries().values_mut().filter(|entry| entry.job.state == State::Running) {
            entry.wish = entry.wish.or(Some(Wish::GoOnLater));
            entry.stop.as_ref().inspect(|stop| stop.ask());
        }
    }
}
