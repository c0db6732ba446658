//! Globs: `notes/**/*.md` as a folder to walk and a pattern for its content.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

/// A pattern and the deepest folder above all that it can match.
pub(super) struct GlobPattern {
    /// The folder, as the user wrote it; `.` when the pattern names none.
    pub(super) folder: PathBuf,
    below: GlobMatcher,
}

impl GlobPattern {
    /// True if a path below the folder matches.
    pub(super) fn matches(&self, below: &Path) -> bool {
        self.below.is_match(below)
    }
}

/// Reads a glob; missing when the argument has no glob characters.
///
/// # Errors
/// When the pattern cannot be read, in words.
pub(super) fn pattern(argument: &str) -> Option<Result<GlobPattern, String>> {
    let mark = argument.find(['*', '?', '[', '{'])?;
    let (folder, below) = match argument[..mark].rfind('/') {
        Some(0) => ("/", &argument[1..]),
        Some(slash) => (&argument[..slash], &argument[slash + 1..]),
        None => (".", argument),
    };
    let glob = GlobBuilder::new(below).literal_separator(true).build();
    Some(match glob {
        Ok(glob) => Ok(GlobPattern { folder: folder.into(), below: glob.compile_matcher() }),
        Err(error) => Err(format!("is not a valid glob: {error}")),
    })
}
