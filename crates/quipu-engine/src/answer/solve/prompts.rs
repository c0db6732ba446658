//! The words in which the agent asks a model: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const AGENT_WORDS: &str = include_str!("../../../prompts/agent.toml");

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentWords {
    /// Of which kind a question is.
    pub route: PromptTemplate,
    /// Which questions it is made of.
    pub plan: PromptTemplate,
    /// Looking by tools.
    pub gather: PromptTemplate,
    /// How well statements answer.
    pub grade: PromptTemplate,
    /// What asks, once, whether all was looked for.
    pub reflect: String,
}

impl AgentWords {
    /// A text that lacks what is filled in, and what; none where each has it.
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
