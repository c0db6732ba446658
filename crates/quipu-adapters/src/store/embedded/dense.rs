//! Dense seeds: a scan of 1-bit codes, then exact cosines for the nearest.
//!
//! The number that is scored exactly grows with the workspace (0.4 % of it, at least 400), which
//! keeps the recall of the first ten near that of an exact scan at every size. Below that number
//! the scan is exact.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::rank::quantise::{Quantised, code, dot};
use roaring::RoaringBitmap;

use super::hamming;
use super::snapshot::Snapshot;

/// At least this many chunks are scored exactly.
const LEAST: usize = 400;
/// One in this many chunks is scored exactly.
const SHARE: usize = 250;

/// The vector of a chunk as stored.
pub(super) fn stored(snapshot: &Snapshot, chunk: u32) -> Option<Quantised> {
    let (scale, bytes) = snapshot.vectors.slot(chunk).split_first_chunk::<4>()?;
    Some(Quantised { scale: f32::from_le_bytes(*scale), bytes: bytes.iter().map(|byte| *byte as i8).collect() })
}

/// The cosine of a chunk to a query, by the stored bytes.
pub(super) fn cosine(snapshot: &Snapshot, chunk: u32, query: &[f32]) -> Option<f32> {
    let (scale, bytes) = snapshot.vectors.slot(chunk).split_first_chunk::<4>()?;
    Some(dot(query, f32::from_le_bytes(*scale), bytemuck::cast_slice(bytes)))
}

/// The nearest `limit` chunks by cosine, best first, ties by key.
pub(super) fn seeds(
    snapshot: &Snapshot,
    admitted: Option<&RoaringBitmap>,
    query: &[f32],
    limit: usize,
    key: impl Fn(u32) -> Result<Key, StoreError>,
) -> Result<Vec<u32>, StoreError> {
    let dimension = snapshot.state.model.as_ref().map_or(0, |model| model.dimension);
    if limit == 0 || dimension != query.len() {
        return Ok(Vec::new());
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
    let nearest = nearest(snapshot, scanned, query, count);
    let cosine = |chunk: u32| Some((cosine(snapshot, chunk, query)?, chunk));
    let mut ranked: Vec<(f32, u32)> = nearest.into_iter().filter_map(cosine).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let end =
        ranked.get(limit - 1).map_or(ranked.len(), |last| ranked.partition_point(|(cosine, _)| *cosine >= last.0));
    ranked.truncate(end);
    let mut keyed: Vec<(f32, Key, u32)> = ranked
        .into_iter()
        .map(|(cosine, chunk)| Ok((cosine, key(chunk)?, chunk)))
        .collect::<Result<_, StoreError>>()?;
    keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Ok(keyed.into_iter().take(limit).map(|(_, _, chunk)| chunk).collect())
}

/// The `count` chunks (more where distances tie) whose codes differ least from the query's.
fn nearest(snapshot: &Snapshot, scanned: &RoaringBitmap, query: &[f32], count: usize) -> Vec<u32> {
    if scanned.len() as usize <= count {
        return scanned.iter().collect();
    }
    let signs: Vec<i8> = query.iter().map(|x| if *x > 0.0 { 1 } else { -1 }).collect();
    let query = code(&signs);
    let stride = query.len() * 8;
    let all = snapshot.codes.all();
    let distances = hamming::distances(all, &query);
    let distance = |chunk: u32| distances.get(chunk as usize).copied().unwrap_or(u16::MAX);
    let mut histogram = vec![0usize; stride * 8 + 1];
    for chunk in scanned {
        histogram[usize::from(distance(chunk)).min(stride * 8)] += 1;
    }
    let mut seen = 0;
    let enough = |bucket: &usize| {
        seen += bucket;
        seen >= count
    };
    let limit = histogram.iter().position(enough).unwrap_or(stride * 8) as u16;
    let near = |(chunk, distance): (u32, &u16)| (*distance <= limit && scanned.contains(chunk)).then_some(chunk);
    (0..).zip(&distances).filter_map(near).collect()
}
