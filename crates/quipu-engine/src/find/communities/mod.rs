//! The graph as a whole: communities of entities, kept beside the truth, and a report on each.
//!
//! Communities are computed on demand: [`bring_up`] makes them the first time and
//! afterwards moves only entities touched by changes. Reports without a model are made then too, once per content.

mod contents;
mod extract;
mod fits;
mod keys;
pub(crate) mod labels;
mod picture;
mod report;
mod shelf;
mod told;
pub(crate) mod vectors;
pub(crate) mod words;
mod written;

use quipu_kernel::communities::ClusterRules;
use std::sync::Arc;
use std::time::Instant;

use quipu_kernel::communities::{Clustered, Clustering, Drift, NOBODY, cluster};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::communities::contents::Gathered;
use super::communities::extract::Grounds;
use super::communities::shelf::KeptReport;
use crate::base::gateway::Price;
use crate::base::ports::{Kept, Store};
use crate::base::{CommunityShelf, EngineError, Workspace};
use crate::write::index::Watch;

pub(crate) use fits::report_fits;
pub use picture::{Drawn as DrawnCommunities, coloured, picture as community_picture};
pub use report::{Report, ReportBy, ReportRelation, Stale};
pub use told::{CommunityBrief, CommunityMap, ShownCommunity, ShownFinding};
pub use words::{COMMUNITY_WORDS, CommunityWords, ReportFrame};
pub use written::{
    LevelEstimate, MissingReport, ReportEstimate, ReportFinding, ReportOptions, ReportWriter, WrittenReports,
};

/// Reports per write.
const TOGETHER: usize = 200;

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClusterProgress {
    /// Reports checked.
    pub reports: u64,
    /// Number of all.
    pub of: u64,
}

/// The result of a run, with the state of the communities.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ClusterReport {
    /// Number of the change whose state they show.
    pub change: u64,
    /// Number of communities at each level.
    pub levels: Vec<u64>,
    /// Number of entities in a community.
    pub entities: u64,
    /// Number of entities without ties.
    pub untied: u64,
    /// Names of the hubs, which are guests where they are.
    pub hubs: Vec<String>,
    /// Modularity of level 0.
    pub quality: f64,
    /// Modularity less that of the last full run.
    pub drift: f64,
    /// The share of entities that moved since then.
    pub moved: f64,
    /// The share of chunks by which their number changed since then.
    pub grown: f64,
    /// True if a full run is advised.
    pub far: bool,
    /// True if this was one.
    pub full: bool,
    /// Reports that were made.
    pub made: u64,
    /// Reports that were up to date.
    pub stood: u64,
    /// The result of writing reports, with a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<WrittenReports>,
    /// True if it was stopped before every report was made; the next run continues.
    pub stopped: bool,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// True if communities show the state that a store is in, made by these rules and each with its report.
///
/// # Errors
/// When the store or the shelf cannot be read.
async fn is_current(workspace: &Workspace, kept: &CommunityShelf) -> Result<bool, EngineError> {
    let change = workspace.store.status().await?.change;
    Ok(shelf::is_done(&*kept.shelf, change, &kept.options.recipe()).await?)
}

/// The communities of a workspace, brought up to date if necessary.
///
/// # Errors
/// When the store or the embedding model fails, or the shelf cannot be read or written.
pub async fn current(workspace: &Workspace, kept: &CommunityShelf) -> Result<Arc<CommunityMap>, EngineError> {
    if !is_current(workspace, kept).await? {
        bring_up(workspace, kept, false, &Watch::default()).await?;
    }
    let map = remembered(&*kept.shelf).await?;
    if map.is_whole() {
        return Ok(map);
    }
    // What was damaged and taken out is made again.
    bring_up(workspace, kept, false, &Watch::default()).await?;
    remembered(&*kept.shelf).await
}

/// The map of communities, cached until the next write.
async fn remembered(shelf: &dyn Kept) -> Result<Arc<CommunityMap>, EngineError> {
    // The mark is older than the data read: a write meanwhile causes another read.
    let mark = shelf.mark()?;
    let memo = mark.and_then(|mark| Some((mark, shelf.memo()?)));
    if let Some(map) = memo.and_then(|(mark, memo)| memo.at::<CommunityMap>(mark)) {
        return Ok(map);
    }
    let map = Arc::new(CommunityMap::read(shelf).await?);
    if let Some((mark, memo)) = memo {
        memo.keep(mark, map.clone());
    }
    Ok(map)
}

/// Brings communities and their reports up to date, and keeps them. Needs a tokio runtime.
///
/// # Errors
/// When the store or the embedding model fails, or the shelf cannot be written.
pub async fn bring_up(
    workspace: &Workspace,
    kept: &CommunityShelf,
    full: bool,
    watch: &Watch<ClusterProgress>,
) -> Result<ClusterReport, EngineError> {
    Ok(brought_up(workspace, kept, full, watch).await?.0)
}

/// Brings communities up to date, and lets a model write reports that are missing or stale.
///
/// # Errors
/// As [`bring_up`]; the failure of a model is part of the report.
pub async fn write_up(
    workspace: &Workspace,
    kept: &CommunityShelf,
    full: bool,
    writer: &ReportWriter<'_>,
    watch: &Watch<ClusterProgress>,
) -> Result<ClusterReport, EngineError> {
    let (mut report, (gathered, clustered)) = brought_up(workspace, kept, full, watch).await?;
    if report.stopped {
        return Ok(report);
    }
    let began = Instant::now();
    let grounds = Grounds::new(&gathered, &clustered);
    let written = written::write_reports(&*workspace.store, &*kept.shelf, &grounds, writer, watch).await?;
    vectors::embed(workspace, &*kept.shelf).await?;
    report.written = Some(written);
    report.seconds += began.elapsed().as_secs_f64();
    Ok(report)
}

/// An estimate of writing the reports that are missing or stale; communities are brought up to date for that.
///
/// # Errors
/// As [`bring_up`].
pub async fn estimate_reports(
    workspace: &Workspace,
    kept: &CommunityShelf,
    writer: &ReportWriter<'_>,
    price: Price,
) -> Result<ReportEstimate, EngineError> {
    let (_, (gathered, clustered)) = brought_up(workspace, kept, false, &Watch::default()).await?;
    let grounds = Grounds::new(&gathered, &clustered);
    written::estimate_reports(&*workspace.store, &*kept.shelf, &grounds, writer, price).await
}

/// Brings communities up to date, and returns the data from which they were computed.
async fn brought_up(
    workspace: &Workspace,
    kept: &CommunityShelf,
    full: bool,
    watch: &Watch<ClusterProgress>,
) -> Result<(ClusterReport, (Gathered, Clustered)), EngineError> {
    let began = Instant::now();
    let (store, shelf, recipe) = (&*workspace.store, &*kept.shelf, kept.options.recipe());
    if full {
        shelf::clear(shelf).await?;
    }
    let before = shelf::clustering(shelf).await?.filter(|(rules, _)| *rules == recipe).map(|(_, before)| before);
    let gathered = Gathered::read(store).await?;
    let full = before.is_none();
    let (gathered, clustered) = clustered(gathered, kept.options.rules, before).await?;
    shelf::keep(shelf, &clustered.clustering, &recipe).await?;
    let mut report = reported(&gathered, &clustered.clustering);
    report.full = full;
    reports(store, shelf, &Grounds::new(&gathered, &clustered), watch, &mut report).await?;
    if !report.stopped {
        vectors::embed(workspace, shelf).await?;
        shelf::keep_done(shelf, gathered.change, &recipe).await?;
    }
    report.seconds = began.elapsed().as_secs_f64();
    Ok((report, (gathered, clustered)))
}

/// Clusters on a worker.
async fn clustered(
    gathered: Gathered,
    rules: ClusterRules,
    before: Option<Clustering>,
) -> Result<(Gathered, Clustered), EngineError> {
    let work = move || {
        let clustered = cluster(&gathered.contents(), &rules, before.as_ref());
        (gathered, clustered)
    };
    tokio::task::spawn_blocking(work).await.map_err(EngineError::died("clustering"))
}

/// Makes the reports that are missing, and drops those of communities that are gone.
async fn reports(
    store: &dyn Store,
    shelf: &dyn Kept,
    grounds: &Grounds<'_>,
    watch: &Watch<ClusterProgress>,
    told: &mut ClusterReport,
) -> Result<(), EngineError> {
    let mut known: FxHashMap<_, KeptReport> = shelf::kept_reports(shelf).await?.into_iter().collect();
    let (mut made, mut place) = (FxHashMap::default(), grounds.place());
    let mut fresh: Vec<Report> = Vec::new();
    for at in grounds.order() {
        let id = grounds.id(at);
        match known.remove(&id).filter(|report| grounds.stands(at, report)) {
            Some(report) => {
                told.stood += 1;
                made.insert(id, report);
            }
            None => {
                let report = grounds.report(store, at, &made, &mut place).await?;
                told.made += 1;
                made.insert(id, KeptReport::of(&report));
                fresh.push(report);
            }
        }
        if fresh.len() == TOGETHER {
            shelf::keep_reports(shelf, &std::mem::take(&mut fresh)).await?;
        }
        if let Some(progress) = &watch.progress {
            progress(&ClusterProgress { reports: told.made + told.stood, of: grounds.len() as u64 });
        }
        if watch.stop.asked() {
            told.stopped = true;
            break;
        }
    }
    shelf::keep_reports(shelf, &fresh).await?;
    if !told.stopped {
        let mut gone: Vec<_> = known.into_keys().collect();
        gone.sort_unstable();
        shelf::drop_reports(shelf, &gone).await?;
    }
    Ok(())
}

fn reported(gathered: &Gathered, clustering: &Clustering) -> ClusterReport {
    let levels = clustering.communities.iter().map(|community| community.level + 1).max().unwrap_or(0);
    let at = |level: u32| clustering.communities.iter().filter(|community| community.level == level).count() as u64;
    let seated = clustering.seats.iter().filter(|seat| seat.leaf != NOBODY).count();
    let name = |key| gathered.keys.binary_search(&key).ok().map(|at| gathered.names[at].clone());
    let drift = clustering.drift();
    let Drift { quality, moved, chunks } = drift;
    ClusterReport {
        change: clustering.change,
        levels: (0..levels).map(at).collect(),
        entities: seated as u64,
        untied: (clustering.seats.len() - seated) as u64,
        hubs: clustering.hubs().filter_map(name).collect(),
        quality: clustering.quality,
        drift: quality,
        moved,
        grown: chunks,
        far: drift.is_far(),
        ..ClusterReport::default()
    }
}
