//! Open resources of handles. Resources of a removed workspace are closed in all of a process, whichever process
//! removed it: answers would come from deleted files, and LMDB opens the present files only once the old ones are
//! closed.
//!
//! A process may have handles of a thousand workspaces, and keeps those that it reads open: of those without
//! readers, the least recently used is closed when there are too many, or when the system gives no more files or
//! address space. It is opened again when it is needed, in some milliseconds.

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

/// Number of workspaces without readers that stay open. Each has seven files open, and up to some hundred megabytes of
/// data read for questions.
const UNUSED: usize = 32;

/// The state that clones of a handle share, those with other settings too; each part is opened on demand.
#[derive(Default)]
pub(crate) struct Reading {
    opened: Mutex<Option<Opened>>,
    /// When it was last asked for, by [`held_open::use_number`].
    used: AtomicU64,
    /// Its totals, and the time of its last write then.
    totals: Mutex<Option<(Stamp, Totals)>>,
    /// The servers of models.
    pub(crate) servers: Arc<Servers>,
    /// The list of entities.
    pub(crate) catalogue: Catalogue,
}

struct Opened {
    location: Location,
    /// The identity of the workspace: another may take its place.
    which: Option<(u64, u64)>,
    /// The settings that it was opened by.
    by: Settings,
    workspace: Workspace,
}

/// The totals of a workspace.
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
    /// True if it has no readers.
    fn is_unused(&self) -> bool {
        Arc::strong_count(&self.workspace.store) == 1
    }
}

impl Reading {
    /// The workspace, opened once with the same settings for as long as it exists.
    ///
    /// # Errors
    /// When it does not exist, or cannot be opened.
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

    /// The totals of a workspace, if it was not written since these were last read.
    pub(crate) fn known_totals(&self, location: &Location) -> Option<Totals> {
        let (stamp, totals) = (*self.totals.lock().unwrap_or_else(PoisonError::into_inner))?;
        (open::stamp(location) == Some(stamp)).then_some(totals)
    }

    /// The totals of a workspace.
    ///
    /// # Errors
    /// When it does not exist, or cannot be opened or read.
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

    /// Closes open resources.
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
        // A concurrent opener sees the present files.
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
