//! Group commit: a thread gathers what arrives within a window and makes it durable at once.
//!
//! The window begins with the first write and ends after 20 ms or 4 MiB. Only then is LMDB's lock
//! between processes taken, for the puts and one synced commit, and given back; so a process that
//! gathers keeps nobody waiting, and one that dies gives the lock back with its life (one that is
//! stopped within those milliseconds holds the others up until it goes on). Each group is in the
//! file whole or not at all, and all who wait for it hear the same: that it is durable, or why it is
//! not. A group that failed leaves nothing behind for the next.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use futures::channel::oneshot;
use quipu_engine::ports::{StoreError, Write};

use super::place::Place;

/// What a caller hears of its writes.
pub(super) type Outcome = Result<(), StoreError>;

/// Writes that wait for their group.
struct Waiting {
    writes: Vec<Write>,
    done: oneshot::Sender<Outcome>,
}

impl Waiting {
    fn bytes(&self) -> usize {
        self.writes.iter().map(Write::bytes).sum()
    }
}

/// The thread that commits; when dropped, it commits what is waiting first.
pub(super) struct Writer {
    queue: Option<Sender<Waiting>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(place: Arc<Place>) -> std::io::Result<Self> {
        let (queue, arriving) = channel();
        let thread = std::thread::Builder::new().name(place.part()).spawn(move || commit_all(&place, &arriving))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    /// Whether the thread is there to take writes.
    pub(super) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Hands writes over; what becomes of them is heard later, or nothing if the thread ended.
    pub(super) fn submit(&self, writes: Vec<Write>) -> oneshot::Receiver<Outcome> {
        let (done, heard) = oneshot::channel();
        if let Some(queue) = &self.queue {
            // Where nobody receives, `done` is dropped, and that is heard.
            let _ = queue.send(Waiting { writes, done });
        }
        heard
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // Its waiters have heard of a panic already.
            let _ = thread.join();
        }
    }
}

fn commit_all(place: &Place, arriving: &Receiver<Waiting>) {
    while let Ok(first) = arriving.recv() {
        let group = gather(place, first, arriving);
        let limit = place.options().cache;
        let outcome = place.write(|tables, txn| tables.apply(txn, group.iter().flat_map(|w| &w.writes), limit));
        for waiting in group {
            // Whoever stopped waiting need not hear.
            let _ = waiting.done.send(outcome.clone());
        }
    }
}

/// What arrives within the window that `first` opens.
fn gather(place: &Place, first: Waiting, arriving: &Receiver<Waiting>) -> Vec<Waiting> {
    let closes = Instant::now() + place.options().window;
    let mut bytes = first.bytes();
    let mut group = vec![first];
    while bytes < place.options().group {
        let left = closes.saturating_duration_since(Instant::now());
        let Ok(next) = arriving.recv_timeout(left) else { break };
        bytes += next.bytes();
        group.push(next);
    }
    group
}
