//! Statements by example, and properties that hold for any text.

use crate::names::extract;
use proptest::prelude::*;
use quipu_kernel::model::Chunk;

use super::{PageDrafts, StatementDraft, drafts};
use crate::parser::Parser;
use crate::sentences::{ReadSentences, TreebankSentences};

/// The statements of a text of this title, each as `source | predicate | target`.
pub(crate) fn said(title: &str, text: &str) -> Vec<String> {
    let chunk = Chunk { text: text.to_owned(), language: "en".to_owned(), ..Chunk::default() };
    let mentions = extract(&chunk).mentions;
    let page = TreebankSentences { title, mentions: &mentions, opens: chunk.body.start == 0 }.read(&chunk.text);
    let PageDrafts { drafts, .. } = drafts(&page, &mut Parser::english(), &mentions);
    let shown =
        |one: &StatementDraft| format!("{} | {} | {}", one.source.form(&page), one.predicate, one.target.form(&page));
    drafts.iter().map(shown).collect()
}

#[test]
fn a_pronoun_means_the_topic_where_it_fits() {
    let found =
        said("Jan Nowak", "Jan Nowak (born 1 May 1950) is a director. He directed Night Train. It was shown in Paris.");
    assert!(found.contains(&"Jan Nowak | directs | Night Train".to_owned()), "{found:?}");
    assert!(!found.contains(&"Jan Nowak | shown in | Paris".to_owned()), "{found:?}");
}

#[test]
fn technical_text_speaks_of_common_nouns() {
    let found = said("Use", "The `cargo build` command calls `rustc`. Each worker uses a queue.");
    assert!(found.contains(&"worker | uses | queue".to_owned()), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_soup_of_words_is_read(parts in prop::collection::vec(prop::sample::select(&[
        "Ada Lovelace ", "Night Train ", "is ", "was ", "a ", "film ", "directed ", "by ", "and ", "the ", "he ", "his ", "wife ", "who ", "of ", "(born 1815 in London) ",
        "in Paris, France ", "not ", "`code` ", "uses ", ", ", ". ", "1932 ", "Polish ", "son ", "\"The End\" ", "became ", "king ", "that ", "which ",
    ][..]), 0..80), title in "Ada Lovelace|Night Train|") {
        let text = parts.concat();
        for one in said(&title, &text) {
            prop_assert!(one.split(" | ").all(|part| !part.trim().is_empty()), "{one:?}");
        }
    }
}

#[test]
fn a_name_that_modifies_is_no_agent() {
    let found = said("Orion Hotel", "Orion Hotel is a hotel. The hotel is managed by London-based Kowalska Holdings.");
    assert!(found.contains(&"Orion Hotel | managed by | Kowalska Holdings".to_owned()), "{found:?}");
    assert!(!found.iter().any(|one| one.ends_with("| London")), "{found:?}");
}

#[test]
fn the_complement_of_the_title_is_another_thing() {
    let found = said("Climate of Spain", "Spain is a member of the Orion Union.");
    assert!(!found.iter().any(|one| one.starts_with("Climate of Spain")), "{found:?}");
}

#[test]
fn a_list_says_nothing_of_its_own_names() {
    let found = said("Types", "- `int32`, `int64`, `uint32`, `uint64` and `float64` are encoded as number.");
    assert!(
        !found.iter().any(|one| one.contains("| encoded as | uint") || one.contains("| encoded as | float")),
        "{found:?}"
    );
}

#[test]
fn an_object_stays_with_its_verb() {
    let found = said("", "Anna Kowalska obtained her doctorate at Orion University.");
    assert!(found.contains(&"Anna Kowalska | obtains doctorate at | Orion University".to_owned()), "{found:?}");
}

#[test]
fn an_ending_is_added_to_english_words_alone() {
    let found = said("", "Anna Kowalska ←s Jan Nowak. Анна Коваль возглавляет Orion Films.");
    assert!(found.iter().all(|one| one.split(" | ").nth(1).is_some_and(|predicate| predicate.is_ascii())), "{found:?}");
}
