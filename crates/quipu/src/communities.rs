//! The graph as a whole: communities of entities, with reports.

use std::sync::Arc;

use quipu_engine::CommunityShelf;
use quipu_engine::base::entity_named as one;
use quipu_engine::communities::{CommunityMap, bring_up, current, estimate_reports, write_up};
use quipu_engine::gateway::Price;
use quipu_engine::index::Watch;
use serde::Serialize;

pub use quipu_engine::communities::{
    ClusterProgress, ClusterReport, CommunityBrief, LevelEstimate, MissingReport, Report, ReportBy, ReportEstimate,
    ReportRelation, ShownCommunity, ShownFinding, Stale, WrittenReports,
};

use crate::job::{Job, Outcome, Working, aside};
pub use crate::models::ReportWriting;
use crate::models::Scribe;
use crate::{Error, Quipu, open};

/// The communities of a workspace.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct CommunityList {
    /// Number of the change whose state they show.
    pub change: u64,
    /// The communities: parts follow their parent, the most important first.
    pub communities: Vec<CommunityBrief>,
    /// Number of communities at all levels.
    pub total: u64,
}

impl Quipu {
    /// Brings communities and their reports up to date, as far as changes touch them. With `full` all of them are
    /// computed again, as in a fresh index, with new ids; with `write` the model that the settings name for
    /// descriptions writes the reports that are missing or stale.
    pub fn cluster(&self, full: bool, write: Option<ReportWriting>) -> Job<ClusterProgress, ClusterReport> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let watch = Watch { progress: Some(teller.listener(|at| at)), stop };
            let (workspace, shelf) = (quipu.reading()?, quipu.community_shelf());
            let Some(write) = write else { return Ok(bring_up(&workspace, &shelf, full, &watch).await?) };
            let scribe = Scribe::new(&quipu, write)?;
            let report = write_up(&workspace, &shelf, full, &scribe.writer(), &watch).await;
            scribe.finish()?;
            Ok(report?)
        })
    }

    /// An estimate of writing the reports that are missing or stale, and true if prices are known; no model is called.
    ///
    /// # Errors
    /// When no model is named, or the workspace cannot be read.
    pub fn estimate_reports(&self, write: ReportWriting) -> Outcome<(ReportEstimate, bool)> {
        let quipu = self.clone();
        aside(move || async move {
            let scribe = Scribe::new(&quipu, write)?;
            let (workspace, shelf, price) = (quipu.reading()?, quipu.community_shelf(), scribe.price());
            let estimate = estimate_reports(&workspace, &shelf, &scribe.writer(), price).await?;
            Ok((estimate, price != Price::default()))
        })
    }

    /// The communities down to a level, 0 for the outermost, at most so many, brought up to date.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the shelf cannot be written.
    pub fn communities(&self, deepest: u32, most: usize) -> Outcome<CommunityList> {
        let quipu = self.clone();
        aside(move || async move {
            let map = quipu.community_map().await?;
            let total = map.reports().count() as u64;
            let mut communities = map.list(deepest);
            communities.truncate(most);
            Ok(CommunityList { change: map.change, communities, total })
        })
    }

    /// The reports of the communities down to a level, 0 for the outermost, at most so many, with their citations.
    ///
    /// # Errors
    /// As [`Quipu::communities`].
    pub fn reports(&self, deepest: u32, most: usize) -> Outcome<Vec<ShownCommunity>> {
        let quipu = self.clone();
        aside(move || async move {
            let (workspace, map) = (quipu.reading()?, quipu.community_map().await?);
            let mut reports = Vec::new();
            for brief in map.list(deepest).into_iter().take(most) {
                reports.extend(map.show(&*workspace.store, brief.id).await?);
            }
            Ok(reports)
        })
    }

    /// A community by its id or a prefix of that, or the one of an entity by its name; none if there is no such.
    ///
    /// # Errors
    /// When the workspace cannot be read, the shelf cannot be written, or the name means several things.
    pub fn community(&self, name: &str) -> Outcome<Option<ShownCommunity>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move {
            let (workspace, map) = (quipu.reading()?, quipu.community_map().await?);
            let found = match map.find(&name) {
                Some(id) => Some(id),
                None => match one(&*workspace.store, &name).await {
                    Ok((entity, _)) => map.of(entity.key),
                    Err(quipu_engine::EngineError::Unnamed { .. }) => None,
                    Err(error) => return Err(error.into()),
                },
            };
            match found {
                Some(id) => Ok(map.show(&*workspace.store, id).await?),
                None => Ok(None),
            }
        })
    }

    async fn community_map(&self) -> Result<Arc<CommunityMap>, Error> {
        Ok(current(&self.reading()?, &self.community_shelf()).await?)
    }

    /// The shelf of communities, with the options of clustering.
    pub(crate) fn community_shelf(&self) -> CommunityShelf {
        open::community_shelf(self.location(), self.settings())
    }
}
