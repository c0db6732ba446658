//! The words of one question to a model: a file that a user can change.

use serde::{Deserialize, Serialize};

use crate::filled::{filled, in_language};
use crate::ports::Prompt;

/// See the module. What is asked has a place `{language}`, which is empty where no language is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// What the work is.
    pub system: String,
    /// What is asked.
    pub user: String,
    /// What is added where the language is given.
    pub language: String,
}

impl Words {
    /// What is asked, all places filled, in this language.
    pub(crate) fn user(&self, places: &[(&str, &str)], language: &str) -> String {
        let language = in_language(&self.language, language, "");
        filled(&self.user, &[places, &[("language", &language)]].concat())
    }

    /// The prompt that asks `user` for a reply of at most so many tokens.
    pub(crate) fn prompt(&self, user: &str, room: u32) -> Prompt {
        Prompt::new(self.system.trim(), user.trim(), room)
    }
}
