//! Panics that mean damage: the word index's library asserts that its files are as written. Where
//! they are not, the caller gets an error, and nothing is printed beside it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};

use quipu_engine::ports::StoreError;

/// Path parts of the sources of the word index's library and of its file readers.
const SOURCES: [&str; 3] = ["tantivy", "ownedbytes", "bitpacking"];

/// True if panics of the library are distinguished from others.
static TOLD_APART: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// True if the last panic of this thread was one of the library.
    static DAMAGE: Cell<bool> = const { Cell::new(false) };
}

/// Separates the library's panics from others, which are printed as before. To be called once, by a
/// program that has no such hook of its own; until then every panic of the word index is damage.
pub fn tell_damage() {
    if TOLD_APART.swap(true, Ordering::Relaxed) {
        return;
    }
    let others = take_hook();
    set_hook(Box::new(move |info| {
        let place = info.location().map_or("", |place| place.file());
        if SOURCES.iter().any(|source| place.contains(source)) {
            DAMAGE.set(true);
        } else {
            others(info);
        }
    }));
}

/// Runs work over the word index's files: where its library panics, they are damaged.
///
/// # Errors
/// As `work`, or that the word index is damaged.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        if DAMAGE.take() || !TOLD_APART.load(Ordering::Relaxed) {
            return Err(broken("its files are not what was written"));
        }
        resume_unwind(panic)
    })
}

/// An error of the word index.
pub(crate) fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged { part: "the word index".into(), reason: error.to_string() }
}
