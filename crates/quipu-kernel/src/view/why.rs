//! Why something has its score: a tree whose parts add up to its value.

use serde::{Deserialize, Serialize};

use super::{View, ViewRelation};
use crate::model::Key;

/// The meaning of one part of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// The sum of its parts, under a name ("bm25", "walk").
    Sum {
        /// The summed quantity.
        of: String,
    },
    /// A word of the question stands in the chunk.
    Word {
        /// The word.
        word: String,
        /// Number of its occurrences there.
        frequency: u32,
        /// Number of chunks with the word.
        chunks: u64,
    },
    /// Two neighbouring words of the question stand together in the chunk.
    Pair {
        /// The words.
        words: String,
        /// Number of places where they follow each other as in the question.
        ordered: u32,
        /// Number of places where they stand near each other, in either order.
        near: u32,
    },
    /// The chunk's vector lies near the question's.
    Cosine {
        /// The cosine, above that of texts that have nothing to do with each other.
        cosine: f64,
    },
    /// An entity that the question names leads to the chunk.
    Entity {
        /// The entity.
        entity: Key,
        /// Its name.
        name: String,
        /// The names on the way from it to the chunk, when it is not in the chunk itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        through: Vec<String>,
    },
    /// An entity that a stated relation ties to one of the question, by a predicate that it asks for, leads to the
    /// chunk.
    Relation {
        /// The entity.
        entity: Key,
        /// Its name.
        name: String,
        /// The name of the relation's source: this entity or the question's.
        source: String,
        /// The predicate.
        predicate: String,
        /// The name of the relation's target.
        target: String,
        /// The names on the way from it to the chunk, when it is not in the chunk itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        through: Vec<String>,
    },
    /// An entity whose own text lies near the question leads to the chunk.
    Near {
        /// The entity.
        entity: Key,
        /// Its name.
        name: String,
    },
    /// The chunk states a relation that lies near the question, or on a way from a named entity.
    States {
        /// The relation.
        relation: Key,
        /// The name of its source.
        source: String,
        /// The predicate.
        predicate: String,
        /// The name of its target.
        target: String,
    },
    /// A chunk that answers the question's words or vector leads to this one (or is this one).
    Passage {
        /// The similar chunk.
        chunk: Key,
        /// The names on the way from it to the chunk.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        through: Vec<String>,
    },
    /// The chunk stands in a section that was chosen by its headings.
    Section {
        /// The headings, the outermost first.
        heading: String,
    },
    /// A community that is relevant to the question holds the chunk's statement.
    Community {
        /// The community.
        community: Key,
        /// Title.
        title: String,
    },
    /// The chunk's place in another ranking (reciprocal rank fusion).
    Rank {
        /// The ranking.
        of: String,
        /// The place, from 1.
        rank: usize,
    },
    /// A model says that it supports a statement that the answer needs.
    Clue {
        /// The statement.
        clue: String,
    },
    /// Score of a second ranking of the best hits.
    Reranked {
        /// The ranker: cosine, model or server.
        by: String,
    },
    /// The chunk is similar to one chosen before it (maximal marginal relevance); counts against it.
    Alike {
        /// The chunk chosen before.
        chunk: Key,
        /// Their similarity.
        similarity: f64,
    },
    /// A metadata edge was followed from another document.
    Edge {
        /// Source and target field.
        edge: String,
        /// The value that joins them; the key `value` is the share of the score.
        #[serde(rename = "edge_value")]
        value: String,
        /// Distance from the start, in edges.
        depth: usize,
    },
}

impl Reason {
    /// The reason of a stated relation of a view.
    pub fn states(view: &View, said: &ViewRelation) -> Self {
        let name = |at: u32| view.entities.get(at as usize).map(|entity| entity.name.clone()).unwrap_or_default();
        let (source, target) = (name(said.source), name(said.target));
        Self::States { relation: said.key, source, predicate: said.predicate.clone(), target }
    }
}

/// The reason of a chunk's score: a tree whose parts add up to its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Why {
    /// The meaning of this part.
    #[serde(flatten)]
    pub reason: Reason,
    /// Its share of the score.
    pub value: f64,
    /// Its parts; empty for a leaf.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Why>,
}

impl Why {
    /// A leaf.
    pub fn leaf(reason: Reason, value: f64) -> Self {
        Self { reason, value, parts: Vec::new() }
    }

    /// The sum of `parts`, under a name.
    pub fn sum(of: &str, parts: Vec<Self>) -> Self {
        let value = parts.iter().map(|part| part.value).sum();
        Self { reason: Reason::Sum { of: of.to_owned() }, value, parts }
    }

    /// The tree with every value multiplied by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.value *= factor;
        self.parts = self.parts.into_iter().map(|part| part.scaled(factor)).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_a_reason_is_that_of_its_share() {
        let reason = Reason::Edge { edge: "author".to_owned(), value: "Ilse Varga".to_owned(), depth: 1 };
        let why = Why::leaf(reason, 0.5);
        let text = serde_json::to_string(&why).unwrap();
        assert_eq!(text.matches("\"value\"").count(), 1, "{text}");
        assert_eq!(serde_json::from_str::<Why>(&text).unwrap(), why);
    }
}
