//! Metadata in the head of a page.

use quipu_kernel::model::Metadata;
use scraper::{Html, Selector};

use crate::load::written::one_line;

/// Names of `meta` elements and the fields they fill.
const NAMES: [(&str, &str); 11] = [
    ("author", "author"),
    ("article:author", "author"),
    ("dc.creator", "author"),
    ("citation_author", "author"),
    ("description", "description"),
    ("keywords", "keywords"),
    ("date", "date"),
    ("dc.date", "date"),
    ("citation_publication_date", "date"),
    ("article:published_time", "date"),
    ("article:modified_time", "updated"),
];

/// Title, language, authors, dates and keywords.
pub(super) fn fields(page: &Html) -> Metadata {
    let mut fields = Metadata::new();
    let all =
        |selector: &str| Selector::parse(selector).ok().map(|selector| page.select(&selector).collect::<Vec<_>>());
    if let Some(title) = all("title").unwrap_or_default().first() {
        let title = one_line(&title.text().collect::<String>());
        if !title.is_empty() {
            fields.insert("title".to_owned(), title.into());
        }
    }
    if let Some(language) = page.root_element().value().attr("lang") {
        fields.insert("lang".to_owned(), language.into());
    }
    for meta in all("meta").unwrap_or_default() {
        let name = meta.value().attr("name").or(meta.value().attr("property")).unwrap_or_default().to_lowercase();
        let field = NAMES.iter().find(|(known, _)| *known == name).map(|(_, field)| *field);
        let content = meta.value().attr("content").map(one_line).filter(|content| !content.is_empty());
        if let (Some(field), Some(content)) = (field, content) {
            fields.entry(field).or_insert_with(|| content.into());
        }
    }
    fields
}
