//! Plain files of numbers, little-endian, as numpy reads and writes them.

use std::path::Path;

use anyhow::{Context as _, ensure};
use bytemuck::Pod;

/// The lines of a text that are not blank.
pub(crate) fn lines(path: &Path) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// All numbers of a file.
pub(crate) fn read<T: Pod>(path: &Path) -> anyhow::Result<Vec<T>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    ensure!(bytes.len() % size_of::<T>() == 0, "{} does not hold whole numbers", path.display());
    Ok(bytemuck::pod_collect_to_vec(&bytes))
}

/// Writes numbers to a file.
pub(crate) fn write<T: Pod>(path: &Path, numbers: &[T]) -> anyhow::Result<()> {
    std::fs::write(path, bytemuck::cast_slice(numbers)).with_context(|| path.display().to_string())
}
