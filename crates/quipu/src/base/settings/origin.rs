//! Where a setting was set.

use std::fmt;
use std::path::PathBuf;

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// No origin: the default.
    Default,
    /// A file of settings.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
    /// A flag of the command.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("the default"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Variable(name) => write!(f, "the variable {name}"),
            Self::Flag(name) if name.starts_with("--") => write!(f, "the flag {name}"),
            Self::Flag(name) => write!(f, "{name}"),
        }
    }
}
