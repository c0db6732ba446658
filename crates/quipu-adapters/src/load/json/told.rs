//! Whether the texts of a value came out: strings of several words, pages and files apart, are looked up
//! in what was written. Single words are names, kinds and ids as often as not, and not all of them are read.

use super::ordered::Ordered;
use super::prose;
use crate::load::said::Said;
use crate::load::written::Written;

/// What was written of fields, held against them.
pub(super) fn held<'v>(written: Written, fields: impl Iterator<Item = &'v Ordered>) -> Written {
    let mut said = Said::default();
    fields.for_each(|value| add(&mut said, value));
    let read = said.found_in(written.text());
    said.held(written, read)
}

fn add(said: &mut Said, value: &Ordered) {
    match value {
        Ordered::List(values) => values.iter().for_each(|value| add(said, value)),
        Ordered::Object(fields) => fields.iter().for_each(|(_, value)| add(said, value)),
        Ordered::Scalar(_) => {
            let text = value.text().filter(|text| text.trim().contains(char::is_whitespace));
            if let Some(text) = text.and_then(prose::plain) {
                said.add(&text);
                said.end();
            }
        }
    }
}
