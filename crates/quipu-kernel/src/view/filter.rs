//! Filters: which documents a question may see. They apply before seeds, caps and expansion.

use serde::{Deserialize, Serialize};

/// One condition on a document's metadata: the field's value equals, or (for a list) contains, any
/// of the values. A field path uses dots for nesting; `$id` is the document's id, `$language` its
/// language, `$source` its source path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Field path.
    pub field: String,
    /// Accepted values; a document passes with any of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any_of: Vec<serde_json::Value>,
    /// Lower bound, inclusive, compared as text (ISO dates sort so).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Upper bound, inclusive for the whole prefix: `2024` admits `2024-12-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Condition {
    /// The field has one of these values.
    pub fn any_of(field: &str, values: impl IntoIterator<Item = serde_json::Value>) -> Self {
        Self { field: field.to_owned(), any_of: values.into_iter().collect(), from: None, to: None }
    }
}

/// Conditions that must all hold. A chunk passes when any copy of its text passes them all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Filter {
    /// The conditions; none admits every document.
    pub all: Vec<Condition>,
}

impl Filter {
    /// Whether every document passes.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
