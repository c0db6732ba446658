//! Loaders in worker processes (process isolation with resource limits): a loader that may crash, hang or take much
//! memory runs in its own process, so that one bad file fails alone.
//!
//! A worker is the program itself in its mode for loading: it takes one request after the other from its
//! standard input and answers on its standard output (`frames`). It lives as long as it behaves;
//! one that takes more than a file may (`allowed`) is killed, one that is gone is replaced at the next file.

mod allowed;
mod frames;
mod process;
mod serve;

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};

use allowed::{Allowed, Late};
use frames::ReadRequest;
use process::Worker;
pub use serve::serve;

/// Options of the worker processes.
pub struct SandboxOptions {
    /// Makes the command that starts a worker.
    pub command: Box<dyn Fn() -> Command + Send + Sync>,
    /// Wall-time limit of a file, and CPU-time limit of a large one.
    pub patience: Duration,
}

/// The workers of a run.
struct Workers {
    apart: SandboxOptions,
    late: Late,
    idle: Mutex<Vec<Worker>>,
}

/// A loader that reads in a worker.
struct Distant {
    loader: Box<dyn Loader>,
    workers: Arc<Workers>,
}

/// The loaders, of which the risky ones read in processes of their own.
pub fn sandboxed(loaders: Vec<Box<dyn Loader>>, apart: SandboxOptions) -> Vec<Box<dyn Loader>> {
    let workers = Arc::new(Workers { apart, late: Late::default(), idle: Mutex::default() });
    let distant = |loader: Box<dyn Loader>| -> Box<dyn Loader> {
        if loader.is_risky() { Box::new(Distant { loader, workers: workers.clone() }) } else { loader }
    };
    loaders.into_iter().map(distant).collect()
}

impl Loader for Distant {
    fn name(&self) -> &'static str {
        self.loader.name()
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        self.loader.accepts(input)
    }

    fn reach(&self) -> Reach {
        self.loader.reach()
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let Workers { apart, late, .. } = &*self.workers;
        let (known, count) = late.look(self.name(), input.bytes);
        if let Some(known) = known {
            return Err(known);
        }
        let mut worker = self.workers.take()?;
        let allowed = Allowed::of(input.bytes.len(), apart.patience, count);
        let loaded = worker.ask(&ReadRequest::new(self.name(), input), input.bytes, allowed);
        // A worker without an answer is dropped, and so killed.
        let loaded = loaded.inspect_err(|error| late.heard(self.name(), input.bytes, error))?;
        self.workers.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        loaded
    }
}

impl Workers {
    fn take(&self) -> Result<Worker, LoadError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Worker::start((self.apart.command)()), Ok)
    }
}

#[cfg(all(test, unix))]
mod tests;
