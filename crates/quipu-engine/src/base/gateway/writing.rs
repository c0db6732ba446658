//! Background writes of replies, so that callers need not wait until they are durable.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::poll_immediate;
use tokio::sync::{Notify, Semaphore};

use crate::base::ports::{Kept, LlmError, StoreError, Write};

/// Maximum number of replies that are not durable yet: further ones wait.
const MOST: usize = 64;

/// Writes under way, and the first failure.
pub(super) struct Writing {
    state: Mutex<State>,
    changed: Notify,
    places: Arc<Semaphore>,
}

impl Default for Writing {
    fn default() -> Self {
        Self { state: Mutex::default(), changed: Notify::new(), places: Arc::new(Semaphore::new(MOST)) }
    }
}

#[derive(Default)]
struct State {
    begun: u64,
    under_way: BTreeSet<u64>,
    failed: Option<StoreError>,
}

impl State {
    fn begin(&mut self) -> u64 {
        self.begun += 1;
        self.under_way.insert(self.begun);
        self.begun
    }
}

impl Writing {
    /// Hands a write over before this returns; `until` is held until it is durable or refused.
    pub(super) async fn begin(this: &Arc<Self>, kept: Arc<dyn Kept>, write: Write, until: impl Send + 'static) {
        let place = this.places.clone().acquire_owned().await;
        let number = this.state().begin();
        let of = this.clone();
        let mut done = Box::pin(async move {
            let done = kept.write(vec![write]).await;
            // A task that learns of the end may ask for the reply at once.
            drop((until, place));
            of.over(number, done);
        });
        if poll_immediate(&mut done).await.is_none() {
            tokio::spawn(done);
        }
    }

    /// Waits until all writes that began before have ended.
    pub(super) async fn done(&self) {
        let last = self.state().begun;
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on it receives every change.
            changed.as_mut().enable();
            if self.state().under_way.first().is_none_or(|first| *first > last) {
                return;
            }
            changed.await;
        }
    }

    /// The first failure.
    pub(super) fn trouble(&self) -> Result<(), LlmError> {
        self.state().failed.as_ref().map_or(Ok(()), |error| Err(LlmError::unkept(error)))
    }

    fn over(&self, number: u64, done: Result<(), StoreError>) {
        let mut state = self.state();
        state.under_way.remove(&number);
        if let Err(error) = done {
            state.failed.get_or_insert(error);
        }
        self.changed.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ports::{Boxed, Held, Listing, Pair, Verified};

    /// A map whose writes wait for a permit each; those of no key fail.
    struct Slow(Semaphore);

    impl Kept for Slow {
        fn get<'a>(&'a self, _: &'a [u8]) -> Boxed<'a, Result<Option<Vec<u8>>, StoreError>> {
            Box::pin(async { Ok(None) })
        }

        fn list<'a>(&'a self, _: &'a Listing) -> Boxed<'a, Result<Vec<Pair>, StoreError>> {
            Box::pin(async { Ok(Vec::new()) })
        }

        fn write(&self, writes: Vec<Write>) -> Boxed<'_, Result<(), StoreError>> {
            Box::pin(async move {
                if let Ok(permit) = self.0.acquire().await {
                    permit.forget();
                }
                writes.iter().try_for_each(|write| write.check("replies"))
            })
        }

        fn held(&self) -> Boxed<'_, Result<Held, StoreError>> {
            Box::pin(async { Ok(Held::default()) })
        }

        fn verify(&self, _: bool) -> Boxed<'_, Result<Verified, StoreError>> {
            Box::pin(async { Ok(Verified::default()) })
        }
    }

    fn put(key: &str) -> Write {
        Write::Put { key: key.as_bytes().to_vec(), value: Vec::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_begun_before_is_waited_for_and_nothing_else() {
        let (slow, writing) = (Arc::new(Slow(Semaphore::new(0))), Arc::new(Writing::default()));
        let turn = Arc::new(());
        Writing::begin(&writing, slow.clone(), put("a"), turn.clone()).await;
        Writing::begin(&writing, slow.clone(), put("b"), ()).await;
        assert_eq!(Arc::strong_count(&turn), 2, "it is held until the write is over");
        let settled = tokio::spawn({
            let writing = writing.clone();
            async move { writing.done().await }
        });
        tokio::task::yield_now().await;
        Writing::begin(&writing, slow.clone(), put("c"), ()).await;
        slow.0.add_permits(1);
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert!(!settled.is_finished() && Arc::strong_count(&turn) == 1);
        slow.0.add_permits(1);
        settled.await.expect("it does not panic");
        assert_eq!(writing.state().under_way.len(), 1, "the third one is still under way");
        assert!(writing.trouble().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_could_not_be_kept_is_told_for_good() {
        let (slow, writing) = (Arc::new(Slow(Semaphore::new(2))), Arc::new(Writing::default()));
        Writing::begin(&writing, slow.clone(), put(""), ()).await;
        Writing::begin(&writing, slow, put("a"), ()).await;
        writing.done().await;
        assert!(matches!(writing.trouble(), Err(LlmError::Kept { .. })));
    }
}
