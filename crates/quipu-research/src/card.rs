//! A paper in short, for lists, maps and programs.

use quipu_papers::Paper;
use quipu_papers::bib::shown;
use std::collections::BTreeMap;

use quipu_papers::{Author, TextForm};
use serde::{Deserialize, Serialize};

use crate::shelf::{KeptPaper, PaperFailure, PaperState};

/// A paper of the workspace, or one that a source has found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperCard {
    /// Its address in arXiv without a version, else the id of its document.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its abstract; empty where none is known.
    pub summary: String,
    /// Its authors, whole names.
    pub authors: Vec<String>,
    /// The day, month or year in which it appeared.
    pub published: Option<String>,
    /// Address of its page for people.
    pub link: String,
    /// The id of its document; none where it is not in the workspace.
    pub document: Option<String>,
    /// Its id in arXiv.
    pub arxiv: Option<String>,
    /// The version that is here.
    pub version: Option<u32>,
    /// Its categories, the primary one first.
    pub categories: Vec<String>,
    /// Its DOI.
    pub doi: Option<String>,
    /// The journal that it appeared in.
    pub journal: Option<String>,
    /// State of its text; none where it is not in the workspace.
    pub status: Option<PaperState>,
    /// The form of its text.
    pub source: Option<TextForm>,
    /// True if it was withdrawn.
    pub withdrawn: bool,
    /// A version that is newer than the one here.
    pub newer: Option<u32>,
    /// Number of papers of the workspace that cite it.
    pub cited_by_inside: usize,
    /// Number of papers of the workspace that it cites.
    pub cites_inside: usize,
    /// Its community in the map, counted from 0; none outside a map.
    pub community: Option<usize>,
    /// The reason why its text is missing.
    pub reason: Option<PaperFailure>,
}

impl PaperCard {
    /// A paper that a source found, which is not in the workspace.
    pub fn found(paper: &Paper) -> Self {
        let arxiv = paper.arxiv.as_deref().map(in_arxiv);
        let doi = || paper.doi.as_ref().map(|doi| format!("https://doi.org/{doi}"));
        let link = arxiv.clone().or_else(|| paper.url.clone()).or_else(doi);
        Self {
            id: arxiv.unwrap_or_else(|| id_of(paper)),
            title: shown(&paper.title),
            summary: paper.summary.as_deref().map(shown).unwrap_or_default(),
            authors: paper.authors.iter().map(Author::whole).collect(),
            published: paper.published.map(|date| date.to_string()),
            link: link.unwrap_or_default(),
            arxiv: paper.arxiv.clone(),
            version: paper.version,
            categories: paper.categories.clone(),
            doi: paper.doi.clone(),
            journal: paper.journal.clone().or_else(|| paper.journal_line.clone()),
            withdrawn: paper.withdrawn,
            ..Self::default()
        }
    }

    /// A paper of the workspace.
    pub(super) fn of(kept: &KeptPaper, cites: &Citations) -> Self {
        let newer = kept.newest.filter(|newest| kept.paper.version.is_some_and(|version| version < *newest));
        let card = Self::found(&kept.paper);
        Self {
            id: card_id(kept),
            document: Some(kept.document.clone()),
            status: Some(kept.state),
            source: kept.form,
            newer,
            cited_by_inside: cites.cited.get(&kept.document).copied().unwrap_or_default(),
            cites_inside: cites.cites.get(&kept.document).copied().unwrap_or_default(),
            reason: kept.failed.clone(),
            ..card
        }
    }
}

/// The address of a paper in arXiv; one that is not in arXiv is known by its document, also where that is a file.
pub(super) fn card_id(kept: &KeptPaper) -> String {
    kept.paper.arxiv.as_deref().map_or_else(|| kept.document.clone(), in_arxiv)
}

/// The address of an id in arXiv, without a version.
fn in_arxiv(id: &str) -> String {
    format!("http://arxiv.org/abs/{id}")
}

/// Numbers of citations among papers of the workspace.
#[derive(Debug, Clone, Default)]
pub(super) struct Citations {
    pub(super) cited: BTreeMap<String, usize>,
    pub(super) cites: BTreeMap<String, usize>,
}

/// The name of a form in metadata.
pub(super) fn form_name(form: TextForm) -> &'static str {
    match form {
        TextForm::Html => "html",
        TextForm::Pdf => "pdf",
    }
}

/// The id of the document of a paper that came from a source or a bibliography.
pub(crate) fn id_of(paper: &Paper) -> String {
    let named = |name: &str| {
        let kept = |c: char| c.is_alphanumeric() || "-_.:+".contains(c);
        name.chars().map(|c| if kept(c) { c } else { '-' }).take(120).collect::<String>()
    };
    match (&paper.arxiv, &paper.doi, &paper.key) {
        (Some(id), _, _) => format!("arxiv/{id}"),
        (None, Some(doi), _) => format!("doi/{doi}"),
        (None, None, Some(key)) => format!("papers/{}", named(key)),
        (None, None, None) => format!("papers/{}", named(&paper.title)),
    }
}
