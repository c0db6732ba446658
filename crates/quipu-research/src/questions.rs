//! Questions of papers: only the chosen papers are looked at, concepts near the question are added to a model's prompt,
//! and the answer names papers beside documents.

use quipu_papers::bib::shown;
use std::collections::BTreeMap;

use quipu::extend;
use quipu::extend::{Job, Working};
use quipu::settings::preset;
use quipu::{Ask, Error, Filters, Quipu};
use quipu_engine::answer::{Answer, Event};
use quipu_engine::citation::Citation;
use quipu_engine::trace::TraceStep;
use quipu_kernel::view::Note;
use serde::Serialize;

use crate::Papers;
use crate::ResearchError;
use crate::card::card_id;
use crate::knowledge::related;
use crate::sections::SECTION;
use crate::shelf::KeptPaper;

/// Settings of the preset whose way to look is taken.
const PRESET: &str = "research-assistant";

/// A question of papers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaperQuestion {
    /// The question, its conversation, and the permission for a model to write; its filters are not read.
    pub ask: Ask,
    /// Papers that it may see, by any of their names; without names, all of the session.
    pub papers: Vec<String>,
    /// The session whose papers are asked; of none, all papers of the workspace.
    pub session: Option<String>,
    /// Only chunks of sections of these kinds.
    pub sections: Vec<String>,
    /// True if words count beside vectors.
    pub hybrid: bool,
    /// True if a model rates the hits.
    pub reranking: bool,
}

/// A citation of an answer of papers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct CitedPaper {
    /// The place that it cites.
    #[serde(flatten)]
    pub citation: Citation,
    /// Id of the paper.
    pub paper: String,
    /// Title of the paper.
    pub title: String,
    /// The innermost heading above it.
    pub section: Option<String>,
    /// The chunk that it was found in.
    pub chunk: Option<String>,
    /// True if its source supports the answer's statement.
    pub borne_out: bool,
}

/// The trace of an answer of papers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperTrace {
    /// The steps.
    pub steps: Vec<TraceStep>,
    /// The chunks that were kept, best first: each with its score.
    pub kept: Vec<KeptChunk>,
    /// The verdict of the corrective check: `YES`, `NO`; none where no model was asked.
    pub relevant: Option<String>,
    /// The model that wrote.
    pub model: Option<String>,
    /// Number of calls of models.
    pub calls: u64,
    /// Tokens of them.
    pub tokens: CallTokens,
}

/// A chunk that an answer was made from.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct KeptChunk {
    /// Its key.
    pub chunk: String,
    /// Id of its paper.
    pub paper: String,
    /// Its score.
    pub score: f64,
}

/// Tokens of calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CallTokens {
    /// Tokens of prompts.
    #[serde(rename = "in")]
    pub input: u64,
    /// Tokens of replies.
    #[serde(rename = "out")]
    pub output: u64,
}

/// An answer of papers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperAnswer {
    /// The answer, with `[n]` after each sentence.
    pub response: String,
    /// Its citations.
    pub citations: Vec<CitedPaper>,
    /// Warning of the corrective check.
    pub warning: Option<Note>,
    /// Concepts that papers relate to those of the question, nearest first.
    pub related_concepts: Vec<String>,
    /// Ids of the papers that it cites.
    pub papers_used: Vec<String>,
    /// The session.
    pub session_id: Option<String>,
    /// True if the papers seem not to answer the question.
    pub refused: bool,
    /// Its trace.
    pub trace: PaperTrace,
    /// Notes for the reader.
    pub notes: Vec<Note>,
    /// The answer as one of documents.
    #[serde(skip)]
    pub answer: Box<Answer>,
}

impl Papers {
    /// Answers a question of papers with citations; events are those of [`Quipu::ask`], except for the end.
    ///
    /// The chosen papers filter before anything is ranked. The search follows the preset `research-assistant`: half
    /// words, half vectors of three times as many candidates, of which a model that rates ten keeps five; a corrective
    /// check; concepts two relations from those of the question.
    pub fn ask(&self, question: PaperQuestion) -> Job<Event, PaperAnswer> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let asked = async {
                let (asking, ask, frame) = quipu.papers_asked(question).await?;
                let answer = extend::answered(&asking, ask, &teller).await?;
                Ok(frame.of(answer))
            };
            tokio::select! {
                biased;
                answer = asked => answer,
                () = stop.heard() => Err(Error::Stopped),
            }
        })
    }

    /// The workspace with the settings of the preset, the question of documents, and the data for the answer.
    async fn papers_asked(&self, question: PaperQuestion) -> Result<(Quipu, Ask, Frame), Error> {
        let PaperQuestion { ask, papers, session, sections, hybrid, reranking } = question;
        let chosen = self.in_session(session.as_deref(), &papers).await?;
        // Of no paper no filter would be made, and all documents be asked.
        if chosen.is_empty() {
            return Err(ResearchError::NoPapers.into());
        }
        let related: Vec<String> = related(&chosen, &ask.text).into_iter().map(|concept| concept.name).collect();
        let writes = !ask.offline && self.quipu.writes();
        let look = look(hybrid, reranking && writes)?;
        let asking = self.quipu.with(look.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
        let mut notes = Vec::new();
        notes.extend((papers.is_empty() && session.is_some()).then_some(Note::AllAsked));
        notes.extend((!writes).then_some(Note::Quoted));
        let documents = chosen.iter().map(|kept| kept.document.clone()).collect();
        let fields = sections.into_iter().map(|kind| (SECTION.to_owned(), kind)).collect();
        let expression = ask.filters.expression.clone();
        let filters = Filters { documents, fields, expression, ..Filters::default() };
        let ask = Ask { filters, related: related.clone(), ..ask };
        let named = chosen.iter().map(|kept| (kept.document.clone(), (card_id(kept), shown(&kept.paper.title))));
        Ok((asking, ask, Frame { named: named.collect(), related, session, notes }))
    }

    /// The papers that names mean, all of a session or of the workspace where there is no name.
    ///
    /// # Errors
    /// When there is no such session, or one of them is no paper of it.
    pub(super) async fn in_session(&self, session: Option<&str>, names: &[String]) -> Result<Vec<KeptPaper>, Error> {
        let Some(id) = session else { return self.chosen(names).await };
        let session = self.session(id).await?;
        let of_session: Vec<KeptPaper> = {
            let here = self.papers_here().await?;
            here.into_iter().filter(|kept| session.documents.contains(&kept.document)).collect()
        };
        crate::list::named(of_session, names)
    }
}

/// Settings of the search: as in the preset, by words and vectors, or vectors alone.
fn look(hybrid: bool, reranking: bool) -> Result<Vec<(String, String)>, Error> {
    let mut values = preset(PRESET)?.values();
    values.retain(|(key, _)| quipu::settings::is_for_requests(key));
    // Concepts stand in the context; the chosen papers are ranked.
    let strategy = if hybrid { "hybrid" } else { "dense" };
    values.push(("look.strategy".to_owned(), strategy.to_owned()));
    if !reranking {
        values.push(("look.after.rerank".to_owned(), "none".to_owned()));
    }
    Ok(values)
}

/// The data that make an answer of papers of one of documents.
struct Frame {
    /// Id and title of the paper of each document.
    named: BTreeMap<String, (String, String)>,
    related: Vec<String>,
    session: Option<String>,
    notes: Vec<Note>,
}

impl Frame {
    fn of(self, answer: Answer) -> PaperAnswer {
        let name = |document: &str| {
            self.named.get(document).cloned().unwrap_or_else(|| (document.to_owned(), document.to_owned()))
        };
        let citations: Vec<CitedPaper> = answer
            .citations
            .iter()
            .map(|one| {
                let (paper, title) = name(&one.document);
                cited(&answer, one, paper, title)
            })
            .collect();
        let mut papers_used: Vec<String> = Vec::new();
        for one in &citations {
            if !papers_used.contains(&one.paper) {
                papers_used.push(one.paper.clone());
            }
        }
        let kept = answer.hits.iter().map(|hit| KeptChunk {
            chunk: hit.chunk.to_string(),
            paper: name(&hit.document).0,
            score: hit.score,
        });
        let mut checks = answer.trace.iter().filter(|step| step.step == "check");
        let spent = answer.spent.unwrap_or_default();
        let mut notes = self.notes;
        let doubted = answer.notes.contains(&Note::Doubted);
        notes.extend(answer.notes.iter().filter(|note| **note != Note::Doubted).cloned());
        PaperAnswer {
            response: answer.answer.clone(),
            warning: doubted.then_some(Note::Doubted),
            related_concepts: self.related,
            papers_used,
            session_id: self.session,
            refused: answer.refused,
            trace: PaperTrace {
                steps: answer.trace.clone(),
                kept: kept.collect(),
                relevant: checks
                    .next_back()
                    .map(|step| if step.detail.starts_with("NO") { "NO" } else { "YES" }.to_owned()),
                model: answer.written_by.clone(),
                calls: spent.calls,
                tokens: CallTokens { input: spent.input, output: spent.output },
            },
            citations,
            notes,
            answer: Box::new(answer),
        }
    }
}

fn cited(answer: &Answer, citation: &Citation, paper: String, title: String) -> CitedPaper {
    let holds = |hit: &&quipu_engine::hits::ShownHit| {
        hit.document == citation.document && hit.start <= citation.start && citation.end <= hit.end
    };
    let said = || answer.sentences.iter().filter(|sentence| sentence.cites.contains(&citation.n));
    CitedPaper {
        paper,
        title,
        section: citation.heading.last().cloned(),
        chunk: answer.hits.iter().find(holds).map(|hit| hit.chunk.to_string()),
        // A quotation always has the support of its source.
        borne_out: said().next().is_none() || said().any(|sentence| sentence.supported),
        citation: citation.clone(),
    }
}
