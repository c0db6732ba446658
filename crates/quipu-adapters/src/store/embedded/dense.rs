//! Dense seeds: a scan of 1-bit codes, then exact cosines for the nearest.
//!
//! The number that is scored exactly grows with the workspace (0.4 % of it, at least 400), which
//! keeps the recall of the first ten near that of an exact scan at every size. Below that number
//! the scan is exact.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::rank::quantise::{Quantised, Query};
use roaring::RoaringBitmap;

use super::hamming;
use super::snapshot::Snapshot;
use super::vector;

/// At least this many chunks are scored exactly.
const LEAST: usize = 400;
/// Fewer chunks than one in this many are taken one by one.
const SPARSE: usize = 8;
/// One in this many chunks is scored exactly.
const SHARE: usize = 250;

/// The vector of a chunk as stored.
pub(super) fn stored(snapshot: &Snapshot, chunk: u32) -> Option<Quantised> {
    let (scale, bytes) = vector::read(snapshot.vectors.slot(chunk))?;
    Some(Quantised { scale, bytes: bytes.to_vec() })
}

/// The cosine of a chunk to a query, by the stored bytes.
pub(super) fn cosine(snapshot: &Snapshot, chunk: u32, query: &Query) -> Option<f32> {
    let (scale, bytes) = vector::read(snapshot.vectors.slot(chunk))?;
    Some(query.dot(scale, bytes))
}

/// The nearest `limit` chunks (more where the last ones tie) with their cosines, best first.
pub(super) fn nearest(
    snapshot: &Snapshot,
    admitted: Option<&RoaringBitmap>,
    query: &Query,
    limit: usize,
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
    let near = candidates(snapshot, scanned, query, count);
    let mut ranked = Vec::with_capacity(near.len());
    for chunk in near {
        ranked.extend(cosine(snapshot, chunk, query).map(|cosine| (cosine, chunk)));
    }
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let last = ranked.get(limit - 1).map(|(cosine, _)| *cosine);
    ranked.retain(|(cosine, _)| last.is_none_or(|last| *cosine >= last));
    ranked
}

/// The first `limit` of what [`nearest`] gave, ties by key.
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

/// The `count` chunks (more where distances tie) whose codes differ least from the query's.
fn candidates(snapshot: &Snapshot, scanned: &RoaringBitmap, query: &Query, count: usize) -> Vec<u32> {
    if scanned.len() as usize <= count {
        return scanned.iter().collect();
    }
    let code = query.code();
    let slots = snapshot.state.next_chunk as usize;
    if scanned.len() as usize * SPARSE < slots {
        let distance = |chunk| hamming::distance(snapshot.codes.slot(chunk), &code);
        let near: Vec<(u16, u32)> = scanned.iter().map(|chunk| (distance(chunk), chunk)).collect();
        let mut histogram = vec![0; code.len() * 64 + 1];
        near.iter().for_each(|(distance, _)| histogram[usize::from(*distance)] += 1);
        let limit = limit(&histogram, count);
        return near.into_iter().filter(|(distance, _)| *distance <= limit).map(|(_, chunk)| chunk).collect();
    }
    let found = hamming::distances(snapshot.codes.all(), &code);
    // Slots that are not scanned count as well; so many more are taken.
    let limit = limit(&found.histogram, count * slots / scanned.len().max(1) as usize);
    let mut near = hamming::within(&found.distances, limit);
    near.retain(|chunk| scanned.contains(*chunk));
    near
}

/// The least distance within which `count` of the distances lie.
fn limit(histogram: &[u32], count: usize) -> u16 {
    let mut seen = 0;
    let enough = |bucket: &u32| {
        seen += *bucket as usize;
        seen >= count
    };
    histogram.iter().position(enough).map_or(u16::MAX, |limit| limit as u16)
}
