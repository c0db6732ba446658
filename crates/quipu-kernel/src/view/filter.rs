//! Filters: which documents a question may see. They apply before seeds, caps and expansion.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::Metadata;

/// One condition on a document's metadata: the field's value equals, or (for a list) contains, any
/// of the values. A field path uses dots for nesting; `$id` is the document's id, `$language` its
/// language, `$source` its source path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Field path.
    pub field: String,
    /// Accepted values; a document passes with any of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any_of: Vec<Value>,
    /// Lower bound, inclusive, compared as text (ISO dates sort so).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Upper bound, inclusive for the whole prefix: `2024` admits `2024-12-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Condition {
    /// The field has one of these values.
    pub fn any_of(field: &str, values: impl IntoIterator<Item = Value>) -> Self {
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

/// What a filter can ask of a document besides its metadata.
#[derive(Debug, Clone, Copy)]
pub struct Described<'a> {
    /// The document's id: field `$id`.
    pub id: &'a str,
    /// Its language: field `$language`.
    pub language: &'a str,
    /// Its source path: field `$source`.
    pub source: &'a str,
    /// Its metadata.
    pub metadata: &'a Metadata,
}

/// Every (field path, value) pair of a document: scalars as text, lists flattened one level, maps
/// by dotted paths to any depth that JSON readers admit.
pub fn fields(document: &Described<'_>) -> Vec<(String, String)> {
    let mut out = vec![("$id".to_owned(), document.id.to_owned()), ("$source".to_owned(), document.source.to_owned())];
    if !document.language.is_empty() {
        out.push(("$language".to_owned(), document.language.to_owned()));
    }
    for (field, value) in document.metadata {
        collect(field, value, &mut out);
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn collect(path: &str, value: &Value, out: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(field, value)| collect(&format!("{path}.{field}"), value, out)),
        Value::Array(values) => out.extend(values.iter().filter_map(scalar).map(|value| (path.to_owned(), value))),
        value => out.extend(scalar(value).map(|value| (path.to_owned(), value))),
    }
}

/// A scalar as filters compare it: its text; none for null, lists and maps.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

impl Condition {
    /// Whether a value of the condition's field satisfies it.
    pub fn admits(&self, value: &str) -> bool {
        let listed = self.any_of.is_empty() || self.any_of.iter().filter_map(scalar).any(|wanted| wanted == value);
        let after = self.from.as_deref().is_none_or(|from| value >= from);
        let before = self.to.as_deref().is_none_or(|to| value <= to || value.starts_with(to));
        listed && after && before
    }
}

impl Filter {
    /// Whether a document with these fields (see [`fields`]) passes.
    pub fn admits(&self, fields: &[(String, String)]) -> bool {
        let holds = |condition: &Condition| {
            fields.iter().any(|(field, value)| *field == condition.field && condition.admits(value))
        };
        self.all.iter().all(holds)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_nesting_and_ranges() {
        let metadata = json!({"tags": ["a", "b"], "author": {"name": "Ann"}, "date": "2024-05-01", "year": 2024});
        let document = Described {
            id: "n/1.md",
            language: "en",
            source: "n/1.md",
            metadata: metadata.as_object().expect("an object was written above"),
        };
        let fields = fields(&document);
        let passes = |condition: Condition| Filter { all: vec![condition] }.admits(&fields);
        assert!(passes(Condition::any_of("tags", [json!("b")])));
        assert!(passes(Condition::any_of("author.name", [json!("Ann")])));
        assert!(passes(Condition::any_of("year", [json!("2024")])));
        assert!(passes(Condition { to: Some("2024".into()), ..Condition::any_of("date", []) }));
        assert!(!passes(Condition { from: Some("2024-06".into()), ..Condition::any_of("date", []) }));
        assert!(!passes(Condition::any_of("missing", [])));
    }
}
