//! Citations: the place in a document that a statement was taken from.
//!
//! A citation is made from a chunk and a span alone ([`CitedChunk::cite`]). So its page is that of its first byte
//! wherever it is made, also where a chunk crosses pages.

use quipu_kernel::model::{Chunk, Key, Pages, Span};
use serde::{Deserialize, Serialize};

use super::ports::{DocumentRow, StoredChunk};

/// A place that a statement of an answer was taken from, checked against the stored text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Citation {
    /// The number that the answer cites it by; 0 until it has one.
    pub n: usize,
    /// Id of the document.
    pub document: String,
    /// The document's source.
    pub source: String,
    /// Headings above the passage, outermost first.
    pub heading: Vec<String>,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte of the quote in the document's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The quote: the document's text between the two.
    pub quote: String,
    #[serde(skip)]
    constructed: Constructed,
}

/// Private, so that no other module writes a citation's fields by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Constructed;

impl Citation {
    /// A copy of the citation with a number.
    #[must_use]
    pub fn numbered(self, n: usize) -> Self {
        Self { n, ..self }
    }

    /// True if both cite one span of one document.
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.document == other.document && (self.start, self.end) == (other.start, other.end)
    }

    /// The number of this citation among others, to which it is added if new.
    pub fn number_in(self, citations: &mut Vec<Self>) -> usize {
        if let Some(at) = citations.iter().position(|known| known.is_same_place(&self)) {
            return at + 1;
        }
        let n = citations.len() + 1;
        citations.push(self.numbered(n));
        n
    }
}

/// The chunk in which a quote begins, with its document.
#[derive(Debug, Clone, Copy)]
pub struct CitedChunk<'a> {
    /// Id of the document.
    pub document: &'a str,
    /// The document's source.
    pub source: &'a str,
    /// Headings above the quote, outermost first.
    pub heading: &'a [String],
    /// The chunk's pages.
    pub pages: Option<&'a Pages>,
    /// First byte of the chunk's text in the document's text.
    pub start: u32,
    /// The chunk's text.
    pub text: &'a str,
}

impl<'a> CitedChunk<'a> {
    /// A chunk of a document.
    pub fn of(document: &'a str, source: &'a str, chunk: &'a Chunk) -> Self {
        let Chunk { headings, pages, body, text, .. } = chunk;
        Self { document, source, heading: headings, pages: pages.as_ref(), start: body.start, text }
    }

    /// The citation of a span of the chunk's text, without a number; none where the text has no such span.
    pub fn cite(&self, span: Span) -> Option<Citation> {
        let quote = self.text.get(span.range())?;
        Some(self.cite_text(self.start.saturating_add(span.start), quote))
    }

    /// The citation of a quote that begins in the chunk at byte `start` of the document's text, and may end behind the
    /// chunk; without a number.
    pub fn cite_text(&self, start: u32, quote: &str) -> Citation {
        Citation {
            n: 0,
            document: self.document.to_owned(),
            source: self.source.to_owned(),
            heading: self.heading.to_vec(),
            page: self.pages.map(|pages| pages.at(start)),
            start,
            end: start.saturating_add(Span::new(0, quote.len()).end),
            quote: quote.to_owned(),
            constructed: Constructed,
        }
    }
}

/// A sentence of a document, with its chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Quote {
    /// The chunk that contains it.
    pub chunk: Key,
    /// Id of the document.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// The document's source.
    pub source: String,
    /// Headings above the sentence, outermost first.
    pub heading: Vec<String>,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte in the document's text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The sentence.
    pub quote: String,
}

impl Quote {
    /// A span of a chunk as quoted; none where its text has no such span.
    pub(crate) fn of(stored: &StoredChunk, owner: &DocumentRow, span: Span) -> Option<Self> {
        let Citation { document, source, heading, page, start, end, quote, .. } = cited(stored, owner, span)?;
        let (chunk, title) = (stored.chunk.key, owner.title.clone());
        Some(Self { chunk, document, title, source, heading, page, start, end, quote })
    }

    /// Its place in the text of its chunk; none in a chunk that begins behind it.
    pub(crate) fn span_in(&self, chunk: &Chunk) -> Option<Span> {
        let start = self.start.checked_sub(chunk.body.start)?;
        Some(Span { start, end: start + (self.end - self.start) })
    }
}

/// The citation of a span of a stored chunk.
pub(crate) fn cited(stored: &StoredChunk, owner: &DocumentRow, span: Span) -> Option<Citation> {
    CitedChunk::of(&owner.id, &owner.source.path, &stored.chunk).cite(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_that_of_the_quote_and_not_of_its_chunk() {
        let text = "One is here. Two is there.".to_owned();
        let pages = Some(Pages { first: 4, breaks: vec![113] });
        let chunk = Chunk { text, pages, body: Span::new(100, 126), ..Chunk::default() };
        let from = CitedChunk::of("d", "d.pdf", &chunk);
        let place = |span| from.cite(span).map(|cited| (cited.page, cited.start, cited.end, cited.quote));
        assert_eq!(place(Span::new(0, 12)), Some((Some(4), 100, 112, "One is here.".to_owned())));
        assert_eq!(place(Span::new(13, 26)), Some((Some(5), 113, 126, "Two is there.".to_owned())));
        assert_eq!(place(Span::new(13, 27)), None);
    }

    #[test]
    fn one_place_has_one_number() {
        let chunk = Chunk { text: "One. Two.".to_owned(), body: Span::new(0, 9), ..Chunk::default() };
        let cite = |span| CitedChunk::of("d", "d.md", &chunk).cite(span).expect("it stands there");
        let mut all = Vec::new();
        let numbers: Vec<usize> =
            [Span::new(0, 4), Span::new(5, 9), Span::new(0, 4)].map(|span| cite(span).number_in(&mut all)).into();
        assert_eq!((numbers, all.len()), (vec![1, 2, 1], 2));
    }
}
