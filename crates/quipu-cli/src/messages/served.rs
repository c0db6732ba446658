//! Messages of the server to people, in the languages of requests.

use quipu::ask::Note;
use quipu::settings::Setting;
use quipu_server::{Language as Asked, Localizer};

use super::{Language, about, about_setting, failure, heard, note, within};

/// The catalogue, as the server speaks by it.
pub(crate) struct ServedWords;

impl Localizer for ServedWords {
    fn error(&self, error: &quipu::Error, language: Asked) -> String {
        within(of(language), || failure(error).message)
    }

    fn note(&self, said: &Note, language: Asked) -> String {
        note(said).spoken(of(language))
    }

    fn sentence(&self, english: &str, language: Asked) -> String {
        within(of(language), || heard(english))
    }

    fn setting(&self, setting: &Setting, language: Asked) -> String {
        within(of(language), || about_setting(setting))
    }

    fn way(&self, name: &str, english: &str, language: Asked) -> String {
        within(of(language), || about("strategy", name, english))
    }
}

fn of(language: Asked) -> Language {
    match language {
        Asked::En => Language::En,
        Asked::Ru => Language::Ru,
    }
}
