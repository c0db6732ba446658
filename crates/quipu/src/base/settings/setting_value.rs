//! The value of a setting: read from text, checked against its row, shown as text.

use std::fmt;

use super::work::Work;

/// A row of a table of settings, each of which is a value in a `S`.
pub struct SettingRow<S> {
    /// Its key, as files write it: `section.name`.
    pub key: String,
    /// Its effect, in a line of English.
    pub about: String,
    /// The accepted values, if its own row restricts them.
    pub accepts: Option<Accepts>,
    /// The kind of work that alone it is for; pages show only the row that holds for all.
    pub work: Option<Work>,
    /// Sets it from text; the error holds the accepted values.
    pub set: Box<dyn Fn(&mut S, &str) -> Result<(), ExpectedValue> + Send + Sync>,
    /// Shows it.
    pub show: Box<dyn Fn(&S) -> String + Send + Sync>,
}

impl<S: 'static> SettingRow<S> {
    /// The same row in a table of what has a `S` as its part.
    pub(super) fn within<T: 'static>(self, part: fn(&T) -> &S, changed: fn(&mut T) -> &mut S) -> SettingRow<T> {
        let Self { key, about, accepts, work, set, show } = self;
        SettingRow {
            key,
            about,
            accepts,
            work,
            set: Box::new(move |whole, text| set(changed(whole), text)),
            show: Box::new(move |whole| show(part(whole))),
        }
    }

    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        variable(&self.key)
    }

    /// The section and the name of its key.
    pub fn section(&self) -> (&str, &str) {
        self.key.split_once('.').unwrap_or(("", &self.key))
    }
}

/// The environment variable that sets a key.
pub(super) fn variable(key: &str) -> String {
    format!("QUIPU_{}", key.to_uppercase().replace(['.', '-'], "_"))
}

/// The accepted values of a setting.
#[derive(Debug, Clone, Copy)]
pub enum Accepts {
    /// A number within bounds, both included.
    Number(f64, f64),
    /// One of the names of a registry.
    Names(fn() -> Vec<&'static str>),
    /// A list of texts.
    Texts,
    /// A list of texts that something reads, and a list that it does.
    Lines(fn(&[String]) -> bool, &'static str),
    /// Any text.
    Text,
}

impl Accepts {
    /// A setting's description with the accepted names, if they are few.
    pub fn after(self, about: &str) -> String {
        match self {
            Self::Names(_) => format!("{about}; {}", self.expected()),
            Self::Number(..) | Self::Texts | Self::Lines(..) | Self::Text => about.to_owned(),
        }
    }

    /// The accepted values, for an error.
    pub fn expected(self) -> ExpectedValue {
        match self {
            Self::Number(low, high) => ExpectedValue::Number(low, high),
            Self::Names(names) => ExpectedValue::Names(names()),
            Self::Text => ExpectedValue::Text,
            Self::Texts => ExpectedValue::Texts,
            Self::Lines(_, example) => ExpectedValue::Lines(example),
        }
    }
}

/// The accepted values of a setting, in place of a rejected one.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedValue {
    /// A number within bounds, both included.
    Number(f64, f64),
    /// One of these.
    Names(Vec<&'static str>),
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// A list of such texts.
    Lines(&'static str),
    /// A smaller overlap: the splitter, and the most that its chunks may repeat.
    Overlap(&'static str, usize),
    /// A filter expression: the error in it, in English.
    Expression(String),
    /// The message of an option of a strategy, in English.
    Option(String),
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::Names(names) => write!(f, "one of {}", names.join(", ")),
            Self::Text => f.write_str("a text"),
            Self::Texts => f.write_str(r#"a list of texts, as in ["\n\n", " "]"#),
            Self::Lines(example) => write!(f, "a list of lines, as in {example}"),
            Self::Overlap(splitter, most) => {
                write!(f, "the overlap may be at most {most} for the small chunks of {splitter}")
            }
            Self::Expression(wrong) => write!(f, "an expression over fields ({wrong})"),
            Self::Option(said) => f.write_str(said),
        }
    }
}

/// A type that a setting may have.
pub(super) trait SettingKind: Sized {
    /// Reads a value; none when the text is not of this type or not accepted.
    fn read(text: &str, accepts: Accepts) -> Option<Self>;
    /// The value as text that [`SettingKind::read`] accepts.
    fn show(&self) -> String;
}

impl SettingKind for usize {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let value: Self = text.replace('_', "").parse().ok()?;
        within(value as f64, accepts).then_some(value)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// The name of a missing value: each user of the setting has its own default.
pub(super) const DEFAULT: &str = "default";

impl SettingKind for Option<usize> {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        if text == DEFAULT { Some(None) } else { usize::read(text, accepts).map(Some) }
    }

    fn show(&self) -> String {
        self.map_or_else(|| DEFAULT.to_owned(), |value| value.to_string())
    }
}

impl SettingKind for Vec<String> {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        if text == DEFAULT {
            return Some(Self::new());
        }
        let table: toml::Table = format!("list = {text}").parse().ok()?;
        let texts = table.get("list")?.as_array().filter(|_| table.len() == 1)?;
        let read: Self = texts.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        let fits = !matches!(accepts, Accepts::Lines(reads, _) if !reads(&read));
        fits.then_some(read)
    }

    fn show(&self) -> String {
        if self.is_empty() {
            return DEFAULT.to_owned();
        }
        toml::Value::from(self.clone()).to_string()
    }
}

impl SettingKind for f64 {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let value: Self = text.replace('_', "").parse().ok()?;
        within(value, accepts).then_some(value)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SettingKind for String {
    fn read(text: &str, accepts: Accepts) -> Option<Self> {
        let known = match accepts {
            Accepts::Names(names) => names().contains(&text),
            Accepts::Text => true,
            Accepts::Number(..) | Accepts::Texts | Accepts::Lines(..) => false,
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
