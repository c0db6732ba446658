//! Errors in the words of tools: a caller of a tool has arguments and other tools, and no shell. The display of an error,
//! and the catalogues of the command line, advise commands and flags; here is what a tool advises instead.

use quipu_adapters::read::FindError;
use quipu_engine::EngineError;
use quipu_engine::ports::{LlmError, StoreError};

use crate::Error;
use crate::settings::SettingsError;

/// The advice where only the owner of a workspace can act.
const OWNER: &str = "ask the person who runs Quipu";

impl Error {
    /// The error for a caller of a tool, in English: its advice names tools, arguments and settings, and no command.
    pub fn for_tools(&self) -> String {
        match self {
            Self::Engine(error) => of_engine(error, self),
            Self::Llm(error) => of_llm(error).unwrap_or_else(|| without_commands(&error.to_string())),
            Self::Settings(SettingsError::Unknown { .. }) | Self::Pull(_) | Self::Fetch(_) => {
                without_commands(&self.to_string())
            }
            Self::Find(FindError::RootTaken { name, .. }) => {
                format!("the root name {name:?} is taken by another folder; {OWNER} to name the new one")
            }
            Self::Key(error) => {
                format!("{:?} is not a key: a key is 32 hexadecimal digits, as results show it", error.found)
            }
            Self::Other(error) => error.for_tools(),
            Self::NoDocument { id } => {
                format!("there is no document {id:?}; `documents` lists them, `search` finds them by their words")
            }
            Self::NoWorkspace { .. } => format!("there is no workspace; {OWNER} to index documents"),
            Self::QuestionEmpty => "the question is empty; write it in words".to_owned(),
            Self::OneId { count } => {
                format!("`id` names one document, and {count} were found; leave `id` out, or give a single file")
            }
            Self::RootsDamaged { path, .. } | Self::NamesDamaged { path, .. } => {
                format!("{} is damaged; {OWNER} to repair it", path.display())
            }
            Self::WorkspaceUnknown { name } => {
                format!("no workspace has the name {name:?}; leave `workspace` out for the first")
            }
            Self::NoModel => format!("there is no embedding model; {OWNER} to set `embed.model`"),
            Self::ModelName { name } => format!("{name:?} is not the name of a model; {OWNER} to change the setting"),
            Self::ModelNotWhole { name, .. } | Self::ModelNotThere { name, .. } => {
                format!("the model {name} is not installed; {OWNER} to fetch it")
            }
            Self::ProfileUnknown { name, known } => format!("there is no profile {name:?}; choose one of {known}"),
            Self::ExtractNoModel => format!("no language model is configured; {OWNER} to set `llm.model`"),
            Self::Ended { reason } => {
                format!("the work ended early: {reason}; call again, and report this if it repeats")
            }
            _ => self.to_string(),
        }
    }
}

fn of_engine(error: &EngineError, whole: &Error) -> String {
    match error {
        EngineError::Store(error) => of_store(error),
        EngineError::Worker { at, reason } => {
            format!("a worker stopped while {at}: {reason}; call again, and report this if it repeats")
        }
        EngineError::Unnamed { found, near } => {
            format!("nothing here is named {found:?}{near}; `search` finds passages by their words")
        }
        EngineError::Decided { name, .. } if has_command(&whole.to_string()) => {
            format!("{name:?} cannot have the name of another entity; `merge_names` makes them one")
        }
        EngineError::NoDecision { found } => format!("there is no decision {found}; leave `number` out for the last"),
        EngineError::NoVectors => {
            format!("there are no vectors to compare documents by; {OWNER} to set `embed.model` and index again")
        }
        _ => whole.to_string(),
    }
}

fn of_store(error: &StoreError) -> String {
    match error {
        StoreError::Format { .. } => {
            format!("the workspace was written by another version of Quipu; {OWNER} to upgrade it")
        }
        StoreError::Model { found, expected } => {
            format!(
                "the index holds vectors of {found}, the settings name {expected}; {OWNER} to change `embed.model` or to embed again"
            )
        }
        StoreError::Waiting { model, waiting } => {
            format!("{waiting} passages wait for a vector of {model}; {OWNER} to finish the embedding")
        }
        StoreError::Damaged { part, reason } => format!("{part} is damaged: {reason}; {OWNER} to repair the workspace"),
        _ => {
            let told = error.to_string();
            if has_command(&told) { format!("{}; {OWNER} to index documents", without_commands(&told)) } else { told }
        }
    }
}

/// An error of a language model, where its display advises what a tool cannot do.
fn of_llm(error: &LlmError) -> Option<String> {
    Some(match error {
        LlmError::Busy { model, reason, .. } => format!("{model} does not answer now: {reason}; call again later"),
        LlmError::Broken { model, reason } => format!("the reply of {model} broke off: {reason}; call again"),
        LlmError::Refused { model, reason, .. } => {
            format!("{model} refuses: {reason}; {OWNER} to check the settings of the model")
        }
        LlmError::Spent { cap, spent } => format!("the budget of {cap} is spent ({spent}); {OWNER} to raise it"),
        _ => return None,
    })
}

/// True if a text advises a command or a flag of the command line.
fn has_command(text: &str) -> bool {
    let is_flag = |word: &str| {
        let flag = word.trim_start_matches(['`', '\'', '"', '(']);
        flag.strip_prefix("--").is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    text.contains("`quipu ") || text.split_whitespace().any(is_flag)
}

/// A message without the clauses that advise a command or a flag, in any language. The first clause, the problem, stays.
pub fn without_commands(message: &str) -> String {
    let mut clauses = message.split("; ");
    let first = clauses.next().unwrap_or_default().to_owned();
    let kept: Vec<String> =
        std::iter::once(first).chain(clauses.filter(|clause| !has_command(clause)).map(str::to_owned)).collect();
    kept.join("; ")
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::PathBuf;

    use quipu_engine::ports::EmbedError;

    use super::*;
    use crate::settings::{ExpectedValue, Origin, UnknownKeyAdvice};

    fn word() -> String {
        "x".to_owned()
    }

    fn of_stores() -> Vec<Error> {
        let all = [
            StoreError::Format {
                path: word(),
                found: 1,
                expected: 2,
                advice: "`quipu upgrade` brings it up".to_owned(),
            },
            StoreError::Model { found: word(), expected: word() },
            StoreError::Busy { path: word(), holder: word(), waited_s: 1 },
            StoreError::Waiting { model: word(), waiting: 1 },
            StoreError::Damaged { part: word(), reason: word() },
            StoreError::Io {
                part: word(),
                reason: "there is no workspace here; `quipu index PATH` makes one".to_owned(),
            },
        ];
        all.into_iter().map(Error::from).collect()
    }

    fn of_models() -> Vec<Error> {
        let all = [
            LlmError::Busy { model: word(), reason: word(), after: None },
            LlmError::Broken { model: word(), reason: word() },
            LlmError::Refused { model: word(), reason: word(), status: None },
            LlmError::Spent { cap: word(), spent: word() },
            LlmError::CallsSpent { most: 1 },
        ];
        all.into_iter()
            .map(Error::from)
            .chain([Error::from(EmbedError::Failed { model: word(), reason: word() })])
            .collect()
    }

    fn of_the_engine() -> Vec<Error> {
        let why = "is the name of another entity; `quipu entity merge \"a\" \"b\"` makes them one".to_owned();
        let all = [
            EngineError::Worker { at: word(), reason: word() },
            EngineError::Strategy { found: word(), known: word() },
            EngineError::Unnamed { found: word(), near: String::new() },
            EngineError::Several { found: word(), several: word() },
            EngineError::Decided { name: word(), why },
            EngineError::NoDecision { found: word() },
            EngineError::NoVectors,
        ];
        all.into_iter().map(Error::from).collect()
    }

    fn of_the_library() -> Vec<Error> {
        let (path, folder) = (PathBuf::from("x"), PathBuf::from("x"));
        let (origin, advice) = (Origin::Flag(word()), UnknownKeyAdvice::Near(word()));
        vec![
            Error::Settings(SettingsError::Unknown { origin: origin.clone(), key: word(), advice }),
            Error::Settings(SettingsError::Value { origin, key: word(), found: word(), expected: ExpectedValue::Text }),
            Error::Find(FindError::RootTaken { name: word(), known: path.clone(), path: path.clone() }),
            "x".parse::<quipu_kernel::model::Key>().map_or_else(Error::from, |_| Error::QuestionEmpty),
            Error::NoDocument { id: word() },
            Error::Expression { expression: word(), reason: word() },
            Error::Pattern { pattern: word(), reason: word() },
            Error::File { path: path.clone(), reason: io::Error::other("x") },
            Error::NoWorkspace { folder: folder.clone() },
            Error::NoRight { folder: folder.clone() },
            Error::QuestionEmpty,
            Error::DateIsNone { date: word() },
            Error::OneId { count: 2 },
            Error::RootsDamaged { path: path.clone(), reason: word() },
            Error::NamesDamaged { path, reason: word() },
            Error::WorkspaceUnknown { name: word() },
            Error::NoModel,
            Error::NoModelHome,
            Error::ModelName { name: word() },
            Error::ModelUnknown { name: word(), known: word() },
            Error::ModelNotWhole { folder: folder.clone(), name: word() },
            Error::ModelNotThere { folder, name: word() },
            Error::ProfileUnknown { name: word(), known: word() },
            Error::ExtractNoModel,
            Error::BudgetNoPrice,
            Error::NotForRequests { key: word() },
            Error::Stopped,
            Error::Ended { reason: word() },
        ]
    }

    #[test]
    fn no_error_of_a_tool_advises_a_command_or_a_flag() {
        let all: Vec<Error> =
            [of_stores(), of_models(), of_the_engine(), of_the_library()].into_iter().flatten().collect();
        for error in &all {
            let told = error.for_tools();
            assert!(!has_command(&told) && !told.contains("run the command"), "{}: {told}", error.code());
        }
        assert!(all.iter().filter(|error| has_command(&error.to_string())).count() > 15);
    }

    #[test]
    fn words_of_the_caller_are_no_advice() {
        let error = Error::NoDocument { id: "a --b; `quipu c`".to_owned() };
        assert!(error.for_tools().contains("a --b; `quipu c`"));
        let error = Error::Pattern { pattern: "--all; x".to_owned(), reason: word() };
        assert_eq!(error.for_tools(), error.to_string());
        assert_eq!(without_commands("it is gone; `quipu doctor` says why; wait"), "it is gone; wait");
        assert_eq!(without_commands("нет модели; задайте --model"), "нет модели");
    }
}
