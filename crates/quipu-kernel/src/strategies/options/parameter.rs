//! One option: its name, its meaning, its bounds, and the functions to read and to show it.

use super::Options;
use crate::option_kind::OptionBounds;
use crate::view::Whose;

crate::kinds_of_text!(Whose);

/// Reads and sets a value.
type Set = fn(&mut Options, &str, OptionBounds) -> Result<(), String>;

/// An option of a strategy or of all strategies.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its spelling below `look.`: `limit`, or `WAY.NAME`.
    pub key: &'static str,
    /// Its meaning, with its unit, in one line.
    pub about: &'static str,
    /// Values that it accepts.
    pub bounds: OptionBounds,
    way: Option<&'static str>,
    show: fn(&Options) -> String,
    set: Set,
}

impl Parameter {
    /// One that all ways share.
    pub(super) const fn shared(
        key: &'static str,
        about: &'static str,
        bounds: OptionBounds,
        show: fn(&Options) -> String,
        set: Set,
    ) -> Self {
        Self { key, about, bounds, way: None, show, set }
    }

    /// One of a way.
    pub const fn of(
        way: &'static str,
        key: &'static str,
        about: &'static str,
        bounds: OptionBounds,
        show: fn(&Options) -> String,
        set: Set,
    ) -> Self {
        Self { key, about, bounds, way: Some(way), show, set }
    }

    /// The way whose it is; none where all share it.
    pub fn way(&self) -> Option<&'static str> {
        self.way
    }

    /// Its value in `options`, as text.
    pub fn value(&self, options: &Options) -> String {
        (self.show)(options)
    }

    /// Its default, as text.
    pub fn default(&self) -> String {
        self.value(&Options::default())
    }

    /// Sets it from text.
    ///
    /// # Errors
    /// When the value is not of its kind or beyond its bounds.
    pub fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        let refused = |expected| OptionError::Value { name: self.key, found: value.to_owned(), expected };
        (self.set)(options, value.trim(), self.bounds).map_err(refused)
    }
}

/// The reason why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called {found:?}; did you mean {nearest:?}?")]
    Unknown {
        /// The name given.
        found: String,
        /// The name most like it.
        nearest: &'static str,
    },
    /// The value does not fit.
    #[error("{name} cannot be {found:?}; give {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        found: String,
        /// Description of the accepted values.
        expected: String,
    },
}

/// The option of a key among `all`.
///
/// # Errors
/// When none has it; the error names the one most like it.
pub fn find(all: impl Iterator<Item = &'static Parameter>, key: &str) -> Result<&'static Parameter, OptionError> {
    let all: Vec<&Parameter> = all.collect();
    all.iter().find(|parameter| parameter.key == key).copied().ok_or_else(|| {
        let nearest = all.iter().map(|parameter| parameter.key).min_by_key(|known| (edits(key, known), *known));
        OptionError::Unknown { found: key.to_owned(), nearest: nearest.unwrap_or("limit") }
    })
}

/// Levenshtein's distance in bytes; texts longer than any name are far from all.
fn edits(a: &str, b: &str) -> usize {
    let (a, b) = (&a.as_bytes()[..a.len().min(64)], b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let best = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}
