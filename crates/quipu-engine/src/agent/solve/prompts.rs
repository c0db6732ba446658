//! The words in which the agent asks a model: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::ask::Told;
use crate::filled::placeless;

/// The file in the binary.
pub const AGENT_WORDS: &str = include_str!("../../../prompts/agent.toml");

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentWords {
    /// Of which kind a question is.
    pub route: Told,
    /// Which questions it is made of.
    pub plan: Told,
    /// Looking by tools.
    pub gather: Told,
    /// How well statements answer.
    pub grade: Told,
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
