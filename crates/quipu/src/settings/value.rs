//! What a setting may be: read from text, checked against what its row accepts, shown as text.

use super::{Settings, Work};
use crate::messages::{Language, Message, about, language, say};

/// A row of the table of settings.
pub(crate) struct Setting {
    /// Its key, as files write it: `section.name`.
    pub(crate) key: String,
    /// What it does, in a line of English.
    pub(crate) about: String,
    /// What it accepts, where its own row says so.
    pub(crate) accepts: Option<Accepts>,
    /// The kind of work that alone it is for; pages show only the row that holds for all.
    pub(crate) work: Option<Work>,
    /// Sets it from text; the error says what it accepts.
    pub(crate) set: Set,
    /// Shows it.
    pub(crate) show: Show,
}

/// Sets a setting from text.
pub(crate) type Set = Box<dyn Fn(&mut Settings, &str) -> Result<(), String> + Send + Sync>;
/// Shows a setting.
pub(crate) type Show = Box<dyn Fn(&Settings) -> String + Send + Sync>;

impl Setting {
    /// The environment variable that sets it.
    pub(crate) fn variable(&self) -> String {
        format!("QUIPU_{}", self.key.to_uppercase().replace('.', "_"))
    }

    /// What it does, in the language of the run.
    pub(crate) fn told(&self) -> String {
        let (section, name) = self.section();
        let name = name.rsplit('.').next().unwrap_or(name);
        let told = about(&format!("setting-{section}"), name, &self.about);
        match (self.accepts, language()) {
            (None, _) | (_, Language::En) => told,
            (Some(accepts), other) => accepts.after(&told, other),
        }
    }

    /// The section and the name of its key.
    pub(crate) fn section(&self) -> (&str, &str) {
        self.key.split_once('.').unwrap_or(("", &self.key))
    }
}

/// Which values a setting accepts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Accepts {
    /// A number within bounds, both included.
    Number(f64, f64),
    /// One of the names of a registry.
    Names(fn() -> Vec<&'static str>),
    /// A list of texts.
    Texts,
    /// Any text.
    Text,
}

impl Accepts {
    /// What a setting does, and the names it accepts where they are few.
    pub(crate) fn after(self, about: &str, language: Language) -> String {
        match self {
            Self::Names(_) => format!("{about}; {}", self.describe().spoken(language)),
            Self::Number(..) | Self::Texts | Self::Text => about.to_owned(),
        }
    }

    /// The accepted values, in words.
    pub(crate) fn describe(self) -> Message {
        match self {
            Self::Number(low, high) => say!("accepts-number", low = low.to_string(), high = high.to_string()),
            Self::Names(names) => say!("accepts-names", names = names().join(", ")),
            Self::Text => say!("accepts-text"),
            Self::Texts => say!("accepts-texts"),
        }
    }
}

/// A type that a setting may have.
pub(crate) trait Kind: Sized {
    /// Reads a value; none when the text is not of this type or not accepted.
    fn read(text: &str, accepts: Accepts) -> Option<Self>;
    /// The value as text that [`Kind::read`] accepts.
    fn show(&self) -> String;
}

impl Kind for usize {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let value: Self = text.replace('_', "").parse().ok()?;
        within(value as f64, accepts).then_some(value)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// What has no value of its own: whoever heeds it has one.
pub(super) const DEFAULT: &str = "default";

impl Kind for Option<usize> {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        if text == DEFAULT { Some(None) } else { usize::read(text, accepts).map(Some) }
    }

    fn show(&self) -> String {
        self.map_or_else(|| DEFAULT.to_owned(), |value| value.to_string())
    }
}

impl Kind for Vec<String> {
    fn read(text: &str, _: Accepts) -> Option<Self> {
        if text == DEFAULT {
            return Some(Self::new());
        }
        let table: toml::Table = format!("list = {text}").parse().ok()?;
        let texts = table.get("list")?.as_array().filter(|_| table.len() == 1)?;
        texts.iter().map(|text| text.as_str().map(str::to_owned)).collect()
    }

    fn show(&self) -> String {
        if self.is_empty() {
            return DEFAULT.to_owned();
        }
        toml::Value::from(self.clone()).to_string()
    }
}

impl Kind for f64 {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let value: Self = text.replace('_', "").parse().ok()?;
        within(value, accepts).then_some(value)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Kind for String {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let known = match accepts {
            Accepts::Names(names) => names().contains(&text),
            Accepts::Text => true,
            Accepts::Number(..) | Accepts::Texts => false,
        };
        known.then(|| text.to_owned())
    }

    fn show(&self) -> String {
        self.clone()
    }
}

fn within(value: f64, accepts: Accepts) -> bool {
    matches!(accepts, Accepts::Number(low, high) if (low..=high).contains(&value))
}
