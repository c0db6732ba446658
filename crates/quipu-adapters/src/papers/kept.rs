//! Replies of a source, kept for a day (HTTP response cache): arXiv's manual requires it, since results change once a
//! day.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Lifetime of a reply in the cache.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The most replies that are kept; the oldest go first.
const MOST: usize = 2000;

/// A folder of replies, a file each.
#[derive(Debug, Clone)]
pub(super) struct KeptReplies {
    folder: PathBuf,
    lasts: Duration,
}

impl KeptReplies {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.join("replies"), lasts: DAY }
    }

    /// The reply to a request that was answered within a day.
    pub(super) fn get(&self, request: &str) -> Option<Vec<u8>> {
        let path = self.path(request);
        let age = SystemTime::now().duration_since(std::fs::metadata(&path).ok()?.modified().ok()?);
        // A clock that went back makes no reply old.
        if age.unwrap_or_default() > self.lasts {
            return None;
        }
        let bytes = std::fs::read(&path).ok()?;
        // Requests with the same hash, however unlikely, are distinguished by their text.
        let rest = bytes.strip_prefix(request.as_bytes())?.strip_prefix(b"\n")?;
        Some(rest.to_vec())
    }

    /// Keeps a reply. A reply that cannot be kept is requested again.
    pub(super) fn put(&self, request: &str, reply: &[u8]) {
        if std::fs::create_dir_all(&self.folder).is_err() {
            return;
        }
        self.tidy();
        let Ok(mut file) = tempfile::NamedTempFile::new_in(&self.folder) else { return };
        let written = std::io::Write::write_all(&mut file, &[request.as_bytes(), b"\n", reply].concat());
        if written.is_ok() {
            let _ = file.persist(self.path(request));
        }
    }

    fn path(&self, request: &str) -> PathBuf {
        self.folder.join(quipu_kernel::model::Key::of("reply", &[request.as_bytes()]).to_string())
    }

    fn tidy(&self) {
        let Ok(list) = std::fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, PathBuf)> =
            list.flatten().filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path()))).collect();
        files.sort();
        let young = SystemTime::now().checked_sub(self.lasts);
        let old = files.iter().take_while(|(time, _)| young.is_some_and(|young| *time < young)).count();
        let gone = old.max((files.len() + 1).saturating_sub(MOST));
        for (_, path) in files.into_iter().take(gone) {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_kept_for_as_long_as_it_is_good() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptReplies::new(folder.path());
        assert_eq!(kept.get("a"), None);
        kept.put("a", b"one\ntwo");
        kept.put("b", b"");
        assert_eq!(kept.get("a").as_deref(), Some(&b"one\ntwo"[..]));
        assert_eq!(kept.get("b").as_deref(), Some(&b""[..]));
        let gone = KeptReplies { lasts: Duration::ZERO, ..kept.clone() };
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(gone.get("a"), None);
        gone.put("c", b"three");
        assert_eq!(kept.get("a"), None, "what is old goes when something new comes");
        assert_eq!(kept.get("c").as_deref(), Some(&b"three"[..]));
    }
}
