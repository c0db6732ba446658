//! Filters: the documents that a question may see. They apply before seeds, caps and expansion.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Expression;
use crate::model::{Key, Metadata};

/// One condition on a document's metadata: the field's value equals, or (for a list) contains, any
/// of the values. A field path uses dots for nesting, through lists of maps too; `$id` is the
/// document's id (for a row of a source of many also its own id there), `$title` its title,
/// `$language` its language, `$source` its source path.
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

/// Conditions on documents: those pass that satisfy every condition of the one list, one of the other, and the
/// expression. A chunk passes when any copy of its text does.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Conditions that must all hold.
    pub all: Vec<Condition>,
    /// Conditions of which one must hold, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<Condition>,
    /// An additional expression that must hold.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub expression: Option<Expression>,
    /// The only chunks that pass, where they are given; an empty list admits none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<Vec<Key>>,
}

impl Filter {
    /// A filter of conditions that must all hold; none admits every document.
    pub fn of(all: Vec<Condition>) -> Self {
        Self { all, ..Self::default() }
    }

    /// True if every chunk passes.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.any.is_empty() && self.expression.is_none() && self.chunks.is_none()
    }

    /// Adds an expression that must hold too.
    #[must_use]
    pub fn and_where(mut self, expression: Option<Expression>) -> Self {
        self.expression = Expression::all(self.expression.into_iter().chain(expression).collect());
        self
    }
}

/// Fields of a document for filters, besides its metadata.
#[derive(Debug, Clone, Copy)]
pub struct FilterFields<'a> {
    /// The document's id: field `$id`.
    pub id: &'a str,
    /// Its title: field `$title`.
    pub title: &'a str,
    /// Its language: field `$language`.
    pub language: &'a str,
    /// Its source path: field `$source`.
    pub source: &'a str,
    /// Its metadata.
    pub metadata: &'a Metadata,
}

/// The fields that every document has beside its metadata.
pub const OWN_FIELDS: [&str; 4] = ["$id", "$title", "$language", "$source"];

/// Every (field path, value) pair of a document, the values scalars as they were written: those of
/// lists one by one, those of maps by dotted paths, of maps in lists too. A list that stands in a
/// list is not looked into.
pub fn values(document: &FilterFields<'_>) -> Vec<(String, Value)> {
    let FilterFields { id, title, language, source, metadata } = *document;
    // The part after the source's path is the id that a row gives itself.
    let own = id.strip_prefix(source).and_then(|rest| rest.strip_prefix('#'));
    let said = [Some(id), own, Some(title), Some(language), Some(source)];
    let fields = ["$id", "$id", "$title", "$language", "$source"];
    let mut out: Vec<(String, Value)> = (fields.into_iter().zip(said))
        .filter_map(|(field, value)| Some((field.to_owned(), value.filter(|value| !value.is_empty())?.into())))
        .collect();
    for (field, value) in metadata {
        collect(field, value, &mut out);
    }
    out
}

/// Every (field path, value) pair of a document (see [`values`]) as filters compare it: as text, in
/// order, each once.
pub fn fields(document: &FilterFields<'_>) -> Vec<(String, String)> {
    let text = |(field, value): (String, Value)| Some((field, scalar(&value)?));
    let mut out: Vec<(String, String)> = values(document).into_iter().filter_map(text).collect();
    out.sort_unstable();
    out.dedup();
    out
}

fn collect(path: &str, value: &Value, out: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(field, value)| collect(&format!("{path}.{field}"), value, out)),
        Value::Array(values) => {
            values.iter().filter(|value| !value.is_array()).for_each(|value| collect(path, value, out));
        }
        Value::Null => {}
        value => out.push((path.to_owned(), value.clone())),
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
    /// True if a value of the condition's field satisfies it.
    pub fn admits(&self, value: &str) -> bool {
        let listed = self.any_of.is_empty() || self.any_of.iter().filter_map(scalar).any(|wanted| wanted == value);
        let after = self.from.as_deref().is_none_or(|from| value >= from);
        let before = self.to.as_deref().is_none_or(|to| value <= to || value.starts_with(to));
        listed && after && before
    }
}

impl Filter {
    /// True if a document with these fields (see [`fields`]) passes.
    pub fn admits(&self, fields: &[(String, String)]) -> bool {
        let holds = |condition: &Condition| {
            fields.iter().any(|(field, value)| *field == condition.field && condition.admits(value))
        };
        self.all.iter().all(holds)
            && (self.any.is_empty() || self.any.iter().any(holds))
            && self.expression.as_ref().is_none_or(|expression| expression.admits(fields))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_nesting_and_ranges() {
        let metadata = json!({
            "tags": ["a", "b"], "author": {"name": "Ann"}, "date": "2024-05-01", "year": 2024,
            "parts": [{"of": "bell", "by": {"name": "Eve"}}, {"of": ["rope"]}, ["deep"]],
        });
        let document = FilterFields {
            id: "n/1.md#7",
            title: "Bells",
            language: "en",
            source: "n/1.md",
            metadata: metadata.as_object().expect("an object was written above"),
        };
        let fields = fields(&document);
        let passes = |condition: Condition| Filter::of(vec![condition]).admits(&fields);
        assert!(passes(Condition::any_of("tags", [json!("b")])));
        assert!(passes(Condition::any_of("author.name", [json!("Ann")])));
        assert!(passes(Condition::any_of("year", [json!("2024")])));
        assert!(passes(Condition { to: Some("2024".into()), ..Condition::any_of("date", []) }));
        assert!(!passes(Condition { from: Some("2024-06".into()), ..Condition::any_of("date", []) }));
        assert!(!passes(Condition::any_of("missing", [])));
        for (field, value) in
            [("parts.of", "bell"), ("parts.of", "rope"), ("parts.by.name", "Eve"), ("$title", "Bells")]
        {
            assert!(passes(Condition::any_of(field, [json!(value)])), "{field} {value}");
        }
        assert!(["n/1.md#7", "7"].iter().all(|id| passes(Condition::any_of("$id", [json!(id)]))));
        assert!(!passes(Condition::any_of("parts", [json!("deep")])));
    }

    #[test]
    fn one_of_the_alternatives_must_hold_beside_all_others() {
        let fields = [("kind", "bell"), ("year", "1911")].map(|(field, value)| (field.to_owned(), value.to_owned()));
        let is = |field, value: &str| Condition::any_of(field, [json!(value)]);
        let admits =
            |all: Vec<Condition>, any: Vec<Condition>| Filter { all, any, ..Filter::default() }.admits(&fields);
        assert!(admits(Vec::new(), vec![is("kind", "rope"), is("year", "1911")]));
        assert!(!admits(Vec::new(), vec![is("kind", "rope"), is("year", "1912")]));
        assert!(!admits(vec![is("kind", "rope")], vec![is("year", "1911")]));
        assert!(
            Filter::default().is_empty() && !Filter { any: vec![is("kind", "bell")], ..Filter::default() }.is_empty()
        );
    }
}
