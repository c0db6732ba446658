//! Questions to an open workspace, as a program that embeds Quipu asks them: each is analysed and
//! searched for, and its hits are read with their texts; no answer is written.

use std::path::Path;
use std::sync::Arc;

use futures::executor::block_on;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::{EmbeddedStore, OpenOptions};
use quipu_engine::ports::Embedder;
use quipu_engine::query::Query;
use quipu_engine::search::search;
use quipu_engine::{KernelSplitter, Workspace};
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::strategies::{Options, strategies};
use quipu_kernel::view::Filter;
use quipu_language::Rules;
use serde_json::{Map, Value, json};

use crate::clock::timed;
use crate::files;

/// Opens, says `ready`, and asks all questions in every strategy.
pub(crate) fn ask(store: &Path, questions: &Path) -> anyhow::Result<Value> {
    let questions = files::lines(questions)?;
    let embedder = StaticVectors::new();
    let options = OpenOptions { model: Some(embedder.card().clone()), ..OpenOptions::default() };
    let workspace = Workspace {
        store: Arc::new(EmbeddedStore::open(store, &options)?),
        embedder: Some(Arc::new(embedder)),
        lexicon: Some(Arc::new(StaticVectors::new())),
        splitter: Arc::new(KernelSplitter::default()),
        extractor: Arc::new(Rules),
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    };
    let documents = block_on(workspace.store.status())?.documents;
    println!("ready");
    let mut p50 = Map::new();
    for strategy in strategies() {
        let ms = median_ms(&workspace, strategy.name(), &questions)?;
        p50.insert(strategy.name().to_owned(), json!(ms));
    }
    Ok(json!({ "documents": documents, "p50_ms": p50 }))
}

/// The median over the questions, asked once before.
fn median_ms(workspace: &Workspace, strategy: &str, questions: &[String]) -> anyhow::Result<f64> {
    let mut times = Vec::with_capacity(questions.len());
    for count in [false, true] {
        for text in questions {
            let (strategy, text) = (strategy.to_owned(), text.clone());
            let query = Query { text, filter: Filter::default(), strategy, options: Options::default() };
            let (found, took) = timed(|| block_on(search(workspace, &query)));
            found?;
            times.extend(count.then_some(took.wall * 1e3));
        }
    }
    Ok(percentile(&times, 0.5))
}
