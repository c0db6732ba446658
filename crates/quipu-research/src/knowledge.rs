//! The concept graph of papers (scholarly concept graph): concepts, methods, algorithms, data and metrics of titles and
//! abstracts, the relations that are stated between them, and the papers that state these.

use quipu::extend::{Outcome, aside};
use quipu_papers::concepts::{
    ConceptField, ConceptGraph, ConceptKind, ConceptPlace, Concepts, TieKind, around, joined, read,
};
use serde::{Deserialize, Serialize};

use crate::Papers;
use crate::card::card_id;
use crate::shelf::KeptPaper;

/// Maximal number of related concepts for a question.
const RELATED: usize = 8;
/// Maximal distance from the concepts of a question.
const DEPTH: usize = 2;

/// Something that papers speak of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperConcept {
    /// Its id within this graph.
    pub id: String,
    /// Its name, as most papers write it.
    pub name: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: ConceptKind,
    /// Other names.
    pub aliases: Vec<String>,
    /// Ids of the papers that speak of it.
    pub papers: Vec<String>,
}

/// A relation of two concepts, stated by papers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ConceptRelation {
    /// Id of the one.
    pub source: String,
    /// The relation.
    pub relation: TieKind,
    /// Id of the other.
    pub target: String,
    /// Ids of the papers that say it.
    pub papers: Vec<String>,
    /// The sentence of the first of them that does.
    pub said: Option<String>,
}

/// The concepts of papers and their relations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperKnowledge {
    /// The concepts, those of the most papers first.
    pub concepts: Vec<PaperConcept>,
    /// Relations between two of them.
    pub relations: Vec<ConceptRelation>,
}

/// A concept near those of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RelatedConcept {
    /// Its name.
    pub name: String,
    /// Distance in relations from the concepts of the question; 0 for those themselves.
    pub depth: usize,
    /// Ids of the papers that speak of it.
    pub papers: Vec<String>,
}

impl Papers {
    /// The concept graph of papers, by names of papers; of all papers without names. By rules, without a model.
    ///
    /// # Errors
    /// When one is no paper, or the workspace cannot be read.
    pub fn knowledge(&self, papers: Vec<String>) -> Outcome<PaperKnowledge> {
        let quipu = self.clone();
        aside(move || async move {
            let papers = quipu.chosen(&papers).await?;
            Ok(shown(&graph(&papers), &papers))
        })
    }

    /// Concepts that a question names, and those that papers relate to them, nearest first.
    ///
    /// # Errors
    /// As [`Papers::knowledge`].
    pub fn related_concepts(&self, question: &str, papers: Vec<String>) -> Outcome<Vec<RelatedConcept>> {
        let (quipu, question) = (self.clone(), question.to_owned());
        aside(move || async move { Ok(related(&quipu.chosen(&papers).await?, &question)) })
    }
}

/// Concepts that a question names, and those that papers relate to them, nearest first.
pub(super) fn related(papers: &[KeptPaper], question: &str) -> Vec<RelatedConcept> {
    let graph = graph(papers);
    let ids: Vec<String> = papers.iter().map(card_id).collect();
    let near = around(&graph, question, DEPTH).into_iter().take(RELATED);
    let related = near.map(|(at, depth)| RelatedConcept {
        name: graph.concepts[at].name.clone(),
        depth,
        papers: graph.concepts[at].papers.iter().map(|paper| ids[*paper].clone()).collect(),
    });
    related.collect()
}

/// The concepts of papers together, and their relations.
pub(super) fn graph(papers: &[KeptPaper]) -> ConceptGraph {
    joined(&papers.iter().map(KeptPaper::concepts).collect::<Vec<Concepts>>())
}

impl KeptPaper {
    /// Its concepts: from a model where one read its title and abstract, else by rules.
    fn concepts(&self) -> Concepts {
        let by_rules = || read(&self.paper.title, self.paper.summary.as_deref().unwrap_or_default());
        self.by_model.clone().unwrap_or_else(by_rules)
    }
}

fn shown(graph: &ConceptGraph, papers: &[KeptPaper]) -> PaperKnowledge {
    let ids: Vec<String> = papers.iter().map(card_id).collect();
    let of = |places: &[usize]| places.iter().map(|at| ids[*at].clone()).collect::<Vec<_>>();
    let named = |at: usize| format!("e{}", at + 1);
    let mut concepts: Vec<(usize, PaperConcept)> = graph
        .concepts
        .iter()
        .enumerate()
        .map(|(at, concept)| {
            let (name, kind, aliases) = (concept.name.clone(), concept.kind, concept.aliases.clone());
            (at, PaperConcept { id: named(at), name, kind, aliases, papers: of(&concept.papers) })
        })
        .collect();
    concepts.sort_by_key(|(at, concept)| (std::cmp::Reverse(concept.papers.len()), *at));
    let relation = |tie: &quipu_papers::concepts::SharedTie| ConceptRelation {
        source: named(tie.source),
        relation: tie.kind,
        target: named(tie.target),
        papers: of(&tie.papers),
        said: tie.papers.first().and_then(|paper| said(&papers[*paper], tie.sentence)),
    };
    PaperKnowledge {
        concepts: concepts.into_iter().map(|(_, concept)| concept).collect(),
        relations: graph.ties.iter().map(relation).collect(),
    }
}

/// The sentence at a place of a paper's title or abstract.
pub(super) fn said(kept: &KeptPaper, place: ConceptPlace) -> Option<String> {
    let text = match place.field {
        ConceptField::Title => &kept.paper.title,
        ConceptField::Abstract => kept.paper.summary.as_ref()?,
    };
    text.get(place.start..place.end).map(str::to_owned)
}
