//! The name of a kind of things, in any of its forms.

use quipu_kernel::text::{is_stop_word, terms};

/// The name of a kind, to be found in headings and lead-ins in any of its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindName(Vec<String>);

impl KindName {
    /// The words of a name that have content.
    pub fn of(name: &str) -> Self {
        let own: Vec<&str> = name.split_whitespace().filter(|word| !is_stop_word(&word.to_lowercase())).collect();
        Self(stems(&own.join(" ")))
    }

    /// Its words, as stems.
    pub(super) fn words(&self) -> &[String] {
        &self.0
    }

    /// True if it has no word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if a text has all of its words.
    pub fn stands_in(&self, text: &str) -> bool {
        let said = stems(text);
        !self.0.is_empty() && self.0.iter().all(|word| said.contains(word))
    }

    /// True if it is the whole of a text.
    pub fn is(&self, text: &str) -> bool {
        !self.0.is_empty() && Self::of(text) == *self
    }
}

/// The stems of a text.
pub fn stems(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    terms(text, "", |term| out.push(term.to_owned()));
    out
}
