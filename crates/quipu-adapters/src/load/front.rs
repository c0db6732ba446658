//! Front matter: fields in YAML between lines of `---`, or in TOML between lines of `+++`, at the
//! very start of a text.
//!
//! Broken front matter is not fatal: the text then begins at its first byte, and the report names the
//! error. YAML is read by `serde-saphyr` under a budget (depth, aliases, events), so a
//! bomb is an error like any other.

use quipu_kernel::model::Metadata;
use serde_json::Value;

/// The longest front matter, in bytes; beyond it the first line is a line of dashes.
const LONGEST: usize = 1 << 20;

/// Words of a value from which on it is a sentence.
const WORDS: usize = 3;
/// Words that begin a remark.
const REMARKS: [&str; 18] = [
    "note",
    "nb",
    "n.b.",
    "ps",
    "p.s.",
    "warning",
    "attention",
    "important",
    "caution",
    "tip",
    "hint",
    "remark",
    "remember",
    "примечание",
    "внимание",
    "важно",
    "замечание",
    "заметка",
];
/// Fields whose values may be sentences, in the software that reads front matter.
const FIELDS: [&str; 44] = [
    "abstract",
    "alias",
    "aliases",
    "author",
    "authors",
    "banner",
    "bibliography",
    "categories",
    "category",
    "copyright",
    "created",
    "date",
    "desc",
    "description",
    "draft",
    "excerpt",
    "head",
    "heading",
    "headline",
    "id",
    "image",
    "keywords",
    "lang",
    "layout",
    "license",
    "modified",
    "name",
    "permalink",
    "publish",
    "published",
    "publisher",
    "short_title",
    "slug",
    "source",
    "subject",
    "subtitle",
    "summary",
    "tag",
    "tagline",
    "tags",
    "title",
    "type",
    "updated",
    "url",
];

/// The front matter of a text.
#[derive(Debug, Default)]
pub(super) struct Front {
    /// The fields; empty without front matter.
    pub(super) fields: Metadata,
    /// The start of the text: after front matter that could be read.
    pub(super) text_at: usize,
    /// The start of the text after any front matter, broken or not.
    pub(super) prose_at: usize,
    /// The error of broken front matter.
    pub(super) broken: Option<String>,
}

/// Reads the front matter of a text.
pub(super) fn front(text: &str) -> Front {
    let Some((fence, inner, end)) = fenced(text) else {
        return Front::default();
    };
    let fields = if fence == "+++" { toml_fields(inner) } else { yaml_fields(inner) };
    match fields {
        Ok(Some(fields)) => Front { fields, text_at: end, prose_at: end, broken: None },
        Ok(None) => Front::default(),
        Err(reason) => {
            let broken = Some(format!("front matter is broken ({reason}), read as text"));
            Front { fields: Metadata::new(), text_at: 0, prose_at: end, broken }
        }
    }
}

/// The fence, its content, and the start of the text after it.
fn fenced(text: &str) -> Option<(&str, &str, usize)> {
    let fence = text.get(..3).filter(|fence| matches!(*fence, "---" | "+++"))?;
    let open = text.find('\n')? + 1;
    if !text[3..open].trim().is_empty() {
        return None;
    }
    let mut at = open;
    while at < text.len() && at < LONGEST {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
        let line = text[at..end].trim_end();
        if line == fence || (fence == "---" && line == "...") {
            return Some((fence, &text[open..at], end));
        }
        at = end;
    }
    None
}

/// The fields of a YAML map; missing when it is no map (the dashes were a break between paragraphs).
fn yaml_fields(text: &str) -> Result<Option<Metadata>, String> {
    if text.trim().is_empty() {
        return Ok(Some(Metadata::new()));
    }
    let options = serde_saphyr::options! {
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::LastWins,
        non_finite_float_policy: serde_saphyr::options::NonFiniteFloatPolicy::AsString,
        with_snippet: false,
    };
    match serde_saphyr::from_str_with_options(text, options) {
        Ok(Value::Object(fields)) if is_prose(&fields) => Ok(None),
        Ok(Value::Object(fields)) => Ok(Some(fields)),
        Ok(_) => Ok(None),
        Err(error) => Err(first_line(&error.to_string())),
    }
}

/// True if fields are sentences with a colon between two lines of dashes, as `Note: the lock is closed`.
///
/// Fields are not prose if one has a well-known name of document metadata, or if a value is no sentence; names in
/// lower case need a longer, complete sentence, except those of remarks.
fn is_prose(fields: &Metadata) -> bool {
    let is_sentence = |name: &str, value: &Value| {
        let Value::String(text) = value else { return false };
        let words = text.split_whitespace().count();
        let remarks = REMARKS.contains(&name.to_lowercase().as_str());
        let large = name.contains(' ') || name.chars().next().is_some_and(char::is_uppercase);
        let whole = text.ends_with(['.', '!', '?', '…', '。']);
        ((large || remarks) && (words >= WORDS || whole)) || (words >= 2 * WORDS && whole)
    };
    let known = fields.keys().any(|name| FIELDS.contains(&name.to_lowercase().as_str()));
    !fields.is_empty() && !known && fields.iter().all(|(name, value)| is_sentence(name, value))
}

fn toml_fields(text: &str) -> Result<Option<Metadata>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| first_line(error.message()))?;
    Ok(Some(table.into_iter().map(|(field, value)| (field, json(value))).collect()))
}

fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) => Value::from(number),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Datetime(time) => Value::String(time.to_string()),
        toml::Value::Array(values) => Value::Array(values.into_iter().map(json).collect()),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(field, value)| (field, json(value))).collect())
        }
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().chars().take(160).collect()
}
