//! The kinds of questions, by their form. The crate that reads a language decides the form of a question.

use serde::{Deserialize, Serialize};

/// The kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RouteKind {
    /// A statement about one thing.
    Lookup,
    /// The other end of a relation of a thing.
    Relation,
    /// The answer depends on another answer.
    MultiHop,
    /// A comparison of two things.
    Comparison,
    /// A number of things.
    Count,
    /// All there are.
    List,
    /// Dependencies of a thing, through others too.
    Dependency,
    /// Facts that held at a time.
    Temporal,
    /// Agreement of sources.
    Contradiction,
    /// The condition of something, or what follows from one.
    Condition,
    /// The reason of something.
    Reason,
    /// The steps that do something.
    HowTo,
    /// A statement about a collection as a whole.
    Global,
    /// Arithmetic.
    Calculate,
    /// Nothing needs to be looked up.
    Direct,
}

impl RouteKind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Lookup,
        Self::Relation,
        Self::MultiHop,
        Self::Comparison,
        Self::Count,
        Self::List,
        Self::Dependency,
        Self::Temporal,
        Self::Contradiction,
        Self::Condition,
        Self::Reason,
        Self::HowTo,
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
            Self::Condition => "condition",
            Self::Reason => "reason",
            Self::HowTo => "how-to",
            Self::Global => "global",
            Self::Calculate => "calculate",
            Self::Direct => "direct",
        }
    }

    /// The tool that such a question calls first.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Lookup | Self::Relation => "lookup",
            Self::MultiHop | Self::List | Self::Contradiction | Self::Condition | Self::Reason | Self::HowTo => {
                "search"
            }
            Self::Comparison => "compare",
            Self::Count | Self::Calculate => "calculate",
            Self::Dependency => "dependencies",
            Self::Temporal => "timeline",
            Self::Global => "summarise",
            Self::Direct => "none",
        }
    }
}
