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
/// When the text is empty, a date is none, or standard input cannot be read.
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
    if rooted && text.trim().is_empty() { made(&text, filter, settings) } else { query_of(&text, filter, settings) }
}

/// The same of a text that is no `-` for standard input.
///
/// # Errors
/// When the text is empty, or a date is none.
pub(crate) fn query_of(text: &str, filter: &FilterArgs, settings: &Settings) -> anyhow::Result<Query> {
    if text.trim().is_empty() {
        return Err(Usage(say!("question-empty")).into());
    }
    made(text, filter, settings)
}

fn made(text: &str, filter: &FilterArgs, settings: &Settings) -> anyhow::Result<Query> {
    let (strategy, filter) = (settings.strategy.clone(), self::filter(filter)?);
    Ok(Query { text: text.trim().to_owned(), filter, strategy, options: settings.look.clone() })
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
///
/// # Errors
/// When a date is none.
fn filter(args: &FilterArgs) -> Result<Filter, Usage> {
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
    if let Some(text) = &args.date {
        all.push(date(text).ok_or_else(|| Usage(say!("date-is-none", date = text)))?);
    }
    Ok(Filter::of(all))
}

/// A value as text, and as the number or truth value that it may stand for.
fn readings(value: &str) -> Vec<Value> {
    let other = serde_json::from_str::<Value>(value).ok().filter(|other| other.is_number() || other.is_boolean());
    std::iter::once(Value::from(value)).chain(other).collect()
}

/// The condition that a date or a range of dates makes; none where an end is no date, or both are left out.
fn date(text: &str) -> Option<Condition> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let (from, to) = (end(from), end(to));
    let are_dates = [&from, &to].into_iter().flatten().all(|end| is_date(end));
    (are_dates && (from.is_some() || to.is_some())).then(|| Condition {
        field: "date".to_owned(),
        any_of: Vec::new(),
        from,
        to,
    })
}

/// Whether a text is a year, a month or a day that there is: `2024`, `2024-02`, `2024-02-29`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let all_digits = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        if all_digits { part.parse::<u32>().ok() } else { None }
    };
    let month = |part: &str| number(part, 2).filter(|month| (1..=12).contains(month));
    match parts.as_slice() {
        [year] => number(year, 4).is_some(),
        [year, of_year] => number(year, 4).is_some() && month(of_year).is_some(),
        [year, of_year, day] => match (number(year, 4), month(of_year), number(day, 2)) {
            (Some(year), Some(month), Some(day)) => (1..=days(year, month)).contains(&day),
            _ => false,
        },
        _ => false,
    }
}

fn days(year: u32, month: u32) -> u32 {
    let leaps = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(leaps),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
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
        let found = filter(&args).expect("there is no date");
        let fields: Vec<_> =
            found.all.iter().map(|condition| (condition.field.as_str(), condition.any_of.len())).collect();
        assert_eq!(fields, [("tags", 2), ("author", 2), ("year", 2)]);
    }

    #[test]
    fn a_date_may_be_open_at_either_end() {
        let ends = |text| date(text).map(|date| (date.from, date.to)).expect("it is a date");
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(ends("2024"), (some("2024"), some("2024")));
        assert_eq!(ends("2024-03..2025"), (some("2024-03"), some("2025")));
        assert_eq!(ends("..2023"), (None, some("2023")));
        assert_eq!(ends("2023.."), (some("2023"), None));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["2023-02-29", "2024-00", "2024-13-01", "24", "yesterday", "2024..soon", "..", "", "2024-1-5"] {
            assert!(date(text).is_none(), "{text}");
        }
        assert!(date("2024-02-29").is_some() && date("1999-12 .. 2000-01-31").is_some());
    }
}
