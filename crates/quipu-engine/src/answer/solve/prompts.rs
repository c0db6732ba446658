//! The prompt texts of the agent: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const AGENT_WORDS: &str = include_str!("../../../prompts/agent.toml");

/// The prompt texts of the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentWords {
    /// Classifies a question.
    pub route: PromptTemplate,
    /// Splits a question into parts.
    pub plan: PromptTemplate,
    /// Searches by tools.
    pub gather: PromptTemplate,
    /// Grades the statements found.
    pub grade: PromptTemplate,
    /// The text that asks, once, whether the search was complete.
    pub reflect: String,
}

impl AgentWords {
    /// A text that lacks a placeholder, with that placeholder; none if all are complete.
    pub fn placeless(&self) -> Option<(&'static str, &'static str)> {
        let places = [
            ("route.system", &self.route.system, "kinds"),
            ("route.user", &self.route.user, "question"),
            ("plan.user", &self.plan.user, "question"),
            ("gather.user", &self.gather.user, "question"),
            ("gather.user", &self.gather.user, "parts"),
            ("grade.user", &self.grade.user, "parts"),
        ];
        placeless(&places)
    }
}
