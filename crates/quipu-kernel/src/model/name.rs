//! Names: the strings that chunks use for things, before names of one meaning are joined.

use serde::{Deserialize, Serialize};

use super::Key;

/// The sense of canonical names, which stand in no text: the common form of the spellings of one name.
const CANONICAL: &str = "~";

/// A folded name, and the sense that keeps it apart from an equal name of another thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Name {
    /// The name after [`crate::text::fold_name`]: NFKC, case folded, punctuation to spaces.
    pub folded: String,
    /// Empty, unless a split gave the name a sense: then a hash of its evidence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sense: String,
}

impl Name {
    /// The name of `text` in no particular sense.
    pub fn new(text: &str) -> Self {
        Self { folded: crate::text::fold_name(text), sense: String::new() }
    }

    /// A canonical name, which stands in no text and in which spellings of one name meet: in Latin letters, in the
    /// nominative, by sound.
    pub fn canonical(folded: String) -> Self {
        Self { folded, sense: CANONICAL.to_owned() }
    }

    /// True if it is a canonical name, which stands in no text.
    pub fn is_canonical(&self) -> bool {
        self.sense == CANONICAL
    }

    /// The name in the sense that `evidence` gives it: equal evidence gives equal senses.
    pub fn in_sense_of(&self, evidence: &str) -> Self {
        let mut sense = Key::of("sense", &[evidence.as_bytes()]).to_string();
        sense.truncate(16);
        Self { folded: self.folded.clone(), sense }
    }

    /// The name in no particular sense.
    pub fn plain(&self) -> Self {
        Self { folded: self.folded.clone(), sense: String::new() }
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
