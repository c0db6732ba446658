//! Profiles: the facts that a model is asked to find, with the prompt texts; files that a user can change.

use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

/// The profiles in the binary: name and text.
pub const PROFILES: [(&str, &str); 4] = [
    ("general", include_str!("../../../prompts/general.toml")),
    ("research", include_str!("../../../prompts/research.toml")),
    ("software", include_str!("../../../prompts/software.toml")),
    ("open", include_str!("../../../prompts/open.toml")),
];
/// The default texts of profiles.
pub const WORDS: &str = include_str!("../../../prompts/extract.toml");

/// A type of entities or relations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// Its name, as the model must write it.
    pub name: String,
    /// Its meaning.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
}

/// A profile of extraction: the facts that a model is asked to find.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// Its purpose.
    pub about: String,
    /// True if claims are requested.
    pub with_claims: bool,
    /// The language of descriptions; empty for that of the text.
    pub output_language: String,
    /// The format of the reply: `json`, held to a schema where the server can, or `tuples`.
    pub form: String,
    /// The system prompt.
    pub system: String,
    /// The prompt for names, if that is a request of its own; empty for one request for all.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub names: String,
    /// The prompt for a window.
    pub user: String,
    /// Text added if claims are requested.
    pub claims: String,
    /// Text added if the language of descriptions is given.
    pub language: String,
    /// The prompt for facts left out.
    pub again: String,
    /// The prompt for a readable reply.
    pub repair: String,
    /// Types of entities.
    pub entity: Vec<Type>,
    /// Types of relations; none for any.
    pub relation: Vec<Type>,
}

/// An error in a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// It has no types of entities.
    #[error("the profile names no [[entity]]; name at least one type of things to find")]
    Typeless,
    /// A text lacks a placeholder.
    #[error("the profile's `{field}` has no {{{place}}}; put it where that belongs")]
    Placeless {
        /// The name of the text.
        field: &'static str,
        /// The name of the placeholder.
        place: &'static str,
    },
    /// The form of replies is unknown.
    #[error("the profile's `form` is {found:?}; it can be json or tuples")]
    Form {
        /// The form given.
        found: String,
    },
}

impl Profile {
    /// The profile with missing texts taken from `words`, the defaults.
    #[must_use]
    pub fn over(mut self, words: &Self) -> Self {
        let fields = [
            (&mut self.form, &words.form),
            (&mut self.system, &words.system),
            (&mut self.user, &words.user),
            (&mut self.claims, &words.claims),
            (&mut self.language, &words.language),
            (&mut self.again, &words.again),
            (&mut self.repair, &words.repair),
        ];
        for (own, said) in fields {
            if own.is_empty() {
                own.clone_from(said);
            }
        }
        self
    }

    /// Checks that it can be used.
    ///
    /// # Errors
    /// When it names no types and does not ask for names first, its form is unknown, or a placeholder is missing in
    /// a text.
    pub fn check(&self) -> Result<(), ProfileError> {
        let open = !self.names.is_empty();
        if self.entity.is_empty() && !open {
            return Err(ProfileError::Typeless);
        }
        if !matches!(self.form.as_str(), "json" | "tuples") {
            return Err(ProfileError::Form { found: self.form.clone() });
        }
        let places = [
            ("user", &self.user, "text", true),
            ("user", &self.user, "names", open),
            ("names", &self.names, "text", open),
        ];
        let lacks =
            |(_, text, place, wanted): &&(_, &String, &str, bool)| *wanted && !text.contains(&format!("{{{place}}}"));
        match places.iter().find(lacks) {
            Some((field, _, place, _)) => Err(ProfileError::Placeless { field, place }),
            None => Ok(()),
        }
    }

    /// The part of the key of replies that depends on the profile.
    pub fn key(&self) -> Key {
        Key::text(&serde_json::to_string(self).unwrap_or_default())
    }
}
