//! Prompts as files: profiles of extraction, the texts of answers, descriptions and contexts; those
//! in the binary, and a user's own.

use std::path::Path;

use quipu_engine::Words;
use quipu_engine::ask::{ANSWER_WORDS, AnswerWords, WordsError};
use quipu_engine::communities::{COMMUNITY_WORDS, CommunityWords};
use quipu_engine::describe::DESCRIBE_WORDS;
use quipu_engine::environment::{WAY_WORDS, WayWords};
use quipu_engine::extract::{CONTEXT_WORDS, PROFILES, Profile, WORDS};
use quipu_engine::solve::{AGENT_WORDS, AgentWords};
use serde::de::DeserializeOwned;

use crate::Error;
use crate::settings::Settings;

/// The profile of the settings, with their overrides.
///
/// # Errors
/// When there is no such profile, or its file is invalid.
pub fn named(settings: &Settings) -> Result<Profile, Error> {
    let mut profile = of(&settings.extract_profile)?;
    if !settings.extract_language.is_empty() {
        profile.output_language.clone_from(&settings.extract_language);
    }
    profile.with_claims |= settings.extract_claims == "yes";
    Ok(profile)
}

/// A profile by name, or by the path of its file, whole.
///
/// # Errors
/// When it does not exist, or is invalid.
pub fn of(name: &str) -> Result<Profile, Error> {
    let known = PROFILES.iter().find(|(known, _)| *known == name);
    let text = match known {
        Some((_, text)) => (*text).to_owned(),
        None if Path::new(name).is_file() => std::fs::read_to_string(name).map_err(Error::at(Path::new(name)))?,
        None => {
            let known = PROFILES.map(|(known, _)| known).join(", ");
            return Err(Error::ProfileUnknown { name: name.to_owned(), known });
        }
    };
    let wrong = |reason: String| Error::ProfileWrong { name: name.to_owned(), reason };
    let profile: Profile = toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    let profile = profile.over(&words()?);
    profile.check().map_err(|error| wrong(error.to_string()))?;
    Ok(profile)
}

/// The default texts of profiles.
///
/// # Errors
/// Never: a test reads it.
pub fn words() -> Result<Profile, Error> {
    toml::from_str(WORDS)
        .map_err(|error| Error::ProfileWrong { name: "words".to_owned(), reason: error.message().to_owned() })
}

/// A profile as a complete file, to be changed; or the texts of answers, descriptions or contexts, whose
/// files are always complete.
///
/// # Errors
/// When it does not exist.
pub fn whole(name: &str) -> Result<String, Error> {
    match OTHER.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok((*text).to_owned()),
        None => toml::to_string_pretty(&of(name)?)
            .map_err(|error| Error::ProfileWrong { name: name.to_owned(), reason: error.to_string() }),
    }
}

/// Words that are no profile: name and text.
pub const OTHER: [(&str, &str); 6] = [
    ("answer", ANSWER_WORDS),
    ("agent", AGENT_WORDS),
    ("describe", DESCRIBE_WORDS),
    ("context", CONTEXT_WORDS),
    ("communities", COMMUNITY_WORDS),
    ("ways", WAY_WORDS),
];

/// The prompt texts of answers, checked for this length and style.
///
/// # Errors
/// When the file that the settings name cannot be read or asked with.
pub fn answer_words(settings: &Settings) -> Result<AnswerWords, Error> {
    let named = settings.answer_prompts.as_str();
    let words: AnswerWords = other(named, ANSWER_WORDS)?;
    let wrong = |reason: String| Error::ProfileWrong { name: named.to_owned(), reason };
    words.check(&settings.answer_length, &settings.answer_style).map_err(|error| wrong(error.to_string()))?;
    Ok(words)
}

/// The prompt texts of the agent.
///
/// # Errors
/// When the file that the settings name cannot be read or asked with.
pub fn agent_words(settings: &Settings) -> Result<AgentWords, Error> {
    let words: AgentWords = other(&settings.agent_prompts, AGENT_WORDS)?;
    let placeless = words.placeless();
    whole_of(&settings.agent_prompts, placeless, words)
}

/// The prompt texts about communities.
///
/// # Errors
/// When the file that the settings name cannot be read or asked with.
pub fn community_words(settings: &Settings) -> Result<CommunityWords, Error> {
    let words: CommunityWords = other(&settings.communities_prompts, COMMUNITY_WORDS)?;
    let placeless = words.placeless();
    whole_of(&settings.communities_prompts, placeless, words)
}

/// The prompt texts of search strategies.
///
/// # Errors
/// When the file that the settings name cannot be read or asked with.
pub fn way_words(settings: &Settings) -> Result<WayWords, Error> {
    let words: WayWords = other(&settings.way_prompts, WAY_WORDS)?;
    let placeless = words.placeless();
    whole_of(&settings.way_prompts, placeless, words)
}

/// Words that lack no place to fill.
fn whole_of<T>(named: &str, placeless: Option<(&str, &str)>, words: T) -> Result<T, Error> {
    let Some((field, place)) = placeless else { return Ok(words) };
    let wrong = WordsError::Placeless { field: field.to_owned(), place: place.to_owned() };
    Err(Error::ProfileWrong { name: named.to_owned(), reason: wrong.to_string() })
}

/// The prompt texts of descriptions.
///
/// # Errors
/// When the file that the settings name cannot be read.
pub fn describe_words(settings: &Settings) -> Result<Words, Error> {
    other(&settings.extract_describe, DESCRIBE_WORDS)
}

/// The prompt texts of placing chunks.
///
/// # Errors
/// When the file that the settings name cannot be read.
pub fn context_words(settings: &Settings) -> Result<Words, Error> {
    other(&settings.extract_context_words, CONTEXT_WORDS)
}

/// The words of a file; of no file those in the binary.
fn other<T: DeserializeOwned>(named: &str, usual: &str) -> Result<T, Error> {
    let text = match named {
        "" => usual.to_owned(),
        path => std::fs::read_to_string(path).map_err(Error::at(Path::new(path)))?,
    };
    let wrong = |reason: &str| Error::ProfileWrong { name: named.to_owned(), reason: reason.to_owned() };
    toml::from_str(&text).map_err(|error| wrong(error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_can_be_asked_with_and_ejected() {
        for (name, _) in PROFILES {
            let profile = of(name).unwrap();
            assert_eq!(toml::from_str::<Profile>(&whole(name).unwrap()).unwrap(), profile, "{name}");
        }
        assert!(of("nothing").is_err());
    }

    #[test]
    fn the_words_in_the_binary_can_be_asked_with() {
        let mut settings = Settings::default();
        assert!(
            answer_words(&settings).is_ok()
                && describe_words(&settings).is_ok()
                && context_words(&settings).is_ok()
                && community_words(&settings).is_ok()
                && way_words(&settings).is_ok()
        );
        settings.answer_style = "sonnet".to_owned();
        assert!(answer_words(&settings).unwrap_err().to_string().contains("prose"));
    }

    #[test]
    fn what_was_read_with_a_profile_is_not_read_again() {
        // Another key means that every window of every workspace is asked again, and paid for.
        let keys = ["general", "research", "software"].map(|name| of(name).unwrap().key().to_string());
        let known = [
            "c6cdb76738992c447430e5226f97ecf2",
            "e6183b78e508f97bc0c5c284f99d75dc",
            "200e84f50a87952b9f29de39d0e9fe6c",
        ];
        assert_eq!(keys, known);
    }
}
