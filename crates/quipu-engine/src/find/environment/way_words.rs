//! The prompt texts of search strategies: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const WAY_WORDS: &str = include_str!("../../../prompts/ways.toml");

/// The prompt texts of search strategies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayWords {
    /// The keywords of a question.
    pub keywords: PromptTemplate,
    /// Selects helpful statements.
    pub facts: PromptTemplate,
    /// Selects relevant sections of documents.
    pub sections: PromptTemplate,
    /// Other wordings of a question.
    pub wordings: PromptTemplate,
    /// A passage that might answer it.
    pub guess: PromptTemplate,
    /// Rates passages.
    pub rerank: PromptTemplate,
    /// The question as statements with gaps.
    pub clues: PromptTemplate,
    /// Fills gaps of these from passages.
    pub filled: PromptTemplate,
}

impl WayWords {
    /// A text that lacks a placeholder, with that placeholder; none if all are complete.
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
