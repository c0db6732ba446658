//! The words in which a model is asked to write, to rewrite and to judge: a file that a user can change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::prompt::PromptTemplate;

/// The file in the binary.
pub const ANSWER_WORDS: &str = include_str!("../../../prompts/answer.toml");

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerWords {
    /// What writing answers is.
    pub system: String,
    /// The user prompt.
    pub user: String,
    /// The reply that says that nothing answers.
    pub none: String,
    /// The instruction that requests a language.
    pub language: String,
    /// What asks for that of the question.
    pub same_language: String,
    /// What asks for a length, by its name.
    pub length: BTreeMap<String, String>,
    /// What asks for a style, by its name.
    pub style: BTreeMap<String, String>,
    /// Making a question stand alone.
    pub rewrite: PromptTemplate,
    /// Judging sentences.
    pub judge: PromptTemplate,
}

/// Why such a file cannot be asked with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// A text lacks what is filled in.
    #[error("`{field}` has no {{{place}}}; put it where that shall stand")]
    Placeless {
        /// Which text.
        field: String,
        /// What is filled in.
        place: String,
    },
    /// A length or style is not there.
    #[error("it has no {what} {found:?}, only {known}; add it, or choose another")]
    Unknown {
        /// `length` or `style`.
        what: String,
        /// The requested value.
        found: String,
        /// What there is.
        known: String,
    },
    /// Nothing says that there is no answer.
    #[error("`none` is empty; say what a model replies when nothing answers")]
    Noneless,
}

impl AnswerWords {
    /// Whether it can be asked with, in this length and style.
    ///
    /// # Errors
    /// When a place to fill, the length or the style is missing.
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
