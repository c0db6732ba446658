//! Papers near others: by their texts, by common references (bibliographic coupling), by common citing papers
//! (co-citation), by common concepts.

use std::collections::{BTreeMap, BTreeSet};

use quipu::Error;
use quipu::extend::{Outcome, aside};
use quipu_papers::network::CitationNetwork;
use quipu_papers::references::KnownPapers;
use serde::Serialize;

use crate::Papers;
use crate::card::PaperCard;
use crate::citing::paper_at;
use crate::citing::{counts, indexed, ties};
use crate::knowledge::graph;
use crate::shelf::KeptPaper;

/// Number of nearest papers of each paper that are looked at.
const MOST_ALIKE: usize = 50;
/// Maximal number of concepts in a reason.
const NAMED: usize = 4;

/// Kinds of nearness of papers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaperNearness {
    /// By all of it: the mean.
    #[default]
    All,
    /// By the means of their chunks' vectors.
    Likeness,
    /// By common references.
    Coupling,
    /// By who cites both.
    Cocitation,
    /// By concepts that both speak of.
    Entities,
}

impl PaperNearness {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::All, Self::Likeness, Self::Coupling, Self::Cocitation, Self::Entities];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Likeness => "likeness",
            Self::Coupling => "coupling",
            Self::Cocitation => "cocitation",
            Self::Entities => "entities",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// A paper near others.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RelatedPaper {
    /// The paper.
    #[serde(flatten)]
    pub paper: PaperCard,
    /// Nearness, 0 to 1.
    pub score: f64,
    /// The reasons, as lines for people.
    pub why: Vec<String>,
}

impl Papers {
    /// Papers near others, the nearest first, at most `most`.
    ///
    /// # Errors
    /// When one is no paper, or the workspace cannot be read.
    pub fn related(&self, names: Vec<String>, by: PaperNearness, most: usize) -> Outcome<Vec<RelatedPaper>> {
        let quipu = self.clone();
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let of: BTreeSet<usize> = names.iter().map(|name| paper_at(&papers, name)).collect::<Result<_, Error>>()?;
            let known = indexed(&papers);
            let near = quipu.nearness(&papers, &known, &of, by).await?;
            let counts = counts(&papers, &known);
            let mut found: Vec<RelatedPaper> = (near.into_iter().enumerate())
                .filter(|(at, (score, _))| !of.contains(at) && *score > 0.0)
                .map(|(at, (score, why))| RelatedPaper { paper: PaperCard::of(&papers[at], &counts), score, why })
                .collect();
            found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.paper.id.cmp(&b.paper.id)));
            found.truncate(most);
            Ok(found)
        })
    }

    /// The nearness of each paper to the nearest of some, with the reasons.
    async fn nearness(
        &self,
        papers: &[KeptPaper],
        known: &KnownPapers,
        of: &BTreeSet<usize>,
        by: PaperNearness,
    ) -> Result<Vec<(f64, Vec<String>)>, Error> {
        let wanted = |one: PaperNearness| by == one || by == PaperNearness::All;
        let mut near: Vec<(f64, Vec<String>)> = vec![(0.0, Vec::new()); papers.len()];
        let parts = if by == PaperNearness::All { 4.0 } else { 1.0 };
        let mut add = |at: usize, score: f64, why: String| {
            if score > 0.0 {
                near[at].0 += score / parts;
                near[at].1.push(why);
            }
        };
        if wanted(PaperNearness::Likeness) {
            for (at, cosine) in self.likeness(papers, of).await? {
                add(at, f64::from(cosine), format!("alike: {cosine:.2}"));
            }
        }
        let network = CitationNetwork::new(papers.len(), ties(papers, known));
        let best = |at: usize, nearness: &dyn Fn(usize, usize) -> f64| {
            of.iter().map(|one| nearness(*one, at)).fold(0.0, f64::max)
        };
        for at in 0..papers.len() {
            if wanted(PaperNearness::Coupling) {
                let score = best(at, &|a, b| network.coupling(a, b));
                add(at, score, format!("cites the same: {score:.2}"));
            }
            if wanted(PaperNearness::Cocitation) {
                let score = best(at, &|a, b| network.cocitation(a, b));
                add(at, score, format!("cited together: {score:.2}"));
            }
        }
        if wanted(PaperNearness::Entities) {
            for (at, score, names) in spoken(papers, of) {
                add(at, score, format!("speak of {}", names.join(", ")));
            }
        }
        Ok(near)
    }

    async fn likeness(&self, papers: &[KeptPaper], of: &BTreeSet<usize>) -> Result<Vec<(usize, f32)>, Error> {
        let mut best: BTreeMap<usize, f32> = BTreeMap::new();
        for (a, b, cosine) in self.alike(papers, papers.len().min(MOST_ALIKE), 0.0).await? {
            let other = match (of.contains(&a), of.contains(&b)) {
                (true, false) => b,
                (false, true) => a,
                _ => continue,
            };
            let known = best.entry(other).or_default();
            *known = known.max(cosine);
        }
        Ok(best.into_iter().collect())
    }
}

/// The papers with concepts of some: the share of those concepts, and their names.
fn spoken(papers: &[KeptPaper], of: &BTreeSet<usize>) -> Vec<(usize, f64, Vec<String>)> {
    let graph = graph(papers);
    let ours: Vec<_> = graph.concepts.iter().filter(|one| one.papers.iter().any(|at| of.contains(at))).collect();
    let near = |at: usize| {
        let both: Vec<_> = ours.iter().filter(|one| one.papers.contains(&at)).collect();
        let names: Vec<String> = both.iter().take(NAMED).map(|one| one.name.clone()).collect();
        (!both.is_empty()).then(|| (at, both.len() as f64 / ours.len() as f64, names))
    };
    (0..papers.len()).filter_map(near).collect()
}
