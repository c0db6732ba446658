//! Which documents are alike: each with its nearest by the cosine of the means of their chunks'
//! vectors, each pair once. Exact; the work is shared among workers.

use std::sync::Arc;

use quipu_kernel::graph::{Alike, Mean, Nearest};
use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::picture::{Line, Picture, Point};
use crate::exchange::{Documents, FOOT, element, escaped, head};
use crate::ports::Store;
use crate::{EngineError, Workspace};

/// How many, and how alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimilarQuery {
    /// How many nearest a document has at most.
    pub k: usize,
    /// Above which cosine.
    pub least: f32,
    /// How many workers share the work.
    pub workers: usize,
}

/// A document that was compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SimilarDocument {
    /// Its key.
    pub key: Key,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it was read.
    pub source: String,
}

/// Two documents that are alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SimilarPair {
    /// Id of one.
    pub a: String,
    /// Id of the other.
    pub b: String,
    /// Cosine of their mean vectors.
    pub cosine: f32,
}

/// Documents and which of them are alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Similar {
    /// How many documents were compared.
    pub compared: usize,
    /// How many have no vector.
    pub without: usize,
    /// Those that are like another, by key.
    pub documents: Vec<SimilarDocument>,
    /// The pairs, the most alike first.
    pub pairs: Vec<SimilarPair>,
}

/// Compares all documents. Needs a tokio runtime.
///
/// # Errors
/// When there are no vectors, or the store cannot be read.
pub async fn similar(workspace: &Workspace, query: SimilarQuery) -> Result<Similar, EngineError> {
    if workspace.store.status().await?.vectors == 0 {
        return Err(EngineError::NoVectors);
    }
    let (documents, alike, without) = read(&workspace.store).await?;
    let nearest = compare(Arc::new(alike), query).await?;
    let pairs = nearest.pairs();
    let mut tied = vec![false; documents.len()];
    for pair in &pairs {
        (tied[pair.a as usize], tied[pair.b as usize]) = (true, true);
    }
    let id = |at: u32| documents[at as usize].id.clone();
    let pairs = pairs.iter().map(|pair| SimilarPair { a: id(pair.a), b: id(pair.b), cosine: pair.cosine }).collect();
    let compared = documents.len();
    let documents = documents.into_iter().zip(tied).filter(|(_, tied)| *tied).map(|(document, _)| document).collect();
    Ok(Similar { compared, without, documents, pairs })
}

/// The documents that have a vector, by key, their vectors, and how many have none. Copies have the
/// vector of the document that owns their text, which comes before them.
async fn read(store: &Arc<dyn Store>) -> Result<(Vec<SimilarDocument>, Alike, usize), EngineError> {
    let (mut documents, mut vectors, mut without) = (Vec::new(), Vec::new(), 0);
    let mut owned: FxHashMap<Key, Option<Vec<f32>>> = FxHashMap::default();
    let mut reader = Documents::of(store);
    while let Some((row, chunks)) = reader.next().await? {
        let mean = owned.entry(row.text).or_insert_with(|| {
            let mut mean = Mean::default();
            chunks.iter().filter_map(|whole| whole.vector.as_ref()).for_each(|vector| mean.add(vector));
            mean.value()
        });
        let Some(vector) = mean else {
            without += 1;
            continue;
        };
        vectors.push(vector.clone());
        let (key, id, title, source) = (row.key, row.id, row.title, row.source.path);
        documents.push(SimilarDocument { key, id, title, source });
    }
    let mut alike = Alike::new(vectors.first().map_or(1, Vec::len));
    vectors.iter().for_each(|vector| alike.push(vector));
    Ok((documents, alike, without))
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
        let died = |error: tokio::task::JoinError| EngineError::Worker {
            at: "comparing documents".into(),
            reason: error.to_string(),
        };
        all.merge(worker.await.map_err(died)?);
    }
    Ok(all)
}

impl Similar {
    /// The documents and their pairs as a GraphML file.
    pub fn graphml(&self) -> String {
        let fields = [
            ("label", "node", "label", "string"),
            ("source", "node", "source", "string"),
            ("cosine", "edge", "weight", "double"),
        ];
        let mut text = head(&fields).replace("edgedefault=\"directed\"", "edgedefault=\"undirected\"");
        for document in &self.documents {
            let fields = [("label", shown(document).to_owned()), ("source", document.source.clone())];
            text.push_str(&element("node", &format!("id=\"{}\"", escaped(&document.id)), &fields));
        }
        for pair in &self.pairs {
            let ends = format!("source=\"{}\" target=\"{}\"", escaped(&pair.a), escaped(&pair.b));
            text.push_str(&element("edge", &ends, &[("cosine", pair.cosine.to_string())]));
        }
        text.push_str(FOOT);
        text
    }

    /// The documents and their pairs as a picture.
    pub fn picture(&self) -> Picture {
        let at: FxHashMap<&str, u32> =
            self.documents.iter().zip(0..).map(|(document, at)| (document.id.as_str(), at)).collect();
        let lines = self.pairs.iter().filter_map(|pair| {
            Some(Line {
                from: *at.get(pair.a.as_str())?,
                to: *at.get(pair.b.as_str())?,
                says: format!("cosine {:.2}", pair.cosine),
                kind: "alike",
                weight: f64::from(pair.cosine),
                quotes: Vec::new(),
            })
        });
        let point = |document: &SimilarDocument| Point {
            id: document.key.to_string(),
            label: shown(document).to_owned(),
            kind: "document".to_owned(),
            about: document.source.clone(),
            weight: 1.0,
            quotes: Vec::new(),
        };
        let lines = lines.collect();
        Picture {
            title: "Documents that are alike".to_owned(),
            points: self.documents.iter().map(point).collect(),
            lines,
        }
    }
}

fn shown(document: &SimilarDocument) -> &str {
    if document.title.is_empty() { &document.id } else { &document.title }
}
