//! Served workspaces: each with its name, its current settings, its queue of jobs and its originals.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use quipu::documents::FetchRules;
use quipu::{HeldRight, Quipu};
use tokio::task::JoinHandle;

use crate::current::{Current, WorkspaceHome};
use crate::evaluator::Evaluator;
use crate::jobs::Queue;
use crate::new_id::new_id;
use crate::originals::Originals;
use crate::running::{Running, Said};

/// A workspace with the name that it is served under.
pub struct ServedWorkspace {
    /// The name, a segment of a path.
    pub name: String,
    /// The workspace.
    pub quipu: Quipu,
}

/// The means that the serving program supplies to every workspace.
pub(crate) struct Providers {
    /// The rules for fetching documents.
    pub(crate) rules: FetchRules,
    /// The source of workspaces.
    pub(crate) home: Arc<dyn WorkspaceHome>,
    /// The evaluator of sets of questions.
    pub(crate) evaluator: Arc<dyn Evaluator>,
}

/// A workspace that is served.
pub(crate) struct Served {
    name: RwLock<Arc<str>>,
    /// An identifier that no other workspace has, under any name: tokens are bound to it.
    pub(crate) identity: String,
    /// A unique mark of this workspace and this start of the server.
    mark: String,
    quipu: Arc<Current>,
    pub(crate) queue: Arc<Queue>,
    pub(crate) originals: Arc<Originals>,
    /// Decisions on names and changes of settings take turns.
    pub(crate) deciding: tokio::sync::Mutex<()>,
    working: Mutex<Option<JoinHandle<()>>>,
    /// The notice to other processes that it is served.
    said: Mutex<Option<Said>>,
    /// No other process writes while it is served.
    held: Mutex<Option<HeldRight>>,
}

impl Served {
    /// Makes a workspace ready to be served: it is there, and this process alone writes to it.
    ///
    /// # Errors
    /// When it cannot be made, another process goes on writing, or its jobs cannot be read.
    pub(crate) async fn new(
        ServedWorkspace { name, quipu }: ServedWorkspace,
        Providers { rules, home, evaluator }: Providers,
        mut running: Running,
    ) -> Result<Arc<Self>, quipu::Error> {
        quipu.make().await?;
        let held = quipu.hold().await?;
        let (store, identity) = (quipu.location().store(), quipu.location().identity()?);
        let originals = Arc::new(Originals::of(&store));
        let quipu = Arc::new(Current::new(quipu, home));
        let queue = Arc::new(Queue::open(&store, quipu.clone(), originals.clone(), rules, evaluator)?);
        name.clone_into(&mut running.workspace);
        let said = running.say(&store).map_err(|reason| quipu::Error::File { path: store, reason })?;
        Ok(Arc::new(Self {
            name: RwLock::new(name.into()),
            identity,
            mark: new_id(),
            quipu,
            queue,
            originals,
            deciding: tokio::sync::Mutex::default(),
            working: Mutex::default(),
            said: Mutex::new(Some(said)),
            held: Mutex::new(Some(held)),
        }))
    }

    /// The name that it has now.
    pub(crate) fn name(&self) -> Arc<str> {
        self.name.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A mark that changes with its settings, and is unique to this workspace.
    pub(crate) fn mark(&self) -> String {
        format!("{}.{}", self.mark, self.quipu.times())
    }

    /// The workspace with the settings that hold now.
    pub(crate) fn quipu(&self) -> Quipu {
        self.quipu.get()
    }

    /// Takes the settings that hold now.
    ///
    /// # Errors
    /// When they cannot be used; then those of before hold.
    pub(crate) fn reopen(&self) -> Result<(), quipu::Error> {
        self.quipu.reopen()
    }

    /// Takes another name.
    pub(crate) fn rename(&self, to: &str) {
        *self.name.write().unwrap_or_else(PoisonError::into_inner) = to.into();
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        // A process that does not find it by the file waits for the right to write, and gets its holder's name.
        let _ = said.as_ref().map(|said| said.renamed(to));
    }

    /// Begins to work on its jobs.
    pub(crate) fn start(&self) {
        let task = tokio::spawn(self.queue.clone().work());
        *self.working.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
    }

    /// Ends its jobs, to go on when it is served again, and lets others have the right to write.
    pub(crate) async fn end(&self) {
        self.queue.end();
        let working = self.working.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(working) = working {
            let _ = working.await;
        }
        drop(self.said.lock().unwrap_or_else(PoisonError::into_inner).take());
        drop(self.held.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// All that are served, by name.
#[derive(Default)]
pub(crate) struct Spaces {
    all: RwLock<BTreeMap<Arc<str>, Arc<Served>>>,
    /// Creations, renames and deletions take turns.
    pub(crate) changing: tokio::sync::Mutex<()>,
}

impl Spaces {
    /// The one of a name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Served>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// All of them, by name.
    pub(crate) fn all(&self) -> Vec<Arc<Served>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Serves one more.
    pub(crate) fn add(&self, served: Arc<Served>) {
        self.all.write().unwrap_or_else(PoisonError::into_inner).insert(served.name(), served);
    }

    /// Serves one under another name: at no moment under both or none of them that is not also the other's.
    pub(crate) fn rename(&self, name: &str, to: &str) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(served) = all.remove(name) {
            served.rename(to);
            all.insert(to.into(), served);
        }
    }

    /// Serves one no more.
    pub(crate) fn remove(&self, name: &str) -> Option<Arc<Served>> {
        self.all.write().unwrap_or_else(PoisonError::into_inner).remove(name)
    }
}
