//! Operators: the small steps of which strategies are made, each a function of a view that several strategies share
//! (after DIGIMON's list, arXiv 2503.04338). Positions are of the view's lists; scored lists stand best first, ties by
//! position, each position once.

pub mod chunks;
pub mod entities;
pub mod expand;
pub mod merge;
pub mod pagerank;
pub mod relations;

/// A part of a view, by position, with its weight.
pub type Scored = (u32, f64);

/// Best first, each once with the best of its scores; scores that are no numbers are left out.
pub fn best_first(all: impl IntoIterator<Item = Scored>) -> Vec<Scored> {
    let mut all: Vec<Scored> = all.into_iter().filter(|(_, score)| score.is_finite()).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    all.dedup_by_key(|(at, _)| *at);
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all
}

#[cfg(test)]
pub(crate) mod toys {
    //! A small view: four entities in a row of stated relations, a chunk for each relation.

    use crate::model::Key;
    use crate::view::{Counts, NamedEntity, View, ViewChunk, ViewEntity, ViewMention, ViewRelation};

    pub(crate) fn key(of: &str, at: u32) -> Key {
        Key::of(of, &[&at.to_le_bytes()])
    }

    /// a -[knows]-> b -[wrote]-> c -[cites]-> d, stated in chunks 0, 1 and 2; chunk 3 mentions d alone.
    pub(crate) fn row() -> View {
        let entity = |(at, name): (u32, &str)| ViewEntity {
            key: key("entity", at),
            name: name.to_owned(),
            chunks: 2,
            ..ViewEntity::default()
        };
        let relation = |(at, predicate): (u32, &str)| ViewRelation {
            key: key("relation", at),
            source: at,
            predicate: predicate.to_owned(),
            target: at + 1,
            weight: 1.0,
            periods: Vec::new(),
            chunks: vec![at],
        };
        let chunk = |at: u32| ViewChunk {
            key: key("chunk", at),
            document: key("document", at),
            length: 10,
            cosine: Some(0.1 * at as f32),
            ..ViewChunk::default()
        };
        let mentions = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)];
        View {
            counts: Counts { documents: 4, chunks: 4, length: 40 },
            chunks: (0..4).map(chunk).collect(),
            entities: [(0, "a"), (1, "b"), (2, "c"), (3, "d")].map(entity).to_vec(),
            mentions: mentions.map(|(entity, chunk)| ViewMention { entity, chunk }).to_vec(),
            relations: [(0, "knows"), (1, "wrote"), (2, "cites")].map(relation).to_vec(),
            named: vec![NamedEntity { entity: 0, name: 0 }],
            ..View::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::best_first;

    #[test]
    fn scored_lists_stand_best_first_each_once() {
        let found = best_first([(2, 0.5), (1, 0.5), (2, 0.9), (3, f64::NAN), (0, 0.1)]);
        assert_eq!(found, [(2, 0.9), (1, 0.5), (0, 0.1)]);
    }
}
