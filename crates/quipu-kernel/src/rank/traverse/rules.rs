//! The text forms of the edges and roots of a traversal in settings and flags: short texts, or lists where
//! names hold the separators of the short form.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An edge over metadata: a value of the source field leads to the documents that have it in the
/// target field. Either may be `$id`, the document's id; dots lead into nested fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeRule {
    /// Field of the document that is left.
    pub source: String,
    /// Field of the document that is reached.
    pub target: String,
}

impl EdgeRule {
    fn new(source: &str, target: &str) -> Option<Self> {
        let (source, target) = (source.trim(), target.trim());
        let filled = !source.is_empty() && !target.is_empty();
        filled.then(|| Self { source: source.to_owned(), target: target.to_owned() })
    }

    /// `SOURCE:TARGET`: an odd number of colons is split at the middle one, for names that hold some
    /// themselves; an even number has none.
    fn short(text: &str) -> Option<Self> {
        let colons = text.match_indices(':').map(|(at, _)| at).collect::<Vec<_>>();
        let middle = colons.get(colons.len() / 2).filter(|_| colons.len() % 2 == 1)?;
        let (source, target) = text.split_at_checked(*middle)?;
        Self::new(source, target.strip_prefix(':')?)
    }

    /// A member of a list: the short form, a pair, or an object.
    fn member(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::short(text),
            Value::Array(pair) => match pair.as_slice() {
                [Value::String(source), Value::String(target)] => Self::new(source, target),
                _ => None,
            },
            other => Self::deserialize(other).ok().and_then(|rule| Self::new(&rule.source, &rule.target)),
        }
    }
}

/// Edges as settings write them: `links:$id,author:author`, or a list in JSON of such texts, of pairs
/// `["dc:creator", "author"]` or of objects with `source` and `target`; `none` for none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EdgeRules(pub Vec<EdgeRule>);

impl Display for EdgeRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let short: Vec<String> = self.0.iter().map(|edge| format!("{}:{}", edge.source, edge.target)).collect();
        let pairs = || self.0.iter().map(|edge| json!([edge.source, edge.target])).collect();
        write(f, self, short.join(","), pairs)
    }
}

/// The expected form, for errors about edges.
const EXPECTED_EDGES: &str = "edges as SOURCE:TARGET with commas between, `$id` in single quotes so that the shell \
    keeps it; where names hold commas or colons, a list of pairs: [[\"dc:creator\", \"author\"]]";

impl FromStr for EdgeRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edges: Option<Vec<EdgeRule>> = match listed(text) {
            Some(values) => values.and_then(|values| values.iter().map(EdgeRule::member).collect()),
            None => parts(text).map(EdgeRule::short).collect(),
        };
        edges.map(Self).ok_or_else(|| EXPECTED_EDGES.to_owned())
    }
}

/// Ids of documents as settings write them, with commas between, or as a list in JSON; `none` for none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roots(pub Vec<String>);

impl Display for Roots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write(f, self, self.0.join(","), || self.0.iter().map(|id| json!(id)).collect())
    }
}

impl FromStr for Roots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ids: Option<Vec<String>> = match listed(text) {
            Some(values) => values.and_then(|ids| ids.iter().map(|id| Some(id.as_str()?.to_owned())).collect()),
            None => Some(parts(text).map(str::to_owned).collect()),
        };
        ids.map(Self).ok_or_else(|| "ids of documents with commas between, or a list of texts".to_owned())
    }
}

/// The text of an empty list.
const NONE: &str = "none";

/// Writes the short form if it reads back as the same value, else a list.
fn write<T: FromStr + PartialEq>(
    f: &mut std::fmt::Formatter<'_>,
    whole: &T,
    short: String,
    list: impl Fn() -> Vec<Value>,
) -> std::fmt::Result {
    let short = if short.is_empty() { NONE.to_owned() } else { short };
    if short.parse::<T>().is_ok_and(|read| read == *whole) {
        return f.write_str(&short);
    }
    write!(f, "{}", Value::Array(list()))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let empty = text.trim() == NONE;
    text.split(',').map(str::trim).filter(move |part| !empty && !part.is_empty())
}

/// A text that begins as a list does: its members, or none where it is no list.
fn listed(text: &str) -> Option<Option<Vec<Value>>> {
    text.trim_start().starts_with('[').then(|| serde_json::from_str(text).ok())
}

crate::kinds_of_text!(EdgeRules, Roots);

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<(String, String)> {
        let rules: EdgeRules = text.parse().unwrap();
        rules.0.into_iter().map(|rule| (rule.source, rule.target)).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(source, target)| ((*source).to_owned(), (*target).to_owned())).collect()
    }

    #[test]
    fn short_forms_are_read_as_they_are_written() {
        let read: EdgeRules = " links:$id , author.name:author ".parse().unwrap();
        assert_eq!(read.to_string(), "links:$id,author.name:author");
        assert_eq!("none".parse(), Ok(EdgeRules::default()));
        assert_eq!(rules("og:see:og:url"), pairs(&[("og:see", "og:url")]));
        for wrong in
            ["links", ":a", "a:", "a:b:c", "links:$id,b", "[\"a:b\"", "[1]", "[[\"a\"]]", "[{\"source\": \"a\"}]"]
        {
            let error = wrong.parse::<EdgeRules>().unwrap_err();
            assert!(error.contains("single quotes") && error.contains("SOURCE:TARGET"), "{wrong}: {error}");
        }
        assert_eq!("a.md, b.md".parse(), Ok(Roots(vec!["a.md".to_owned(), "b.md".to_owned()])));
        assert_eq!("a.md, b.md".parse::<Roots>().map(|roots| roots.to_string()), Ok("a.md,b.md".to_owned()));
        assert!("[3]".parse::<Roots>().is_err());
    }

    #[test]
    fn lists_hold_any_names_and_read_back() {
        let text = r#"["links:$id", ["a,b", "c:d:e"], {"source": "x:y", "target": "z"}]"#;
        let expected = pairs(&[("links", "$id"), ("a,b", "c:d:e"), ("x:y", "z")]);
        assert_eq!(rules(text), expected);
        assert_eq!(rules(&text.parse::<EdgeRules>().unwrap().to_string()), expected);
        let roots: Roots = r#"["a, b.md", "[c]", "none"]"#.parse().unwrap();
        assert_eq!(roots.0, ["a, b.md", "[c]", "none"]);
        assert_eq!(roots.to_string().parse(), Ok(roots));
        assert_eq!(Roots(vec!["none".to_owned()]).to_string(), "[\"none\"]");
    }
}
