//! Options of `global`.

use std::fmt::Display;
use std::str::FromStr;

use quipu_kernel::own_options;
use quipu_kernel::strategies::OptionBounds;

/// The texts that `global` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::find::policies) enum Over {
    /// Themes of documents; with a model, reports of communities.
    #[default]
    Themes,
    /// Reports of communities.
    Reports,
    /// Chunks, without any community.
    Chunks,
}

impl Display for Over {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Themes => "themes",
            Self::Reports => "reports",
            Self::Chunks => "chunks",
        })
    }
}

impl FromStr for Over {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "themes" => Ok(Self::Themes),
            "reports" => Ok(Self::Reports),
            "chunks" => Ok(Self::Chunks),
            _ => Err("themes, reports or chunks".to_owned()),
        }
    }
}

/// The communities whose reports `global` reads, with a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::find::policies) enum CommunityLevel {
    /// Those that a model rates as helpful, from the outermost inwards (dynamic community selection).
    #[default]
    Dynamic,
    /// All of a level, and those above it that have no parts.
    At(u32),
}

impl Display for CommunityLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dynamic => f.write_str("dynamic"),
            Self::At(level) => write!(f, "{level}"),
        }
    }
}

impl FromStr for CommunityLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "dynamic" => Ok(Self::Dynamic),
            level => level.parse().map(Self::At).map_err(|_| "`dynamic` or the number of a level".to_owned()),
        }
    }
}

quipu_kernel::kinds_of_text!(Over, CommunityLevel);

own_options! {
    /// Options of `global`.
    pub(in crate::find::policies) struct GlobalOptions of "global" {
        over: Over = Over::Themes, OptionBounds::Text, "what it reads: `themes` of documents (with a model `reports`), `reports` of communities, or `chunks` without any group";
        level: CommunityLevel = CommunityLevel::Dynamic, OptionBounds::Text, "with a model: `dynamic` for the communities that it rates as helpful, from the outermost inwards, or the level whose reports are all read";
        map_tokens: usize = 12_000, OptionBounds::Count(100, usize::MAX), "with a model: how many tokens of reports or chunks it is given at once";
        read_tokens: usize = 200_000, OptionBounds::Count(0, usize::MAX), "with a model: how many tokens of reports or chunks it reads in all, what fits best first; 0 for everything";
    }
}
