//! A workspace that is opened: where it is, what may be done there, and the settings that hold.

use std::path::Path;
use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::ports::Shelves;

use crate::reading::Reading;
use crate::settings::{LoadedSettings, Origin, Settings};
use crate::{Access, Error, Location, Workers, open};

/// How a workspace is opened.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The settings, and where they were set.
    pub settings: LoadedSettings,
    /// Who reads formats whose parsers are risky.
    pub workers: Workers,
}

/// A workspace that is opened. It is cheap to clone; clones share what is opened.
///
/// Nothing is read before it is needed. Methods that read share one opened store for as long as a clone lives; those
/// that write take the workspace's right to write for as long as they work, and wait for others as long as `store.wait`
/// says.
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
    /// Opened to be read; clones with other settings share it.
    reading: Arc<Reading>,
}

impl Quipu {
    /// A workspace with the settings that hold without any.
    ///
    /// # Errors
    /// When there is none, and it is not opened to be made.
    pub fn open(location: impl Into<Location>, access: Access) -> Result<Self, Error> {
        Self::open_with(location, access, Opening::default())
    }

    /// A workspace with these settings.
    ///
    /// # Errors
    /// When there is none, and it is not opened to be made.
    pub fn open_with(location: impl Into<Location>, access: Access, opening: Opening) -> Result<Self, Error> {
        let location = location.into();
        if access < Access::Create {
            open::require(&location)?;
        }
        Ok(Self::at(location, access, opening))
    }

    /// The same, whether or not it is there: what needs it says that it is missing.
    pub fn at(location: impl Into<Location>, access: Access, opening: Opening) -> Self {
        Self::sharing(location.into(), access, opening, Arc::default())
    }

    fn sharing(location: Location, access: Access, opening: Opening, reading: Arc<Reading>) -> Self {
        // How to look, and which models to ask, is said with each question.
        let (look, llms, strategy) = <(_, _, String)>::default();
        let opens = Settings { look, llms, strategy, ..opening.settings.settings.clone() };
        Self { inner: Arc::new(Inner { location, access, opening, opens, reading }) }
    }

    /// The same workspace with other settings, each a key and its value as text; what is opened is shared.
    ///
    /// # Errors
    /// On an unknown key, or a value that is not accepted.
    pub fn with<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Error> {
        let Inner { location, access, opening, opens: _, reading } = &*self.inner;
        let settings = opening.settings.clone().with(values, &Origin::Flag("the request".to_owned()))?;
        let opening = Opening { settings, ..opening.clone() };
        Ok(Self::sharing(location.clone(), *access, opening, reading.clone()))
    }

    /// Where it is.
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

    pub(crate) fn shelves(&self) -> Shelves {
        open::shelves(&self.inner.location)
    }

    /// It, opened to be read.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub(crate) fn reading(&self) -> Result<Workspace, Error> {
        let Inner { location, opens, reading, .. } = &*self.inner;
        reading.workspace(location, opens)
    }

    /// Closes what is opened to be read; it is opened again when it is needed.
    pub fn close(&self) {
        self.inner.reading.close();
    }

    /// It, opened to be changed.
    ///
    /// # Errors
    /// When there is none or no right to, it cannot be opened, or another goes on writing.
    pub(crate) fn writing(&self) -> Result<Workspace, Error> {
        self.allowed(Access::Write)?;
        open::workspace(&self.inner.location, self.settings(), Access::Write)
    }

    /// It, opened to be changed, and made where there is none.
    ///
    /// # Errors
    /// When there is no right to, it cannot be made or opened, or another goes on writing.
    pub(crate) fn creating(&self) -> Result<Workspace, Error> {
        let access = if self.inner.location.is_there() { Access::Write } else { Access::Create };
        self.allowed(access)?;
        open::workspace(&self.inner.location, self.settings(), Access::Create)
    }

    /// Whether what needs a right may be done.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn allowed(&self, access: Access) -> Result<(), Error> {
        if access <= self.inner.access {
            return Ok(());
        }
        let folder = self.folder().to_owned();
        let there = self.inner.location.is_there();
        Err(if there { Error::NoRight { folder } } else { Error::NoWorkspace { folder } })
    }
}
