//! The catalogue: files of messages inside the binary, parsed for the first message.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::{Language, Value};

/// The English messages.
pub(super) const ENGLISH: &str = include_str!("../../messages/en.ftl");
/// The Russian messages, with translations of English texts elsewhere: errors, help, settings.
const RUSSIAN: [&str; 3] = [
    include_str!("../../messages/ru.ftl"),
    include_str!("../../messages/ru-errors.ftl"),
    include_str!("../../messages/ru-help.ftl"),
];

/// The files of a language.
fn files(language: Language) -> &'static [&'static str] {
    match language {
        Language::En => &[ENGLISH],
        Language::Ru => &RUSSIAN,
    }
}

type Bundle = FluentBundle<FluentResource>;

static IN_ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle("en", files(Language::En)));
static IN_RUSSIAN: LazyLock<Bundle> = LazyLock::new(|| bundle("ru", files(Language::Ru)));

fn of(language: Language) -> &'static Bundle {
    match language {
        Language::En => &IN_ENGLISH,
        Language::Ru => &IN_RUSSIAN,
    }
}

fn bundle(language: &str, files: &[&str]) -> Bundle {
    let language: LanguageIdentifier = language.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks around arguments would be copied with a path.
    bundle.set_use_isolating(false);
    for file in files {
        // A test checks that every file parses and that no name comes twice; else the valid part is taken.
        let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(resource, _)| resource);
        let _ = bundle.add_resource(resource);
    }
    bundle
}

/// A message of one line and no arguments, found without reading the others, which costs every run a millisecond.
#[cfg(unix)]
pub(super) fn line(language: Language, id: &str) -> Option<&'static str> {
    let mut lines = files(language).iter().flat_map(|file| file.lines());
    lines.find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "))
}

/// A message as text. An unknown one is its own name: better than nothing, and a test checks that all are known.
pub(super) fn text(language: Language, id: &str, arguments: &[(&str, Value)]) -> String {
    let bundle = of(language);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else { return id.to_owned() };
    let value = |value: &Value| match value {
        Value::Number(number) => FluentValue::from(*number),
        Value::Text(text) => FluentValue::from(text.clone()),
    };
    let arguments: FluentArgs<'_> = arguments.iter().map(|(name, said)| (*name, value(said))).collect();
    bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
}

/// The text of an entry, or of one of its attributes; missing where it does not exist.
pub(super) fn entry(language: Language, id: &str, attribute: Option<&str>) -> Option<String> {
    let bundle = of(language);
    let message = bundle.get_message(id)?;
    let pattern = match attribute {
        Some(attribute) => message.get_attribute(attribute)?.value(),
        None => message.value()?,
    };
    Some(bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_whole_message() {
        for language in [Language::En, Language::Ru] {
            assert_eq!(line(language, "damaged").map(str::to_owned), Some(text(language, "damaged", &[])));
            assert_eq!(line(language, "dam"), None, "a name is not the beginning of another");
        }
    }
}
