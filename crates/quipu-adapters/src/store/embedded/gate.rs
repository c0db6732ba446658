//! Shared and exclusive access to an environment within this process: LMDB resizes its map only while no
//! transaction is open.
//!
//! An exclusive user waits for all users inside; new users wait only for a moment, since one that is inside may need
//! another transaction before it leaves.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time that new users wait for an exclusive one.
const COURTESY: Duration = Duration::from_millis(100);

/// The gate.
#[derive(Default)]
pub(super) struct Gate {
    state: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    /// Number of users inside.
    count: usize,
    /// Number of users that wait for exclusive access.
    wanted: usize,
    /// One is inside alone.
    alone: bool,
}

impl Gate {
    /// Comes in; [`Gate::leave`] must follow.
    pub(super) fn enter(&self) {
        let mut inside = self.inside();
        if inside.wanted > 0 {
            let waited = self.changed.wait_timeout_while(inside, COURTESY, |inside| inside.wanted > 0);
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut inside = self.changed.wait_while(inside, |inside| inside.alone).unwrap_or_else(PoisonError::into_inner);
        inside.count += 1;
    }

    /// Leaves.
    pub(super) fn leave(&self) {
        let mut inside = self.inside();
        inside.count -= 1;
        if inside.count == 0 && inside.wanted > 0 {
            self.changed.notify_all();
        }
    }

    /// Does work under exclusive access; nothing where a user stays inside for longer than `patience`.
    pub(super) fn alone<T>(&self, patience: Duration, work: impl FnOnce() -> T) -> Option<T> {
        let mut inside = self.inside();
        inside.wanted += 1;
        let waited = self.changed.wait_timeout_while(inside, patience, |inside| inside.count > 0 || inside.alone);
        let (mut inside, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        inside.wanted -= 1;
        inside.alone |= !waited.timed_out();
        drop(inside);
        self.changed.notify_all();
        if waited.timed_out() {
            return None;
        }
        let _alone = Alone(self);
        Some(work())
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One is alone, until this is dropped.
struct Alone<'g>(&'g Gate);

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        self.0.inside().alone = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn nobody_is_inside_while_one_is_alone() {
        let (gate, inside, alone) = (Gate::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        gate.enter();
                        inside.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        gate.leave();
                    }
                });
            }
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let seen = gate.alone(LONG, || {
                            let others = alone.fetch_add(1, Ordering::SeqCst);
                            std::thread::yield_now();
                            alone.fetch_sub(1, Ordering::SeqCst);
                            others + inside.load(Ordering::SeqCst)
                        });
                        assert_eq!(seen, Some(0));
                    }
                });
            }
        });
    }

    #[test]
    fn who_is_inside_may_come_in_once_more_though_another_waits() {
        let gate = Gate::default();
        gate.enter();
        assert_eq!(gate.alone(SHORT, || ()), None, "somebody is inside");
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| gate.alone(LONG, || ()));
            while gate.inside().wanted == 0 {
                std::thread::yield_now();
            }
            let began = Instant::now();
            gate.enter();
            assert!(began.elapsed() >= COURTESY);
            gate.leave();
            gate.leave();
            assert_eq!(waits.join().unwrap(), Some(()));
        });
    }
}
