//! Rules for unions: their variants are components, none is a union itself, and a property that tells them apart is
//! named.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::each_schema::{COMPONENT, components, each_schema, inner, of_part, referred};

/// The keyword and the members of a union.
pub(super) fn choices(schema: &Map<String, Value>) -> Option<(&'static str, &Vec<Value>)> {
    ["oneOf", "anyOf"].into_iter().find_map(|many| Some((many, schema.get(many)?.as_array()?)))
}

pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

/// A union within a union gives it its members.
pub(super) fn splice_inline(api: &mut Value) {
    each_schema(api, &mut |schema| splice(schema, &Map::new()));
}

/// A union that a union names gives it its members. Such a name beside null alone stays: it is a value that may lack.
pub(super) fn splice_named(api: &mut Value) {
    let named = components(api);
    each_schema(api, &mut |schema| splice(schema, &named));
}

fn splice(schema: &mut Map<String, Value>, named: &Map<String, Value>) {
    let Some((many, members)) = choices(schema) else { return };
    let optional =
        members.len() == 2 && members.iter().any(is_null) && members.iter().any(|one| referred(one).is_some());
    let inner_union = |one: &Value| union_of(one, named).is_some();
    if optional || !members.iter().any(inner_union) {
        return;
    }
    let mut leaves = Vec::new();
    let mut exact = many == "oneOf";
    members.iter().for_each(|member| add_leaves(member, named, &mut Vec::new(), &mut leaves, &mut exact));
    schema.remove(many);
    schema.insert(if exact { "oneOf" } else { "anyOf" }.to_owned(), leaves.into());
}

/// The union that a schema is or names.
fn union_of<'a>(schema: &'a Value, named: &'a Map<String, Value>) -> Option<(&'static str, &'a Vec<Value>)> {
    let meant = referred(schema).map_or(Some(schema), |name| named.get(name))?;
    choices(meant.as_object()?)
}

/// Adds what a member of a union stands for. `exact` is lost where one of the inner unions is `anyOf`.
fn add_leaves(
    member: &Value,
    named: &Map<String, Value>,
    within: &mut Vec<String>,
    leaves: &mut Vec<Value>,
    exact: &mut bool,
) {
    let name = referred(member).unwrap_or_default().to_owned();
    match union_of(member, named).filter(|_| !within.contains(&name)) {
        Some((many, members)) => {
            *exact &= many == "oneOf";
            within.push(name);
            members.iter().for_each(|one| add_leaves(one, named, within, leaves, exact));
            within.pop();
        }
        None if !leaves.contains(member) => leaves.push(member.clone()),
        None => {}
    }
}

/// New components, with all names that are taken.
struct Named {
    taken: BTreeSet<String>,
    made: Map<String, Value>,
}

impl Named {
    /// Puts a schema away under a name; gives the reference to it.
    fn refer(&mut self, mut name: String, schema: Value) -> Value {
        while !self.taken.insert(name.clone()) {
            name.push_str("Variant");
        }
        let reference = json!({ "$ref": format!("{COMPONENT}{name}") });
        self.made.insert(name, schema);
        reference
    }
}

/// Objects within unions become components, named by the schema that they stand in and by what tells them apart.
pub(super) fn name_variants(api: &mut Value) {
    let mut named = Named { taken: components(api).keys().cloned().collect(), made: Map::new() };
    let schemas = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for (name, schema) in schemas.into_iter().flatten() {
        name_within(schema, name, &mut named);
    }
    let paths = api.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, operation) in paths.filter_map(|(_, operations)| operations.as_object_mut()).flatten() {
        let id = pascal(operation.get("operationId").and_then(Value::as_str).unwrap_or_default());
        for (part, word) in [("parameters", "Parameter"), ("requestBody", "Request"), ("responses", "Reply")] {
            let Some(part) = operation.get_mut(part) else { continue };
            of_part(part, &mut |schema| name_within(schema, &format!("{id}{word}"), &mut named));
        }
    }
    if let Some(schemas) = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.extend(named.made);
    }
}

fn name_within(schema: &mut Value, prefix: &str, named: &mut Named) {
    let Some(rules) = schema.as_object_mut() else { return };
    let names: Vec<String> = choices(rules).map(|(_, members)| variant_names(members)).unwrap_or_default();
    let union = ["oneOf", "anyOf"].into_iter().find(|many| rules.get(*many).is_some_and(Value::is_array));
    let members = union.and_then(|many| rules.get_mut(many)?.as_array_mut());
    for (member, name) in members.into_iter().flatten().zip(names) {
        let name = format!("{prefix}{name}");
        name_within(member, &name, named);
        if member.get("properties").is_some() {
            *member = named.refer(name, member.take());
        } else if let Some(reference) = member.get("$ref") {
            *member = json!({ "$ref": reference });
        }
    }
    for (property, one) in inner(rules) {
        name_within(one, &format!("{prefix}{}", pascal(property.unwrap_or_default())), named);
    }
}

/// What tells the objects of a union apart, as parts of names: the value of their tag, else a property that only one of
/// them requires. The only object beside null needs no more than the name of its place.
fn variant_names(members: &[Value]) -> Vec<String> {
    let objects: Vec<&Value> = members.iter().filter(|one| one.get("properties").is_some()).collect();
    let tag = tag_of(&objects);
    let optional = members.len() == 2 && objects.len() == 1 && members.iter().any(is_null);
    let of_object = |one: &Value| {
        if let Some(tag) = &tag {
            return tag_value(one, tag).map(pascal);
        }
        let required = one.get("required")?.as_array()?.iter().filter_map(Value::as_str);
        let others = || objects.iter().filter(|other| **other != one);
        let mut own = required.filter(|name| !others().any(|other| other["properties"].get(*name).is_some()));
        own.next().map(pascal)
    };
    let named =
        |one: &Value| if optional { String::new() } else { of_object(one).unwrap_or_else(|| "Variant".to_owned()) };
    members.iter().map(named).collect()
}

/// The property whose value tells objects apart: each requires it and has one value of its own.
fn tag_of(objects: &[&Value]) -> Option<String> {
    let tells = |name: &&String| {
        let values: BTreeSet<&str> = objects.iter().filter_map(|one| tag_value(one, name)).collect();
        values.len() == objects.len()
    };
    objects.first()?.get("properties")?.as_object()?.keys().find(tells).cloned()
}

/// The one text that a property of an object always is.
fn tag_value<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    let required = object.get("required")?.as_array()?.iter().any(|one| one == name);
    match object.get("properties")?.get(name)?.get("enum")?.as_array()?.as_slice() {
        [value] if required => value.as_str(),
        _ => None,
    }
}

/// A union of components that a property tells apart says so.
pub(super) fn discriminate(api: &mut Value) {
    let named = components(api);
    each_schema(api, &mut |schema| {
        let Some((_, members)) = choices(schema) else { return };
        let objects: Option<Vec<&Value>> = members.iter().map(|one| named.get(referred(one)?)).collect();
        let Some((objects, tag)) = objects.and_then(|all| tag_of(&all).map(|tag| (all, tag))) else { return };
        let pairs = objects.iter().zip(members);
        let mapping: Map<String, Value> = pairs
            .filter_map(|(one, member)| Some((tag_value(one, &tag)?.to_owned(), member["$ref"].clone())))
            .collect();
        schema.insert("discriminator".to_owned(), json!({ "propertyName": tag, "mapping": mapping }));
    });
}

/// Variants that nothing tells apart stand in the order of what they require, most first, as readers take the first that
/// fits. Where one always is another, too, the union is `anyOf`: `oneOf` allows no two.
pub(super) fn order_untagged(api: &mut Value) {
    let named = components(api);
    each_schema(api, &mut |schema| {
        let Some((many, members)) = choices(schema) else { return };
        if schema.contains_key("discriminator") {
            return;
        }
        let mut variants: Vec<(BTreeSet<&str>, bool, &Value)> =
            members.iter().map(|one| variant(one, &named)).collect();
        variants.sort_by_key(|(required, ..)| std::cmp::Reverse(required.len()));
        let objects: Vec<_> = variants.iter().filter(|(required, ..)| !required.is_empty()).collect();
        let twice = objects.iter().enumerate().any(|(place, (required, ..))| {
            let others = objects.iter().enumerate().filter(|(other, _)| *other != place);
            others.into_iter().any(|(_, (fewer, open, _))| *open && fewer.is_subset(required))
        });
        let many_after = if twice { "anyOf" } else { many };
        let members: Value = variants.iter().map(|(.., one)| (*one).clone()).collect();
        schema.remove(many);
        schema.insert(many_after.to_owned(), members);
    });
}

/// What a variant requires, and whether it allows more.
fn variant<'a>(member: &'a Value, named: &'a Map<String, Value>) -> (BTreeSet<&'a str>, bool, &'a Value) {
    let meant = referred(member).and_then(|name| named.get(name)).unwrap_or(member);
    let required = meant.get("required").and_then(Value::as_array).into_iter().flatten();
    let open = meant.get("additionalProperties") != Some(&json!(false));
    (required.filter_map(Value::as_str).collect(), open, member)
}

/// A name in words as the name of a type: `step.started` is `StepStarted`.
pub(super) fn pascal(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..])).collect()
}
