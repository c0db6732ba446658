//! Writing CSL JSON.

use serde_json::{Map, Value, json};

use super::KINDS;
use crate::bib::fields::PLAIN;
use crate::bib::labels::{self, Label};
use crate::bib::{kept, keys};
use crate::{Author, Paper, PaperDate, PaperKind};

/// Fields for which CSL has no variable.
const NOTED: [Label; 6] = [Label::Arxiv, Label::Comment, Label::Updated, Label::JournalLine, Label::Url, Label::File];

/// The papers as a list of objects, sorted by their keys.
pub(in crate::bib) fn write(papers: &[Paper]) -> String {
    let mut all: Vec<(String, &Paper)> = keys(papers).into_iter().zip(papers).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let objects: Vec<String> = all.iter().map(|(key, paper)| Value::Object(object(key, paper)).to_string()).collect();
    if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n {}\n]\n", objects.join(",\n ")) }
}

fn object(key: &str, paper: &Paper) -> Map<String, Value> {
    let kind = KINDS.iter().find(|(_, known)| *known == paper.kind).map_or("document", |(name, _)| *name);
    let mut out = Map::new();
    let mut put = |name: &str, value: &str| {
        if !value.is_empty() {
            out.insert(name.to_owned(), Value::String(value.to_owned()));
        }
    };
    put("id", key);
    put("type", kind);
    put("title", &title(paper));
    put("container-title", paper.journal.as_deref().unwrap_or_default());
    for field in &PLAIN {
        put(field.csl, (field.get)(paper).unwrap_or_default());
    }
    let number = if paper.kind == PaperKind::Report { "number" } else { "issue" };
    put(number, paper.number.as_deref().unwrap_or_default());
    put("page", paper.pages.as_deref().unwrap_or_default());
    let isbn = paper.isbn.as_deref().unwrap_or_default();
    let serial = isbn.chars().filter(|c| c.is_ascii_alphanumeric()).count() == 8;
    put(if serial { "ISSN" } else { "ISBN" }, isbn);
    put("PMID", paper.pmid.as_deref().unwrap_or_default());
    put("DOI", paper.doi.as_deref().unwrap_or_default());
    put("URL", paper.url.as_deref().unwrap_or_default());
    put("keyword", &keywords(&paper.tags));
    if paper.withdrawn {
        put("status", "withdrawn");
    }
    let labelled = labels::lines(paper, &NOTED).join("\n");
    let notes: Vec<String> =
        std::iter::once(labelled).chain(paper.notes.clone()).filter(|note| !note.is_empty()).collect();
    put("note", &notes.join("\n\n"));
    let mut insert = |name: &str, value: Option<Value>| value.map(|value| out.insert(name.to_owned(), value));
    let mut authors: Vec<Value> = paper.authors.iter().map(name).collect();
    authors.extend(paper.authors_cut.then(|| json!({"literal": "others"})));
    insert("author", (!authors.is_empty()).then_some(Value::Array(authors)));
    insert("editor", (!paper.editors.is_empty()).then(|| paper.editors.iter().map(name).collect()));
    insert("issued", paper.published.map(date));
    insert("accessed", paper.accessed.map(date));
    insert("categories", (!paper.categories.is_empty()).then(|| json!(paper.categories)));
    out
}

/// Tags with commas are separated by semicolons, of which one ends the list so that it is seen.
fn keywords(tags: &[String]) -> String {
    if tags.iter().any(|tag| tag.contains(',')) { tags.join("; ") + ";" } else { tags.join(", ") }
}

fn title(paper: &Paper) -> String {
    let title = paper.title.as_str();
    let mut out = String::with_capacity(title.len());
    let mut at = 0;
    for span in kept::marked(title, &paper.case_kept) {
        let part = title.get(span.clone()).unwrap_or_default();
        out.push_str(title.get(at..span.start).unwrap_or_default());
        out.push_str(&format!("<span class=\"nocase\">{part}</span>"));
        at = span.end;
    }
    out.push_str(title.get(at..).unwrap_or_default());
    out
}

fn name(author: &Author) -> Value {
    if author.body {
        return json!({"literal": author.family});
    }
    let mut out = Map::new();
    let words: Vec<&str> = author.family.split(' ').collect();
    let particles = words.iter().take_while(|word| word.starts_with(char::is_lowercase)).count();
    let particles = if particles == words.len() { 0 } else { particles };
    let (particles, family) = words.split_at(particles);
    let parts = [
        ("family", family.join(" ")),
        ("given", author.given.clone()),
        ("non-dropping-particle", particles.join(" ")),
        ("suffix", author.suffix.clone()),
    ];
    out.extend(
        parts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name.to_owned(), text.into())),
    );
    Value::Object(out)
}

fn date(date: PaperDate) -> Value {
    let mut parts = vec![date.year];
    parts.extend(date.month.map(i32::from));
    parts.extend(date.month.and(date.day).map(i32::from));
    json!({"date-parts": [parts]})
}
