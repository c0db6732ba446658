//! Sentences of documents as sources that a model may cite, each with its place.

use quipu_kernel::view::{Reason, Why};
use quipu_language::answer::{plain, without_marks};

use crate::answer::ask::cited_sources::{CitableSource, SourceRow};
use crate::base::citation::Citation;
use crate::base::hits::ShownHit;

/// The most letters of a sentence that a model reads.
const LONGEST: usize = 400;

/// A sentence of a document, numbered by its place among the others.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SourceSentence {
    /// The title of its document, or the headings above it.
    pub(super) head: String,
    /// Its place.
    pub(super) citation: Citation,
}

impl SourceSentence {
    /// Its text as a model reads it, cut where it is long.
    pub(super) fn text(&self) -> String {
        let text = as_material(&self.citation.quote);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{} …", text[..end].trim_end()),
            None => text,
        }
    }

    /// Its title or headings as a model reads them.
    pub(super) fn head(&self) -> String {
        as_material(&self.head)
    }

    /// The source that a sentence which cites it is checked against: the quote alone, with its headings.
    pub(super) fn source(&self) -> CitableSource {
        let hits = vec![quoted_hit(&self.head, &self.citation)];
        CitableSource { head: self.head(), text: self.text(), hits, row: SourceRow::Passage }
    }
}

/// A text of documents as a model reads it: on one line, without markup, with no bracket that looks like a citation.
pub(super) fn as_material(text: &str) -> String {
    without_marks(&plain(text)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A quote in the form in which sources are checked.
fn quoted_hit(title: &str, citation: &Citation) -> ShownHit {
    ShownHit {
        chunk: quipu_kernel::model::Key::text(&citation.quote),
        document: citation.document.clone(),
        title: title.to_owned(),
        copies: Vec::new(),
        source: citation.source.clone(),
        heading: citation.heading.clone(),
        page: citation.page,
        start: citation.start,
        end: citation.end,
        prefix: String::new(),
        text: citation.quote.clone(),
        score: 0.0,
        why: Why::leaf(Reason::Sum { of: "overview".to_owned() }, 0.0),
        metadata: quipu_kernel::model::Metadata::new(),
        format: quipu_kernel::model::Format::Markdown,
        pages: None,
    }
}
