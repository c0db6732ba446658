//! The common setup of all phases: a runtime, a writer, its sources.

use crate::bench::pipeline::BenchError;
use crate::bench::pipeline::measured::PhasePlace;
use crate::bench::pipeline::timed::Spans;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::load::LoadOptions;
use quipu_adapters::load::loaders;
use quipu_adapters::read::FindOptions;
use quipu_adapters::read::find;
use quipu_adapters::read::source;
use quipu_adapters::read::{KnownVaults, ReadLimits};
use quipu_adapters::store::EmbeddedStore;
use quipu_adapters::store::OpenOptions;
use quipu_engine::index::Source;
use quipu_engine::index::Sources;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
/// Runs a story on a runtime of its own.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, BenchError> {
    let made = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    made.map_err(|error| BenchError::file(Path::new("the runtime"), &error))
}

/// Opens the store of a place to write it.
pub(crate) fn writer(place: &PhasePlace) -> Result<Arc<EmbeddedStore>, BenchError> {
    let model = Some(quipu_engine::ports::Embedder::card(&StaticVectors::new()).clone());
    let options = OpenOptions { write: true, patience: Duration::from_secs(5), model, ..OpenOptions::default() };
    Ok(Arc::new(EmbeddedStore::open(&place.store(), &options)?))
}

/// The files of a folder as sources whose reading is timed.
pub(crate) fn sources(
    folder: &Path,
    spans: &Arc<Spans>,
) -> Result<(Sources, Vec<quipu_adapters::read::Root>), BenchError> {
    let finding = find(&[folder.to_owned()], &[], &FindOptions::default())
        .map_err(|error| BenchError::File { file: folder.display().to_string(), reason: error.to_string() })?;
    let (loaders, spans) = (Arc::new(loaders(&LoadOptions::default())), spans.clone());
    let vaults = KnownVaults::default();
    let timed = move |found: quipu_adapters::read::FoundFile| {
        let (read, spans) = (source(found, loaders.clone(), ReadLimits::default(), vaults.clone()), spans.clone());
        Box::new(move || spans.read.of(read)) as Source
    };
    Ok((Box::new(finding.found.into_iter().map(timed)), finding.roots))
}
