//! Profiles: what a model is asked to find, and in which words; files that a user can change.

use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

/// The profiles in the binary: name and text.
pub const PROFILES: [(&str, &str); 4] = [
    ("general", include_str!("../../../prompts/general.toml")),
    ("research", include_str!("../../../prompts/research.toml")),
    ("software", include_str!("../../../prompts/software.toml")),
    ("open", include_str!("../../../prompts/open.toml")),
];
/// What every profile says, unless it says it in its own words.
pub const WORDS: &str = include_str!("../../../prompts/extract.toml");

/// A type of entities or relations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// Its name, as the model shall write it.
    pub name: String,
    /// What is meant.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
}

/// What a model is asked to find.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// For what it is.
    pub about: String,
    /// True if claims are asked for.
    pub with_claims: bool,
    /// The language of descriptions; empty for that of the text.
    pub output_language: String,
    /// In which form the reply is asked for: `json`, held to a schema where the server can, or `tuples`.
    pub form: String,
    /// The system prompt.
    pub system: String,
    /// What asks for names, where that is a question of its own; empty where all is asked at once.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub names: String,
    /// What is asked of a window.
    pub user: String,
    /// What is added where claims are wanted.
    pub claims: String,
    /// What is added where the language of descriptions is given.
    pub language: String,
    /// What asks for what was left out.
    pub again: String,
    /// What asks for a reply that can be read.
    pub repair: String,
    /// Types of entities.
    pub entity: Vec<Type>,
    /// Types of relations; none for any.
    pub relation: Vec<Type>,
}

/// Why a profile is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// It has no types of entities.
    #[error("the profile names no [[entity]]; name at least one type of things to find")]
    Typeless,
    /// A question lacks a place for what is filled in.
    #[error("the profile's `{field}` has no {{{place}}}; put it where that shall stand")]
    Placeless {
        /// Which question.
        field: &'static str,
        /// What is filled in.
        place: &'static str,
    },
    /// The form of replies is unknown.
    #[error("the profile's `form` is {found:?}; it can be json or tuples")]
    Form {
        /// What it says.
        found: String,
    },
}

impl Profile {
    /// The profile with what it does not say taken from `words`, what every profile says.
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

    /// Whether it can be asked with.
    ///
    /// # Errors
    /// When it names no types and does not ask for names first, its form is unknown, or a place is missing in
    /// what is asked.
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

    /// What replies depend on besides text and model.
    pub fn key(&self) -> Key {
        Key::text(&serde_json::to_string(self).unwrap_or_default())
    }
}
