//! Similar documents: each with its nearest by the cosine of the means of their chunks'
//! vectors, each pair once. Exact; the work is shared among workers. Cosines count from the model's background:
//! where any two texts have .73, "above .3" would be meaningless.

use std::collections::BTreeSet;
use std::sync::Arc;

use quipu_kernel::background as above_background;
use quipu_kernel::graph::{Alike, AlikePair, Mean, Nearest};
use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Line, Picture, Point};
use crate::base::ports::Store;
use crate::base::{EngineError, Workspace};
use crate::write::exchange::{Documents, FOOT, element, head};

/// Maximum number of documents in a picture: more would take too long to place and be indistinguishable.
const DRAWN: usize = 500;

/// Number and similarity of the pairs to find.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimilarQuery {
    /// The one document to compare; none for all.
    pub of: Option<Key>,
    /// Maximum number of nearest documents of each.
    pub k: usize,
    /// The least cosine, as counted from the model's background.
    pub least: f32,
    /// Number of parallel workers.
    pub workers: usize,
}

/// A document that was compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SimilarDocument {
    /// Its key.
    pub key: Key,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its source.
    pub source: String,
}

/// Two documents that are alike.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SimilarPair {
    /// Id of one.
    pub a: String,
    /// Id of the other.
    pub b: String,
    /// Cosine of their mean vectors, as counted from the model's background.
    pub cosine: f32,
}

/// Documents and which of them are alike.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Similar {
    /// Number of documents compared.
    pub compared: usize,
    /// Number of documents without a vector.
    pub without: usize,
    /// Documents with a similar one, by key.
    pub documents: Vec<SimilarDocument>,
    /// The pairs, the most alike first.
    pub pairs: Vec<SimilarPair>,
}

/// Compares all documents. Needs a tokio runtime.
///
/// # Errors
/// When there are no vectors, or the store cannot be read.
pub async fn similar(workspace: &Workspace, query: SimilarQuery) -> Result<Similar, EngineError> {
    similar_among(workspace, query, None).await
}

/// As [`similar`], among these documents alone, by their keys.
///
/// # Errors
/// As [`similar`].
pub async fn similar_among(
    workspace: &Workspace,
    query: SimilarQuery,
    among: Option<&BTreeSet<Key>>,
) -> Result<Similar, EngineError> {
    if workspace.store.status().await?.vectors == 0 {
        return Err(EngineError::NoVectors);
    }
    let background = match &workspace.embedder {
        Some(embedder) => embedder.background().await?,
        None => 0.0,
    };
    let (documents, alike, without) = read(&workspace.store, among).await?;
    let least = above_background::beside(query.least, background);
    let pairs = match query.of {
        Some(key) => match documents.iter().position(|document| document.key == key) {
            Some(at) => alike.beside(at, query.k, least),
            None => Vec::new(),
        },
        None => compare(Arc::new(alike), SimilarQuery { least, ..query }).await?.pairs(),
    };
    let mut tied = vec![false; documents.len()];
    for pair in &pairs {
        (tied[pair.a as usize], tied[pair.b as usize]) = (true, true);
    }
    let id = |at: u32| documents[at as usize].id.clone();
    let above = |cosine| above_background::above(cosine, background);
    let pair = |pair: &AlikePair| SimilarPair { a: id(pair.a), b: id(pair.b), cosine: above(pair.cosine) };
    let pairs = pairs.iter().map(pair).collect();
    let compared = documents.len();
    let documents = documents.into_iter().zip(tied).filter(|(_, tied)| *tied).map(|(document, _)| document).collect();
    Ok(Similar { compared, without, documents, pairs })
}

/// The documents that have a vector, by key, their vectors, and how many have none. Copies have the
/// vector of the document that owns their text, which comes before them.
async fn read(
    store: &Arc<dyn Store>,
    among: Option<&BTreeSet<Key>>,
) -> Result<(Vec<SimilarDocument>, Alike, usize), EngineError> {
    let (mut documents, mut without) = (Vec::new(), 0);
    let mut alike: Option<Alike> = None;
    // The position of each text's vector, if it has one.
    let mut owned: FxHashMap<Key, Option<usize>> = FxHashMap::default();
    let mut reader = Documents::of(store);
    while let Some((row, chunks)) = reader.next().await? {
        if among.is_some_and(|keys| !keys.contains(&row.key)) {
            continue;
        }
        let here = documents.len();
        match owned.get(&row.text) {
            Some(Some(at)) => alike.iter_mut().for_each(|alike| alike.repeat(*at)),
            Some(None) => {}
            None => {
                let mut mean = Mean::default();
                chunks.iter().filter_map(|whole| whole.vector.as_ref()?.as_ref()).for_each(|vector| mean.add(vector));
                let mean = mean.value();
                owned.insert(row.text, mean.as_ref().map(|_| here));
                mean.iter().for_each(|mean| alike.get_or_insert_with(|| Alike::new(mean.len())).push(mean));
            }
        }
        if owned[&row.text].is_none() {
            without += 1;
            continue;
        }
        let (key, id, title, source) = (row.key, row.id, row.title, row.source.path);
        documents.push(SimilarDocument { key, id, title, source });
    }
    Ok((documents, alike.unwrap_or_else(|| Alike::new(1)), without))
}

async fn compare(alike: Arc<Alike>, query: SimilarQuery) -> Result<Nearest, EngineError> {
    let workers = query.workers.max(1);
    let work = |worker: usize| {
        let alike = alike.clone();
        tokio::task::spawn_blocking(move || {
            let mut nearest = Nearest::default();
            for row in (worker..alike.rows()).step_by(workers) {
                alike.row(row, query.k, query.least, &mut nearest);
            }
            nearest
        })
    };
    let mut all = Nearest::default();
    for worker in (0..workers).map(work).collect::<Vec<_>>() {
        all.merge(worker.await.map_err(EngineError::died("comparing documents"))?);
    }
    Ok(all)
}

impl Similar {
    /// The documents and their pairs as a GraphML file.
    pub fn graphml(&self) -> String {
        let fields = [
            ("id", "node", "id", "string"),
            ("label", "node", "label", "string"),
            ("source", "node", "source", "string"),
            ("cosine", "edge", "weight", "double"),
        ];
        let mut text = head(&fields).replace("edgedefault=\"directed\"", "edgedefault=\"undirected\"");
        // Ids are any text; keys are not.
        let named = |document: &SimilarDocument| format!("d{}", document.key);
        let keys: FxHashMap<&str, String> =
            self.documents.iter().map(|document| (document.id.as_str(), named(document))).collect();
        for document in &self.documents {
            let (label, source) = (shown(document).to_owned(), document.source.clone());
            let fields = [("id", document.id.clone()), ("label", label), ("source", source)];
            text.push_str(&element("node", &format!("id=\"{}\"", named(document)), &fields));
        }
        for pair in &self.pairs {
            let (Some(a), Some(b)) = (keys.get(pair.a.as_str()), keys.get(pair.b.as_str())) else { continue };
            let ends = format!("source=\"{a}\" target=\"{b}\"");
            text.push_str(&element("edge", &ends, &[("cosine", pair.cosine.to_string())]));
        }
        text.push_str(FOOT);
        text
    }

    /// The documents and their pairs as a picture; of very many, those that are most alike.
    pub fn picture(&self) -> Picture {
        let of: FxHashMap<&str, &SimilarDocument> =
            self.documents.iter().map(|document| (document.id.as_str(), document)).collect();
        let mut at: FxHashMap<&str, u32> = FxHashMap::default();
        let (mut points, mut lines) = (Vec::new(), Vec::new());
        for pair in &self.pairs {
            let ends = [pair.a.as_str(), pair.b.as_str()];
            if points.len() + ends.iter().filter(|end| !at.contains_key(*end)).count() > DRAWN {
                continue;
            }
            for end in ends {
                if let Some(document) = of.get(end).filter(|_| !at.contains_key(end)) {
                    at.insert(end, points.len() as u32);
                    points.push(point(document));
                }
            }
            if let [Some(from), Some(to)] = ends.map(|end| at.get(end).copied()) {
                let (says, weight) = (format!("cosine {:.2}", pair.cosine), f64::from(pair.cosine));
                lines.push(Line { from, to, says, kind: "alike", weight, periods: Vec::new(), quotes: Vec::new() });
            }
        }
        let (drawn, all) = (points.len(), self.documents.len());
        let notes = (drawn < all).then(|| format!("the picture shows {drawn} of {all} documents, the most alike"));
        let title = "Documents that are alike".to_owned();
        Picture { title, points, lines, notes: notes.into_iter().collect() }
    }
}

fn point(document: &SimilarDocument) -> Point {
    Point {
        id: document.key.to_string(),
        label: shown(document).to_owned(),
        kind: "document".to_owned(),
        about: document.source.clone(),
        weight: 1.0,
        quotes: Vec::new(),
        group: None,
    }
}

fn shown(document: &SimilarDocument) -> &str {
    if document.title.is_empty() { &document.id } else { &document.title }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(documents: u32) -> Similar {
        let id = |at: u32| format!("{at}\u{1}\"<");
        let documents = (0..documents).map(|at| {
            let id = id(at);
            SimilarDocument { key: Key::document(&id), title: String::new(), source: id.clone(), id }
        });
        let documents: Vec<SimilarDocument> = documents.collect();
        let pairs = (1..documents.len() as u32).map(|at| SimilarPair { a: id(at - 1), b: id(at), cosine: 0.5 });
        let pairs = pairs.collect();
        Similar { compared: documents.len(), without: 0, documents, pairs }
    }

    #[test]
    fn a_picture_of_very_many_is_bounded_and_says_so() {
        let (few, many) = (of(9).picture(), of(3_000).picture());
        assert_eq!((few.points.len(), few.lines.len(), few.notes.len()), (9, 8, 0));
        assert_eq!((many.points.len(), many.lines.len(), many.notes.len()), (DRAWN, DRAWN - 1, 1));
    }

    #[test]
    fn ids_of_any_text_stay_apart_in_graphml() {
        let graph = of(9).graphml();
        assert!(!graph.contains(|c: char| c.is_control() && c != '\n'), "{graph}");
        let ids: BTreeSet<&str> =
            graph.lines().filter_map(|line| line.strip_prefix("<node id=\"")?.split('"').next()).collect();
        assert_eq!((ids.len(), graph.matches("<edge").count()), (9, 8));
    }
}
