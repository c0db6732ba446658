//! Files whose server was killed while it wrote them.

use std::fs;
use std::path::Path;

use quipu::durable;

/// Removes unfinished files in a folder whose server was killed.
pub(crate) fn unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(durable::FRESH)) {
            // A file that stays is removed at the next start.
            let _ = fs::remove_file(entry.path());
        }
    }
}
