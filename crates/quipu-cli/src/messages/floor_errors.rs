//! Failures below the library, in words: errors of the engine, stores, models, readers and the system.

use crate::messages::system_errors::system;

use quipu::errors::{EmbedError, EngineError, FetchError, FindError, KeyError, LlmError, PullError, StoreError};
use quipu_proof::bench::BenchError;
use quipu_research::SourceError;

use super::{Message, heard, say};

pub(super) fn engine(error: &EngineError) -> Message {
    use EngineError as E;
    match error {
        E::Store(error) => store(error),
        E::Embed(error) => embed(error),
        E::Worker { at, reason } => say!("error-worker", at = at, reason = reason),
        E::Strategy { found, known } => say!("error-strategy", found = found, known = known),
        E::Unnamed { found, near } => say!("error-unnamed", found = found, near = heard(near)),
        E::Decided { name, why } => say!("error-decided", name = name, why = heard(why)),
        E::NoDecision { found } => say!("error-no-decision", found = heard(found)),
        E::Several { found, several } => say!("error-several", found = found, several = heard(several)),
        E::NoVectors => say!("error-no-vectors"),
        E::Write(_) => say!("error-export-cut"),
        E::Changing { id } => say!("error-export-changing", id = id),
        E::Read(_) => say!("error-import-cut"),
        E::Import { found, known } => say!("error-import-format", found = *found, known = *known),
    }
}

pub(super) fn store(error: &StoreError) -> Message {
    use StoreError as E;
    match error {
        E::Format { path, found, expected, advice } => {
            say!("error-store-format", path = path, found = *found, expected = *expected, advice = heard(advice))
        }
        E::Model { found, expected } => say!("error-store-model", found = found, expected = expected),
        E::Waiting { model, waiting } => say!("error-store-waiting", model = model, count = *waiting),
        E::Busy { path, holder, waited_s } => {
            say!("error-store-busy", path = path, holder = heard(holder), waited = *waited_s)
        }
        E::Damaged { part, reason } => say!("error-store-damaged", part = heard(part), reason = heard(reason)),
        E::Size { what, found, least, most } => {
            say!("error-store-size", what = heard(what), found = *found, least = *least, most = *most)
        }
        E::Wide { field, most } => say!("error-filter-wide", field = field, most = *most),
        E::Full { part, reason } => say!("error-store-full", part = heard(part), reason = heard(reason)),
        E::Limit { part, reason } => say!("error-store-limit", part = heard(part), reason = heard(reason)),
        E::Io { part, reason } => say!("error-store-io", part = heard(part), reason = heard(reason)),
    }
}

pub(super) fn embed(error: &EmbedError) -> Message {
    match error {
        EmbedError::Failed { model, reason } => say!("error-embed", model = model, reason = heard(reason)),
    }
}

pub(super) fn llm(error: &LlmError) -> Message {
    use LlmError as E;
    match error {
        E::Busy { model, reason, .. } => say!("error-llm-busy", model = model, reason = heard(reason)),
        E::Silent { model, at, seconds } => {
            say!("error-llm-silent", model = model, at = heard(at), seconds = *seconds)
        }
        E::Broken { model, reason } => say!("error-llm-broken", model = model, reason = heard(reason)),
        E::Refused { model, reason, .. } => say!("error-llm-refused", model = model, reason = heard(reason)),
        E::Withheld { model, reason, .. } => say!("error-llm-withheld", model = model, reason = heard(reason)),
        E::TooLong { model, reason } => say!("error-llm-too-long", model = model, reason = heard(reason)),
        E::Empty { model, times } => say!("error-llm-empty", model = model, times = *times),
        E::Cut { model, room, .. } => say!("error-llm-cut", model = model, room = *room),
        E::Senseless { model, reason } => say!("error-llm-senseless", model = model, reason = heard(reason)),
        E::Resting { model, failures, seconds, reason } => {
            let reason = heard(reason);
            say!("error-llm-resting", model = model, failures = *failures, seconds = *seconds, reason = reason)
        }
        E::Spent { cap, spent } => say!("error-llm-spent", cap = cap, spent = spent),
        E::CallsSpent { most } => say!("error-llm-calls", most = *most),
        E::TokensSpent { most } => say!("error-llm-tokens", most = *most),
        E::Unrecorded { model, path } => say!("error-llm-unrecorded", model = model, path = path),
        E::Kept { reason } => say!("error-llm-kept", reason = heard(reason)),
    }
}

pub(super) fn key(error: &KeyError) -> Message {
    let KeyError { found } = error;
    say!("error-key", found = found)
}

pub(super) fn find(error: &FindError) -> Message {
    match error {
        FindError::RootTaken { name, known, path } => {
            say!("error-root-taken", name = name, known = known, path = path)
        }
        FindError::RootName { name } => say!("error-root-name", name = name),
    }
}

pub(super) fn bench(error: &BenchError) -> Message {
    match error {
        BenchError::Sentences { folder } => say!("error-bench-sentences", folder = folder),
        BenchError::File { file, reason } => say!("error-bench-file", file = file, reason = heard(reason)),
        BenchError::Phase { phase, reason } => say!("error-bench-phase", phase = phase, reason = heard(reason)),
        BenchError::Engine(error) => engine(error),
        BenchError::Store(error) => store(error),
    }
}

pub(super) fn pull(error: &PullError) -> Message {
    use PullError as E;
    match error {
        E::Broken { url, reason } => say!("error-pull-broken", url = url, reason = heard(reason)),
        E::Refused { url, status } => say!("error-pull-refused", url = url, status = *status),
        E::Changed { url, expected, found, pinned: true } => {
            say!("error-pull-other", url = url, expected = expected, found = found)
        }
        E::Changed { url, expected, found, pinned: false } => {
            say!("error-pull-changed", url = url, expected = expected, found = found)
        }
        E::Stopped => say!("error-pull-stopped"),
        E::Busy { folder } => say!("error-pull-busy", folder = folder),
        E::Astray(path) => say!("error-pull-astray", path = path),
        E::Disk { path, reason } => say!("error-pull-disk", path = path, reason = system(reason)),
    }
}

/// An error of a source of papers.
pub(super) fn source(error: &SourceError) -> Message {
    match error {
        SourceError::Busy { after } => say!("error-source-busy", seconds = after.as_secs().max(1)),
        SourceError::Unreachable { address, reason } => {
            say!("error-source-unreachable", address = address, reason = heard(reason))
        }
        SourceError::Unreadable { address, reason } => {
            say!("error-source-unreadable", address = address, reason = heard(reason))
        }
        SourceError::Refused { said } => say!("error-source-refused", said = said),
        SourceError::Shut => say!("error-source-shut"),
        SourceError::State { path, reason } => say!("error-source-state", path = path, reason = heard(reason)),
        SourceError::Stopped => say!("error-stopped"),
    }
}

pub(super) fn fetch(error: &FetchError) -> Message {
    use FetchError as E;
    match error {
        E::Address { address, reason } => say!("error-fetch-address", address = address, reason = heard(reason)),
        E::Inside { host } => say!("error-fetch-inside", host = host),
        E::Failed { address, reason } => say!("error-fetch-failed", address = address, reason = heard(reason)),
        E::Large { address, most } => say!("error-fetch-large", address = address, most = *most),
    }
}
