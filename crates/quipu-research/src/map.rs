//! The map of papers: similar papers, citations, communities, and papers between others.

use std::collections::{BTreeMap, BTreeSet};

use quipu::Error;
use quipu::documents::workers;
use quipu::extend::{Outcome, aside};
use quipu_engine::EngineError;
use quipu_engine::graph::{SimilarQuery, similar_among};
use quipu_kernel::communities::{Resolution, UNIT, Weighted, leiden};
use quipu_kernel::model::Key;
use quipu_papers::network::CitationNetwork;
use serde::{Deserialize, Serialize};

use crate::Papers;
use crate::card::PaperCard;
use crate::citing::{counts, indexed, ties};
use crate::shelf::KeptPaper;

/// Number of nearest papers of each paper.
pub const NEAREST: usize = 3;
/// Above which cosine two papers are alike.
pub const LEAST: f32 = quipu::graph::ALIKE;
/// Weight of a citation in a community beside a cosine.
const CITATION: f64 = 0.5;
/// Maximal number of papers in each list.
const LISTED: usize = 10;

/// Two papers that are alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AlikePapers {
    /// Id of one.
    pub source: String,
    /// Id of the other.
    pub target: String,
    /// Cosine of the means of their chunks' vectors, as counted from the model's background.
    pub weight: f32,
}

/// A paper that cites another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CitingPapers {
    /// Id of the one that cites.
    pub source: String,
    /// Id of the one that is cited.
    pub target: String,
}

/// A paper between others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct BridgePaper {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The share of the shortest paths between two others that lead through it.
    pub share: f64,
}

/// A map of papers. Papers are named by their ids everywhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperMap {
    /// The papers, each with the number of its community; the largest community is 0.
    pub papers: Vec<PaperCard>,
    /// Pairs that are alike, each once, the most alike first; none where there are no vectors.
    pub alike: Vec<AlikePapers>,
    /// Citations among the papers.
    pub cites: Vec<CitingPapers>,
    /// Ids of papers that many of the others cite.
    pub prior: Vec<String>,
    /// Ids of papers that cite many of the others.
    pub derivative: Vec<String>,
    /// Papers that stand between others, the most of all first.
    pub bridges: Vec<BridgePaper>,
}

impl Papers {
    /// The map of papers, by any of their names; of all papers without names. With at most `nearest` nearest of each
    /// above a cosine.
    ///
    /// # Errors
    /// When one is no paper, or the workspace cannot be read.
    pub fn map(&self, names: Vec<String>, nearest: usize, least: f32) -> Outcome<PaperMap> {
        let quipu = self.clone();
        aside(move || async move {
            let papers = quipu.chosen(&names).await?;
            let alike = quipu.alike(&papers, nearest, least).await?;
            Ok(drawn(&papers, &alike))
        })
    }

    /// Pairs of papers that are alike, by their places in the list, the most alike first; none where there are no
    /// vectors.
    pub(super) async fn alike(
        &self,
        papers: &[KeptPaper],
        nearest: usize,
        least: f32,
    ) -> Result<Vec<(usize, usize, f32)>, Error> {
        let query = SimilarQuery { of: None, k: nearest, least, workers: workers() };
        let keys: BTreeSet<Key> = papers.iter().map(|kept| Key::document(&kept.document)).collect();
        let alike = match similar_among(&self.reading()?, query, Some(&keys)).await {
            Ok(similar) => similar.pairs,
            Err(EngineError::NoVectors) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let places: BTreeMap<&str, usize> =
            papers.iter().enumerate().map(|(at, kept)| (kept.document.as_str(), at)).collect();
        let pair = |a: &str, b: &str| Some((*places.get(a)?, *places.get(b)?));
        Ok(alike.iter().filter_map(|of| pair(&of.a, &of.b).map(|(a, b)| (a, b, of.cosine))).collect())
    }
}

fn drawn(papers: &[KeptPaper], alike: &[(usize, usize, f32)]) -> PaperMap {
    let known = indexed(papers);
    let cites = ties(papers, &known);
    let counts = counts(papers, &known);
    let mut cards: Vec<PaperCard> = papers.iter().map(|kept| PaperCard::of(kept, &counts)).collect();
    for (card, community) in cards.iter_mut().zip(communities(papers.len(), alike, &cites)) {
        card.community = Some(community);
    }
    let network = CitationNetwork::new(papers.len(), cites.iter().copied());
    let pairs: Vec<(usize, usize)> = alike.iter().map(|(a, b, _)| (*a, *b)).collect();
    let bridges = network.bridges(&pairs).into_iter().take(LISTED);
    let id = |at: usize| cards[at].id.clone();
    let ids = |of: Vec<usize>| of.into_iter().take(LISTED).map(id).collect();
    PaperMap {
        alike: alike
            .iter()
            .map(|(a, b, weight)| AlikePapers { source: id(*a), target: id(*b), weight: *weight })
            .collect(),
        cites: cites.iter().map(|(from, to)| CitingPapers { source: id(*from), target: id(*to) }).collect(),
        prior: ids(network.prior()),
        derivative: ids(network.derivative()),
        bridges: bridges.map(|(at, share)| BridgePaper { id: id(at), title: cards[at].title.clone(), share }).collect(),
        papers: cards,
    }
}

/// The community of each paper by likeness and citations, numbered from the largest on.
fn communities(count: usize, alike: &[(usize, usize, f32)], cites: &[(usize, usize)]) -> Vec<usize> {
    let mut weights: BTreeMap<(u32, u32), f64> = BTreeMap::new();
    let mut add = |a: usize, b: usize, weight: f64| {
        *weights.entry((a.min(b) as u32, a.max(b) as u32)).or_default() += weight;
    };
    alike.iter().for_each(|(a, b, cosine)| add(*a, *b, f64::from(*cosine)));
    cites.iter().for_each(|(from, to)| add(*from, *to, CITATION));
    let pairs: Vec<(u32, u32, u64)> =
        weights.into_iter().map(|((a, b), weight)| (a, b, (weight * UNIT) as u64)).collect();
    let parts = leiden(&Weighted::of(count, &pairs), Resolution::new(1.0));
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    parts.iter().for_each(|part| *sizes.entry(*part).or_default() += 1);
    let mut order: Vec<(u32, usize)> = sizes.into_iter().collect();
    order.sort_by_key(|(part, size)| (std::cmp::Reverse(*size), *part));
    let number: BTreeMap<u32, usize> = order.into_iter().enumerate().map(|(at, (part, _))| (part, at)).collect();
    parts.iter().map(|part| number[part]).collect()
}
