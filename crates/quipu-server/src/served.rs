//! Workspaces that are served.

use std::sync::Arc;

use quipu::{HeldRight, Quipu};

use crate::jobs::Queue;
use crate::originals::Originals;

/// A workspace with the name that it is served under.
pub struct ServedWorkspace {
    /// The name, a segment of a path.
    pub name: String,
    /// The workspace.
    pub quipu: Quipu,
}

/// A workspace that is served, with its queue of works.
pub(crate) struct Served {
    pub(crate) name: String,
    pub(crate) quipu: Quipu,
    pub(crate) queue: Arc<Queue>,
    pub(crate) originals: Arc<Originals>,
    /// No other process writes while it is served.
    _held: HeldRight,
}

impl Served {
    /// Makes a workspace ready to be served: it is there, and this process alone writes to it.
    ///
    /// # Errors
    /// When it cannot be made, another process goes on writing, or its jobs cannot be read.
    pub(crate) async fn new(ServedWorkspace { name, quipu }: ServedWorkspace) -> Result<Self, quipu::Error> {
        quipu.make().await?;
        let held = quipu.hold().await?;
        let store = quipu.location().store();
        let originals = Arc::new(Originals::of(&store));
        let queue = Arc::new(Queue::open(&store, quipu.clone(), originals.clone())?);
        Ok(Self { name, quipu, queue, originals, _held: held })
    }
}
