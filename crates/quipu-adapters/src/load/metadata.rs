//! Metadata: the fields of front matter, the ones with a known meaning in one shape.
//!
//! `id` and `title` identify the document; `tags` (with `tag`, `keywords`, hashtags), `authors`
//! (with `author`), `date`, `created`, `updated` and `links` get one shape. Every field stays as it was
//! written, nesting included, except where its own name takes that shape.

use quipu_engine::ports::Parsed;
use quipu_kernel::model::Metadata;
use serde_json::Value;

use super::dates::sortable;
use super::lists::Distinct;
use super::markup::{Markup, split_tags};

/// The longest id, in bytes.
const LONGEST_ID: usize = 1_000;

/// Fills the metadata of a document from its front matter and its markup.
pub(super) fn describe(parsed: &mut Parsed, mut fields: Metadata, markup: Markup) {
    parsed.id = text(&fields, "id").filter(|id| id.len() <= LONGEST_ID && !id.chars().any(char::is_control));
    parsed.title = text(&fields, "title").or(markup.heading);
    let tags = tags(&fields, markup.tags);
    put(&mut fields, "tags", tags);
    let authors = authors(&fields);
    put(&mut fields, "authors", authors);
    dates(&mut fields);
    let links = links(&fields, markup.links);
    put(&mut fields, "links", links);
    parsed.metadata = fields;
}

fn put(fields: &mut Metadata, field: &str, value: Option<Value>) {
    if let Some(value) = value {
        fields.insert(field.to_owned(), value);
    }
}

/// A field in any letter case, as `Title` for `title`.
fn find<'a>(fields: &'a Metadata, field: &str) -> Option<(&'a String, &'a Value)> {
    fields.get_key_value(field).or_else(|| fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(field)))
}

/// A scalar as text; missing for null, lists and maps.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn text(fields: &Metadata, field: &str) -> Option<String> {
    scalar(find(fields, field)?.1)
}

fn tags(fields: &Metadata, found: Distinct) -> Option<Value> {
    let mut tags = Distinct::default();
    for field in ["tags", "tag", "keywords"] {
        let Some((_, value)) = find(fields, field) else { continue };
        match value {
            Value::Array(values) => {
                values.iter().filter_map(scalar).for_each(|tag| tags.add(tag.trim_start_matches('#')))
            }
            value => scalar(value).iter().for_each(|text| split_tags(text, &mut tags)),
        }
    }
    found.members().for_each(|tag| tags.add(tag));
    let mut tags = tags.into_value()?;
    // Values that are not texts are not lost by the shape that the texts get.
    if let (Value::Array(tags), Some(Value::Array(written))) = (&mut tags, fields.get("tags")) {
        tags.extend(written.iter().filter(|value| value.is_object() || value.is_array()).cloned());
    }
    Some(tags)
}

fn authors(fields: &Metadata) -> Option<Value> {
    let mut authors = Distinct::default();
    for field in ["authors", "author"] {
        match find(fields, field).map(|(_, value)| value) {
            Some(Value::Array(values)) if values.iter().all(|value| scalar(value).is_some()) => {
                values.iter().filter_map(scalar).for_each(|name| authors.add(&name));
            }
            Some(Value::Object(map)) => map.get("name").and_then(scalar).iter().for_each(|name| authors.add(name)),
            Some(value) => scalar(value).iter().for_each(|text| names(text).for_each(|name| authors.add(name))),
            None => {}
        }
    }
    authors.into_value()
}

/// The names of one string: parted by semicolons or `and`, by commas only between full names.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> =
        text.split(';').flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" & ")).collect();
    parts.into_iter().flat_map(|part| {
        let full = part.split(',').all(|name| name.trim().contains(' '));
        let separator = if full { ',' } else { ';' };
        part.split(separator)
    })
}

/// `date`, `created` and `updated` in the form that sorts; `date` from the others where absent.
fn dates(fields: &mut Metadata) {
    let known = [
        ("date", &["date", "published", "pubdate"][..]),
        ("created", &["created", "created_at"]),
        ("updated", &["updated", "modified", "lastmod", "updated_at"]),
    ];
    for (field, names) in known {
        let text = names.iter().find_map(|name| scalar(find(fields, name)?.1));
        put(fields, field, text.map(|text| sortable(&text).into()));
    }
    if !fields.contains_key("date") {
        let first = fields.get("created").or(fields.get("updated")).cloned();
        put(fields, "date", first);
    }
}

/// Links of the text, after those that the front matter lists.
fn links(fields: &Metadata, found: Distinct) -> Option<Value> {
    let mut links = Distinct::default();
    match fields.get("links") {
        Some(Value::Array(values)) if values.iter().all(|value| scalar(value).is_some()) => {
            values.iter().filter_map(scalar).for_each(|link| links.add(&link));
        }
        Some(Value::String(link)) => links.add(link),
        // Maps have a meaning of their own, which a list of targets would hide.
        Some(_) => return None,
        None => {}
    }
    found.members().for_each(|link| links.add(link));
    links.into_value()
}
