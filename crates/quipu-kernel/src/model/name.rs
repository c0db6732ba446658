//! Names: the strings that chunks use for things, before anyone decides which mean the same.

use serde::{Deserialize, Serialize};

use super::Key;

/// A folded name, and the sense that keeps it apart from an equal name of another thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Name {
    /// The name after [`crate::text::fold_name`]: NFKC, case folded, punctuation to spaces.
    pub folded: String,
    /// Empty, unless a split gave the name a sense: then a hash of what separates it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sense: String,
}

impl Name {
    /// The name of `text` in no particular sense.
    pub fn new(text: &str) -> Self {
        Self { folded: crate::text::fold_name(text), sense: String::new() }
    }

    /// The name's key.
    pub fn key(&self) -> Key {
        name_key(&self.folded, &self.sense)
    }
}

/// The key of a name from its parts.
pub fn name_key(folded: &str, sense: &str) -> Key {
    Key::of("name", &[folded.as_bytes(), sense.as_bytes()])
}

/// The key of a relation between two names.
pub fn relation_key(source: Key, predicate: &str, target: Key) -> Key {
    Key::of("relation", &[source.bytes(), predicate.as_bytes(), target.bytes()])
}
