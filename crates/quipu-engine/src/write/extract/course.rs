//! The state common to all runs of a model over windows: progress, failures, writes that are not durable yet, and
//! the reason to stop.
//!
//! Bodies are committed by groups. The facts themselves record the windows that are read; failures are stored after the
//! commit, so that a run that is killed between both asks for a window again instead of losing it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quipu_kernel::model::Key;

use super::failed::{self, Failed};
use super::learned::Learned;
use super::report::ExtractProgress;
use crate::base::Stopped;
use crate::base::gateway::{Ledger, LedgerLine, Remembered};
use crate::base::ports::{BodyChange, Change, Kept};
use crate::base::{EngineError, Workspace};
use crate::write::change::vectored;
use crate::write::index::Watch;

/// Number of windows after which the finished documents are committed.
const GROUP: usize = 192;
/// The longest wait of a document for its commit.
const COMMIT_EVERY: Duration = Duration::from_secs(1);

/// The state of a run of a model over windows.
pub(super) struct Course<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) kept: Arc<dyn Kept>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) watch: &'a Watch<ExtractProgress>,
    /// Windows that failed.
    pub(super) failed: Vec<Failed>,
    /// The reason why no other window is begun.
    pub(super) stopped: Option<Stopped>,
    /// Windows that were read.
    pub(super) windows: u64,
    /// The usage before the run.
    before: LedgerLine,
    began: Instant,
    done: u64,
    chunks: u64,
    refusals: u32,
    staged: Vec<BodyChange>,
    read: Vec<Key>,
    /// Number of failures stored.
    noted: usize,
    committed: Instant,
}

impl<'a> Course<'a> {
    pub(super) async fn begin(
        workspace: &'a Workspace,
        kept: Arc<dyn Kept>,
        ledger: Arc<Ledger>,
        watch: &'a Watch<ExtractProgress>,
    ) -> Result<Self, EngineError> {
        let chunks = workspace.store.status().await?.chunks;
        let (now, before) = (Instant::now(), ledger.total());
        Ok(Self {
            workspace,
            kept,
            ledger,
            watch,
            failed: Vec::new(),
            stopped: None,
            windows: 0,
            before,
            began: now,
            done: 0,
            chunks,
            refusals: 0,
            staged: Vec::new(),
            read: Vec::new(),
            noted: 0,
            committed: now,
        })
    }

    /// True if no other window is begun.
    pub(super) fn ends(&mut self) -> bool {
        if self.watch.stop.asked() && self.stopped.is_none() {
            self.stopped = Some(Stopped::Asked);
        }
        self.stopped.is_some()
    }

    /// Takes note of a document that is through, with its chunks.
    pub(super) fn through(&mut self, chunks: usize) {
        self.done += chunks as u64;
    }

    /// Takes note of a window that was read.
    pub(super) fn read(&mut self, window: Key) {
        self.refusals = 0;
        self.windows += 1;
        self.read.push(window);
    }

    /// Records a failure: that of a window is stored, that of the server ends the run. `replied` is true if the
    /// server replied to anything in this run.
    pub(super) fn fail(&mut self, failed: Failed, replied: bool) {
        if failed::is_of_all(&failed.error, replied, &mut self.refusals) {
            self.stopped.get_or_insert(Stopped::Model(failed.error));
        } else {
            self.failed.push(failed);
        }
    }

    /// Adds a body to the next commit.
    pub(super) fn stage(&mut self, body: BodyChange) {
        self.staged.push(body);
    }

    /// Commits the pending bodies, if it is time, and before that the replies of `llm`.
    pub(super) async fn commit(&mut self, llm: &Remembered, last: bool) -> Result<(), EngineError> {
        let waits = !self.staged.is_empty() || self.noted < self.failed.len();
        let time = last || self.read.len() >= GROUP || self.committed.elapsed() >= COMMIT_EVERY;
        if !time || !(waits || last) {
            return Ok(());
        }
        if let Err(error) = llm.settled().await {
            self.stopped.get_or_insert(Stopped::Model(error));
        }
        if !waits {
            return Ok(());
        }
        if !self.staged.is_empty() {
            let bodies = vectored(self.workspace, std::mem::take(&mut self.staged)).await?;
            self.workspace.store.commit(Change { bodies, ..Change::default() }).await?;
        }
        failed::note(&*self.kept, &self.failed[self.noted..], &std::mem::take(&mut self.read)).await?;
        self.noted = self.failed.len();
        self.committed = Instant::now();
        Ok(())
    }

    /// Stores the statistics of its calls under `key`. Known replies do not count, nor do windows that
    /// failed.
    pub(super) async fn learn(&self, key: Vec<u8>, learned: Learned) -> Result<(), EngineError> {
        let spent = self.ledger.total().since(self.before);
        if spent.known == 0 && self.failed.is_empty() {
            Learned::learn(&*self.kept, key, learned.of_run([spent.calls, spent.input, spent.output])).await?;
        }
        Ok(())
    }

    /// Reports progress to the listener.
    pub(super) fn tell(&self) {
        let Some(progress) = &self.watch.progress else { return };
        progress(&ExtractProgress {
            done: self.done,
            chunks: self.chunks,
            windows: self.windows,
            failed: self.failed.len() as u64,
            spent: self.ledger.total(),
            seconds: self.seconds(),
        });
    }

    /// Seconds since it began.
    pub(super) fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
