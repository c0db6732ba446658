//! The windows that are most useful to a model (KET-RAG's skeleton, arXiv 2502.09304): those with the most central
//! chunks.
//!
//! Every chunk is tied to the most similar one by words and to the nearest by its vector; PageRank over these ties
//! gives the centrality of a chunk, and a window weighs the mean of its chunks. The best are read until a share of all
//! windows, or a sum of money, is reached; the rest keeps its facts by rules and words. Windows are those of a full
//! run, so that nothing is paid for twice where more is read later. KET-RAG ranks chunks: ours are short, and requests
//! for single ones would have a prompt longer than the chunk.

use std::sync::Arc;

use quipu_kernel::communities::Weighted;
use quipu_kernel::communities::report::central;
use quipu_kernel::graph::{Alike, Nearest, likest};
use quipu_kernel::model::Key;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ask::Asker;
use super::options::ExtractOptions;
use super::run::{Work, work_of};
use crate::base::gateway::Price;
use crate::base::ports::{Kept, Usage};
use crate::base::{EngineError, Workspace};
use crate::write::exchange::Documents;

/// Up to this number chunks are compared by vectors, each with each; above it by words alone.
const COMPARED: usize = 20_000;
/// Tokens of replies for each token of the text, where money bounds.
const REPLY: f64 = 0.75;

/// The share of windows that a model reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Share {
    /// This part of all windows, from 0 to 1.
    Part(f64),
    /// As much as so much money buys at this price.
    Money(f64, Price),
}

/// A window that may be chosen.
struct Candidate {
    key: Key,
    document: Key,
    rank: f64,
    /// Its estimated cost.
    money: f64,
}

/// The most useful windows, as far as the share goes; windows that are read already count towards a part and cost
/// nothing.
///
/// # Errors
/// When the store fails.
pub async fn chosen(
    workspace: &Workspace,
    asker: &Asker,
    kept: &dyn Kept,
    options: &ExtractOptions,
    share: Share,
) -> Result<Arc<FxHashSet<Key>>, EngineError> {
    let ranks = ranks(workspace).await?;
    let (mut candidates, mut read, mut documents) = (Vec::new(), 0, 0_u64);
    let mut works = work_of(workspace, asker, kept, options).await?;
    while let Some(Work { row, chunks, pending, unchanged, .. }) = works.next().await? {
        documents += 1;
        read += unchanged;
        for window in pending {
            let of = &chunks[window.range.clone()];
            let sum: f64 = of.iter().map(|stored| ranks.get(&stored.chunk.key).copied().unwrap_or_default()).sum();
            let price = if let Share::Money(_, price) = share { price } else { Price::default() };
            let usage = Usage { input: window.prompt, output: (window.text as f64 * REPLY) as u64, told: false };
            candidates.push(Candidate {
                key: window.key,
                document: row.key,
                rank: sum / of.len().max(1) as f64,
                money: price.of(usage),
            });
        }
    }
    candidates.sort_by(|x, y| y.rank.total_cmp(&x.rank).then(x.key.cmp(&y.key)));
    Ok(Arc::new(match share {
        Share::Part(part) => {
            let all = read + candidates.len() as u64;
            let most = (part.clamp(0.0, 1.0) * all as f64).ceil() as u64;
            part_of(&candidates, most.saturating_sub(read) as usize, most >= documents)
        }
        Share::Money(money, _) => bought(&candidates, money),
    }))
}

/// The best windows, up to a number; with `of_each` the best one of every document first, if the number allows it.
fn part_of(candidates: &[Candidate], most: usize, of_each: bool) -> FxHashSet<Key> {
    let mut seen = FxHashSet::default();
    let (first, rest): (Vec<&Candidate>, Vec<&Candidate>) =
        candidates.iter().partition(|one| of_each && seen.insert(one.document));
    first.into_iter().chain(rest).take(most).map(|one| one.key).collect()
}

/// The best windows that so much money buys.
fn bought(candidates: &[Candidate], money: f64) -> FxHashSet<Key> {
    let mut left = money;
    let buys = |one: &&Candidate| {
        left -= one.money;
        left >= 0.0
    };
    candidates.iter().take_while(buys).map(|one| one.key).collect()
}

/// The centrality of each chunk.
async fn ranks(workspace: &Workspace) -> Result<FxHashMap<Key, f64>, EngineError> {
    let (mut keys, mut texts, mut vectors) = (Vec::new(), Vec::new(), Vec::new());
    let mut documents = Documents::of(&workspace.store);
    while let Some((_, chunks)) = documents.next().await? {
        for whole in chunks {
            keys.push(whole.chunk.key);
            texts.push(whole.chunk.text);
            vectors.push(whole.vector.flatten());
        }
    }
    let work = move || {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let by_words = (0..).zip(likest(&texts)).filter_map(|(at, other)| Some((at, other?)));
        let mut pairs: Vec<(u32, u32)> = by_words.chain(nearest(&vectors)).map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let tied: Vec<(u32, u32, u64)> = pairs.into_iter().map(|(a, b)| (a, b, 1)).collect();
        let ranks = central(&Weighted::of(keys.len(), &tied));
        keys.into_iter().zip(ranks).collect()
    };
    tokio::task::spawn_blocking(work).await.map_err(EngineError::died("ranking chunks"))
}

/// Each chunk with the one whose vector is nearest.
fn nearest(vectors: &[Option<Vec<f32>>]) -> Vec<(u32, u32)> {
    let Some(dimension) = vectors.iter().flatten().map(Vec::len).next() else { return Vec::new() };
    if vectors.len() > COMPARED {
        return Vec::new();
    }
    let mut alike = Alike::new(dimension);
    vectors.iter().for_each(|vector| alike.push(vector.as_deref().unwrap_or_default()));
    let mut found = Nearest::default();
    (0..alike.rows()).for_each(|row| alike.row(row, 1, 0.0, &mut found));
    found.pairs().into_iter().map(|pair| (pair.a, pair.b)).collect()
}
