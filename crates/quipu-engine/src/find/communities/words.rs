//! The words in which a model is asked about communities: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const COMMUNITY_WORDS: &str = include_str!("../../../prompts/communities.toml");

/// What leads the parts of what a report is written from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportFrame {
    /// How large the community is, and who stands in its middle.
    pub head: String,
    /// Its relations, with what is said of their ends.
    pub relations: String,
    /// The reports on its parts.
    pub parts: String,
    /// Its passages.
    pub passages: String,
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommunityWords {
    /// The instruction that requests a language.
    pub language: String,
    /// What asks for that of the passages.
    pub same_language: String,
    /// What is added where a report was refused.
    pub wrong: String,
    /// What leads the parts of what is given.
    pub frame: ReportFrame,
    /// Writing a report.
    pub report: PromptTemplate,
    /// Rating reports by how much they help with a question.
    pub rate: PromptTemplate,
    /// What material says to a question.
    pub map: PromptTemplate,
    /// Whether a passage helps.
    pub test: PromptTemplate,
    /// What passages of one community claim.
    pub claims: PromptTemplate,
    /// What an answer might look like (hypothetical document).
    pub guess: PromptTemplate,
    /// An answer so far, and what to ask next.
    pub drift: PromptTemplate,
}

impl CommunityWords {
    /// A text that lacks what is filled in, and what; none where each has it.
    pub fn placeless(&self) -> Option<(&'static str, &'static str)> {
        let places = [
            ("report.user", &self.report.user, "material"),
            ("rate.user", &self.rate.user, "question"),
            ("rate.user", &self.rate.user, "reports"),
            ("map.user", &self.map.user, "question"),
            ("map.user", &self.map.user, "material"),
            ("test.user", &self.test.user, "question"),
            ("test.user", &self.test.user, "sentences"),
            ("claims.user", &self.claims.user, "question"),
            ("claims.user", &self.claims.user, "passages"),
            ("guess.user", &self.guess.user, "question"),
            ("drift.user", &self.drift.user, "question"),
            ("drift.user", &self.drift.user, "material"),
        ];
        placeless(&places)
    }
}
