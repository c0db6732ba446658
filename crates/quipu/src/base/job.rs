//! Jobs: a stream of events that owns its data and ends in an outcome.
//!
//! A job runs on a thread of its own, so that computation does not block other users of the runtime. Dropping it
//! cancels it at its next pause; data that is durable by then stays. [`Job::stop`] ends it cleanly instead.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::Stream;
use futures::future::BoxFuture;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

pub use quipu_engine::Stop;

use crate::Error;

/// A job in progress. It is a stream of its events; awaited, it gives its outcome and drops unread
/// events.
#[must_use = "a job that is dropped is cancelled"]
pub struct Job<E, O> {
    events: UnboundedReceiver<Told<E>>,
    ended: oneshot::Receiver<Result<O, Error>>,
    /// The reason why the system gave no thread for it.
    refused: Option<String>,
    stop: Stop,
    /// Dropped with the job, which cancels it.
    _alive: oneshot::Sender<()>,
}

/// The maximum number of unread events among those that wait for their turn.
const IN_TURN: usize = 8;

/// An unread event, with its place among those that wait for their turn.
struct Told<E> {
    event: E,
    _place: Option<OwnedSemaphorePermit>,
}

/// Sends the events of a job. A listener is not required.
pub struct Teller<E> {
    told: UnboundedSender<Told<E>>,
    places: Arc<Semaphore>,
}

impl<E> Clone for Teller<E> {
    fn clone(&self) -> Self {
        Self { told: self.told.clone(), places: self.places.clone() }
    }
}

impl<E: Send + 'static> Teller<E> {
    /// Sends an event.
    pub fn tell(&self, event: E) {
        // A dropped job has no receiver.
        let _ = self.told.send(Told { event, _place: None });
    }

    /// Sends an event, once few enough events are unread: for events that are large.
    pub(crate) async fn tell_in_turn(&self, event: E) {
        let place = self.places.clone().acquire_owned().await.ok();
        // A dropped job has no receiver.
        let _ = self.told.send(Told { event, _place: place });
    }

    /// A listener that sends a copy of its input as an event.
    pub(crate) fn listener<P: Clone + 'static>(
        &self,
        event: impl Fn(P) -> E + Send + Sync + 'static,
    ) -> Arc<dyn Fn(&P) + Send + Sync>
    where
        E: Send,
    {
        let teller = self.clone();
        Arc::new(move |heard: &P| teller.tell(event(heard.clone())))
    }
}

/// The handles of a running job.
pub struct Working<E> {
    /// The sender of events.
    pub teller: Teller<E>,
    /// The request to stop.
    pub stop: Stop,
}

impl<E: Send + 'static, O: Send + 'static> Job<E, O> {
    /// Starts a work; it must be called within a tokio runtime that has its time and input enabled.
    pub fn start<F, W>(work: F) -> Self
    where
        F: FnOnce(Working<E>) -> W + Send + 'static,
        W: Future<Output = Result<O, Error>>,
    {
        let (send, events) = unbounded_channel();
        let (alive, cancelled) = oneshot::channel::<()>();
        let stop = Stop::default();
        let teller = Teller { told: send, places: Arc::new(Semaphore::new(IN_TURN)) };
        let (runtime, working) = (tokio::runtime::Handle::current(), Working { teller, stop: stop.clone() });
        let (end, ended) = oneshot::channel();
        let run = move || {
            let outcome = runtime.block_on(async {
                tokio::select! {
                    biased;
                    outcome = work(working) => outcome,
                    _ = cancelled => Err(Error::Stopped),
                }
            });
            // A dropped job has no receiver.
            let _ = end.send(outcome);
        };
        // Its own thread, not one of the runtime's for blocking work: jobs wait for such, which would run out.
        let spawned = std::thread::Builder::new().name("quipu-job".to_owned()).spawn(run);
        let refused = spawned.err().map(|error| error.to_string());
        Self { events, ended, refused, stop, _alive: alive }
    }
}

impl<E, O> Job<E, O> {
    /// Asks the job to end cleanly: work in progress becomes durable, and the outcome is that it was stopped.
    pub fn stop(&self) {
        self.stop.ask();
    }

    /// A handle that stops the job, for other owners.
    pub fn stopper(&self) -> Stop {
        self.stop.clone()
    }

    /// The next event; none when there will be no more.
    pub async fn next(&mut self) -> Option<E> {
        self.events.recv().await.map(|told| told.event)
    }

    /// Waits for the end; unread events are dropped.
    ///
    /// # Errors
    /// When the work failed.
    pub async fn outcome(mut self) -> Result<O, Error> {
        while self.events.recv().await.is_some() {}
        (&mut self.ended).await.unwrap_or_else(|_| {
            let reason = self.refused.take().unwrap_or_else(|| "its thread panicked".to_owned());
            Err(Error::Ended { reason })
        })
    }
}

impl<E, O> Stream for Job<E, O> {
    type Item = E;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<E>> {
        self.events.poll_recv(context).map(|told| told.map(|told| told.event))
    }
}

impl<E: Send + 'static, O: Send + 'static> IntoFuture for Job<E, O> {
    type Output = Result<O, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.outcome())
    }
}

impl<E, O> Drop for Job<E, O> {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

/// The outcome of a job without events. It begins when it is first awaited; dropping it cancels it.
pub type Outcome<O> = BoxFuture<'static, Result<O, Error>>;

/// Runs work without events, on a thread of its own.
pub fn aside<O, F, W>(work: F) -> Outcome<O>
where
    O: Send + 'static,
    F: FnOnce() -> W + Send + 'static,
    W: Future<Output = Result<O, Error>>,
{
    Box::pin(async move { Job::<(), O>::start(|_| work()).outcome().await })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// Sends a number every millisecond until it is stopped; records when it is dropped.
    fn counting(dropped: Arc<AtomicBool>) -> Job<u32, u32> {
        struct Noted(Arc<AtomicBool>);
        impl Drop for Noted {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        Job::start(move |Working { teller, stop }| async move {
            let _noted = Noted(dropped);
            let mut count = 0;
            while !stop.asked() {
                teller.tell(count);
                count += 1;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            Ok(count)
        })
    }

    #[tokio::test]
    async fn events_come_in_order_and_stopping_gives_an_outcome() {
        let mut job = counting(Arc::default());
        for expected in 0..5 {
            assert_eq!(job.next().await, Some(expected));
        }
        job.stop();
        assert!(job.await.unwrap() >= 5);
    }

    #[tokio::test]
    async fn a_dropped_job_is_cancelled() {
        let dropped = Arc::new(AtomicBool::new(false));
        let mut job = counting(dropped.clone());
        job.next().await;
        drop(job);
        for _ in 0..1000 {
            if dropped.load(Ordering::Relaxed) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        panic!("the work goes on");
    }

    #[tokio::test]
    async fn what_is_told_in_turn_waits_to_be_heard() {
        let told = Arc::new(AtomicUsize::new(0));
        let count = told.clone();
        let mut job = Job::<usize, ()>::start(move |Working { teller, .. }| async move {
            for number in 0..100 {
                count.store(number, Ordering::Relaxed);
                teller.tell_in_turn(number).await;
            }
            Ok(())
        });
        for expected in 0..100 {
            assert_eq!(job.next().await, Some(expected));
            assert!(told.load(Ordering::Relaxed) <= expected + IN_TURN + 1);
        }
        job.outcome().await.unwrap();
    }

    #[tokio::test]
    async fn what_computes_holds_up_nobody() {
        let busy = Job::<(), ()>::start(|_| async {
            std::thread::sleep(Duration::from_secs(2));
            Ok(())
        });
        let quick = tokio::time::timeout(Duration::from_millis(1500), aside(|| async { Ok(7) })).await;
        assert_eq!(quick.unwrap().unwrap(), 7);
        assert!(busy.ended.is_empty(), "it was to compute all the while");
    }
}
