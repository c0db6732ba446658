//! Concepts of a scholarly paper: the things in its title and abstract, and the ties between them
//! (keyphrase extraction, scientific information extraction), by rules or from a model's reply.

mod candidates;
mod joined;
mod kind;
pub mod model;
mod reading;
mod stands;
mod ties;
mod weigh;

use serde::{Deserialize, Serialize};

pub use joined::{ConceptGraph, SharedConcept, SharedTie, around, joined};
pub use quipu_language::scholarly::folded;
pub use reading::read;

/// The part of a paper in which something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConceptField {
    /// The title.
    Title,
    /// The abstract.
    Abstract,
}

/// A place in a title or an abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ConceptPlace {
    /// The part of the paper.
    pub field: ConceptField,
    /// Its first byte in that part.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// Kinds of concepts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum ConceptKind {
    /// A task, a problem, a field, a phenomenon, a property, a broad class.
    #[default]
    Concept,
    /// A technique, a part, a way to train, an experimental or mathematical method.
    Method,
    /// A thing with a name that one can run, or a family of architectures.
    Algorithm,
    /// Data, a corpus, a benchmark, a catalogue, a survey used as data.
    Dataset,
    /// A measure.
    Metric,
}

/// Kinds of ties between concepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TieKind {
    /// The source works with the target, or is trained on it, or measured by it.
    Uses,
    /// The source makes the target better, or is a better variant of it.
    Improves,
    /// The source is set against the target.
    ComparesTo,
    /// The source is built on the target.
    BasedOn,
    /// The source is meant for the target.
    AppliesTo,
}

/// One concept of a paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Concept {
    /// Its name, as the paper writes it.
    pub name: String,
    /// Kind of the concept.
    pub kind: ConceptKind,
    /// Its other names in the paper.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Its places, in order. None where a model gave a name that the text does not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<ConceptPlace>,
    /// True if only an end of a tie names it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub implied: bool,
}

/// A tie between two concepts of a paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ConceptTie {
    /// Its source concept.
    pub source: usize,
    /// Kind of the tie.
    pub kind: TieKind,
    /// Its target concept.
    pub target: usize,
    /// The sentence that states it; the whole abstract where that is not known.
    pub sentence: ConceptPlace,
}

/// The concepts of a paper and their ties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concepts {
    /// The concepts, in the order in which the paper names them.
    pub concepts: Vec<Concept>,
    /// The ties between them, each once.
    pub ties: Vec<ConceptTie>,
}
