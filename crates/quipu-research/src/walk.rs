//! A walk through the concept graph of papers: from the concepts that a question names, along relations of either
//! direction.

use std::collections::BTreeSet;

use quipu::extend::{Outcome, aside};
use quipu_papers::concepts::around;
use serde::Serialize;

use crate::Papers;
use crate::card::card_id;
use crate::knowledge::{graph, said};
use crate::shelf::KeptPaper;

/// The surroundings of the concepts that a question names, in the shape of the action `graph`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperWalk {
    /// The result, in a line.
    pub response: String,
    /// Names of the concepts that the question names.
    pub matched: Vec<String>,
    /// The concepts that were reached, nearest first.
    #[serde(rename = "nodes")]
    pub concepts: Vec<ReachedConcept>,
    /// Relations between two of them.
    #[serde(rename = "edges")]
    pub relations: Vec<WalkedRelation>,
    /// Ids of the papers that speak of any.
    pub papers: Vec<String>,
    /// Always empty: each relation has its evidence.
    pub citations: Vec<String>,
}

/// A concept that was reached.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ReachedConcept {
    /// Its id within this walk: its name.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: crate::ConceptKind,
    /// Its distance in relations.
    pub depth: usize,
    /// Ids of the papers that speak of it.
    pub papers: Vec<String>,
}

/// A relation between two of them.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct WalkedRelation {
    /// Id of the one.
    pub source: String,
    /// The relation.
    pub relation: crate::TieKind,
    /// Id of the other.
    pub target: String,
    /// The paper and sentence that state it.
    pub evidence: StatedBy,
}

/// A paper and the sentence in which it states a relation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct StatedBy {
    /// Id of the paper.
    pub paper: String,
    /// Its sentence.
    pub quote: String,
}

impl Papers {
    /// Relations of papers around the concepts that a question names, up to a distance; by names of papers, or all of a
    /// session or the workspace.
    ///
    /// # Errors
    /// When one is no paper, or the workspace cannot be read.
    pub fn walk(
        &self,
        question: &str,
        names: Vec<String>,
        session: Option<String>,
        depth: usize,
    ) -> Outcome<PaperWalk> {
        let (quipu, question) = (self.clone(), question.to_owned());
        aside(move || async move {
            let papers = quipu.in_session(session.as_deref(), &names).await?;
            Ok(walked(&papers, &question, depth))
        })
    }
}

fn walked(papers: &[KeptPaper], question: &str, depth: usize) -> PaperWalk {
    let graph = graph(papers);
    let reached = around(&graph, question, depth);
    let ids: Vec<String> = papers.iter().map(card_id).collect();
    let name = |at: usize| graph.concepts[at].name.clone();
    let concept = |(at, depth): &(usize, usize)| ReachedConcept {
        id: name(*at),
        name: name(*at),
        kind: graph.concepts[*at].kind,
        depth: *depth,
        papers: graph.concepts[*at].papers.iter().map(|paper| ids[*paper].clone()).collect(),
    };
    let concepts: Vec<ReachedConcept> = reached.iter().map(concept).collect();
    let places: BTreeSet<usize> = reached.iter().map(|(at, _)| *at).collect();
    let inside = graph.ties.iter().filter(|tie| places.contains(&tie.source) && places.contains(&tie.target));
    let relations = inside.map(|tie| {
        let first = tie.papers.first().copied().unwrap_or_default();
        let quote = papers.get(first).and_then(|kept| said(kept, tie.sentence)).unwrap_or_default();
        let evidence = StatedBy { paper: ids.get(first).cloned().unwrap_or_default(), quote };
        WalkedRelation { source: name(tie.source), relation: tie.kind, target: name(tie.target), evidence }
    });
    let relations = relations.collect();
    let spoken = |id: &&String| concepts.iter().any(|concept| concept.papers.contains(id));
    let papers: Vec<String> = ids.iter().filter(spoken).cloned().collect();
    let matched: Vec<String> = concepts.iter().filter(|one| one.depth == 0).map(|one| one.name.clone()).collect();
    let response = format!("{} entities around {} matches, {} papers", concepts.len(), matched.len(), papers.len());
    PaperWalk { response, matched, concepts, relations, papers, citations: Vec::new() }
}
