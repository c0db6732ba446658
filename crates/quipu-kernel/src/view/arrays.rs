//! The view: a plain struct of arrays, the only thing a strategy sees of a store.
//!
//! Positions (`u32`) index the arrays of one view and mean nothing outside it. Chunks and entities
//! stand in the order of their keys, so that equal workspaces give equal views on every store.

use crate::background;
use crate::model::{Facts, Key, Kind, Period};

/// Counts of the whole workspace (never of a filter's part), which scores need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Documents, copies counted each.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Terms in all chunks together.
    pub length: u64,
}

/// Frequencies of a question's words in a workspace, as a measure of their weights.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordCounts {
    /// Counts of the workspace.
    pub workspace: Counts,
    /// For each of [`super::Question::words`], the number of its chunks in the workspace; a word
    /// beyond the end stands in none.
    pub chunks: Vec<u64>,
}

/// A question word's frequency in one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordHit {
    /// Position in [`View::word_chunks`] and [`super::Question::words`].
    pub word: u32,
    /// Number of its occurrences in the chunk, prefix included.
    pub frequency: u32,
}

impl WordHit {
    /// Counts a term of `word` among the hits of a chunk, which come word by word; terms of one word
    /// add up.
    pub fn count(hits: &mut Vec<Self>, word: u32, frequency: u32) {
        match hits.last_mut().filter(|hit| hit.word == word) {
            Some(hit) => hit.frequency += frequency,
            None => hits.push(Self { word, frequency }),
        }
    }
}

/// Occurrences of two neighbouring words of a question together in one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairHit {
    /// Position in [`super::Question::pairs`].
    pub pair: u32,
    /// Number of places where they follow each other as in the question.
    pub ordered: u32,
    /// Number of places where they stand near each other, in either order; `ordered` is a part of it.
    pub near: u32,
}

/// A chunk of the view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ViewChunk {
    /// The chunk's key.
    pub key: Key,
    /// Key of the document that owns it.
    pub document: Key,
    /// Number of terms, prefix included.
    pub length: u32,
    /// The question's words in it that count, by position; filled for chunks that the words found.
    pub hits: Vec<WordHit>,
    /// The question's pairs of words that stand together in it; filled for the best of those chunks.
    pub pairs: Vec<PairHit>,
    /// Cosine to the question, where requested and the chunk has a vector.
    pub cosine: Option<f32>,
    /// The chunk's unit vector as the store keeps it, where requested.
    pub vector: Option<Vec<f32>>,
}

/// An entity of the view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ViewEntity {
    /// Key of the entity: the smallest name key of its class.
    pub key: Key,
    /// The name it shows: the form that most mentions use.
    pub name: String,
    /// Its kind, by vote.
    pub kind: Kind,
    /// Number of its chunks in the workspace.
    pub chunks: u64,
    /// True if some document has it as its title.
    pub title: bool,
    /// True if it is in more chunks than the cap, and was therefore not expanded.
    pub hub: bool,
}

/// A chunk of the view holds an entity of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ViewMention {
    /// Position of the entity.
    pub entity: u32,
    /// Position of the chunk.
    pub chunk: u32,
}

/// A stated relation between two entities of the view.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewRelation {
    /// The relation's key.
    pub key: Key,
    /// Position of the source entity.
    pub source: u32,
    /// The predicate.
    pub predicate: String,
    /// Position of the target entity.
    pub target: u32,
    /// Sum of the weights of its statements.
    pub weight: f32,
    /// The periods that its statements give, sorted, each once: they are neither joined nor cut, since a statement that
    /// holds twice does not hold in between. A statement without one adds none; like weights, periods are of all
    /// statements, for any filter.
    pub periods: Vec<Period>,
    /// Positions of the view's chunks that state it.
    pub chunks: Vec<u32>,
}

/// An entity that the question names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedEntity {
    /// Position of the entity.
    pub entity: u32,
    /// Position in [`super::Question::names`].
    pub name: u32,
}

/// The part of the graph that a question can see.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// Counts of the workspace.
    pub counts: Counts,
    /// For each word of the question, the number of its chunks in the workspace.
    pub word_chunks: Vec<u64>,
    /// The chunks, by key.
    pub chunks: Vec<ViewChunk>,
    /// The entities, by key.
    pub entities: Vec<ViewEntity>,
    /// Pairs of an entity and a chunk that holds it, by entity, then chunk.
    pub mentions: Vec<ViewMention>,
    /// Those of the mentions whose entity is the subject of the chunk's document (its title names it, or its text
    /// begins with it), in the same order; only where requested.
    pub subjects: Vec<ViewMention>,
    /// Stated relations, by key.
    pub relations: Vec<ViewRelation>,
    /// Lexical seeds, best first (ties by key).
    pub lexical: Vec<u32>,
    /// Dense seeds, best first (ties by key).
    pub dense: Vec<u32>,
    /// Entities that the question names, by entity, then name.
    pub named: Vec<NamedEntity>,
}

/// The text of a chunk of the view, with its facts that the question may see.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ViewText {
    /// Position of the chunk.
    pub chunk: u32,
    /// Language of the text, or empty.
    pub language: String,
    /// The text.
    pub text: String,
    /// Its facts, by extractor.
    pub facts: Vec<Facts>,
}

impl View {
    /// Rarity of an entity: ln(1 + the chunks of the workspace / its own).
    pub fn rarity(&self, entity: &ViewEntity) -> f64 {
        (1.0 + self.counts.chunks as f64 / entity.chunks.max(1) as f64).ln()
    }

    /// Frequencies of the question's words, as evidence keeps them beyond its view.
    pub fn word_counts(&self) -> WordCounts {
        WordCounts { workspace: self.counts, chunks: self.word_chunks.clone() }
    }

    /// Rescales cosines to the part above `background`, where 1 stays 1: models whose vectors crowd
    /// together then weigh as much beside words as those whose vectors spread.
    #[must_use]
    pub fn above(mut self, background: f32) -> Self {
        let cosines = self.chunks.iter_mut().filter_map(|chunk| chunk.cosine.as_mut());
        cosines.for_each(|cosine| *cosine = background::above(*cosine, background));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_are_counted_from_the_background() {
        let chunk = |cosine| ViewChunk { cosine, ..ViewChunk::default() };
        let view = View { chunks: [Some(1.0), Some(0.875), Some(0.75), None].map(chunk).into(), ..View::default() };
        let cosines = |view: &View| view.chunks.iter().map(|chunk| chunk.cosine).collect::<Vec<_>>();
        assert_eq!(cosines(&view.clone().above(0.75)), [Some(1.0), Some(0.5), Some(0.0), None]);
        for none in [0.0, -1.0, 1.0, f32::NAN] {
            assert_eq!(cosines(&view.clone().above(none)), cosines(&view));
        }
    }
}
