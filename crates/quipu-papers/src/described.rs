//! A paper as a document: its title, its people and its abstract as a text, its fields as metadata.

use quipu_kernel::model::Metadata;
use serde_json::Value;

use crate::bib::shown;
use crate::{Author, Paper};

/// The title, the authors and the abstract as Markdown.
pub fn text(paper: &Paper) -> String {
    written(paper, None)
}

/// The same with a line on where and when the paper appeared: a bibliography may say nothing else of it.
pub fn text_with_place(paper: &Paper) -> String {
    let journal = paper.journal.clone().or_else(|| paper.journal_line.clone()).or_else(|| paper.publisher.clone());
    let date = paper.published.map(|date| date.to_string());
    let place: Vec<String> = journal.map(|journal| shown(&journal)).into_iter().chain(date).collect();
    written(paper, Some(place.join(", ")).filter(|place| !place.is_empty()))
}

fn written(paper: &Paper, place: Option<String>) -> String {
    let authors: Vec<String> = paper.authors.iter().map(Author::whole).collect();
    let mut text = format!("# {}\n", shown(&paper.title));
    let authors = (!authors.is_empty()).then(|| authors.join(", "));
    for line in [authors, place].into_iter().flatten() {
        text.push_str(&format!("\n{line}\n"));
    }
    if let Some(summary) = &paper.summary {
        text.push_str(&format!("\n## Abstract\n\n{}\n", shown(summary)));
    }
    text
}

/// Metadata of a paper for filters.
pub fn fields(paper: &Paper) -> Metadata {
    let texts = |texts: Vec<String>| (!texts.is_empty()).then(|| Value::from(texts));
    let text = |text: Option<String>| text.map(Value::from);
    let fields = [
        ("paper", Some(Value::from(true))),
        ("authors", texts(paper.authors.iter().map(Author::whole).collect())),
        ("date", text(paper.published.map(|date| date.to_string()))),
        ("year", paper.year().map(Value::from)),
        ("arxiv", text(paper.arxiv.clone())),
        ("version", paper.version.map(Value::from)),
        ("doi", text(paper.doi.clone())),
        ("journal", text(paper.journal.clone().or_else(|| paper.journal_line.clone()))),
        ("categories", texts(paper.categories.clone())),
        ("tags", texts(paper.tags.clone())),
        ("url", text(paper.url.clone())),
        ("withdrawn", paper.withdrawn.then(|| Value::from(true))),
    ];
    fields.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?))).collect()
}
