//! Errors of the library: typed, with a code that is the same in every language and version.

use std::io;
use std::path::{Path, PathBuf};

use quipu_adapters::net::FetchError;
use quipu_adapters::read::FindError;
use quipu_engine::EngineError;
use quipu_engine::ports::{EmbedError, LlmError, StoreError};
use quipu_kernel::model::KeyError;

use crate::pull::PullError;
use crate::settings::{self, SettingsError};

/// The kind of a failure, as distinguished by exit codes and HTTP status codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request or a setting is invalid; another one may succeed.
    Usage,
    /// A name is unknown.
    Unnamed,
    /// The store, the system or a server failed.
    Failed,
}

/// An error of a crate on top of the library: interfaces read its code and its kind like those of the library's own.
pub trait CodedError: std::error::Error + Send + Sync {
    /// A name for programs, the same in every language and version.
    fn code(&self) -> &'static str;
    /// The kind of failure.
    fn kind(&self) -> ErrorKind;
    /// The error for a caller of a tool: its advice names tools, arguments and settings, and no command.
    fn for_tools(&self) -> String {
        self.to_string()
    }
}

/// An error of the library. Its display is English and contains the advised action.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An operation of the engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The given paths or globs cannot be searched.
    #[error(transparent)]
    Find(#[from] FindError),
    /// A text is no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A model could not be fetched.
    #[error(transparent)]
    Pull(#[from] PullError),
    /// A crate on top of the library failed.
    #[error("{0}")]
    Other(Box<dyn CodedError>),
    /// A document could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The document does not exist.
    #[error("there is no document {id:?}; `quipu search` finds documents by their words")]
    NoDocument {
        /// Its id or key.
        id: String,
    },
    /// An expression that has no value.
    #[error("{expression:?} cannot be calculated: {reason}")]
    Expression {
        /// The expression.
        expression: String,
        /// The reason.
        reason: String,
    },
    /// A filter expression over what is no field of documents.
    #[error("{}", settings::refusal(field))]
    FilterField {
        /// The field.
        field: String,
    },
    /// An invalid search pattern.
    #[error("{pattern:?} cannot be searched: {reason}")]
    Pattern {
        /// Its begin.
        pattern: String,
        /// The reason.
        reason: String,
    },
    /// The system refused a file or folder.
    #[error("{}: {reason}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// A language model cannot be asked.
    #[error(transparent)]
    Llm(#[from] LlmError),
    /// A folder has no workspace.
    #[error("there is no workspace in {}; `quipu index PATH` makes one, --workspace names another", folder.display())]
    NoWorkspace {
        /// The folder.
        folder: PathBuf,
    },
    /// The workspace was opened with fewer rights than are needed.
    #[error("{} was opened for reading; open it for writing", folder.display())]
    NoRight {
        /// The folder.
        folder: PathBuf,
    },
    /// A question without a word.
    #[error("the question is empty; write it in quotes, or pipe it to `-`")]
    QuestionEmpty,
    /// An invalid date.
    #[error("{date} is not a date; write 2024, 2024-03 or 2024-03-31, or a range as 2024-03..2024-06, ..2023")]
    DateIsNone {
        /// The date, as it was given.
        date: String,
    },
    /// A name that a conversation has already.
    #[error("there is a conversation {name:?}; take another name, or delete that one")]
    SessionTaken {
        /// The name.
        name: String,
    },
    /// A text that cannot name a conversation.
    #[error("{name} cannot be the name of a conversation; use letters, digits and blanks, at most 200 bytes")]
    SessionName {
        /// The name.
        name: String,
    },
    /// One id was given to several documents.
    #[error("--id names one document, and {count} were found; leave --id out, or name a single file")]
    OneId {
        /// Number of documents found.
        count: usize,
    },
    /// The system does not watch a path.
    #[error("{} cannot be watched: {reason}", path.display())]
    WatchFailed {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        reason: String,
    },
    /// The file that keeps the roots of a workspace does not read.
    #[error("{} is damaged; remove it, and index with the --root-name of before: {reason}", path.display())]
    RootsDamaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The file that keeps the names of workspaces does not read.
    #[error("{} is damaged; move it away and name the workspaces again: {reason}", path.display())]
    NamesDamaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// No workspace has a name.
    #[error("no workspace has the name \"{name}\"; `quipu workspace list` shows them")]
    WorkspaceUnknown {
        /// The name.
        name: String,
    },
    /// A text that cannot name a workspace.
    #[error("\"{name}\" is not a name; use letters, digits, `-`, `_` and `.`")]
    WorkspaceName {
        /// The name.
        name: String,
    },
    /// Another workspace has a name.
    #[error("\"{name}\" is {} already; rename that one first", folder.display())]
    WorkspaceTaken {
        /// The name.
        name: String,
        /// The folder that it names.
        folder: PathBuf,
    },
    /// The folder for the user's data is unknown.
    #[error("neither XDG_DATA_HOME nor HOME is set; set one of them")]
    NoDataHome,
    /// The embedding model is missing.
    #[error("there is no model: name one with --model; `quipu model list` shows them")]
    NoModel,
    /// The folder for models is unknown.
    #[error("there is no home folder; name one for models with `model.folder`")]
    NoModelHome,
    /// A text that names no model.
    #[error("{name:?} is not the name of a model; `quipu model list` shows the known ones")]
    ModelName {
        /// The name.
        name: String,
    },
    /// A name that is neither that of a known model nor of a repository.
    #[error("there is no model {name}; known models are {known}, and any repository as org/name")]
    ModelUnknown {
        /// The name.
        name: String,
        /// The known ones.
        known: String,
    },
    /// A model's folder lacks files.
    #[error("{} has no complete model; `quipu model pull {name}` fetches the missing files", folder.display())]
    ModelNotWhole {
        /// The folder.
        folder: PathBuf,
        /// The model.
        name: String,
    },
    /// A model has no folder.
    #[error("{} is not there; `quipu model pull {name}` fetches it", folder.display())]
    ModelNotThere {
        /// The expected path.
        folder: PathBuf,
        /// The model.
        name: String,
    },
    /// A folder that may be anything.
    #[error(
        "{} does not look like a model: it has no quipu-model.json, and not both config.json and model.safetensors; remove it yourself if it may go",
        folder.display()
    )]
    ModelNoModel {
        /// The folder.
        folder: PathBuf,
    },
    /// The profile is unknown.
    #[error("there is no profile {name:?}; choose one of {known}, or name a file that `quipu prompts eject` wrote")]
    ProfileUnknown {
        /// The name.
        name: String,
        /// The known ones.
        known: String,
    },
    /// A profile or words that cannot be asked with.
    #[error("the profile {name} cannot be used: {reason}")]
    ProfileWrong {
        /// Its name or file.
        name: String,
        /// The reason.
        reason: String,
    },
    /// No language model is named that reads.
    #[error("no model is configured; `quipu model check` shows how to do this in two lines")]
    ExtractNoModel,
    /// A budget without prices.
    #[error("a budget needs prices: set `llm.price_input` and `llm.price_output`, what a million tokens cost")]
    BudgetNoPrice,
    /// A setting that a request may not set for itself.
    #[error(
        "{key} is the owner's to set: a request may set only settings of retrieval (`look.…`) and of answers (`answer.…`)"
    )]
    NotForRequests {
        /// Its key.
        key: String,
    },
    /// A setting that is not set from afar.
    #[error("{key} cannot be set remotely: it may name a file, a key or another server; write it into quipu.toml")]
    NotFromAfar {
        /// Its key.
        key: String,
    },
    /// A job was stopped, or its outcome was no longer wanted.
    #[error("it was stopped; durable results are kept")]
    Stopped,
    /// A work ended before its end.
    #[error("the work ended early: {reason}; run it again, and report this if it repeats")]
    Ended {
        /// The known reason.
        reason: String,
    },
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Engine(error.into())
    }
}

impl From<EmbedError> for Error {
    fn from(error: EmbedError) -> Self {
        Self::Engine(error.into())
    }
}

impl Error {
    /// The system's refusal of a file or folder.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self::File { path, reason }
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Engine(EngineError::Unnamed { .. }) | Self::NoDocument { .. } => ErrorKind::Unnamed,
            Self::Engine(_)
            | Self::Stopped
            | Self::Llm(_)
            | Self::Pull(_)
            | Self::Fetch(_)
            | Self::File { .. }
            | Self::Ended { .. } => ErrorKind::Failed,
            Self::RootsDamaged { .. } | Self::NamesDamaged { .. } | Self::NoDataHome => ErrorKind::Failed,
            Self::WatchFailed { .. } => ErrorKind::Failed,
            Self::Other(error) => error.kind(),
            _ => ErrorKind::Usage,
        }
    }
}
