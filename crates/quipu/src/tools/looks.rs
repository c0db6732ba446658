//! Tools that look for what answers: search and ask.

use quipu_engine::ask::Citation;
use quipu_engine::search::ShownHit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, FilterInput, bounded};
use crate::{Ask, Error, Quipu};

pub(super) struct Search;

/// What to search for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchInput {
    /// The question, or its words.
    query: String,
    /// How many passages at most, from 1 to 50; 8 unless told.
    #[serde(default)]
    limit: Option<usize>,
    /// The way to look, as `walk`, `hybrid` or `lexical`; by default that of the settings.
    #[serde(default)]
    strategy: Option<String>,
    /// Which documents count.
    #[serde(default)]
    filter: FilterInput,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub(super) struct SearchOutput {
    /// The passages, best first.
    results: Vec<HitOutput>,
    /// What the reader should know.
    notes: Vec<String>,
}

/// A passage.
#[derive(Serialize, JsonSchema)]
pub(super) struct HitOutput {
    /// Its id, which `fetch` and `read` take.
    id: String,
    /// The title of its document.
    title: String,
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

impl From<ShownHit> for HitOutput {
    fn from(hit: ShownHit) -> Self {
        let ShownHit { chunk, document, title, heading, page, start, end, text, score, .. } = hit;
        Self { id: chunk.to_string(), title, document, heading, page, start, end, text, score }
    }
}

impl Call for Search {
    const NAME: &'static str = "search";
    const ABOUT: &'static str = "Finds the passages of the documents that match a question, best first. Begin with it; \
        then `read` around a passage, or `lookup` what it names.";
    type Input = SearchInput;
    type Output = SearchOutput;

    async fn call(quipu: Quipu, input: SearchInput) -> Result<SearchOutput, Error> {
        let limit = bounded(input.limit, 8, 50).to_string();
        let mut settings = vec![("look.limit", limit.as_str())];
        settings.extend(input.strategy.as_deref().map(|strategy| ("look.strategy", strategy)));
        let asked = Ask { filters: input.filter.into(), ..Ask::of(input.query) };
        let found = quipu.for_request(settings)?.search(asked).await?;
        Ok(SearchOutput {
            results: found.hits.into_iter().map(HitOutput::from).collect(),
            notes: found.notes.iter().map(ToString::to_string).collect(),
        })
    }
}

pub(super) struct AskTool;

/// A question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskInput {
    /// The question.
    question: String,
    /// The way to look, as `walk`, `hybrid` or `lexical`; by default that of the settings.
    #[serde(default)]
    strategy: Option<String>,
    /// Which documents count.
    #[serde(default)]
    filter: FilterInput,
    /// Whether the answer is sentences of the documents, though a model is named that writes.
    #[serde(default)]
    offline: bool,
}

/// An answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct AskOutput {
    /// The answer, with `[n]` after each sentence that a citation bears out.
    answer: String,
    /// Whether the documents do not answer the question; then the answer says so.
    refused: bool,
    /// The model that wrote it; none where it is sentences of the documents.
    written_by: Option<String>,
    /// What it cites.
    citations: Vec<CitationOutput>,
    /// What the reader should know.
    notes: Vec<String>,
}

/// A citation.
#[derive(Serialize, JsonSchema)]
pub(super) struct CitationOutput {
    /// Its number in the answer.
    n: u32,
    /// The id of the document.
    document: String,
    /// Headings above it, outermost first.
    heading: Vec<String>,
    /// The page, where the document has pages.
    page: Option<u32>,
    /// First byte in the document's text.
    start: u32,
    /// One past the last.
    end: u32,
    /// What stands there.
    quote: String,
}

impl From<Citation> for CitationOutput {
    fn from(citation: Citation) -> Self {
        let Citation { n, document, heading, page, start, end, quote, .. } = citation;
        Self { n: n as u32, document, heading, page, start, end, quote }
    }
}

impl Call for AskTool {
    const NAME: &'static str = "ask";
    const ABOUT: &'static str = "Answers a question from the documents with citations, or says that they do not answer it. \
        For a whole answer; `search` gives the passages alone.";
    type Input = AskInput;
    type Output = AskOutput;

    async fn call(quipu: Quipu, input: AskInput) -> Result<AskOutput, Error> {
        let AskInput { question, strategy, filter, offline } = input;
        let settings = strategy.as_deref().map(|strategy| ("look.strategy", strategy));
        let asked = Ask { filters: filter.into(), offline, ..Ask::of(question) };
        let answer = quipu.for_request(settings)?.ask(asked).await?;
        Ok(AskOutput {
            answer: answer.answer,
            refused: answer.refused,
            written_by: answer.written_by,
            citations: answer.citations.into_iter().map(CitationOutput::from).collect(),
            notes: answer.notes.iter().map(ToString::to_string).collect(),
        })
    }
}
