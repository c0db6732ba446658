//! The languages, by what is read in them: a closed list, which `docs/formats.md` shows.

use serde::{Deserialize, Serialize};

/// What is read of a document in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LanguageReading {
    /// Words, names, statements and relations, and the form of questions.
    Sentences,
    /// Words, names by their capitals, and question words.
    QuestionWords,
    /// Words alone; in scripts with capitals, names by these.
    Words,
}

impl LanguageReading {
    /// What is read in the language of a code.
    pub fn of(code: &str) -> Self {
        match code {
            "en" | "ru" => Self::Sentences,
            "de" | "fr" | "es" | "uk" | "bg" => Self::QuestionWords,
            _ => Self::Words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::question_language;

    #[test]
    fn languages_of_question_words_are_those_with_a_list() {
        for (question, code) in
            [("Wer kam?", "de"), ("Qui dort ?", "fr"), ("¿Quién vino?", "es"), ("Хто?", "uk"), ("Кой?", "bg")]
        {
            assert_eq!(question_language(question), Some(code));
            assert_eq!(LanguageReading::of(code), LanguageReading::QuestionWords);
        }
        assert_eq!(LanguageReading::of("ja"), LanguageReading::Words);
    }
}
