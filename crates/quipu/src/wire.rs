//! The one file that names concrete adapters: settings in, ports out.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use quipu_adapters::apart::{Apart, apart, serve};
pub(crate) use quipu_adapters::bench::{BenchError, BenchReport, Phase, PipelineBench, bench_phase, bench_pipeline};
use quipu_adapters::bench::{StoreBench, bench_store};
pub(crate) use quipu_adapters::embed::ServerOptions;
use quipu_adapters::embed::{SentenceEncoder, Server, StaticVectors};
pub(crate) use quipu_adapters::llm::OpenAiChat;
pub(crate) use quipu_adapters::llm::{ChatOptions, Format, Waits};
use quipu_adapters::llm::{RerankOptions, ServerRerank};
pub(crate) use quipu_adapters::load::LoadOptions;
use quipu_adapters::load::loaders;
pub(crate) use quipu_adapters::net::{Secret, agent};
pub(crate) use quipu_adapters::read::{FindError, FindOptions, Finding, Found as FoundFile, Root, find};
use quipu_adapters::read::{ReadLimits, source};
pub(crate) use quipu_adapters::store::tell_damage;
use quipu_adapters::store::{self, EmbeddedStore, MemoryStore, OpenOptions};
pub(crate) use quipu_adapters::store::{UpgradeReport, Upgrading};
pub(crate) use quipu_encoder::known::{HUB, KNOWN, Known, USUAL, known};
use quipu_engine::eval::Untitled;
use quipu_engine::gateway::{
    Ledger, Manners, Polite, Recorded, Recording, Replayed, Salvaged, Shared, Tape, sharing, sorted,
};
use quipu_engine::index::Source;
use quipu_engine::ports::{Embedder, Input, Kept, Lexicon, Llm, Parsed, Reranker, Shelves, Store, StoreError};
use quipu_engine::{Extractor, Rules, Workspace};

use crate::exit::Usage;
use crate::messages::say;
use crate::models;
use crate::settings::{LlmUse, Settings, Work};
use crate::workspace::STORE;
use crate::written;

/// The argument that makes the program read for another process.
const READS: &str = "__read";

/// Opens the workspace in `folder` to read it.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub(crate) fn open(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    require(folder)?;
    workspace(&folder.join(STORE), settings, Access::Read)
}

/// Opens the workspace in `folder` to change it, waiting for another writer as long as the settings
/// say.
///
/// # Errors
/// When there is none, or it cannot be opened, or another process goes on writing.
pub(crate) fn open_to_write(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    require(folder)?;
    workspace(&folder.join(STORE), settings, Access::Write)
}

/// Opens the workspace in `folder` to repair it: a derived part that cannot be opened is made again.
///
/// # Errors
/// When there is none, or its truth cannot be opened, or another process goes on writing.
pub(crate) fn open_to_repair(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    require(folder)?;
    workspace(&folder.join(STORE), settings, Access::Repair)
}

/// Opens the workspace in `folder` to change it, and makes one if there is none.
///
/// # Errors
/// When it cannot be made or opened, or another process goes on writing.
pub(crate) fn create(folder: &Path, settings: &Settings) -> anyhow::Result<Workspace> {
    workspace(&folder.join(STORE), settings, Access::Create)
}

/// Opens the workspace in `folder`, whatever its model, to give it the vectors of the one that the
/// settings name.
///
/// # Errors
/// When there is none, it cannot be opened, another process goes on writing, or there is no such model.
pub(crate) fn open_to_reembed(
    folder: &Path,
    settings: &Settings,
) -> anyhow::Result<(Arc<dyn Store>, Arc<dyn Embedder>)> {
    require(folder)?;
    let none = || Usage(say!("no-model"));
    let embedder = embedder(settings, Access::Create)?.ok_or_else(none)?;
    let patience = Duration::from_secs(settings.wait as u64);
    let options = OpenOptions { write: true, patience, ..OpenOptions::default() };
    Ok((Arc::new(EmbeddedStore::open(&folder.join(STORE), &options)?), embedder))
}

/// Opens the store in `folder` alone, whatever its model, to read it or, waiting so long for another
/// writer, to be its only writer.
///
/// # Errors
/// When there is none, or it cannot be opened, or another process goes on writing.
pub(crate) fn store_alone(folder: &Path, to_write: Option<Duration>) -> anyhow::Result<Arc<dyn Store>> {
    require(folder)?;
    let (write, patience) = (to_write.is_some(), to_write.unwrap_or_default());
    let options = OpenOptions { write, patience, ..OpenOptions::default() };
    Ok(Arc::new(EmbeddedStore::open(&folder.join(STORE), &options)?))
}

/// Brings the workspace in `folder` to the format that this program reads, waiting so long for another writer;
/// `watch` hears how far it came, and ends it by false.
///
/// # Errors
/// When there is none, or its format cannot be brought up to date, or another process goes on writing.
pub(crate) fn upgrade(
    folder: &Path,
    patience: Duration,
    watch: &mut dyn FnMut(Upgrading) -> bool,
) -> anyhow::Result<UpgradeReport> {
    require(folder)?;
    Ok(EmbeddedStore::upgrade(&folder.join(STORE), patience, watch)?)
}

/// What the workspace in `folder` keeps beside its truth; this process opens it once, and only when
/// it is needed.
pub(crate) fn shelves(folder: &Path) -> Shelves {
    store::shelves(&folder.join(STORE))
}

/// The conversations of the workspace in `folder`.
///
/// # Errors
/// When there is no workspace.
pub(crate) fn sessions(folder: &Path) -> anyhow::Result<Arc<dyn Kept>> {
    require(folder)?;
    Ok(shelves(folder).sessions)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Create,
    Write,
    Repair,
}

fn require(folder: &Path) -> Result<(), Usage> {
    if folder.join(STORE).is_dir() {
        return Ok(());
    }
    Err(Usage(say!("no-workspace", folder = folder)))
}

fn workspace(store: &Path, settings: &Settings, access: Access) -> anyhow::Result<Workspace> {
    let embedder = embedder(settings, access)?;
    let embedder = embedder.map(|embedder| salvaging(embedder, store, settings, access));
    let model = embedder.as_ref().map(|embedder| embedder.card().clone());
    let patience = Duration::from_secs(settings.wait as u64);
    let (write, rebuild) = (access != Access::Read, access == Access::Repair);
    let store = Arc::new(EmbeddedStore::open(store, &OpenOptions { write, patience, model, rebuild, resident: None })?);
    Ok(Workspace { store, embedder, lexicon: lexicon(), splitter: Arc::new(settings.cut()), extractor: extractor() })
}

/// A workspace made for measuring in `folder`, without entities of titles if so wished.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn measured(folder: &Path, settings: &Settings, titles: bool) -> anyhow::Result<Workspace> {
    let workspace = create(folder, settings)?;
    let extractor = if titles { extractor() } else { Arc::new(Untitled(extractor())) };
    Ok(Workspace { extractor, ..workspace })
}

/// An empty workspace in memory, without vectors.
pub(crate) fn in_memory(settings: &Settings) -> Workspace {
    let store = Arc::new(MemoryStore::new());
    Workspace { store, embedder: None, lexicon: lexicon(), splitter: Arc::new(settings.cut()), extractor: extractor() }
}

/// A whole file's one document, as the first loader that accepts it reads it.
///
/// # Errors
/// When no loader reads it.
pub(crate) fn parsed(path: &str, bytes: &[u8], settings: &Settings) -> anyhow::Result<Parsed> {
    let input = Input::whole(path, bytes, usize::MAX);
    let loaders = loaders(&settings.loads());
    let loader = loaders.iter().find(|loader| loader.accepts(&input)).context("no loader reads it")?;
    loader.parse(&input)?.documents.into_iter().next().context("it holds no document")
}

/// What says which words mean alike, whatever model makes the vectors of a workspace.
fn lexicon() -> Option<Arc<dyn Lexicon>> {
    Some(Arc::new(StaticVectors::new()))
}

/// What finds the facts of every workspace.
pub(crate) fn extractor() -> Arc<dyn Extractor> {
    Arc::new(Rules)
}

/// What makes vectors, as the settings say. A server is asked for the length of its vectors only when
/// a workspace is made.
fn embedder(settings: &Settings, access: Access) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
    Ok(match settings.embed_model.as_str() {
        "none" => None,
        "static" => Some(Arc::new(StaticVectors::new())),
        "openai" => {
            let server = Server::new(settings.server());
            Some(Arc::new(if access == Access::Create { server.probed()? } else { server }))
        }
        _ => Some(Arc::new(SentenceEncoder::open(&models::meant(settings)?, &settings.embed_library)?)),
    })
}

/// The same, losing nothing of what a server made before it died.
fn salvaging(embedder: Arc<dyn Embedder>, store: &Path, settings: &Settings, access: Access) -> Arc<dyn Embedder> {
    match settings.embed_model.as_str() {
        "openai" if access != Access::Read => Arc::new(Salvaged::new(embedder, store::shelves(store).cache)),
        _ => embedder,
    }
}

/// What makes vectors, alone, tried once where it is a server.
///
/// # Errors
/// When there is no such model, or its server gives no vector.
pub(crate) fn embedder_alone(settings: &Settings) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
    embedder(settings, Access::Create)
}

/// What a server is to several models: its address, the model's name, and what is shared.
type SharedBy = (String, String, Shared);

/// The language models that the settings name. All write into one ledger; those of one server share its
/// places and its fuse, those of one model its pace.
pub(crate) struct Models {
    settings: Settings,
    ledger: Arc<Ledger>,
    shelves: Option<Shelves>,
    shared: Mutex<Vec<SharedBy>>,
    tape: Option<Arc<Tape>>,
    recording: Option<Arc<Recording>>,
}

impl Models {
    /// Models that nobody has asked yet; what their servers accept is kept on the shelves.
    ///
    /// # Errors
    /// When a file that takes or took the replies of a run cannot be opened.
    pub(crate) fn new(settings: &Settings, ledger: Arc<Ledger>, shelves: Option<Shelves>) -> anyhow::Result<Self> {
        let tape = match settings.llms.file("record") {
            Some(path) => {
                let file = File::options().create(true).append(true).open(path).with_context(|| path.to_owned())?;
                Some(Arc::new(Tape::new(Box::new(file))))
            }
            None => None,
        };
        let recording = match settings.llms.file("replay") {
            Some(path) => {
                let file = File::open(path).with_context(|| path.to_owned())?;
                let read = Recording::read(BufReader::new(file), path.to_owned());
                Some(Arc::new(read.with_context(|| path.to_owned())?))
            }
            None => None,
        };
        Ok(Self { settings: settings.clone(), ledger, shelves, shared: Mutex::default(), tape, recording })
    }

    /// The model for a kind of work with all manners of the gateway, if one is named; and its server,
    /// where one is asked.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub(crate) fn llm(&self, work: Work) -> anyhow::Result<Option<(Arc<dyn Llm>, Option<Arc<OpenAiChat>>)>> {
        let Some(LlmUse { chat, manners }) = self.settings.llm(work) else { return Ok(None) };
        let (url, card) = (chat.url.clone(), chat.card.clone());
        let mut server = None;
        let mut llm: Arc<dyn Llm> = match &self.recording {
            Some(recording) => Arc::new(Replayed::new(card.clone(), recording.clone())),
            None => {
                let cache = self.shelves.as_ref().map(|shelves| shelves.cache.clone());
                server.insert(Arc::new(OpenAiChat::new(chat, cache)?)).clone()
            }
        };
        if let Some(tape) = &self.tape {
            llm = Arc::new(Recorded::new(llm, tape.clone()));
        }
        let shared = self.shared(url, card.name, manners);
        Ok(Some((sharing(llm, work.name(), manners, &self.ledger, &shared), server)))
    }

    /// What uses of one server share, and of one model there.
    fn shared(&self, url: String, name: String, manners: Manners) -> Shared {
        let mut known = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let same_model = known.iter().find(|(at, model, _)| *at == url && *model == name);
        let same_server = || known.iter().find(|(at, ..)| *at == url);
        let shared = match (same_model, same_server()) {
            (Some((.., shared)), _) => shared.clone(),
            (None, Some((.., shared))) => shared.with_pace_of(manners),
            (None, None) => Shared::new(manners),
        };
        known.push((url, name, shared.clone()));
        shared
    }

    /// The reranker with all manners of the gateway, if one is named.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub(crate) fn reranker(&self) -> anyhow::Result<Option<Arc<dyn Reranker>>> {
        let Some(LlmUse { chat, manners }) = self.settings.llm(Work::Rerank) else { return Ok(None) };
        let ChatOptions { url, card, key, waits } = chat;
        let shared = self.shared(url.clone(), card.name.clone(), manners);
        let options = RerankOptions { url, name: card.name, key, connect: waits.connect, answer: waits.first };
        let server = Arc::new(ServerRerank::new(options)?);
        Ok(Some(Arc::new(Polite::new(server, Work::Rerank.name(), manners, self.ledger.clone(), shared))))
    }

    /// Puts the lines of a run that was recorded into an order that the next run will have, too.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn finish(&self) -> anyhow::Result<()> {
        let Some(path) = self.settings.llms.file("record") else { return Ok(()) };
        let lines = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
        written::whole(Path::new(path), &sorted(&lines)).with_context(|| path.to_owned())
    }
}

/// Makes sources of files, read as the settings say.
pub(crate) fn reader(settings: &Settings) -> impl Fn(FoundFile) -> Source + Send + Sync + use<> {
    let memory = settings.load_memory.saturating_mul(1_000_000);
    let options = settings.loads();
    let said = serde_json::to_string(&options).unwrap_or_default();
    let command = move || {
        let mut command = Command::new(std::env::current_exe().unwrap_or_else(|_| "quipu".into()));
        command.arg(READS).arg(memory.to_string()).arg(&said);
        command
    };
    let patience = Duration::from_secs(settings.load_seconds as u64);
    let loaders = Arc::new(apart(loaders(&options), Apart { command: Box::new(command), patience }));
    let limits = ReadLimits {
        max_document: settings.max_document.saturating_mul(1_000_000),
        max_file: settings.load_max_file.saturating_mul(1_000_000),
    };
    move |found| source(found, loaders.clone(), limits)
}

/// Reads for another process, if that is what this one was started for.
pub(crate) fn reads_for_another() -> Option<io::Result<()>> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != READS {
        return None;
    }
    let memory = arguments.next()?.to_str()?.parse().ok()?;
    let options: LoadOptions = serde_json::from_str(arguments.next()?.to_str()?).ok()?;
    Some(serve(&loaders(&options), memory, &mut io::stdin(), &mut io::stdout()))
}

/// Measures the store alone with a synthetic workspace of `chunks` chunks, made below `folder`.
///
/// # Errors
/// When the store fails.
pub(crate) fn bench_alone(
    folder: &Path,
    chunks: u64,
    questions: u64,
    say: &mut dyn FnMut(&str),
) -> Result<BenchReport, StoreError> {
    bench_store(folder, &StoreBench { chunks, dimension: 192, group: 6_000, questions }, say)
}
