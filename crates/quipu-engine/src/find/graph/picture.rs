//! A picture as data: points and the lines between them, with their sentences. Renderers decide nothing.

use quipu_kernel::model::Period;
use serde::Serialize;

use crate::base::citation::Quote;

/// A thing of a picture.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Point {
    /// Its key.
    pub id: String,
    /// Its label.
    pub label: String,
    /// `chunk`, `document`, `community`, or an entity's kind.
    pub kind: String,
    /// Further information: a document, a number of chunks.
    pub about: String,
    /// Its relative size: 1 for most.
    pub weight: f64,
    /// A chunk's text, or the most informative sentences of a community.
    pub quotes: Vec<Quote>,
    /// Its group, where things of one community are of one colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
}

/// A tie of a picture.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Line {
    /// Position of the thing where it begins.
    pub from: u32,
    /// Position of the thing where it leads.
    pub to: u32,
    /// A relation's predicate, or another label.
    pub says: String,
    /// `relation`, `mention`, `together`, `alike` or `tie`.
    pub kind: &'static str,
    /// Its relative strength: 1 for most.
    pub weight: f64,
    /// The periods that a relation's statements give.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<Period>,
    /// The sentences that state it.
    pub quotes: Vec<Quote>,
}

/// Things and their ties.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Picture {
    /// Its title.
    pub title: String,
    /// The things.
    pub points: Vec<Point>,
    /// The ties.
    pub lines: Vec<Line>,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
