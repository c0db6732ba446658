//! Answers as JSON: of our own shape (`json_object`), of a client's schema (`json_schema`), or as the arguments of a
//! function that a client forces. Rules fill a schema; where they leave gaps, a configured model is asked, and what it
//! writes is sent only if it fits. What nothing fills is refused by its name.

mod answer_facts;
mod asked_form;
mod filled;
mod json_schema;

use std::time::Duration;

use quipu::Quipu;
use quipu::ask::Answer;
use serde_json::Value;

use super::sent::ChatBody;
use crate::place_links::PublicLinks;
use crate::problem::HttpProblem;
use answer_facts::AnswerFacts;
use asked_form::without_form;
use filled::{Filled, filled};
use json_schema::{AnswerSchema, SchemaProblem};

/// Timeout of a model that fills a schema.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most tokens that it writes.
const ROOM: u32 = 2000;

/// The shape of an answer that is no text.
#[derive(Debug)]
pub(super) enum WantedShape {
    /// A JSON object of our own shape.
    Object,
    /// A JSON value of a schema.
    Schema {
        /// The name of the schema.
        name: String,
        /// The schema.
        schema: AnswerSchema,
    },
    /// The arguments of a function.
    Call {
        /// The function.
        name: String,
        /// The schema of its arguments.
        schema: AnswerSchema,
    },
}

/// The means to write an answer in a shape.
pub(super) struct ShapeContext<'a> {
    pub(super) quipu: &'a Quipu,
    pub(super) places: &'a PublicLinks,
    /// True if marks stay in the text of our own shape.
    pub(super) marks: bool,
    /// True if no model is asked.
    pub(super) offline: bool,
}

impl WantedShape {
    /// The shape that a chat wants; none for text.
    ///
    /// # Errors
    /// When it is not known, or its schema cannot be met whatever the answer is.
    pub(super) fn of(chat: &ChatBody) -> Result<Option<Self>, HttpProblem> {
        if let Some((number, name)) = forced(chat)? {
            let tool = &chat.tools.as_deref().unwrap_or_default()[number];
            let (function, at) = match tool.get("function") {
                Some(function) => (function, format!("/tools/{number}/function/parameters")),
                None => (tool, format!("/tools/{number}/parameters")),
            };
            let free = Value::Object(serde_json::Map::new());
            let parameters = function.get("parameters").filter(|parameters| !parameters.is_null()).unwrap_or(&free);
            let schema = AnswerSchema::read(parameters, &at).map_err(|problem| refused(&problem, &at))?;
            return Ok(Some(Self::Call { name, schema }));
        }
        let Some(wish) = &chat.response_format else { return Ok(None) };
        let named = wish.json_schema.as_ref().filter(|named| named.is_object());
        let inner = named.and_then(|named| named.get("schema"));
        match wish.kind.as_deref() {
            None | Some("text") => Ok(None),
            Some("json_object") if wish.schema.is_none() && inner.is_none() => Ok(Some(Self::Object)),
            Some("json_object" | "json_schema") => {
                let (schema, at) = match (inner, &wish.schema) {
                    (Some(schema), _) => (schema, "/response_format/json_schema/schema"),
                    (None, Some(schema)) => (schema, "/response_format/schema"),
                    (None, None) => {
                        let detail = "response_format.json_schema.schema: send the schema of the answer";
                        return Err(HttpProblem::invalid(detail).at("/response_format/json_schema/schema"));
                    }
                };
                let schema = AnswerSchema::read(schema, at).map_err(|problem| refused(&problem, at))?;
                let name = named.and_then(|named| named["name"].as_str()).unwrap_or_default().to_owned();
                Ok(Some(Self::Schema { name, schema }))
            }
            Some(other) => {
                let detail = format!("response_format.type: {other:?} is not one of text, json_object, json_schema");
                Err(HttpProblem::invalid(detail).at("/response_format/type"))
            }
        }
    }

    /// A question without its sentences about the shape.
    pub(super) fn asked(question: &str) -> String {
        without_form(question)
    }

    /// The function that is called, if one is.
    pub(super) fn called(&self) -> Option<&str> {
        match self {
            Self::Call { name, .. } => Some(name),
            Self::Object | Self::Schema { .. } => None,
        }
    }

    /// The part of the request that wants it, for an error.
    pub(super) fn part(&self) -> &'static str {
        if self.called().is_some() { "tool_choice" } else { "response_format" }
    }

    /// An answer in this shape, as JSON.
    ///
    /// # Errors
    /// When a required part of the schema is filled by nothing in the answer.
    pub(super) async fn written(&self, answer: &Answer, by: &ShapeContext<'_>) -> Result<String, HttpProblem> {
        let facts = AnswerFacts::of(answer, by.places);
        let (name, schema) = match self {
            Self::Object => return Ok(facts.object(by.marks).to_string()),
            // Any object is allowed: ours is one.
            Self::Schema { schema, .. } if schema.is_free() => return Ok(facts.object(by.marks).to_string()),
            Self::Schema { name, schema } | Self::Call { name, schema } => (name, schema),
        };
        let Filled { value, gaps } = filled(schema, &facts, name);
        let asks = (gaps || value.is_err()) && !by.offline && !answer.refused;
        if asks && let Some(value) = by_model(schema, answer, by.quipu).await {
            return Ok(value.to_string());
        }
        value.map(|value| value.to_string()).map_err(|mut problem| {
            problem.why.push_str(
                "; make it nullable or optional, give it the name of a part of an answer (answer, citations, confidence, \
                refused), or configure a model (`llm.url`)",
            );
            refused(&problem, &schema.at)
        })
    }
}

/// The function that a chat forces, with its position among the tools.
fn forced(chat: &ChatBody) -> Result<Option<(usize, String)>, HttpProblem> {
    let refused = |detail: &str| Err(HttpProblem::invalid(format!("tool_choice: {detail}")).at("/tool_choice"));
    let tools = chat.tools.as_deref().unwrap_or_default();
    let name_of = |tool: &Value| tool.get("function").unwrap_or(tool)["name"].as_str().map(str::to_owned);
    let kind = |choice: &Value| choice.as_str().or_else(|| choice["type"].as_str()).map(str::to_owned);
    let Some(choice) = chat.tool_choice.as_ref().filter(|choice| !choice.is_null()) else { return Ok(None) };
    match kind(choice).as_deref() {
        Some("auto" | "none") => Ok(None),
        Some("required" | "any") => match tools {
            [one] => match name_of(one) {
                Some(name) => Ok(Some((0, name))),
                None => refused("the tool has no name"),
            },
            _ => refused("with `required` there must be a single tool, which gets the answer as its arguments"),
        },
        Some("function") => {
            let wanted = choice.get("function").unwrap_or(choice)["name"].as_str().unwrap_or_default();
            let found = tools.iter().position(|tool| name_of(tool).as_deref() == Some(wanted));
            match found {
                Some(number) => Ok(Some((number, wanted.to_owned()))),
                None => refused(&format!("there is no tool {wanted:?} in `tools`")),
            }
        }
        _ => refused("use auto, none, required, or a named function"),
    }
}

/// A part of a schema that cannot be met, by its name.
fn refused(problem: &SchemaProblem, at: &str) -> HttpProblem {
    let pointer = format!("{at}{}", problem.pointer);
    let named = pointer.trim_start_matches('/').replace('/', ".");
    HttpProblem::invalid(format!("{named}: {}", problem.why)).at(&pointer)
}

/// A value that a configured model writes from the answer and its quotes, if it fits the schema.
async fn by_model(schema: &AnswerSchema, answer: &Answer, quipu: &Quipu) -> Option<Value> {
    let quotes: Vec<String> = answer
        .citations
        .iter()
        .map(|one| {
            let page = one.page.map(|page| format!(", page {page}")).unwrap_or_default();
            format!("[{}] {}{page}: {}", one.n, one.document, one.quote)
        })
        .collect();
    let words = include_str!("../prompts/shape.md")
        .replace("{schema}", &schema.root.to_string())
        .replace("{question}", &answer.question)
        .replace("{quotes}", &quotes.join("\n"))
        .replace("{answer}", &answer.answer);
    let said = tokio::time::timeout(PATIENCE, quipu.said_cheaply(&words, ROOM)).await.ok()?.ok()??;
    let object = said.get(said.find('{')?..=said.rfind('}')?)?;
    let value: Value = serde_json::from_str(object).ok()?;
    schema.check(&value).is_ok().then_some(value)
}

#[cfg(test)]
mod tests;
