//! Evidence: the chunks and things that a strategy chose, each with the reason for its score, and notes for its reader.

use serde::{Deserialize, Serialize};

use super::{Note, Thing, Why, WordCounts};
use crate::model::{Key, Span};

/// A chunk chosen for a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The chunk.
    pub chunk: Key,
    /// The document that owns it.
    pub document: Key,
    /// Its score; higher is better, comparable within one evidence only.
    pub score: f64,
    /// The reason of its score.
    pub why: Why,
}

/// Sentences of the evidence that belong together, under a heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EvidenceGroup {
    /// The community whose they are.
    pub community: Key,
    /// Title.
    pub title: String,
    /// The sentences: a chunk, and where in its text.
    pub sentences: Vec<(Key, Span)>,
}

/// Something that a model drew from the evidence, with the chunks that say it: an answer is written from such points.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvidencePoint {
    /// Text.
    pub text: String,
    /// Usefulness, from 0 to 100.
    pub score: f64,
    /// Title of its source: a community or a document.
    pub title: String,
    /// The chunks that say it.
    pub chunks: Vec<Key>,
}

/// The maximal cost of an answer, estimated before a model is called.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Foretold {
    /// Calls, that which writes the answer among them.
    pub calls: u64,
    /// Tokens of prompts.
    pub input: u64,
    /// Tokens of replies.
    pub output: u64,
    /// Cost by the prices of the settings; 0 without prices.
    pub money: f64,
}

/// The result of a strategy or policy: hits and things, best first, ties by key.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Evidence {
    /// The strategy or policy that found it.
    pub strategy: String,
    /// The chunks.
    pub hits: Vec<Hit>,
    /// The entities, relations, claims, reports and communities; none of a strategy that looks at chunks
    /// alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// Groups of sentences for an answer that does not come from hits, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<EvidenceGroup>,
    /// Points that a model drew from the results, the most useful first: an answer is written from these, not from
    /// hits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<EvidencePoint>,
    /// Estimated cost of the model's calls, where it was computed beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foretold: Option<Foretold>,
    /// Frequencies of the question's words in the seen chunks; refusals depend on them.
    #[serde(skip)]
    pub counts: WordCounts,
    /// Notes for the reader: a vector that was missing, a bound that was reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}
