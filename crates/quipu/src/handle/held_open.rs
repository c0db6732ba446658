//! The open workspaces of this process: one whose folder is gone is closed, and of those without readers the least
//! recently used.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Something that holds a workspace open.
pub(crate) trait HeldOpen: Send + Sync {
    /// When it was last asked for, by [`use_number`].
    fn used(&self) -> u64;
    /// Closes resources of a workspace that no longer exists.
    fn let_go(&self);
    /// True if something is open without readers.
    fn is_unused(&self) -> bool;
    /// Closes resources without readers; false if there are readers by now.
    fn close_unused(&self) -> bool;
}

/// All of this process that have opened something.
static ALL: Mutex<Vec<Weak<dyn HeldOpen>>> = Mutex::new(Vec::new());
/// Counts uses.
static USES: AtomicU64 = AtomicU64::new(0);

/// The number of one more use.
pub(crate) fn use_number() -> u64 {
    USES.fetch_add(1, Ordering::Relaxed)
}

/// Notes that something has opened a workspace.
pub(crate) fn note<T: HeldOpen + 'static>(held: &Arc<T>) {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|one| one.strong_count() > 0 && !std::ptr::addr_eq(one.as_ptr(), Arc::as_ptr(held)));
    let noted: Weak<T> = Arc::downgrade(held);
    all.push(noted);
}

/// Closes all resources of this process whose workspaces no longer exist.
pub(crate) fn let_go() {
    all().iter().for_each(|one| one.let_go());
}

/// Closes resources without readers, the least recently used first, until at most `left` of them are open; returns true
/// if something was closed.
pub(crate) fn close_unused(left: usize) -> bool {
    let mut unused = all();
    unused.retain(|one| one.is_unused());
    unused.sort_by_cached_key(|one| one.used());
    let closed = unused.iter().take(unused.len().saturating_sub(left)).filter(|one| one.close_unused());
    closed.count() > 0
}

fn all() -> Vec<Arc<dyn HeldOpen>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect()
}
