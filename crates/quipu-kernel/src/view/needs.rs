//! The request of a strategy to a store: its seeds, the distance around them, and other contents of the view.

use super::Question;

/// Entities whose stated relations a view holds. Of relations of hubs only those with a non-hub at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Related {
    /// None.
    #[default]
    Nobody,
    /// The few entities that the question names.
    Named,
    /// Every entity of the view.
    Everyone,
}

/// The parts of the graph that a strategy wants to see.
///
/// A view is cut in this order: seeds (the best chunks by words, the best by vector, the entities
/// that the question names), then [`Needs::hops`] times: the entities of the chunks reached, and
/// the chunks of those entities. An entity in more than [`Needs::cap`] chunks is never expanded
/// through; if the question names it, it gives its best `cap` chunks by BM25.
#[derive(Debug, Clone, PartialEq)]
pub struct Needs {
    /// Best chunks by BM25.
    pub lexical: usize,
    /// Number of these in which the pairs of neighbouring question words are counted.
    pub pairs: usize,
    /// Best chunks by cosine; 0 for none. Ignored when the question has no vector.
    pub dense: usize,
    /// When the question has a filter: this many of the chunks that pass it, the first by key where they
    /// are more, so that chunks without the words are seen too. Of more than this many none are listed
    /// where [`Needs::finds_nearest`]. 0 for none.
    pub listed: usize,
    /// True to look up the entities that the question names.
    pub entities: bool,
    /// Number of entities whose own texts lie nearest to the question that are looked up beside those that it names,
    /// and expanded as they are ([`Question::near`]); 0 for none.
    pub near_entities: usize,
    /// The number of nearest relations whose sources and targets are looked up in the same way; 0 for none.
    pub near_relations: usize,
    /// Number of hops from chunks to their entities and on to those entities' chunks.
    pub hops: usize,
    /// Number of best chunks of each seed list that the hops start from.
    pub spread: usize,
    /// Maximal number of chunks of an entity that is expanded through.
    pub cap: usize,
    /// Number of steps along stated relations from the entities that the question names, or that lie near it: their
    /// other ends join the view, with the chunks that state them. Nothing is followed from an entity in more than
    /// [`Needs::cap`] chunks.
    pub follow: usize,
    /// True if the ends of followed relations also bring their own chunks, where those are at most [`Needs::cap`].
    pub follow_chunks: bool,
    /// True if each chunk of the view carries its cosine to the question.
    pub cosines: bool,
    /// True if each chunk of the view carries its vector.
    pub vectors: bool,
    /// True to give the mentions of the subjects of documents.
    pub subjects: bool,
    /// The stated relations between entities of the view to give.
    pub relations: Related,
    /// True if words such as `the` count in BM25 beside others.
    pub stop_words: bool,
    /// BM25 term-frequency saturation.
    pub k1: f64,
    /// BM25 length normalisation.
    pub b: f64,
}

impl Needs {
    /// The combined needs of two strategies with the same options.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            lexical: self.lexical.max(other.lexical),
            pairs: self.pairs.max(other.pairs),
            dense: self.dense.max(other.dense),
            listed: self.listed.max(other.listed),
            entities: self.entities || other.entities,
            near_entities: self.near_entities.max(other.near_entities),
            near_relations: self.near_relations.max(other.near_relations),
            hops: self.hops.max(other.hops),
            follow: self.follow.max(other.follow),
            follow_chunks: self.follow_chunks || other.follow_chunks,
            spread: self.spread.max(other.spread),
            cap: self.cap.max(other.cap),
            cosines: self.cosines || other.cosines,
            vectors: self.vectors || other.vectors,
            subjects: self.subjects || other.subjects,
            relations: self.relations.max(other.relations),
            stop_words: self.stop_words || other.stop_words,
            ..self
        }
    }

    /// True if a vector finds the nearest chunks at any number of chunks.
    pub fn finds_nearest(&self, question: &Question) -> bool {
        self.dense > 0 && question.vector.is_some()
    }
}

impl Default for Needs {
    fn default() -> Self {
        Self {
            lexical: 1000,
            pairs: 0,
            dense: 0,
            listed: 0,
            entities: false,
            near_entities: 0,
            near_relations: 0,
            hops: 0,
            follow: 0,
            follow_chunks: false,
            spread: 100,
            cap: 100,
            cosines: false,
            vectors: false,
            subjects: false,
            relations: Related::Nobody,
            stop_words: false,
            k1: 1.2,
            b: 0.75,
        }
    }
}
