//! The front matter of a paper: title, authors, abstract, identifiers and year, read from the beginning of its text.
//!
//! Fields that the text does not state plainly stay empty.

mod dates;
mod furniture;
mod people;
mod summary;
mod titles;

use crate::references::{ids, marks};
use crate::sections::{SectionKind, kind};
use crate::{Paper, PaperKind};

/// The bytes of a text that are looked at.
const REACH: usize = 24_000;
/// The bytes before which identifiers of the paper itself stand.
const HEAD: usize = 4_000;
/// The lines before which the introduction begins, at most.
const LINES: usize = 160;

/// A line of the beginning that is not blank.
#[derive(Clone, Debug)]
struct Row {
    /// The text without marks.
    text: String,
    /// The level of a Markdown heading, 0 for none.
    level: usize,
    /// True if a blank line stands before it.
    gap: bool,
}

/// The metadata in the beginning of a paper's text. The text is Markdown or plain, its pages one after the other; the
/// name of its file counts where it is an id of arXiv.
pub fn front(text: &str, file_name: &str) -> Paper {
    let text = beginning(text, REACH);
    let rows = rows(text);
    // The beginning of the text proper: a section that is not the abstract.
    let body = rows.iter().position(begins_body).unwrap_or(rows.len());
    let abstract_at = rows.iter().position(summary::begins).filter(|at| *at <= body);
    let head = &rows[..abstract_at.unwrap_or(body)];
    let mut paper = Paper::default();
    // Without a title it is unknown which of the lines before the abstract are names.
    if let Some((title, after)) = titles::title(head) {
        paper.title = title;
        (paper.authors, paper.authors_cut) = people::people(&head[after..], head.len() < rows.len());
    }
    paper.summary = abstract_at.and_then(|at| summary::summary(&rows[at..], text));
    let before = &rows[..body];
    identifiers(beginning(text, HEAD), before, file_name, &mut paper);
    dates::dates(beginning(text, HEAD), before, &mut paper);
    if paper.arxiv.is_some() {
        paper.kind = PaperKind::Preprint;
    }
    paper
}

/// The first bytes of a text, cut between characters.
fn beginning(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn rows(text: &str) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    let mut gap = true;
    for line in text.split(['\n', '\u{c}']) {
        let line = line.trim();
        if line.is_empty() {
            gap = true;
            continue;
        }
        let unhashed = line.trim_start_matches('#');
        let hashes = line.len() - unhashed.len();
        let level = if (1..7).contains(&hashes) && unhashed.starts_with(' ') { hashes } else { 0 };
        let plain = marks::plain(if level > 0 { unhashed.trim() } else { line });
        out.push(Row { text: plain.trim().to_owned(), level, gap });
        gap = false;
        if out.len() == LINES {
            break;
        }
    }
    out.retain(|row| !row.text.is_empty());
    out
}

/// True if a row is the heading of a section after the abstract. Plain text needs a number or a common heading.
fn begins_body(row: &Row) -> bool {
    match kind(&row.text) {
        None => row.level > 0 && row.text.starts_with(|c: char| c.is_ascii_digit()) && row.text.contains(' '),
        Some(SectionKind::Abstract) => false,
        Some(SectionKind::Introduction | SectionKind::References) => true,
        Some(_) => row.level > 1 || row.text.starts_with(|c: char| c.is_ascii_digit()),
    }
}

/// The identifiers of the paper itself: the only DOI and the only id of arXiv before its text; the name of its file.
fn identifiers(head: &str, rows: &[Row], file_name: &str, paper: &mut Paper) {
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem =
        stem.rsplit_once('.').filter(|(_, end)| end.chars().all(char::is_alphabetic)).map_or(stem, |(stem, _)| stem);
    let named = ids::id_at(stem).filter(|(_, length)| *length == stem.len()).map(|(id, _)| id);
    let stamped = dates::stamp(head).map(|(id, _)| id);
    let lines = rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n");
    let ids::AllIds { mut dois, mut arxiv, .. } = ids::take_all(&mut beginning(&lines, HEAD).to_owned());
    arxiv.extend(dois.iter().filter_map(|doi| ids::of_doi(doi)));
    dois.retain(|doi| !doi.starts_with(ids::ARXIV_DOI));
    for all in [&mut dois, &mut arxiv] {
        all.sort_unstable();
        all.dedup();
    }
    if let [doi] = dois.as_slice() {
        paper.doi = Some(doi.clone());
    }
    let only = if let [id] = arxiv.as_slice() { Some(id.clone()) } else { None };
    if let Some(id) = stamped.or(named).or(only) {
        let bare = ids::unversioned(&id);
        paper.version = id.get(bare.len() + 1..).and_then(|version| version.parse().ok());
        paper.arxiv = Some(bare.to_owned());
    }
}

#[cfg(test)]
mod tests;
