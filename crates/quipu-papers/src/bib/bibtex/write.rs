//! Writing BibTeX: UTF-8, one field a line, in an order that does not change.

use quipu_language::months::{MONTHS, Month};

use super::{KINDS, files};
use crate::bib::fields::PLAIN;
use crate::bib::labels::{self, Label};
use crate::bib::tex::escaped;
use crate::bib::{kept, keys, names};
use crate::{Paper, PaperDate, PaperKind};

/// The papers as entries, sorted by their keys.
pub(in crate::bib) fn write(papers: &[Paper]) -> String {
    let mut all: Vec<(String, &Paper)> = keys::in_tex(papers).into_iter().zip(papers).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let entries: Vec<String> = all.iter().map(|(key, paper)| entry(key, paper)).collect();
    entries.join("\n")
}

/// Fields without a place of their own that are not to be printed with the reference.
const NOTED: [Label; 5] = [Label::Comment, Label::Updated, Label::JournalLine, Label::Url, Label::Categories];

fn entry(key: &str, paper: &Paper) -> String {
    let kind = match paper.kind {
        PaperKind::Preprint => PaperKind::Other,
        kind => kind,
    };
    let name = KINDS.iter().find(|(_, known)| *known == kind).map_or("misc", |(name, _)| *name);
    let mut out = format!("@{name}{{{key},\n");
    let mut put = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("  {name} = {{{value}}},\n"));
        }
    };
    put("title", &title(paper));
    put("author", &names::in_tex(&paper.authors, paper.authors_cut));
    put("editor", &names::in_tex(&paper.editors, false));
    let inside = matches!(kind, PaperKind::Conference | PaperKind::Chapter);
    put(if inside { "booktitle" } else { "journal" }, &escaped(paper.journal.as_deref().unwrap_or_default()));
    put_date(paper.published, &mut put);
    for field in &PLAIN {
        let name = match (field.bibtex, paper.kind) {
            (["publisher", ..], PaperKind::Thesis) => "school",
            (["publisher", ..], PaperKind::Report) => "institution",
            ([name, ..], _) => name,
            ([], _) => continue,
        };
        put(name, &escaped((field.get)(paper).unwrap_or_default()));
    }
    put("number", &escaped(paper.number.as_deref().unwrap_or_default()));
    put("pages", &escaped(paper.pages.as_deref().unwrap_or_default()).replace("-{}-", "-").replace('-', "--"));
    put_ids(paper, &mut put);
    put("keywords", &paper.tags.iter().map(|tag| tag_in_tex(tag)).collect::<Vec<_>>().join(", "));
    put("file", &files::field(&paper.files));
    if paper.withdrawn {
        put("note", "Status: withdrawn");
    }
    // One category alone is `primaryclass`.
    let noted = NOTED.get(..if paper.categories.len() > 1 { 5 } else { 4 }).unwrap_or_default();
    let notes = paper.notes.iter().cloned().chain(labels::lines(paper, noted));
    put("annote", &notes.map(|note| escaped(&note)).collect::<Vec<_>>().join("\n\n"));
    out.push_str("}\n");
    out
}

fn put_date(date: Option<PaperDate>, put: &mut impl FnMut(&str, &str)) {
    let Some(date) = date else { return };
    put("year", &PaperDate { month: None, day: None, ..date }.to_string());
    let month = date.month.and_then(|month| MONTHS.get(usize::from(month).saturating_sub(1)));
    let Some(month) = month.map(Month::short) else { return };
    match date.day {
        Some(day) => put("month", &format!("{month}~{day}")),
        None => put("month", month),
    }
}

fn put_ids(paper: &Paper, put: &mut impl FnMut(&str, &str)) {
    let isbn = paper.isbn.as_deref().unwrap_or_default();
    let serial = isbn.chars().filter(|c| c.is_ascii_alphanumeric()).count() == 8;
    put(if serial { "issn" } else { "isbn" }, &escaped(isbn));
    put("doi", &address(paper.doi.as_deref().unwrap_or_default()));
    put("url", &address(paper.url.as_deref().unwrap_or_default()));
    put("urldate", &paper.accessed.map(|date| date.to_string()).unwrap_or_default());
    put("pmid", paper.pmid.as_deref().unwrap_or_default());
    if let Some(id) = paper.versioned() {
        put("eprint", &address(&id));
        put("archiveprefix", "arXiv");
        put("primaryclass", &escaped(paper.categories.first().map(String::as_str).unwrap_or_default()));
    } else if paper.kind == PaperKind::Preprint {
        put("pubstate", "preprint");
    }
}

/// The title with braces around the parts that keep their case.
fn title(paper: &Paper) -> String {
    let title = paper.title.as_str();
    let mut out = String::with_capacity(title.len());
    let mut at = 0;
    for span in kept::spans(title, &paper.case_kept) {
        out.push_str(&escaped(title.get(at..span.start).unwrap_or_default()));
        out.push_str(&format!("{{{}}}", escaped(title.get(span.clone()).unwrap_or_default())));
        at = span.end;
    }
    out.push_str(&escaped(title.get(at..).unwrap_or_default()));
    out
}

fn tag_in_tex(tag: &str) -> String {
    if tag.contains([',', ';']) { format!("{{{}}}", escaped(tag)) } else { escaped(tag) }
}

/// An address or an id as it is, except for signs that would end the field or be taken for an escape.
fn address(text: &str) -> String {
    text.replace('\\', "%5C").replace('{', "%7B").replace('}', "%7D").replace(' ', "%20")
}
