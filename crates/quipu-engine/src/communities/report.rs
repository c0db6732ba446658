//! What a community is about, as it is kept and shown.

use quipu_kernel::communities::report::{ReportCandidate, WordCount};
use quipu_kernel::model::{Key, Kind, Span};
use serde::{Deserialize, Serialize};

/// Who wrote a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportBy {
    /// Nobody: it is taken from the documents.
    #[default]
    Extract,
    /// A language model.
    Model,
}

/// A relation between members of a community.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRelation {
    /// The name of its source.
    pub source: String,
    /// The predicate.
    pub predicate: String,
    /// The name of its target.
    pub target: String,
    /// How many of the chunks that were read state it.
    pub chunks: u64,
    /// A chunk that states it.
    pub chunk: Key,
    /// Where, in the chunk's text.
    pub span: Span,
}

/// The report of a community.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Report {
    /// The community.
    pub community: Key,
    /// A hash of all that it was made from: it stands for as long as that does.
    pub input: Key,
    /// Who wrote it.
    pub by: ReportBy,
    /// What it is called: the names in its middle.
    pub title: String,
    /// How many entities it has.
    pub entities: u64,
    /// How many chunks mention one of them.
    pub chunks: u64,
    /// Of how many documents.
    pub documents: u64,
    /// How much it matters, from 0 to 10.
    pub rating: f64,
    /// How many entities of each kind it has, the commonest first.
    pub kinds: Vec<(Kind, u64)>,
    /// The names in its middle, the most central first.
    pub names: Vec<String>,
    /// The relations stated most between its members.
    pub relations: Vec<ReportRelation>,
    /// The words that tell it from everything else.
    pub words: Vec<String>,
    /// The sentences that say most of it.
    pub sentences: Vec<ReportCandidate>,
    /// What its words were chosen from, for the report of the community that it is a part of.
    pub counted: Vec<WordCount>,
    /// How many chunks were read for it.
    pub read: u64,
}

impl Report {
    /// What is searched of it.
    pub fn searched(&self) -> String {
        let sentences = self.sentences.iter().map(|one| one.text.as_str());
        let parts = [self.title.as_str()].into_iter().chain(self.names.iter().map(String::as_str));
        parts.chain(self.words.iter().map(String::as_str)).chain(sentences).collect::<Vec<_>>().join("\n")
    }
}
