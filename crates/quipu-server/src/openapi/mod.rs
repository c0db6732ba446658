//! The description of the API in OpenAPI 3.1: from the routes and their types.

mod portable;

use std::sync::LazyLock;

use quipu_research::tools;
use serde_json::{Value, json};
use utoipa::PartialSchema as _;
use utoipa::ToSchema as _;
use utoipa::openapi::ComponentsBuilder;

use crate::compat::dify::DifyFailure;
use crate::compat::openai::{OpenAiError, OpenAiFailure};
use crate::jobs::{JobEvent, JobStanding};
use crate::problem::HttpProblem;
use crate::{router, routes, schemas};

/// Names of before, each with its method: they go with the next version.
const FORMER: [(&str, &str); 2] =
    [("/api/v1/workspaces/{name}/ask/foretold", "post"), ("/api/v1/workspaces/{name}/extract/foretold", "post")];

/// Example requests and replies of operations: real ones, which a test writes and checks against their schemas.
const EXAMPLES: &str = include_str!("../examples.json");

/// Shows an example of each operation that has one.
fn show_examples(api: &mut Value) {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap_or_default();
    let paths = api["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.filter_map(|(_, operations)| operations.as_object_mut()).flatten();
    for (_, operation) in operations {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let Some(example) = examples.get(&id) else { continue };
        if let Some(media) = operation.pointer_mut("/requestBody/content/application~1json") {
            media["example"] = example["request"].clone();
        }
        let status = example["status"].to_string();
        if let Some(media) = operation.pointer_mut(&format!("/responses/{status}/content/application~1json")) {
            media["example"] = example["reply"].clone();
        }
    }
}

/// The description.
pub fn openapi() -> Value {
    static MADE: LazyLock<Value> = LazyLock::new(made);
    MADE.clone()
}

fn made() -> Value {
    let mut api = router::described();
    let components = ComponentsBuilder::from(api.components.take().unwrap_or_default());
    // Types within events are described beside them.
    let components = components
        .schema(HttpProblem::name(), HttpProblem::schema())
        .schema(JobEvent::name(), JobEvent::schema())
        .schema(JobStanding::name(), JobStanding::schema())
        .schema(OpenAiFailure::name(), OpenAiFailure::schema())
        .schema(OpenAiError::name(), OpenAiError::schema())
        .schema(DifyFailure::name(), DifyFailure::schema());
    api.components = Some(components.build());
    let mut value = serde_json::to_value(&api).unwrap_or_default();
    // Types of the library are described at their definitions.
    if let Some(schemas) = value["components"]["schemas"].as_object_mut() {
        schemas.extend(schemas::definitions());
        schemas.extend(tools().iter().map(|tool| (routes::tools::result_name(tool), tool.output())));
    }
    for (path, method) in FORMER {
        value["paths"][path][method]["deprecated"] = json!(true);
    }
    portable::make_portable(&mut value);
    show_examples(&mut value);
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
