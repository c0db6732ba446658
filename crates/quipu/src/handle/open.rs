//! The one file that names concrete adapters of a store, of vectors and of loaders: settings in, ports out.

use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use quipu_adapters::embed::{CrossReranker, SentenceEncoder, Server, StaticVectors};
use quipu_adapters::load::loaders;
use quipu_adapters::read::{FoundFile, KnownVaults, ReadLimits, source};
use quipu_adapters::sandbox::{SandboxOptions, sandboxed};
use quipu_adapters::store::{
    self, BackupOptions, BackupReport, EmbeddedStore, HeldWriter, MemoryStore, OpenOptions, Stamp, UpgradeReport,
    Upgrading,
};
use quipu_encoder::known_models::{ENGLISH, known};
use quipu_engine::gateway::Checkpointed;
use quipu_engine::index::Source;
use quipu_engine::ports::{Embedder, Input, Lexicon, Parsed, Reranker, SideStores, Store, StoreError};
use quipu_engine::{AnswerReader, CommunityShelf, Extractor, Workspace};
use quipu_language::{Rules, RulesWithoutHomonyms};

use crate::settings::Settings;
use crate::workers::{READS, Workers};
use crate::{Access, Error, Location, held_open, model_folders};

/// The value of `reader.model` by which the server of `llm.rerank` reads.
pub(crate) const READER_OF_SERVER: &str = "server";

/// Opens a workspace with a right.
///
/// # Errors
/// When there is none to be read or changed, it cannot be made or opened, or another process keeps writing for
/// longer than the settings wait.
pub(crate) fn workspace(location: &Location, settings: &Settings, access: Access) -> Result<Workspace, Error> {
    if access < Access::Create {
        require(location)?;
    }
    opened(&location.store(), settings, access, false)
}

/// Opens a workspace to repair it: a derived part that cannot be opened is made again.
///
/// # Errors
/// When it does not exist, or its truth cannot be opened, or another process keeps writing.
pub(crate) fn to_repair(location: &Location, settings: &Settings) -> Result<Workspace, Error> {
    require(location)?;
    opened(&location.store(), settings, Access::Write, true)
}

/// Opens a workspace, with vectors of any model, to give it the vectors of the one that the settings name.
///
/// # Errors
/// When it does not exist or cannot be opened, another process keeps writing, or there is no such model.
pub(crate) fn to_reembed(
    location: &Location,
    settings: &Settings,
) -> Result<(Arc<dyn Store>, Arc<dyn Embedder>), Error> {
    require(location)?;
    let embedder = embedder(settings, Access::Create)?.ok_or(Error::NoModel)?;
    Ok((store_alone(location, Some(waiting(settings)))?, embedder))
}

/// Opens a store alone, with vectors of any model, to read it or, after a wait for another writer, to be its only
/// writer.
///
/// # Errors
/// When it does not exist or cannot be opened, or another process keeps writing.
pub(crate) fn store_alone(location: &Location, to_write: Option<Duration>) -> Result<Arc<dyn Store>, Error> {
    require(location)?;
    held_open::let_go();
    let (write, patience) = (to_write.is_some(), to_write.unwrap_or_default());
    let options = OpenOptions { write, existing: true, patience, ..OpenOptions::default() };
    Ok(Arc::new(with_room(|| EmbeddedStore::open(&location.store(), &options))?))
}

/// Brings a workspace to the format that this program reads; `watch` receives the progress, and stops it by returning
/// false.
///
/// # Errors
/// When it does not exist, its format cannot be brought up to date, or another process keeps writing.
pub(crate) fn upgrade(
    location: &Location,
    settings: &Settings,
    watch: &mut dyn FnMut(Upgrading) -> bool,
) -> Result<UpgradeReport, Error> {
    require(location)?;
    held_open::let_go();
    Ok(EmbeddedStore::upgrade(&location.store(), waiting(settings), watch)?)
}

/// Keeps the right to write between writes.
///
/// # Errors
/// When there is no workspace, or another process keeps writing.
pub(crate) fn hold(location: &Location, settings: &Settings) -> Result<Arc<HeldWriter>, Error> {
    require(location)?;
    Ok(with_room(|| HeldWriter::take(&location.store(), waiting(settings)))?)
}

/// Removes the stored data of a workspace, if there is one.
///
/// # Errors
/// When another process keeps writing, or a file cannot be removed.
pub(crate) fn remove(location: &Location, settings: &Settings) -> Result<(), Error> {
    let removed = EmbeddedStore::remove(&location.store(), waiting(settings));
    held_open::let_go();
    Ok(removed?)
}

/// Copies a workspace into an archive, with files beside it and without the named parts; none if its watcher
/// stopped it.
///
/// # Errors
/// When it does not exist, another process keeps writing, or something cannot be read or written.
pub(crate) fn backup(
    location: &Location,
    settings: &Settings,
    to: impl Write + Seek,
    beside: Vec<(String, Vec<u8>)>,
    without: &dyn Fn(&str) -> bool,
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Option<BackupReport>, Error> {
    require(location)?;
    let options = BackupOptions { patience: waiting(settings), beside, without, watch };
    Ok(store::backup(&location.store(), to, options)?)
}

/// Restores the parts of a workspace from an archive; `put` gets the files from beside them, before they are in place.
///
/// # Errors
/// When a workspace is there already, the archive is invalid, or `put` refuses.
pub(crate) fn restore(
    from: impl Read + Seek,
    location: &Location,
    put: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>,
) -> Result<BackupReport, Error> {
    Ok(store::restore(from, &location.store(), put)?)
}

/// The identity of the workspace in a place: one that is removed and made again has another. None if it is missing, or
/// the system does not provide it.
pub(crate) fn which(location: &Location) -> Option<(u64, u64)> {
    EmbeddedStore::identity(&location.store())
}

/// The time of the last write to the stored data of a workspace, without opening it.
pub(crate) fn stamp(location: &Location) -> Option<Stamp> {
    EmbeddedStore::stamp(&location.store())
}

/// The shelves of data that a workspace keeps beside its truth; a process opens them once, and only when needed.
pub(crate) fn side_stores(location: &Location) -> SideStores {
    store::side_stores(&location.store())
}

/// The shelf of a workspace's communities, with the options of clustering.
pub(crate) fn community_shelf(location: &Location, settings: &Settings) -> CommunityShelf {
    CommunityShelf { shelf: side_stores(location).communities, options: settings.clustering() }
}

/// The longest wait for another writer.
pub(crate) fn waiting(settings: &Settings) -> Duration {
    Duration::from_secs(settings.wait as u64)
}

/// Checks that there is a workspace.
///
/// # Errors
/// When it does not exist.
pub(crate) fn require(location: &Location) -> Result<(), Error> {
    let folder = location.folder().to_owned();
    if location.is_there() { Ok(()) } else { Err(Error::NoWorkspace { folder }) }
}

fn opened(store: &Path, settings: &Settings, access: Access, rebuild: bool) -> Result<Workspace, Error> {
    held_open::let_go();
    let embedder = embedder(settings, access)?;
    let embedder = embedder.map(|embedder| salvaging(embedder, store, settings, access));
    let model = embedder.as_ref().map(|embedder| embedder.card().clone());
    let (write, patience) = (access != Access::Read, waiting(settings));
    let existing = access < Access::Create;
    let options = OpenOptions { write, existing, patience, model, rebuild, resident: None };
    let store = Arc::new(with_room(|| EmbeddedStore::open(store, &options))?);
    let reader = if access == Access::Read { own_reader(settings)? } else { None };
    Ok(Workspace { embedder, reader, ..without_vectors(store, settings) })
}

/// Opens a store; if the system gives this process no more files or address space, again after closing the resources
/// that it does not use.
fn with_room<T>(open: impl Fn() -> Result<T, StoreError>) -> Result<T, StoreError> {
    match open() {
        Err(StoreError::Limit { .. }) if held_open::close_unused(0) => open(),
        opened => opened,
    }
}

/// A workspace made for measuring in a folder, whose facts this finds.
///
/// # Errors
/// When it cannot be made.
pub fn measured(folder: &Path, settings: &Settings, extractor: Arc<dyn Extractor>) -> Result<Workspace, Error> {
    let location = folder.into();
    let workspace = workspace(&location, settings, Access::Create)?;
    let communities = Some(community_shelf(&location, settings));
    Ok(Workspace { extractor, communities, reader: own_reader(settings)?, ..workspace })
}

/// An empty workspace in memory, without vectors.
pub fn in_memory(settings: &Settings) -> Workspace {
    without_vectors(Arc::new(MemoryStore::new()), settings)
}

/// A workspace of a store by the settings, without an embedding model.
fn without_vectors(store: Arc<dyn Store>, settings: &Settings) -> Workspace {
    let (splitter, ontology) = (Arc::new(settings.cut()), Arc::default());
    let communities = None;
    let (embedder, reranker, reader) = (None, None, None);
    Workspace {
        store,
        embedder,
        lexicon: lexicon(),
        splitter,
        extractor: extractor(settings),
        ontology,
        reranker,
        reader,
        communities,
    }
}

/// A whole file's one document, as the first loader that accepts it reads it.
///
/// # Errors
/// When no loader reads it, with the reason in English.
pub fn parsed(path: &str, bytes: &[u8], settings: &Settings) -> Result<Parsed, String> {
    let input = Input::whole(path, bytes, usize::MAX);
    let loaders = loaders(&settings.loads());
    let loader = loaders.iter().find(|loader| loader.accepts(&input)).ok_or("no loader reads it")?;
    let loaded = loader.parse(&input).map_err(|error| error.to_string())?;
    loaded.documents.into_iter().next().ok_or_else(|| "it holds no document".to_owned())
}

/// The lexicon of synonyms, independent of the model of a workspace's vectors.
fn lexicon() -> Option<Arc<dyn Lexicon>> {
    Some(Arc::new(StaticVectors::new()))
}

/// The extractor of a workspace's facts, by the settings.
pub fn extractor(settings: &Settings) -> Arc<dyn Extractor> {
    if settings.names_homonyms == "yes" { Arc::new(Rules) } else { Arc::new(RulesWithoutHomonyms) }
}

/// The reader in the process, if the settings name one.
fn own_reader(settings: &Settings) -> Result<Option<AnswerReader>, Error> {
    let name = settings.reader_model.as_str();
    if matches!(name, "none" | READER_OF_SERVER) {
        return Ok(None);
    }
    let folder = model_folders::named(settings, name)?;
    let latin = known(name).is_some_and(|known| known.languages == ENGLISH);
    Ok(Some(unit_reader(settings, CrossReranker::shared(&folder, &settings.embed_library)?, latin)))
}

/// A reader within the bounds of the settings; `latin` if it knows no other letters.
pub(crate) fn unit_reader(settings: &Settings, model: Arc<dyn Reranker>, latin: bool) -> AnswerReader {
    let deadline = Duration::from_millis(settings.reader_milliseconds as u64);
    AnswerReader { model, latin, units: settings.reader_units, deadline }
}

/// The embedding model, by the settings. A server is asked for the length of its vectors only when
/// a workspace is made.
fn embedder(settings: &Settings, access: Access) -> Result<Option<Arc<dyn Embedder>>, Error> {
    Ok(match settings.embed_model.as_str() {
        "none" => None,
        "static" => Some(Arc::new(StaticVectors::new())),
        "openai" => {
            let server = Server::new(settings.server());
            Some(Arc::new(if access == Access::Create { server.probed()? } else { server }))
        }
        _ => Some(SentenceEncoder::shared(&model_folders::meant(settings)?, &settings.embed_library)?),
    })
}

/// An embedding model that loses no vectors when its server fails.
fn salvaging(embedder: Arc<dyn Embedder>, store: &Path, settings: &Settings, access: Access) -> Arc<dyn Embedder> {
    match settings.embed_model.as_str() {
        "openai" if access != Access::Read => Arc::new(Checkpointed::new(embedder, store::side_stores(store).cache)),
        _ => embedder,
    }
}

/// The embedding model, alone, tried once if it is a server.
///
/// # Errors
/// When there is no such model, or its server gives no vector.
pub(crate) fn embedder_alone(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Error> {
    embedder(settings, Access::Create)
}

/// Turns files into sources, read by the settings, risky formats by workers if there are any.
pub fn reader(settings: &Settings, workers: &Workers) -> impl Fn(FoundFile) -> Source + Send + Sync + 'static + use<> {
    let memory = settings.load_memory.saturating_mul(1_000_000);
    let options = settings.loads();
    let loaders = match workers {
        Workers::Inside => loaders(&options),
        Workers::Program(program) => {
            let (program, said) = (program.clone(), serde_json::to_string(&options).unwrap_or_default());
            let command = move || {
                let mut command = Command::new(&program);
                command.arg(READS).arg(memory.to_string()).arg(&said);
                command
            };
            let patience = Duration::from_secs(settings.load_seconds as u64);
            sandboxed(loaders(&options), SandboxOptions { command: Box::new(command), patience })
        }
    };
    let loaders = Arc::new(loaders);
    let limits = ReadLimits {
        max_document: settings.max_document.saturating_mul(1_000_000),
        max_file: settings.load_max_file.saturating_mul(1_000_000),
        everything: settings.load_everything == "yes",
    };
    let vaults = KnownVaults::default();
    move |found| source(found, loaders.clone(), limits, vaults.clone())
}
