//! Hits in an order: best first, at another score, merged from several lists by reciprocal ranks (Cormack, Clarke and
//! Büttcher, 2009).

use std::collections::BTreeMap;

use super::fuse::reciprocal;
use crate::model::Key;
use crate::view::{Hit, Reason, Why};

/// The constant of reciprocal rank fusion.
const RANKS: f64 = 60.0;

impl Hit {
    /// The hit with another score, its reasons scaled to it; reasons of a score of zero stay unchanged.
    #[must_use]
    pub fn at(self, score: f64) -> Self {
        let factor = if self.score > 0.0 { score / self.score } else { 1.0 };
        let why = self.why.scaled(factor);
        Self { score: why.value, why, ..self }
    }

    /// Sorts hits: greatest score first, ties by chunk.
    pub fn best_first(hits: &mut [Self]) {
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.chunk.cmp(&b.chunk)));
    }

    /// The best `limit` chunks of several lists, each with its name, by the sum of their reciprocal ranks. `told` makes
    /// the reason of a place from that place and the hit that has it.
    pub fn by_ranks(
        of: &str,
        lists: Vec<(&str, Vec<Self>)>,
        limit: usize,
        told: impl Fn(&str, Why, Self) -> Why,
    ) -> Vec<Self> {
        let mut parts: BTreeMap<Key, (Key, Vec<Why>)> = BTreeMap::new();
        for (name, hits) in lists {
            for (rank, hit) in (1..).zip(hits) {
                let (_, whys) = parts.entry(hit.chunk).or_insert_with(|| (hit.document, Vec::new()));
                let place = Why::leaf(Reason::Rank { of: name.to_owned(), rank }, reciprocal(RANKS, rank));
                whys.push(told(name, place, hit));
            }
        }
        let merged = |(chunk, (document, whys)): (Key, (Key, Vec<Why>))| {
            let why = Why::sum(of, whys);
            Self { chunk, document, score: why.value, why }
        };
        let mut hits: Vec<Self> = parts.into_iter().map(merged).collect();
        Self::best_first(&mut hits);
        hits.truncate(limit);
        hits
    }
}
