//! The language of the run: as `--lang` says, else the variables of the system.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

use clap::ValueEnum;

use super::say;
use crate::exit::Usage;

/// A language that the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Language {
    /// English
    #[default]
    En,
    /// Russian
    Ru,
}

impl Language {
    /// Its code, as pages name it.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ru => "ru",
        }
    }
}

/// The variables that name a language, from strong to weak.
const VARIABLES: [&str; 4] = ["QUIPU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Sets the language of the run, before any output or parsing: help uses it too.
pub(crate) fn choose() {
    let _ = CHOSEN.set(of(std::env::args_os(), |name| std::env::var_os(name)));
}

/// Checks that the program's own variable names a supported language.
///
/// # Errors
/// When it does not.
pub(crate) fn check() -> Result<(), Usage> {
    let named = std::env::var_os(VARIABLES[0]).filter(|named| !named.is_empty());
    match named {
        Some(named) if Language::from_str(&named.to_string_lossy(), true).is_err() => {
            Err(Usage(say!("lang-unknown", found = named.to_string_lossy())))
        }
        _ => Ok(()),
    }
}

thread_local! {
    /// The language of the reader of the current answer, where that is not the run's.
    static ASKED: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language of the run, or of the reader of the current answer.
pub(crate) fn language() -> Language {
    ASKED.get().or(CHOSEN.get().copied()).unwrap_or_default()
}

/// Says something in a language.
pub(crate) fn within<T>(language: Language, say: impl FnOnce() -> T) -> T {
    let before = ASKED.replace(Some(language));
    let said = say();
    ASKED.set(before);
    said
}

/// The language of flags and variables; an unknown one is for the parser to refuse.
fn of(arguments: impl Iterator<Item = OsString>, variable: impl Fn(&str) -> Option<OsString>) -> Language {
    value_of("--lang", arguments)
        .and_then(|value| Language::from_str(&value, true).ok())
        .or_else(|| set(variable))
        .unwrap_or_default()
}

/// The value of a flag that must be known before flags are parsed; empty where it has none.
pub(crate) fn early(flag: &str) -> Option<String> {
    value_of(flag, std::env::args_os())
}

fn value_of(flag: &str, arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let mut said = None;
    let mut arguments = arguments.skip(1).take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let argument = argument.to_string_lossy();
        match argument.strip_prefix(flag) {
            Some("") => said = Some(arguments.next().unwrap_or_default().to_string_lossy().into_owned()),
            Some(rest) => said = rest.strip_prefix('=').map(str::to_owned).or(said),
            None => {}
        }
    }
    said
}

/// The first variable that is set decides, also where it names a language that is not spoken here.
fn set(variable: impl Fn(&str) -> Option<OsString>) -> Option<Language> {
    let value = VARIABLES.into_iter().filter_map(variable).find(|value| !value.is_empty())?;
    Some(of_locale(&value))
}

/// The language of a locale as systems write it: `ru_RU.UTF-8`, `ru`, `C`.
fn of_locale(locale: &OsStr) -> Language {
    let locale = locale.to_string_lossy().to_lowercase();
    let name = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    Language::from_str(name, true).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str], variables: &[(&str, &str)]) -> Language {
        let arguments = std::iter::once(&"quipu").chain(arguments).map(OsString::from);
        of(arguments, |name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn a_flag_comes_before_variables_and_they_in_their_order() {
        assert_eq!(chosen(&[], &[]), Language::En);
        assert_eq!(chosen(&[], &[("LANG", "ru_RU.UTF-8")]), Language::Ru);
        assert_eq!(chosen(&[], &[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "C")]), Language::En);
        assert_eq!(chosen(&[], &[("LANG", "ru"), ("LC_ALL", "")]), Language::Ru);
        assert_eq!(chosen(&[], &[("LANG", "de_DE"), ("QUIPU_LANG", "ru")]), Language::Ru);
        assert_eq!(chosen(&["ask", "--lang", "en"], &[("LANG", "ru")]), Language::En);
        assert_eq!(chosen(&["--lang=RU", "ask"], &[]), Language::Ru);
        assert_eq!(chosen(&["ask", "--", "--lang", "ru"], &[]), Language::En);
        assert_eq!(chosen(&["--language", "ru", "--lang"], &[]), Language::En);
    }
}
