//! The measurement of one question with one strategy.
//!
//! The ranked units are texts: a document ranks at its best chunk, and copies of one text stand at
//! one rank, all of their ids credited there.

use std::collections::BTreeMap;
use std::time::Instant;

use quipu_engine::inside::evidence_of;
use quipu_engine::ports::{Select, Store, StoreError};
use quipu_engine::query::Query;
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::model::Key;
use quipu_kernel::rank::measures::{ndcg, recall, reciprocal_rank};
use quipu_kernel::view::Evidence;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SetQuestion;

/// The depths of recall.
const DEPTHS: [usize; 4] = [1, 2, 5, 10];
/// The deepest of them.
const DEEPEST: usize = DEPTHS[DEPTHS.len() - 1];
/// Page size of lists of documents.
const PAGE: usize = 4096;

/// A question's measures, 0 to 1, and its time.
pub(super) struct Asked {
    /// Its position in the file, from 0.
    pub(super) position: usize,
    pub(super) recall: [f64; 4],
    pub(super) reciprocal_rank: f64,
    pub(super) ndcg: f64,
    pub(super) ms: f64,
}

/// The texts of documents.
pub(super) struct Texts {
    of: FxHashMap<Key, Key>,
    copies: FxHashMap<Key, Vec<Key>>,
}

impl Texts {
    /// Reads the texts of all documents.
    pub(super) async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let mut texts = Self { of: FxHashMap::default(), copies: FxHashMap::default() };
        let mut after = None;
        loop {
            let page = store.documents(&Select::After(after, PAGE)).await?;
            let Some(last) = page.last() else { return Ok(texts) };
            after = Some(last.key);
            for row in page {
                texts.of.insert(row.key, row.text);
                texts.copies.entry(row.text).or_default().push(row.key);
            }
        }
    }

    /// A document's text; a document that is not there is a text of its own, never found.
    fn text(&self, document: Key) -> Key {
        self.of.get(&document).copied().unwrap_or(document)
    }

    /// The texts of an evidence, each at its best chunk.
    fn ranking(&self, evidence: &Evidence) -> Vec<Key> {
        let mut seen = FxHashSet::default();
        evidence.hits.iter().map(|hit| self.text(hit.document)).filter(|text| seen.insert(*text)).collect()
    }

    fn measure(&self, ranking: &[Key], question: &SetQuestion) -> ([f64; 4], f64, f64) {
        let gold = question.relevance.iter().filter(|(_, grade)| **grade > 0.0);
        let gold: Vec<(Key, f64)> = gold.map(|(id, grade)| (Key::document(id), *grade)).collect();
        let ids: Vec<Key> = gold.iter().map(|(document, _)| *document).collect();
        let recall = DEPTHS.map(|depth| {
            let found = ranking.iter().take(depth).filter_map(|text| self.copies.get(text)).flatten();
            let found: Vec<Key> = found.copied().collect();
            recall(&found, &ids, found.len())
        });
        let mut grades: BTreeMap<Key, f64> = BTreeMap::new();
        for (document, grade) in gold {
            let best = grades.entry(self.text(document)).or_insert(grade);
            *best = best.max(grade);
        }
        let texts: Vec<Key> = grades.keys().copied().collect();
        (recall, reciprocal_rank(ranking, &texts), ndcg(ranking, &grades, 10))
    }
}

/// Hits requested in a second search, where documents have so many chunks that the first one ranked
/// too few of them.
const DEEPER: usize = 50;

/// Asks a question and measures the hits. The time is that of the first search alone.
pub(super) async fn ask(
    workspace: &Workspace,
    texts: &Texts,
    position: usize,
    question: &SetQuestion,
    query: &Query,
) -> Result<Asked, EngineError> {
    let began = Instant::now();
    let found = evidence_of(workspace, query).await?;
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let mut ranking = texts.ranking(&found);
    if ranking.len() < DEEPEST && found.hits.len() == query.options.limit {
        let options = query.options.limited(DEEPER.max(query.options.limit));
        ranking = texts.ranking(&evidence_of(workspace, &Query { options, ..query.clone() }).await?);
    }
    let (recall, reciprocal_rank, ndcg) = texts.measure(&ranking, question);
    Ok(Asked { position, recall, reciprocal_rank, ndcg, ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_credited_at_one_rank() {
        let [a, b, c] = ["a", "b", "c"].map(Key::document);
        let [x, y] = ["x", "y"].map(Key::text);
        let texts = Texts {
            of: [(a, x), (b, x), (c, y)].into_iter().collect(),
            copies: [(x, vec![a, b]), (y, vec![c])].into_iter().collect(),
        };
        let gold = ["a", "b", "gone"].map(|id| (id.to_owned(), 1.0));
        let question = SetQuestion { relevance: gold.into_iter().collect(), ..SetQuestion::default() };
        let (recall, reciprocal, ndcg) = texts.measure(&[y, x], &question);
        assert_eq!(recall, [0.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(reciprocal, 0.5);
        assert!(ndcg > 0.0 && ndcg < 1.0);
    }
}
