//! Properties of notes: fields of front matter that link to other notes are read as lines of text, so that they can be
//! found, cited and related, and so are those of a note that has nothing else; lines `key:: value` at the beginning of a
//! note are fields.

use quipu_kernel::model::Metadata;
use serde_json::Value;

/// Fields that say how a note is shown or named, and nothing to readers.
const HIDDEN: [&str; 26] = [
    "title",
    "id",
    "aliases",
    "alias",
    "tags",
    "tag",
    "keywords",
    "cssclass",
    "cssclasses",
    "publish",
    "permalink",
    "draft",
    "layout",
    "slug",
    "cover",
    "banner",
    "image",
    "icon",
    "lang",
    "language",
    "weight",
    "links",
    "collapsed",
    "template",
    "url",
    "uid",
];
/// The most lines, and the longest one, in bytes.
const MOST: usize = 200;
const LONGEST: usize = 2_000;
/// The longest name of a property, in bytes.
const LONGEST_KEY: usize = 40;

/// The lines of text that fields give: of those with links, and of any others where a note has `no_text`.
pub(super) fn property_lines(fields: &Metadata, no_text: bool) -> Vec<String> {
    let is_shown = |key: &str| !HIDDEN.iter().any(|hidden| key.eq_ignore_ascii_case(hidden));
    let lines = fields.iter().filter(|(key, _)| is_shown(key)).filter_map(|(key, value)| {
        let value = written(value).filter(|value| !value.is_empty())?;
        Some(format!("{key}: {value}")).filter(|line| line.len() <= LONGEST && !line.contains('\n'))
    });
    let lines: Vec<String> = lines.take(MOST).collect();
    let linked = lines.iter().any(|line| line.contains("[["));
    if linked || (no_text && lines.len() > 1) { lines } else { Vec::new() }
}

/// A value as words; missing for maps.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(values) => match &values[..] {
            // `[[Page]]` without quotes is a list in a list.
            [Value::Array(inner)] if matches!(&inner[..], [Value::String(_)]) => {
                Some(format!("[[{}]]", inner[0].as_str().unwrap_or_default()))
            }
            values => Some(values.iter().filter_map(written).collect::<Vec<_>>().join(", ")),
        },
        Value::Null | Value::Object(_) => None,
    }
}

/// Adds the lines `key:: value` at the beginning of a text to its fields, as Logseq writes those of a page.
pub(super) fn take_page_properties(text: &str, fields: &mut Metadata) {
    for line in text.trim_start().lines().take(MOST) {
        let Some((key, value)) = line.trim_start_matches(['-', ' ', '\t']).split_once("::") else { return };
        let (key, value) = (key.trim(), value.trim());
        let is_key = key.starts_with(char::is_alphabetic)
            && key.len() <= LONGEST_KEY
            && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        if !is_key || value.len() > LONGEST {
            return;
        }
        let names = matches!(key, "alias" | "aliases" | "tags" | "tag");
        let bare = |name: &str| name.trim().trim_matches(['[', ']', '#']).to_owned();
        let value = match names {
            true => value.split(',').map(bare).filter(|name| !name.is_empty()).map(Value::from).collect(),
            false => Value::from(value),
        };
        fields.entry(key.to_owned()).or_insert(value);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(fields: Value, no_text: bool) -> Vec<String> {
        let Value::Object(fields) = fields else { return Vec::new() };
        property_lines(&fields, no_text)
    }

    #[test]
    fn fields_with_links_are_lines_and_so_are_those_of_a_note_of_nothing_else() {
        let film =
            json!({"cast": ["[[Ada]]", "Ben"], "shot": [["Orr"]], "year": 1951, "aliases": ["x"], "map": {"a": 1}});
        assert_eq!(lines(film, false), ["cast: [[Ada]], Ben", "shot: [[Orr]]", "year: 1951"]);
        assert!(lines(json!({"year": 1951, "rating": 7}), false).is_empty());
        assert_eq!(lines(json!({"year": 1951, "rating": 7}), true), ["rating: 7", "year: 1951"]);
        assert!(lines(json!({"title": "x", "year": 3}), true).is_empty());
    }

    #[test]
    fn lines_at_the_beginning_of_a_page_are_fields() {
        let mut fields = Metadata::new();
        take_page_properties("type:: [[Person]]\nalias:: Ada, [[A. Novak]]\n\n- born in Orr\nlate:: x\n", &mut fields);
        assert_eq!(Value::Object(fields), json!({"type": "[[Person]]", "alias": ["Ada", "A. Novak"]}));
    }
}
