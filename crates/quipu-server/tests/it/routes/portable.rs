//! The shapes of OpenAPI that generators of clients read alike.

use serde_json::{Map, Value};

use crate::common::contract;

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// Calls a function on each schema of a description, with its place.
fn each_schema(at: &str, value: &Value, seen: &mut dyn FnMut(&str, &Map<String, Value>)) {
    match value {
        Value::Object(map) => {
            // The names of properties and of components are no keywords.
            let names = at.ends_with("/properties") || at.ends_with("/schemas") || at.ends_with("/mapping");
            if !names {
                seen(at, map);
            }
            let inner =
                map.iter().filter(|(key, _)| names || !["example", "examples", "enum", "info"].contains(&key.as_str()));
            inner.for_each(|(key, one)| each_schema(&format!("{at}/{key}"), one, seen));
        }
        Value::Array(members) => {
            members.iter().enumerate().for_each(|(place, one)| each_schema(&format!("{at}/{place}"), one, seen));
        }
        _ => {}
    }
}

fn members(schema: &Map<String, Value>) -> Option<&Vec<Value>> {
    ["oneOf", "anyOf"].iter().find_map(|many| schema.get(*many)?.as_array())
}

/// What a generator does not read in a schema.
fn complaints(described: &Value, schema: &Map<String, Value>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (keyword, complaint) in [("allOf", "allOf"), ("title", "a title"), ("const", "a constant")] {
        if schema.contains_key(keyword) {
            found.push(complaint);
        }
    }
    if schema.get("default").is_some_and(Value::is_object) {
        found.push("a default that is an object");
    }
    let Some(members) = members(schema) else { return found };
    if schema.contains_key("properties") {
        found.push("properties beside a union");
    }
    let named =
        |one: &Value| Some(described.pointer(one["$ref"].as_str()?.strip_prefix('#')?).expect("a component").clone());
    // A value that may lack is a name beside null, also where the name is a union's.
    let optional = members.len() == 2 && members.iter().any(|one| one["type"] == "null");
    for one in members {
        let meant = named(one).filter(|_| !optional).unwrap_or_else(|| one.clone());
        if meant.as_object().is_some_and(|meant| self::members(meant).is_some()) {
            found.push("a union of unions");
        }
        if one.get("properties").is_some() {
            found.push("an object without a name in a union");
        }
    }
    found
}

#[test]
fn every_schema_has_a_shape_that_generators_read() {
    let described = quipu_server::openapi();
    let mut wrong = Vec::new();
    each_schema("", &described, &mut |at, schema| {
        wrong.extend(complaints(&described, schema).iter().map(|complaint| format!("{at}: {complaint}")));
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_reference_and_every_mapping_has_its_component() {
    let described = quipu_server::openapi();
    let (mut references, mut mapped) = (Vec::new(), 0);
    each_schema("", &described, &mut |at, schema| {
        references.extend(schema.get("$ref").and_then(Value::as_str).map(str::to_owned));
        if let Some(discriminator) = schema.get("discriminator") {
            let mapping = discriminator["mapping"].as_object().unwrap();
            assert_eq!(mapping.len(), members(schema).unwrap().len(), "{at}: a variant has no value");
            references.extend(mapping.values().map(|one| one.as_str().unwrap().to_owned()));
            mapped += 1;
        }
    });
    let lost: Vec<&String> =
        references.iter().filter(|one| described.pointer(one.trim_start_matches('#')).is_none()).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(mapped > 10, "unions are tagged: {mapped}");
    for union in ["Work", "JobEvent", "AnswerStreamEvent", "PaperAnswerEvent"] {
        let discriminator = &described["components"]["schemas"][union]["discriminator"];
        assert!(discriminator["propertyName"].is_string(), "{union} says nothing of its tag");
    }
}

#[test]
fn every_json_reply_is_typed_and_a_form_stands_alone() {
    let described = quipu_server::openapi();
    let operations = described["paths"].as_object().unwrap().values();
    let operations = operations.flat_map(|all| METHODS.iter().filter_map(|method| all.get(*method)));
    for operation in operations {
        let id = operation["operationId"].as_str().expect("an operation has an id");
        for (status, reply) in operation["responses"].as_object().unwrap() {
            let schema = reply.pointer("/content/application~1json/schema").filter(|_| status.starts_with('2'));
            assert!(schema.is_none_or(|schema| contract::says_something(schema, 4)), "{id} {status} is any JSON");
        }
        let Some(content) = operation.pointer("/requestBody/content").and_then(Value::as_object) else { continue };
        // A deprecated name of before may take either.
        let alone = content.len() == 1 || operation["deprecated"] == true;
        assert!(alone || !content.contains_key("multipart/form-data"), "{id} takes a form or something else");
    }
}
