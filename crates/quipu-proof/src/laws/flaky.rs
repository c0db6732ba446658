//! A store that is slow and fails now and then: code over it must not depend on chance.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quipu_engine::ports::{Around, Boxed, Call, Store, StoreError, Surrounded};
use quipu_kernel::random::SplitMix;

/// Makes each call take longer, and one in `one_in` fail before it does anything.
pub struct Flaky {
    wait: Duration,
    one_in: usize,
    calls: AtomicU64,
}

impl Flaky {
    /// A store that waits `wait` before each call and refuses one in `one_in`, by `seed`.
    pub fn around(store: Arc<dyn Store>, wait: Duration, one_in: usize, seed: u64) -> impl Store {
        Surrounded { store, around: Self { wait, one_in, calls: AtomicU64::new(seed << 32) } }
    }
}

impl Around for Flaky {
    fn before<'a>(&'a self, _call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(self.wait).await;
            if SplitMix::new(call).chance(1, self.one_in) {
                let reason = "refused on purpose; try again".into();
                return Err(StoreError::Io { part: "flaky store".into(), reason });
            }
            Ok(())
        })
    }
}
