//! The evidence of a run: passages that looks found, each read into clauses once.

use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Day, Key};
use quipu_language::sentences::{ClauseSentences, ReadSentences};
use quipu_language::stated::clauses::{Clause, topic};
use quipu_language::stated::pieces::{Piece, pieces};
use rustc_hash::FxHashSet;

use crate::base::citation::Citation;
use crate::base::hits::{ShownHit, shown};
use crate::base::query::{Query, understand};
use crate::base::{EngineError, Workspace};
use crate::find::environment::Environment;
use crate::find::refine::AfterOptions;

/// A passage, read.
#[derive(Debug, Clone)]
pub(super) struct ReadHit {
    pub(super) hit: ShownHit,
    /// The date of the document, by its metadata.
    pub(super) day: Option<Day>,
    pub(super) clauses: Vec<Clause>,
    pub(super) topic: Vec<Piece>,
}

impl ReadHit {
    /// The place that a clause was taken from.
    pub(super) fn citation(&self, clause: usize) -> Option<Citation> {
        let span = self.clauses.get(clause)?.span;
        self.hit.cite(span)
    }
}

/// All that a run has read.
#[derive(Debug, Default)]
pub(super) struct ReadEvidence {
    pub(super) hits: Vec<ReadHit>,
    seen: FxHashSet<Key>,
    /// Titles of one word, which are names however they are written.
    pub(super) names: Vec<String>,
}

impl ReadEvidence {
    /// Looks for a text by a way, with the configured steps after it; returns the number of passages found, and of
    /// new ones.
    pub(super) async fn look(
        &mut self,
        workspace: &Workspace,
        environment: &mut Environment<'_>,
        asked: &Query,
        text: String,
        way: &str,
        hits: usize,
    ) -> Result<(usize, usize), EngineError> {
        let after = AfterOptions::of(&asked.options).within(workspace);
        let options = after.widened(&asked.options.limited(hits));
        let query = Query { text, strategy: way.to_owned(), options, filter: asked.filter.clone() };
        let Some(mut evidence) = environment.look(&query).await? else { return Ok((0, 0)) };
        if after.is_asked() {
            let question = understand(workspace, &query).await?;
            after.refine(environment, &question, &mut evidence, hits).await?;
        }
        let found = shown(&*workspace.store, &evidence).await?;
        let count = found.len();
        let new: Vec<ShownHit> = found.into_iter().filter(|hit| self.seen.insert(hit.chunk)).collect();
        let added = new.len();
        for hit in &new {
            let single = !hit.title.trim().is_empty() && !hit.title.trim().contains(char::is_whitespace);
            if single && !self.names.contains(&hit.title) {
                self.names.push(hit.title.trim().to_owned());
            }
        }
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        self.hits.extend(new.into_iter().map(|hit| {
            let clauses = ClauseSentences { title: &hit.title, names: &known }.read(&hit.text);
            let topic = topic(&hit.title, &known);
            let day = written(&hit, &*workspace.extractor);
            ReadHit { hit, day, clauses, topic }
        }));
        Ok((count, added))
    }

    /// True if any passage names something.
    pub(super) fn has(&self, words: &[String]) -> bool {
        let within = |text: &str| {
            let low = text.to_lowercase();
            words.iter().all(|word| low.contains(word.as_str()))
        };
        self.hits.iter().any(|read| within(&read.hit.text) || within(&read.hit.title))
    }
}

/// The date of a document, by its metadata.
fn written(hit: &ShownHit, extractor: &dyn Extractor) -> Option<Day> {
    let date = ["date", "published", "created"].iter().find_map(|field| hit.metadata.get(*field));
    date.and_then(|value| extractor.day(value.as_str()?))
}

/// The names of a text, in its order.
pub(super) fn names_in(text: &str, known: &[String]) -> Vec<String> {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let read = pieces(text, &known);
    read.iter().filter(|piece| piece.is_name()).map(|piece| piece.text.clone()).collect()
}
