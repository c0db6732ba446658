//! Lines such as `PMID: 26017442`: the form in which fields without a place in a format stand in its notes.

use super::text::{collapsed, some};
use super::{dates, ids};
use crate::Paper;

/// The labelled lines of a paper. A format leaves out those for which it has a place of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Pmid,
    Arxiv,
    Categories,
    Comment,
    Status,
    Updated,
    JournalLine,
    Authors,
    Url,
    File,
}

const LABELS: [(Label, &str); 10] = [
    (Label::Pmid, "PMID"),
    (Label::Arxiv, "arXiv"),
    (Label::Categories, "Categories"),
    (Label::Comment, "Comment"),
    (Label::Status, "Status"),
    (Label::Updated, "Updated"),
    (Label::JournalLine, "Journal reference"),
    (Label::Authors, "Authors"),
    (Label::Url, "URL"),
    (Label::File, "File"),
];

/// The labelled lines of a paper for the wanted labels.
pub(super) fn lines(paper: &Paper, wanted: &[Label]) -> Vec<String> {
    let mut out = Vec::new();
    for (label, name) in LABELS.iter().filter(|(label, _)| wanted.contains(label)) {
        let values: Vec<String> = match label {
            Label::Pmid => paper.pmid.iter().cloned().collect(),
            Label::Arxiv => paper.versioned().into_iter().collect(),
            // Only papers of arXiv have these.
            Label::Categories | Label::Comment if paper.arxiv.is_none() => Vec::new(),
            Label::Categories => some(&paper.categories.join(" ")).into_iter().collect(),
            Label::Comment => paper.comment.iter().cloned().collect(),
            Label::Status => paper.withdrawn.then(|| "withdrawn".to_owned()).into_iter().collect(),
            Label::Updated => paper.updated.map(|date| date.to_string()).into_iter().collect(),
            Label::JournalLine => paper.journal_line.iter().cloned().collect(),
            Label::Authors => paper.authors_cut.then(|| "and others".to_owned()).into_iter().collect(),
            Label::Url => paper.more_urls.clone(),
            Label::File => paper.files.clone(),
        };
        out.extend(values.iter().map(|value| format!("{name}: {}", collapsed(value))));
    }
    out
}

/// Takes in a line of a note that carries a label; false where it carries none, so that it is a note.
pub(super) fn take(paper: &mut Paper, line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let Some((label, _)) = LABELS.iter().find(|(_, known)| known.eq_ignore_ascii_case(name.trim())) else {
        return false;
    };
    let value = collapsed(value);
    match label {
        _ if value.is_empty() => return false,
        Label::Categories | Label::Comment if paper.arxiv.is_none() => return false,
        Label::Pmid => match ids::pmid(line) {
            Some(pmid) => paper.pmid = Some(pmid),
            None => return false,
        },
        Label::Arxiv => return take_arxiv(paper, line),
        Label::Categories if value.split(' ').all(is_category) => {
            paper.categories = value.split(' ').map(str::to_owned).collect();
        }
        Label::Comment if paper.comment.is_none() => paper.comment = Some(value),
        Label::Status if value == "withdrawn" => paper.withdrawn = true,
        Label::Updated => match dates::date(&value) {
            Some(date) => paper.updated = Some(date),
            None => return false,
        },
        Label::JournalLine => paper.journal_line = Some(value),
        Label::Authors if value == "and others" => paper.authors_cut = true,
        Label::Url if value.contains("://") => paper.more_urls.push(value),
        Label::File => paper.files.push(value),
        _ => return false,
    }
    true
}

/// Takes in an arXiv id, if the text names one and none is known.
pub(super) fn take_arxiv(paper: &mut Paper, text: &str) -> bool {
    let Some((id, version)) = ids::arxiv(text) else { return false };
    match &paper.arxiv {
        None => (paper.arxiv, paper.version) = (Some(id), version),
        Some(known) if *known == id => paper.version = paper.version.or(version),
        Some(_) => return false,
    }
    true
}

/// True if a word can be a category: `cs.CL`, `hep-th`, or a code of another scheme.
fn is_category(word: &str) -> bool {
    word.len() <= 20 && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ';'))
}
