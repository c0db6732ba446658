//! Check of the output for the texts of a value: strings of several words, pages and files apart, are looked up
//! in it, and missing ones are added below it. Single words are names, kinds and ids as
//! often as not, and not all of them are read.

use super::ordered::Ordered;
use super::prose;
use crate::load::said::Said;
use crate::load::written::{Written, one_line};

/// The output for fields, with those of their texts that it lacks.
pub(super) fn held<'v>(mut written: Written, fields: impl Iterator<Item = &'v Ordered>) -> Written {
    let mut said = Said::default();
    fields.for_each(|value| add(&mut said, value));
    let lost = |written: &Written| said.lost(said.found_in(written.text())).filter(|_| !written.is_full());
    if lost(&written).is_some() {
        said.missing_in(written.text()).iter().for_each(|text| written.block(&one_line(text)));
        written.note(lost(&written));
    }
    written
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
