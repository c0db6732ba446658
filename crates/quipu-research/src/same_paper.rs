//! Which paper of the workspace a wanted one is, and the id of one that is new.

use std::collections::BTreeMap;

use quipu_papers::{Paper, bib};

use crate::card::id_of;
use crate::shelf::KeptPaper;

/// The paper here whose title a bibliography has changed since: of one key, year and first author, unless another
/// wanted paper is that paper.
pub(super) fn revised<'h>(here: &'h [KeptPaper], wanted: &[Paper], paper: &Paper) -> Option<&'h KeptPaper> {
    let free = |kept: &&KeptPaper| !wanted.iter().any(|other| is_same(&kept.paper, other));
    here.iter().filter(|kept| is_revised(&kept.paper, paper)).find(free)
}

fn is_revised(a: &Paper, b: &Paper) -> bool {
    let known = |paper: &Paper| paper.arxiv.is_some() || paper.doi.is_some();
    let author = |paper: &Paper| paper.first_author().map(bib::folded);
    a.key.is_some() && a.key == b.key && !known(a) && !known(b) && a.year() == b.year() && author(a) == author(b)
}

/// The id of a paper's document. A bibliography may have one key for two papers: the second gets a number behind it.
pub(super) fn free_id(paper: &Paper, taken: &BTreeMap<&str, &Paper>) -> String {
    let id = id_of(paper);
    let work = |paper: &Paper| (bib::folded(&paper.title), paper.year(), paper.first_author().map(bib::folded));
    let is_free = |id: &str| taken.get(id).is_none_or(|other| is_same(other, paper) || work(other) == work(paper));
    if paper.arxiv.is_some() || paper.doi.is_some() || is_free(&id) {
        return id;
    }
    (2..).map(|number| format!("{id}:{number}")).find(|id| is_free(id)).unwrap_or(id)
}

/// True if both have an id in common, or key and title.
pub(super) fn is_same(a: &Paper, b: &Paper) -> bool {
    let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    same(&a.arxiv, &b.arxiv) || same(&a.doi, &b.doi) || same(&a.key, &b.key) && a.title == b.title
}
