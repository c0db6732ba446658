//! The plain shape of a set: `corpus.jsonl` with `_id`, `title`, `text`; `questions.jsonl` with
//! `_id`, `text` and `gold` (ids) or `relevance` (id to grade).

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::index::{Sources, given};
use quipu_kernel::model::{Document, SourceFile};
use quipu_kernel::text::language_of;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ProofError;

/// A question with its expected results.
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
    /// Names that the gold evidence gives: the subjects and objects of its facts.
    pub evidence: Vec<String>,
    /// The facts of the gold evidence: subject, predicate and object each.
    pub facts: Vec<[String; 3]>,
}

impl SetQuestion {
    /// Ids of the documents that answer.
    pub fn gold(&self) -> impl Iterator<Item = &str> {
        self.relevance.iter().filter(|(_, grade)| **grade > 0.0).map(|(id, _)| id.as_str())
    }
}

/// A corpus and its questions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Set {
    /// The documents.
    pub corpus: Vec<Document>,
    /// The questions, in the order of the file.
    pub questions: Vec<SetQuestion>,
}

#[derive(Deserialize)]
struct CorpusLine {
    #[serde(rename = "_id")]
    id: Value,
    #[serde(default)]
    title: String,
    text: String,
}

#[derive(Deserialize)]
struct QuestionLine {
    #[serde(rename = "_id")]
    id: Value,
    text: String,
    #[serde(default)]
    answer: Value,
    #[serde(default)]
    gold: Option<Vec<Value>>,
    #[serde(default)]
    relevance: BTreeMap<String, f64>,
    /// Subject, predicate and object each.
    #[serde(default)]
    evidences: Vec<[String; 3]>,
}

impl Set {
    /// Reads a set from the texts of its two files.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(corpus: &str, questions: &str) -> Result<Self, ProofError> {
        let corpus = lines("corpus.jsonl", corpus)?.into_iter().map(document).collect();
        let questions = lines("questions.jsonl", questions)?.into_iter().map(question).collect();
        Ok(Self { corpus, questions })
    }

    /// The first `questions` of the set, and of the corpus their answering documents and the first others, up
    /// to `documents` in all: a smaller set, easier than the whole.
    #[must_use]
    pub fn first(mut self, questions: usize, documents: usize) -> Self {
        self.questions.truncate(questions);
        let gold: BTreeSet<&str> = self.questions.iter().flat_map(SetQuestion::gold).collect();
        let mut others = documents.saturating_sub(gold.len());
        self.corpus.retain(|document| {
            let kept = others > 0 || gold.contains(document.id.as_str());
            others -= usize::from(kept && !gold.contains(document.id.as_str()));
            kept
        });
        self
    }

    /// The corpus as sources to index.
    pub fn sources(&self) -> Sources {
        given(self.corpus.clone())
    }
}

pub(super) fn lines<T: DeserializeOwned>(file: &str, text: &str) -> Result<Vec<T>, ProofError> {
    let wrong = |line: usize, reason: serde_json::Error| ProofError::Set {
        file: file.to_owned(),
        line: line + 1,
        reason: reason.to_string(),
    };
    let filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    filled.map(|(at, line)| serde_json::from_str(line).map_err(|reason| wrong(at, reason))).collect()
}

/// An id as text, from a text or a number.
fn id(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn document(line: CorpusLine) -> Document {
    let id = id(line.id);
    let source = SourceFile { path: id.clone(), mime: "text/plain".to_owned(), text_offset: None };
    let language = language_of(&line.text).to_owned();
    Document { id, source, title: line.title, language, text: line.text, ..Document::default() }
}

fn question(line: QuestionLine) -> SetQuestion {
    let gold = line.gold.map(|gold| gold.into_iter().map(|gold| (id(gold), 1.0)).collect());
    let answer = line.answer.as_str().map(str::to_owned);
    let facts = line.evidences;
    let evidence = facts.iter().flat_map(|[subject, _, object]| [subject.clone(), object.clone()]).collect();
    let relevance = gold.unwrap_or(line.relevance);
    SetQuestion { id: id(line.id), text: line.text, answer, relevance, evidence, facts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_lists_and_grades_are_both_read() {
        let corpus = r#"{"_id": "a", "title": "T", "text": "One."}"#;
        let questions = "{\"_id\": 1, \"text\": \"?\", \"answer\": \"One\", \"gold\": [\"a\", 7]}\n\n{\"_id\": \"q\", \"text\": \"?\", \"relevance\": {\"a\": 2}}\n";
        let set = Set::parse(corpus, questions).expect("the set is of the shape");
        assert_eq!(set.corpus[0].title, "T");
        assert_eq!(set.questions[0].relevance, BTreeMap::from([("a".to_owned(), 1.0), ("7".to_owned(), 1.0)]));
        assert_eq!(set.questions[1].relevance["a"], 2.0);
    }

    #[test]
    fn a_smaller_set_keeps_what_answers() {
        let document = |id: &str| Document { id: id.to_owned(), ..Document::default() };
        let question =
            |gold: &str| SetQuestion { relevance: BTreeMap::from([(gold.to_owned(), 1.0)]), ..SetQuestion::default() };
        let set = Set { corpus: ["a", "b", "c", "d"].map(document).into(), questions: ["d", "c"].map(question).into() };
        let ids = |set: Set| set.corpus.into_iter().map(|document| document.id).collect::<Vec<_>>();
        assert_eq!(ids(set.clone().first(1, 2)), ["a", "d"]);
        assert_eq!(ids(set.clone().first(2, 1)), ["c", "d"]);
        assert_eq!(ids(set.first(2, 9)).len(), 4);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let error =
            Set::parse("{\"_id\": 1, \"text\": \"a\"}\n\n{\"text\": 1}", "").expect_err("the third line lacks an id");
        assert!(error.to_string().starts_with("corpus.jsonl, line 3"), "{error}");
    }
}
