//! A note on a question in another language than the documents: words are matched, and not their translations.

use quipu_kernel::text::{is_stop_word, words};
use quipu_kernel::view::Note;
use quipu_language::answer::{plain_language, question_language};

use crate::answer::Answer;
use crate::base::hits::ShownHit;

/// Number of hits whose language counts.
const NEAREST: usize = 5;
/// A hit with this share of the best score is near.
const NEAR: f64 = 0.5;
/// An answer with this probability that the evidence answers the question needs no note.
const SURE: f64 = 0.75;

/// The note on an answer, where it is refused or weak, and each of the nearest hits is in another language than the
/// question: of the near ones that have a word of it, else of all, since what is near by chance says nothing. None where
/// a language is unclear.
pub(super) fn note(question: &str, answer: &Answer, hits: &[ShownHit]) -> Option<Note> {
    if !answer.refused && answer.confidence.evidence >= SURE {
        return None;
    }
    let own = question_language(question)?;
    let best = hits.iter().map(|hit| hit.score).fold(0.0, f64::max);
    let asked = content(question);
    let tied = |hit: &&ShownHit| hit.score >= NEAR * best && content(&hit.text).iter().any(|word| asked.contains(word));
    let near: Vec<&ShownHit> = hits.iter().filter(tied).take(NEAREST).collect();
    let counted = if near.is_empty() { hits.iter().take(NEAREST).collect() } else { near };
    let mut documents: Vec<String> = Vec::new();
    for hit in counted {
        let found = plain_language(&hit.text).filter(|found| !are_alike(own, found))?;
        if !documents.iter().any(|known| known == found) {
            documents.push(found.to_owned());
        }
    }
    (!documents.is_empty()).then(|| Note::OtherLanguage { question: own.to_owned(), documents })
}

/// The folded words of a text that are no stop words.
fn content(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.text).filter(|word| !is_stop_word(word)).collect()
}

/// True if texts of two languages may be taken for one another: a short text of Han alone is either.
fn are_alike(one: &str, other: &str) -> bool {
    one == other || matches!((one, other), ("zh", "ja") | ("ja", "zh"))
}
