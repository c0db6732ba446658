//! What the API is, as OpenAPI 3.1 says it: from the routes and their types.

use std::sync::LazyLock;

use quipu::tools::tools;
use serde_json::{Value, json};
use utoipa::PartialSchema as _;
use utoipa::ToSchema as _;
use utoipa::openapi::ComponentsBuilder;

use crate::doors::dify::DifyFailure;
use crate::doors::openai::{OpenAiError, OpenAiFailure};
use crate::jobs::{JobEvent, JobStanding};
use crate::problem::HttpProblem;
use crate::{routes, schemas};

/// The description.
pub fn openapi() -> Value {
    static MADE: LazyLock<Value> = LazyLock::new(made);
    MADE.clone()
}

fn made() -> Value {
    let mut api = routes::described();
    let components = ComponentsBuilder::from(api.components.take().unwrap_or_default());
    // What stands within events is described beside them.
    let components = components
        .schema(HttpProblem::name(), HttpProblem::schema())
        .schema(JobEvent::name(), JobEvent::schema())
        .schema(JobStanding::name(), JobStanding::schema())
        .schema(OpenAiFailure::name(), OpenAiFailure::schema())
        .schema(OpenAiError::name(), OpenAiError::schema())
        .schema(DifyFailure::name(), DifyFailure::schema());
    api.components = Some(components.build());
    let mut value = serde_json::to_value(&api).unwrap_or_default();
    // What the library gives is described at its own types.
    if let Some(schemas) = value["components"]["schemas"].as_object_mut() {
        schemas.extend(schemas::definitions());
        schemas.extend(tools().iter().map(|tool| (routes::tools::result_name(tool), tool.output())));
    }
    value["info"] = json!({
        "title": "Quipu",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Documents become a knowledge graph, questions get cited answers.",
        "license": { "name": "Apache-2.0 OR MIT", "identifier": "Apache-2.0 OR MIT" },
    });
    value["components"]["securitySchemes"] = json!({ "token": { "type": "http", "scheme": "bearer" } });
    value["security"] = json!([{ "token": [] }, {}]);
    value
}
