//! Atomic, durable writes of files: beside their place first, under a temporary name, which is
//! replaced when they are durable.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The prefix of names of files being written.
pub const FRESH: &str = ".quipu-";
/// The maximum number of links followed.
const LINKS: usize = 40;

/// Writes a file: the new contents are durable before they replace the old file, whose permissions they keep.
///
/// # Errors
/// When it cannot be written; then the former contents stay.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, 0o666, |path| fs::metadata(path).ok())
}

/// As [`write`], for a file that only its owner may read.
///
/// # Errors
/// As [`write`].
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, 0o600, |_| None)
}

/// Puts a file in the place of a path, with the permissions of `before` or, without these, of a mode.
fn put(path: &Path, bytes: &[u8], mode: u32, before: impl FnOnce(&Path) -> Option<fs::Metadata>) -> io::Result<()> {
    let path = led_to(path)?;
    let mut fresh = fresh(mode).tempfile_in(above(&path))?;
    fresh.write_all(bytes)?;
    if let Some(before) = before(&path) {
        fresh.as_file().set_permissions(before.permissions())?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// The lock of a file that several processes change, until it is dropped: it lies beside the file, in a folder that is
/// made if missing. A process that changes the file reads it again under the lock.
///
/// # Errors
/// When it cannot be made or locked.
pub fn locked(path: &Path) -> io::Result<fs::File> {
    fs::create_dir_all(above(path))?;
    let lock = fs::File::options().create(true).write(true).truncate(false).open(path.with_extension("lock"))?;
    lock.lock()?;
    Ok(lock)
}

/// The path to which the links of a path lead, even if nothing is there yet.
///
/// # Errors
/// When they lead back to themselves.
pub fn led_to(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = above(&path).join(next),
            // What is no link is an invalid argument, or not there.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "it is a link that leads back to itself"))
}

/// The folder that a path lies in.
pub fn above(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A builder of a file or a folder without a name, with the usual permissions: temporary ones are readable by
/// their owner only.
#[cfg(unix)]
pub fn fresh(mode: u32) -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut builder = tempfile::Builder::new();
    builder.prefix(FRESH).permissions(fs::Permissions::from_mode(mode));
    builder
}

/// A builder of a file or a folder without a name.
#[cfg(not(unix))]
pub fn fresh(_: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(FRESH);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("none/a.json"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_goes_on_leading_to_where_it_led_though_nothing_be_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link.toml"), folder.path().join("file.toml"));
        std::os::unix::fs::symlink("file.toml", &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        std::os::unix::fs::symlink("round.toml", folder.path().join("round.toml")).unwrap();
        assert!(write(&folder.path().join("round.toml"), b"x").is_err());
    }
}
