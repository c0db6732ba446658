//! Conversion of a question's flags into the library's types.

use std::io::Read as _;

use anyhow::Context as _;
use quipu::{Ask, Filters};

use crate::cli::{FilterArgs, LookArgs};
use crate::messages::say;

/// A setting that a flag stands for: key, flag, value.
type Flag = (&'static str, &'static str, Option<String>);

/// The settings that the flags of a look stand for, and others.
pub(crate) fn flags(look: &LookArgs, other: &[Flag]) -> Vec<Flag> {
    let limit = look.limit.map(|limit| limit.to_string());
    let edges = (!look.edge.is_empty()).then(|| look.edge.join(","));
    let looks = [
        ("look.strategy", "--strategy", look.strategy.clone()),
        ("look.limit", "--limit", limit),
        ("look.facts", "--facts", look.facts.clone()),
        ("look.traverse.edges", "--edge", edges),
        ("look.global.over", "--over", look.over.clone()),
        ("look.lazy.tests", "--tests", look.tests.map(|tests| tests.to_string())),
    ];
    [&looks, other].concat()
}

/// The question of a text, or of standard input for `-`.
///
/// # Errors
/// When standard input cannot be read.
pub(crate) fn question(text: &str, filter: &FilterArgs) -> anyhow::Result<Ask> {
    let text = if text == "-" { standard_input()? } else { text.to_owned() };
    Ok(question_of(text, filter))
}

/// The question of a text that is no `-` for standard input.
pub(crate) fn question_of(text: impl Into<String>, filter: &FilterArgs) -> Ask {
    let FilterArgs { document, tag, language, field, date, expression } = filter.clone();
    let filters = Filters { documents: document, tags: tag, languages: language, fields: field, date, expression };
    Ask { filters, ..Ask::of(text) }
}

/// The text of standard input.
///
/// # Errors
/// When it cannot be read.
pub(super) fn standard_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context(say!("standard-input"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
