//! Dense seeds: a scan of codes, then cosines by the vectors for the nearest.
//!
//! The ten nearest of a million stand among the first hundred by their codes; four times as many,
//! and more in larger workspaces, are scored by their vectors. Below that number all are.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::rank::codes::CodeQuery;
use quipu_kernel::rank::quantise::{Quantised, QuantisedQuery};
use roaring::RoaringBitmap;

use super::scan::{self, Nearest};
use super::snapshot::Snapshot;
use super::vector;

/// Minimum of chunks that are scored by their vectors.
const LEAST: usize = 400;
/// Divisor of the chunk count: if fewer chunks are requested, their codes are read one by one.
const SPARSE: usize = 8;
/// One in this many chunks is scored by its vector.
const SHARE: usize = 2_500;

/// The vector of a chunk as stored.
pub(super) fn stored(snapshot: &Snapshot, chunk: u32) -> Option<Quantised> {
    let (scale, bytes) = vector::read(snapshot.vectors.slot(chunk))?;
    Some(Quantised { scale, bytes: bytes.to_vec() })
}

/// The vector of a chunk that has one.
pub(super) fn vector_of(snapshot: &Snapshot, chunk: u32) -> Option<Quantised> {
    snapshot.alive.vectors.contains(chunk).then(|| stored(snapshot, chunk)).flatten()
}

/// The cosine of a chunk to a query, by the stored bytes.
pub(super) fn cosine(snapshot: &Snapshot, chunk: u32, query: &QuantisedQuery) -> Option<f32> {
    let (scale, bytes) = vector::read(snapshot.vectors.slot(chunk))?;
    Some(scan::cosine(query, scale, bytes))
}

/// The nearest `limit` chunks (more where the last ones tie) with their cosines, best first.
pub(super) fn nearest(
    snapshot: &Snapshot,
    admitted: Option<&RoaringBitmap>,
    query: &QuantisedQuery,
    limit: usize,
    threads: usize,
) -> Vec<(f32, u32)> {
    let dimension = snapshot.state.model.as_ref().map_or(0, |model| model.dimension);
    if limit == 0 || dimension != query.dimension() {
        return Vec::new();
    }
    let some;
    let scanned = match admitted {
        Some(admitted) => {
            some = &snapshot.alive.vectors & admitted;
            &some
        }
        None => &snapshot.alive.vectors,
    };
    let count = (scanned.len() as usize / SHARE).max(LEAST).max(limit * 4);
    let near = candidates(snapshot, scanned, query, count, threads);
    let mut ranked = Vec::with_capacity(near.len());
    for chunk in near {
        ranked.extend(cosine(snapshot, chunk, query).map(|cosine| (cosine, chunk)));
    }
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let last = ranked.get(limit - 1).map(|(cosine, _)| *cosine);
    ranked.retain(|(cosine, _)| last.is_none_or(|last| *cosine >= last));
    ranked
}

/// The first `limit` results of [`nearest`], ties by key.
pub(super) fn seeds(
    ranked: Vec<(f32, u32)>,
    limit: usize,
    key: impl Fn(u32) -> Result<Key, StoreError>,
) -> Result<Vec<u32>, StoreError> {
    let keyed = ranked.into_iter().map(|(cosine, chunk)| Ok((cosine, key(chunk)?, chunk)));
    let mut keyed: Vec<(f32, Key, u32)> = keyed.collect::<Result<_, StoreError>>()?;
    keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Ok(keyed.into_iter().take(limit).map(|(_, _, chunk)| chunk).collect())
}

/// The `count` chunks whose codes are nearest to the query, in the order of their ids.
fn candidates(
    snapshot: &Snapshot,
    scanned: &RoaringBitmap,
    query: &QuantisedQuery,
    count: usize,
    threads: usize,
) -> Vec<u32> {
    if scanned.len() as usize <= count {
        return scanned.iter().collect();
    }
    let (query, codes) = (CodeQuery::new(query), &snapshot.codes);
    let mut near: Vec<u32> = if scanned.len() as usize * SPARSE < snapshot.state.next_chunk as usize {
        let mut nearest = Nearest::new(count);
        scanned.iter().for_each(|chunk| nearest.see(query.dot(codes.slot(chunk)), chunk));
        nearest.chunks().collect()
    } else {
        scan::nearest(codes.all(), codes.stride(), &query, count, |chunk| scanned.contains(chunk), threads).collect()
    };
    near.sort_unstable();
    near
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::ModelCard;

    use super::super::samples::{document, vector};
    use super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    const DIMENSION: usize = 24;
    const CHUNKS: u32 = 5_000;

    /// The cosines of the `limit` nearest by the stored vectors, best first.
    fn exact(snapshot: &Snapshot, query: &QuantisedQuery, among: &RoaringBitmap, limit: usize) -> Vec<f32> {
        let mut all: Vec<f32> = among.iter().filter_map(|chunk| cosine(snapshot, chunk, query)).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all.truncate(limit);
        all
    }

    #[test]
    fn the_nearest_of_thousands_are_those_that_comparing_all_gives() {
        let folder = tempfile::tempdir().unwrap();
        let model = Some(ModelCard { name: "toy".to_owned(), dimension: DIMENSION, normalised: true });
        let options = OpenOptions { write: true, model, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &options).unwrap();
        // Every tenth chunk has no vector.
        let with = |at: u32| (at % 10 != 9).then(|| vector(at, DIMENSION));
        store.inner.commit(&document("large", CHUNKS, with)).unwrap();
        let few: RoaringBitmap = (0..CHUNKS).step_by(3).collect();
        let sparse: RoaringBitmap = (0..CHUNKS).step_by(10).collect();
        let check = |snapshot: &Snapshot| {
            let all = &snapshot.alive.vectors;
            assert_eq!(all.len(), u64::from(CHUNKS) * 9 / 10);
            for asked in 0..20 {
                let query = QuantisedQuery::new(&vector(1_000_000 + asked, DIMENSION));
                for (admitted, threads) in [(None, 1), (None, 2), (Some(&few), 1), (Some(&sparse), 2)] {
                    let found = nearest(snapshot, admitted, &query, 10, threads);
                    let among = admitted.map_or_else(|| all.clone(), |admitted| admitted & all);
                    let cosines: Vec<f32> = found.iter().map(|(cosine, _)| *cosine).take(10).collect();
                    assert_eq!(cosines, exact(snapshot, &query, &among, 10));
                    assert!(found.iter().all(|(_, chunk)| among.contains(*chunk)));
                }
            }
        };
        let checked = store.inner.reading(|_, snapshot| {
            check(snapshot);
            Ok(())
        });
        checked.unwrap();
    }
}
