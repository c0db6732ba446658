//! A summary of a document or of statements about a topic, by sentences of the documents themselves (extractive
//! summarisation, SumBasic: Nenkova and Vanderwende 2005): the sentence with the commonest words is taken, its words
//! count less from then on, and so on.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::strategies::Options;
use quipu_kernel::text::{is_stop_word, sentences, words};
use quipu_kernel::view::Filter;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::ToolRef;
use crate::base::ports::SelectChunks;
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::search::search;
use crate::find::show::document;

/// Number of passages about a topic that are read.
const PASSAGES: usize = 24;
/// The maximum number of chunks of a document that are read.
const CHUNKS: usize = 2_000;
/// The length of sentences in words: shorter ones are uninformative, longer ones are no sentences.
const WORDS: std::ops::RangeInclusive<usize> = 5..=60;

/// The subject of a summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummariseAsk {
    /// The documents' statements about a topic.
    Topic(String),
    /// A document, by its id or key.
    Document(String),
}

/// A sentence of a summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SummarySentence {
    /// The sentence.
    pub text: String,
    /// The places of the sentence.
    pub refs: Vec<ToolRef>,
}

/// A summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Summary {
    /// Its sentences: of a document in the order of the text, of a topic the most telling first.
    pub sentences: Vec<SummarySentence>,
    /// Number of sentences read.
    pub of: usize,
    /// True if all of a document was read.
    pub complete: bool,
}

/// A sentence that may be taken.
struct Candidate {
    text: String,
    at: ToolRef,
    words: Vec<String>,
    /// The relevance of the passage that holds it, from 0 to 1.
    fit: f64,
}

/// Summarises in at most so many sentences; none if there is no such document.
///
/// # Errors
/// When the store or the embedding model fails.
pub async fn summarise(workspace: &Workspace, ask: &SummariseAsk, most: usize) -> Result<Option<Summary>, EngineError> {
    let (candidates, complete) = match ask {
        SummariseAsk::Topic(topic) => (about(workspace, topic).await?, true),
        SummariseAsk::Document(name) => match whole(workspace, name).await? {
            Some(read) => read,
            None => return Ok(None),
        },
    };
    let topic = match ask {
        SummariseAsk::Topic(topic) => telling(topic).into_iter().collect(),
        SummariseAsk::Document(_) => FxHashSet::default(),
    };
    let mut taken = chosen(&candidates, &topic, most);
    if topic.is_empty() {
        taken.sort_unstable();
    }
    let sentence = |at: &usize| {
        let Candidate { text, at, .. } = &candidates[*at];
        SummarySentence { text: text.clone(), refs: vec![at.clone()] }
    };
    Ok(Some(Summary { sentences: taken.iter().map(sentence).collect(), of: candidates.len(), complete }))
}

/// The sentences of the passages that a topic finds.
async fn about(workspace: &Workspace, topic: &str) -> Result<Vec<Candidate>, EngineError> {
    let options = Options::default().limited(PASSAGES);
    let query = Query { text: topic.to_owned(), filter: Filter::default(), strategy: "walk".into(), options };
    let hits = search(workspace, &query).await?.hits;
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f64::MIN_POSITIVE);
    let mut out = Vec::new();
    for hit in hits {
        let place = |span: Span| ToolRef {
            document: hit.document.clone(),
            chunk: hit.chunk.to_string(),
            span: (hit.start + span.start, hit.start + span.end),
        };
        out.extend(read(&hit.text, (hit.score / best).clamp(0.0, 1.0), place));
    }
    Ok(out)
}

/// The sentences of a document, and whether these are all.
async fn whole(workspace: &Workspace, name: &str) -> Result<Option<(Vec<Candidate>, bool)>, EngineError> {
    let Some(shown) = document(&*workspace.store, name).await? else { return Ok(None) };
    let keys: Vec<Key> = shown.chunks.iter().take(CHUNKS).map(|chunk| chunk.key).collect();
    let complete = keys.len() == shown.chunks.len();
    let mut out = Vec::new();
    for stored in workspace.store.chunks(&SelectChunks::Keys(keys)).await? {
        let chunk = stored.chunk;
        let place = |span: Span| ToolRef {
            document: shown.document.id.clone(),
            chunk: chunk.key.to_string(),
            span: (chunk.body.start + span.start, chunk.body.start + span.end),
        };
        out.extend(read(&chunk.text, 1.0, place));
    }
    out.sort_by_key(|candidate| candidate.at.span);
    Ok(Some((out, complete)))
}

fn read(text: &str, fit: f64, place: impl Fn(Span) -> ToolRef) -> Vec<Candidate> {
    let mut out = Vec::new();
    for span in sentences(text) {
        let said = &text[span.range()];
        // Headings, rows and code are no sentences.
        let plain = said.ends_with(['.', '!', '?', '…', '»', '"']) && !said.starts_with(['#', '|', '`', '>']);
        let words = telling(said);
        if plain && WORDS.contains(&words.len()) {
            out.push(Candidate { text: said.to_owned(), at: place(span), words, fit });
        }
    }
    out
}

/// The content words of a text.
fn telling(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.text).filter(|word| !is_stop_word(word)).collect()
}

/// Positions of the sentences to take, in the order of taking.
fn chosen(candidates: &[Candidate], topic: &FxHashSet<String>, most: usize) -> Vec<usize> {
    let mut counts: FxHashMap<&str, f64> = FxHashMap::default();
    for word in candidates.iter().flat_map(|candidate| &candidate.words) {
        *counts.entry(word).or_default() += 1.0;
    }
    let all: f64 = counts.values().sum();
    counts.values_mut().for_each(|count| *count /= all);
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < most.min(candidates.len()) {
        let score = |at: usize| {
            let Candidate { words, fit, .. } = &candidates[at];
            let sum: f64 = words.iter().map(|word| counts[word.as_str()]).sum();
            let about = words.iter().filter(|word| topic.contains(*word)).count() as f64;
            fit * (1.0 + about) * sum / words.len() as f64
        };
        let free = (0..candidates.len())
            .filter(|at| !taken.iter().any(|known| known == at || candidates[*known].text == candidates[*at].text));
        let Some(best) = free.max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.cmp(a))) else { break };
        taken.push(best);
        for word in &candidates[best].words {
            // Repeated words count less.
            if let Some(count) = counts.get_mut(word.as_str()) {
                *count *= *count;
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(text: &str) -> Vec<Candidate> {
        let place =
            |span: Span| ToolRef { document: String::new(), chunk: String::new(), span: (span.start, span.end) };
        read(text, 1.0, place)
    }

    #[test]
    fn the_commonest_words_are_said_first_and_once() {
        let text = "The bell of the tower was cast in bronze by Varga. The bronze bell of the tower strikes every noon \
            for Varga. A baker sells fresh bread near the old market square. Yes.";
        let found = candidates(text);
        assert_eq!(found.len(), 3, "a word is no sentence");
        let taken = chosen(&found, &FxHashSet::default(), 2);
        assert!(taken[0] < 2, "{taken:?}");
        assert_eq!(chosen(&found, &FxHashSet::default(), 9).len(), 3);
        let topic = ["bread".to_owned()].into_iter().collect();
        assert_eq!(chosen(&found, &topic, 1), [2]);
        assert!(chosen(&[], &topic, 3).is_empty());
    }
}
