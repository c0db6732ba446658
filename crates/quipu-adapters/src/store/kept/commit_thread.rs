//! Group commit: a thread gathers what arrives within a window and makes it durable at once.
//!
//! The window begins with the first write and ends after 20 ms or 4 MiB. Only then is LMDB's lock
//! between processes taken, for the puts and one synced commit, and given back; so a process that
//! gathers does not delay others, and one that dies releases the lock with its life (one that is
//! stopped within those milliseconds holds the others up until it goes on). Each group is in the
//! file whole or not at all, and all who wait for it get the same result: success, or the
//! error. A group that failed leaves nothing behind for the next.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use futures::channel::oneshot;
use quipu_engine::ports::{StoreError, Write};

use super::KeyValueOptions;
use super::environment_place::EnvironmentPlace;

/// The result of a caller's writes.
pub(super) type WriteOutcome = Result<(), StoreError>;

/// Writes that wait for their group.
struct Waiting {
    writes: Vec<Write>,
    done: oneshot::Sender<WriteOutcome>,
}

/// The waiting writes, and their callers.
struct Queue {
    line: Mutex<Line>,
    changed: Condvar,
    options: KeyValueOptions,
}

#[derive(Default)]
struct Line {
    waiting: Vec<Waiting>,
    bytes: usize,
    /// There are no more writers: waiting writes are committed at once.
    over: bool,
    /// The thread ended: no further write would ever be committed.
    dead: bool,
}

impl Queue {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds to the waiting writes. The thread is woken for the first of a group and when it is full: to wake it for
    /// each would cost more than the rest.
    fn push(&self, waiting: Waiting) {
        let mut line = self.line();
        if line.dead {
            return;
        }
        let (first, before) = (line.waiting.is_empty(), line.bytes);
        line.bytes += waiting.writes.iter().map(Write::bytes).sum::<usize>();
        line.waiting.push(waiting);
        let full = self.options.group;
        if first || (before < full && line.bytes >= full) {
            self.changed.notify_one();
        }
    }

    /// The next group, when it is full or its window closes; missing when there are no more writers.
    fn group(&self) -> Option<Vec<Waiting>> {
        let idle = |line: &mut Line| line.waiting.is_empty() && !line.over;
        let line = self.changed.wait_while(self.line(), idle).unwrap_or_else(PoisonError::into_inner);
        let gathers = |line: &mut Line| line.bytes < self.options.group && !line.over;
        let line = self.changed.wait_timeout_while(line, self.options.window, gathers);
        let (mut line, _) = line.unwrap_or_else(PoisonError::into_inner);
        line.bytes = 0;
        Some(std::mem::take(&mut line.waiting)).filter(|group| !group.is_empty())
    }
}

/// The thread that commits; when dropped, it commits waiting writes first.
pub(super) struct CommitThread {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

impl CommitThread {
    /// Starts the thread.
    pub(super) fn start(place: Arc<EnvironmentPlace>) -> std::io::Result<Self> {
        let options = *place.options();
        let queue = Arc::new(Queue { line: Mutex::default(), changed: Condvar::new(), options });
        let of = Arc::clone(&queue);
        let thread = std::thread::Builder::new().name(place.part()).spawn(move || commit_all(&place, &of))?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// True if the thread runs and accepts writes.
    pub(super) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Submits writes; their result arrives later, or never if the thread ended.
    pub(super) fn submit(&self, writes: Vec<Write>) -> oneshot::Receiver<WriteOutcome> {
        let (done, heard) = oneshot::channel();
        self.queue.push(Waiting { writes, done });
        heard
    }
}

impl Drop for CommitThread {
    fn drop(&mut self) {
        self.queue.line().over = true;
        self.queue.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // Its waiting callers know of a panic already.
            let _ = thread.join();
        }
    }
}

/// Drops waiting writes when the thread ends, in any way: their callers get an error.
struct Ends<'a>(&'a Queue);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        let mut line = self.0.line();
        line.dead = true;
        line.waiting.clear();
    }
}

fn commit_all(place: &EnvironmentPlace, queue: &Queue) {
    let _ends = Ends(queue);
    while let Some(group) = queue.group() {
        let limit = place.options().cache;
        let outcome = place.write(|tables, txn| tables.apply(txn, group.iter().flat_map(|w| &w.writes), limit));
        for waiting in group {
            // A caller that stopped waiting needs no result.
            let _ = waiting.done.send(outcome.clone());
        }
    }
}
