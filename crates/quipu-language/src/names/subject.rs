//! The subject of a document: the names of its title, and the name that its text begins with.
//!
//! An encyclopaedia's first sentence begins with the subject of the page, a letter with its addressee,
//! a note with its topic. A walk that comes to an entity goes on to the chunks about it rather
//! than to those that merely name it. Cost: the first sentence is read once more.

use super::alias::in_sense;
use super::evidence::{is_phrase, subject_of_mail};
use super::{extract, title_names};
use quipu_kernel::model::{Chunk, Kind, Mention, Span};
use quipu_kernel::text::{char_start, sentences, words};

/// Maximal length of a text's first sentence, in bytes.
const BEGINNING: usize = 400;

/// The names of a document's title, and the name that its text begins with, when it begins with
/// one. Spans are empty; without repeats.
pub fn subjects(title: &str, text: &str, language: &str) -> Vec<Mention> {
    let mut out = title_names(title);
    let first = beginning(text, language).map(|first| in_sense(title, first));
    if is_phrase(subject_of_mail(title), text, language, first.as_ref()) {
        out.iter_mut().for_each(|name| name.kind = Kind::Word);
    }
    if let Some(first) = first.filter(|new| out.iter().all(|old| old.name != new.name)) {
        out.push(first);
    }
    out
}

/// The name that a text begins with, articles left aside.
fn beginning(text: &str, language: &str) -> Option<Mention> {
    let text = text.trim_start();
    let head = &text[..char_start(text, BEGINNING)];
    // The head of a table names its columns.
    if head.starts_with('|') {
        return None;
    }
    let first = sentences(head).first()?.range();
    let (text, language) = (head.get(first)?.to_owned(), language.to_owned());
    let chunk = Chunk { text, language, ..Chunk::default() };
    let mention = extract(&chunk).mentions.into_iter().find(|mention| mention.kind != Kind::Date)?;
    let before = words(chunk.text.get(..mention.span.range().start)?);
    let begins = before.iter().all(|word| matches!(word.text.as_str(), "the" | "a" | "an"));
    begins.then_some(Mention { span: Span::default(), ..mention })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn forms(title: &str, text: &str) -> Vec<String> {
        subjects(title, text, "en").into_iter().map(|mention| mention.form).collect()
    }

    #[test]
    fn a_text_is_about_what_it_begins_with() {
        assert_eq!(forms("", "The Tower Clock is a clock in Lisbon. It is old."), ["Tower Clock"]);
        assert_eq!(forms("Clocks", "Ada Lovelace (born 1815) wrote notes."), ["Clocks", "Ada Lovelace"]);
        assert_eq!(forms("Ada Lovelace", "Ada Lovelace was a mathematician."), ["Ada Lovelace"]);
        assert!(forms("", "In Lisbon there is a clock.").is_empty());
        assert!(forms("", "").is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_safe(text in "\\PC{0,900}") {
            prop_assert!(subjects("", &text, "en").len() <= 1);
        }
    }
}
