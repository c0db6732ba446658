//! A page of a wiki as data: what it says, and which places of documents say so.

use quipu_kernel::model::Key;

use crate::base::citation::{Citation, Quote};

/// The kind of a page: its folder follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WikiPageKind {
    /// The overview of all.
    Index,
    /// A theme.
    Theme,
    /// An entity.
    Thing,
    /// A document.
    Source,
    /// What the documents leave open.
    Questions,
}

impl WikiPageKind {
    /// The folder of such pages below the wiki; empty for single pages, which lie in the wiki itself.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Index | Self::Questions => "",
            Self::Theme => "themes",
            Self::Thing => "things",
            Self::Source => "sources",
        }
    }

    /// The key of a page of this kind: that of a single page has no key behind it.
    pub fn key(self, of: Key) -> String {
        let name = match self {
            Self::Index => return "index".to_owned(),
            Self::Questions => return "open-questions".to_owned(),
            Self::Theme => "theme",
            Self::Thing => "thing",
            Self::Source => "source",
        };
        format!("{name}-{of}")
    }
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct WikiPage {
    /// Its kind.
    pub kind: WikiPageKind,
    /// The keys that mean it, its own first: an entity has one for each of its names.
    pub keys: Vec<String>,
    /// Its title.
    pub title: String,
    /// Other names of what it is about.
    pub aliases: Vec<String>,
    /// What stands below the title.
    pub blocks: Vec<WikiBlock>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum WikiBlock {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(Vec<WikiPart>),
    /// A list.
    List(Vec<WikiLine>),
    /// A table: its head, and its rows of as many cells.
    Table(Vec<String>, Vec<Vec<Vec<WikiPart>>>),
}

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WikiLine {
    /// How deep it stands, from 0.
    pub depth: usize,
    /// Its text.
    pub parts: Vec<WikiPart>,
}

impl From<Vec<WikiPart>> for WikiLine {
    fn from(parts: Vec<WikiPart>) -> Self {
        Self { depth: 0, parts }
    }
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum WikiPart {
    /// Plain text.
    Text(String),
    /// A label, shown apart from what follows.
    Label(String),
    /// A command.
    Code(String),
    /// A link to the page of a key; its text alone where there is no such page.
    Page {
        /// The key.
        key: String,
        /// The text.
        text: String,
    },
    /// A numbered link to the place that says what stands before it.
    Cite(WikiPlace),
    /// A text that leads to a place of a document.
    At(String, WikiPlace),
}

impl WikiPart {
    /// Plain text.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// A place of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WikiPlace {
    /// Key of the page of the document.
    pub document: String,
    /// The document's source.
    pub source: String,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte in the document's text.
    pub start: u32,
    /// First byte in the file, where its bytes are those of the text.
    pub in_file: Option<u64>,
    /// What stands there.
    pub quote: String,
}

impl WikiPlace {
    /// The place of a citation in a document, whose text begins at a byte of its file, where that is known.
    pub(super) fn of(citation: &Citation, document: Key, text_offset: Option<u64>) -> Self {
        let Citation { source, page, start, quote, .. } = citation;
        Self::at(source, document, text_offset, *page, *start, quote)
    }

    /// As [`WikiPlace::of`], of a quote.
    pub(super) fn quoted(of: &Quote, document: Key, text_offset: Option<u64>) -> Self {
        Self::at(&of.source, document, text_offset, of.page, of.start, &of.quote)
    }

    /// Moves its beginning by so many bytes of its quote.
    pub(super) fn move_to(&mut self, by: usize) {
        self.quote.drain(..by);
        self.start += by as u32;
        self.in_file = self.in_file.map(|at| at + by as u64);
    }

    /// A place by its parts.
    pub(super) fn at(
        source: &str,
        document: Key,
        text_offset: Option<u64>,
        page: Option<u32>,
        start: u32,
        quote: &str,
    ) -> Self {
        Self {
            document: WikiPageKind::Source.key(document),
            source: source.to_owned(),
            page,
            start,
            in_file: text_offset.map(|offset| offset + u64::from(start)),
            quote: quote.to_owned(),
        }
    }
}
