//! Replies of models through the parsers: the found parts, and the lost ones.

use std::collections::BTreeMap;
use std::path::Path;

use quipu::Error;
use quipu_kernel::replies::{Loss, Lost, Notes, notes};
use serde::Serialize;
use serde_json::Value;

use super::read;
use crate::ProofError;

/// The results for the replies of one shape.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ReplyRow {
    /// `tuples`, `json` or `prose`.
    pub shape: String,
    /// Number of replies.
    pub replies: u64,
    /// Number of complete replies.
    pub whole: u64,
    /// Entities, relations and claims.
    pub found: [u64; 3],
    /// Records that repeat another one of the same reply.
    pub repeated: u64,
    /// Records that are lost, by why.
    pub lost: BTreeMap<Loss, u64>,
}

/// The results of `--replies`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ReplyRows {
    /// The figures.
    pub rows: Vec<ReplyRow>,
    /// The lost parts, by the reply's name.
    pub lost: Vec<(String, Lost)>,
}

/// Reads every reply of a file.
///
/// # Errors
/// When it cannot be read, or holds no replies.
pub fn replies(file: &Path) -> Result<ReplyRows, Error> {
    let wrong =
        |error: serde_json::Error| ProofError::Part { what: file.display().to_string(), reason: error.to_string() };
    let value: Value = serde_json::from_str(&read(file)?).map_err(wrong)?;
    let replies = named(&value);
    if replies.is_empty() {
        return Err(ProofError::NoReplies { file: file.to_owned() }.into());
    }
    let (mut rows, mut lost) = (BTreeMap::<&str, ReplyRow>::new(), Vec::new());
    for (name, reply) in replies {
        let found = notes(reply);
        rows.entry(shape(reply, &found)).or_default().count(&found);
        lost.extend(found.lost.into_iter().map(|lost| (name.clone(), lost)));
    }
    let rows = rows.into_iter().map(|(shape, row)| ReplyRow { shape: shape.to_owned(), ..row });
    Ok(ReplyRows { rows: rows.collect(), lost })
}

impl ReplyRow {
    fn count(&mut self, notes: &Notes) {
        self.replies += 1;
        self.whole += u64::from(notes.whole);
        let found = [notes.entities.len(), notes.relations.len(), notes.claims.len()];
        self.found.iter_mut().zip(found).for_each(|(sum, found)| *sum += found as u64);
        self.repeated += notes.repeated;
        notes.lost.iter().for_each(|lost| *self.lost.entry(lost.why).or_default() += 1);
    }
}

fn shape(reply: &str, notes: &Notes) -> &'static str {
    match notes.shaped {
        false => "prose",
        true if reply.contains("<|") => "tuples",
        true => "json",
    }
}

/// Texts with their names: of a list, or of an object; a text may lie in a field, as caches of replies
/// have it.
fn named(value: &Value) -> Vec<(String, &str)> {
    let all: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(at, one)| ((at + 1).to_string(), one)).collect(),
        Value::Object(map) => map.iter().map(|(name, one)| (name.clone(), one)).collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter_map(|(name, one)| Some((name, text(one)?))).collect()
}

fn text(value: &Value) -> Option<&str> {
    let field = || ["return", "reply", "text", "content"].iter().find_map(|field| value[*field].as_str());
    value.as_str().or_else(field)
}
