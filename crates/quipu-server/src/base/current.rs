//! A workspace as its settings of now open it.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use quipu::Quipu;

/// The source of a server's workspaces: opens them, and manages their names.
pub trait WorkspaceHome: Send + Sync {
    /// Opens the workspace in a folder with the settings that hold there now.
    ///
    /// # Errors
    /// When settings cannot be used.
    fn open(&self, folder: &Path) -> Result<Quipu, quipu::Error>;
    /// Gives a new workspace a name, and opens it.
    ///
    /// # Errors
    /// When the name is invalid or taken, or there is no place for it.
    fn make(&self, name: &str) -> Result<Quipu, quipu::Error>;
    /// Gives a workspace another name.
    ///
    /// # Errors
    /// When the name is invalid or taken.
    fn rename(&self, name: &str, to: &str) -> Result<(), quipu::Error>;
    /// Takes a name away.
    ///
    /// # Errors
    /// When it cannot be.
    fn forget(&self, name: &str) -> Result<(), quipu::Error>;
    /// The identity of the workspace with a name, served or not; missing where there is no such workspace.
    fn identity(&self, name: &str) -> Option<String>;
}

/// A workspace with the settings that hold now, which all share that work in it.
pub(crate) struct Current {
    quipu: RwLock<Quipu>,
    home: Arc<dyn WorkspaceHome>,
    /// Number of changes of the settings.
    times: AtomicU64,
}

impl Current {
    /// A workspace as it was opened, which its home opens again.
    pub(crate) fn new(quipu: Quipu, home: Arc<dyn WorkspaceHome>) -> Self {
        Self { quipu: RwLock::new(quipu), home, times: AtomicU64::new(0) }
    }

    /// How often other settings were taken.
    pub(crate) fn times(&self) -> u64 {
        self.times.load(Ordering::Relaxed)
    }

    /// The workspace.
    pub(crate) fn get(&self) -> Quipu {
        self.quipu.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes the settings that hold now.
    ///
    /// # Errors
    /// When they cannot be used; then those of before hold.
    pub(crate) fn reopen(&self) -> Result<(), quipu::Error> {
        let quipu = self.home.open(self.get().folder())?;
        *self.quipu.write().unwrap_or_else(PoisonError::into_inner) = quipu;
        self.times.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
