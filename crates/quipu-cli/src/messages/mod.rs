//! Messages to people, in the language of the run.
//!
//! Words are in a catalogue, `messages/*.ftl`, in the format of Project Fluent; code names a message and its
//! arguments: `say!("count-chunks", count = 3)`. Texts that exist elsewhere in English have only their translations
//! there: errors of the crates below (`errors.rs`), sentences that they produce as data (`data.rs`), and help
//! (`help.rs`). Output for programs (`--json`) is the same in every language.

mod catalogue;
mod clap_words;
mod data;
mod errors;
mod floor_errors;
mod help;
mod language;
mod notes;
mod served;
mod settings;
mod system_errors;

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) use clap_words::wrong;
pub(crate) use data::heard;
pub(crate) use errors::{Failure, failure, reason};
pub(crate) use help::{about, speak};
use language::within;
pub(crate) use language::{MessageLanguage, check, choose, early, language};
pub(crate) use notes::{language_name, note};
pub(crate) use served::ServedWords;
pub(crate) use settings::{about_setting, former_key, origin_told};

/// A message with its arguments, shown in the language of the run.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    id: &'static str,
    arguments: Vec<(&'static str, ArgumentValue)>,
}

impl Message {
    /// A message of the catalogue; `say!` is the form for callers.
    pub(crate) fn new(id: &'static str, arguments: Vec<(&'static str, ArgumentValue)>) -> Self {
        Self { id, arguments }
    }

    /// Its name, which is the same in every language.
    pub(crate) fn id(&self) -> &'static str {
        self.id
    }

    /// The message in the language of the run, prepared in advance.
    #[cfg(unix)]
    pub(crate) fn ready(&self) -> String {
        let line = if self.arguments.is_empty() { catalogue::line(language(), self.id) } else { None };
        line.map_or_else(|| self.to_string(), str::to_owned)
    }

    /// The message in a language.
    pub(crate) fn spoken(&self, language: MessageLanguage) -> String {
        catalogue::text(language, self.id, &self.arguments)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spoken(language()))
    }
}

/// An argument of a message.
#[derive(Debug, Clone)]
pub(crate) enum ArgumentValue {
    /// A number, which chooses the form of words.
    Number(f64),
    /// A text.
    Text(String),
}

/// An argument of a message.
pub(crate) trait MessageValue {
    /// Its value for the catalogue.
    fn said(self) -> ArgumentValue;
}

macro_rules! said {
    ($($kind:ty: $value:ident => $as:expr;)*) => {
        $(impl MessageValue for $kind {
            fn said(self) -> ArgumentValue {
                let $value = self;
                $as
            }
        })*
    };
}

said! {
    u16: value => ArgumentValue::Number(f64::from(value));
    u32: value => ArgumentValue::Number(f64::from(value));
    u64: value => ArgumentValue::Number(value as f64);
    usize: value => ArgumentValue::Number(value as f64);
    String: value => ArgumentValue::Text(value);
    &String: value => ArgumentValue::Text(value.clone());
    &str: value => ArgumentValue::Text(value.to_owned());
    Cow<'_, str>: value => ArgumentValue::Text(value.into_owned());
    &Path: value => ArgumentValue::Text(value.display().to_string());
    &PathBuf: value => ArgumentValue::Text(value.display().to_string());
    Message: value => ArgumentValue::Text(value.to_string());
}

/// A message of the catalogue: its name, then its arguments as `name = value`.
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::messages::Message::new($id, vec![$((stringify!($name), $crate::messages::MessageValue::said($value))),*])
    };
}
pub(crate) use say;
