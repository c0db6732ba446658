//! Replies that are kept for requests which are done once: what is known of each, for a day and over kills.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use quipu::durable;
use serde::{Deserialize, Serialize};

/// Lifetime of a reply.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// Limit of kept replies.
const MOST: usize = 10_000;
/// Number of new replies after which old ones are removed.
const SWEPT: usize = 500;

/// The replies of requests with idempotency keys.
pub(crate) struct Once {
    folder: PathBuf,
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Requests that are being done, by the names of their files.
    under_way: BTreeSet<String>,
    since_swept: usize,
}

/// A reply that is kept; before there is one, that its request was begun.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The hash of the body that it answers.
    pub(crate) body: String,
    /// 0 while the request is being done.
    pub(crate) status: u16,
    #[serde(default)]
    pub(crate) content_type: Option<String>,
    pub(crate) reply: String,
}

/// The state of a request.
pub(crate) enum Sent {
    /// The request is new, and this call performs it.
    New,
    /// The request is done.
    Done(Kept),
    /// The request is in progress.
    UnderWay,
}

impl Once {
    /// The replies kept in a folder; those that are old go.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(crate) fn of(state: &Path) -> io::Result<Self> {
        let folder = state.join("once");
        sweep(&folder)?;
        Ok(Self { folder, state: Mutex::default() })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a request.
    ///
    /// # Errors
    /// When what is kept cannot be read.
    pub(crate) fn sent(&self, name: &str) -> io::Result<Sent> {
        let mut known = self.known();
        if known.under_way.contains(name) {
            return Ok(Sent::UnderWay);
        }
        let path = self.folder.join(name);
        match fs::read(&path) {
            Ok(text) if is_fresh(&path) => {
                if let Ok(kept) = serde_json::from_slice(&text) {
                    return Ok(Sent::Done(kept));
                }
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        known.under_way.insert(name.to_owned());
        Ok(Sent::New)
    }

    /// Keeps a reply.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(&self, name: &str, kept: &Kept) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        durable::write_private(&self.folder.join(name), &serde_json::to_vec(kept)?)?;
        let mut known = self.known();
        known.since_swept += 1;
        if known.since_swept >= SWEPT {
            known.since_swept = 0;
            sweep(&self.folder)?;
        }
        Ok(())
    }

    /// Ends a request that is under way.
    pub(crate) fn ended(&self, name: &str) {
        self.known().under_way.remove(name);
    }

    /// Forgets a request that did nothing.
    pub(crate) fn forget(&self, name: &str) {
        // A file that stays marks the request as begun, which is true.
        let _ = fs::remove_file(self.folder.join(name));
    }
}

fn is_fresh(path: &Path) -> bool {
    let changed = fs::metadata(path).and_then(|found| found.modified());
    changed.is_ok_and(|changed| SystemTime::now().duration_since(changed).unwrap_or_default() < KEPT)
}

/// Removes old replies, and the oldest where there are too many.
fn sweep(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut there: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries.flatten() {
        if let Ok(changed) = entry.metadata().and_then(|found| found.modified()) {
            there.push((changed, entry.path()));
        }
    }
    there.sort();
    let too_many = there.len().saturating_sub(MOST);
    for (at, (_, path)) in there.iter().enumerate() {
        if at < too_many || !is_fresh(path) {
            // Another server of this user may have swept it.
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_goes_when_there_is_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let once = Once::of(folder.path()).unwrap();
        let reply = || Kept { body: "b".to_owned(), status: 200, content_type: None, reply: "r".to_owned() };
        assert!(matches!(once.sent("a").unwrap(), Sent::New));
        assert!(matches!(once.sent("a").unwrap(), Sent::UnderWay));
        once.keep("a", &reply()).unwrap();
        once.known().under_way.clear();
        assert!(matches!(once.sent("a").unwrap(), Sent::Done(_)));
        // Another server over the same folder knows it, too.
        assert!(matches!(Once::of(folder.path()).unwrap().sent("a").unwrap(), Sent::Done(_)));
    }
}
