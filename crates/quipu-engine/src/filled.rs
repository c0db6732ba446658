//! Texts of prompts with their places filled (prompt templates): `{name}` in a file that a user may change.

use std::borrow::Cow;

/// A text with its places filled, in one pass: what is filled in is never taken for a place.
pub(crate) fn filled(text: &str, places: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    parts(text, places, |part| out.push_str(part));
    out
}

/// The bytes of the same.
pub(crate) fn filled_len(text: &str, places: &[(&str, &str)]) -> usize {
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

/// Of texts by their names, each with the place that it must have: the first that lacks its place, and which; none where each has
/// it.
pub(crate) fn placeless(places: &[(&'static str, &String, &'static str)]) -> Option<(&'static str, &'static str)> {
    let lacks = |(_, text, place): &&(_, &String, &str)| !text.contains(&format!("{{{place}}}"));
    places.iter().find(lacks).map(|(field, _, place)| (*field, *place))
}

/// The words that ask for a language, or the other ones where none is named.
pub(crate) fn in_language<'a>(words: &'a str, language: &str, other: &'a str) -> Cow<'a, str> {
    match language {
        "" => Cow::Borrowed(other),
        language => Cow::Owned(filled(words, &[("language", language)])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_place() {
        let places = [("question", "{sources}?"), ("sources", "[1] {question}")];
        assert_eq!(filled("{sources} | {question} | {other}", &places), "[1] {question} | {sources}? | {other}");
        assert_eq!(filled_len("{sources} | {question} | {other}", &places), 37);
    }
}
