//! The one file that names concrete adapters: settings in, ports out.

use std::path::Path;
use std::sync::Arc;

use quipu_adapters::load::loaders;
use quipu_adapters::read::read;
pub(crate) use quipu_adapters::read::{FindOptions, Finding, Found as FoundFile, Root, find};
use quipu_adapters::store::MemoryStore;
use quipu_engine::Workspace;
use quipu_engine::ports::{LoadError, Store};
use quipu_kernel::model::Document;

use crate::exit::Usage;
use crate::rules::{Cut, Rules};
use crate::settings::Settings;
use crate::workspace::STORE;

/// Opens the workspace in `folder`.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub(crate) fn open(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    if !folder.join(STORE).is_dir() {
        let message = format!("there is no workspace in {}; `quipu index PATH` makes one", folder.display());
        return Err(Usage(message).into());
    }
    Ok(with(Arc::new(MemoryStore::new()), settings))
}

/// Opens the workspace in `folder`, and makes one if there is none.
///
/// # Errors
/// When it cannot be made or opened.
pub(crate) fn create(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    std::fs::create_dir_all(folder.join(STORE))?;
    open(folder, settings)
}

/// A workspace that goes when it is dropped.
pub(crate) struct Scratch {
    /// The workspace.
    pub(crate) workspace: Workspace,
}

/// A workspace to throw away.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn scratch(settings: &Settings) -> anyhow::Result<Scratch> {
    Ok(Scratch { workspace: with(Arc::new(MemoryStore::new()), settings) })
}

fn with(store: Arc<dyn Store>, settings: &Settings) -> Workspace {
    Workspace { store, embedder: None, splitter: Arc::new(Cut::new(settings)), extractor: Arc::new(Rules) }
}

/// Reads a file as a document of at most `max_document` bytes of text.
pub(crate) fn reader(max_document: usize) -> impl Fn(&FoundFile) -> Result<Document, LoadError> + Send + Sync {
    let loaders = loaders();
    move |found| read(found, &loaders, max_document)
}
