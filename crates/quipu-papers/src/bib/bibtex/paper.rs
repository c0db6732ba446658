//! From an entry of BibTeX or biblatex to a paper.

use super::scan::Entry;
use super::{KINDS, files};
use crate::bib::fields::PLAIN;
use crate::bib::tex::{Glyph, glyphs, plain};
use crate::bib::text::{paragraphs, some};
use crate::bib::{dates, ids, kept, labels, names, settle};
use crate::{Paper, PaperDate, PaperKind};

/// The paper of an entry; unreadable fields are reported.
pub(super) fn paper(entry: &Entry, tell: &mut impl FnMut(String)) -> Paper {
    let field = |name: &str| entry.fields.get(name).map(String::as_str);
    let text = |name: &str| field(name).map(plain).filter(|text| !text.is_empty());
    let mut paper = Paper { key: Some(entry.key.clone()), kind: kind(entry, tell), ..Paper::default() };
    set_title(&mut paper, entry);
    if let Some(authors) = field("author") {
        let names = names::names(authors);
        (paper.authors, paper.authors_cut) = (names.authors, names.cut);
    }
    paper.editors = field("editor").map(|editors| names::names(editors).authors).unwrap_or_default();
    for known in &PLAIN {
        *(known.slot)(&mut paper) = known.bibtex.iter().find_map(|name| text(name));
    }
    paper.published = published(entry, tell);
    paper.accessed = field("urldate").and_then(dates::date);
    let journal = ["journal", "journaltitle", "booktitle"].into_iter().find_map(text);
    paper.journal = journal.filter(|journal| *journal != paper.title);
    paper.number = ["number", "issue"].into_iter().find_map(text);
    paper.pages = text("pages").map(|pages| hyphened(&pages));
    paper.isbn = ["isbn", "issn"].into_iter().find_map(text);
    paper.pmid = field("pmid").and_then(|pmid| ids::pmid(&format!("PMID:{}", verbatim(pmid))));
    paper.doi = field("doi").and_then(|doi| ids::doi(&verbatim(doi)));
    paper.url = field("url").and_then(|url| some(&verbatim(url)));
    paper.tags = ["keywords", "keyword"].into_iter().filter_map(field).flat_map(tags).collect();
    paper.files = field("file").map(files::paths).unwrap_or_default();
    set_eprint(&mut paper, entry);
    set_notes(&mut paper, entry);
    settle::settle(&mut paper);
    paper
}

fn kind(entry: &Entry, tell: &mut impl FnMut(String)) -> PaperKind {
    let kind = KINDS.iter().find(|(name, _)| *name == entry.kind).map(|(_, kind)| *kind);
    if kind.is_none() {
        tell("unknown type (kept as misc)".to_owned());
    }
    let preprint = entry.fields.get("pubstate").is_some_and(|state| plain(state).eq_ignore_ascii_case("preprint"));
    match kind.unwrap_or_default() {
        PaperKind::Other | PaperKind::Web if preprint => PaperKind::Preprint,
        kind => kind,
    }
}

fn set_title(paper: &mut Paper, entry: &Entry) {
    let mut title = entry.fields.get("title").map(|title| glyphs(title)).unwrap_or_default();
    if let Some(more) = entry.fields.get("subtitle") {
        title.extend(": ".chars().map(|c| Glyph { c, group: 0 }));
        // Groups of the second part are others than those of the first.
        let last = title.iter().map(|glyph| glyph.group).max().unwrap_or(0);
        let own = |glyph: Glyph| Glyph { group: if glyph.group > 0 { glyph.group + last } else { 0 }, ..glyph };
        title.extend(glyphs(more).into_iter().map(own));
    }
    paper.title = title.iter().map(|glyph| glyph.c).collect();
    paper.case_kept = kept::groups(&title);
}

fn published(entry: &Entry, tell: &mut impl FnMut(String)) -> Option<PaperDate> {
    let field = |name: &str| entry.fields.get(name).map(|text| plain(text));
    if let Some(date) = field("date").as_deref().and_then(dates::date) {
        return Some(date);
    }
    let year = field("year").or_else(|| field("date"))?;
    let mut date = dates::date(&year);
    if dates::is_wrong_year(&year) {
        tell(format!("year {year} is no year"));
    }
    if let Some(date) = date.as_mut().filter(|date| date.month.is_none()) {
        let (month, day) = field("month").map(|month| dates::month_and_day(&month)).unwrap_or_default();
        let named = field("day").and_then(|day| day.parse().ok()).filter(|day| (1..=31).contains(day));
        (date.month, date.day) = (month, day.or(named).filter(|_| month.is_some()));
    }
    date
}

/// Pages with one plain hyphen between the first and the last.
fn hyphened(pages: &str) -> String {
    let mut out = String::with_capacity(pages.len());
    for c in pages.chars() {
        let dash = matches!(c, '-' | '–' | '—');
        match (dash, out.ends_with('-')) {
            (true, true) => {}
            (true, false) => {
                out.truncate(out.trim_end().len());
                out.push('-');
            }
            (false, true) if c == ' ' => {}
            _ => out.push(c),
        }
    }
    out
}

/// Keywords between commas and semicolons outside of braces.
fn tags(field: &str) -> Vec<String> {
    let all = glyphs(field);
    let parts = all.split(|glyph| matches!(glyph.c, ',' | ';') && glyph.group == 0);
    parts.filter_map(|part| some(&part.iter().map(|glyph| glyph.c).collect::<String>())).collect()
}

fn set_eprint(paper: &mut Paper, entry: &Entry) {
    let field = |names: [&str; 2]| names.into_iter().find_map(|name| entry.fields.get(name)).map(|text| verbatim(text));
    let from = field(["archiveprefix", "eprinttype"]);
    let arxiv = from.as_deref().is_none_or(|from| from.trim().eq_ignore_ascii_case("arxiv"));
    let Some(eprint) = field(["eprint", "arxivid"]).filter(|_| arxiv) else { return };
    if labels::take_arxiv(paper, &eprint) {
        paper.categories.extend(field(["primaryclass", "eprintclass"]).and_then(|class| some(&class)));
    }
}

fn set_notes(paper: &mut Paper, entry: &Entry) {
    for name in ["note", "annote", "annotation", "comment"] {
        for part in entry.fields.get(name).map(|text| paragraphs(text)).unwrap_or_default() {
            let note = plain(part);
            if !note.is_empty() && !labels::take(paper, &note) {
                paper.notes.push(note);
            }
        }
    }
    let Some(how) = entry.fields.get("howpublished") else { return };
    let how = verbatim(how);
    if !labels::take_arxiv(paper, &how) {
        let address = how.find("http").and_then(|at| how.get(at..)).and_then(|url| url.split_whitespace().next());
        match address.filter(|url| url.contains("://")) {
            Some(url) if paper.url.is_none() => paper.url = Some(url.to_owned()),
            Some(_) => {}
            None => paper.notes.extend(some(&plain(&how))),
        }
    }
}

/// A value that is not TeX, such as an address: braces and the backslash before a sign are taken off.
fn verbatim(text: &str) -> String {
    let text = text.replace("\\textasciitilde", "~").replace("\\url", " ");
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && "_%&#$~{}-".contains(*next) => out.extend(chars.next()),
            _ if matches!(c, '{' | '}') => {}
            _ => out.push(c),
        }
    }
    out.trim().to_owned()
}
