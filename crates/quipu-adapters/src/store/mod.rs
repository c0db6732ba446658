//! Stores: they keep documents, chunks, facts and vectors, and cut views.

mod blocking;
mod check_findings;
mod contents;
mod embedded;
mod environment;
mod in_use;
mod kept;
mod lock_file;
mod memory;
mod memory_names;
mod memory_whole;
mod refused;
mod resident;
mod resident_source;
mod revectored;
mod room;
mod stamp;

use std::path::Path;

#[doc(hidden)]
pub use embedded::STORED;
pub use embedded::ViewParts;
pub use embedded::{BackupOptions, BackupReport, backup, restore};
pub use embedded::{CommitTimes, EmbeddedStore, HeldWriter, OpenOptions, UpgradeReport, Upgrading, tell_damage};
pub use kept::{KeyValueOptions, LmdbKeyValue, MemoryKeyValue, side_stores};
pub use memory::MemoryStore;
pub use refused::SystemLimit;
pub use stamp::Stamp;

/// The prefix of temporary names: of files being written, or about to be removed.
pub(crate) const FRESH: &str = ".quipu-";

/// The folder that a path lies in.
pub(crate) fn above(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
