//! The passages that a tool reads: found by words, each read into clauses.

use quipu_kernel::model::Span;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;
use quipu_language::clauses::clause::{Clause, topic};
use quipu_language::clauses::clause_pieces::{ClausePiece, pieces};
use quipu_language::sentences::{ClauseSentences, ReadSentences};
use serde::Serialize;

use crate::base::hits::ShownHit;
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::search::search;

/// Maximum number of passages read.
pub(super) const MOST: usize = 500;

/// A place that a result was taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ToolRef {
    /// The document's id.
    pub document: String,
    /// The chunk.
    pub chunk: String,
    /// The sentence, in the document's text.
    pub span: (u32, u32),
}

/// A passage, read.
pub(super) struct ReadChunk {
    pub(super) hit: ShownHit,
    pub(super) topic: Vec<ClausePiece>,
    pub(super) clauses: Vec<Clause>,
}

impl ReadChunk {
    /// The place of a sentence.
    pub(super) fn place(&self, span: Span) -> ToolRef {
        ToolRef {
            document: self.hit.document.clone(),
            chunk: self.hit.chunk.to_string(),
            span: (self.hit.start + span.start, self.hit.start + span.end),
        }
    }
}

/// The passages that words find, and whether they are all there are.
pub(super) async fn read_passages(workspace: &Workspace, text: &str) -> Result<(Vec<ReadChunk>, bool), EngineError> {
    let options = Options::default().limited(MOST);
    let query = Query { text: text.to_owned(), filter: Filter::default(), strategy: "lexical".into(), options };
    let hits = search(workspace, &query).await?.hits;
    let whole = hits.len() < MOST;
    let single = |hit: &ShownHit| !hit.title.is_empty() && !hit.title.contains(char::is_whitespace);
    let titles: Vec<String> = hits.iter().filter(|hit| single(hit)).map(|hit| hit.title.clone()).collect();
    let names: Vec<&str> = titles.iter().map(String::as_str).collect();
    let read = hits.into_iter().map(|hit| {
        let reader = ClauseSentences { title: &hit.title, names: &names };
        let (clauses, topic) = (reader.read(&hit.text), topic(&hit.title, &names));
        ReadChunk { hit, topic, clauses }
    });
    Ok((read.collect(), whole))
}

/// The words of a name, in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let read = pieces(name, &[]).into_iter().filter(|piece| piece.text.chars().any(char::is_alphanumeric));
    read.map(|piece| piece.low).collect()
}
