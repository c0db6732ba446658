//! The codes of errors: names for programs, which no version changes.

use std::io::{self, ErrorKind};

use quipu_adapters::net::FetchError;
use quipu_adapters::read::FindError;
use quipu_adapters::store::SystemLimit;
use quipu_engine::EngineError;
use quipu_engine::ports::{EmbedError, LlmError, StoreError};

use crate::Error;
use crate::models::PullError;
use crate::settings::SettingsError;

/// The code of an error.
pub(crate) fn of(error: &Error) -> &'static str {
    match error {
        Error::Engine(error) => engine(error),
        Error::Settings(error) => settings(error),
        Error::Find(FindError::RootTaken { .. }) => "root-taken",
        Error::Find(FindError::RootName { .. }) => "root-name",
        Error::Key(_) => "key",
        Error::Pull(error) => pull(error),
        Error::Other(error) => error.code(),
        Error::Fetch(error) => fetch(error),
        Error::NoDocument { .. } => "no-document",
        Error::Expression { .. } => "expression",
        Error::FilterField { .. } => "filter-field",
        Error::Pattern { .. } => "pattern",
        Error::File { reason, .. } => system(reason),
        Error::Llm(error) => llm(error),
        Error::NoWorkspace { .. } => "no-workspace",
        Error::NoRight { .. } => "no-right",
        Error::QuestionEmpty => "question-empty",
        Error::DateIsNone { .. } => "date-is-none",
        Error::SessionName { .. } => "session-name",
        Error::SessionTaken { .. } => "session-taken",
        Error::OneId { .. } => "one-id",
        Error::WatchFailed { .. } => "watch-failed",
        Error::RootsDamaged { .. } => "roots-damaged",
        Error::NamesDamaged { .. } => "names-damaged",
        Error::WorkspaceUnknown { .. } => "workspace-unknown",
        Error::WorkspaceName { .. } => "workspace-name",
        Error::WorkspaceTaken { .. } => "workspace-taken",
        Error::NoDataHome => "no-data-home",
        Error::NoModel => "no-model",
        Error::NoModelHome => "no-model-home",
        Error::ModelName { .. } => "model-name",
        Error::ModelUnknown { .. } => "model-unknown",
        Error::ModelNotWhole { .. } => "model-not-whole",
        Error::ModelNotThere { .. } => "model-not-there",
        Error::ModelNoModel { .. } => "model-no-model",
        Error::ProfileUnknown { .. } => "profile-unknown",
        Error::ProfileWrong { .. } => "profile-wrong",
        Error::ExtractNoModel => "extract-no-model",
        Error::BudgetNoPrice => "budget-no-price",
        Error::NotForRequests { .. } => "setting-not-for-requests",
        Error::NotFromAfar { .. } => "setting-not-from-afar",
        Error::Stopped => "stopped",
        Error::Ended { .. } => "ended",
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
