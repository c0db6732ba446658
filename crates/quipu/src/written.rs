//! Files that commands write: whole or not at all, and never over what a folder holds already.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quipu_engine::exchange::Sink;
use tempfile::NamedTempFile;

use crate::exit::Usage;

/// Whether a path means standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a text to a file, or to standard output for `-`.
///
/// # Errors
/// When it cannot be written; then what the file held before stays.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut one = One::to(path)?;
    one.write(text.as_bytes()).and_then(|()| one.finish()).with_context(|| path.display().to_string())
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
        if is_standard(path) {
            return Ok(Self { out: BufWriter::new(Box::new(io::stdout())), file: None });
        }
        let said = || path.display().to_string();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".quipu-").tempfile_in(folder).with_context(said)?;
        let out = BufWriter::new(Box::new(file.reopen().with_context(said)?) as Box<dyn Write + Send>);
        Ok(Self { out, file: Some((file, path.to_owned())) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the end cannot be written, or the file cannot take its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some((file, path)) = self.file else { return Ok(()) };
        let kept = file.persist(path).map_err(|error| error.error)?;
        readable(&kept)
    }
}

/// A temporary file is its owner's alone; what a command writes is as readable as other files.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &File) -> io::Result<()> {
    Ok(())
}

impl Sink for One {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }
}

/// A folder of files.
pub(crate) struct Folder {
    folder: PathBuf,
    out: Option<BufWriter<File>>,
}

impl Folder {
    /// A folder that is empty or not there yet.
    ///
    /// # Errors
    /// When something is in it, or it cannot be made.
    pub(crate) fn to(folder: &Path) -> anyhow::Result<Self> {
        let said = || folder.display().to_string();
        fs::create_dir_all(folder).with_context(said)?;
        if fs::read_dir(folder).with_context(said)?.next().is_some() {
            let why = format!("{} is not empty; name a folder that is, or one that is not there yet", folder.display());
            return Err(Usage(why).into());
        }
        Ok(Self { folder: folder.to_owned(), out: None })
    }

    /// Ends the last file.
    ///
    /// # Errors
    /// When its end cannot be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.map_or(Ok(()), |mut out| out.flush())
    }
}

impl Sink for Folder {
    fn begin(&mut self, name: &str) -> io::Result<()> {
        if let Some(mut out) = self.out.take() {
            out.flush()?;
        }
        let path = self.folder.join(name);
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
