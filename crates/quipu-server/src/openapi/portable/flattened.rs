//! The rule of flat objects: `allOf`, and properties beside a union, become the properties of one object.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::each_schema::{components, each_schema, referred};
use super::unions::{choices, is_null};

/// Keywords that an object's properties replace.
const SHAPE: [&str; 8] =
    ["allOf", "oneOf", "anyOf", "type", "properties", "required", "additionalProperties", "discriminator"];

/// An object of the properties of several.
#[derive(Default)]
struct Flat {
    properties: BTreeMap<String, Value>,
    required: BTreeSet<String>,
    /// What properties without a name may be, where they may be something.
    others: Option<Value>,
}

impl Flat {
    /// Adds the properties of a part or a variant. A property of both may be what it is in either: a variant may lack
    /// it, and then only the other describes it.
    fn add(&mut self, other: Self) {
        for (name, schema) in other.properties {
            let both = self.properties.get(&name).map(|own| either(own, &schema));
            self.properties.insert(name, both.unwrap_or(schema));
        }
        self.others = self.others.take().or(other.others);
    }

    /// Adds what a schema says beside its parts. It holds for all of them, and comes before what they say.
    fn add_own(&mut self, rules: &Map<String, Value>) {
        let required = rules.get("required").and_then(Value::as_array).into_iter().flatten();
        self.required.extend(required.filter_map(Value::as_str).map(str::to_owned));
        let properties = rules.get("properties").and_then(Value::as_object).into_iter().flatten();
        self.properties.extend(properties.map(|(name, schema)| (name.clone(), schema.clone())));
        let others = rules.get("additionalProperties").filter(|others| **others != json!(false));
        self.others = others.cloned().or(self.others.take());
    }

    fn schema(self) -> Map<String, Value> {
        let mut made = Map::new();
        made.insert("type".to_owned(), "object".into());
        made.insert("properties".to_owned(), self.properties.into_iter().collect::<Map<_, _>>().into());
        if !self.required.is_empty() {
            made.insert("required".to_owned(), self.required.into_iter().collect());
        }
        made.extend(self.others.map(|others| ("additionalProperties".to_owned(), others)));
        made
    }
}

/// Applies the rule to all schemas.
pub(super) fn flatten(api: &mut Value) {
    let named = components(api);
    each_schema(api, &mut |schema| {
        alone(schema);
        if schema.contains_key("allOf") {
            flatten_all(schema, &named);
        } else if schema.contains_key("properties") {
            distribute(schema, &named);
        }
    });
}

/// `allOf` of one schema, which is there for a description beside it, is that schema.
fn alone(schema: &mut Map<String, Value>) {
    let Some([one]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) else { return };
    let Some(one) = one.as_object().cloned() else { return };
    if !SHAPE.iter().any(|keyword| *keyword != "allOf" && schema.contains_key(*keyword)) {
        schema.remove("allOf");
        for (keyword, value) in one {
            schema.entry(keyword).or_insert(value);
        }
    }
}

/// A schema of `allOf` becomes one object, if all its parts are objects.
fn flatten_all(schema: &mut Map<String, Value>, named: &Map<String, Value>) {
    let Some(flat) = flat(&Value::Object(schema.clone()), named, &mut Vec::new()) else { return };
    SHAPE.iter().for_each(|keyword| drop(schema.remove(*keyword)));
    schema.extend(flat.schema());
}

/// Properties beside a union become properties of each of its variants.
fn distribute(schema: &mut Map<String, Value>, named: &Map<String, Value>) {
    let Some((many, members)) = choices(schema) else { return };
    if members.iter().any(is_null) {
        return;
    }
    let variants: Option<Vec<Value>> = members
        .iter()
        .map(|member| {
            let mut variant = flat(member, named, &mut Vec::new())?;
            variant.add_own(schema);
            let mut made = variant.schema();
            made.extend(member.get("description").map(|about| ("description".to_owned(), about.clone())));
            Some(made.into())
        })
        .collect();
    let Some(variants) = variants else { return };
    SHAPE.iter().for_each(|keyword| drop(schema.remove(*keyword)));
    schema.insert(many.to_owned(), variants.into());
}

/// A union of an object and of one that has a part of its properties becomes one object: readers cannot tell which of
/// both a value is.
pub(super) fn join_nested(api: &mut Value) {
    let named = components(api);
    each_schema(api, &mut |schema| {
        let Some((many, [one, other])) = choices(schema).map(|(many, members)| (many, members.as_slice())) else {
            return;
        };
        let of = |member: &Value| flat(member, &named, &mut Vec::new());
        let (Some(one), Some(other)) = (of(one), of(other)) else { return };
        let within = |part: &Flat, whole: &Flat| {
            let same =
                |(name, own): (&String, &Value)| whole.properties.get(name).is_some_and(|of| shape(of) == shape(own));
            !part.properties.is_empty() && part.properties.iter().all(same)
        };
        if !within(&one, &other) && !within(&other, &one) {
            return;
        }
        let mut joined = Flat { required: &one.required & &other.required, ..Flat::default() };
        joined.add(one);
        joined.add(other);
        schema.remove(many);
        schema.extend(joined.schema());
    });
}

/// The properties of a schema, of those that it refers to and of its variants together. `None` if it is not always an
/// object, or holds itself.
fn flat(schema: &Value, named: &Map<String, Value>, within: &mut Vec<String>) -> Option<Flat> {
    let rules = schema.as_object()?;
    if rules.get("type").is_some_and(|kind| kind != "object") || rules.contains_key("enum") {
        return None;
    }
    let mut made = Flat::default();
    if let Some(name) = referred(schema) {
        if within.iter().any(|outer| outer == name) {
            return None;
        }
        within.push(name.to_owned());
        let mut of_name = flat(named.get(name)?, named, within)?;
        within.pop();
        made.required.append(&mut of_name.required);
        made.add(of_name);
    }
    for part in rules.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        let mut part = flat(part, named, within)?;
        made.required.append(&mut part.required);
        made.add(part);
    }
    if let Some((_, members)) = choices(rules) {
        let mut of_all: Option<BTreeSet<String>> = None;
        for member in members {
            let variant = flat(member, named, within)?;
            let common = of_all.map_or_else(|| variant.required.clone(), |all| &all & &variant.required);
            of_all = Some(common);
            made.add(variant);
        }
        made.required.extend(of_all.into_iter().flatten());
    }
    made.add_own(rules);
    Some(made)
}

/// A schema that holds for all that one of two holds for.
fn either(one: &Value, other: &Value) -> Value {
    if shape(one) == shape(other) {
        return one.clone();
    }
    let kind = |schema: &Value| schema.get("type").filter(|kind| kind.is_string()).cloned();
    if let (Some(of_one), Some(of_other)) = (kind(one), kind(other))
        && of_one == of_other
        && !["object", "array"].contains(&of_one.as_str().unwrap_or_default())
    {
        let mut made = json!({ "type": of_one });
        if let (Some(values), Some(others)) = (enumeration(one), enumeration(other)) {
            let new = others.iter().filter(|value| !values.contains(value));
            made["enum"] = values.iter().chain(new).cloned().collect();
        }
        if let Some(about) = one.get("description").or_else(|| other.get("description")) {
            made["description"] = about.clone();
        }
        return made;
    }
    let members = |schema: &Value| match (schema.get("anyOf"), schema.as_object().map(Map::len)) {
        (Some(Value::Array(members)), Some(1)) => members.clone(),
        _ => vec![schema.clone()],
    };
    let mut all = members(one);
    all.extend(members(other).into_iter().filter(|new| !members(one).iter().any(|old| shape(old) == shape(new))));
    json!({ "anyOf": all })
}

fn enumeration(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("enum")?.as_array()
}

/// A schema without its words.
fn shape(schema: &Value) -> Value {
    let mut shape = schema.clone();
    shape.as_object_mut().into_iter().for_each(|rules| drop(rules.remove("description")));
    shape
}
