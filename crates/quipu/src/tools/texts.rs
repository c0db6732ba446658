//! Tools that read documents: fetch, outline, grep, read and the list of documents.

use quipu_engine::ports::DocumentRow;
use quipu_engine::texts::{GrepLine, Section};
use quipu_kernel::text::char_start;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Call, FilterInput, bounded};
use crate::documents::{GrepQuery, TextOf};
use crate::{Error, Quipu};

/// The most bytes of a text that a tool gives at once.
const ROOM: usize = 20_000;

/// A stretch of a text of at most [`ROOM`] bytes, at whole characters, with where it begins and ends.
fn stretch(text: &str, start: Option<usize>, end: Option<usize>) -> (usize, usize) {
    let start = char_start(text, start.unwrap_or_default());
    let end = char_start(text, end.unwrap_or(text.len()).min(start.saturating_add(ROOM)));
    (start, end.max(start))
}

pub(super) struct Fetch;

/// What to fetch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FetchInput {
    /// The id of a passage that `search` gave, or of a document.
    id: String,
}

/// A text by its id.
#[derive(Serialize, JsonSchema)]
pub(super) struct FetchOutput {
    /// The id.
    id: String,
    /// The title of the document.
    title: String,
    /// The id of the document.
    document: String,
    /// The text: of a long document its begin.
    text: String,
    /// From where `read` goes on; none where this is all.
    next: Option<usize>,
    /// What is known of the document.
    #[schemars(with = "std::collections::BTreeMap<String, Value>")]
    metadata: quipu_kernel::model::Metadata,
}

impl Call for Fetch {
    const NAME: &'static str = "fetch";
    const ABOUT: &'static str = "Gives the whole text of a passage or of a document by its id; of a long document the begin, \
        from where `read` goes on.";
    type Input = FetchInput;
    type Output = FetchOutput;

    async fn call(quipu: Quipu, FetchInput { id }: FetchInput) -> Result<FetchOutput, Error> {
        if let Ok(key) = id.parse()
            && let Some(shown) = quipu.chunk(key).await?
        {
            let (title, document, metadata) =
                shown.source.map(|row| (row.title, row.id, row.metadata)).unwrap_or_default();
            return Ok(FetchOutput { id, title, document, text: shown.chunk.text, next: None, metadata });
        }
        let TextOf { document, text } = there(quipu.text(&id).await?, &id)?;
        let (start, end) = stretch(&text, None, None);
        let next = Some(end).filter(|end| *end < text.len());
        let DocumentRow { id: of, title, metadata, .. } = document;
        Ok(FetchOutput { id, title, document: of, text: text[start..end].to_owned(), next, metadata })
    }
}

/// What is there of a document, or that there is none.
fn there<T>(found: Option<T>, id: &str) -> Result<T, Error> {
    found.ok_or_else(|| Error::NoDocument { id: id.to_owned() })
}

pub(super) struct Outline;

/// Of which document.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OutlineInput {
    /// The id of the document.
    document: String,
}

/// The headings of a document.
#[derive(Serialize, JsonSchema)]
pub(super) struct OutlineOutput {
    /// The sections, in the order of the text.
    sections: Vec<SectionOutput>,
}

/// A section.
#[derive(Serialize, JsonSchema)]
pub(super) struct SectionOutput {
    /// Its heading.
    heading: String,
    /// How deep it lies, from 1.
    level: usize,
    /// The page on which it begins, where there are pages.
    page: Option<u32>,
    /// Its first byte in the text, for `read`.
    start: u32,
    /// One past its last byte.
    end: u32,
}

impl From<Section> for SectionOutput {
    fn from(Section { heading, level, page, start, end, .. }: Section) -> Self {
        Self { heading, level, page, start, end }
    }
}

impl Call for Outline {
    const NAME: &'static str = "outline";
    const ABOUT: &'static str =
        "Lists the headings of a document with where each begins and ends, to choose what to `read`.";
    type Input = OutlineInput;
    type Output = OutlineOutput;

    async fn call(quipu: Quipu, OutlineInput { document }: OutlineInput) -> Result<OutlineOutput, Error> {
        let sections = there(quipu.outline(&document).await?, &document)?;
        Ok(OutlineOutput { sections: sections.into_iter().map(SectionOutput::from).collect() })
    }
}

pub(super) struct GrepTool;

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GrepInput {
    /// The pattern: text as it stands, or a regular expression.
    pattern: String,
    /// Whether it stands for itself: true unless told.
    #[serde(default)]
    literal: Option<bool>,
    /// Whether small and capital letters are the same.
    #[serde(default)]
    ignore_case: bool,
    /// Which documents count.
    #[serde(default)]
    filter: FilterInput,
    /// How many places at most, from 1 to 200; 20 unless told.
    #[serde(default)]
    limit: Option<usize>,
}

/// Where it stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct GrepOutput {
    /// The places, document by document.
    matches: Vec<PlaceOutput>,
    /// Whether there may be more.
    more: bool,
}

/// A place.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlaceOutput {
    /// The id of the document.
    document: String,
    /// The page, where there are pages.
    page: Option<u32>,
    /// Headings above it, outermost first.
    heading: Vec<String>,
    /// The line, from 1.
    line: usize,
    /// First byte in the document's text.
    start: u32,
    /// One past the last.
    end: u32,
    /// The line that it stands in.
    text: String,
}

impl From<GrepLine> for PlaceOutput {
    fn from(found: GrepLine) -> Self {
        let GrepLine { document, page, heading, line, start, end, before, text, after } = found;
        Self { document, page, heading, line, start, end, text: format!("{before}{text}{after}") }
    }
}

impl Call for GrepTool {
    const NAME: &'static str = "grep";
    const ABOUT: &'static str = "Finds every place where exact words or a regular expression stand in the documents. For \
        names, numbers and code that `search` could miss.";
    type Input = GrepInput;
    type Output = GrepOutput;

    async fn call(quipu: Quipu, input: GrepInput) -> Result<GrepOutput, Error> {
        let GrepInput { pattern, literal, ignore_case, filter, limit } = input;
        let (literal, limit) = (literal.unwrap_or(true), bounded(limit, 20, 200));
        let query = GrepQuery { pattern, literal, ignore_case, filters: filter.into(), from: None, limit };
        let page = quipu.grep(query).await?;
        Ok(GrepOutput { more: page.next.is_some(), matches: page.lines.into_iter().map(PlaceOutput::from).collect() })
    }
}

pub(super) struct Read;

/// What to read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadInput {
    /// The id of the document.
    document: String,
    /// From which byte of its text; the first unless told.
    #[serde(default)]
    start: Option<usize>,
    /// To which byte; the end unless told. At most 20,000 bytes are read at once.
    #[serde(default)]
    end: Option<usize>,
}

/// A stretch of a document.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReadOutput {
    /// The title of the document.
    title: String,
    /// The text.
    text: String,
    /// Its first byte.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// How many bytes the document's text has.
    total: usize,
}

impl Call for Read {
    const NAME: &'static str = "read";
    const ABOUT: &'static str = "Reads a stretch of a document's text by bytes, as `outline`, `grep` and `search` tell them: \
        what stands around a passage, or a whole section.";
    type Input = ReadInput;
    type Output = ReadOutput;

    async fn call(quipu: Quipu, ReadInput { document, start, end }: ReadInput) -> Result<ReadOutput, Error> {
        let TextOf { document, text } = there(quipu.text(&document).await?, &document)?;
        let (start, end) = stretch(&text, start, end);
        Ok(ReadOutput { title: document.title, text: text[start..end].to_owned(), start, end, total: text.len() })
    }
}

pub(super) struct Documents;

/// Which documents.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentsInput {
    /// How many at most, from 1 to 200; 50 unless told.
    #[serde(default)]
    limit: Option<usize>,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

/// A page of documents.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentsOutput {
    /// The documents.
    documents: Vec<DocumentOutput>,
    /// What the next page is asked for by; none on the last.
    next: Option<String>,
}

/// A document.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentOutput {
    /// Its id.
    id: String,
    /// Its title.
    title: String,
    /// Its language, where that is known.
    language: String,
}

impl Call for Documents {
    const NAME: &'static str = "documents";
    const ABOUT: &'static str = "Lists the documents with their titles, page by page: what there is to ask about.";
    type Input = DocumentsInput;
    type Output = DocumentsOutput;

    async fn call(quipu: Quipu, DocumentsInput { limit, cursor }: DocumentsInput) -> Result<DocumentsOutput, Error> {
        let limit = bounded(limit, 50, 200);
        let after = cursor.map(|cursor| cursor.parse()).transpose()?;
        let mut rows = quipu.documents(after, limit + 1).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|row| row.key.to_string());
        let documents =
            rows.into_iter().map(|DocumentRow { id, title, language, .. }| DocumentOutput { id, title, language });
        Ok(DocumentsOutput { documents: documents.collect(), next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_of_whole_characters_and_not_too_long() {
        let text = "колокол ".repeat(4000);
        let (start, end) = stretch(&text, Some(1), None);
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end) && end - start <= ROOM);
        assert_eq!(stretch("bell", Some(9), Some(2)), (4, 4));
        assert_eq!(stretch("bell", Some(1), Some(3)), (1, 3));
    }
}
