//! Citations: reference lists matched against the papers of the workspace, kept as `cites` in their metadata, so that
//! traversal, filters and pictures follow them.

use crate::ResearchError;
use quipu_papers::arxiv::ArxivId;
use quipu_papers::bib::folded;
use quipu_papers::bib::shown;
use std::collections::{BTreeMap, BTreeSet};

use quipu::Error;
use quipu::extend::{Outcome, aside};
use quipu_engine::amend::{Amendment, amend};
use quipu_engine::texts;
use quipu_papers::Paper;
use quipu_papers::references::{KnownPapers, MatchRule, Reference, cited, find, matched, split_with};
use serde::Serialize;
use serde_json::Value;

use crate::PaperCard;
use crate::card::Citations;

use crate::Papers;
use crate::shelf::{KeptPaper, PaperShelf};

/// The field of metadata that leads from a paper to those that it cites.
pub(super) const CITES: &str = "cites";
/// The most places that a citation shows.
const PLACES: usize = 5;

/// A paper that cites another, or is cited by it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperCitation {
    /// The paper, where it is in the workspace.
    pub paper: Option<PaperCard>,
    /// The reference, as it is printed.
    pub reference: String,
    /// Its title, where the reference states one.
    pub title: Option<String>,
    /// Its year, where the reference states one.
    pub year: Option<i32>,
    /// The rule by which it was matched.
    pub rule: Option<MatchRule>,
    /// Confidence of the match, 0 to 1.
    pub score: f32,
    /// The reason of the doubt, or the papers that fit equally.
    pub told: Option<String>,
    /// Sentences of the text that cite it.
    pub places: Vec<CitingPlace>,
}

/// A place where a text cites a paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CitingPlace {
    /// The sentence.
    pub sentence: String,
    /// Its first byte in the text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// A work that papers of the workspace cite and that is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CitedWork {
    /// Its title, or its reference as printed where none is stated.
    pub title: String,
    /// Its year.
    pub year: Option<i32>,
    /// Its id in arXiv, by which it can be added.
    pub arxiv: Option<String>,
    /// Its DOI.
    pub doi: Option<String>,
    /// Ids of the documents that cite it.
    pub cited_by: Vec<String>,
}

/// The references that a text prints.
pub(super) fn references(text: &str) -> Vec<Reference> {
    let Some(list) = find(text) else { return Vec::new() };
    let mut found = split_with(&text[list.clone()], text).entries;
    for reference in &mut found {
        reference.place = reference.place.start + list.start..reference.place.end + list.start;
    }
    found
}

impl Papers {
    /// Matches every reference against the papers of the workspace, and writes changes into the metadata of those that
    /// cite; returns the number of changed documents.
    ///
    /// # Errors
    /// When the workspace cannot be changed.
    pub(super) async fn settle_citations(&self) -> Result<usize, Error> {
        let shelf = PaperShelf(self.shelves().papers);
        let papers = shelf.all().await?;
        let known = indexed(&papers);
        let citing: Vec<&KeptPaper> = papers.iter().filter(|kept| !kept.references.is_empty()).collect();
        if citing.is_empty() {
            return Ok(0);
        }
        let store = self.reading()?.store;
        let mut changed: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
        for kept in citing {
            let Some(row) = texts::row(&*store, &kept.document).await? else { continue };
            let cites = inside(kept, &papers, &known);
            let before: Vec<String> = row
                .metadata
                .get(CITES)
                .and_then(Value::as_array)
                .map(|list| list.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect())
                .unwrap_or_default();
            if before != cites {
                changed.entry(cites).or_default().push(kept.document.clone());
            }
        }
        drop(store);
        let count = changed.values().map(Vec::len).sum();
        if count > 0 {
            let workspace = self.writing()?;
            for (cites, documents) in changed {
                let value = if cites.is_empty() { Value::Null } else { Value::from(cites) };
                let amendment = Amendment { title: None, metadata: [(CITES.to_owned(), value)].into_iter().collect() };
                amend(&workspace, &documents, &amendment).await?;
            }
        }
        Ok(count)
    }

    /// Citations of a paper: all its references, or only those that are papers of the workspace.
    ///
    /// # Errors
    /// When there is no such paper, or the workspace cannot be read.
    pub fn cites(&self, paper: &str, inside_only: bool) -> Outcome<Vec<PaperCitation>> {
        let (quipu, paper) = (self.clone(), paper.to_owned());
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let at = paper_at(&papers, &paper)?;
            let known = indexed(&papers);
            let counts = counts(&papers, &known);
            let text = quipu.text_of(&papers[at].document).await?;
            let places = places(&text, &papers[at].references);
            let all = papers[at].references.iter().enumerate().map(|(number, reference)| {
                let other = matched(&known, reference);
                let card = other.paper.filter(|other| *other != at).map(|other| PaperCard::of(&papers[other], &counts));
                PaperCitation {
                    paper: card,
                    reference: reference.printed.clone(),
                    title: reference.title.clone(),
                    year: reference.year,
                    rule: other.rule.filter(|_| other.paper.is_some()),
                    score: other.score,
                    told: other.told,
                    places: places.get(&number).cloned().unwrap_or_default(),
                }
            });
            Ok(all.filter(|citation| citation.paper.is_some() || !inside_only).collect())
        })
    }

    /// The papers of the workspace that cite a paper, each with the sentences that do.
    ///
    /// # Errors
    /// As [`Quipu::cites`].
    pub fn cited_by(&self, paper: &str) -> Outcome<Vec<PaperCitation>> {
        let (quipu, paper) = (self.clone(), paper.to_owned());
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let at = paper_at(&papers, &paper)?;
            let known = indexed(&papers);
            let (counts, mut citing) = (counts(&papers, &known), Vec::new());
            for (from, kept) in papers.iter().enumerate().filter(|(from, _)| *from != at) {
                let found = kept
                    .references
                    .iter()
                    .enumerate()
                    .map(|(number, reference)| (number, reference, matched(&known, reference)));
                let Some((number, reference, found)) = found.into_iter().find(|(.., found)| found.paper == Some(at))
                else {
                    continue;
                };
                let text = quipu.text_of(&kept.document).await?;
                citing.push(PaperCitation {
                    paper: Some(PaperCard::of(&papers[from], &counts)),
                    reference: reference.printed.clone(),
                    title: Some(shown(&kept.paper.title)),
                    year: kept.paper.year(),
                    rule: found.rule,
                    score: found.score,
                    told: found.told,
                    places: places(&text, &kept.references).remove(&number).unwrap_or_default(),
                });
            }
            Ok(citing)
        })
    }

    /// Works that several papers of the workspace cite and that are not in it, the most cited first.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn cited_but_missing(&self, most: usize) -> Outcome<Vec<CitedWork>> {
        let quipu = self.clone();
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let known = indexed(&papers);
            let mut works: BTreeMap<String, CitedWork> = BTreeMap::new();
            for kept in &papers {
                for reference in &kept.references {
                    if matched(&known, reference).paper.is_none()
                        && let Some(name) = name(reference)
                    {
                        let work = works.entry(name).or_insert_with(|| CitedWork {
                            title: reference.title.clone().unwrap_or_else(|| reference.printed.clone()),
                            year: reference.year,
                            arxiv: reference.arxiv.clone(),
                            doi: reference.doi.clone(),
                            cited_by: Vec::new(),
                        });
                        if !work.cited_by.contains(&kept.document) {
                            work.cited_by.push(kept.document.clone());
                        }
                    }
                }
            }
            let mut works: Vec<CitedWork> = works.into_values().filter(|work| work.cited_by.len() > 1).collect();
            works.sort_by(|a, b| b.cited_by.len().cmp(&a.cited_by.len()).then_with(|| a.title.cmp(&b.title)));
            works.truncate(most);
            Ok(works)
        })
    }

    pub(super) async fn text_of(&self, document: &str) -> Result<String, Error> {
        Ok(texts::text(&*self.reading()?.store, document).await?.map(|of| of.text).unwrap_or_default())
    }
}

/// The papers by all that references say of them.
pub(super) fn indexed(papers: &[KeptPaper]) -> KnownPapers {
    KnownPapers::new(&papers.iter().map(|kept| kept.paper.clone()).collect::<Vec<Paper>>())
}

/// The key of a reference, equal for references of one work.
fn name(reference: &Reference) -> Option<String> {
    let bare = |id: &String| id.split('v').next().unwrap_or_default().to_owned();
    let arxiv = reference.arxiv.as_ref().map(bare);
    let title = || {
        let title = reference.title.as_ref().filter(|title| title.split_whitespace().count() >= 3)?;
        Some(folded(title))
    };
    title().or_else(|| reference.doi.clone()).or(arxiv)
}

/// Ids of the documents that a paper cites, sorted, itself left out.
fn inside(kept: &KeptPaper, papers: &[KeptPaper], known: &KnownPapers) -> Vec<String> {
    let ids: BTreeSet<&str> = kept
        .references
        .iter()
        .filter_map(|reference| matched(known, reference).paper)
        .map(|at| papers[at].document.as_str())
        .filter(|id| *id != kept.document)
        .collect();
    ids.into_iter().map(str::to_owned).collect()
}

/// Numbers of citations among the papers.
pub(super) fn counts(papers: &[KeptPaper], known: &KnownPapers) -> Citations {
    let mut counts = Citations::default();
    for (from, to) in ties(papers, known) {
        *counts.cites.entry(papers[from].document.clone()).or_default() += 1;
        *counts.cited.entry(papers[to].document.clone()).or_default() += 1;
    }
    counts
}

/// Pairs of papers of which one cites the other, by their places in the list.
pub(super) fn ties(papers: &[KeptPaper], known: &KnownPapers) -> Vec<(usize, usize)> {
    let mut ties = Vec::new();
    for (from, kept) in papers.iter().enumerate() {
        let to: BTreeSet<usize> =
            kept.references.iter().filter_map(|reference| matched(known, reference).paper).collect();
        ties.extend(to.into_iter().filter(|to| *to != from).map(|to| (from, to)));
    }
    ties
}

/// The sentences that cite each reference, by its number in the list.
fn places(text: &str, references: &[Reference]) -> BTreeMap<usize, Vec<CitingPlace>> {
    let mut places: BTreeMap<usize, Vec<CitingPlace>> = BTreeMap::new();
    for (number, place) in cited(text, references) {
        let here = places.entry(number).or_default();
        if here.len() < PLACES
            && let Some(sentence) = text.get(place.clone())
        {
            let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
            here.push(CitingPlace { sentence, start: place.start, end: place.end });
        }
    }
    places
}

/// The place of the paper that a name means.
pub(crate) fn paper_at(papers: &[KeptPaper], name: &str) -> Result<usize, Error> {
    let name = name.trim();
    let arxiv = name.parse::<ArxivId>().ok();
    let doi = name.to_lowercase();
    let doi = ["https://doi.org/", "http://doi.org/", "doi:"]
        .iter()
        .find_map(|prefix| doi.strip_prefix(prefix).map(str::to_owned))
        .unwrap_or(doi);
    let found = papers.iter().position(|kept| {
        kept.document == name
            || arxiv.as_ref().is_some_and(|id| kept.paper.arxiv.as_ref() == Some(&id.id))
            || kept.paper.doi.as_ref() == Some(&doi)
            || kept.paper.key.as_deref() == Some(name)
    });
    let titled = || {
        let asked = folded(name);
        let mut same = papers.iter().enumerate().filter(|(_, kept)| folded(&kept.paper.title) == asked);
        same.next().map(|(at, _)| at).filter(|_| !asked.is_empty() && same.next().is_none())
    };
    found.or_else(titled).ok_or_else(|| ResearchError::NoPaper { name: name.to_owned() }.into())
}
