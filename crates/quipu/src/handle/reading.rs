//! What handles have opened to be read. What no longer lies there is let go by all of a process, whoever removed it:
//! its answers would be of files that are gone, and LMDB opens what lies there now only once they are closed.
//!
//! A process may have handles of a thousand workspaces, and has open what it reads: of those that nobody reads at the
//! moment, the least recently used is closed when there are too many, or when the system gives no more files or address
//! space. It is opened again when it is needed, in some milliseconds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quipu_adapters::store::Stamp;
use quipu_engine::Workspace;
use quipu_engine::ports::{Status, Store};

use crate::catalogue::Catalogue;
use crate::held_open::{self, HeldOpen, close_unused};
use crate::llms::Servers;
use crate::settings::Settings;
use crate::{Access, Error, Location, open};

/// How many workspaces stay open that nobody reads. Each has seven files open, and up to some hundred megabytes of what
/// questions have read.
const UNUSED: usize = 32;

/// What clones of a handle share, those with other settings too; nothing of it is opened before it is needed.
#[derive(Default)]
pub(crate) struct Reading {
    opened: Mutex<Option<Opened>>,
    /// When it was last asked for, by [`held_open::use_number`].
    used: AtomicU64,
    /// What it held, and when that had last been written.
    totals: Mutex<Option<(Stamp, Totals)>>,
    /// The servers of models.
    pub(crate) servers: Arc<Servers>,
    /// The list of entities.
    pub(crate) catalogue: Catalogue,
}

struct Opened {
    location: Location,
    /// Which workspace it is: another may take its place.
    which: Option<(u64, u64)>,
    /// The settings that it was opened by.
    by: Settings,
    workspace: Workspace,
}

/// How much a workspace holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Documents.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// The number of the last change.
    pub change: u64,
}

impl Opened {
    /// Whether nobody reads it.
    fn is_unused(&self) -> bool {
        Arc::strong_count(&self.workspace.store) == 1
    }
}

impl Reading {
    /// The workspace, opened once by the same settings for as long as it lies there.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub(crate) fn workspace(self: &Arc<Self>, location: &Location, by: &Settings) -> Result<Workspace, Error> {
        self.used.store(held_open::use_number(), Ordering::Relaxed);
        let which = open::which(location);
        let mut opened = self.opened();
        if let Some(found) = opened.as_ref().filter(|found| found.which == which && found.by == *by) {
            return Ok(found.workspace.clone());
        }
        *opened = None;
        let workspace = open::workspace(location, by, Access::Read)?;
        *opened = Some(Opened { location: location.clone(), which, by: by.clone(), workspace: workspace.clone() });
        drop(opened);
        held_open::note(self);
        close_unused(UNUSED);
        Ok(workspace)
    }

    /// How much a workspace holds, where it was not written since this was last read.
    pub(crate) fn known_totals(&self, location: &Location) -> Option<Totals> {
        let (stamp, totals) = (*self.totals.lock().unwrap_or_else(PoisonError::into_inner))?;
        (open::stamp(location) == Some(stamp)).then_some(totals)
    }

    /// How much a workspace holds.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened or read.
    pub(crate) async fn totals(self: &Arc<Self>, location: &Location, by: &Settings) -> Result<Totals, Error> {
        let before = open::stamp(location);
        self.remember_totals(before, &*self.workspace(location, by)?.store).await
    }

    /// Reads how much a store holds, and remembers it where it was written some time before it was opened.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) async fn remember_totals(&self, before: Option<Stamp>, store: &dyn Store) -> Result<Totals, Error> {
        let Status { documents, chunks, change, .. } = store.status().await?;
        let totals = Totals { documents, chunks, change };
        // What is written while it is read has another stamp.
        let stamp = before.filter(Stamp::is_settled);
        *self.totals.lock().unwrap_or_else(PoisonError::into_inner) = stamp.map(|stamp| (stamp, totals));
        Ok(totals)
    }

    /// Closes what is opened.
    pub(crate) fn close(&self) {
        let opened = self.opened().take();
        drop(opened);
        self.servers.close();
        self.catalogue.forget();
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldOpen for Reading {
    fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn let_go(&self) {
        // Whoever opens it now sees what lies there.
        let Ok(mut opened) = self.opened.try_lock() else { return };
        let gone = opened.take_if(|opened| open::which(&opened.location) != opened.which);
        drop(opened);
        drop(gone);
    }

    fn is_unused(&self) -> bool {
        self.opened.try_lock().is_ok_and(|opened| opened.as_ref().is_some_and(Opened::is_unused))
    }

    fn close_unused(&self) -> bool {
        let Ok(mut opened) = self.opened.try_lock() else { return false };
        let unused = opened.take_if(|opened| opened.is_unused());
        drop(opened);
        if unused.is_some() {
            self.servers.close();
            self.catalogue.forget();
        }
        unused.is_some()
    }
}
