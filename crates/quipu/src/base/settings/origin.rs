//! Where a setting was set.

use std::fmt;
use std::path::PathBuf;

/// Where a value was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nothing set it.
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
