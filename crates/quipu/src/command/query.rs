//! What flags say of a question becomes the engine's query.

use std::io::Read as _;

use anyhow::Context as _;
use quipu_engine::look::Query;
use quipu_kernel::view::{Condition, Filter};
use serde_json::Value;

use super::Place;
use crate::cli::{FilterArgs, LookArgs};
use crate::exit::Usage;
use crate::messages::say;
use crate::settings::{Loaded, Settings};

/// The settings, with those that the flags of a look and others stand for.
///
/// # Errors
/// On a key or value that no setting accepts.
pub(crate) fn settings(
    place: &Place<'_>,
    look: &LookArgs,
    other: &[(&'static str, &'static str, Option<String>)],
) -> anyhow::Result<Loaded> {
    let limit = look.limit.map(|limit| limit.to_string());
    let edges = (!look.edge.is_empty()).then(|| look.edge.join(","));
    let looks = [
        ("look.strategy", "--strategy", look.strategy.clone()),
        ("look.limit", "--limit", limit),
        ("look.facts", "--facts", look.facts.clone()),
        ("look.edges", "--edge", edges),
    ];
    place.settings(&[&looks, other].concat())
}

/// The query of a text.
///
/// # Errors
/// When the text is empty, or standard input cannot be read.
pub(crate) fn query(text: &str, filter: &FilterArgs, settings: &Settings) -> anyhow::Result<Query> {
    let text = if text == "-" { standard_input()? } else { text.to_owned() };
    query_of(&text, filter, settings)
}

/// The same, of a text that may be empty where a traversal starts from documents alone.
///
/// # Errors
/// As [`query`].
pub(crate) fn query_or_roots(text: &str, filter: &FilterArgs, settings: &Settings) -> anyhow::Result<Query> {
    let text = if text == "-" { standard_input()? } else { text.to_owned() };
    let rooted = settings.strategy == "traverse" && !settings.look.initial_roots.0.is_empty();
    if rooted && text.trim().is_empty() { Ok(made(&text, filter, settings)) } else { query_of(&text, filter, settings) }
}

/// The same of a text that is no `-` for standard input.
///
/// # Errors
/// When the text is empty.
pub(crate) fn query_of(text: &str, filter: &FilterArgs, settings: &Settings) -> anyhow::Result<Query> {
    if text.trim().is_empty() {
        return Err(Usage(say!("question-empty")).into());
    }
    Ok(made(text, filter, settings))
}

fn made(text: &str, filter: &FilterArgs, settings: &Settings) -> Query {
    let strategy = settings.strategy.clone();
    Query { text: text.trim().to_owned(), filter: self::filter(filter), strategy, options: settings.look.clone() }
}

/// What stands on standard input, as text.
///
/// # Errors
/// When it cannot be read.
pub(super) fn standard_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context(say!("standard-input"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The filter of the flags: every kind of flag must hold, with any of its values.
fn filter(args: &FilterArgs) -> Filter {
    let texts = |values: &[String]| values.iter().cloned().map(Value::from).collect::<Vec<_>>();
    let mut all = Vec::new();
    for (field, values) in [("$id", &args.document), ("tags", &args.tag), ("$language", &args.language)] {
        if !values.is_empty() {
            all.push(Condition::any_of(field, texts(values)));
        }
    }
    for (field, value) in &args.field {
        match all.iter_mut().find(|condition| condition.field == *field) {
            Some(condition) => condition.any_of.extend(readings(value)),
            None => all.push(Condition::any_of(field, readings(value))),
        }
    }
    all.extend(args.date.as_deref().map(date));
    Filter::of(all)
}

/// A value as text, and as the number or truth value that it may stand for.
fn readings(value: &str) -> Vec<Value> {
    let other = serde_json::from_str::<Value>(value).ok().filter(|other| other.is_number() || other.is_boolean());
    std::iter::once(Value::from(value)).chain(other).collect()
}

fn date(text: &str) -> Condition {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    Condition { field: "date".to_owned(), any_of: Vec::new(), from: end(from), to: end(to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_one_field_are_alternatives_and_fields_conditions() {
        let pairs = [("author", "Ito"), ("year", "2024"), ("author", "Sol")];
        let args = FilterArgs {
            tag: vec!["a".to_owned(), "b".to_owned()],
            field: pairs.map(|(field, value)| (field.to_owned(), value.to_owned())).to_vec(),
            ..FilterArgs::default()
        };
        let found = filter(&args);
        let fields: Vec<_> =
            found.all.iter().map(|condition| (condition.field.as_str(), condition.any_of.len())).collect();
        assert_eq!(fields, [("tags", 2), ("author", 2), ("year", 2)]);
    }

    #[test]
    fn a_date_may_be_open_at_either_end() {
        let ends = |text| (date(text).from, date(text).to);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(ends("2024"), (some("2024"), some("2024")));
        assert_eq!(ends("2024-03..2025"), (some("2024-03"), some("2025")));
        assert_eq!(ends("..2023"), (None, some("2023")));
        assert_eq!(ends("2023.."), (some("2023"), None));
    }
}
