//! The folders of jobs: each holds its job and its state, its events, and its output file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quipu::durable;

use super::job::QueuedJob;
use crate::unfinished::unfinished;

/// The file with the description of a job.
const FILE: &str = "job.json";

/// The jobs below a folder, with their own folders. Unreadable ones are set aside, and not lost: a newer program may
/// have written it.
///
/// # Errors
/// When the folder cannot be read.
pub(super) fn read(folder: &Path) -> io::Result<Vec<(QueuedJob, PathBuf)>> {
    let mut jobs = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let place = entry.path();
        unfinished(&place);
        // A kill between the folder and the file left a folder without a job; or it is a foreign folder.
        let Ok(text) = fs::read(place.join(FILE)) else { continue };
        match serde_json::from_slice(&text) {
            Ok(job) => jobs.push((job, place)),
            Err(error) => {
                fs::rename(place.join(FILE), place.join("job.unread.json"))?;
                fs::write(place.join("job.unread.txt"), error.to_string())?;
            }
        }
    }
    Ok(jobs)
}

/// Writes the description of a job into its folder, durably.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(folder: &Path, job: &QueuedJob) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    durable::write(&folder.join(FILE), &serde_json::to_vec_pretty(job)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("j1");
        fs::create_dir(&place).unwrap();
        fs::write(place.join(FILE), "{\"kind\": \"dance\"}").unwrap();
        assert!(read(folder.path()).unwrap().is_empty());
        assert!(place.join("job.unread.json").is_file() && place.join("job.unread.txt").is_file());
        assert!(read(folder.path()).unwrap().is_empty());
    }
}
