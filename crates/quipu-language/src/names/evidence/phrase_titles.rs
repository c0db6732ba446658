//! Titles of documents: some name a thing, others say what a page is about ("Basic formatting syntax").

use quipu_kernel::model::{Kind, Mention};

use super::{is_lower, is_mixed};
use crate::names::lexicon::marks_of;
use crate::parser::{Parser, Tag, is_common};
use crate::tables::marks::Marks;

/// Bytes of a text in which its title is sought.
const REACH: usize = 20_000;
/// Letters of the longest word that stays small in a title of capitals.
const LONGEST_SMALL: usize = 3;
/// Letters of the longest mark of a reply: "Re:", "Fwd:", "Antw:".
const LONGEST_REPLY: usize = 4;

/// True if a title names nothing: it is a phrase of ordinary words, a step or the name of a file, its text does not begin
/// with it, and no sentence of it has it with its capitals inside. `first` is the name that the text begins with.
pub(in crate::names) fn is_phrase(title: &str, text: &str, language: &str, first: Option<&Mention>) -> bool {
    let title = title.trim();
    let begins = first
        .filter(|first| first.kind != Kind::Word)
        .is_some_and(|first| first.form == title || title.starts_with(&format!("{} (", first.form)));
    if begins || title.is_empty() {
        return false;
    }
    let ordinary = is_file_name(title) || is_ordinary(title) || language == "en" && is_step(title);
    ordinary && !stands_inside(title, text)
}

/// The subject of a letter without the tag of its list and the marks of replies: "[list] Re: Pump" is "Pump".
pub(in crate::names) fn subject_of_mail(title: &str) -> &str {
    let mut rest = title.trim();
    loop {
        let cut =
            rest.strip_prefix('[').and_then(|inside| inside.split_once(']')).map(|(_, behind)| behind.trim_start());
        let reply = || {
            let (mark, behind) = rest.split_once(": ")?;
            let letters = mark.chars().all(char::is_alphabetic) && (2..=LONGEST_REPLY).contains(&mark.chars().count());
            (letters && mark.starts_with(char::is_uppercase)).then_some(behind.trim_start())
        };
        match cut.or_else(reply).filter(|behind| !behind.is_empty()) {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

/// "changelog-5.5", "pep-0810", "setup_notes".
fn is_file_name(title: &str) -> bool {
    !title.contains(' ') && title.contains(['-', '_', '.']) && !title.contains(char::is_uppercase)
}

/// "Installing Docker Compose", "Create a bucket": its first word is a verb.
pub(super) fn is_step(title: &str) -> bool {
    if !title.contains(' ') {
        return false;
    }
    let mut parser = Parser::english();
    parser.parse(title.split_whitespace());
    parser.tags().first().is_some_and(|tag| matches!(Tag::from_number(*tag), Tag::Vb | Tag::Vbp | Tag::Vbg | Tag::Wrb))
}

/// True for a title in the case of sentences, or of frequent words alone.
pub(super) fn is_ordinary(title: &str) -> bool {
    let part = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '’');
    let words: Vec<&str> = title.split(part).filter(|word| !word.is_empty()).collect();
    let named = |word: &&str| {
        let marks = || marks_of(&word.to_lowercase()).any(Marks::LAND | Marks::NATION | Marks::GIVEN);
        is_mixed(word) || word.starts_with(char::is_uppercase) && (marks() || !is_common(word))
    };
    let sentence = words.iter().skip(1).any(|word| is_lower(word, LONGEST_SMALL));
    let names = words.iter().skip(1).filter(|word| named(word)).count();
    if sentence { names == 0 } else { words.iter().all(|word| !named(word)) }
}

/// True if a text has the title inside a sentence, with a capital that its place does not give.
fn stands_inside(title: &str, text: &str) -> bool {
    let text = &text[..quipu_kernel::text::char_start(text, REACH)];
    title.starts_with(char::is_uppercase)
        && text.match_indices(title).any(|(at, _)| {
            let before = text[..at].trim_end_matches([' ', '\n']);
            before.len() < at && before.ends_with(|c: char| c.is_lowercase() || c == ',')
        })
}
