//! The graph as a whole: communities of entities, and what each is about.

use quipu_engine::CommunityShelf;
use quipu_engine::communities::{CommunityMap, bring_up, current};
use quipu_engine::graph::one;
use quipu_engine::index::Watch;
use serde::Serialize;

pub use quipu_engine::communities::{
    ClusterProgress, ClusterReport, CommunityBrief, Report, ReportBy, ReportRelation, ShownCommunity,
};

use crate::job::{Job, Outcome, Working, aside};
use crate::{Error, Quipu};

/// The communities of a workspace.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CommunityList {
    /// Number of the change whose state they show.
    pub change: u64,
    /// The communities: parts follow what they are parts of, those that matter most first.
    pub communities: Vec<CommunityBrief>,
    /// How many there are at all levels.
    pub total: u64,
}

impl Quipu {
    /// Brings communities and their reports up to date: what the changes since touch moves. With `full` all is made anew, as
    /// of a fresh index, ids too.
    pub fn cluster(&self, full: bool) -> Job<ClusterProgress, ClusterReport> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let watch = Watch { progress: Some(teller.listener(|at| at)), stop };
            Ok(bring_up(&quipu.reading()?, &quipu.community_shelf(), full, &watch).await?)
        })
    }

    /// The communities down to a level, 0 for the outermost, at most so many, brought up to date.
    ///
    /// # Errors
    /// When the workspace cannot be read, or what is kept cannot be written.
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

    /// A community by its id or how that begins, or the one of an entity by its name; none where there is no such.
    ///
    /// # Errors
    /// When the workspace cannot be read, what is kept cannot be written, or the name means several things.
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

    async fn community_map(&self) -> Result<CommunityMap, Error> {
        Ok(current(&self.reading()?, &self.community_shelf()).await?)
    }

    /// Where communities are kept, and how they are made.
    pub(crate) fn community_shelf(&self) -> CommunityShelf {
        CommunityShelf { shelf: self.shelves().communities, options: self.settings().clustering() }
    }
}
