//! Which settings a workspace is opened by, and which a request may set for itself.

use super::{Settings, TABLE};

/// Sections of settings that a workspace is opened by: what makes vectors, and what cuts documents.
const OPENING: [&str; 3] = ["embed", "model", "split"];

/// Settings of answers that a request may set: none of them names a file.
const ANSWERS: [&str; 8] = ["length", "style", "language", "passages", "entities", "history", "room", "judge"];

impl Settings {
    /// Those that a workspace is opened by, and the defaults of all others: what is opened serves every question
    /// for which these are the same.
    pub(crate) fn of_opening(&self) -> Self {
        let mut opening = Self::default();
        for row in TABLE.iter().filter(|row| OPENING.contains(&row.section().0)) {
            // Each row accepts what it shows.
            let _ = (row.set)(&mut opening, &(row.show)(self));
        }
        opening
    }
}

/// Whether somebody who may only ask may set a key: how to look, and how answers are written. All others are the
/// owner's: they name servers, keys and files.
pub fn is_for_requests(key: &str) -> bool {
    match key.split_once('.') {
        Some(("look", _)) => true,
        Some(("answer", name)) => ANSWERS.contains(&name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_requests_names_a_server_a_key_or_a_file() {
        for key in ["llm.url", "llm.key", "llm.record", "answer.prompts", "embed.library", "model.folder", "store.wait"]
        {
            assert!(!is_for_requests(key), "{key}");
        }
        assert!(is_for_requests("look.limit") && is_for_requests("answer.language"));
        // A new setting of answers is a decision.
        let answers = TABLE.iter().filter(|row| row.section().0 == "answer" && row.key != "answer.prompts");
        assert_eq!(answers.filter(|row| is_for_requests(&row.key)).count(), ANSWERS.len());
    }

    #[test]
    fn a_workspace_is_opened_by_few_settings() {
        let set = |key: &str, value: &str| {
            let mut settings = Settings::default();
            let row = TABLE.iter().find(|row| row.key == key).unwrap();
            (row.set)(&mut settings, value).unwrap();
            settings.of_opening()
        };
        assert_eq!(set("answer.language", "ru"), Settings::default());
        assert_eq!(set("look.limit", "3"), Settings::default());
        assert_ne!(set("embed.model", "none"), Settings::default());
        assert_ne!(set("split.characters", "300"), Settings::default());
    }
}
