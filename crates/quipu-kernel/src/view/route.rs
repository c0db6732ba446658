//! The kinds of questions, by their form. Which form a question has, the crate that reads its language says.

use serde::{Deserialize, Serialize};

/// The kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RouteKind {
    /// What is said of one thing.
    Lookup,
    /// Who or what stands in some relation to a thing.
    Relation,
    /// The answer lies behind another one.
    MultiHop,
    /// Two things are held against each other.
    Comparison,
    /// How many there are.
    Count,
    /// All there are.
    List,
    /// What depends on what, through others too.
    Dependency,
    /// What held when.
    Temporal,
    /// Whether sources agree.
    Contradiction,
    /// What a collection says as a whole.
    Global,
    /// Arithmetic.
    Calculate,
    /// Nothing needs to be looked up.
    Direct,
}

impl RouteKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Lookup,
        Self::Relation,
        Self::MultiHop,
        Self::Comparison,
        Self::Count,
        Self::List,
        Self::Dependency,
        Self::Temporal,
        Self::Contradiction,
        Self::Global,
        Self::Calculate,
        Self::Direct,
    ];

    /// Its name, as shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lookup => "lookup",
            Self::Relation => "relation",
            Self::MultiHop => "multi-hop",
            Self::Comparison => "comparison",
            Self::Count => "count",
            Self::List => "list",
            Self::Dependency => "dependency",
            Self::Temporal => "temporal",
            Self::Contradiction => "contradiction",
            Self::Global => "global",
            Self::Calculate => "calculate",
            Self::Direct => "direct",
        }
    }

    /// The tool that such a question calls first.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Lookup | Self::Relation => "lookup",
            Self::MultiHop | Self::List | Self::Contradiction => "search",
            Self::Comparison => "compare",
            Self::Count | Self::Calculate => "calculate",
            Self::Dependency => "dependencies",
            Self::Temporal => "timeline",
            Self::Global => "summarise",
            Self::Direct => "none",
        }
    }
}
