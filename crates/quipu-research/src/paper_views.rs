//! What tools of papers give: views of the library's types that have fewer tokens.

use quipu_papers::references::MatchRule;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{CitingPlace, PaperCard, PaperCitation, PaperFailure, PaperState, RelatedPaper};

/// How many characters of an abstract a list shows.
const ABSTRACT: usize = 600;
/// How many authors it names.
const AUTHORS: usize = 5;

/// A paper as a list shows it: a [`PaperCard`] with the begin of its abstract and its first authors, so that a reply holds several.
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
    /// How many authors it has.
    pub(crate) authors_total: usize,
    /// The year in which it appeared.
    pub(crate) year: Option<String>,
    /// Its categories, the primary one first.
    pub(crate) categories: Vec<String>,
    /// The begin of its abstract.
    #[serde(rename = "abstract")]
    pub(crate) summary: String,
    /// How many papers of the workspace cite it.
    pub(crate) cited_inside: usize,
    /// What is here of it.
    pub(crate) state: Option<PaperState>,
    /// Whether it was withdrawn.
    pub(crate) withdrawn: bool,
    /// A version that is newer than the one that is here.
    pub(crate) newer: Option<u32>,
    /// Where people read of it.
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

/// What comes of a source, or when to come again where it is busy or away: an agent goes on with what is here.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("type" = "object"))]
pub(crate) enum OfSource<T> {
    /// It came.
    Came(T),
    /// It did not.
    Away {
        /// `source-busy` or `source-unreachable`.
        status: String,
        /// After how many seconds it may be asked again.
        retry_after_s: Option<u32>,
        /// What people read.
        detail: String,
    },
}

/// A page of papers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PaperViews {
    /// The papers.
    pub(crate) results: Vec<PaperView>,
    /// How many there are on all pages.
    pub(crate) total: usize,
    /// What the next page is asked for by; none on the last.
    pub(crate) next: Option<usize>,
    /// What the reader should know.
    pub(crate) notes: Vec<String>,
}

/// What adding papers did.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TakenPapers {
    /// Papers that are new, or in a newer version.
    pub(crate) added: Vec<PaperView>,
    /// Papers that were here already.
    pub(crate) already: Vec<PaperView>,
    /// What failed; abstracts can be used all the same.
    pub(crate) failed: Vec<PaperFailure>,
    /// Ids that no paper has.
    pub(crate) missing: Vec<String>,
    /// How many texts are still to be fetched.
    pub(crate) texts_left: usize,
}

/// A page of citations.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CitationViews {
    /// The papers.
    pub(crate) papers: Vec<CitationView>,
    /// How many there are on all pages.
    pub(crate) total: usize,
    /// What the next page is asked for by; none on the last.
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
    /// Whether it is in the library.
    pub(crate) in_library: bool,
    /// The reference, as it is printed.
    pub(crate) reference: String,
    /// Sentences of the text that cite it.
    pub(crate) places: Vec<CitingPlace>,
    /// The rule by which it was matched.
    pub(crate) rule: Option<MatchRule>,
    /// How sure that is, 0 to 1.
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
    /// How near, 0 to 1.
    pub(crate) score: f64,
    /// Why, as lines for people.
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
    /// How many papers it has.
    pub(crate) count: usize,
}
