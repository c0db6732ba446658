//! A paper as a document: its abstract until its text is there, and its metadata for filters.

use quipu_kernel::model::{Document, Format, Metadata, SourceFile};
use quipu_papers::bib::shown;
use quipu_papers::{Paper, described};
use serde_json::Value;

use crate::shelf::KeptPaper;

/// Appended to the title of a paper that was withdrawn, so that every citation shows it.
const WITHDRAWN: &str = " (withdrawn)";

/// Title and abstract as a document.
pub(super) fn of_abstract(kept: &KeptPaper) -> Document {
    let text = described::text(&kept.paper);
    let source = SourceFile { path: kept.document.clone(), mime: "text/markdown".to_owned(), text_offset: None };
    let document = Document { source, format: Format::Markdown, text, ..Document::default() };
    of_paper(document, kept)
}

/// A document under the id, the title and the metadata of its paper.
pub(super) fn of_paper(mut document: Document, kept: &KeptPaper) -> Document {
    document.id.clone_from(&kept.document);
    document.source.path.clone_from(&kept.document);
    document.title = title(&kept.paper);
    let known = metadata(kept);
    document.metadata.retain(|field, _| field == "links" || field == "tags");
    document.metadata.extend(known);
    document
}

/// The title as every door shows it.
pub(super) fn title(paper: &Paper) -> String {
    let mark = if paper.withdrawn { WITHDRAWN } else { "" };
    format!("{}{mark}", shown(&paper.title))
}

/// Metadata of a paper for filters.
pub(super) fn metadata(kept: &KeptPaper) -> Metadata {
    let mut fields = described::fields(&kept.paper);
    fields.extend(kept.form.map(|form| ("text".to_owned(), Value::from(crate::card::form_name(form)))));
    fields
}
