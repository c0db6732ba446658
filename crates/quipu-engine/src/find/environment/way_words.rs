//! The words in which ways ask a model before they look: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const WAY_WORDS: &str = include_str!("../../../prompts/ways.toml");

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayWords {
    /// The keywords of a question.
    pub keywords: PromptTemplate,
    /// Which statements help with it.
    pub facts: PromptTemplate,
    /// Which sections of documents answer it.
    pub sections: PromptTemplate,
    /// Other wordings of a question.
    pub wordings: PromptTemplate,
    /// A passage that might answer it.
    pub guess: PromptTemplate,
    /// How much passages help with it.
    pub rerank: PromptTemplate,
    /// The question as statements with gaps.
    pub clues: PromptTemplate,
    /// What passages fill in of these.
    pub filled: PromptTemplate,
}

impl WayWords {
    /// A text that lacks what is filled in, and what; none where each has it.
    pub fn placeless(&self) -> Option<(&'static str, &'static str)> {
        placeless(&[
            ("keywords.user", &self.keywords.user, "question"),
            ("facts.user", &self.facts.user, "question"),
            ("facts.user", &self.facts.user, "statements"),
            ("sections.user", &self.sections.user, "question"),
            ("sections.user", &self.sections.user, "sections"),
            ("wordings.user", &self.wordings.user, "question"),
            ("guess.user", &self.guess.user, "question"),
            ("rerank.user", &self.rerank.user, "question"),
            ("rerank.user", &self.rerank.user, "passages"),
            ("clues.user", &self.clues.user, "question"),
            ("filled.user", &self.filled.user, "passages"),
            ("filled.user", &self.filled.user, "open"),
        ])
    }
}
