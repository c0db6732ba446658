//! The date that a document states in its fields.

use crate::base::ports::DocumentRow;

/// The date of a document in the form that sorts (`YYYY-MM-DD` or shorter), by the first of these fields that states one.
pub fn stated_date<'a>(row: &'a DocumentRow, fields: &[&str]) -> Option<&'a str> {
    let value = fields.iter().find_map(|field| row.metadata.get(*field)?.as_str())?;
    let day = value.split('T').next()?;
    day.get(..4)?.bytes().all(|byte| byte.is_ascii_digit()).then_some(day)
}
