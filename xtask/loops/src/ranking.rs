//! The loops over numbers: walks, sums, products, distances; sizes as in a view of a large workspace.

use quipu_kernel::random::SplitMix;
use quipu_kernel::rank::bipartite::Bipartite;
use quipu_kernel::rank::bm25::{Bm25, Scorer};
use quipu_kernel::rank::codes::{self, CodeQuery};
use quipu_kernel::rank::pagerank::Scores;
use quipu_kernel::rank::quantise::{Quantised, QuantisedQuery};
use quipu_kernel::rank::reach::Walk;
use quipu_kernel::view::{Counts, Question, WordHit};

use super::{Loop, scan};

const ENTITIES: usize = 1_000;
const CHUNKS: usize = 1_500;
const MENTIONS: usize = 5_000;
const WALK: Walk = Walk { damping: 0.85, rounds: 15 };

/// A graph of entities with a heavy tail, and its number of distinct mentions.
fn graph() -> (Bipartite, usize) {
    let mut draw = SplitMix::new(1);
    // The product of two draws lies low more often than high.
    let entity = |draw: &mut SplitMix| (draw.below(1 << 10) * draw.below(1 << 10) * ENTITIES) >> 20;
    let mut pairs: Vec<(u32, u32)> =
        (0..MENTIONS).map(|_| (entity(&mut draw) as u32, draw.below(CHUNKS) as u32)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    (Bipartite::new(&vec![1.0; ENTITIES], &vec![1.0; CHUNKS], pairs.iter().copied()), pairs.len())
}

pub(super) fn walk() -> Loop {
    let (graph, mentions) = graph();
    let mut reset = Scores::zeros(ENTITIES, CHUNKS);
    reset.entities[3] = 0.85;
    reset.chunks[5] = 0.15;
    Loop::new(mentions * WALK.rounds, move || graph.walk(&reset, WALK))
}

pub(super) fn walk_back() -> Loop {
    let (graph, mentions) = graph();
    let chunks: Vec<u32> = (0..10).map(|at| at * 100).collect();
    Loop::new(mentions * WALK.rounds, move || graph.walk_back(&chunks, WALK))
}

pub(super) fn bm25() -> Loop {
    let mut draw = SplitMix::new(2);
    let counts = Counts { chunks: 1_000_000, length: 110_000_000, ..Counts::default() };
    let question = Question::new("passage ada lovelace lovelace engine");
    let bm25 = Bm25 { k1: 1.2, b: 0.75 };
    let scorer = Scorer::new(bm25, &counts, &question, &[90_000, 5_000, 300, 40], false);
    let chunk = |draw: &mut SplitMix| {
        let hits: Vec<WordHit> = (0..4).map(|word| WordHit { word, frequency: 1 + draw.below(4) as u32 }).collect();
        (hits, 60 + draw.below(100) as u32)
    };
    let chunks: Vec<_> = (0..1_000).map(|_| chunk(&mut draw)).collect();
    Loop::new(4 * chunks.len(), move || chunks.iter().map(|(hits, length)| scorer.score(hits, *length)).sum::<f64>())
}

/// Vectors of the built-in embedder's dimension.
fn vectors(count: usize) -> Vec<Vec<f32>> {
    let mut draw = SplitMix::new(3);
    let mut vector = || (0..192).map(|_| (draw.below(2_000) as f32 - 1_000.0) / 1_000.0).collect();
    (0..count).map(|_| vector()).collect()
}

pub(super) fn cosines() -> Loop {
    let mut all = vectors(1_001);
    let query = QuantisedQuery::new(&all.pop().unwrap_or_default());
    let stored: Vec<Quantised> = all.iter().map(|vector| Quantised::new(vector)).collect();
    let sum = move || stored.iter().map(|of| scan::cosine(&query, of.scale, &of.bytes)).sum::<f32>();
    Loop::new(1_000, sum)
}

pub(super) fn scan() -> Loop {
    const CODES: usize = 20_000;
    let all = vectors(CODES + 1);
    let query = CodeQuery::new(&QuantisedQuery::new(&all[CODES]));
    let mut slots = Vec::new();
    all[..CODES].iter().for_each(|vector| codes::write(&Quantised::new(vector), &mut slots));
    // Taking the nearest belongs to the scan.
    Loop::new(CODES, move || scan::nearest(&slots, codes::stride(192), &query, 400, |_| true, 1).count())
}
