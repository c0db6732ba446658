//! The reason of a failed run, in the language of the run.
//!
//! The English text of an error is its `Display`, so that logs, other programs and this one agree; the catalogue
//! holds its other languages. Every variant is matched here: a new one does not compile until it has a name, which
//! is also the code that `--json` gives, and a test checks that it has a text.

use std::error::Error;
use std::io;

use quipu_proof::ProofError;
use quipu_proof::bench::BenchError;
use quipu_research::ResearchError;
use quipu_server::ServeError;
use serde::Serialize;

use super::floor_errors::{bench, embed, engine, fetch, find, key, llm, pull, source, store};
use super::settings::wrong_setting;
use super::system_errors::system;
use super::{Language, Message, heard, language, say};
use crate::exit::Usage;

/// The message of a failed run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Failure {
    /// A name for programs, the same in every language and version.
    pub(crate) code: &'static str,
    /// The text for people: the causes, from the outermost on.
    pub(crate) message: String,
}

/// The message of a failed run.
pub(crate) fn failure(error: &(dyn Error + 'static)) -> Failure {
    let chain = || std::iter::successors(Some(error), |error: &&(dyn Error + 'static)| (*error).source());
    let named: Vec<Option<Message>> = chain().map(named).collect();
    let typed = chain().find_map(|cause| cause.downcast_ref::<quipu::Error>()).map(quipu::Error::code);
    let code = typed.or_else(|| named.iter().flatten().next().map(|message| code(message.id()))).unwrap_or("failed");
    let said: Vec<String> = chain().zip(named).map(|(cause, message)| said(cause, message)).collect();
    Failure { code, message: said.join(": ") }
}

/// The reason of a failure within a run that goes on.
pub(crate) fn reason(error: &(dyn Error + 'static)) -> String {
    said(error, named(error))
}

/// A message's name without the part that says that it is of an error.
fn code(id: &'static str) -> &'static str {
    id.strip_prefix("error-").unwrap_or(id)
}

fn said(cause: &(dyn Error + 'static), message: Option<Message>) -> String {
    match message {
        // The system's words name no next step.
        Some(message) if is_of_the_system(cause) || language() != Language::En => message.to_string(),
        _ => heard(&cause.to_string()),
    }
}

/// True if an error holds an error of the system.
fn is_of_the_system(error: &(dyn Error + 'static)) -> bool {
    error.is::<io::Error>() || matches!(error.downcast_ref(), Some(quipu::Error::File { .. }))
}

/// The message of an error that is known.
fn named(error: &(dyn Error + 'static)) -> Option<Message> {
    fn of<E: Error + 'static>(error: &(dyn Error + 'static), say: fn(&E) -> Message) -> Option<Message> {
        error.downcast_ref::<E>().map(say)
    }
    None.or_else(|| of(error, whole))
        .or_else(|| of(error, engine))
        .or_else(|| of(error, store))
        .or_else(|| of(error, embed))
        .or_else(|| of(error, llm))
        .or_else(|| of(error, serve))
        .or_else(|| of(error, wrong_setting))
        .or_else(|| of(error, |Usage(message)| message.clone()))
        .or_else(|| of(error, system))
}

fn whole(error: &quipu::Error) -> Message {
    use quipu::Error as E;
    match error {
        E::Engine(error) => engine(error),
        E::Settings(error) => wrong_setting(error),
        E::Find(error) => find(error),
        E::Key(error) => key(error),
        E::Pull(error) => pull(error),
        E::Other(error) => above(&**error).unwrap_or_else(|| say!("unsaid", error = error.to_string())),
        E::Llm(error) => llm(error),
        E::Fetch(error) => fetch(error),
        E::File { path, reason } => say!("of-file", path = path, reason = system(reason)),
        E::NoWorkspace { folder } => say!("error-no-workspace", folder = folder),
        E::NoRight { folder } => say!("error-no-right", folder = folder),
        E::QuestionEmpty => say!("error-question-empty"),
        E::DateIsNone { date } => say!("error-date-is-none", date = date),
        E::SessionName { name } => say!("error-session-name", name = name),
        E::SessionTaken { name } => say!("error-session-taken", name = name),
        E::OneId { count } => say!("error-one-id", count = *count),
        E::WatchFailed { path, reason } => say!("error-watch-failed", path = path, reason = heard(reason)),
        E::RootsDamaged { path, reason } => say!("error-roots-damaged", path = path, reason = reason),
        E::NamesDamaged { path, reason } => say!("error-names-damaged", path = path, reason = reason),
        E::WorkspaceUnknown { name } => say!("error-workspace-unknown", name = name),
        E::WorkspaceName { name } => say!("error-workspace-name", name = name),
        E::WorkspaceTaken { name, folder } => say!("error-workspace-taken", name = name, folder = folder),
        E::NoDataHome => say!("error-no-data-home"),
        E::NoDocument { id } => say!("error-no-document", id = id),
        E::Expression { expression, reason } => {
            say!("error-expression", expression = expression, reason = reason)
        }
        E::FilterField { field } => say!("error-filter-field", field = field),
        E::Pattern { pattern, reason } => say!("error-pattern", pattern = pattern, reason = reason),
        error => model(error).or_else(|| request(error)).unwrap_or_else(|| say!("unsaid", error = error.to_string())),
    }
}

fn model(error: &quipu::Error) -> Option<Message> {
    use quipu::Error as E;
    Some(match error {
        E::NoModel => say!("error-no-model"),
        E::NoModelHome => say!("error-no-model-home"),
        E::ModelName { name } => say!("error-model-name", name = name),
        E::ModelUnknown { name, known } => say!("error-model-unknown", name = name, known = known),
        E::ModelNotWhole { folder, name } => say!("error-model-not-whole", folder = folder, name = name),
        E::ModelNotThere { folder, name } => say!("error-model-not-there", folder = folder, name = name),
        E::ModelNoModel { folder } => say!("error-model-no-model", folder = folder),
        E::ProfileUnknown { name, known } => say!("error-profile-unknown", name = name, known = known),
        E::ProfileWrong { name, reason } => say!("error-profile-wrong", name = name, reason = heard(reason)),
        E::ExtractNoModel => say!("error-extract-no-model"),
        E::BudgetNoPrice => say!("error-budget-no-price"),
        _ => return None,
    })
}

/// An error of a crate that stands on the library.
fn above(error: &(dyn Error + 'static)) -> Option<Message> {
    let proof = || error.downcast_ref::<ProofError>().map(proof);
    let research = || error.downcast_ref::<ResearchError>().map(research);
    proof().or_else(|| error.downcast_ref::<BenchError>().map(bench)).or_else(research)
}

fn research(error: &ResearchError) -> Message {
    use ResearchError as E;
    match error {
        E::Source(error) => source(error),
        E::NoPaper { name } => say!("error-no-paper", name = name),
        E::NoPapers => say!("error-no-papers"),
        E::NoPaperSession { id } => say!("error-no-session", id = id),
        E::TooManyPapers { count, most } => say!("error-too-many-papers", count = *count, most = *most),
        E::NoSection { name } => say!("error-no-section", name = name, known = quipu_research::section_names()),
        E::Bibliography { path, reason } => say!("error-bibliography", path = path, reason = heard(reason)),
        error => say!("unsaid", error = error.to_string()),
    }
}

fn proof(error: &ProofError) -> Message {
    use ProofError as E;
    match error {
        E::Set { file, line, reason } => say!("error-set", file = file, line = *line, reason = heard(reason)),
        E::NoVectors => say!("error-eval-no-vectors"),
        E::NoPairs { folder } => say!("error-eval-no-pairs", folder = folder),
        E::NoTexts { folder } => say!("error-eval-no-texts", folder = folder),
        E::NoFiles { folder } => say!("error-eval-no-files", folder = folder),
        E::NoReplies { file } => say!("error-eval-no-replies", file = file),
        E::Part { what, reason } => say!("error-eval", what = what, reason = heard(reason)),
    }
}

fn request(error: &quipu::Error) -> Option<Message> {
    use quipu::Error as E;
    Some(match error {
        E::NotForRequests { key } => say!("error-setting-not-for-requests", key = key),
        E::NotFromAfar { key } => say!("error-setting-not-from-afar", key = key),
        E::Stopped => say!("error-stopped"),
        E::Ended { reason } => say!("error-ended", reason = heard(reason)),
        _ => return None,
    })
}

fn serve(error: &ServeError) -> Message {
    match error {
        ServeError::Open { address } => say!("serve-open", address = address.to_string()),
        ServeError::Listen { address, reason } => {
            say!("serve-listen", address = address.to_string(), reason = system(reason))
        }
        ServeError::Proxy { found } => say!("serve-proxy", found = found),
        ServeError::PublicUrl { found } => say!("serve-public-url", found = found),
        ServeError::State { folder, reason } => say!("serve-state", folder = folder, reason = system(reason)),
        ServeError::Workspace { name, .. } => say!("serve-workspace", name = name),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fluent_bundle::FluentResource;
    use fluent_syntax::ast::Entry;

    use quipu::errors::{EmbedError, EngineError, FetchError, FindError, KeyError, LlmError, PullError, StoreError};
    use quipu::settings::{Advice, ExpectedValue, Origin, SettingsError};
    use quipu_research::SourceError;

    use super::*;
    use crate::messages::Value;

    fn engines() -> Vec<EngineError> {
        use EngineError as E;
        let t = |text: &str| text.to_owned();
        let broken = || io::Error::other("broken");
        vec![
            E::Worker { at: t("at-1"), reason: t("reason-1") },
            E::Strategy { found: t("found-1"), known: t("known-1") },
            E::Unnamed { found: t("found-1"), near: t(" near-1") },
            E::Several { found: t("found-1"), several: t("several-1") },
            E::Decided { name: t("name-1"), why: t("why-1") },
            E::NoDecision { found: t("found-1") },
            E::NoVectors,
            E::Write(broken()),
            E::Changing { id: t("id-1") },
            E::Read(broken()),
            E::Import { found: 71, known: 72 },
            E::Store(StoreError::Model { found: t("found-1"), expected: t("expected-1") }),
            E::Embed(EmbedError::Failed { model: t("model-1"), reason: t("reason-1") }),
        ]
    }

    fn stores() -> Vec<StoreError> {
        use StoreError as E;
        let t = |text: &str| text.to_owned();
        vec![
            E::Format { path: t("path-1"), found: 71, expected: 72, advice: t("advice-1") },
            E::Waiting { model: t("model-1"), waiting: 71 },
            E::Busy { path: t("path-1"), holder: t("holder-1"), waited_s: 71 },
            E::Damaged { part: t("part-1"), reason: t("reason-1") },
            E::Size { what: t("what-1"), found: 71, least: 72, most: 73 },
            E::Wide { field: t("field-1"), most: 71 },
            E::Full { part: t("part-1"), reason: t("reason-1") },
            E::Limit { part: t("part-1"), reason: t("reason-1") },
            E::Io { part: t("part-1"), reason: t("reason-1") },
        ]
    }

    fn own() -> Vec<quipu::Error> {
        use quipu::Error as E;
        let t = |text: &str| text.to_owned();
        let (name, known, reason) = (|| t("name-1"), || t("known-1"), || t("reason-1"));
        vec![
            E::NoWorkspace { folder: "folder-1".into() },
            E::NoRight { folder: "folder-1".into() },
            E::QuestionEmpty,
            E::DateIsNone { date: t("date-1") },
            E::SessionName { name: name() },
            E::SessionTaken { name: name() },
            E::OneId { count: 71 },
            E::WatchFailed { path: "path-1".into(), reason: reason() },
            E::RootsDamaged { path: "path-1".into(), reason: reason() },
            E::NamesDamaged { path: "path-1".into(), reason: reason() },
            E::WorkspaceUnknown { name: name() },
            E::WorkspaceName { name: name() },
            E::WorkspaceTaken { name: name(), folder: "folder-1".into() },
            E::NoDataHome,
            E::NoModel,
            E::NoModelHome,
            E::ModelName { name: name() },
            E::ModelUnknown { name: name(), known: known() },
            E::ModelNotWhole { folder: "folder-1".into(), name: name() },
            E::ModelNotThere { folder: "folder-1".into(), name: name() },
            E::ModelNoModel { folder: "folder-1".into() },
            E::ProfileUnknown { name: name(), known: known() },
            E::ProfileWrong { name: name(), reason: reason() },
            E::ExtractNoModel,
            E::BudgetNoPrice,
            E::NotForRequests { key: t("key-1") },
            E::NotFromAfar { key: t("key-1") },
            E::NoDocument { id: t("id-1") },
            E::Expression { expression: t("expression-1"), reason: reason() },
            E::FilterField { field: t("field-1") },
            E::Pattern { pattern: t("pattern-1"), reason: reason() },
            E::Stopped,
            E::Ended { reason: reason() },
        ]
    }

    fn researches() -> Vec<quipu::Error> {
        use ResearchError as E;
        let (t, reason) = (|text: &str| text.to_owned(), || "reason-1".to_owned());
        let researches = [
            E::NoPaper { name: t("name-1") },
            E::NoPapers,
            E::NoPaperSession { id: t("id-1") },
            E::TooManyPapers { count: 120, most: 100 },
            E::NoSection { name: t("name-1") },
            E::Bibliography { path: "path-1".into(), reason: reason() },
            E::Source(SourceError::Busy { after: std::time::Duration::from_secs(60) }),
            E::Source(SourceError::Unreachable { address: t("address-1"), reason: reason() }),
            E::Source(SourceError::Unreadable { address: t("address-1"), reason: reason() }),
            E::Source(SourceError::Refused { said: t("said-1") }),
            E::Source(SourceError::Shut),
            E::Source(SourceError::State { path: "path-1".into(), reason: reason() }),
            E::Source(SourceError::Stopped),
        ];
        researches.into_iter().map(Into::into).collect()
    }

    fn proofs() -> Vec<quipu::Error> {
        use ProofError as E;
        let (t, folder) = (|text: &str| text.to_owned(), || "folder-1".into());
        let proofs = [
            E::Set { file: t("file-1"), line: 71, reason: t("reason-1") },
            E::NoVectors,
            E::NoPairs { folder: folder() },
            E::NoTexts { folder: folder() },
            E::NoFiles { folder: folder() },
            E::NoReplies { file: "file-1".into() },
            E::Part { what: t("what-1"), reason: t("reason-1") },
        ];
        proofs.into_iter().map(Into::into).collect()
    }

    fn others() -> Vec<quipu::Error> {
        let t = |text: &str| text.to_owned();
        let changed =
            |pinned| PullError::Changed { url: t("url-1"), expected: t("expected-1"), found: t("found-1"), pinned };
        let disk = io::Error::other("reason-1");
        let file = || Origin::File("origin-1".into());
        let due = ExpectedValue::Names(vec!["due-1"]);
        vec![
            KeyError { found: t("found-1") }.into(),
            FindError::RootTaken { name: t("name-1"), known: "known-1".into(), path: "path-1".into() }.into(),
            FindError::RootName { name: t("name-1") }.into(),
            BenchError::Sentences { folder: t("folder-1") }.into(),
            BenchError::File { file: t("file-1"), reason: t("reason-1") }.into(),
            BenchError::Phase { phase: t("phase-1"), reason: t("reason-1") }.into(),
            SettingsError::Unknown { origin: file(), key: t("key-1"), advice: Advice::Near(t("near-1")) }.into(),
            SettingsError::Value { origin: file(), key: t("key-1"), found: t("found-1"), expected: due }.into(),
            SettingsError::File { path: t("path-1"), reason: t("reason-1") }.into(),
            SettingsError::Preset { found: t("found-1"), known: t("known-1") }.into(),
            FetchError::Address { address: t("address-1"), reason: t("reason-1") }.into(),
            FetchError::Inside { host: t("host-1") }.into(),
            FetchError::Failed { address: t("address-1"), reason: t("reason-1") }.into(),
            FetchError::Large { address: t("address-1"), most: 71 }.into(),
            PullError::Broken { url: t("url-1"), reason: t("reason-1") }.into(),
            PullError::Refused { url: t("url-1"), status: 71 }.into(),
            changed(true).into(),
            changed(false).into(),
            PullError::Stopped.into(),
            PullError::Busy { folder: "folder-1".into() }.into(),
            PullError::Astray(t("path-1")).into(),
            PullError::Disk { path: "path-1".into(), reason: disk }.into(),
        ]
    }

    fn llms() -> Vec<LlmError> {
        use LlmError as E;
        let t = |text: &str| text.to_owned();
        let (model, reason) = (t("model-1"), t("reason-1"));
        vec![
            E::Busy { model: model.clone(), reason: reason.clone(), after: None },
            E::Silent { model: model.clone(), at: t("at-1"), seconds: 71 },
            E::Broken { model: model.clone(), reason: reason.clone() },
            E::Refused { model: model.clone(), reason: reason.clone(), status: None },
            E::Withheld { model: model.clone(), reason: reason.clone(), text: String::new() },
            E::TooLong { model: model.clone(), reason: reason.clone() },
            E::Empty { model: model.clone(), times: 71 },
            E::Cut { model: model.clone(), room: 71, times: 1, text: String::new() },
            E::Senseless { model: model.clone(), reason: reason.clone() },
            E::Resting { model: model.clone(), failures: 71, seconds: 72, reason: reason.clone() },
            E::Spent { cap: t("cap-1"), spent: t("spent-1") },
            E::CallsSpent { most: 71 },
            E::TokensSpent { most: 71 },
            E::Unrecorded { model, path: t("path-1") },
            E::Kept { reason },
        ]
    }

    /// The names of the file of errors.
    fn there() -> BTreeSet<String> {
        let file = FluentResource::try_new(include_str!("../../messages/ru-errors.ftl").to_owned());
        let file = file.unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
        let names = file.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name.to_owned()),
            _ => None,
        });
        names.collect()
    }

    #[test]
    fn every_error_is_said_in_russian_with_all_that_it_says_in_english() {
        let engines = engines().into_iter().chain(stores().into_iter().map(Into::into));
        let samples = engines.map(quipu::Error::from).chain(llms().into_iter().map(Into::into)).chain(others());
        let mut seen = BTreeSet::new();
        for error in samples.chain(own()).chain(proofs()).chain(researches()) {
            let message = named(&error).unwrap_or_else(|| panic!("{error} has no name"));
            assert_eq!(code(message.id()), error.code(), "{error}");
            let (english, russian) = (error.to_string(), message.spoken(Language::Ru));
            for (name, value) in &message.arguments {
                let shown = match value {
                    Value::Number(number) => number.to_string(),
                    Value::Text(text) => text.trim().to_owned(),
                };
                for said in [&english, &russian] {
                    assert!(said.contains(&shown), "{}: {name} is not in {said:?}", message.id());
                }
            }
            assert!(russian.chars().any(|letter| ('а'..='я').contains(&letter)) || russian == english, "{russian}");
            seen.insert(message.id().to_owned());
        }
        assert_eq!(seen, there(), "a variant without a sample, or a text for nothing");
    }
}
