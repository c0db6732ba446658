//! Archives: the list of their parts, without unpacking.

use std::io::Cursor;

use quipu_engine::ports::LoadError;
use zip::ZipArchive;

/// The most parts an archive may have.
const MOST: usize = 100_000;

/// The names of an archive's parts.
///
/// # Errors
/// When it is cut off or broken.
pub(super) fn names(bytes: &[u8]) -> Result<Vec<String>, LoadError> {
    let damaged = |reason: String| LoadError::Damaged { reason };
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?;
    if archive.len() > MOST {
        return Err(damaged(format!("an archive of {} parts", archive.len())));
    }
    let names = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
    Ok(names.collect())
}
