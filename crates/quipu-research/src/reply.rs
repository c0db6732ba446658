//! The graph of a session's papers in the shape of the route `build_graph`: papers with their similarities, and their
//! concepts.

use quipu::Error;
use quipu::extend;
use quipu::extend::{Outcome, aside};
use serde::{Deserialize, Serialize};

use crate::Papers;
use crate::add::PapersAdded;
use crate::card::PaperCard;
use crate::knowledge::{ConceptRelation, PaperConcept};
use crate::map::{AlikePapers, LEAST, NEAREST};
use crate::shelf::{PaperSession, PaperShelf, PaperState};

/// The papers of a session, their similarities, and their concepts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperGraph {
    /// The papers, in the order in which they came.
    #[serde(rename = "nodes")]
    pub papers: Vec<PaperCard>,
    /// Pairs that are alike, each once, the most alike first.
    #[serde(rename = "edges")]
    pub alike: Vec<AlikePapers>,
    /// The concepts of the papers.
    pub knowledge_graph: GraphOfConcepts,
    /// The session: eight hexadecimal digits.
    pub session_id: String,
    /// Total number of papers of the topic.
    pub total_found: usize,
    /// Papers whose texts are not here, and why.
    pub failed: Vec<UnreadPaper>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// The concept graph of papers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct GraphOfConcepts {
    /// The concepts, those of the most papers first.
    #[serde(rename = "nodes")]
    pub concepts: Vec<PaperConcept>,
    /// Relations between two of them.
    #[serde(rename = "edges")]
    pub relations: Vec<ConceptRelation>,
}

/// A paper whose text is not here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct UnreadPaper {
    /// Its id.
    pub id: String,
    /// The step that failed: `fetch` or `read`.
    pub step: String,
    /// A name for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

impl Papers {
    /// Begins a session of papers for a topic, with the token's owner where there are tokens.
    ///
    /// # Errors
    /// When it cannot be kept, or the system gives no random digits.
    pub fn begin_session(&self, topic: &str, owner: Option<String>) -> Outcome<PaperSession> {
        let (quipu, topic) = (self.clone(), topic.to_owned());
        aside(move || async move {
            let mut digits = [0_u8; 4];
            getrandom::fill(&mut digits).map_err(|error| Error::Ended { reason: error.to_string() })?;
            let id = digits.iter().map(|digit| format!("{digit:02x}")).collect();
            let session = PaperSession { id, topic, documents: Vec::new(), owner };
            extend::creating(&quipu.quipu)?;
            PaperShelf(quipu.shelves().papers).keep_session(&session).await?;
            Ok(session)
        })
    }

    /// The graph of a session after papers were added to it.
    ///
    /// # Errors
    /// When there is no such session, or the workspace cannot be read.
    pub fn graph(&self, session: &str, added: PapersAdded) -> Outcome<PaperGraph> {
        let (quipu, id) = (self.clone(), session.to_owned());
        aside(move || async move {
            let session = quipu.session(&id).await?;
            if session.documents.is_empty() {
                let notes = vec!["arXiv found nothing for this topic".to_owned()];
                return Ok(PaperGraph { session_id: id, notes, ..PaperGraph::default() });
            }
            let map = quipu.map(session.documents.clone(), NEAREST, LEAST).await?;
            let knowledge = quipu.knowledge(session.documents.clone()).await?;
            let notes = notes(&map.papers, &added);
            Ok(PaperGraph {
                failed: map.papers.iter().filter_map(unread).collect(),
                total_found: added.total_found.max(map.papers.len()),
                papers: map.papers,
                alike: map.alike,
                knowledge_graph: GraphOfConcepts { concepts: knowledge.concepts, relations: knowledge.relations },
                session_id: id,
                notes,
            })
        })
    }
}

fn unread(card: &PaperCard) -> Option<UnreadPaper> {
    let reason = card.reason.as_ref()?;
    let step = if reason.code.starts_with("source") || reason.code == "no-text" { "fetch" } else { "read" };
    let message = format!("{}; the abstract is searched", reason.detail);
    Some(UnreadPaper { id: card.id.clone(), step: step.to_owned(), code: reason.code.clone(), message })
}

fn notes(papers: &[PaperCard], added: &PapersAdded) -> Vec<String> {
    let short = papers.iter().filter(|card| card.status == Some(PaperState::Abstract)).count();
    let mut notes = Vec::new();
    if short > 0 {
        let are = if short == 1 {
            "paper is searched by its abstract only"
        } else {
            "papers are searched by their abstracts only"
        };
        notes.push(format!("{short} of {} {are}", papers.len()));
    }
    if added.by_words > 0 {
        notes.push(format!("{} have the words of the topic without having it as a phrase", added.by_words));
    }
    notes.extend(added.stopped.then(|| "stopped before all texts were read".to_owned()));
    notes
}
