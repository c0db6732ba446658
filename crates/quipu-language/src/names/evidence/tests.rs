//! Names and ordinary words by example.

use proptest::prelude::*;
use quipu_kernel::model::{Chunk, Kind};

use super::phrase_titles::{is_phrase, subject_of_mail};
use crate::names::extract;

/// The names of a text, and its words that only look like names.
fn told(text: &str, language: &str) -> (Vec<String>, Vec<String>) {
    let chunk = Chunk { text: text.to_owned(), language: language.to_owned(), ..Chunk::default() };
    let (words, names): (Vec<_>, Vec<_>) =
        extract(&chunk).mentions.into_iter().partition(|mention| mention.kind == Kind::Word);
    let forms = |of: Vec<quipu_kernel::model::Mention>| of.into_iter().map(|mention| mention.form).collect();
    (forms(names), forms(words))
}

fn names(text: &str, language: &str) -> Vec<String> {
    told(text, language).0
}

#[test]
fn steps_and_labels_are_no_names() {
    let (found, words) = told("1. Press the lever of the Ferry Ramp.\n2. Wait.\n- Owner: Ilse Varn\n", "en");
    assert_eq!(found, ["Ferry Ramp", "Ilse Varn"]);
    assert!(words.contains(&"Press".to_owned()), "{words:?}");
    assert!(names("Sketch 3 shows the ramp, and Issue #4012 its crack.", "en").is_empty());
    assert!(names("Set it to True where the EXISTING ramp stays. Write to $TOKEN.", "en").is_empty());
}

#[test]
fn headings_tell_nothing_alone() {
    assert!(names("## What Went Well\n\nthe ramp held.\n", "en").is_empty());
    assert_eq!(names("## Ramps along the Sture\n\nWe saw the Sture.\n", "en"), ["Sture"]);
}

#[test]
fn the_key_of_a_row_is_a_name_and_a_repeated_value_is_none() {
    let table = "| Ship | State |\n|---|---|\n| Albatros | Open |\n| Kormoran | Open |\n| Reiher | Shut |\n";
    assert_eq!(names(table, "en"), ["Albatros", "Kormoran", "Reiher"]);
    assert!(names("| Team | Wins |\n|---|---|\n| KLN | 3 |\n| BRM | 4 |\n", "en").is_empty());
}

#[test]
fn german_nouns_are_no_names() {
    assert_eq!(names("Das Amt prüft die Anlage. Die Ulmer Bauhof GmbH zahlt zwei Jahre.", "de"), ["Ulmer Bauhof GmbH"]);
}

#[test]
fn russian_imperatives_are_no_names() {
    let (found, words) = told("Нажмите рычаг. Орлов открыл дверь.", "ru");
    assert_eq!((found, words), (vec!["Орлов".to_owned()], vec!["Нажмите".to_owned()]));
}

#[test]
fn tags_of_templates_name_nothing() {
    assert!(names("see {{ rampName }} and {% include ramp-notes.md %} and {: .wideBlock }", "en").is_empty());
}

#[test]
fn titles_that_are_phrases_name_nothing() {
    let phrase = |title: &str, text: &str| is_phrase(title, text, "en", None);
    assert!(phrase("Basic rules of ramps", "the ramp is old."));
    assert!(phrase("Create a ramp with Docker", "first install it."));
    assert!(phrase("ramp-notes-2.1", "the ramp is old."));
    assert!(!phrase("Open Harbour", "we saw the Open Harbour in May."));
    assert!(!phrase("Kormoran", "it is a ship."));
}

#[test]
fn marks_of_lists_and_replies_are_no_part_of_a_subject() {
    assert_eq!(subject_of_mail("[ramps] Re: Fwd: Broken lever"), "Broken lever");
    assert_eq!(subject_of_mail("Star Wars: The Ramp"), "Star Wars: The Ramp");
    assert_eq!(subject_of_mail("[ramps]"), "[ramps]");
}

proptest! {
    #[test]
    fn any_text_is_safe(text in "[|*_#`$%{}\\[\\]:.\\- \n0-9A-Za-zА-яäß]{0,300}", language in "(en|de|ru)?") {
        told(&text, &language);
        is_phrase(&text, &text, &language, None);
        prop_assert!(subject_of_mail(&text).len() <= text.len());
    }
}
