//! Nearest vectors through the store port: vectors of one file become chunks of a store, those of
//! another are searched for one by one. Through the port it is independent of the store's codes.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use futures::executor::block_on;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::{EmbeddedStore, OpenOptions};
use quipu_engine::ports::{
    Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, Embedder, ModelCard, NewChunk, Store,
};
use quipu_kernel::model::{Chunk, Format, Key, Metadata, SourceFile, Span};
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::{Options, strategy};
use quipu_kernel::view::Question;
use serde_json::{Value, json};

use crate::clock::timed;
use crate::files;

/// Chunks of a document.
const CHUNKS: usize = 100;
/// Documents of a commit.
const DOCUMENTS: usize = 100;
/// Number of results.
const NEAREST: usize = 10;

/// Embeds the lines that the built-in embedder covers.
pub(crate) fn embed(texts: &Path, vectors: &Path) -> anyhow::Result<Value> {
    let embedder = StaticVectors::new();
    let found: Vec<Vec<f32>> = files::lines(texts)?.iter().filter_map(|text| embedder.vector(text)).collect();
    files::write(vectors, &found.concat())?;
    Ok(json!({ "count": found.len(), "dimension": embedder.card().dimension }))
}

/// Fills a store, queries it, and writes the numbers of the results, ten a query.
pub(crate) fn find(store: &Path, vectors: &Path, queries: &Path, found: &Path) -> anyhow::Result<Value> {
    let model = StaticVectors::new().card().clone();
    let (vectors, queries): (Vec<f32>, Vec<f32>) = (files::read(vectors)?, files::read(queries)?);
    let vectors: Vec<&[f32]> = vectors.chunks_exact(model.dimension).collect();
    let (keys, filled) = timed(|| fill(store, &model, &vectors));
    let keys = keys?;
    let options = OpenOptions { model: Some(model.clone()), ..OpenOptions::default() };
    let store = EmbeddedStore::open(store, &options)?;
    let (mut wall, mut cpu, mut nearest) = (Vec::new(), Vec::new(), Vec::new());
    for counts in [false, true] {
        for query in queries.chunks_exact(model.dimension) {
            let (positions, took) = timed(|| ask(&store, query, &keys));
            if counts {
                nearest.extend(positions?);
                wall.push(took.wall * 1e3);
                cpu.push(took.cpu * 1e3);
            }
        }
    }
    files::write(found, &nearest)?;
    let cpu_mean = cpu.iter().sum::<f64>() / cpu.len().max(1) as f64;
    Ok(json!({ "fill_cpu_s": filled.cpu, "p50_ms": percentile(&wall, 0.5), "cpu_ms": cpu_mean }))
}

/// The positions of the nearest vectors, best first; `u32::MAX` where there are fewer.
fn ask(store: &EmbeddedStore, query: &[f32], keys: &[(Key, u32)]) -> anyhow::Result<[u32; NEAREST]> {
    let dense = strategy("dense").context("there is a dense strategy")?;
    let options = Options::default().limited(NEAREST);
    let question = Question { vector: Some(query.to_vec()), ..Question::default() };
    let view = block_on(store.view(&question, &dense.plan(&question, &options)))?;
    let evidence = dense.retrieve(&question, &view, &options);
    let mut positions = [u32::MAX; NEAREST];
    for (position, hit) in positions.iter_mut().zip(&evidence.hits) {
        let at = keys.binary_search_by_key(&hit.chunk, |(key, _)| *key).ok().context("a hit is a chunk")?;
        *position = keys[at].1;
    }
    Ok(positions)
}

/// Commits the vectors as chunks that say their numbers; gives the keys and positions, by key.
fn fill(directory: &Path, model: &ModelCard, vectors: &[&[f32]]) -> anyhow::Result<Vec<(Key, u32)>> {
    let patience = Duration::from_secs(5);
    let options = OpenOptions { write: true, patience, model: Some(model.clone()), ..OpenOptions::default() };
    let store = EmbeddedStore::open(directory, &options)?;
    ensure!(block_on(store.status())?.chunks == 0, "{} is not empty", directory.display());
    let mut keys = Vec::with_capacity(vectors.len());
    for (group, of_group) in vectors.chunks(CHUNKS * DOCUMENTS).enumerate() {
        let mut change = Change::default();
        for (at, of_document) in of_group.chunks(CHUNKS).enumerate() {
            let first = (group * DOCUMENTS + at) * CHUNKS;
            let (row, body) = document(first, of_document);
            let new = body.chunks.iter().filter_map(|chunk| match chunk {
                BodyChunk::New(new) => Some(new.chunk.key),
                BodyChunk::Kept { .. } => None,
            });
            keys.extend(new.zip(first as u32..));
            change.documents.push(DocumentChange::Put(Box::new(row)));
            change.bodies.push(BodyChange::Put(body));
        }
        block_on(store.commit(change))?;
    }
    store.settle()?;
    keys.sort_unstable();
    Ok(keys)
}

/// A document whose chunks have these vectors and hold the numbers from `first` on as texts.
fn document(first: usize, vectors: &[&[f32]]) -> (DocumentRow, Body) {
    let id = format!("vectors-{first}");
    let key = Key::document(&id);
    let mut text = String::new();
    let chunks = vectors.iter().enumerate().map(|(at, vector)| {
        let start = text.len();
        let _ = write!(text, "{} ", first + at);
        let said = text[start..].trim_end().to_owned();
        let chunk = Chunk {
            key: Chunk::key_of(key, &[], &said, 0),
            document: key,
            body: Span::new(start, start + said.len()),
            text: said,
            ..Chunk::default()
        };
        BodyChunk::New(Box::new(NewChunk { chunk, facts: Vec::new(), vector: Some(vector.to_vec()) }))
    });
    let chunks: Vec<BodyChunk> = chunks.collect();
    let text = Key::of("text", &[text.as_bytes()]);
    let row = DocumentRow {
        key,
        id: id.clone(),
        source: SourceFile { path: id, mime: "text/plain".into(), text_offset: Some(0) },
        title: String::new(),
        metadata: Metadata::default(),
        language: String::new(),
        format: Format::Plain,
        partial: None,
        by_hand: Default::default(),
        text,
        rules: String::new(),
        title_names: Vec::new(),
        title_links: Vec::new(),
    };
    (row, Body { text, owner: key, title: String::new(), chunks })
}
