//! The reading of units by a model beside the words: its scores, or the reason why there are none.

use std::time::Instant;

use quipu_language::answer::{ScoredEvidence, UnitScores};

use crate::base::{AnswerReader, Workspace};

/// The result of a reading; nothing where the workspace names no reader.
#[derive(Debug, Default)]
pub(super) struct ReaderOutcome {
    pub(super) scores: Option<UnitScores>,
    /// A line of the trace.
    pub(super) told: Option<String>,
}

impl ReaderOutcome {
    /// Reads the best units of passages for a question. A reader that fails or is late never costs an answer.
    pub(super) async fn of(workspace: &Workspace, question: &str, passages: &ScoredEvidence<'_>) -> Self {
        let Some(AnswerReader { model, latin, units: most, deadline }) = &workspace.reader else {
            return Self::default();
        };
        let without = |why: String| Self { scores: None, told: Some(format!("reader {}: {why}", model.name())) };
        if *latin && !is_latin(question) {
            return without("the question is in other letters than it reads".to_owned());
        }
        let units = passages.units_to_read(*most);
        let texts: Vec<&str> = units.iter().map(|unit| unit.text.as_str()).collect();
        let began = Instant::now();
        match tokio::time::timeout(*deadline, model.score(question, &texts)).await {
            Err(_) => without(format!("no scores within {} ms", deadline.as_millis())),
            Ok(Err(error)) => without(error.to_string()),
            Ok(Ok(logits)) => {
                let told =
                    format!("reader {}: {} units in {} ms", model.name(), units.len(), began.elapsed().as_millis());
                Self { scores: Some(UnitScores::new(&units, &logits)), told: Some(told) }
            }
        }
    }
}

/// True if most letters of a text are Latin.
fn is_latin(text: &str) -> bool {
    let letters = || text.chars().filter(|letter| letter.is_alphabetic());
    // Latin letters and their accents end before the Greek ones.
    let latin = letters().filter(|letter| *letter < '\u{370}').count();
    2 * latin > letters().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_questions_are_told_from_others() {
        assert!(is_latin("Wie hoch ist der Zürcher Prime Tower?") && is_latin("What is Σ in the sum?"));
        assert!(!is_latin("Кто построил мост через Selm?") && !is_latin("桥是谁建的？") && !is_latin("?"));
    }
}
