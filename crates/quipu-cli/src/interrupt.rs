//! The handler of Ctrl-C, on a thread of its own: it reacts while the command's own thread works.

use std::io;
use std::sync::OnceLock;

use quipu::Stop;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::messages::say;
use crate::print;

/// Runs the future of `waiting` on the waiting thread, which starts with the first one; missing where the system gives
/// no thread. Signals that it registers for are handled from then on.
pub(crate) fn aside<F: Future<Output = ()> + Send + 'static>(waiting: impl FnOnce() -> F) -> Option<JoinHandle<()>> {
    static THREAD: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let begun = THREAD
        .get_or_init(|| Builder::new_multi_thread().worker_threads(1).thread_name("interrupts").enable_io().build());
    let runtime = begun.as_ref().ok()?;
    let _within = runtime.enter();
    Some(runtime.spawn(waiting()))
}

/// While it is held, the first Ctrl-C ends a run cleanly, and the second one ends it at once.
pub(crate) struct Interrupts(Option<JoinHandle<()>>);

impl Interrupts {
    /// Interrupts that set `stop`.
    pub(crate) fn ask(stop: Stop) -> Self {
        Self(aside(|| stop_after(interrupted(), stop)))
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        if let Some(waiting) = &self.0 {
            waiting.abort();
        }
    }
}

/// While the result is held, the first Ctrl-C, or the system's signal to end, sets `stop`; a second Ctrl-C ends at
/// once.
pub(crate) fn ends_gracefully(stop: Stop) -> Interrupts {
    Interrupts(aside(|| {
        let ends = async {
            tokio::select! {
                () = interrupted() => {}
                () = told_to_end() => {}
            }
        };
        stop_after(ends, stop)
    }))
}

/// Waits for the system's word to end, as services get it.
#[cfg(unix)]
async fn told_to_end() {
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut told) => drop(told.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn told_to_end() {
    std::future::pending().await
}

/// Asks `stop` after the first word to end, and ends at once at the second Ctrl-C.
async fn stop_after(first: impl Future<Output = ()>, stop: Stop) {
    first.await;
    stop.ask();
    // A run stops even when the message cannot be printed.
    let _ = print::note(format!("\n{}", say!("stopping")));
    interrupted().await;
    std::process::exit(130);
}

/// Waits for Ctrl-C; for ever where the system does not tell of it.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
