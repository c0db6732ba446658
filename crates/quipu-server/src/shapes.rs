//! Shapes that several routes share.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use quipu::filter::Expression;
use quipu::graph::Key;
use quipu::settings::{is_for_requests, preset};
use quipu::{Ask, Filters};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, response::Response};
use utoipa::{IntoParams, IntoResponses, ToSchema};

use crate::cursor;
use crate::problem::HttpProblem;
use crate::served::Served;

/// A page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageOf {
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub(crate) limit: usize,
    /// The `next` of the page before.
    pub(crate) cursor: Option<String>,
}

/// The default size of a page.
pub(crate) fn hundred() -> usize {
    100
}

impl PageOf {
    /// The size of the page, if it is within limits.
    pub(crate) fn limit(&self) -> Result<usize, HttpProblem> {
        within("limit", self.limit, 1, 1000)
    }

    /// Behind which key of a list the page begins.
    pub(crate) fn after(&self, list: &str) -> Result<Option<String>, HttpProblem> {
        self.cursor.as_deref().map(|cursor| cursor::key(list, cursor)).transpose()
    }
}

/// A number, if it is within bounds.
pub(crate) fn within(name: &str, value: usize, least: usize, most: usize) -> Result<usize, HttpProblem> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(HttpProblem::invalid(format!("{name}: it is {value}, and may be from {least} to {most}")))
}

/// A key of 32 hexadecimal digits.
pub(crate) fn key(text: &str, what: &str) -> Result<Key, HttpProblem> {
    text.parse().map_err(|_| HttpProblem::not_found(what))
}

/// Conditions that documents must meet: every kind of condition must hold, with any of its values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FilterBody {
    /// Ids of documents, or globs over ids.
    pub(crate) document: Vec<String>,
    /// Tags.
    pub(crate) tag: Vec<String>,
    /// Languages, as `en`.
    pub(crate) language: Vec<String>,
    /// Fields of metadata with their values.
    pub(crate) field: BTreeMap<String, Vec<String>>,
    /// A date, or a range: `2024`, `2024-03..2024-06`, `..2023`.
    pub(crate) date: Option<String>,
    /// A further condition, as a text or as JSON.
    #[serde(rename = "where")]
    #[schema(value_type = Option<WhereForm>)]
    pub(crate) expression: Option<Expression>,
}

/// A filter expression: a text, `year >= 2020 and not tags = draft`, or JSON, `{"all": […]}`, `{"any": […]}`, `{"not": …}` or a
/// test as `{"field": "year", "between": {"from": 2020}}`.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what an expression looks like.
pub(crate) enum WhereForm {
    /// Its form for people.
    Text(String),
    /// Its form for programs: `all`, `any` or `not`, or a `field` with one of `equals`, `one_of`, `begins`, `ends`, `holds`,
    /// `exists`, `between`.
    Json(BTreeMap<String, serde_json::Value>),
}

impl From<FilterBody> for Filters {
    fn from(FilterBody { document, tag, language, field, date, expression }: FilterBody) -> Self {
        let pairs =
            field.into_iter().flat_map(|(field, values)| values.into_iter().map(move |value| (field.clone(), value)));
        Self { documents: document, tags: tag, languages: language, fields: pairs.collect(), date, expression }
    }
}

/// The most bytes of a question.
pub(crate) const QUESTION: usize = 16 << 10;

/// A query, and options of the search.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LookBody {
    /// A preset, as `lightrag`, with options of searching and answering; explicit options override it.
    pub(crate) preset: Option<String>,
    /// The strategy, as `walk`; `GET /api/v1/capabilities` lists them.
    pub(crate) strategy: Option<String>,
    /// Maximal number of chunks.
    #[schema(minimum = 1, maximum = 200)]
    pub(crate) limit: Option<usize>,
    /// Conditions that documents must meet.
    pub(crate) filter: FilterBody,
    /// Other options of the strategy: the settings `look.…` without that prefix.
    #[schema(value_type = BTreeMap<String, String>)]
    pub(crate) look: BTreeMap<String, String>,
}

impl LookBody {
    /// The settings that it stands for.
    pub(crate) fn settings(&self) -> Result<Vec<(String, String)>, HttpProblem> {
        let preset = self.preset.as_deref().map(preset).transpose().map_err(quipu::Error::from)?;
        let mut settings = preset.map(|preset| preset.values()).unwrap_or_default();
        // The splitting and reading of documents was settled before.
        settings.retain(|(key, _)| is_for_requests(key));
        settings.extend(self.look.iter().map(|(name, value)| (format!("look.{name}"), value.clone())));
        settings.extend(self.strategy.iter().map(|strategy| ("look.strategy".to_owned(), strategy.clone())));
        if let Some(limit) = self.limit {
            settings.push(("look.limit".to_owned(), within("limit", limit, 1, 200)?.to_string()));
        }
        Ok(settings)
    }

    /// A question about it.
    pub(crate) fn question(&self, text: String) -> Result<Ask, HttpProblem> {
        if text.len() > QUESTION {
            return Err(HttpProblem::invalid(format!(
                "the question has {} bytes, and may have {QUESTION}",
                text.len()
            )));
        }
        Ok(Ask { filters: self.filter.clone().into(), ..Ask::of(text) })
    }
}

/// Checks that a workspace is at the change that a request is based on, where it names one.
///
/// # Errors
/// When it changed since.
pub(crate) async fn unchanged(served: &Served, at_change: Option<u64>) -> Result<(), HttpProblem> {
    let Some(at) = at_change else { return Ok(()) };
    let change = served.quipu().change().await?;
    if change == at {
        return Ok(());
    }
    let detail = format!("the workspace is at change {change}, and the request was made of {at}; look again");
    Err(HttpProblem::new(StatusCode::PRECONDITION_FAILED, "changed", detail))
}

/// The failures of every route.
pub(crate) struct Failures;

/// Replies of some statuses that share a schema and a media type: the OpenAPI description of failures.
pub(crate) fn described<const N: usize>(
    schema: &str,
    media: &str,
    statuses: [(u16, &str); N],
) -> BTreeMap<String, RefOr<Response>> {
    let one = |(status, about): (u16, &str)| {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build();
        let response = ResponseBuilder::new().description(about).content(media, content).build();
        (status.to_string(), RefOr::T(response))
    };
    statuses.into_iter().map(one).collect()
}

impl IntoResponses for Failures {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let statuses = [
            (400, "The request is not valid."),
            (401, "A token is required, or it is not valid."),
            (403, "Permission denied."),
            (404, "Not found, or no access to it."),
            (408, "The body was sent too slowly."),
            (409, "Conflict with the current state."),
            (412, "The workspace has changed since the request was made."),
            (413, "The request is too large."),
            (415, "Unsupported media type."),
            (421, "The host is not served here."),
            (422, "A value is not accepted."),
            (429, "Too many requests."),
            (500, "Internal error."),
            (502, "A model's server failed."),
            (503, "Another writer is active."),
            (507, "The disk is full or fails."),
        ];
        described("Problem", "application/problem+json", statuses)
    }
}
