//! One request at a time, and a pause after each, over all processes of a user (rate limiting across processes).
//!
//! A small file is locked while a request runs, so that there is one connection, and records the end of the last one.
//! The lock ends with the process that holds it. Where the file cannot be written no request is sent: a missing paper
//! is better than a source that bans this address.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::SourceError;

/// Poll interval of a held lock, and of checks that the waiting caller goes on.
const GLANCE: Duration = Duration::from_millis(50);
/// A moment that lies further ahead than this was written by a clock that was wrong.
const AHEAD: Duration = Duration::from_secs(60);
/// Pause of all requests to a source that stayed busy.
pub(super) const REST: Duration = Duration::from_secs(60);
/// The content of the file after a source has banned this address.
const SHUT: &str = "shut";

/// The pace of requests to one source.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    path: PathBuf,
    pause: Duration,
}

/// The right to send one request, until it is dropped.
pub(super) struct Turn {
    file: File,
}

/// The content of the file: the end of the last request, and the end of a pause, in milliseconds since 1970.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    ended: u64,
    resting: u64,
    shut: bool,
}

impl Pace {
    /// The pace of a source with such a name, kept in a folder.
    pub(super) fn new(folder: &Path, name: &str, pause: Duration) -> Self {
        Self { path: folder.join(format!("{name}.pace")), pause }
    }

    /// Waits for the turn of a request.
    ///
    /// # Errors
    /// When the source has shut this address out or rests, the file cannot be used, or `stopped` says to end.
    pub(super) fn turn(&self, stopped: &dyn Fn() -> bool) -> Result<Turn, SourceError> {
        let mut file = self.open()?;
        loop {
            if stopped() {
                return Err(SourceError::Stopped);
            }
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) => std::thread::sleep(GLANCE),
                Err(TryLockError::Error(error)) => return Err(self.state(&error)),
            }
        }
        let stamp = read(&mut file).map_err(|error| self.state(&error))?;
        if stamp.shut {
            return Err(SourceError::Shut);
        }
        let now = now();
        if stamp.resting > now && stamp.resting - now <= millis(REST) {
            return Err(SourceError::Busy { after: Duration::from_millis(stamp.resting - now) });
        }
        self.rest_of_pause(stamp, stopped)?;
        let mut turn = Turn { file };
        // Should the process be killed in the middle of it, the pause counts from its beginning.
        turn.keep(Stamp { ended: self::now(), ..Stamp::default() }).map_err(|error| self.state(&error))?;
        Ok(turn)
    }

    fn rest_of_pause(&self, stamp: Stamp, stopped: &dyn Fn() -> bool) -> Result<(), SourceError> {
        loop {
            let now = now();
            let ahead = stamp.ended.saturating_sub(now) > millis(AHEAD);
            let next = stamp.ended + millis(self.pause);
            if ahead || now >= next {
                return Ok(());
            }
            if stopped() {
                return Err(SourceError::Stopped);
            }
            std::thread::sleep(GLANCE.min(Duration::from_millis(next - now)));
        }
    }

    /// Takes back that the source has shut this address out.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub(super) fn open_again(&self) -> Result<bool, SourceError> {
        let mut file = self.open()?;
        file.lock().map_err(|error| self.state(&error))?;
        let stamp = read(&mut file).map_err(|error| self.state(&error))?;
        let other = Stamp { shut: false, resting: 0, ..stamp };
        Turn { file }.keep(other).map_err(|error| self.state(&error))?;
        Ok(stamp.shut || stamp.resting > now())
    }

    fn open(&self) -> Result<File, SourceError> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| self.state(&error))?;
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.path);
        options.map_err(|error| self.state(&error))
    }

    fn state(&self, error: &std::io::Error) -> SourceError {
        SourceError::State { path: self.path.clone(), reason: error.to_string() }
    }
}

impl Turn {
    /// Ends the turn: the pause counts from now.
    pub(super) fn done(mut self) {
        // A file that cannot be written now could be a moment ago: the start of the request is recorded.
        let _ = self.keep(Stamp { ended: now(), ..Stamp::default() });
    }

    /// Ends it with a rest: the source stayed busy.
    pub(super) fn rest(mut self, rest: Duration) {
        let _ = self.keep(Stamp { ended: now(), resting: now() + millis(rest), shut: false });
    }

    /// Ends it for good: the source has shut this address out.
    pub(super) fn shut(mut self) {
        let _ = self.keep(Stamp { ended: now(), resting: 0, shut: true });
    }

    fn keep(&mut self, stamp: Stamp) -> std::io::Result<()> {
        let shut = if stamp.shut { SHUT } else { "-" };
        let text = format!("{} {} {shut}\n", stamp.ended, stamp.resting);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }
}

fn read(file: &mut File) -> std::io::Result<Stamp> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(256).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let mut words = text.split_whitespace();
    // A file that was cut off in the middle says nothing.
    let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let (ended, resting) = (number(), number());
    Ok(Stamp { ended, resting, shut: words.next() == Some(SHUT) })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis)
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    const PAUSE: Duration = Duration::from_millis(200);

    fn pace() -> (tempfile::TempDir, Pace) {
        let folder = tempfile::tempdir().unwrap();
        let pace = Pace::new(folder.path(), "source", PAUSE);
        (folder, pace)
    }

    #[test]
    fn turns_follow_each_other_after_the_pause() {
        let (_folder, pace) = pace();
        let ends = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let turn = pace.turn(&|| false).unwrap();
                    let begun = Instant::now();
                    std::thread::sleep(Duration::from_millis(30));
                    ends.lock().unwrap().push((begun, Instant::now()));
                    turn.done();
                });
            }
        });
        let mut ends = ends.into_inner().unwrap();
        ends.sort();
        for pair in ends.windows(2) {
            let gap = pair[1].0.saturating_duration_since(pair[0].1);
            assert!(gap >= PAUSE - Duration::from_millis(5), "{gap:?}");
        }
    }

    #[test]
    fn a_clock_that_was_wrong_holds_nobody_up() {
        let (folder, pace) = pace();
        std::fs::write(folder.path().join("source.pace"), format!("{} 0 -\n", now() + 3_600_000)).unwrap();
        let begun = Instant::now();
        pace.turn(&|| false).unwrap().done();
        assert!(begun.elapsed() < Duration::from_secs(30));
        std::fs::write(folder.path().join("source.pace"), "no numbers").unwrap();
        pace.turn(&|| false).unwrap().done();
    }

    #[test]
    fn whoever_is_shut_out_asks_no_more_until_told() {
        let (_folder, pace) = pace();
        pace.turn(&|| false).unwrap().shut();
        assert!(matches!(pace.turn(&|| false), Err(SourceError::Shut)));
        assert!(pace.open_again().unwrap());
        pace.turn(&|| false).unwrap().rest(REST);
        assert!(matches!(pace.turn(&|| false), Err(SourceError::Busy { .. })));
        assert!(pace.open_again().unwrap());
        pace.turn(&|| false).unwrap().done();
        assert!(!pace.open_again().unwrap());
    }

    #[test]
    fn who_waits_can_be_stopped_and_without_a_place_nobody_asks() {
        let (folder, pace) = pace();
        let _turn = pace.turn(&|| false).unwrap();
        assert!(matches!(pace.turn(&|| true), Err(SourceError::Stopped)));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let nowhere = Pace::new(&file, "source", PAUSE);
        assert!(matches!(nowhere.turn(&|| false), Err(SourceError::State { .. })));
    }
}
