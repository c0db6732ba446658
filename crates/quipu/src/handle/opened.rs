//! An open workspace: its location, the rights there, and its settings.

use std::path::Path;
use std::sync::Arc;

use quipu_adapters::store::{HeldWriter, Stamp};
use quipu_engine::Workspace;
use quipu_engine::gateway::{Cached, Manners, Price};
use quipu_engine::ports::{SideStores, Store};

use crate::catalogue::Catalogue;
use crate::fields::VirtualField;
use crate::job::{Outcome, aside};
use crate::llms::{Servers, WorkModels};
use crate::open::READER_OF_SERVER;
use crate::reading::{SharedHandle, Totals};
use crate::settings::{LoadedSettings, Origin, Settings, Work, is_for_requests};
use crate::{Access, Error, Location, Workers, open};

/// Options of opening a workspace.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The settings, and where they were set.
    pub settings: LoadedSettings,
    /// The readers of formats with risky parsers.
    pub workers: Workers,
    /// Virtual fields of filters, which crates on top of the library give.
    pub fields: Vec<Arc<dyn VirtualField>>,
}

/// The right to write, kept until it is dropped: [`Quipu::hold`].
#[must_use = "the right goes when it is dropped"]
pub struct HeldRight {
    _writer: Arc<HeldWriter>,
}

/// An open workspace. It is cheap to clone; clones share open resources.
///
/// Everything is read on demand. Methods that read share one opened store for as long as a clone lives; those
/// that write take the workspace's right to write for as long as they work, and wait for others as long as `store.wait`
/// allows.
#[derive(Clone)]
pub struct Quipu {
    inner: Arc<Inner>,
}

struct Inner {
    location: Location,
    access: Access,
    opening: Opening,
    /// The settings that the store is opened by.
    opens: Settings,
    reading: Arc<SharedHandle>,
}

impl Quipu {
    /// A workspace with the default settings.
    ///
    /// # Errors
    /// When it does not exist, and the right to create it is not given.
    pub fn open(location: impl Into<Location>, access: Access) -> Result<Self, Error> {
        Self::open_with(location, access, Opening::default())
    }

    /// A workspace with these settings.
    ///
    /// # Errors
    /// When it does not exist, and the right to create it is not given.
    pub fn open_with(location: impl Into<Location>, access: Access, opening: Opening) -> Result<Self, Error> {
        let location = location.into();
        if access < Access::Create {
            open::require(&location)?;
        }
        Ok(Self::at(location, access, opening))
    }

    /// A workspace that may not exist: operations that need it report an error.
    pub fn at(location: impl Into<Location>, access: Access, opening: Opening) -> Self {
        Self::sharing(location.into(), access, opening, Arc::default())
    }

    fn sharing(location: Location, access: Access, opening: Opening, reading: Arc<SharedHandle>) -> Self {
        let opens = opening.settings.settings.of_opening();
        Self { inner: Arc::new(Inner { location, access, opening, opens, reading }) }
    }

    /// A handle of the workspace with other settings, each a key and its value as text; opened resources are shared.
    ///
    /// # Errors
    /// On an unknown key, or a value that is not accepted.
    pub fn with<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Error> {
        let Inner { location, access, opening, opens: _, reading } = &*self.inner;
        let settings = opening.settings.clone().with(values, &Origin::Flag("the request".to_owned()))?;
        let opening = Opening { settings, ..opening.clone() };
        Ok(Self::sharing(location.clone(), *access, opening, reading.clone()))
    }

    /// A handle for a request of a user who may not set the owner's settings: only search options and options of
    /// answers. No server, no key, no file can be named so.
    ///
    /// # Errors
    /// As [`Quipu::with`], and on a key that is not for requests.
    pub fn for_request<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Error> {
        let values: Vec<_> = values.into_iter().collect();
        match values.iter().find(|(key, _)| !is_for_requests(key)) {
            Some((key, _)) => Err(Error::NotForRequests { key: (*key).to_owned() }),
            None => self.with(values),
        }
    }

    /// Its location.
    pub fn location(&self) -> &Location {
        &self.inner.location
    }

    /// The folder that it is in.
    pub fn folder(&self) -> &Path {
        self.inner.location.folder()
    }

    /// The settings that hold.
    pub fn settings(&self) -> &Settings {
        &self.inner.opening.settings.settings
    }

    /// The settings that hold, and where each that is no default was set.
    pub fn loaded(&self) -> &LoadedSettings {
        &self.inner.opening.settings
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.inner.opening.workers
    }

    pub(crate) fn with_field(&self, field: Arc<dyn VirtualField>) -> Self {
        if self.fields().iter().any(|known| known.name() == field.name()) {
            return self.clone();
        }
        let Inner { location, access, opening, opens: _, reading } = &*self.inner;
        let fields = opening.fields.iter().cloned().chain([field]).collect();
        Self::sharing(location.clone(), *access, Opening { fields, ..opening.clone() }, reading.clone())
    }

    pub(crate) fn fields(&self) -> &[Arc<dyn VirtualField>] {
        &self.inner.opening.fields
    }

    pub(crate) fn side_stores(&self) -> SideStores {
        open::side_stores(&self.inner.location)
    }

    /// The models of one work, not asked yet, within a budget.
    ///
    /// # Errors
    /// When a file that takes or took the replies of a run cannot be opened.
    pub(crate) fn llms(&self, budget: Option<f64>) -> Result<WorkModels, Error> {
        WorkModels::new(self.settings(), self.side_stores(), self.servers(), budget)
    }

    /// The model that a kind of work needs, within a budget, with how its server is asked.
    ///
    /// # Errors
    /// When the settings name none, or no price for a budget; as [`Quipu::llms`].
    pub(crate) fn llms_needed(&self, work: Work, budget: Option<f64>) -> Result<(WorkModels, Cached, Manners), Error> {
        let manners = self.settings().llm(work).ok_or(Error::ExtractNoModel)?.manners;
        if budget.is_some() && manners.price == Price::default() {
            return Err(Error::BudgetNoPrice);
        }
        let llms = self.llms(budget)?;
        let llm = llms.of(work)?.ok_or(Error::ExtractNoModel)?;
        Ok((llms, llm, manners))
    }

    pub(crate) fn servers(&self) -> Arc<Servers> {
        self.inner.reading.servers.clone()
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.inner.reading.catalogue
    }

    /// Keeps the right to write between writes, until the result is dropped: no other process writes
    /// meanwhile, and writers in this process take turns. A server does so.
    ///
    /// # Errors
    /// When another process keeps writing, or there is no right to.
    pub fn hold(&self) -> Outcome<HeldRight> {
        let quipu = self.clone();
        aside(move || async move {
            quipu.allowed(Access::Write)?;
            Ok(HeldRight { _writer: open::hold(quipu.location(), quipu.settings())? })
        })
    }

    /// The workspace, opened to be read.
    ///
    /// # Errors
    /// When it does not exist, or cannot be opened.
    pub(crate) fn reading(&self) -> Result<Workspace, Error> {
        let Inner { location, opens, reading, .. } = &*self.inner;
        // The ontology and the options of communities are no part of the opened resources.
        let ontology = Arc::new(self.settings().ontology());
        let communities = Some(self.community_shelf());
        // Only a question that may be ranked again needs a server.
        let other = matches!(self.settings().look.own("after.rerank"), Some("none" | "cosine" | "model"));
        let asked = !other && self.settings().llm(Work::Rerank).is_some();
        let reranker = if asked { self.llms(None)?.reranker()? } else { None };
        let workspace = reading.workspace(location, opens)?;
        let by_server = self.settings().reader_model == READER_OF_SERVER;
        let server = if by_server { self.llms(None)?.reranker()? } else { None };
        let server = server.map(|server| open::unit_reader(self.settings(), server, false));
        let reader = server.or_else(|| workspace.reader.clone());
        Ok(Workspace { ontology, reranker, reader, communities, ..workspace })
    }

    /// Its totals.
    ///
    /// # Errors
    /// When it does not exist, or cannot be opened or read.
    pub(crate) async fn totalled(&self) -> Result<Totals, Error> {
        let Inner { location, opens, reading, .. } = &*self.inner;
        reading.totals(location, opens).await
    }

    /// Remembers how much a store of it holds, which was opened after a stamp was taken.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) async fn remember_totals(&self, before: Option<Stamp>, store: &dyn Store) -> Result<(), Error> {
        self.inner.reading.remember_totals(before, store).await.map(drop)
    }

    /// The time of its last write.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        open::stamp(&self.inner.location)
    }

    /// Its totals, if it was not written since these were last read.
    pub(crate) fn known_totals(&self) -> Option<Totals> {
        self.inner.reading.known_totals(&self.inner.location)
    }

    /// Closes resources opened for reading; they are opened again on demand.
    pub fn close(&self) {
        self.inner.reading.close();
    }

    /// The workspace, opened to be changed.
    ///
    /// # Errors
    /// When it does not exist, the right is missing, it cannot be opened, or another process keeps writing.
    pub(crate) fn writing(&self) -> Result<Workspace, Error> {
        self.allowed(Access::Write)?;
        open::workspace(&self.inner.location, self.settings(), Access::Write)
    }

    /// The workspace, opened to be changed, and created if missing.
    ///
    /// # Errors
    /// When there is no right to, it cannot be made or opened, or another process keeps writing.
    pub(crate) fn creating(&self) -> Result<Workspace, Error> {
        let access = if self.inner.location.is_there() { Access::Write } else { Access::Create };
        self.allowed(access)?;
        open::workspace(&self.inner.location, self.settings(), Access::Create)
    }

    /// Checks that a right is given.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn allowed(&self, access: Access) -> Result<(), Error> {
        if access <= self.inner.access {
            return Ok(());
        }
        let folder = self.folder().to_owned();
        let there = self.inner.location.is_there();
        Err(if there { Error::NoRight { folder } } else { Error::NoWorkspace { folder } })
    }
}
