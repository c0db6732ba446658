//! Small files that are written whole or not at all, also when the power goes.

use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file: what is new is durable before it takes the place of what was there, whose permissions it keeps.
///
/// # Errors
/// When it cannot be written; then what the file held before stays.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link goes on leading to where it led.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = fresh().tempfile_in(folder)?;
    fresh.write_all(bytes)?;
    if let Ok(before) = std::fs::metadata(&path) {
        fresh.as_file().set_permissions(before.permissions())?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// What makes a file that has no name yet, as readable as others are: one that is made to be temporary is its
/// owner's alone.
#[cfg(unix)]
fn fresh() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quipu-").permissions(std::fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn fresh() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quipu-");
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
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("none/a.json"), b"x").is_err());
    }
}
