//! The papers of the workspace: listed, found by any name that they have.

use crate::citing::paper_at;
use std::collections::BTreeSet;
use std::path::PathBuf;

use quipu::Error;
use quipu::extend::{Outcome, aside};
use quipu_engine::ports::Select;
use quipu_kernel::model::Key;
use quipu_papers::PaperDate;
use quipu_papers::bib::folded;
use serde::{Deserialize, Serialize};

use crate::Papers;
use crate::ResearchError;
use crate::card::PaperCard;
use crate::citing::{counts, indexed};
use crate::shelf::{KeptPaper, PaperSession, PaperShelf};

/// The order in which papers are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaperOrderBy {
    /// By title.
    #[default]
    Title,
    /// The newest first.
    Year,
    /// The most cited by papers of the workspace first.
    Cited,
}

/// Conditions of a list of papers of the workspace; every condition must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaperQueryInside {
    /// Words that all stand in title, abstract or names of authors, in any case.
    pub words: String,
    /// Categories, of which a paper has one.
    pub categories: Vec<String>,
    /// Part of the name of an author.
    pub author: Option<String>,
    /// The first year.
    pub from: Option<PaperDate>,
    /// The last year.
    pub to: Option<PaperDate>,
    /// The order.
    pub order: PaperOrderBy,
}

/// Papers of the workspace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct PapersListed {
    /// The papers of this page.
    pub papers: Vec<PaperCard>,
    /// Total number on all pages.
    pub total: usize,
}

impl Papers {
    /// Papers of the workspace, at most `limit` after the first `skip`.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn list(&self, query: PaperQueryInside, skip: usize, limit: usize) -> Outcome<PapersListed> {
        let quipu = self.clone();
        aside(move || async move {
            let mut found: Vec<PaperCard> =
                quipu.paper_cards().await?.into_iter().filter(|card| query.admits(card)).collect();
            match query.order {
                PaperOrderBy::Title => found.sort_by_key(|card| folded(&card.title)),
                PaperOrderBy::Year => found.sort_by(|a, b| b.published.cmp(&a.published)),
                PaperOrderBy::Cited => found.sort_by_key(|card| std::cmp::Reverse(card.cited_by_inside)),
            }
            let total = found.len();
            Ok(PapersListed { papers: found.into_iter().skip(skip).take(limit).collect(), total })
        })
    }

    /// A paper by any name that it has: an id of arXiv in any form, a DOI, the id of its document, the key of its
    /// bibliography, its title.
    ///
    /// # Errors
    /// When there is no such paper, or the workspace cannot be read.
    pub fn paper(&self, name: &str) -> Outcome<PaperCard> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let at = paper_at(&papers, &name)?;
            let known = indexed(&papers);
            Ok(PaperCard::of(&papers[at], &counts(&papers, &known)))
        })
    }

    /// A session of papers.
    ///
    /// # Errors
    /// When there is no session of this id, or the workspace cannot be read.
    pub fn session(&self, id: &str) -> Outcome<PaperSession> {
        let (quipu, id) = (self.clone(), id.to_owned());
        aside(move || async move {
            let session = PaperShelf(quipu.shelves().papers).session(&id).await?;
            session.ok_or(ResearchError::NoPaperSession { id }.into())
        })
    }

    /// The file of the text of a document, where it is a paper whose text was fetched.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn file(&self, document: &str) -> Outcome<Option<PathBuf>> {
        let (quipu, document) = (self.clone(), document.to_owned());
        aside(move || async move {
            let kept = PaperShelf(quipu.shelves().papers).get(&document).await?;
            let file = kept.and_then(|kept| kept.file).map(|file| quipu.papers_folder().join(file));
            Ok(file.filter(|path| path.is_file()))
        })
    }

    /// Every paper in short, with its number of citations in the workspace.
    pub(super) async fn paper_cards(&self) -> Result<Vec<PaperCard>, Error> {
        let papers = self.papers_here().await?;
        let known = indexed(&papers);
        let counts = counts(&papers, &known);
        Ok(papers.iter().map(|kept| PaperCard::of(kept, &counts)).collect())
    }

    /// The papers that names mean, in their order; all that are here where there is no name.
    ///
    /// # Errors
    /// When one means none, all of which are named together, or the workspace cannot be read.
    pub(super) async fn chosen(&self, names: &[String]) -> Result<Vec<KeptPaper>, Error> {
        named(self.papers_here().await?, names)
    }

    /// The papers that are kept and whose documents are there; none where there is no workspace.
    pub(super) async fn papers_here(&self) -> Result<Vec<KeptPaper>, Error> {
        let all = PaperShelf(self.shelves().papers).all().await?;
        if all.is_empty() {
            return Ok(all);
        }
        let keys: Vec<Key> = all.iter().map(|kept| Key::document(&kept.document)).collect();
        let rows = self.reading()?.store.documents(&Select::Keys(keys)).await?;
        let there: BTreeSet<String> = rows.into_iter().map(|row| row.id).collect();
        Ok(all.into_iter().filter(|kept| there.contains(&kept.document)).collect())
    }
}

/// The papers that names mean, in their order; all without names.
///
/// # Errors
/// When a name means none; the error lists all such names.
pub(super) fn named(all: Vec<KeptPaper>, names: &[String]) -> Result<Vec<KeptPaper>, Error> {
    if names.is_empty() {
        return Ok(all);
    }
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        match paper_at(&all, name) {
            Ok(at) => found.push(all[at].clone()),
            Err(_) => missing.push(name.clone()),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(ResearchError::NoPaper { name: missing.join(", ") }.into()) }
}

impl PaperQueryInside {
    fn admits(&self, card: &PaperCard) -> bool {
        let lower = |text: &str| text.to_lowercase();
        let said = lower(&format!("{} {} {}", card.title, card.summary, card.authors.join(" ")));
        let words = lower(&self.words);
        let author = self.author.as_deref().map(lower);
        let authors = lower(&card.authors.join("\n"));
        let year = card.published.as_deref().and_then(PaperDate::read);
        let category = |category: &String| match category.strip_suffix('*') {
            Some(begin) => card.categories.iter().any(|other| other.starts_with(begin)),
            None => card.categories.contains(category),
        };
        words.split_whitespace().all(|word| said.contains(word))
            && (self.categories.is_empty() || self.categories.iter().any(category))
            && author.is_none_or(|author| authors.contains(author.as_str()))
            && self.from.is_none_or(|from| year.is_some_and(|year| within(year, from) >= 0))
            && self.to.is_none_or(|to| year.is_some_and(|year| within(year, to) <= 0))
    }
}

/// The position of a date against a bound, at the coarser precision: -1 before, 0 within, 1 after.
fn within(date: PaperDate, bound: PaperDate) -> i32 {
    let parts = |date: PaperDate| [Some(date.year), date.month.map(i32::from), date.day.map(i32::from)];
    for (date, bound) in parts(date).into_iter().zip(parts(bound)) {
        let (Some(date), Some(bound)) = (date, bound) else { return 0 };
        if date != bound {
            return if date < bound { -1 } else { 1 };
        }
    }
    0
}
