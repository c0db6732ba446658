//! The codes of errors: names for programs, which no version changes.

use std::io::{self, ErrorKind};

use quipu_adapters::net::FetchError;
use quipu_adapters::read::FindError;
use quipu_adapters::store::SystemLimit;
use quipu_engine::EngineError;
use quipu_engine::ports::{EmbedError, LlmError, StoreError};

use crate::Error;
use crate::pull::PullError;
use crate::settings::SettingsError;

impl Error {
    /// A name for programs, the same in every language and version.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Engine(error) => engine(error),
            Self::Settings(error) => settings(error),
            Self::Find(FindError::RootTaken { .. }) => "root-taken",
            Self::Find(FindError::RootName { .. }) => "root-name",
            Self::Key(_) => "key",
            Self::Pull(error) => pull(error),
            Self::Other(error) => error.code(),
            Self::Fetch(error) => fetch(error),
            Self::NoDocument { .. } => "no-document",
            Self::Expression { .. } => "expression",
            Self::FilterField { .. } => "filter-field",
            Self::Pattern { .. } => "pattern",
            Self::File { reason, .. } => system(reason),
            Self::Llm(error) => llm(error),
            Self::NoWorkspace { .. } => "no-workspace",
            Self::NoRight { .. } => "no-right",
            Self::QuestionEmpty => "question-empty",
            Self::DateIsNone { .. } => "date-is-none",
            Self::SessionName { .. } => "session-name",
            Self::SessionTaken { .. } => "session-taken",
            Self::OneId { .. } => "one-id",
            Self::WatchFailed { .. } => "watch-failed",
            Self::RootsDamaged { .. } => "roots-damaged",
            Self::NamesDamaged { .. } => "names-damaged",
            Self::WorkspaceUnknown { .. } => "workspace-unknown",
            Self::WorkspaceName { .. } => "workspace-name",
            Self::WorkspaceTaken { .. } => "workspace-taken",
            Self::NoDataHome => "no-data-home",
            Self::NoModel => "no-model",
            Self::NoModelHome => "no-model-home",
            Self::ModelName { .. } => "model-name",
            Self::ModelUnknown { .. } => "model-unknown",
            Self::ModelNotWhole { .. } => "model-not-whole",
            Self::ModelNotThere { .. } => "model-not-there",
            Self::ModelNoModel { .. } => "model-no-model",
            Self::ProfileUnknown { .. } => "profile-unknown",
            Self::ProfileWrong { .. } => "profile-wrong",
            Self::ExtractNoModel => "extract-no-model",
            Self::BudgetNoPrice => "budget-no-price",
            Self::NotForRequests { .. } => "setting-not-for-requests",
            Self::NotFromAfar { .. } => "setting-not-from-afar",
            Self::Stopped => "stopped",
            Self::Ended { .. } => "ended",
        }
    }
}

fn fetch(error: &FetchError) -> &'static str {
    match error {
        FetchError::Address { .. } => "fetch-address",
        FetchError::Inside { .. } => "fetch-inside",
        FetchError::Failed { .. } => "fetch-failed",
        FetchError::Large { .. } => "fetch-large",
    }
}

fn engine(error: &EngineError) -> &'static str {
    match error {
        EngineError::Store(error) => store(error),
        EngineError::Embed(EmbedError::Failed { .. }) => "embed",
        EngineError::Worker { .. } => "worker",
        EngineError::Strategy { .. } => "strategy",
        EngineError::Unnamed { .. } => "unnamed",
        EngineError::Several { .. } => "several",
        EngineError::Decided { .. } => "decided",
        EngineError::NoDecision { .. } => "no-decision",
        EngineError::NoVectors => "no-vectors",
        EngineError::Write(_) => "export-cut",
        EngineError::Changing { .. } => "export-changing",
        EngineError::Read(_) => "import-cut",
        EngineError::Import { .. } => "import-format",
    }
}

fn store(error: &StoreError) -> &'static str {
    match error {
        StoreError::Format { .. } => "store-format",
        StoreError::Model { .. } => "store-model",
        StoreError::Waiting { .. } => "store-waiting",
        StoreError::Busy { .. } => "store-busy",
        StoreError::Damaged { .. } => "store-damaged",
        StoreError::Size { .. } => "store-size",
        StoreError::Wide { .. } => "filter-wide",
        StoreError::Full { .. } => "store-full",
        StoreError::Limit { .. } => "store-limit",
        StoreError::Io { .. } => "store-io",
    }
}

fn llm(error: &LlmError) -> &'static str {
    match error {
        LlmError::Busy { .. } => "llm-busy",
        LlmError::Silent { .. } => "llm-silent",
        LlmError::Broken { .. } => "llm-broken",
        LlmError::Refused { .. } => "llm-refused",
        LlmError::Withheld { .. } => "llm-withheld",
        LlmError::TooLong { .. } => "llm-too-long",
        LlmError::Empty { .. } => "llm-empty",
        LlmError::Cut { .. } => "llm-cut",
        LlmError::Senseless { .. } => "llm-senseless",
        LlmError::Resting { .. } => "llm-resting",
        LlmError::Spent { .. } => "llm-spent",
        LlmError::CallsSpent { .. } => "llm-calls",
        LlmError::TokensSpent { .. } => "llm-tokens",
        LlmError::Unrecorded { .. } => "llm-unrecorded",
        LlmError::Kept { .. } => "llm-kept",
    }
}

fn settings(error: &SettingsError) -> &'static str {
    match error {
        SettingsError::Unknown { .. } => "setting-unknown",
        SettingsError::Value { .. } => "setting-value",
        SettingsError::File { .. } => "setting-file",
        SettingsError::Preset { .. } => "preset-unknown",
    }
}

fn pull(error: &PullError) -> &'static str {
    match error {
        PullError::Broken { .. } => "pull-broken",
        PullError::Refused { .. } => "pull-refused",
        PullError::Changed { pinned: true, .. } => "pull-other",
        PullError::Changed { pinned: false, .. } => "pull-changed",
        PullError::Stopped => "pull-stopped",
        PullError::Busy { .. } => "pull-busy",
        PullError::Astray(_) => "pull-astray",
        PullError::Disk { .. } => "pull-disk",
    }
}

fn system(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "system-not-found",
        ErrorKind::PermissionDenied => "system-denied",
        ErrorKind::AlreadyExists => "system-exists",
        ErrorKind::IsADirectory => "system-is-folder",
        ErrorKind::NotADirectory => "system-no-folder",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "system-full",
        ErrorKind::ReadOnlyFilesystem => "system-read-only",
        ErrorKind::InvalidFilename => "system-name",
        ErrorKind::FileTooLarge => "system-too-large",
        ErrorKind::ConnectionRefused => "system-refused",
        ErrorKind::TimedOut => "system-slow",
        _ if SystemLimit::of(error).is_some() => "system-limit",
        _ => "system-other",
    }
}
