//! The language models that settings name, with their shelves and ledgers.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_adapters::llm::{ChatOptions, OpenAiChat, RerankOptions, ServerRerank};
use quipu_engine::gateway::{Ledger, Manners, Polite, Recorded, Recording, Remembered, Replayed, Shared, sharing};
use quipu_engine::ports::{Kept, Llm, Reranker, Shelves};

use crate::Error;
use crate::settings::{LlmUse, Settings, Work};
use crate::tapes::TapeShare;

/// The state that all users of an open workspace share: the limiter of a server (bulkhead), its fuse (circuit
/// breaker) and its connections, and the pace of a model (rate limit). With any number of concurrent questions, a
/// server gets no more calls than the settings allow.
#[derive(Default)]
pub(crate) struct Servers {
    shared: Mutex<Vec<SharedBy>>,
    chats: Mutex<Vec<(ChatOptions, Arc<OpenAiChat>)>>,
}

/// The state of a server for one model: its address, the model's name, the settings of calls, and the shared parts.
struct SharedBy {
    url: String,
    model: String,
    manners: Manners,
    shared: Shared,
}

impl Servers {
    /// Closes connections, and forgets the learned properties of their servers.
    pub(crate) fn close(&self) {
        self.chats.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The shared state of a server and one of its models.
    fn shared(&self, url: String, model: String, manners: Manners) -> Shared {
        let mut known = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let same_server = |by: &&SharedBy| by.url == url && by.manners == manners;
        if let Some(by) = known.iter().filter(same_server).find(|by| by.model == model) {
            return by.shared.clone();
        }
        let beside = known.iter().find(same_server).map(|by| by.shared.with_pace_of(manners));
        let shared = beside.unwrap_or_else(|| Shared::new(manners));
        known.push(SharedBy { url, model, manners, shared: shared.clone() });
        shared
    }

    /// The server of these options, with the connections that it has.
    fn chat(&self, options: ChatOptions, cache: Option<Arc<dyn Kept>>) -> Result<Arc<OpenAiChat>, Error> {
        let mut known = self.chats.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, chat)) = known.iter().find(|(by, _)| *by == options) {
            return Ok(chat.clone());
        }
        let chat = Arc::new(OpenAiChat::new(options.clone(), cache)?);
        known.push((options, chat.clone()));
        Ok(chat)
    }
}

/// The language models that the settings name. All write into one ledger.
pub(crate) struct Models {
    settings: Settings,
    ledger: Arc<Ledger>,
    shelves: Option<Shelves>,
    servers: Arc<Servers>,
    tape: Option<TapeShare>,
    recording: Option<Arc<Recording>>,
}

impl Models {
    /// Models without any calls so far; accepted replies are kept on the shelves.
    ///
    /// # Errors
    /// When a recording of a run cannot be opened.
    pub(crate) fn new(
        settings: &Settings,
        ledger: Arc<Ledger>,
        shelves: Option<Shelves>,
        servers: Arc<Servers>,
    ) -> Result<Self, Error> {
        let tape = match settings.llms.file("record") {
            Some(path) => Some(TapeShare::of(Path::new(path))?),
            None => None,
        };
        let recording = match settings.llms.file("replay") {
            Some(path) => {
                let file = File::open(path).map_err(Error::at(Path::new(path)))?;
                let read = Recording::read(BufReader::new(file), path.to_owned());
                Some(Arc::new(read.map_err(Error::at(Path::new(path)))?))
            }
            None => None,
        };
        Ok(Self { settings: settings.clone(), ledger, shelves, servers, tape, recording })
    }

    /// The model for a kind of work with all wrappers of the gateway, if one is named; and its server,
    /// if it has one.
    ///
    /// # Errors
    /// When the system gives no means for requests.
    pub(crate) fn llm(&self, work: Work) -> Result<Option<(Arc<dyn Llm>, Option<Arc<OpenAiChat>>)>, Error> {
        let Some(LlmUse { chat, manners }) = self.settings.llm(work) else { return Ok(None) };
        let (url, card) = (chat.url.clone(), chat.card.clone());
        let mut server = None;
        let mut llm: Arc<dyn Llm> = match &self.recording {
            Some(recording) => Arc::new(Replayed::new(card.clone(), recording.clone())),
            None => {
                let cache = self.shelves.as_ref().map(|shelves| shelves.cache.clone());
                server.insert(self.servers.chat(chat, cache)?).clone()
            }
        };
        if let Some(tape) = &self.tape {
            llm = Arc::new(Recorded::new(llm, tape.tape()));
        }
        let shared = self.servers.shared(url, card.name, manners);
        Ok(Some((sharing(llm, work.name(), manners, &self.ledger, &shared), server)))
    }

    /// The reranker with all wrappers of the gateway, if one is named.
    ///
    /// # Errors
    /// When the system gives no means for requests.
    pub(crate) fn reranker(&self) -> Result<Option<Arc<dyn Reranker>>, Error> {
        let Some(LlmUse { chat, manners }) = self.settings.llm(Work::Rerank) else { return Ok(None) };
        let ChatOptions { url, card, key, waits } = chat;
        let shared = self.servers.shared(url.clone(), card.name.clone(), manners);
        let options = RerankOptions { url, name: card.name, key, connect: waits.connect, answer: waits.first };
        let server = Arc::new(ServerRerank::new(options)?);
        Ok(Some(Arc::new(Polite::new(server, Work::Rerank.name(), manners, self.ledger.clone(), shared))))
    }

    /// Ends the run; the last of concurrent recordings into a file sorts its lines, so that the
    /// order is the same for each run.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.tape.as_ref().map_or(Ok(()), TapeShare::finish)
    }
}

/// The models of one work, within one budget.
pub struct Llms {
    /// The shelf of replies and data derived from them.
    pub(crate) kept: Arc<dyn Kept>,
    /// The ledger of calls.
    pub ledger: Arc<Ledger>,
    models: Models,
}

impl Llms {
    /// Models without any calls so far, within a budget.
    ///
    /// # Errors
    /// When a recording of a run cannot be opened.
    pub(crate) fn new(
        settings: &Settings,
        shelves: Shelves,
        servers: Arc<Servers>,
        budget: Option<f64>,
    ) -> Result<Self, Error> {
        let (kept, ledger) = (shelves.replies.clone(), Arc::new(Ledger::new(budget)));
        let models = Models::new(settings, ledger.clone(), Some(shelves), servers)?;
        Ok(Self { kept, ledger, models })
    }

    /// The model for a kind of work, with a cache of replies; none if none is named.
    ///
    /// # Errors
    /// When the system gives no means for requests.
    pub fn of(&self, work: Work) -> Result<Option<Remembered>, Error> {
        let llm = self.models.llm(work)?;
        Ok(llm.map(|(llm, _)| Remembered::new(llm, self.kept.clone(), self.ledger.clone(), work.name())))
    }

    /// The reranker, if one is named; its calls are counted with the others.
    ///
    /// # Errors
    /// When the system gives no means for requests.
    pub(crate) fn reranker(&self) -> Result<Option<Arc<dyn Reranker>>, Error> {
        self.models.reranker()
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub fn finish(&self) -> Result<(), Error> {
        self.models.finish()
    }
}
