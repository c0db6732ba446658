//! Pattern search in documents (grep): line by line, within bounds of time and size for any pattern, by an
//! engine whose time is linear in the text.

use std::time::{Duration, Instant};

use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::text::{head, tail};
use quipu_kernel::view::{Filter, fields};
use regex::{Regex, RegexBuilder};
use serde::Serialize;

use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoreError};
use crate::base::text::text_of;

/// The longest pattern, in bytes, and the most memory that it may be compiled to.
const PATTERN: usize = 1 << 10;
const COMPILED: usize = 1 << 20;
/// The time limit of one page of lines.
const PATIENCE: Duration = Duration::from_secs(2);
/// Page size of document listings.
const PAGE: usize = 256;
/// Maximum bytes shown of a line before, after and within a match.
const AROUND: usize = 200;

/// A pattern search.
#[derive(Debug, Clone)]
pub struct Grep {
    pattern: Regex,
    /// The filter of documents.
    pub filter: Filter,
    /// The place behind which it goes on.
    pub from: GrepFrom,
    /// The maximum number of places.
    pub limit: usize,
}

/// The place behind which a search goes on: in this document from this byte on, and in documents with larger
/// keys; none for the first.
pub type GrepFrom = Option<(Key, u32)>;

/// A place where the pattern matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct GrepLine {
    /// Id of the document; of several with the same text, that which owns it.
    pub document: String,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// The line of the document's text, from 1.
    pub line: usize,
    /// First byte of the match, in the document's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The line before it, its end where it is long.
    pub before: String,
    /// The match, cut at the end if long.
    pub text: String,
    /// The line behind it, its begin where it is long.
    pub after: String,
}

/// A page of places.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct GrepPage {
    /// The places, by document and place.
    pub lines: Vec<GrepLine>,
    /// The place from which to go on; none if all documents were searched.
    #[serde(skip)]
    pub next: GrepFrom,
}

impl Grep {
    /// A pattern over all documents: a literal text if `literal`, else a regular expression.
    ///
    /// # Errors
    /// When it is empty, too long or no expression: the reason.
    pub fn new(pattern: &str, literal: bool, ignore_case: bool) -> Result<Self, String> {
        if pattern.is_empty() || pattern.len() > PATTERN {
            return Err(format!("it has {} bytes, and may have from 1 to {PATTERN}", pattern.len()));
        }
        let text = if literal { regex::escape(pattern) } else { pattern.to_owned() };
        let mut built = RegexBuilder::new(&text);
        built.case_insensitive(ignore_case).multi_line(true).size_limit(COMPILED).dfa_size_limit(COMPILED);
        let pattern = built.build().map_err(|error| error.to_string())?;
        Ok(Self { pattern, filter: Filter::default(), from: None, limit: 100 })
    }

    fn admits(&self, row: Option<&DocumentRow>) -> bool {
        row.is_some_and(|row| self.filter.is_empty() || self.filter.admits(&fields(&row.described())))
    }

    /// The places in one document, from a byte on; where to go on, if there are more than fit.
    fn places(
        &self,
        document: &DocumentRow,
        chunks: &[Chunk],
        from: u32,
        until: Instant,
        out: &mut Vec<GrepLine>,
    ) -> Option<u32> {
        let text = text_of(chunks);
        let (mut line, mut counted) = (1, 0);
        for (number, found) in self.pattern.find_iter(&text).enumerate() {
            let (start, end) = (found.start() as u32, found.end() as u32);
            if start < from || start == end {
                continue;
            }
            if out.len() == self.limit || number % 256 == 255 && Instant::now() >= until {
                return Some(start);
            }
            line += text[counted..found.start()].matches('\n').count();
            counted = found.start();
            let chunk = chunks.partition_point(|chunk| chunk.body.end <= start);
            let chunk = chunks.get(chunk);
            let begin = text[..found.start()].rfind('\n').map_or(0, |at| at + 1);
            let rest = text[found.end()..].find('\n').map_or(text.len(), |at| found.end() + at);
            out.push(GrepLine {
                document: document.id.clone(),
                page: chunk.and_then(|chunk| Some(chunk.pages.as_ref()?.at(start))),
                heading: chunk.map(|chunk| chunk.headings.clone()).unwrap_or_default(),
                line,
                start,
                end,
                before: tail(&text[begin..found.start()], AROUND).to_owned(),
                text: head(found.as_str(), AROUND).to_owned(),
                after: head(&text[found.end()..rest], AROUND).to_owned(),
            });
        }
        None
    }
}

/// Looks for a pattern, document by document in the order of their keys, until a page is full or its time is over.
///
/// # Errors
/// When the store cannot be read.
pub async fn grep(store: &dyn Store, query: &Grep) -> Result<GrepPage, StoreError> {
    let until = Instant::now() + PATIENCE;
    let mut page = GrepPage::default();
    let mut rows: Vec<DocumentRow> = match query.from {
        Some((key, _)) => store.documents(&Select::Keys(vec![key])).await?,
        None => Vec::new(),
    };
    let mut after = query.from.map(|(key, _)| key);
    loop {
        for row in &rows {
            if !query.admits(Some(row)) {
                continue;
            }
            let from = query.from.filter(|(key, _)| *key == row.key).map_or(0, |(_, from)| from);
            if Instant::now() >= until {
                page.next = Some((row.key, from));
                return Ok(page);
            }
            let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
            let chunks: Vec<Chunk> = chunks.into_iter().map(|stored| stored.chunk).collect();
            // Copies of one text are looked through once.
            let owner = chunks.first().map(|first| first.document).filter(|owner| *owner != row.key);
            if let Some(owner) = owner
                && query.admits(store.documents(&Select::Keys(vec![owner])).await?.first())
            {
                continue;
            }
            if let Some(next) = query.places(row, &chunks, from, until, &mut page.lines) {
                page.next = Some((row.key, next));
                return Ok(page);
            }
        }
        rows = store.documents(&Select::After(after, PAGE)).await?;
        let Some(last) = rows.last() else { return Ok(page) };
        after = Some(last.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costly_patterns_are_refused_and_the_others_take_linear_time() {
        assert!(Grep::new("", true, false).is_err() && Grep::new("(", false, false).is_err());
        assert!(Grep::new(&"a".repeat(PATTERN + 1), true, false).is_err());
        assert!(Grep::new("(a{1000}){1000}", false, false).is_err());
        assert!(Grep::new("(a+)+$", false, false).is_ok());
        assert_eq!((head(&"é".repeat(200), AROUND).len(), tail(&"é".repeat(200), AROUND).len()), (AROUND, AROUND));
    }
}
