//! Backups: a whole workspace in one file, made beside concurrent readers, and its restoration.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

pub use quipu_adapters::store::BackupReport;

use crate::job::{Job, Outcome, Working, aside};
use crate::location::FILE;
use crate::{Error, Location, Quipu, durable, open};

/// The progress of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackupProgress {
    /// Bytes that are copied.
    pub done: u64,
    /// The total number of bytes.
    pub total: u64,
}

impl Quipu {
    /// Copies the workspace into one file, consistently: documents, graph and vectors of one change; replies,
    /// conversations, jobs, originals and settings as they are. Other writers wait meanwhile, readers do not. Parts
    /// that `without` names, by their paths below the store, are left out.
    pub fn backup(&self, to: impl Into<PathBuf>, without: Vec<String>) -> Job<BackupProgress, BackupReport> {
        let (quipu, to) = (self.clone(), to.into());
        Job::start(move |Working { teller, stop }| async move {
            let fresh = durable::fresh(0o600).tempfile_in(durable::above(&to)).map_err(Error::at(&to))?;
            let mut watch = |done: u64, total: u64| {
                teller.tell(BackupProgress { done, total });
                !stop.asked()
            };
            let settings = std::fs::read(quipu.folder().join(FILE)).ok();
            let beside = settings.map(|text| (FILE.to_owned(), text)).into_iter().collect();
            let out = BufWriter::new(fresh.as_file());
            let without = |path: &str| is_left_out(path) || without.iter().any(|part| part == path);
            let report = open::backup(quipu.location(), quipu.settings(), out, beside, &without, &mut watch)?;
            let report = report.ok_or(Error::Stopped)?;
            fresh.as_file().sync_all().map_err(Error::at(&to))?;
            fresh.persist(&to).map_err(|error| Error::at(&to)(error.error))?;
            Ok(report)
        })
    }
}

/// True for files left out of backups: the state of a running server, and outputs of jobs, which may be backups
/// themselves.
fn is_left_out(path: &str) -> bool {
    let of_job = path.strip_prefix("jobs/").and_then(|path| path.split_once('/'));
    path == "server.json" || of_job.is_some_and(|(_, file)| !matches!(file, "job.json" | "events.jsonl"))
}

/// Restores a backup into a folder without a workspace, all or nothing. Present settings stay.
///
/// # Errors
/// When there is a workspace, the file is no whole backup, or something cannot be written.
pub fn restore(file: &Path, location: impl Into<Location>) -> Outcome<BackupReport> {
    let (file, location) = (file.to_owned(), location.into());
    aside(move || async move {
        let from = BufReader::new(File::open(&file).map_err(Error::at(&file))?);
        let mut put = |name: &str, text: &[u8]| {
            let path = location.folder().join(name);
            // Present settings stay; the store has no other files beside it.
            if name != FILE || path.exists() { Ok(()) } else { durable::write(&path, text) }
        };
        let report = open::restore(from, &location, &mut put)?;
        Ok(report)
    })
}
