//! Communities as data for interfaces: the tree, and one of them with its members and its sentences as quotes.

use quipu_kernel::communities::{Clustering, CommunityTree, NOBODY};
use quipu_kernel::model::{Key, Kind};
use quipu_language::answer::nearest;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::report::{Report, ReportBy, ReportRelation, Stale};
use super::shelf;
use super::written::{ReportFinding, WrittenReport, written};
use crate::base::EngineError;
use crate::base::citation::Quote;
use crate::base::graph::OwnedChunks;
use crate::base::ports::{Kept, Store};

/// A community in a list.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct CommunityBrief {
    /// Its id, which lasts.
    pub id: Key,
    /// The community that it is a part of; none at level 0.
    pub parent: Option<Key>,
    /// Its level.
    pub level: u32,
    /// Its title.
    pub title: String,
    /// The author of its report.
    pub by: ReportBy,
    /// Number of its entities.
    pub entities: u64,
    /// Number of chunks that mention at least one of them.
    pub chunks: u64,
    /// Number of documents.
    pub documents: u64,
    /// Its importance, from 0 to 10.
    pub rating: f64,
    /// Its characteristic words.
    pub words: Vec<String>,
    /// True if it exceeds the size limit and cannot be split.
    pub whole: bool,
    /// The staleness of a written report; none if it is up to date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<Stale>,
}

/// All communities of a workspace with their reports.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommunityMap {
    /// Number of the change whose state they show.
    pub change: u64,
    clustering: Clustering,
    reports: FxHashMap<Key, Report>,
    /// The place of each community, by its id.
    places: FxHashMap<Key, u32>,
    /// The parts of each community.
    children: Vec<Vec<u32>>,
}

/// A community with all that is known of it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownCommunity {
    /// The community in short.
    #[serde(flatten)]
    pub brief: CommunityBrief,
    /// Its parts, those that matter most first.
    pub parts: Vec<CommunityBrief>,
    /// The names in its middle, the most central first.
    pub names: Vec<String>,
    /// Number of its entities of each kind.
    pub kinds: Vec<(Kind, u64)>,
    /// The relations stated most between its members.
    pub relations: Vec<ReportRelation>,
    /// The summary, in a written report.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The findings, in a written report, the most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<ShownFinding>,
    /// The most informative sentences.
    pub sentences: Vec<Quote>,
}

/// A finding of a written report, with the sentences that support it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownFinding {
    /// The summary.
    pub summary: String,
    /// At length.
    pub explanation: String,
    /// The most relevant sentences of its chunks.
    pub quotes: Vec<Quote>,
}

impl CommunityMap {
    /// The stored communities.
    ///
    /// # Errors
    /// When the shelf cannot be read.
    pub async fn read(shelf: &dyn Kept) -> Result<Self, EngineError> {
        let Some((_, clustering)) = shelf::clustering(shelf).await? else { return Ok(Self::default()) };
        let reports = attached(shelf::reports(shelf).await?, &written(shelf).await?);
        let places = (0..).zip(&clustering.communities).map(|(at, of)| (of.id, at)).collect();
        let children = clustering.tree().children();
        Ok(Self { change: clustering.change, clustering, reports, places, children })
    }

    /// True if there are no communities.
    pub fn is_empty(&self) -> bool {
        self.clustering.communities.is_empty()
    }

    /// True if every community has its report.
    pub(super) fn is_whole(&self) -> bool {
        self.clustering.communities.iter().all(|of| self.reports.contains_key(&of.id))
    }

    /// The report of each community, with its position and its level.
    pub fn reports(&self) -> impl Iterator<Item = (u32, u32, &Report)> {
        let placed = (0..).zip(&self.clustering.communities);
        placed.filter_map(|(at, of)| Some((at, of.level, self.reports.get(&of.id)?)))
    }

    /// The communities as a tree.
    pub fn tree(&self) -> CommunityTree {
        self.clustering.tree()
    }

    /// The id and the title of the community at a position.
    pub fn named(&self, at: u32) -> Option<(Key, &str)> {
        let id = self.clustering.communities[at as usize].id;
        Some((id, self.reports.get(&id)?.title.as_str()))
    }

    /// The communities that hold an entity, the innermost first.
    pub fn around(&self, entity: Key) -> Vec<u32> {
        let seats = &self.clustering.seats;
        let Ok(seat) = seats.binary_search_by_key(&entity, |seat| seat.key) else { return Vec::new() };
        let inner = Some(seats[seat].leaf).filter(|leaf| *leaf != NOBODY);
        let parent = |at: &u32| self.clustering.communities[*at as usize].parent;
        std::iter::successors(inner, parent).collect()
    }

    /// The report of the community at a position.
    pub(super) fn report(&self, at: u32) -> Option<&Report> {
        self.reports.get(&self.clustering.communities[at as usize].id)
    }

    /// The position of a community.
    pub(super) fn place(&self, id: Key) -> Option<u32> {
        self.places.get(&id).copied()
    }

    /// The position of the deepest community of an entity.
    pub fn leaf(&self, entity: Key) -> Option<u32> {
        let seats = &self.clustering.seats;
        let seat = seats.binary_search_by_key(&entity, |seat| seat.key).ok().map(|at| seats[at])?;
        (seat.leaf != NOBODY).then_some(seat.leaf)
    }

    /// The entities of the community at a position, those of its parts among them.
    pub fn members(&self, at: u32) -> impl Iterator<Item = Key> {
        let inside = move |leaf: u32| leaf != NOBODY && self.upwards(leaf).any(|above| above == at);
        self.clustering.seats.iter().filter(move |seat| inside(seat.leaf)).map(|seat| seat.key)
    }

    /// The communities that hold one, by position, itself first.
    pub fn upwards(&self, at: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(at), |at| self.clustering.communities[*at as usize].parent)
    }

    /// All communities down to a level: parts follow their parent, the most important first.
    pub fn list(&self, deepest: u32) -> Vec<CommunityBrief> {
        let mut out = Vec::new();
        self.add(None, deepest, &mut out);
        out
    }

    fn add(&self, parent: Option<Key>, deepest: u32, out: &mut Vec<CommunityBrief>) {
        for brief in self.parts(parent) {
            let (id, level) = (brief.id, brief.level);
            if level <= deepest {
                out.push(brief);
                self.add(Some(id), deepest, out);
            }
        }
    }

    fn parts(&self, parent: Option<Key>) -> Vec<CommunityBrief> {
        let communities = &self.clustering.communities;
        let roots = || (0..).zip(communities).filter(|(_, of)| of.parent.is_none()).map(|(at, _)| at).collect();
        let inside = match parent {
            None => roots(),
            Some(id) => self.places.get(&id).map(|at| self.children[*at as usize].clone()).unwrap_or_default(),
        };
        let mut found: Vec<CommunityBrief> = inside.into_iter().filter_map(|at| self.brief(at)).collect();
        found.sort_by(|x, y| y.rating.total_cmp(&x.rating).then(y.entities.cmp(&x.entities)).then(x.id.cmp(&y.id)));
        found
    }

    fn brief(&self, at: u32) -> Option<CommunityBrief> {
        let communities = &self.clustering.communities;
        let of = &communities[at as usize];
        let report = self.reports.get(&of.id)?;
        Some(CommunityBrief {
            id: of.id,
            parent: of.parent.map(|at| communities[at as usize].id),
            level: of.level,
            title: report.title.clone(),
            by: report.by,
            entities: report.entities,
            chunks: report.chunks,
            documents: report.documents,
            rating: report.rating,
            words: report.words.clone(),
            whole: of.whole,
            stale: report.stale,
        })
    }

    /// The deepest community of an entity.
    pub fn of(&self, entity: Key) -> Option<Key> {
        self.leaf(entity).map(|leaf| self.clustering.communities[leaf as usize].id)
    }

    /// A community by its id, or by how that begins.
    pub fn find(&self, id: &str) -> Option<Key> {
        let mut found = self.clustering.communities.iter().filter(|of| of.id.to_string().starts_with(id));
        found.next().filter(|_| found.next().is_none()).map(|of| of.id)
    }

    /// A community with all that is known of it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn show(&self, store: &dyn Store, id: Key) -> Result<Option<ShownCommunity>, EngineError> {
        let brief = self.places.get(&id).and_then(|at| self.brief(*at));
        let Some((brief, report)) = brief.zip(self.reports.get(&id)) else { return Ok(None) };
        Ok(Some(ShownCommunity {
            parts: self.parts(Some(id)),
            names: report.names.clone(),
            kinds: report.kinds.clone(),
            relations: report.relations.clone(),
            summary: report.summary.clone(),
            findings: findings(store, report).await?,
            sentences: quotes(store, report).await?,
            brief,
        }))
    }
}

/// The sentences of a report as quotes, as far as they stand in the store.
pub(super) async fn quotes(store: &dyn Store, report: &Report) -> Result<Vec<Quote>, EngineError> {
    let owned = OwnedChunks::read(store, report.sentences.iter().map(|one| one.chunk)).await?;
    let quoted = |one: &quipu_kernel::communities::report::ReportCandidate| {
        let stored = owned.chunks.get(&one.chunk)?;
        Quote::of(stored, owned.owner(stored)?, one.span).filter(|quote| quote.quote == one.text)
    };
    Ok(report.sentences.iter().filter_map(quoted).collect())
}

/// Reports by community, each with a model's report on it.
pub(super) fn attached(reports: Vec<Report>, written: &FxHashMap<Key, WrittenReport>) -> FxHashMap<Key, Report> {
    let attach = |report: Report| match written.get(&report.community) {
        Some(written) => report.with(written.clone()),
        None => report,
    };
    reports.into_iter().map(|report| (report.community, attach(report))).collect()
}

/// The findings of a report, each with the most relevant sentences, as far as the store has them.
async fn findings(store: &dyn Store, report: &Report) -> Result<Vec<ShownFinding>, EngineError> {
    let owned = OwnedChunks::read(store, report.findings.iter().flat_map(|one| one.chunks.iter().copied())).await?;
    let shown = |one: &ReportFinding| {
        let quoted = |chunk: &Key| {
            let stored = owned.chunks.get(chunk)?;
            let span = nearest(&stored.chunk.text, &one.explanation)?;
            Quote::of(stored, owned.owner(stored)?, span)
        };
        let quotes = one.chunks.iter().filter_map(quoted).collect();
        ShownFinding { summary: one.summary.clone(), explanation: one.explanation.clone(), quotes }
    };
    Ok(report.findings.iter().map(shown).collect())
}
