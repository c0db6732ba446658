//! A note on a question in another language than the documents: words are matched, and not their translations.

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
/// question. None where a language is unclear.
pub(super) fn note(question: &str, answer: &Answer, hits: &[ShownHit]) -> Option<Note> {
    if !answer.refused && answer.confidence.evidence >= SURE {
        return None;
    }
    let own = question_language(question)?;
    let best = hits.iter().map(|hit| hit.score).fold(0.0, f64::max);
    let mut documents: Vec<String> = Vec::new();
    for hit in hits.iter().filter(|hit| hit.score >= NEAR * best).take(NEAREST) {
        let found = plain_language(&hit.text).filter(|found| !are_alike(own, found))?;
        if !documents.iter().any(|known| known == found) {
            documents.push(found.to_owned());
        }
    }
    (!documents.is_empty()).then(|| Note::OtherLanguage { question: own.to_owned(), documents })
}

/// True if texts of two languages may be taken for one another: a short text of Han alone is either.
fn are_alike(one: &str, other: &str) -> bool {
    one == other || matches!((one, other), ("zh", "ja") | ("ja", "zh"))
}
