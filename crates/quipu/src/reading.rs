//! What handles have opened to be read. What no longer lies there is let go by all of a process, whoever removed it:
//! its answers would be of files that are gone, and LMDB opens what lies there now only once they are closed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use quipu_engine::Workspace;

use crate::settings::Settings;
use crate::{Access, Error, Location, open};

/// What clones of a handle share; nothing before it is needed.
#[derive(Default)]
pub(crate) struct Reading(Mutex<Option<Opened>>);

struct Opened {
    location: Location,
    /// Which workspace it is: another may take its place.
    which: Option<(u64, u64)>,
    /// The settings that it was opened by.
    by: Settings,
    workspace: Workspace,
}

/// All of this process that have opened something.
static ALL: Mutex<Vec<Weak<Reading>>> = Mutex::new(Vec::new());

impl Reading {
    /// The workspace, opened once by the same settings for as long as it lies there.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub(crate) fn workspace(self: &Arc<Self>, location: &Location, by: &Settings) -> Result<Workspace, Error> {
        let which = open::which(location);
        let mut opened = self.opened();
        if let Some(found) = opened.as_ref().filter(|found| found.which == which && found.by == *by) {
            return Ok(found.workspace.clone());
        }
        *opened = None;
        let workspace = open::workspace(location, by, Access::Read)?;
        *opened = Some(Opened { location: location.clone(), which, by: by.clone(), workspace: workspace.clone() });
        drop(opened);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| one.strong_count() > 0 && !std::ptr::eq(one.as_ptr(), Arc::as_ptr(self)));
        all.push(Arc::downgrade(self));
        Ok(workspace)
    }

    /// Closes what is opened.
    pub(crate) fn close(&self) {
        *self.opened() = None;
    }

    /// Closes what no longer lies there.
    fn let_go(&self) -> Option<Opened> {
        // Whoever opens it now sees what lies there.
        let mut opened = self.0.try_lock().ok()?;
        opened.take_if(|opened| open::which(&opened.location) != opened.which)
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets go of all that is opened in this process and no longer lies where it was.
pub(crate) fn let_go() {
    let all: Vec<_> = ALL.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect();
    all.iter().for_each(|one| drop(one.let_go()));
}
