//! The storage of a clustering and its reports beside the truth: all of it can be computed again, except for the ids of
//! communities, which last.
//!
//! The number in [`PREFIX`] counts formats; data in another format is ignored, and computed
//! again. A clustering is written atomically; its reports follow, and `done` marks that all are there.

use crate::find::communities::keys::PREFIX;
use crate::find::communities::keys::keyed;
use crate::find::communities::keys::named;
use quipu_kernel::communities::{Clustering, Community, FullRun, Seat};
use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

use super::report::Report;
use super::written::of_state;
use crate::base::paging;
use crate::base::ports::{Kept, StoreError, Write};

/// Number of seats per value.
const PART: usize = 1 << 20;
/// Bytes of a seat: key, leaf, hash of its ties, marks.
const SEAT: usize = 29;
/// Rows per write.
const PAGE: usize = 2_000;

#[derive(Serialize, Deserialize)]
struct Head {
    change: u64,
    /// The rules by which it was made.
    rules: String,
    chunks: u32,
    quality: f64,
    full: (u64, u32, f64),
    seats: usize,
    /// Id, parent, level, whether it does not fall apart.
    communities: Vec<(Key, Option<u32>, u32, bool)>,
}

/// The stored clustering, with its rules.
pub(super) async fn clustering(shelf: &dyn Kept) -> Result<Option<(String, Clustering)>, StoreError> {
    let Some(head) = shelf.get(&named("head")).await? else { return Ok(None) };
    let Ok(head) = serde_json::from_slice::<Head>(&head) else { return Ok(None) };
    let mut seats = Vec::with_capacity(head.seats);
    for part in 0..head.seats.div_ceil(PART) {
        let bytes = shelf.get(&named(&format!("seats/{part}"))).await?.unwrap_or_default();
        seats.extend(bytes.as_chunks::<SEAT>().0.iter().map(read_seat));
    }
    // Two programs may have written concurrently.
    if seats.len() != head.seats {
        return Ok(None);
    }
    let community = |(id, parent, level, whole)| Community { id, parent, level, whole };
    let clustering = Clustering {
        change: head.change,
        chunks: head.chunks,
        quality: head.quality,
        full: FullRun { change: head.full.0, chunks: head.full.1, quality: head.full.2 },
        seats,
        communities: head.communities.into_iter().map(community).collect(),
    };
    Ok(Some((head.rules, clustering)))
}

/// Keeps a clustering.
pub(super) async fn keep(shelf: &dyn Kept, clustering: &Clustering, rules: &str) -> Result<(), StoreError> {
    let community = |of: &Community| (of.id, of.parent, of.level, of.whole);
    let full = &clustering.full;
    let head = Head {
        change: clustering.change,
        rules: rules.to_owned(),
        chunks: clustering.chunks,
        quality: clustering.quality,
        full: (full.change, full.chunks, full.quality),
        seats: clustering.seats.len(),
        communities: clustering.communities.iter().map(community).collect(),
    };
    let mut writes = vec![Write::Put { key: named("head"), value: serde_json::to_vec(&head).unwrap_or_default() }];
    for (part, seats) in clustering.seats.chunks(PART).enumerate() {
        let value = seats.iter().flat_map(seat_bytes).collect();
        writes.push(Write::Put { key: named(&format!("seats/{part}")), value });
    }
    shelf.write(writes).await
}

fn seat_bytes(seat: &Seat) -> [u8; SEAT] {
    let mut bytes = [0; SEAT];
    bytes[..16].copy_from_slice(seat.key.bytes());
    bytes[16..20].copy_from_slice(&seat.leaf.to_le_bytes());
    bytes[20..28].copy_from_slice(&seat.ties.to_le_bytes());
    bytes[28] = u8::from(seat.hub) | u8::from(seat.moved) << 1;
    bytes
}

fn read_seat(bytes: &[u8; SEAT]) -> Seat {
    let (mut key, mut leaf, mut ties) = ([0; 16], [0; 4], [0; 8]);
    key.copy_from_slice(&bytes[..16]);
    leaf.copy_from_slice(&bytes[16..20]);
    ties.copy_from_slice(&bytes[20..28]);
    Seat {
        key: Key::from_bytes(key),
        leaf: u32::from_le_bytes(leaf),
        ties: u64::from_le_bytes(ties),
        hub: bytes[28] & 1 > 0,
        moved: bytes[28] & 2 > 0,
    }
}

/// A report as it is kept: most stand, and need not be read.
pub(super) struct KeptReport {
    /// A hash of its inputs.
    pub(super) input: Key,
    /// The report, as JSON.
    json: Vec<u8>,
}

impl KeptReport {
    pub(super) fn of(report: &Report) -> Self {
        Self { input: report.input, json: serde_json::to_vec(report).unwrap_or_default() }
    }

    /// The report.
    pub(super) fn read(&self) -> Option<Report> {
        serde_json::from_slice(&self.json).ok()
    }
}

/// The reports that are kept, with the ids of their communities.
pub(super) async fn kept_reports(shelf: &dyn Kept) -> Result<Vec<(Key, KeptReport)>, StoreError> {
    let prefix = named("report/");
    let rows = paging::rows(shelf, &prefix).await?;
    let read = |(key, mut row): (Vec<u8>, Vec<u8>)| {
        let id = Key::from_bytes(key[prefix.len()..].try_into().ok()?);
        let input = Key::from_bytes(row.get(..16)?.try_into().ok()?);
        row.drain(..16);
        Some((id, KeptReport { input, json: row }))
    };
    Ok(rows.into_iter().filter_map(read).collect())
}

/// The reports that are kept.
pub(super) async fn reports(shelf: &dyn Kept) -> Result<Vec<Report>, StoreError> {
    Ok(kept_reports(shelf).await?.iter().filter_map(|(_, kept)| kept.read()).collect())
}

/// A vector of a report, with its input and its model.
pub(super) struct ReportVector {
    pub(super) input: Key,
    pub(super) vector: Vec<f32>,
}

/// The vectors of a model that are kept, by the ids of their communities.
pub(super) async fn vectors(shelf: &dyn Kept, model: &str) -> Result<Vec<(Key, ReportVector)>, StoreError> {
    let (prefix, model) = (named("vector/"), Key::text(model));
    let rows = paging::rows(shelf, &prefix).await?;
    let read = |(key, value): &(Vec<u8>, Vec<u8>)| {
        let id = Key::from_bytes(key[prefix.len()..].try_into().ok()?);
        let (head, numbers) = value.split_at_checked(32)?;
        let [of, input] = [&head[..16], &head[16..]].map(|bytes| bytes.try_into().ok().map(Key::from_bytes));
        let vector = numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        (of? == model).then_some((id, ReportVector { input: input?, vector }))
    };
    Ok(rows.iter().filter_map(read).collect())
}

/// Keeps vectors of a model.
pub(super) async fn keep_vectors(
    shelf: &dyn Kept,
    model: &str,
    vectors: &[(Key, ReportVector)],
) -> Result<(), StoreError> {
    let model = Key::text(model);
    let put = |(id, of): &(Key, ReportVector)| {
        let numbers = of.vector.iter().flat_map(|number| number.to_le_bytes());
        let value = model.bytes().iter().chain(of.input.bytes()).copied().chain(numbers).collect();
        Write::Put { key: keyed("vector/", *id), value }
    };
    shelf.write(vectors.iter().map(put).collect()).await
}

/// Keeps reports.
pub(super) async fn keep_reports(shelf: &dyn Kept, reports: &[Report]) -> Result<(), StoreError> {
    for some in reports.chunks(PAGE) {
        let put = |report: &Report| {
            let kept = KeptReport::of(report);
            Write::Put {
                key: keyed("report/", report.community),
                value: [&kept.input.bytes()[..], &kept.json].concat(),
            }
        };
        shelf.write(some.iter().map(put).collect()).await?;
    }
    Ok(())
}

/// Drops the reports of communities that are gone, and their vectors.
pub(super) async fn drop_reports(shelf: &dyn Kept, gone: &[Key]) -> Result<(), StoreError> {
    for some in gone.chunks(PAGE) {
        let of = |key: &Key| ["report/", "vector/"].map(|row| Write::Remove { key: keyed(row, *key) });
        let written = some.iter().flat_map(|key| of_state(*key));
        shelf.write(some.iter().flat_map(of).chain(written).collect()).await?;
    }
    Ok(())
}

/// True if every report of a change was made, by these rules.
pub(super) async fn is_done(shelf: &dyn Kept, change: u64, rules: &str) -> Result<bool, StoreError> {
    Ok(shelf.get(&named("done")).await?.is_some_and(|done| done == said(change, rules)))
}

/// Marks that every report of a change was made, by these rules.
pub(super) async fn keep_done(shelf: &dyn Kept, change: u64, rules: &str) -> Result<(), StoreError> {
    shelf.put(&named("done"), &said(change, rules)).await
}

fn said(change: u64, rules: &str) -> Vec<u8> {
    format!("{change} {rules}").into_bytes()
}

/// Drops everything that is kept of communities.
pub(super) async fn clear(shelf: &dyn Kept) -> Result<(), StoreError> {
    paging::retain(shelf, PREFIX.as_bytes(), |_| false).await.map(drop)
}
