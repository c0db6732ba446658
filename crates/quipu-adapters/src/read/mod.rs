//! Reading: the user's arguments become files, and files become documents.
//!
//! [`find`] walks folders, globs and single files without opening one; [`source`] opens one file and
//! passes it to the loaders. An argument that cannot be found or read is a line for the report, never the end of a run;
//! only a name that two roots claim is an error, because ids would be wrong.

mod document_source;
mod find_files;
mod glob;
mod roots;
mod vault;

pub use document_source::{Loaders, ReadLimits, source};
pub use find_files::{FindOptions, Finding, FoundFile, SkippedFile, find};
pub use roots::{FindError, Root};
pub use vault::KnownVaults;

#[cfg(test)]
mod tests;
