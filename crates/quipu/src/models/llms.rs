//! The language models that settings name, with what they keep and where their calls are counted.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_adapters::llm::{ChatOptions, OpenAiChat, RerankOptions, ServerRerank};
use quipu_engine::gateway::{Ledger, Manners, Polite, Recorded, Recording, Remembered, Replayed, Shared, sharing};
use quipu_engine::ports::{Kept, Llm, Reranker, Shelves};

use super::tapes::TapeShare;
use crate::Error;
use crate::settings::{LlmUse, Settings, Work};

/// What a server is to several models: its address, the model's name, and what is shared.
type SharedBy = (String, String, Shared);

/// The language models that the settings name. All write into one ledger; those of one server share its
/// places and its fuse, those of one model its pace.
pub(crate) struct Models {
    settings: Settings,
    ledger: Arc<Ledger>,
    shelves: Option<Shelves>,
    shared: Mutex<Vec<SharedBy>>,
    tape: Option<TapeShare>,
    recording: Option<Arc<Recording>>,
}

impl Models {
    /// Models that nobody has asked yet; what their servers accept is kept on the shelves.
    ///
    /// # Errors
    /// When a file that takes or took the replies of a run cannot be opened.
    pub(crate) fn new(settings: &Settings, ledger: Arc<Ledger>, shelves: Option<Shelves>) -> Result<Self, Error> {
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
        Ok(Self { settings: settings.clone(), ledger, shelves, shared: Mutex::default(), tape, recording })
    }

    /// The model for a kind of work with all manners of the gateway, if one is named; and its server,
    /// where one is asked.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub(crate) fn llm(&self, work: Work) -> Result<Option<(Arc<dyn Llm>, Option<Arc<OpenAiChat>>)>, Error> {
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
            llm = Arc::new(Recorded::new(llm, tape.tape()));
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
    pub(crate) fn reranker(&self) -> Result<Option<Arc<dyn Reranker>>, Error> {
        let Some(LlmUse { chat, manners }) = self.settings.llm(Work::Rerank) else { return Ok(None) };
        let ChatOptions { url, card, key, waits } = chat;
        let shared = self.shared(url.clone(), card.name.clone(), manners);
        let options = RerankOptions { url, name: card.name, key, connect: waits.connect, answer: waits.first };
        let server = Arc::new(ServerRerank::new(options)?);
        Ok(Some(Arc::new(Polite::new(server, Work::Rerank.name(), manners, self.ledger.clone(), shared))))
    }

    /// Ends the run, and with the last one of those that are recorded into a file at once puts its lines into an order
    /// that the next run will have, too.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.tape.as_ref().map_or(Ok(()), TapeShare::finish)
    }
}

/// The models of one work, within one budget.
pub(crate) struct Llms {
    /// Where replies, and what is made of them, are kept.
    pub(crate) kept: Arc<dyn Kept>,
    /// Where calls are counted.
    pub(crate) ledger: Arc<Ledger>,
    models: Models,
}

impl Llms {
    /// Models that nobody has asked yet, within a budget.
    ///
    /// # Errors
    /// When a file that takes or took the replies of a run cannot be opened.
    pub(crate) fn new(shelves: Shelves, settings: &Settings, budget: Option<f64>) -> Result<Self, Error> {
        let (kept, ledger) = (shelves.replies.clone(), Arc::new(Ledger::new(budget)));
        let models = Models::new(settings, ledger.clone(), Some(shelves))?;
        Ok(Self { kept, ledger, models })
    }

    /// The model for a kind of work, asked each thing once; none where none is named.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub(crate) fn of(&self, work: Work) -> Result<Option<Remembered>, Error> {
        let llm = self.models.llm(work)?;
        Ok(llm.map(|(llm, _)| Remembered::new(llm, self.kept.clone(), self.ledger.clone(), work.name())))
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.models.finish()
    }
}
