//! An object that holds a text, as a document: the text, then the fields beside it, so that they can be
//! found and quoted. Fields are metadata of the document, too.

use quipu_engine::ports::{Input, LoadError, Parsed};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::ordered::Ordered;
use super::{data, prose, told};
use crate::load::options::JsonFields;
use crate::load::written::Written;

/// Fields that are known about a document and no words of it.
const KNOWN: [&str; 6] = ["tags", "tag", "keywords", "lang", "language", "links"];

/// An object as a document.
///
/// # Errors
/// When it says nothing beside its id.
pub(super) fn document(fields: &JsonFields, input: &Input<'_>, object: &Ordered) -> Result<Parsed, LoadError> {
    if says_nothing(fields, object) {
        return Err(LoadError::Empty);
    }
    let mut written = Written::new(input.max_text);
    let title = fields.title(object);
    let (format, known, may_title) = match fields.text(object) {
        Some((path, text)) => {
            let rest = object.clone().without(path);
            let is_page = prose::blocks(&mut written, text);
            let marked = text.lines().any(|line| line.starts_with("# ") || line.starts_with("## "));
            let beside = beside(fields, &rest);
            let is_title = |name: &str| title.is_some_and(|(path, _)| path.split('.').next() == Some(name));
            let says_more = beside.iter().any(|(name, _)| !is_title(name));
            if says_more {
                data::list(&mut written, &beside);
                written = told::held(written, beside.iter().map(|(_, value)| value));
            }
            let is_markdown = is_page || marked || path.ends_with("markdown");
            (if is_markdown || says_more { Format::Markdown } else { Format::Plain }, rest, is_markdown)
        }
        None => {
            data::write(&mut written, object);
            written = told::held(written, std::iter::once(object));
            (Format::Markdown, object.clone(), false)
        }
    };
    let title = title.map(|(_, title)| prose::line(title));
    let parsed = written.finish(input.path, "application/json", format, about(known))?;
    // The name of a field is no title.
    let title = title.or(parsed.title.filter(|_| may_title));
    Ok(Parsed { title, id: None, ..parsed })
}

/// True if an object names itself and no more.
pub(super) fn says_nothing(fields: &JsonFields, value: &Ordered) -> bool {
    match value {
        Ordered::Object(own) => own.iter().all(|(name, value)| fields.names_id(name) || value.is_blank()),
        value => value.is_blank(),
    }
}

/// The fields beside the text that are read with it.
fn beside(fields: &JsonFields, rest: &Ordered) -> Vec<(String, Ordered)> {
    let is_read = |(name, value): &&(String, Ordered)| {
        !value.is_blank() && !fields.names_id(name) && !KNOWN.iter().any(|known| name.eq_ignore_ascii_case(known))
    };
    rest.fields().iter().filter(is_read).cloned().collect()
}

/// The metadata of the document.
fn about(object: Ordered) -> Metadata {
    let Value::Object(about) = object.into_value() else { return Metadata::new() };
    about
}
