//! Macros of BibTeX (`@string`) and their expansion, with a bound on its size.

use quipu_language::months::MONTHS;
use rustc_hash::FxHashMap;

/// Maximal length of the value of one macro, in bytes.
const LONGEST: usize = 64 * 1024;

/// The macros of a file.
pub(super) struct Values {
    known: FxHashMap<String, String>,
    /// Number of bytes that macros may still add to the file's text.
    left: usize,
}

impl Values {
    /// No macros except the months, for a file of `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // Every file may use these without defining them.
        let known = MONTHS.iter().map(|month| (month.short().to_owned(), month.short().to_owned())).collect();
        Self { known, left: bytes.saturating_mul(4).saturating_add(1 << 20) }
    }

    /// Defines a macro; a later one of the same name takes its place. A value that is too long defines none.
    pub(super) fn define(&mut self, name: String, value: String) {
        if value.len() <= LONGEST {
            self.known.insert(name, value);
        }
    }

    /// Adds the value of a name or number, or returns the reason why it has none.
    pub(super) fn add(&mut self, value: &mut String, part: &str) -> Option<&'static str> {
        if part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
            value.push_str(part);
            return None;
        }
        let Some(text) = self.known.get(part) else { return Some("unknown") };
        if text.len() > self.left {
            return Some("too long");
        }
        self.left -= text.len();
        value.push_str(text);
        None
    }
}
