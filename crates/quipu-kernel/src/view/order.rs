//! The order of a traversal.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The order in which passages are selected and edges followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// All that is reached, nearest first.
    #[default]
    Eager,
    /// One at a time, near the question and unlike the selected ones.
    Mmr,
    /// All that is reached, by similarity and depth.
    Scored,
}

impl Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Eager => "eager",
            Self::Mmr => "mmr",
            Self::Scored => "scored",
        })
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Eager, Self::Mmr, Self::Scored];
        known.into_iter().find(|order| order.to_string() == text).ok_or_else(|| "eager, mmr or scored".to_owned())
    }
}

crate::kinds_of_text!(Order);
