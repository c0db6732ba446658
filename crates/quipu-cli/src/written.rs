//! Files that commands write: whole or not at all, and never over existing content of a folder.
//!
//! A file in progress has a temporary name until it is whole; an interrupted run removes it
//! again. A target that is not a regular file, as a pipe or a device, is written to directly.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use anyhow::Context as _;
use quipu::documents::Sink;
use quipu::durable::{above, fresh, led_to};
use tempfile::{NamedTempFile, TempDir};

use crate::exit::Usage;
use crate::interrupt;
use crate::messages::say;

/// The files in progress.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static GUARDED: Once = Once::new();

/// True if a path means standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a text to a file, or to standard output for `-`.
///
/// # Errors
/// When it cannot be written; then what the file held before stays.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    whole(path, text).with_context(|| path.display().to_string())
}

/// Like [`write()`], with the system's words alone.
///
/// # Errors
/// As [`write()`].
pub(crate) fn whole(path: &Path, text: &str) -> io::Result<()> {
    let mut one = One::begun(path)?;
    one.write(text.as_bytes())?;
    one.finish()
}

/// One file: it takes its name when it is whole.
pub(crate) struct One {
    out: BufWriter<Box<dyn Write + Send>>,
    file: Option<(NamedTempFile, PathBuf)>,
}

impl One {
    /// A file, or standard output for `-`.
    ///
    /// # Errors
    /// When nothing can be written beside it.
    pub(crate) fn to(path: &Path) -> anyhow::Result<Self> {
        Self::begun(path).with_context(|| path.display().to_string())
    }

    fn begun(path: &Path) -> io::Result<Self> {
        let straight = |out: Box<dyn Write + Send>| Self { out: BufWriter::new(out), file: None };
        if is_standard(path) {
            return Ok(straight(Box::new(io::stdout())));
        }
        let path = led_to(path)?;
        let before = match fs::metadata(&path) {
            Ok(found) if !found.is_file() => return Ok(straight(Box::new(File::options().write(true).open(&path)?))),
            Ok(found) => Some(found.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let file = guarded(|| fresh(0o666).tempfile_in(above(&path)), NamedTempFile::path)?;
        if let Some(permissions) = before {
            file.as_file().set_permissions(permissions)?;
        }
        let out = BufWriter::new(Box::new(file.reopen()?) as Box<dyn Write + Send>);
        Ok(Self { out, file: Some((file, path)) })
    }

    /// Gives the file its name, once it is durable.
    ///
    /// # Errors
    /// When the end cannot be written, or the file cannot take its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some((file, path)) = self.file else { return Ok(()) };
        file.as_file().sync_all()?;
        let name = file.path().to_owned();
        file.persist(path).map_err(|error| error.error)?;
        release(&name);
        Ok(())
    }
}

/// A folder of files: it takes its name when it is whole, or its files theirs where it was there before.
pub(crate) struct Folder {
    /// Its final path.
    folder: PathBuf,
    /// Its path until then.
    fresh: TempDir,
    out: Option<BufWriter<File>>,
}

impl Folder {
    /// A folder that is empty or not there yet.
    ///
    /// # Errors
    /// When something is in it, or it cannot be made.
    pub(crate) fn to(folder: &Path) -> anyhow::Result<Self> {
        let said = || folder.display().to_string();
        let there = folder.is_dir();
        if there && fs::read_dir(folder).with_context(said)?.next().is_some() {
            return Err(Usage(say!("folder-not-empty", folder = folder)).into());
        }
        // Another file system may begin in it, and another cannot begin beside it.
        let beside = if there { folder } else { above(folder) };
        if [folder, beside].iter().any(|path| path.exists() && !path.is_dir()) {
            return Err(io::Error::from(ErrorKind::NotADirectory)).with_context(said);
        }
        fs::create_dir_all(beside).with_context(said)?;
        let fresh = guarded(|| fresh(0o777).tempdir_in(beside), TempDir::path).with_context(said)?;
        Ok(Self { folder: folder.to_owned(), fresh, out: None })
    }

    /// Ends the last file, and gives the folder its name.
    ///
    /// # Errors
    /// When its end cannot be written, or something took the name meanwhile.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(mut out) = self.out.take() {
            out.flush()?;
        }
        let fresh = self.fresh.path().to_owned();
        if self.folder.is_dir() {
            for entry in fs::read_dir(&fresh)? {
                let entry = entry?;
                fs::rename(entry.path(), self.folder.join(entry.file_name()))?;
            }
            self.fresh.close()?;
        } else {
            fs::rename(&fresh, &self.folder)?;
            // It is not there any more under that name.
            let _ = self.fresh.keep();
        }
        release(&fresh);
        Ok(())
    }
}

impl Sink for One {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }
}

impl Sink for Folder {
    fn begin(&mut self, name: &str) -> io::Result<()> {
        if let Some(mut out) = self.out.take() {
            out.flush()?;
        }
        let path = self.fresh.path().join(name);
        // No file is added while the unfinished ones are removed.
        let _held = unfinished();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        self.out = Some(BufWriter::new(File::options().write(true).create_new(true).open(path)?));
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.write_all(bytes))
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes something that an interrupted run takes away again.
fn guarded<T>(make: impl FnOnce() -> io::Result<T>, path: impl FnOnce(&T) -> &Path) -> io::Result<T> {
    GUARDED.call_once(when_interrupted);
    let mut paths = unfinished();
    let made = make()?;
    paths.push(std::path::absolute(path(&made))?);
    Ok(made)
}

#[cfg(unix)]
fn when_interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    for (kind, code) in [(SignalKind::interrupt(), 130), (SignalKind::terminate(), 143)] {
        interrupt::aside(|| {
            let signals = signal(kind);
            async move {
                // Without signals an interrupted run leaves its unfinished files.
                let Ok(mut signals) = signals else { return };
                if signals.recv().await.is_some() {
                    abandon(code);
                }
            }
        });
    }
}

#[cfg(not(unix))]
fn when_interrupted() {
    interrupt::aside(|| async {
        if tokio::signal::ctrl_c().await.is_ok() {
            abandon(130);
        }
    });
}

/// Removes unfinished files, and ends.
fn abandon(code: i32) -> ! {
    let paths = unfinished();
    for path in paths.iter() {
        // A file that cannot be removed stays; the run ends all the same.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    std::process::exit(code)
}

fn release(path: &Path) {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    unfinished().retain(|known| *known != path);
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_mode_and_the_link_that_leads_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link, far) = (folder.path().join("a"), folder.path().join("link"), folder.path().join("far"));
        fs::write(&file, "before").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a", &link).unwrap();
        symlink("b", &far).unwrap();
        write(&link, "after").unwrap();
        write(&far, "new").unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("after", 0o640));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::symlink_metadata(&far).unwrap().is_symlink());
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        assert_eq!(mode(&folder.path().join("b")), mode(&plain), "a new file is as others are");
        assert!(write(&folder.path().join("no/such"), "x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5, "nothing else is left");
    }

    #[test]
    fn a_pipe_is_written_to_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        write(&pipe, "through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }

    #[test]
    fn a_folder_is_whole_or_not_there() {
        let above = tempfile::tempdir().unwrap();
        let (new, old) = (above.path().join("deep/new"), above.path().join("old"));
        fs::create_dir(&old).unwrap();
        for to in [&new, &old] {
            let mut broken = Folder::to(to).unwrap();
            broken.begin("a/b.md").unwrap();
            assert!(broken.begin("a/b.md").is_err());
            drop(broken);
            assert_eq!(fs::read_dir(to).map_or(0, Iterator::count), 0, "{to:?}");
            let mut folder = Folder::to(to).unwrap();
            folder.begin("a/b.md").unwrap();
            folder.write(b"x").unwrap();
            folder.finish().unwrap();
            assert_eq!(fs::read_to_string(to.join("a/b.md")).unwrap(), "x");
            assert_eq!(fs::read_dir(to).unwrap().count(), 1, "{to:?}");
        }
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 2);
        assert_eq!(mode(&new), mode(&old), "a new folder is as others are");
    }
}
