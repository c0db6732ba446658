//! Tools that find what to read in documents: fetch, outline, grep and the list of documents.

use quipu_engine::ports::DocumentRow;
use quipu_engine::texts::{GrepFrom, GrepLine, Section};
use quipu_kernel::text::char_start;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::paging::Paging;
use super::{FilterInput, ToolSpec, bounded, links};
use crate::documents::{GrepQuery, TextOf};
use crate::{Error, Quipu};

/// The most bytes of a text that a tool gives at once.
const ROOM: usize = 20_000;

/// A stretch of a text of at most [`ROOM`] bytes, at whole characters, with where it begins and ends.
pub(super) fn stretch(text: &str, start: Option<usize>, end: Option<usize>) -> (usize, usize) {
    let start = char_start(text, start.unwrap_or_default());
    let end = char_start(text, end.unwrap_or(text.len()).min(start.saturating_add(ROOM)));
    (start, end.max(start))
}

pub(super) struct Fetch;

/// What to fetch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FetchInput {
    /// Id of a passage of `search`, of a citation of `ask`, or of a document.
    id: String,
    /// The `next` of the reply before: from where to go on.
    #[serde(default)]
    cursor: Option<usize>,
}

/// A text by its id.
#[derive(Serialize, JsonSchema)]
pub(super) struct Fetched {
    /// The id.
    id: String,
    /// The title of the document.
    title: String,
    /// Its address, to cite it by.
    url: String,
    /// The id of the document.
    document: String,
    /// The text: of a long document a stretch.
    text: String,
    /// First byte of the whole in the document's text.
    start: usize,
    /// One past the last.
    end: usize,
    /// From where to go on; none where this is all.
    next: Option<usize>,
    /// What is known of the document.
    #[schemars(with = "std::collections::BTreeMap<String, Value>")]
    metadata: quipu_kernel::model::Metadata,
}

/// The document and the stretch of a citation's id: `document#start-end`.
fn cited(id: &str) -> Option<(&str, usize, usize)> {
    let (document, place) = id.rsplit_once('#')?;
    let (start, end) = place.split_once('-')?;
    Some((document, start.parse().ok()?, end.parse().ok()?))
}

impl ToolSpec for Fetch {
    const NAME: &'static str = "fetch";
    const ABOUT: &'static str = "Returns the full text and metadata of a passage, citation or document, by its id.";
    const PAGING: Option<Paging> = Paging::text("cursor");
    type Input = FetchInput;
    type Output = Fetched;

    async fn call(quipu: Quipu, FetchInput { id, cursor }: FetchInput) -> Result<Fetched, Error> {
        if let Ok(key) = id.parse()
            && let Some(shown) = quipu.chunk(key).await?
        {
            let (title, document, metadata, source) =
                shown.source.map(|row| (row.title, row.id, row.metadata, row.source.path)).unwrap_or_default();
            let (start, end) = (shown.chunk.body.start as usize, shown.chunk.body.end as usize);
            let url = links::own(&source, &document, Some((start as u64, end as u64)));
            return Ok(Fetched { id, title, url, document, text: shown.chunk.text, start, end, next: None, metadata });
        }
        let (found, stretch_of) = match (quipu.text(&id).await?, cited(&id)) {
            (Some(found), _) => (found, None),
            (None, Some((document, start, end))) => (there(quipu.text(document).await?, &id)?, Some((start, end))),
            (None, None) => return Err(Error::NoDocument { id }),
        };
        let TextOf { document, text } = found;
        let (from, to) = stretch_of.unwrap_or((0, text.len()));
        let (from, to) = (char_start(&text, from), char_start(&text, to));
        let to = to.max(from);
        let (start, end) = stretch(&text, Some(cursor.unwrap_or(from).clamp(from, to)), Some(to));
        let next = Some(end).filter(|end| *end < to);
        let DocumentRow { id: of, title, metadata, source, .. } = document;
        let url = links::own(&source.path, &of, stretch_of.map(|_| (from as u64, to as u64)));
        let text = text[start..end].to_owned();
        Ok(Fetched { id, title, url, document: of, text, start: from, end: to, next, metadata })
    }
}

/// What is there of a document, or that there is none.
pub(super) fn there<T>(found: Option<T>, id: &str) -> Result<T, Error> {
    found.ok_or_else(|| Error::NoDocument { id: id.to_owned() })
}

pub(super) struct Outline;

/// Of which document.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OutlineInput {
    /// Document id.
    document: String,
}

/// The headings of a document.
#[derive(Serialize, JsonSchema)]
pub(super) struct OutlineSections {
    /// The sections, in the order of the text.
    sections: Vec<Section>,
}

impl ToolSpec for Outline {
    const NAME: &'static str = "outline";
    const ABOUT: &'static str = "Lists the headings of a document with their byte ranges, to choose what to `read`.";
    const PAGING: Option<Paging> = Paging::list("sections");
    type Input = OutlineInput;
    type Output = OutlineSections;

    async fn call(quipu: Quipu, OutlineInput { document }: OutlineInput) -> Result<OutlineSections, Error> {
        let sections = there(quipu.outline(&document).await?, &document)?;
        Ok(OutlineSections { sections })
    }
}

pub(super) struct GrepTool;

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GrepInput {
    /// Exact text, or a regular expression if `literal` is false.
    pattern: String,
    /// Match the pattern as plain text (true).
    #[serde(default)]
    literal: Option<bool>,
    /// Ignore upper and lower case (false).
    #[serde(default)]
    ignore_case: bool,
    /// Only documents that match all of these.
    #[serde(default)]
    filter: FilterInput,
    /// Maximum number of matches, 1-200 (20).
    #[serde(default)]
    limit: Option<usize>,
    /// Lines shown before and after each match, 0-5 (0).
    #[serde(default)]
    context: usize,
    /// The `next` of the reply before: from where to go on.
    #[serde(default)]
    cursor: Option<String>,
}

/// Where it stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct Places {
    /// The places, document by document.
    matches: Vec<LinePlace>,
    /// Whether there may be more.
    more: bool,
    /// From where to go on; none where all was looked through.
    next: Option<String>,
}

/// A place: a [`GrepLine`] with the whole line in one field, and as many lines around it as are asked for.
#[derive(Serialize, JsonSchema)]
pub(super) struct LinePlace {
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
    /// Lines before it, where they are asked for.
    before: Vec<String>,
    /// Lines after it.
    after: Vec<String>,
}

impl From<GrepLine> for LinePlace {
    fn from(found: GrepLine) -> Self {
        let GrepLine { document, page, heading, line, start, end, before, text, after } = found;
        let text = format!("{before}{text}{after}");
        Self { document, page, heading, line, start, end, text, before: Vec::new(), after: Vec::new() }
    }
}

impl ToolSpec for GrepTool {
    const NAME: &'static str = "grep";
    const ABOUT: &'static str = "Finds every line with exact words or a regular expression. For names, numbers and code that \
        `search` may miss.";
    const PAGING: Option<Paging> = Paging::pages("matches");
    type Input = GrepInput;
    type Output = Places;

    fn check(input: &GrepInput) -> Result<(), String> {
        match &input.cursor {
            Some(cursor) if from(cursor).is_none() => Err("cursor: the `next` of the reply before".to_owned()),
            _ => Ok(()),
        }
    }

    async fn call(quipu: Quipu, input: GrepInput) -> Result<Places, Error> {
        let GrepInput { pattern, literal, ignore_case, filter, limit, context, cursor } = input;
        let (literal, limit) = (literal.unwrap_or(true), bounded(limit, 20, 200));
        let from = cursor.as_deref().and_then(from);
        let query = GrepQuery { pattern, literal, ignore_case, filters: filter.into(), from, limit };
        let page = quipu.grep(query).await?;
        let next = page.next.map(|(document, start)| format!("{document}-{start}"));
        let mut matches: Vec<LinePlace> = page.lines.into_iter().map(LinePlace::from).collect();
        if context > 0 {
            around(&quipu, &mut matches, context.min(CONTEXT)).await?;
        }
        Ok(Places { more: next.is_some(), matches, next })
    }
}

/// The most lines around a place, and the most bytes of each that are shown.
const CONTEXT: usize = 5;
const LINE: usize = 200;

/// Where a search goes on that ended at a place.
fn from(cursor: &str) -> GrepFrom {
    let (document, start) = cursor.split_once('-')?;
    Some((document.parse().ok()?, start.parse().ok()?))
}

/// Adds the lines around places, which follow each other document by document.
async fn around(quipu: &Quipu, places: &mut [LinePlace], lines: usize) -> Result<(), Error> {
    for of in places.chunk_by_mut(|one, next| one.document == next.document) {
        let Some(found) = quipu.text(&of[0].document).await? else { continue };
        let all: Vec<&str> = found.text.lines().collect();
        let shown = |range: std::ops::Range<usize>| {
            let cut = |line: &&str| line[..char_start(line, LINE.min(line.len()))].to_owned();
            all.get(range).unwrap_or_default().iter().map(cut).collect::<Vec<_>>()
        };
        for place in of {
            let at = place.line.saturating_sub(1).min(all.len());
            place.before = shown(at.saturating_sub(lines)..at);
            place.after = shown((at + 1).min(all.len())..(at + 1 + lines).min(all.len()));
        }
    }
    Ok(())
}

pub(super) struct Documents;

/// Which documents.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentsInput {
    /// Maximum number of documents, 1-200 (50).
    #[serde(default)]
    limit: Option<usize>,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

/// A page of documents.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentNames {
    /// The documents.
    documents: Vec<DocumentName>,
    /// What the next page is asked for by; none on the last.
    next: Option<String>,
}

/// A document by its names: a `DocumentRow` has all that is known of it, and a page of them would hold few.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentName {
    /// Its id.
    id: String,
    /// Its key, which stands for the id.
    key: String,
    /// Its title.
    title: String,
    /// Its language, where that is known.
    language: String,
}

impl ToolSpec for Documents {
    const NAME: &'static str = "documents";
    const ABOUT: &'static str = "Lists all documents with id, title and language.";
    const PAGING: Option<Paging> = Paging::pages("documents");
    type Input = DocumentsInput;
    type Output = DocumentNames;

    async fn call(quipu: Quipu, DocumentsInput { limit, cursor }: DocumentsInput) -> Result<DocumentNames, Error> {
        let limit = bounded(limit, 50, 200);
        let after = cursor.map(|cursor| cursor.parse()).transpose()?;
        let mut rows = quipu.documents(after, limit + 1).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|row| row.key.to_string());
        let shown = |DocumentRow { id, key, title, language, .. }: DocumentRow| {
            let key = key.to_string();
            DocumentName { id, key, title, language }
        };
        Ok(DocumentNames { documents: rows.into_iter().map(shown).collect(), next })
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
