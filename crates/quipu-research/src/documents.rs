//! A paper as a document: its abstract until its text is there, and its metadata for filters.

use quipu_kernel::model::{Document, Format, Metadata, SourceFile};
use quipu_papers::{Author, Paper};
use serde_json::Value;

use crate::shelf::KeptPaper;

/// Appended to the title of a paper that was withdrawn, so that every citation shows it.
const WITHDRAWN: &str = " (withdrawn)";

/// Title and abstract as a document.
pub(super) fn of_abstract(kept: &KeptPaper) -> Document {
    let paper = &kept.paper;
    let authors: Vec<String> = paper.authors.iter().map(Author::whole).collect();
    let mut text = format!("# {}\n", paper.title);
    if !authors.is_empty() {
        text.push_str(&format!("\n{}\n", authors.join(", ")));
    }
    if let Some(summary) = &paper.summary {
        text.push_str(&format!("\n## Abstract\n\n{summary}\n"));
    }
    let source = SourceFile { path: kept.document.clone(), mime: "text/markdown".to_owned(), text_offset: None };
    let document = Document { source, format: Format::Markdown, text, ..Document::default() };
    described(document, kept)
}

/// A document under the id, the title and the metadata of its paper.
pub(super) fn described(mut document: Document, kept: &KeptPaper) -> Document {
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
    format!("{}{mark}", paper.title)
}

/// Metadata of a paper for filters.
pub(super) fn metadata(kept: &KeptPaper) -> Metadata {
    let paper = &kept.paper;
    let texts = |texts: Vec<String>| (!texts.is_empty()).then(|| Value::from(texts));
    let text = |text: Option<String>| text.map(Value::from);
    let published = paper.published.map(|date| date.to_string());
    let fields = [
        ("paper", Some(Value::from(true))),
        ("authors", texts(paper.authors.iter().map(Author::whole).collect())),
        ("date", text(published)),
        ("year", paper.year().map(Value::from)),
        ("arxiv", text(paper.arxiv.clone())),
        ("version", paper.version.map(Value::from)),
        ("doi", text(paper.doi.clone())),
        ("journal", text(paper.journal.clone().or_else(|| paper.journal_line.clone()))),
        ("categories", texts(paper.categories.clone())),
        ("tags", texts(paper.tags.clone())),
        ("url", text(paper.url.clone())),
        ("withdrawn", paper.withdrawn.then(|| Value::from(true))),
        ("text", text(kept.form.map(|form| crate::card::form_name(form).to_owned()))),
    ];
    fields.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?))).collect()
}
