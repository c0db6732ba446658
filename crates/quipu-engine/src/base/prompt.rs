//! Prompt templates: texts in files that a user can change, with `{places}` that are filled for each question.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::ports::Prompt;

/// A prompt template: system prompt and user prompt, with `{places}` that are filled for each question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptTemplate {
    /// The system prompt.
    pub system: String,
    /// The user prompt.
    pub user: String,
}

impl PromptTemplate {
    /// The prompt with its places filled, for a reply of at most `room` tokens.
    pub(crate) fn prompt(&self, places: &[(&str, &str)], room: u32) -> Prompt {
        Prompt::new(fill(self.system.trim(), places), fill(self.user.trim(), places), room)
    }
}

/// A prompt template of the binary: files that no setting replaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FixedPrompt {
    /// The system prompt.
    pub(crate) system: &'static str,
    /// The user prompt.
    pub(crate) user: &'static str,
}

impl FixedPrompt {
    /// The prompt with its places filled, for a reply of at most `room` tokens.
    pub(crate) fn prompt(&self, places: &[(&str, &str)], room: u32) -> Prompt {
        Prompt::new(fill(self.system.trim(), places), fill(self.user.trim(), places), room)
    }
}

/// A prompt in a chosen language: a file that a user can change. The user prompt has a place `{language}`, which is
/// empty where no language is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The system prompt.
    pub system: String,
    /// The user prompt.
    pub user: String,
    /// Text added if a language is given.
    pub language: String,
}

impl Words {
    /// The user prompt, all places filled, in this language.
    pub(crate) fn user(&self, places: &[(&str, &str)], language: &str) -> String {
        let language = in_language(&self.language, language, "");
        fill(&self.user, &[places, &[("language", &language)]].concat())
    }

    /// The prompt with `user` as its question, for a reply of at most so many tokens.
    pub(crate) fn prompt(&self, user: &str, room: u32) -> Prompt {
        Prompt::new(self.system.trim(), user.trim(), room)
    }
}

/// A text with its places filled, in one pass: inserted text is never taken for a place.
pub(crate) fn fill(text: &str, places: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    parts(text, places, |part| out.push_str(part));
    out
}

/// The bytes of the same.
pub(crate) fn fill_len(text: &str, places: &[(&str, &str)]) -> usize {
    let mut length = 0;
    parts(text, places, |part| length += part.len());
    length
}

fn parts<'a>(text: &'a str, places: &[(&str, &'a str)], mut part: impl FnMut(&'a str)) {
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, place) = rest.split_at(at);
        part(before);
        let found =
            places.iter().find(|(name, _)| place[1..].strip_prefix(name).is_some_and(|behind| behind.starts_with('}')));
        match found {
            Some((name, value)) => {
                part(value);
                rest = &place[name.len() + 2..];
            }
            None => {
                part("{");
                rest = &place[1..];
            }
        }
    }
    part(rest);
}

/// The first text that lacks its required place, with that place; none if each has
/// it. Each text is given with its name and its place.
pub(crate) fn placeless(places: &[(&'static str, &String, &'static str)]) -> Option<(&'static str, &'static str)> {
    let lacks = |(_, text, place): &&(_, &String, &str)| !text.contains(&format!("{{{place}}}"));
    places.iter().find(lacks).map(|(field, _, place)| (*field, *place))
}

/// The words that ask for a language, or the other ones where none is named.
pub(crate) fn in_language<'a>(words: &'a str, language: &str, other: &'a str) -> Cow<'a, str> {
    match language {
        "" => Cow::Borrowed(other),
        language => Cow::Owned(fill(words, &[("language", language)])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_place() {
        let places = [("question", "{sources}?"), ("sources", "[1] {question}")];
        assert_eq!(fill("{sources} | {question} | {other}", &places), "[1] {question} | {sources}? | {other}");
        assert_eq!(fill_len("{sources} | {question} | {other}", &places), 37);
    }
}
