//! What an answer of quoted sentences promises, on worked cases and on any text.

use proptest::prelude::*;

use super::*;
use crate::view::Counts;

/// A view of a workspace of 100 chunks in which each word of the question stands in `chunks`.
fn view(question: &Question, chunks: u64) -> View {
    View {
        counts: Counts { documents: 100, chunks: 100, length: 5000 },
        word_chunks: vec![chunks; question.words.len()],
        ..View::default()
    }
}

fn said(text: &str, passages: &[&str], options: &AnswerOptions) -> (bool, Vec<String>) {
    let question = Question::new(text);
    let passages: Vec<Passage<'_>> =
        passages.iter().map(|text| Passage { title: "", prefix: "", text, score: 1.0 }).collect();
    let found = answer(&question, &view(&question, 3), &passages, options);
    let quote = |chosen: &Chosen| passages[chosen.passage].text[chosen.span.range()].to_owned();
    (found.refused, found.sentences.iter().map(quote).collect())
}

const BRIDGE: &str = "The town is old. The iron bridge was built by John Roe in 1802. Many people visit.";

#[test]
fn an_answer_stands_however_it_is_written() {
    assert!(stands("The Crystal Palace", "It burned: the crystal palace, gone."));
    assert!(!stands("1851", "in 1852") && !stands("", "anything"));
}

#[test]
fn the_sentence_that_answers_comes_first() {
    let options = AnswerOptions { sentences: 1, ..AnswerOptions::default() };
    let (refused, sentences) = said("Who built the iron bridge?", &["Iron is a metal.", BRIDGE], &options);
    assert_eq!(sentences, ["The iron bridge was built by John Roe in 1802."]);
    assert!(!refused);
}

#[test]
fn what_nothing_says_is_refused() {
    let (refused, _) = said("Who composed the Ninth Symphony of Mahler?", &[BRIDGE], &AnswerOptions::default());
    assert!(refused);
    let (refused, sentences) = said("", &[], &AnswerOptions::default());
    assert!(refused && sentences.is_empty());
}

#[test]
fn headings_tell_what_follows_and_are_not_quoted() {
    let text = "## The clock of the tower\n\nMira Holt keeps the clock wound. Rain does not stop it.";
    let (refused, sentences) = said("Who keeps the clock of the tower?", &[text], &AnswerOptions::default());
    assert!(!refused);
    assert!(sentences.iter().all(|sentence| !sentence.starts_with('#')), "{sentences:?}");
    assert!(sentences.iter().any(|sentence| sentence.contains("Mira Holt")), "{sentences:?}");
}

#[test]
fn links_and_images_alone_are_not_quoted() {
    let text = "[![The keeper of the tower](https://a.b/c.svg)](https://d.e) ![tower](https://f.g)\n\n[tower]: https://example.org/tower/clock\n[keeper]: https://example.org/keeper\n\n\
                The keeper of the tower winds its clock by hand.";
    let (_, sentences) = said("What does the keeper of the tower do?", &[text], &AnswerOptions::default());
    assert!(sentences.iter().all(|sentence| !sentence.contains("https")), "{sentences:?}");
    assert!(sentences.iter().any(|sentence| sentence.contains("by hand")), "{sentences:?}");
}

#[test]
fn a_line_that_says_one_word_of_two_does_not_answer() {
    let line = "{\"id\": 7, \"text\": \"The league chose a president. It met in Rome.\"}";
    let other = "{\"id\": 8, \"text\": \"He studied in France and taught law there.\"}";
    let (refused, _) = said("Who is the president of France?", &[line, other], &AnswerOptions::default());
    assert!(refused);
    let (refused, _) =
        said("Who is the president of France?", &["The president of France is Ada Roy."], &AnswerOptions::default());
    assert!(!refused);
}

#[test]
fn words_that_only_ask_need_not_be_said() {
    let (refused, _) = said(
        "What is the name of the iron bridge of Selm?",
        &["The iron bridge of Selm is Longspan."],
        &AnswerOptions::default(),
    );
    assert!(!refused);
}

#[test]
fn nothing_is_said_twice() {
    let (_, sentences) = said("Who built the iron bridge?", &[BRIDGE, BRIDGE], &AnswerOptions::default());
    let distinct: std::collections::BTreeSet<&String> = sentences.iter().collect();
    assert_eq!(distinct.len(), sentences.len());
}

#[test]
fn kinds_tip_the_scale() {
    let options = AnswerOptions { sentences: 1, ..AnswerOptions::default() };
    let passage = "The iron bridge was long admired. The iron bridge was opened in 1802.";
    let (_, sentences) = said("When was the iron bridge?", &[passage], &options);
    assert_eq!(sentences, ["The iron bridge was opened in 1802."]);
    let russian = "Железный мост всем нравился. Железный мост открыли в 1802 году.";
    let (_, sentences) = said("Когда железный мост?", &[russian], &options);
    assert_eq!(sentences, ["Железный мост открыли в 1802 году."]);
}

proptest! {
    #[test]
    fn any_text_is_answered_within_the_budget(asked in "\\PC{0,60}", texts in prop::collection::vec("(\\PC{0,8}[ .?!\n]){0,30}", 0..5), sentences in 0usize..5, words in 0usize..40, score in prop_oneof![Just(f64::NAN), -1.0f64..2.0]) {
        let question = Question::new(&asked);
        let passages: Vec<Passage<'_>> = texts.iter().map(|text| Passage { title: text, prefix: "", text, score }).collect();
        let options = AnswerOptions { sentences, words, ..AnswerOptions::default() };
        let found = answer(&question, &view(&question, 1), &passages, &options);
        prop_assert!(found.sentences.len() <= sentences);
        let count: usize = found.sentences.iter().map(|s| crate::text::words(&texts[s.passage][s.span.range()]).len()).sum();
        prop_assert!(count <= words);
        prop_assert!(!found.sentences.is_empty() || found.refused);
        let s = found.signals;
        for share in [s.first, s.together, s.unknown, s.names, s.window, s.held, s.near, s.short] {
            prop_assert!((0.0..=1.0 + 1e-9).contains(&share));
        }
    }
}
