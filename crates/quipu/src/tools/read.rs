//! The tool that reads a stretch of a document: by bytes, by page, by heading, or around a passage.

use quipu_engine::EngineError;
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::text::char_start;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::texts::{stretch, there};
use super::{ToolSpec, links};
use crate::documents::TextOf;
use crate::{Error, Quipu};

/// How many bytes are read before and after a passage that is read around.
const AROUND: usize = 2000;

pub(super) struct Read;

/// What to read.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ReadInput {
    /// Document id; not needed with `around`.
    document: Option<String>,
    /// First byte.
    start: Option<usize>,
    /// Last byte, exclusive.
    end: Option<usize>,
    /// Page number, from 1.
    page: Option<u32>,
    /// Heading of a section, as in `outline`.
    heading: Option<String>,
    /// Passage id of `search`: read it with its context.
    around: Option<String>,
}

/// A stretch of a document.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentStretch {
    /// The title of the document.
    title: String,
    /// The id of the document.
    document: String,
    /// Its address, to cite it by.
    url: String,
    /// The text.
    text: String,
    /// Its first byte.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// How many bytes the document's text has.
    total: usize,
    /// From where to go on with `start`; none where this is all that was asked for.
    next: Option<usize>,
}

impl ToolSpec for Read {
    const NAME: &'static str = "read";
    const ABOUT: &'static str =
        "Reads part of a document: a byte range, a page, a section, or the context of a passage.";
    const PAGING: Option<Paging> = Paging::text("start");
    type Input = ReadInput;
    type Output = DocumentStretch;

    fn check(input: &ReadInput) -> Result<(), String> {
        let ways = [input.page.is_some(), input.heading.is_some(), input.around.is_some()];
        match (ways.iter().filter(|way| **way).count(), &input.document) {
            (2.., _) => Err("page, heading, around: one of them at once".to_owned()),
            (_, None) if input.around.is_none() => {
                Err("document: its id, or `around` with the id of a passage".to_owned())
            }
            _ => Ok(()),
        }
    }

    async fn call(quipu: Quipu, input: ReadInput) -> Result<DocumentStretch, Error> {
        let (name, wanted) = wanted(&quipu, &input).await?;
        let TextOf { document, text } = there(quipu.text(&name).await?, &name)?;
        let (from, to) = wanted.unwrap_or((0, text.len()));
        let to = input.end.unwrap_or(to).min(to).min(text.len());
        let from = input.start.unwrap_or(from).max(from).min(text.len());
        let (start, end) = stretch(&text, Some(from), Some(to.max(from)));
        let next = Some(end).filter(|end| *end < char_start(&text, to));
        let url = links::own(&document.source.path, &document.id, Some((start as u64, end as u64)));
        let (title, document) = (document.title, document.id);
        let read = text[start..end].to_owned();
        Ok(DocumentStretch { title, document, url, text: read, start, end, total: text.len(), next })
    }
}

/// The document, and the stretch of it that a page, a heading or a passage tells.
async fn wanted(quipu: &Quipu, input: &ReadInput) -> Result<(String, Option<(usize, usize)>), Error> {
    let name = input.document.clone().unwrap_or_default();
    let unnamed = |what: &str, near: Vec<String>| {
        let near = if near.is_empty() { String::new() } else { format!(", but {} is", near.join(" or ")) };
        Error::Engine(EngineError::Unnamed { found: what.to_owned(), near })
    };
    if let Some(around) = &input.around {
        let key: Option<Key> = around.parse().ok();
        let shown = match key {
            Some(key) => quipu.chunk(key).await?,
            None => None,
        };
        let shown = shown.ok_or_else(|| unnamed(around, Vec::new()))?;
        let body = shown.chunk.body;
        let stretch = ((body.start as usize).saturating_sub(AROUND), body.end as usize + AROUND);
        return Ok((shown.chunk.document.to_string(), Some(stretch)));
    }
    if let Some(heading) = &input.heading {
        let sections = there(quipu.outline(&name).await?, &name)?;
        let is = |told: &str| told.trim().to_lowercase() == heading.trim().to_lowercase();
        let found = sections.iter().find(|section| is(&section.heading));
        let near = || sections.iter().map(|section| format!("{:?}", section.heading)).take(20).collect();
        let found = found.ok_or_else(|| unnamed(heading, near()))?;
        return Ok((name, Some((found.start as usize, found.end as usize))));
    }
    if let Some(page) = input.page {
        let shown = there(quipu.document(&name).await?, &name)?;
        let stretch = of_page(&shown.chunks, page).ok_or_else(|| unnamed(&format!("page {page}"), Vec::new()))?;
        return Ok((name, Some(stretch)));
    }
    Ok((name, None))
}

/// Where a page begins and ends in a document's text; none where there is no such page.
fn of_page(chunks: &[Chunk], page: u32) -> Option<(usize, usize)> {
    let begins =
        chunks.iter().filter_map(|chunk| Some((chunk.body.start, chunk.pages.as_ref()?))).flat_map(|(at, pages)| {
            let later = pages.breaks.iter().zip(1..).map(|(at, more)| (*at, pages.first.saturating_add(more)));
            std::iter::once((at, pages.first)).chain(later)
        });
    let begins: Vec<(u32, u32)> = begins.collect();
    let start = begins.iter().filter(|(_, of)| *of == page).map(|(at, _)| *at).min()?;
    let end = begins.iter().filter(|(_, of)| *of > page).map(|(at, _)| *at).min();
    Some((start as usize, end.map_or(usize::MAX, |end| end as usize)))
}
