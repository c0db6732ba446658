//! Corrections of a paper after all of its fields are read, for any format.

use super::text_cleanup::{collapsed, untagged};
use super::{ids, note_labels, protected_case};
use crate::{Paper, PaperKind};

/// Puts ids where they belong, and drops fields that only repeat them: a DOI that arXiv gave, `CoRR` with `abs/ID` for
/// a volume, `arXiv preprint arXiv:ID` for a journal.
pub(super) fn settle(paper: &mut Paper) {
    if let Some(doi) = paper.doi.take() {
        let arxiv = doi.starts_with("10.48550/arxiv.") && note_labels::take_arxiv(paper, &doi);
        paper.doi = (!arxiv).then_some(doi);
    }
    let repository = paper.journal.as_deref().is_some_and(|journal| journal.eq_ignore_ascii_case("corr"));
    if repository
        && let Some(volume) = paper.volume.take()
        && !note_labels::take_arxiv(paper, &volume)
    {
        paper.volume = Some(volume);
    }
    if let Some(journal) = paper.journal.take() {
        let named = journal.to_lowercase().starts_with("arxiv") && ids::arxiv(&journal).is_some();
        if named {
            note_labels::take_arxiv(paper, &journal);
        }
        let only_arxiv = paper.arxiv.is_some() && (repository || journal.eq_ignore_ascii_case("arxiv"));
        paper.journal = (!named && !only_arxiv).then_some(journal);
    }
    if let Some(url) = paper.url.clone().filter(|url| url.to_lowercase().contains("arxiv.org/")) {
        note_labels::take_arxiv(paper, &url);
    }
    if paper.journal_short == paper.journal {
        paper.journal_short = None;
    }
    if paper.arxiv.is_some() && paper.journal.is_none() {
        paper.kind = match paper.kind {
            PaperKind::Other | PaperKind::Web => PaperKind::Preprint,
            // An article of an unknown journal.
            PaperKind::Article if paper.journal_line.is_none() && paper.doi.is_none() => PaperKind::Preprint,
            kind => kind,
        };
    }
    paper.title = collapsed(&paper.title);
    paper.case_kept = protected_case::remembered(&paper.title, &std::mem::take(&mut paper.case_kept));
}

/// True if a paper has no field by which it could be found.
pub(super) fn is_empty(paper: &Paper) -> bool {
    only_tags(&paper.title)
        && paper.authors.is_empty()
        && paper.doi.is_none()
        && paper.arxiv.is_none()
        && paper.url.is_none()
}

/// Maximal depth of tags within tags that is looked at.
const DEEPEST_TAGS: usize = 8;

/// True for a title without a text: it is empty or has only tags, also tags within tags, since each reading of CSL
/// removes one level.
fn only_tags(title: &str) -> bool {
    let mut text = title.to_owned();
    for _ in 0..DEEPEST_TAGS {
        if text.trim().is_empty() {
            return true;
        }
        text = untagged(&text).0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_tags_alone_is_no_title() {
        let titled = |title: &str| is_empty(&Paper { title: title.to_owned(), ..Paper::default() });
        assert!(titled("") && titled("<span class=\"nocase\">") && titled("<s<i>pan> "));
        assert!(!titled("<i>BERT</i>") && !titled("x < y"));
    }
}
