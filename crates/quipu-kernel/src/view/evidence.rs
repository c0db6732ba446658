//! Evidence: the chunks and things that a strategy chose, each with the reason for its score, and what its
//! reader should know.

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
    /// Why it has that score.
    pub why: Why,
}

/// Sentences of the evidence that belong together, under a heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EvidenceGroup {
    /// The community whose they are.
    pub community: Key,
    /// What it is called.
    pub title: String,
    /// The sentences: a chunk, and where in its text.
    pub sentences: Vec<(Key, Span)>,
}

/// Something that a model drew from the evidence, with the chunks that say it: an answer is written from such points.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvidencePoint {
    /// What it says.
    pub text: String,
    /// How much it helps, from 0 to 100.
    pub score: f64,
    /// What it was drawn from is called so: a community or a document.
    pub title: String,
    /// The chunks that say it.
    pub chunks: Vec<Key>,
}

/// What an answer takes at most, told before a model is asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Foretold {
    /// Calls, that which writes the answer among them.
    pub calls: u64,
    /// Tokens of prompts.
    pub input: u64,
    /// Tokens of replies.
    pub output: u64,
    /// What that costs by the prices of the settings; 0 where there are none.
    pub money: f64,
}

/// What a strategy or policy found: hits and things, best first, ties by key.
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
    /// What an answer is made of where hits are not looked through for it: groups of sentences, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<EvidenceGroup>,
    /// What a model drew from what was found, what helps most first: an answer is written from these, not from hits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<EvidencePoint>,
    /// What asking a model for it was to take, where it was told beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foretold: Option<Foretold>,
    /// How common the question's words were in what was seen: what a refusal is judged by.
    #[serde(skip)]
    pub counts: WordCounts,
    /// What the reader should know: a vector that was missing, a bound that was reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}
