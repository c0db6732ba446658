//! Results of tools of papers: views of the library's types that have fewer tokens.

use quipu_papers::references::MatchRule;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{CitingPlace, PaperCard, PaperCitation, PaperFailure, PaperState, RelatedPaper};

/// Number of characters of an abstract in a list.
const ABSTRACT: usize = 600;
/// Maximal number of authors in a list.
const AUTHORS: usize = 5;

/// A paper as a list shows it: a [`PaperCard`] with the begin of its abstract and its first authors, so that a reply
/// holds several.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PaperView {
    /// Its address in arXiv without a version, else the id of its document.
    pub(crate) id: String,
    /// The id of its document; none where it is not in the workspace.
    pub(crate) document: Option<String>,
    /// Its id in arXiv.
    pub(crate) arxiv: Option<String>,
    /// Its DOI.
    pub(crate) doi: Option<String>,
    /// Its title.
    pub(crate) title: String,
    /// Its first authors.
    pub(crate) authors: Vec<String>,
    /// Number of its authors.
    pub(crate) authors_total: usize,
    /// The year in which it appeared.
    pub(crate) year: Option<String>,
    /// Its categories, the primary one first.
    pub(crate) categories: Vec<String>,
    /// The begin of its abstract.
    #[serde(rename = "abstract")]
    pub(crate) summary: String,
    /// Number of papers of the workspace that cite it.
    pub(crate) cited_inside: usize,
    /// State of its text in the workspace.
    pub(crate) state: Option<PaperState>,
    /// True if it was withdrawn.
    pub(crate) withdrawn: bool,
    /// A version that is newer than the one that is here.
    pub(crate) newer: Option<u32>,
    /// Address of its page for people.
    pub(crate) url: String,
}

impl PaperView {
    pub(crate) fn of(card: &PaperCard) -> Self {
        Self {
            id: card.id.clone(),
            document: card.document.clone(),
            arxiv: card.arxiv.clone(),
            doi: card.doi.clone(),
            title: card.title.clone(),
            authors: card.authors.iter().take(AUTHORS).cloned().collect(),
            authors_total: card.authors.len(),
            year: card.published.as_deref().map(|date| date.chars().take(4).collect()),
            categories: card.categories.clone(),
            summary: card.summary.chars().take(ABSTRACT).collect(),
            cited_inside: card.cited_by_inside,
            state: card.status,
            withdrawn: card.withdrawn,
            newer: card.newer,
            url: card.link.clone(),
        }
    }
}

/// The result of a source, or the time to retry where it is busy or away: an agent goes on with the papers of the
/// workspace.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("type" = "object"))]
pub(crate) enum OfSource<T> {
    /// The result.
    Came(T),
    /// The source is busy or away.
    Away {
        /// `source-busy` or `source-unreachable`.
        status: String,
        /// Number of seconds until the next attempt.
        retry_after_s: Option<u32>,
        /// A sentence for people.
        detail: String,
    },
}

/// A page of papers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PaperViews {
    /// The papers.
    pub(crate) results: Vec<PaperView>,
    /// Total number on all pages.
    pub(crate) total: usize,
    /// The argument for the next page; none on the last.
    pub(crate) next: Option<usize>,
    /// Notes for the reader.
    pub(crate) notes: Vec<String>,
}

/// The report of adding papers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TakenPapers {
    /// Papers that are new, or in a newer version.
    pub(crate) added: Vec<PaperView>,
    /// Papers that were here already.
    pub(crate) already: Vec<PaperView>,
    /// Failures; abstracts can be used all the same.
    pub(crate) failed: Vec<PaperFailure>,
    /// Ids that no paper has.
    pub(crate) missing: Vec<String>,
    /// Number of texts still to be fetched.
    pub(crate) texts_left: usize,
}

/// A page of citations.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CitationViews {
    /// The papers.
    pub(crate) papers: Vec<CitationView>,
    /// Total number on all pages.
    pub(crate) total: usize,
    /// The argument for the next page; none on the last.
    pub(crate) next: Option<usize>,
}

/// A citation: a [`PaperCitation`] with the id of the paper in the place of all that is known of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CitationView {
    /// The id of the paper; none where it is not in the library.
    pub(crate) id: Option<String>,
    /// Its title, where the reference states one.
    pub(crate) title: Option<String>,
    /// Its year, where the reference states one.
    pub(crate) year: Option<i32>,
    /// True if it is in the library.
    pub(crate) in_library: bool,
    /// The reference, as it is printed.
    pub(crate) reference: String,
    /// Sentences of the text that cite it.
    pub(crate) places: Vec<CitingPlace>,
    /// The rule by which it was matched.
    pub(crate) rule: Option<MatchRule>,
    /// Confidence of the match, 0 to 1.
    pub(crate) score: f32,
}

impl From<PaperCitation> for CitationView {
    fn from(PaperCitation { paper, reference, title, year, rule, score, places, .. }: PaperCitation) -> Self {
        let (id, in_library) = (paper.as_ref().map(|card| card.id.clone()), paper.is_some());
        Self { id, title, year, in_library, reference, places, rule, score }
    }
}

/// Papers near others.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NearPapers {
    /// The papers, the nearest first.
    pub(crate) papers: Vec<NearPaper>,
}

/// A paper near others: a [`RelatedPaper`] with its names alone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NearPaper {
    /// Its id.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// Nearness, 0 to 1.
    pub(crate) score: f64,
    /// The reasons, as lines for people.
    pub(crate) why: Vec<String>,
}

impl From<RelatedPaper> for NearPaper {
    fn from(RelatedPaper { paper, score, why }: RelatedPaper) -> Self {
        Self { id: paper.id, title: paper.title, score, why }
    }
}

/// A bibliography.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BibliographyText {
    /// Its text.
    pub(crate) text: String,
    /// Number of its papers.
    pub(crate) count: usize,
}
