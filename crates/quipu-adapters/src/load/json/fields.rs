//! Which fields of an object are its text, its title and its id.

use quipu_kernel::model::{Format, Metadata};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The longest id, in bytes.
const LONGEST_ID: usize = 200;

/// Names of fields, each the first that an object has; dots lead into nested objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonFields {
    /// Of the text; several that are there at once are not joined.
    pub text: Vec<String>,
    /// Of the title.
    pub title: Vec<String>,
    /// Of the id within the file.
    pub id: Vec<String>,
}

impl Default for JsonFields {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            text: names(&["text", "content", "body", "abstract", "passage", "contents", "page_content", "markdown"]),
            title: names(&["title", "name", "headline", "subject"]),
            id: names(&["_id", "id", "doc_id", "docid", "pid", "uuid"]),
        }
    }
}

impl JsonFields {
    /// Whether a value is an object that holds a text.
    pub(super) fn has_text(&self, value: &Value) -> bool {
        first(value, &self.text).is_some_and(|(_, text)| text.is_string())
    }

    /// The id that an object gives itself.
    pub(super) fn id(&self, value: &Value) -> Option<String> {
        let id = match first(value, &self.id)?.1 {
            Value::String(id) => id.trim().to_owned(),
            Value::Number(id) => id.to_string(),
            _ => return None,
        };
        (!id.is_empty() && id.len() <= LONGEST_ID && !id.chars().any(char::is_control)).then_some(id)
    }

    /// An object's text, how it is marked up, its title, and the fields beside the text.
    pub(super) fn split(&self, mut value: Value) -> Option<(String, Format, Option<String>, Metadata)> {
        let (path, text) = first(&value, &self.text)?;
        let text = text.as_str()?.to_owned();
        let title = first(&value, &self.title).and_then(|(_, title)| title.as_str().map(str::to_owned));
        remove(&mut value, path);
        let Value::Object(fields) = value else { return None };
        let marked = text.lines().any(|line| line.starts_with("# ") || line.starts_with("## "));
        let format = if marked || path.ends_with("markdown") { Format::Markdown } else { Format::Plain };
        Some((text, format, title, fields))
    }
}

/// The first of the paths that leads somewhere, and where.
fn first<'v, 'p>(value: &'v Value, paths: &'p [String]) -> Option<(&'p str, &'v Value)> {
    paths.iter().find_map(|path| {
        let found = path.split('.').try_fold(value, |value, name| value.as_object()?.get(name))?;
        (!found.is_null()).then_some((path.as_str(), found))
    })
}

fn remove(value: &mut Value, path: &str) {
    let (parents, last) = path.rsplit_once('.').map_or((None, path), |(parents, last)| (Some(parents), last));
    let parent = match parents {
        Some(parents) => parents.split('.').try_fold(value, |value, name| value.as_object_mut()?.get_mut(name)),
        None => Some(value),
    };
    if let Some(Value::Object(fields)) = parent {
        fields.remove(last);
    }
}
