//! The fields of an object for its text, its title and its id.

use serde_json::Value;

use super::ordered::Ordered;
use crate::load::options::JsonFields;

/// The longest id, in bytes.
const LONGEST_ID: usize = 200;

impl JsonFields {
    /// The field with the text of an object, and the text; a blank one is missing.
    pub(super) fn text<'v, 's>(&'s self, value: &'v Ordered) -> Option<(&'s str, &'v str)> {
        first(value, &self.text).filter(|(_, text)| !text.trim().is_empty())
    }

    /// The field with the title of an object, and the title.
    pub(super) fn title<'v, 's>(&'s self, value: &'v Ordered) -> Option<(&'s str, &'v str)> {
        first(value, &self.title).filter(|(_, title)| !title.trim().is_empty())
    }

    /// The id that an object gives itself.
    pub(super) fn id(&self, value: &Ordered) -> Option<String> {
        let id = match self.id.iter().find_map(|path| value.at(path))? {
            Ordered::Scalar(Value::String(id)) => id.trim().to_owned(),
            Ordered::Scalar(Value::Number(id)) => id.to_string(),
            _ => return None,
        };
        (!id.is_empty() && id.len() <= LONGEST_ID && !id.chars().any(char::is_control)).then_some(id)
    }

    /// True if a field of this name holds the id.
    pub(super) fn names_id(&self, name: &str) -> bool {
        self.id.iter().any(|known| known == name)
    }
}

/// The first of the paths that leads to a text that is not blank, and the text.
fn first<'v, 'p>(value: &'v Ordered, paths: &'p [String]) -> Option<(&'p str, &'v str)> {
    paths.iter().find_map(|path| {
        let text = value.at(path)?.text()?;
        (!text.trim().is_empty()).then_some((path.as_str(), text))
    })
}
