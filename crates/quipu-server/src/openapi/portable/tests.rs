//! Each rule on a small description.

use serde_json::{Value, json};

use super::make_portable;

/// The components that the rules make of these.
fn made(schemas: Value) -> Value {
    let mut api = json!({ "components": { "schemas": schemas } });
    make_portable(&mut api);
    api["components"]["schemas"].take()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

#[test]
fn parts_become_one_flat_object() {
    let schemas = made(json!({
        "Job": { "description": "A job.", "allOf": [reference("Work"), {
            "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"],
        }] },
        "Work": { "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "index", "type": "string" }, "paths": { "type": "array" }, "size": { "type": "string" } }, "required": ["kind", "paths"] },
            { "type": "object", "properties": { "kind": { "const": "delete", "type": "string" }, "size": { "type": "integer" } }, "required": ["kind", "size"] },
        ] },
    }));
    assert_eq!(
        schemas["Job"],
        json!({ "description": "A job.", "type": "object", "required": ["id", "kind"], "properties": {
            "id": { "type": "string" },
            "kind": { "type": "string", "enum": ["index", "delete"] },
            "paths": { "type": "array" },
            // What variants say in two ways may be both.
            "size": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
        } })
    );
    assert_eq!(schemas["Work"]["oneOf"], json!([reference("WorkIndex"), reference("WorkDelete")]));
}

#[test]
fn what_is_not_always_an_object_is_not_flattened() {
    let parts =
        json!({ "allOf": [reference("Rows"), { "type": "object", "properties": { "of": { "type": "string" } } }] });
    let rows = json!({ "type": "array", "items": reference("Own") });
    let own = json!({ "allOf": [reference("Own"), { "type": "object", "properties": {} }] });
    let schemas = json!({ "Parts": parts, "Rows": rows, "Own": own });
    assert_eq!(made(schemas.clone()), schemas);
    let end = json!({ "End": { "description": "Its name.", "allOf": [{ "type": "string", "enum": ["end"], "description": "Names." }] } });
    assert_eq!(made(end)["End"], json!({ "type": "string", "enum": ["end"], "description": "Its name." }));
    let described = json!({ "Way": { "allOf": [reference("Rows")], "description": "Rows." } });
    assert_eq!(made(described)["Way"], json!({ "$ref": "#/components/schemas/Rows", "description": "Rows." }));
}

#[test]
fn properties_beside_a_union_are_properties_of_its_variants() {
    let schemas = made(json!({ "Decision": {
        "type": "object", "properties": { "at": { "type": "integer" } }, "required": ["at"],
        "oneOf": [
            reference("Split"),
            { "type": "object", "description": "One.", "additionalProperties": false, "properties": { "to": { "type": "string" } }, "required": ["to"] },
        ],
    }, "Split": { "type": "object", "properties": { "of": { "type": "string" } }, "required": ["of"] } }));
    assert_eq!(schemas["Decision"], json!({ "oneOf": [reference("DecisionOf"), reference("DecisionTo")] }));
    assert_eq!(
        schemas["DecisionTo"],
        json!({ "type": "object", "description": "One.", "required": ["at", "to"],
                "properties": { "at": { "type": "integer" }, "to": { "type": "string" } } })
    );
}

#[test]
fn documented_values_are_one_enum() {
    let values = json!([
        { "const": "quick", "type": "string", "description": "One look." },
        { "enum": ["normal", "deep"], "type": "string", "description": "More." },
        { "const": "none", "type": "string" },
    ]);
    let schemas = made(json!({
        "Effort": { "description": "The effort.", "oneOf": values },
        "Ask": { "type": "object", "properties": { "effort": { "anyOf": [{ "oneOf": values }, { "type": "null" }] } } },
    }));
    let lines = "`quick`: One look.\n`normal`, `deep`: More.";
    let made =
        |about: String| json!({ "type": "string", "enum": ["quick", "normal", "deep", "none"], "description": about });
    assert_eq!(schemas["Effort"], made(format!("The effort.\n{lines}")));
    assert_eq!(schemas["Ask"]["properties"]["effort"]["anyOf"][0], made(lines.to_owned()));
}

#[test]
fn variants_are_components_that_their_tag_tells_apart() {
    let schemas = made(json!({
        "Event": { "oneOf": [
            { "type": "object", "properties": { "event": { "const": "step.ended", "type": "string" } }, "required": ["event"] },
            { "allOf": [reference("Line"), { "type": "object", "properties": { "event": { "const": "line", "type": "string" } }, "required": ["event"] }] },
        ] },
        "EventLine": { "type": "string" },
        "Line": { "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] },
    }));
    assert_eq!(
        schemas["Event"],
        json!({
            "oneOf": [reference("EventStepEnded"), reference("EventLineVariant")],
            "discriminator": { "propertyName": "event", "mapping": {
                "step.ended": "#/components/schemas/EventStepEnded", "line": "#/components/schemas/EventLineVariant",
            } },
        })
    );
    assert_eq!(schemas["EventLineVariant"]["required"], json!(["event", "text"]));
}

#[test]
fn unions_hold_no_unions_and_no_objects() {
    let end = json!({ "type": "object", "properties": { "whole": { "type": "string" } }, "required": ["whole"] });
    let schemas = made(json!({
        "Stream": { "oneOf": [reference("Event"), { "$ref": "#/components/schemas/End", "description": "The end." }] },
        "Event": { "anyOf": [{ "type": "object", "properties": { "a": {} }, "required": ["a"] }, { "type": "string" }] },
        "End": end,
        "Shown": { "type": "object", "properties": {
            "event": { "oneOf": [reference("Event"), { "type": "null" }] },
            "end": { "anyOf": [{ "type": "null" }, end] },
            "rows": { "type": "array", "items": { "anyOf": [{ "oneOf": [end, { "type": "boolean" }] }, { "type": "null" }] } },
        } },
    }));
    assert_eq!(schemas["Stream"], json!({ "anyOf": [reference("EventA"), reference("End"), { "type": "string" }] }));
    let properties = &schemas["Shown"]["properties"];
    assert_eq!(properties["event"], json!({ "oneOf": [reference("Event"), { "type": "null" }] }));
    assert_eq!(properties["end"], json!({ "anyOf": [reference("ShownEnd"), { "type": "null" }] }));
    let rows = json!({ "anyOf": [reference("ShownRowsWhole"), { "type": "boolean" }, { "type": "null" }] });
    assert_eq!(properties["rows"]["items"], rows);
    assert_eq!(schemas["ShownRowsWhole"], end);
}

#[test]
fn variants_that_nothing_tells_apart_are_ordered() {
    let object = |required: &[&str]| json!({ "type": "object", "properties": {}, "required": required });
    let schemas = made(json!({
        "Report": { "oneOf": [reference("Read"), { "type": "array" }, reference("Fetched")] },
        "Way": { "oneOf": [reference("Read"), reference("Other")] },
        "Read": object(&["seconds"]), "Fetched": object(&["failed", "seconds"]), "Other": object(&["hours"]),
    }));
    // What was fetched was read, too.
    assert_eq!(schemas["Report"], json!({ "oneOf": [reference("Fetched"), reference("Read"), { "type": "array" }] }));
    assert_eq!(schemas["Way"], json!({ "oneOf": [reference("Read"), reference("Other")] }));
}

#[test]
fn keywords_that_break_readers_are_left_out() {
    let schemas = made(json!({
        "Body": { "title": "Other", "type": "object", "properties": {
            "title": { "type": "string", "const": "x", "default": "x" },
            "default": { "type": "object", "additionalProperties": {}, "propertyNames": { "type": "string" }, "default": {} },
        } },
        "Bytes": { "type": "string", "contentMediaType": "application/x-ndjson", "contentSchema": reference("Body") },
        "Text": { "type": "string", "contentMediaType": "application/json", "contentSchema": reference("Body") },
    }));
    assert_eq!(
        schemas["Body"],
        json!({ "type": "object", "properties": {
            "title": { "type": "string", "enum": ["x"], "default": "x" },
            "default": { "type": "object", "additionalProperties": true },
        } })
    );
    assert_eq!(schemas["Bytes"], json!({ "type": "string", "format": "binary" }));
    assert_eq!(schemas["Text"]["contentSchema"], reference("Body"));
}

#[test]
fn a_list_and_its_component_have_two_names() {
    let mut api = json!({
        "components": { "schemas": {
            "Paths": { "type": "object", "properties": { "paths": { "type": "array", "items": { "type": "string" } } } },
            "Day": { "type": "object", "properties": { "day": { "type": "integer" } } },
        } },
        "paths": { "/paths": { "get": { "operationId": "paths", "responses": { "200": { "content": { "application/json": {
            "schema": reference("Paths"), "example": { "schema": { "title": "t" } },
        } } } } } } },
    });
    make_portable(&mut api);
    let media = &api["paths"]["/paths"]["get"]["responses"]["200"]["content"]["application/json"];
    assert_eq!(media["schema"], reference("PathList"));
    assert_eq!(media["example"], json!({ "schema": { "title": "t" } }));
    let names: Vec<&String> = api["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Day", "PathList"]);
}

#[test]
fn a_list_is_the_only_body() {
    let lines = json!({ "schema": { "type": "string" } });
    let body =
        |json: Value| json!({ "content": { "application/json": { "schema": json }, "application/x-ndjson": lines } });
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let mut api = json!({ "paths": { "/w": {
        "post": { "requestBody": body(list.clone()) }, "put": { "requestBody": body(json!({ "type": "string" })) },
    } } });
    make_portable(&mut api);
    assert_eq!(
        api["paths"]["/w"]["post"]["requestBody"],
        json!({ "description": "Taken as `application/x-ndjson`, too.", "content": { "application/json": { "schema": list } } })
    );
    assert_eq!(api["paths"]["/w"]["put"]["requestBody"], body(json!({ "type": "string" })));
}

#[test]
fn the_schemas_of_operations_are_named_by_them() {
    let object = |name: &str| json!({ "type": "object", "properties": { name: {} }, "required": [name] });
    let mut api = json!({ "components": { "schemas": {} }, "paths": { "/w": { "post": {
        "operationId": "start_work",
        "requestBody": { "content": { "application/json": { "schema": { "oneOf": [object("a"), object("b")] } } } },
    } } } });
    make_portable(&mut api);
    let schema = &api["paths"]["/w"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(schema["oneOf"], json!([reference("StartWorkRequestA"), reference("StartWorkRequestB")]));
    assert_eq!(api["components"]["schemas"]["StartWorkRequestB"], object("b"));
    let once = api.clone();
    make_portable(&mut api);
    assert_eq!(api, once, "the rules change nothing of what they made");
}

#[test]
fn an_object_and_a_part_of_it_are_one_object() {
    let part = json!({ "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] });
    let whole = json!({ "type": "object", "required": ["id", "chunks"], "properties": {
        "id": { "type": "string", "description": "The id." }, "chunks": { "type": "array" },
    } });
    let schemas =
        made(json!({ "Shown": { "oneOf": [reference("Whole"), reference("Part")] }, "Whole": whole, "Part": part }));
    assert_eq!(schemas["Shown"]["required"], json!(["id"]));
    assert_eq!(schemas["Shown"]["properties"].as_object().unwrap().len(), 2);
    let apart = json!({ "type": "object", "properties": { "id": { "type": "integer" } } });
    let schemas =
        made(json!({ "Shown": { "oneOf": [reference("Part"), reference("Apart")] }, "Apart": apart, "Part": part }));
    assert!(schemas["Shown"]["oneOf"].is_array(), "they can be told apart");
}
