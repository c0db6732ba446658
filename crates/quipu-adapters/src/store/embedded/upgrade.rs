//! The upgrade of a workspace of an older format, for all interfaces.

use std::path::Path;
use std::time::{Duration, Instant};

use quipu_engine::ports::StoreError;
use serde::Serialize;

use super::EmbeddedStore;
use super::env::Truth;
use super::failures::no_workspace;
use super::lock::WriteLock;
use super::state::{FORMAT, State, other_format};
use super::write::{STEP, Upgrading, upgrade};

/// The result of an upgrade.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UpgradeReport {
    /// The format that was found.
    pub from: u32,
    /// The format that this program reads.
    pub to: u32,
    /// Documents in the workspace.
    pub documents: u64,
    /// Chunks in the workspace.
    pub chunks: u64,
    /// True if it was stopped early; then the workspace is unchanged, and the next run goes on.
    pub stopped: bool,
    /// Duration, in seconds.
    pub seconds: f64,
}

impl EmbeddedStore {
    /// Brings the workspace whose parts lie in `directory` to the format that this program reads: derived data is
    /// rebuilt from the truth. No file is read again, and no model called; ids, decisions and vectors stay. `watch`
    /// receives the progress, and ends it by false; after any end, the next run goes on.
    ///
    /// A workspace that is of this format already stays as it is.
    ///
    /// # Errors
    /// When there is no workspace, when its format is newer, or too old to be read, when another process writes for
    /// longer than `patience`, or when a part is damaged.
    pub fn upgrade(
        directory: &Path,
        patience: Duration,
        watch: &mut dyn FnMut(Upgrading) -> bool,
    ) -> Result<UpgradeReport, StoreError> {
        let began = Instant::now();
        let _lock = WriteLock::take_there(directory, patience)?;
        if !directory.join("truth").is_dir() {
            return Err(no_workspace(directory));
        }
        let mut truth = Truth::open(&directory.join("truth"), true)?;
        let txn = truth.read()?;
        let state = State::read(&truth.tables, &txn)?;
        drop(txn);
        if state.format != FORMAT && !state.is_older() {
            return Err(other_format(directory, state.format));
        }
        let stopped = state.is_older() && upgrade(&mut truth, STEP, watch)?.is_none();
        let State { format, documents, chunks, .. } = state;
        let seconds = began.elapsed().as_secs_f64();
        Ok(UpgradeReport { from: format, to: FORMAT, documents, chunks, stopped, seconds })
    }
}
