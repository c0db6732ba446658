//! The papers that a job is to add.

use std::path::PathBuf;

use quipu_research::{PaperOrder, PaperQuery, PaperSession, PapersWanted, date_given};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The selection of papers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WantedPapers {
    /// Ids of arXiv, in any form.
    pub ids: Vec<String>,
    /// A topic, all of whose papers are wanted.
    #[schema(max_length = 2048)]
    pub topic: Option<String>,
    /// Maximal number of papers on the topic.
    #[schema(minimum = 1, maximum = 200)]
    pub max_results: Option<usize>,
    /// Only papers of these categories, as `cs.CL` or `cs.*`.
    pub category: Vec<String>,
    /// Only papers of these authors.
    pub author: Vec<String>,
    /// Only papers since this year, month or day.
    pub from: Option<String>,
    /// Only papers until this year, month or day.
    pub to: Option<String>,
    /// The order: relevance, newest or updated.
    pub sort: Option<String>,
    /// Files and folders below an allowed root: PDFs and bibliographies.
    pub paths: Vec<String>,
    /// True if full texts are deferred.
    pub abstracts: bool,
    /// True if missing full texts of papers added before are fetched.
    pub pending: bool,
    /// True to check, instead, for newer versions and withdrawals of the papers.
    pub refresh: bool,
    /// The session that they belong to: eight hexadecimal digits.
    pub session_id: Option<String>,
}

impl WantedPapers {
    /// The selection, in the library's form.
    ///
    /// # Errors
    /// When a date or the order is invalid.
    pub fn read(&self) -> Result<PapersWanted, quipu::Error> {
        let topic = self.topic.clone().unwrap_or_default();
        let session = |id: &String| PaperSession { id: id.clone(), topic: topic.clone(), ..PaperSession::default() };
        let bounded = !self.category.is_empty() || !self.author.is_empty();
        let query = PaperQuery {
            topic: topic.clone(),
            categories: self.category.clone(),
            authors: self.author.clone(),
            from: date_given(self.from.as_deref())?,
            to: date_given(self.to.as_deref())?,
            order: match self.sort.as_deref() {
                Some("newest") => PaperOrder::Newest,
                Some("updated") => PaperOrder::Updated,
                _ => PaperOrder::Relevance,
            },
        };
        Ok(PapersWanted {
            ids: self.ids.clone(),
            search: (!topic.trim().is_empty() || bounded).then_some(query),
            most: self.max_results.unwrap_or(MOST_PAPERS),
            files: self.paths.iter().map(PathBuf::from).collect(),
            abstracts_only: self.abstracts,
            pending: self.pending,
            session: self.session_id.as_ref().map(session),
        })
    }
}

/// Default number of papers of a topic.
const MOST_PAPERS: usize = 5;
