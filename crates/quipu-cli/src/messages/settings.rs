//! Settings, in the language of the run: their descriptions, values and origins, and errors.

use quipu::settings::{Accepts, Advice, ExpectedValue, FormerKey, Origin, Setting, SettingsError};

use super::{Language, Message, about, heard, language, say};

/// The description of a setting, in the language of the run.
pub(crate) fn about_setting(setting: &Setting) -> String {
    let (id, name) = told_as(setting);
    let told = about(&id, name, &setting.about);
    match (setting.accepts, language()) {
        (Some(Accepts::Names(names)), Language::Ru) => format!("{told}; {}", expected(&ExpectedValue::Names(names()))),
        _ => told,
    }
}

/// The message and its attribute that tell of a setting: kinds of work share a message, ways have their own.
pub(super) fn told_as(setting: &Setting) -> (String, &str) {
    let (section, name) = setting.section();
    match (section, name.rsplit_once('.')) {
        ("look", Some((way, name))) => (format!("setting-look-{way}"), name),
        (_, within) => (format!("setting-{section}"), within.map_or(name, |(_, name)| name)),
    }
}

/// The message about a key of a former version.
pub(crate) fn former_key(former: &FormerKey) -> Message {
    let FormerKey { origin, key, now } = former;
    match now {
        [] => say!("former-key-gone", origin = origin_told(origin), key = *key),
        now => say!("former-key", origin = origin_told(origin), key = *key, now = now.join(", ")),
    }
}

/// The error of settings that cannot be used.
pub(super) fn wrong_setting(error: &SettingsError) -> Message {
    use SettingsError as E;
    match error {
        E::Unknown { origin, key, advice } => {
            let advice = match advice {
                Advice::All => say!("setting-all"),
                Advice::Near(name) => say!("setting-near", name = name),
            };
            say!("error-setting-unknown", origin = origin_told(origin), key = key, advice = advice)
        }
        E::Value { origin, key, found, expected } => {
            let expected = self::expected(expected);
            say!("error-setting-value", origin = origin_told(origin), key = key, found = found, expected = expected)
        }
        E::Preset { found, known } => say!("error-preset-unknown", found = found, known = known),
        E::File { path, reason } => say!("error-setting-file", path = path, reason = heard(reason)),
    }
}

/// The origin of a setting, as text.
pub(crate) fn origin_told(origin: &Origin) -> String {
    match origin {
        Origin::Default => say!("origin-default").to_string(),
        Origin::File(path) => path.display().to_string(),
        Origin::Variable(name) => say!("origin-variable", name = name).to_string(),
        Origin::Flag(name) if name.starts_with("--") => say!("origin-flag", name = name).to_string(),
        Origin::Flag(name) => name.clone(),
    }
}

/// The values that a setting accepts, as text.
fn expected(expected: &ExpectedValue) -> Message {
    match expected {
        ExpectedValue::Number(low, high) => say!("accepts-number", low = low.to_string(), high = high.to_string()),
        ExpectedValue::Names(names) => say!("accepts-names", names = names.join(", ")),
        ExpectedValue::Text => say!("accepts-text"),
        ExpectedValue::Texts => say!("accepts-texts"),
        ExpectedValue::Lines(example) => say!("accepts-lines", example = *example),
        ExpectedValue::Overlap(splitter, most) => say!("overlap-too-much", splitter = *splitter, most = *most),
        ExpectedValue::Expression(wrong) => say!("accepts-expression", wrong = wrong),
        ExpectedValue::Option(said) => say!("unsaid", error = heard(said)),
    }
}
