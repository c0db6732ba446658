//! The effort of an agent for one question: three levels, each with bounds. The first bound reached
//! ends the loop with the evidence so far, and is reported.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The effort for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// One look.
    #[default]
    Quick,
    /// A plan of a few parts, corrections, checks.
    Normal,
    /// A plan of many parts, each from evidence of its own.
    Deep,
}

impl Effort {
    /// All efforts, the least first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Normal, Self::Deep];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }

    /// One line for help texts and menus.
    pub fn about(self) -> &'static str {
        match self {
            Self::Quick => "one look, and the sentences that answer",
            Self::Normal => {
                "routes the question, plans up to 3 parts, corrects weak evidence, checks: at most 8 steps and 12 views"
            }
            Self::Deep => {
                "plans up to 8 parts, each from evidence of its own, and seeks contradictions: at most 24 steps and 48 views"
            }
        }
    }
}

impl Display for Effort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|effort| effort.name() == text).ok_or_else(|| "quick, normal or deep".to_owned())
    }
}

/// The bounds of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AgentBounds {
    /// Steps.
    pub steps: usize,
    /// Views of the graph.
    pub views: usize,
    /// Calls of a model, that for the answer among them.
    pub calls: u64,
    /// Tokens of those calls: none begins beyond.
    pub tokens: u64,
    /// Seconds: a call that is under way then is dropped.
    pub seconds: f64,
    /// Money for those calls, by the prices of the settings; none for no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
    /// Parts of a plan.
    pub parts: usize,
    /// Corrections of a part.
    pub corrections: usize,
    /// Hits of a look.
    pub hits: usize,
}

impl AgentBounds {
    /// The bounds of an effort.
    pub fn of(effort: Effort) -> Self {
        match effort {
            Effort::Quick => Self {
                steps: 1,
                views: 1,
                calls: 1,
                tokens: 8_000,
                seconds: 20.0,
                money: None,
                parts: 1,
                corrections: 0,
                hits: 30,
            },
            Effort::Normal => Self {
                steps: 8,
                views: 12,
                calls: 6,
                tokens: 30_000,
                seconds: 60.0,
                money: None,
                parts: 3,
                corrections: 2,
                hits: 60,
            },
            Effort::Deep => Self {
                steps: 24,
                views: 48,
                calls: 24,
                tokens: 150_000,
                seconds: 240.0,
                money: None,
                parts: 8,
                corrections: 2,
                hits: 200,
            },
        }
    }
}
