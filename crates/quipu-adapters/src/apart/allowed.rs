//! Limits of a worker for one file: CPU time by the file's size, and wall time as a far bound.
//!
//! CPU time is the cost of a file, independent of the machine's load. A small file gets a sixtieth of the bound, a
//! second at least, and as much again for each 20 kB: a dozen times the cost of the slowest honest files (dense
//! tables that are packed well), and twice their cost without optimisation. After every few files of a run that used
//! all their time the others get less, so that an upload of bad files soon gives way to the next one; a file with the
//! same bytes is not read again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quipu_engine::ports::LoadError;
use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

/// The divisor of the bound for a small file.
const PART: u32 = 60;
/// The least that it gets.
const LEAST: Duration = Duration::from_secs(1);
/// Number of bytes for which a file gets as much again.
const AGAIN: f64 = 20_000.0;
/// Number of files that used all their time, after which the others get less.
const FEW: u32 = 4;
/// The divisor at which that ends.
const LOWEST: u32 = 5;
/// Factor of wall time over CPU time, where the system does not report CPU time.
const SLACK: u32 = 4;

/// The limits of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowed {
    /// CPU time.
    processor: Duration,
    /// Wall time.
    patience: Duration,
    /// Number of files in the run that used all their time, if this one gets less for it.
    late: u32,
}

impl Allowed {
    /// The limits of a file of this size, after `late` others that used all their time.
    pub(super) fn of(bytes: usize, patience: Duration, late: u32) -> Self {
        let small = (patience / PART).max(LEAST);
        let whole = small.mul_f64(1.0 + bytes as f64 / AGAIN).min(patience);
        let part = (1 + late / FEW).min(LOWEST);
        Self { processor: whole / part, patience, late: if part > 1 { late } else { 0 } }
    }

    /// The error of a file that used up its time, if it did.
    pub(super) fn refuses(&self, elapsed: Duration, processor: Option<Duration>) -> Option<LoadError> {
        if elapsed >= self.patience {
            return Some(LoadError::TooSlow { seconds: self.patience.as_secs() });
        }
        if processor.unwrap_or(elapsed / SLACK) <= self.processor {
            return None;
        }
        let seconds = format!("{:.1}", self.processor.as_secs_f64());
        Some(match self.late {
            0 => LoadError::TooDear { seconds },
            others => LoadError::Hurried { seconds, others },
        })
    }
}

/// The files of a run that used all their time, by their loader and bytes, with their errors.
#[derive(Debug, Default)]
pub(super) struct Late {
    files: Mutex<FxHashMap<Key, LoadError>>,
}

impl Late {
    /// The known error of a file with these bytes, and the number of files in the set.
    pub(super) fn look(&self, loader: &str, bytes: &[u8]) -> (Option<LoadError>, u32) {
        let count = self.files().len() as u32;
        // In a run of honest files nothing is hashed.
        let known = (count > 0).then(|| key(loader, bytes)).and_then(|key| self.files().get(&key).cloned());
        (known, count)
    }

    /// Adds a file, if that is why it was given up.
    pub(super) fn heard(&self, loader: &str, bytes: &[u8], error: &LoadError) {
        if matches!(error, LoadError::TooSlow { .. } | LoadError::TooDear { .. } | LoadError::Hurried { .. }) {
            self.files().insert(key(loader, bytes), error.clone());
        }
    }

    fn files(&self) -> MutexGuard<'_, FxHashMap<Key, LoadError>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(loader: &str, bytes: &[u8]) -> Key {
    Key::of("late", &[loader.as_bytes(), bytes])
}

/// The CPU time of a process; missing where the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold any character. Times are in hundredths of a second on every system.
    let (_, fields) = stat.rsplit_once(')')?;
    let hundredths = fields.split_ascii_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>();
    hundredths.ok().map(|hundredths| Duration::from_millis(hundredths * 10))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn processor_time(_process: u32) -> Option<Duration> {
    None
}
