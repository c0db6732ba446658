//! The report of a community, as it is kept and shown.

use quipu_kernel::communities::report::{ReportCandidate, WordCount};
use quipu_kernel::model::{Key, Kind, Span};
use serde::{Deserialize, Serialize};

use super::labels::Labels;
use super::written::{ReportFinding, WrittenReport};

/// The share of changed grounds up to which a written report counts as slightly stale.
pub(super) const TOLERANCE: f64 = 0.1;

/// The author of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportBy {
    /// No author: it is extracted from the documents.
    #[default]
    Extract,
    /// A language model.
    Model,
}

/// The staleness of a written report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "ReportStale")]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Stale {
    /// This share of the community's chunks changed since; it is not written again for that.
    Slightly {
        /// The share, from 0 to 1.
        share: f64,
    },
    /// Too much has changed; it will be written again.
    Wholly,
}

/// A relation between members of a community.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReportRelation {
    /// The name of its source.
    pub source: String,
    /// The predicate.
    pub predicate: String,
    /// The name of its target.
    pub target: String,
    /// Number of the chunks read that state it.
    pub chunks: u64,
    /// A chunk that states it.
    pub chunk: Key,
    /// The span in the chunk's text.
    pub span: Span,
}

/// The report of a community.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "CommunityReport")]
pub struct Report {
    /// The community.
    pub community: Key,
    /// A hash of all of its inputs: it is up to date while these are unchanged.
    pub input: Key,
    /// Its author.
    pub by: ReportBy,
    /// Its title: the names of central members.
    pub title: String,
    /// Number of its entities.
    pub entities: u64,
    /// Number of chunks that mention at least one of them.
    pub chunks: u64,
    /// Number of documents.
    pub documents: u64,
    /// Its importance, from 0 to 10.
    pub rating: f64,
    /// Number of its entities of each kind, the commonest first.
    pub kinds: Vec<(Kind, u64)>,
    /// The names in its middle, the most central first.
    pub names: Vec<String>,
    /// The relations stated most between its members.
    pub relations: Vec<ReportRelation>,
    /// Its characteristic words.
    pub words: Vec<String>,
    /// The most informative sentences.
    pub sentences: Vec<ReportCandidate>,
    /// The candidates for its words, for the report of its parent community.
    pub counted: Vec<WordCount>,
    /// Number of chunks read for it.
    pub read: u64,
    /// A sample of the chunks of a community of parts, from which the share of changed ones is estimated: the smallest
    /// numbers that begin their keys (bottom-k sketch).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sketch: Vec<u64>,
    /// The summary, in a written report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The findings, in a written report, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<ReportFinding>,
    /// The staleness of a written report; none if it is up to date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stale: Option<Stale>,
}

impl Report {
    /// Its text for searches.
    pub fn searched(&self) -> String {
        let sentences = self.sentences.iter().map(|one| one.text.as_str());
        let found = self.findings.iter().map(|finding| finding.summary.as_str());
        let parts = [self.title.as_str(), self.summary.as_str()].into_iter().filter(|text| !text.is_empty());
        let parts = parts.chain(found).chain(self.names.iter().map(String::as_str));
        parts.chain(self.words.iter().map(String::as_str)).chain(sentences).collect::<Vec<_>>().join("\n")
    }

    /// The report as a model reads it, with the labels of its chunks.
    pub(crate) fn told(&self, labels: &mut Labels) -> String {
        let mut out = format!("## {}", self.title);
        if self.findings.is_empty() {
            for one in &self.sentences {
                out += &format!(
                    "\n- {} [{}]",
                    one.text.split_whitespace().collect::<Vec<_>>().join(" "),
                    labels.of(one.chunk)
                );
            }
            for one in &self.relations {
                out += &format!("\n- {} | {} | {} [{}]", one.source, one.predicate, one.target, labels.of(one.chunk));
            }
            return out;
        }
        out += &format!("\n{}", self.summary);
        for one in &self.findings {
            let lead = if one.summary.is_empty() { String::new() } else { format!("{}: ", one.summary) };
            out += &format!("\n- {lead}{} {}", one.explanation, labels.all(one.chunks.iter().copied()));
        }
        out
    }

    /// The report with a model's report on its community.
    #[must_use]
    pub(super) fn with(mut self, written: WrittenReport) -> Self {
        let share = changed(&self.sketch, &written.sketch);
        self.stale = match () {
            () if written.input == self.input => None,
            () if share.is_some_and(|share| share <= TOLERANCE) => {
                Some(Stale::Slightly { share: share.unwrap_or_default() })
            }
            () => Some(Stale::Wholly),
        };
        let WrittenReport { title, summary, rating, findings, .. } = written;
        Self { by: ReportBy::Model, title, summary, rating, findings, ..self }
    }
}

/// Maximum number of hashes in a sample.
const SAMPLE: usize = 128;

/// A sample of chunks ([`Report::sketch`]).
pub(super) fn sketch(chunks: impl Iterator<Item = Key>) -> Vec<u64> {
    let number = |key: Key| u64::from_le_bytes(std::array::from_fn(|at| key.bytes()[at]));
    let mut numbers: Vec<u64> = chunks.map(number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(SAMPLE);
    numbers
}

/// The estimated share of chunks that are in one of two sets alone, by their samples; none without both samples.
pub(super) fn changed(x: &[u64], y: &[u64]) -> Option<f64> {
    if x.is_empty() || y.is_empty() {
        return None;
    }
    let mut all: Vec<u64> = x.iter().chain(y).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.truncate(if x.len() < SAMPLE && y.len() < SAMPLE { all.len() } else { SAMPLE });
    let both = all.iter().filter(|number| x.binary_search(number).is_ok() && y.binary_search(number).is_ok());
    Some(1.0 - both.count() as f64 / all.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_seen_by_a_sample() {
        let keys = |range: std::ops::Range<u32>| range.map(|at| Key::text(&at.to_string()));
        let of = |a: std::ops::Range<u32>, b| changed(&sketch(keys(a)), &sketch(keys(b)));
        assert_eq!(of(0..50, 0..50), Some(0.0));
        assert!((of(0..50, 0..40).unwrap() - 0.2).abs() < 1e-9, "of few it is exact");
        let share = of(0..10_000, 2_000..12_000).unwrap();
        assert!((share - 1.0 / 3.0).abs() < 0.12, "{share}");
        assert_eq!(of(0..50, 0..0), None);
    }
}
