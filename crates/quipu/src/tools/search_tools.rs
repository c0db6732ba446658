//! Tools that look for what answers: search and ask.

use std::collections::BTreeMap;

use quipu_engine::answer::{Answer, Event};
use quipu_engine::citation::Citation;
use quipu_engine::hits::ShownHit;
use quipu_kernel::view::Note;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::{CallListener, FilterInput, ToolSpec, bounded, links};
use crate::{Ask, Error, Quipu};

pub(super) struct Search;

/// What to search for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchInput {
    /// A question or words.
    query: String,
    /// Maximum number of passages, 1-50 (8).
    #[serde(default)]
    limit: Option<usize>,
    /// Search strategy: `walk`, `hybrid`, `lexical` or another that `status` lists.
    #[serde(default)]
    strategy: Option<String>,
    /// Only documents that match all of these.
    #[serde(default)]
    filter: FilterInput,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub(super) struct HitViews {
    /// The passages, best first.
    results: Vec<HitView>,
    /// What the reader should know.
    notes: Vec<Note>,
}

/// A passage: a [`ShownHit`] without the tree of reasons for its score and what is known of its document, which are most of its
/// tokens; with the id and the address that agents go on with.
#[derive(Serialize, JsonSchema)]
pub(super) struct HitView {
    /// Its id, which `fetch` and `read` take.
    id: String,
    /// The title of its document.
    title: String,
    /// Its address, to cite it by.
    url: String,
    /// The id of its document.
    document: String,
    /// Headings above it, outermost first.
    heading: Vec<String>,
    /// The page, where the document has pages.
    page: Option<u32>,
    /// First byte in the document's text.
    start: u32,
    /// One past the last.
    end: u32,
    /// Its text.
    text: String,
    /// How well it matches: comparable within one reply alone.
    score: f64,
}

impl From<ShownHit> for HitView {
    fn from(hit: ShownHit) -> Self {
        let ShownHit { chunk, document, title, source, heading, page, start, end, text, score, .. } = hit;
        let url = links::own(&source, &document, Some((start.into(), end.into())));
        Self { id: chunk.to_string(), title, url, document, heading, page, start, end, text, score }
    }
}

impl ToolSpec for Search {
    const NAME: &'static str = "search";
    const ABOUT: &'static str = "Finds the passages of the documents that match a question or words, best first. Start here; \
        then `read` around a passage, or `lookup` a name in it.";
    const PAGING: Option<Paging> = Paging::list("results");
    type Input = SearchInput;
    type Output = HitViews;

    async fn call(quipu: Quipu, input: SearchInput) -> Result<HitViews, Error> {
        let limit = bounded(input.limit, 8, 50).to_string();
        let mut settings = vec![("look.limit", limit.as_str())];
        settings.extend(input.strategy.as_deref().map(|strategy| ("look.strategy", strategy)));
        let asked = Ask { filters: input.filter.into(), ..Ask::of(input.query) };
        let found = quipu.for_request(settings)?.search(asked).await?;
        Ok(HitViews { results: found.hits.into_iter().map(HitView::from).collect(), notes: found.notes })
    }
}

pub(super) struct AskTool;

/// A question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskInput {
    /// The question.
    question: String,
    /// Search strategy: `walk`, `hybrid`, `lexical` or another that `status` lists.
    #[serde(default)]
    strategy: Option<String>,
    /// Only documents that match all of these.
    #[serde(default)]
    filter: FilterInput,
    /// `short`, `medium` or `long`.
    #[serde(default)]
    length: Option<String>,
    /// Quote sentences of the documents, without a language model.
    #[serde(default)]
    offline: bool,
}

/// An answer: an [`Answer`] without what was found and how, which are most of its tokens.
#[derive(Serialize, JsonSchema)]
pub(super) struct AnswerView {
    /// The answer, with `[n]` after each sentence that a citation bears out.
    answer: String,
    /// Whether the documents do not answer the question; then the answer says so.
    refused: bool,
    /// How far it is to be trusted, from 0 to 1.
    confidence: f64,
    /// The model that wrote it; none where it is sentences of the documents.
    written_by: Option<String>,
    /// What it cites.
    citations: Vec<Cited>,
    /// What a model spent on it, in tokens; none where none was asked.
    spent: Option<u64>,
    /// What the reader should know.
    notes: Vec<Note>,
}

/// A citation with the id and the address that agents go on with.
#[derive(Serialize, JsonSchema)]
pub(super) struct Cited {
    /// The citation.
    #[serde(flatten)]
    citation: Citation,
    /// Its id, which `fetch` takes.
    id: String,
    /// The title of the document.
    title: String,
    /// Its address, to cite it by.
    url: String,
}

impl Cited {
    fn of(citation: Citation, title: String) -> Self {
        let Citation { document, source, start, end, .. } = &citation;
        let url = links::own(source, document, Some(((*start).into(), (*end).into())));
        Self { id: format!("{document}#{start}-{end}"), title, url, citation }
    }
}

impl AskInput {
    fn asked(self, quipu: &Quipu, streamed: bool) -> Result<(Quipu, Ask), Error> {
        let Self { question, strategy, filter, length, offline } = self;
        let strategy = strategy.as_deref().map(|strategy| ("look.strategy", strategy));
        let length = length.as_deref().map(|length| ("answer.length", length));
        let asked = Ask { filters: filter.into(), offline, streamed, ..Ask::of(question) };
        Ok((quipu.for_request(strategy.into_iter().chain(length))?, asked))
    }
}

/// An answer with the titles of what it cites.
async fn told(quipu: &Quipu, answer: Answer) -> Result<AnswerView, Error> {
    let mut titles = BTreeMap::new();
    for citation in &answer.citations {
        if !titles.contains_key(&citation.document) {
            let row = quipu.document_row(&citation.document).await?;
            titles.insert(citation.document.clone(), row.map(|row| row.title).unwrap_or_default());
        }
    }
    let title = |citation: &Citation| titles.get(&citation.document).cloned().unwrap_or_default();
    let cited = |citation: Citation| {
        let title = title(&citation);
        Cited::of(citation, title)
    };
    Ok(AnswerView {
        answer: answer.answer,
        refused: answer.refused,
        confidence: answer.confidence.value,
        written_by: answer.written_by,
        citations: answer.citations.into_iter().map(cited).collect(),
        spent: answer.spent.map(|spent| spent.input + spent.output),
        notes: answer.notes,
    })
}

impl ToolSpec for AskTool {
    const NAME: &'static str = "ask";
    const ABOUT: &'static str = "Answers a question from the documents, with checked citations; `refused` means that they do not \
        contain the answer. For passages only, use `search`.";
    const PAGING: Option<Paging> = Some(Paging { text: "answer", list: "citations", from: "" });
    type Input = AskInput;
    type Output = AnswerView;

    async fn call(quipu: Quipu, input: AskInput) -> Result<AnswerView, Error> {
        let (quipu, asked) = input.asked(&quipu, false)?;
        let answer = quipu.ask(asked).await?;
        told(&quipu, answer).await
    }

    async fn call_heard(quipu: Quipu, input: AskInput, heard: CallListener) -> Result<AnswerView, Error> {
        let Some(heard) = heard else { return Self::call(quipu, input).await };
        let (quipu, asked) = input.asked(&quipu, true)?;
        let mut job = quipu.ask(asked);
        while let Some(event) = job.next().await {
            if let Event::Step(step) = event {
                heard(&step.step);
            }
        }
        let answer = job.outcome().await?;
        told(&quipu, answer).await
    }
}
