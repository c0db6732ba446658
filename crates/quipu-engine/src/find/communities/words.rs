//! The prompt texts about communities: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;
use crate::base::prompt::placeless;

/// The file in the binary.
pub const COMMUNITY_WORDS: &str = include_str!("../../../prompts/communities.toml");

/// The headings of the parts of a report's material.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportFrame {
    /// The heading of the community's size and central members.
    pub head: String,
    /// The heading of its relations and their ends.
    pub relations: String,
    /// The reports on its parts.
    pub parts: String,
    /// Its passages.
    pub passages: String,
}

/// The prompt texts about communities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommunityWords {
    /// The instruction that requests a language.
    pub language: String,
    /// The instruction to use the language of the passages.
    pub same_language: String,
    /// The text added after a refused report.
    pub wrong: String,
    /// The headings of the material.
    pub frame: ReportFrame,
    /// Writing a report.
    pub report: PromptTemplate,
    /// Rating reports by how much they help with a question.
    pub rate: PromptTemplate,
    /// Extracts points for a question from material.
    pub map: PromptTemplate,
    /// Tests a passage for relevance.
    pub test: PromptTemplate,
    /// Extracts claims from the passages of one community.
    pub claims: PromptTemplate,
    /// Drafts a possible answer (hypothetical document).
    pub guess: PromptTemplate,
    /// Refines an answer so far, and proposes the next questions.
    pub drift: PromptTemplate,
}

impl CommunityWords {
    /// A text that lacks a placeholder, with that placeholder; none if all are complete.
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
