//! Questions and their filters from plain values, for all interfaces.

use std::collections::BTreeMap;

use quipu_engine::query::Query;
use quipu_kernel::view::{Condition, Expression, Filter};
use serde_json::Value;

use crate::Error;
use crate::settings::{Settings, virtual_field};

/// A filter of documents for a question: every kind of condition must hold, with any of its values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    /// Ids of documents, or globs over ids.
    pub documents: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Languages, as `en`.
    pub languages: Vec<String>,
    /// Fields of metadata with their values, which stand for numbers and truth values too.
    pub fields: Vec<(String, String)>,
    /// A date, or a range of dates: `2024`, `2024-03..2024-06`, `..2023`.
    pub date: Option<String>,
    /// A further condition.
    pub expression: Option<Expression>,
}

/// An earlier question with its answer, where the caller keeps the conversation (chat history).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Earlier {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ask {
    /// Its words.
    pub text: String,
    /// The filter of documents.
    pub filters: Filters,
    /// The conversation that it continues, which keeps the answer too.
    pub session: Option<String>,
    /// Earlier exchanges, the oldest first, where no conversation of the workspace is named: they are not kept.
    pub history: Vec<Earlier>,
    /// True if no model writes the answer, though one is named.
    pub offline: bool,
    /// True if a search returns the context for a model, in the form that `answer.context` names.
    pub with_context: bool,
    /// Names of concepts near it, which a model reads behind the sources.
    pub related: Vec<String>,
    /// True if the caller listens: then the words of a model are events as they come.
    pub streamed: bool,
}

impl From<&str> for Ask {
    fn from(text: &str) -> Self {
        Self::of(text)
    }
}

impl From<String> for Ask {
    fn from(text: String) -> Self {
        Self::of(text)
    }
}

impl Ask {
    /// A question alone, about all documents.
    pub fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Its options besides its way, as a conversation keeps them: filters, and values that differ from defaults.
    pub(crate) fn how(&self, settings: &Settings) -> BTreeMap<String, Vec<String>> {
        let Filters { documents, tags, languages, fields, date, expression } = &self.filters;
        let pairs = fields.iter().map(|(field, value)| format!("{field}={value}")).collect();
        let said = [
            ("effort", vec![settings.effort.clone()]),
            ("offline", self.offline.then(|| "yes".to_owned()).into_iter().collect()),
            ("document", documents.clone()),
            ("tag", tags.clone()),
            ("language", languages.clone()),
            ("field", pairs),
            ("date", date.clone().into_iter().collect()),
            ("where", expression.iter().map(ToString::to_string).collect()),
        ];
        said.into_iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(name, values)| (name.to_owned(), values))
            .collect()
    }

    /// The query of the engine.
    ///
    /// # Errors
    /// When the text is empty, or a date is invalid.
    pub(crate) fn query(&self, settings: &Settings) -> Result<Query, Error> {
        if self.text.trim().is_empty() {
            return Err(Error::QuestionEmpty);
        }
        self.query_of_any(settings)
    }

    /// The query of the engine, where the text may be empty if a traversal starts from documents alone.
    ///
    /// # Errors
    /// As [`Ask::query`].
    pub(crate) fn query_or_roots(&self, settings: &Settings) -> Result<Query, Error> {
        let rooted = settings.strategy == "traverse" && settings.look.own("traverse.initial_roots").is_some();
        if rooted { self.query_of_any(settings) } else { self.query(settings) }
    }

    fn query_of_any(&self, settings: &Settings) -> Result<Query, Error> {
        let (strategy, filter) = (settings.strategy.clone(), self.filters.looked(settings)?);
        Ok(Query { text: self.text.trim().to_owned(), filter, strategy, options: settings.look.clone() })
    }
}

impl Filters {
    /// The filter of the engine for searches: the condition of the settings must hold too.
    ///
    /// # Errors
    /// As [`Filters::filter`].
    pub(crate) fn looked(&self, settings: &Settings) -> Result<Filter, Error> {
        Ok(self.filter()?.and_where(settings.look_where.clone()))
    }

    /// The filter of the engine.
    ///
    /// # Errors
    /// When a date is invalid, or the expression uses a name that is no field of documents.
    pub(crate) fn filter(&self) -> Result<Filter, Error> {
        let texts = |values: &[String]| values.iter().cloned().map(Value::from).collect::<Vec<_>>();
        let mut all = Vec::new();
        for (field, values) in [("$id", &self.documents), ("tags", &self.tags), ("$language", &self.languages)] {
            if !values.is_empty() {
                all.push(Condition::any_of(field, texts(values)));
            }
        }
        for (field, value) in &self.fields {
            match all.iter_mut().find(|condition| condition.field == *field) {
                Some(condition) => condition.any_of.extend(readings(value)),
                None => all.push(Condition::any_of(field, readings(value))),
            }
        }
        if let Some(text) = &self.date {
            all.push(date(text).ok_or_else(|| Error::DateIsNone { date: text.clone() })?);
        }
        if let Some(field) = self.expression.as_ref().and_then(virtual_field) {
            return Err(Error::FilterField { field: field.to_owned() });
        }
        Ok(Filter::of(all).and_where(self.expression.clone()))
    }
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

/// True if a text is a year, a month or a day that there is: `2024`, `2024-02`, `2024-02-29`.
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
        let filters = Filters {
            tags: vec!["a".to_owned(), "b".to_owned()],
            fields: pairs.map(|(field, value)| (field.to_owned(), value.to_owned())).to_vec(),
            ..Filters::default()
        };
        let found = filters.filter().expect("there is no date");
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
