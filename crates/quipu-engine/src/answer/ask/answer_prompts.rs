//! The prompt texts for writing, rewriting and judging: a file that a user can change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;

/// The file in the binary.
pub const ANSWER_WORDS: &str = include_str!("../../../prompts/answer.toml");

/// The prompt texts of answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerWords {
    /// The system prompt of writing.
    pub system: String,
    /// The user prompt.
    pub user: String,
    /// The reply of a refusal.
    pub none: String,
    /// The instruction that requests a language.
    pub language: String,
    /// The instruction to use the language of the question.
    pub same_language: String,
    /// The instruction for each length, by its name.
    pub length: BTreeMap<String, String>,
    /// The instruction for each style, by its name.
    pub style: BTreeMap<String, String>,
    /// Making a question stand alone.
    pub rewrite: PromptTemplate,
    /// Judging sentences.
    pub judge: PromptTemplate,
}

/// An error in such a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// A text lacks a placeholder.
    #[error("`{field}` has no {{{place}}}; put it where that belongs")]
    Placeless {
        /// The name of the text.
        field: String,
        /// The name of the placeholder.
        place: String,
    },
    /// A length or style is unknown.
    #[error("it has no {what} {found:?}, only {known}; add it, or choose another")]
    Unknown {
        /// `length` or `style`.
        what: String,
        /// The requested value.
        found: String,
        /// The known names.
        known: String,
    },
    /// The text of a refusal is missing.
    #[error("`none` is empty; set a model's reply for missing answers")]
    Noneless,
}

impl AnswerWords {
    /// Checks that it can be used, in this length and style.
    ///
    /// # Errors
    /// When a placeholder, the length or the style is missing.
    pub fn check(&self, length: &str, style: &str) -> Result<(), WordsError> {
        let places = [
            ("user", &self.user, "{sources}"),
            ("user", &self.user, "{question}"),
            ("rewrite.user", &self.rewrite.user, "{history}"),
            ("rewrite.user", &self.rewrite.user, "{question}"),
            ("judge.user", &self.judge.user, "{claims}"),
        ];
        if let Some((field, _, place)) = places.iter().find(|(_, text, place)| !text.contains(place)) {
            let place = place.trim_matches(['{', '}']).to_owned();
            return Err(WordsError::Placeless { field: (*field).to_owned(), place });
        }
        if self.none.trim().is_empty() {
            return Err(WordsError::Noneless);
        }
        for (what, found, map) in [("length", length, &self.length), ("style", style, &self.style)] {
            if !map.contains_key(found) {
                let known = map.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                return Err(WordsError::Unknown { what: what.to_owned(), found: found.to_owned(), known });
            }
        }
        Ok(())
    }
}
