//! JSON Schemas as clients send them: which keywords are known, and whether a value fits. What is not known is refused
//! by its name, so that no value is sent that a client's own check rejects.

use std::cell::Cell;

use serde_json::{Map, Value};

use crate::problem::pointer_part;

/// Keywords that restrict values and are not checked here.
const UNKNOWN: [&str; 22] = [
    "pattern",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "patternProperties",
    "propertyNames",
    "contains",
    "minContains",
    "maxContains",
    "prefixItems",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "minProperties",
    "maxProperties",
    "$dynamicRef",
    "$recursiveRef",
    "contentSchema",
];
/// Keywords whose value is a map of schemas.
const MAPS: [&str; 3] = ["properties", "$defs", "definitions"];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 3] = ["anyOf", "oneOf", "allOf"];
/// Keywords whose value is a schema.
const SINGLE: [&str; 2] = ["items", "additionalProperties"];
/// The most references in a row.
const DEEPEST: usize = 24;
/// The deepest nesting that is followed.
pub(super) const NESTED: usize = 48;
/// The most steps of a check: alternatives that refer to each other multiply.
const STEPS: usize = 5000;

/// A schema, and the place in the request where it stands, as a JSON pointer.
#[derive(Debug, Clone)]
pub(crate) struct AnswerSchema {
    pub(super) root: Value,
    pub(super) at: String,
}

/// A part of a schema that cannot be met, as a JSON pointer within it, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaProblem {
    pub(crate) pointer: String,
    pub(crate) why: String,
}

impl SchemaProblem {
    pub(super) fn new(pointer: &str, why: impl Into<String>) -> Self {
        Self { pointer: pointer.to_owned(), why: why.into() }
    }
}

impl AnswerSchema {
    /// The schema without parts that are not known.
    pub(super) fn read(root: &Value, at: &str) -> Result<Self, SchemaProblem> {
        let schema = Self { root: root.clone(), at: at.to_owned() };
        if !root.is_object() {
            return Err(SchemaProblem::new("", "a schema is an object"));
        }
        schema.scan(root, "")?;
        Ok(schema)
    }

    fn scan(&self, schema: &Value, pointer: &str) -> Result<(), SchemaProblem> {
        let Some(keywords) = schema.as_object() else {
            return match schema {
                Value::Bool(_) => Ok(()),
                _ => Err(SchemaProblem::new(pointer, "a schema is an object, true or false")),
            };
        };
        for (keyword, value) in keywords {
            let at = format!("{pointer}/{}", pointer_part(keyword));
            match keyword.as_str() {
                word if UNKNOWN.contains(&word) => {
                    return Err(SchemaProblem::new(&at, format!("the keyword `{word}` is not supported")));
                }
                "$ref" if value.as_str().and_then(|to| self.target(to)).is_none() => {
                    return Err(SchemaProblem::new(
                        &at,
                        format!("the reference {value} leads to no part of the schema"),
                    ));
                }
                word if MAPS.contains(&word) => {
                    for (name, inner) in value.as_object().into_iter().flatten() {
                        self.scan(inner, &format!("{at}/{}", pointer_part(name)))?;
                    }
                }
                word if LISTS.contains(&word) => {
                    for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
                        self.scan(inner, &format!("{at}/{number}"))?;
                    }
                }
                word if SINGLE.contains(&word) => self.scan(value, &at)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn target(&self, to: &str) -> Option<&Value> {
        if to == "#" { Some(&self.root) } else { self.root.pointer(to.strip_prefix('#')?) }
    }

    /// A schema behind its references.
    pub(super) fn resolved<'a>(&'a self, mut schema: &'a Value) -> &'a Value {
        for _ in 0..DEEPEST {
            match schema.get("$ref").and_then(Value::as_str).and_then(|to| self.target(to)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }

    /// Checks a whole value.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.fits(&self.root, value)
    }

    /// Checks a value against a part of the schema; the error says what does not fit.
    pub(super) fn fits(&self, part: &Value, value: &Value) -> Result<(), String> {
        SchemaCheck { schema: self, left: Cell::new(STEPS), depth: Cell::new(0) }.fits(part, value)
    }

    /// True if a part allows null; one whose alternatives are many is taken to not allow it.
    pub(super) fn allows_null(&self, part: &Value) -> bool {
        let check = SchemaCheck { schema: self, left: Cell::new(NESTED), depth: Cell::new(0) };
        check.fits(part, &Value::Null).is_ok()
    }

    /// True if it allows any object, and names no property.
    pub(super) fn is_free(&self) -> bool {
        let names =
            ["properties", "required", "additionalProperties", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];
        let object = self.root["type"].as_str().is_none_or(|kind| kind == "object");
        object && names.iter().all(|name| self.root.get(*name).is_none())
    }
}

/// A check in progress.
struct SchemaCheck<'a> {
    schema: &'a AnswerSchema,
    /// Steps that are left.
    left: Cell<usize>,
    /// The nesting of the present step.
    depth: Cell<usize>,
}

impl SchemaCheck<'_> {
    fn fits(&self, part: &Value, value: &Value) -> Result<(), String> {
        let left = self.left.get().checked_sub(1).ok_or("its alternatives are too many to be checked")?;
        let depth = self.depth.get();
        if depth == NESTED {
            return Err("it is nested too deeply".to_owned());
        }
        self.left.set(left);
        self.depth.set(depth + 1);
        let fits = self.fits_here(part, value);
        self.depth.set(depth);
        fits
    }

    fn fits_here(&self, part: &Value, value: &Value) -> Result<(), String> {
        let schema = self.schema.resolved(part);
        let Some(keywords) = schema.as_object() else {
            return if schema == &Value::Bool(false) { Err("nothing is allowed here".to_owned()) } else { Ok(()) };
        };
        if value.is_null() && keywords.get("nullable") == Some(&Value::Bool(true)) {
            return Ok(());
        }
        of_type(keywords, value)?;
        match value {
            Value::Number(number) => in_bounds(keywords, number.as_f64().unwrap_or(f64::NAN))?,
            Value::String(text) => text_fits(keywords, text)?,
            Value::Array(members) => self.members_fit(keywords, members)?,
            Value::Object(fields) => self.fields_fit(keywords, fields)?,
            _ => {}
        }
        self.alternatives_fit(keywords, value)
    }

    fn alternatives_fit(&self, keywords: &Map<String, Value>, value: &Value) -> Result<(), String> {
        let of = |keyword: &str| keywords.get(keyword).and_then(Value::as_array);
        let fitting = |all: &Vec<Value>| all.iter().filter(|one| self.fits(one, value).is_ok()).count();
        if of("anyOf").is_some_and(|all| fitting(all) == 0) || of("oneOf").is_some_and(|all| fitting(all) != 1) {
            return Err("no alternative fits".to_owned());
        }
        of("allOf").into_iter().flatten().try_for_each(|one| self.fits(one, value))
    }

    fn members_fit(&self, keywords: &Map<String, Value>, members: &[Value]) -> Result<(), String> {
        let count = members.len() as u64;
        if number(keywords, "minItems").is_some_and(|least| count < least) {
            return Err("it has too few members".to_owned());
        }
        if number(keywords, "maxItems").is_some_and(|most| count > most) {
            return Err("it has too many members".to_owned());
        }
        let unique = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        if unique && members.iter().enumerate().any(|(at, one)| members[..at].contains(one)) {
            return Err("a member is there twice".to_owned());
        }
        let Some(each) = keywords.get("items") else { return Ok(()) };
        members.iter().try_for_each(|member| self.fits(each, member))
    }

    fn fields_fit(&self, keywords: &Map<String, Value>, fields: &Map<String, Value>) -> Result<(), String> {
        if let Some(missing) = required(keywords).find(|name| !fields.contains_key(*name)) {
            return Err(format!("the property `{missing}` is missing"));
        }
        let known = keywords.get("properties").and_then(Value::as_object);
        for (name, value) in fields {
            let schema = known.and_then(|known| known.get(name)).or_else(|| keywords.get("additionalProperties"));
            if let Some(schema) = schema {
                self.fits(schema, value).map_err(|why| format!("{name}: {why}"))?;
            }
        }
        Ok(())
    }
}

/// The names of required properties.
pub(super) fn required(keywords: &Map<String, Value>) -> impl Iterator<Item = &str> {
    keywords.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

pub(super) fn number(keywords: &Map<String, Value>, keyword: &str) -> Option<u64> {
    keywords.get(keyword)?.as_f64().map(|number| number as u64)
}

/// The types that a schema allows; all of them where it names none.
pub(super) fn types(keywords: &Map<String, Value>) -> Vec<&str> {
    match keywords.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn of_type(keywords: &Map<String, Value>, value: &Value) -> Result<(), String> {
    let is = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    };
    let types = types(keywords);
    if !types.is_empty() && !types.iter().any(is) {
        return Err(format!("it must be of the type {}", types.join(" or ")));
    }
    let listed = keywords.get("enum").and_then(Value::as_array).is_none_or(|all| all.contains(value));
    let constant = keywords.get("const").is_none_or(|one| one == value);
    if listed && constant { Ok(()) } else { Err("it is none of the allowed values".to_owned()) }
}

fn in_bounds(keywords: &Map<String, Value>, value: f64) -> Result<(), String> {
    let bound = |keyword: &str| keywords.get(keyword).and_then(Value::as_f64);
    // Draft 4 has a flag in the place of a number, which `as_f64` passes over.
    let strict = |keyword: &str| keywords.get(keyword) == Some(&Value::Bool(true));
    let low = bound("minimum").is_some_and(|least| value < least || strict("exclusiveMinimum") && value <= least)
        || bound("exclusiveMinimum").is_some_and(|least| value <= least);
    let high = bound("maximum").is_some_and(|most| value > most || strict("exclusiveMaximum") && value >= most)
        || bound("exclusiveMaximum").is_some_and(|most| value >= most);
    let odd = bound("multipleOf").is_some_and(|of| ((value / of) - (value / of).round()).abs() > 1e-9);
    if low || high || odd { Err("it is out of its bounds".to_owned()) } else { Ok(()) }
}

fn text_fits(keywords: &Map<String, Value>, text: &str) -> Result<(), String> {
    let length = text.chars().count() as u64;
    if number(keywords, "minLength").is_some_and(|least| length < least) {
        return Err("it is too short".to_owned());
    }
    if number(keywords, "maxLength").is_some_and(|most| length > most) {
        return Err("it is too long".to_owned());
    }
    match keywords.get("format").and_then(Value::as_str) {
        Some(format) if !has_format(format, text) => Err(format!("it has not the format {format}")),
        _ => Ok(()),
    }
}

/// True if a text has a format; a format that is not known allows every text.
fn has_format(format: &str, text: &str) -> bool {
    let (date, time) = text.split_once(['T', 't']).unwrap_or((text, ""));
    match format {
        "date" => text.parse::<jiff::civil::Date>().is_ok() && text.len() == 10,
        "time" => text.trim_end_matches('Z').parse::<jiff::civil::Time>().is_ok(),
        "date-time" => text.parse::<jiff::Timestamp>().is_ok() && date.len() == 10 && !time.is_empty(),
        "email" | "idn-email" => {
            let parts = text.split_once('@');
            parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !text.contains(' '))
        }
        "uri" | "iri" | "url" => {
            let parts = text.split_once(':');
            parts.is_some_and(|(scheme, rest)| {
                let letters = scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
                letters && scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !rest.is_empty()
            }) && !text.contains(char::is_whitespace)
        }
        "uuid" => {
            let groups: Vec<usize> = text.split('-').map(str::len).collect();
            groups == [8, 4, 4, 4, 12] && text.chars().all(|letter| letter == '-' || letter.is_ascii_hexdigit())
        }
        "ipv4" => text.parse::<std::net::Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<std::net::Ipv6Addr>().is_ok(),
        "hostname" => {
            !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fits(schema: &Value, value: &Value) -> bool {
        AnswerSchema::read(schema, "").unwrap().check(value).is_ok()
    }

    #[test]
    fn values_are_held_to_every_known_keyword() {
        let list = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2, "uniqueItems": true });
        let strict = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } }, "required": ["a"],
            "additionalProperties": false, "$defs": { "a": { "anyOf": [{ "type": "integer", "minimum": 3 }, { "type": "null" }] } } });
        for (schema, value, expected) in [
            (&list, json!(["a"]), true),
            (&list, json!([]), false),
            (&list, json!(["a", "a"]), false),
            (&list, json!(["a", "b", "c"]), false),
            (&list, json!([1]), false),
            (&strict, json!({ "a": 3 }), true),
            (&strict, json!({ "a": 3.0 }), true),
            (&strict, json!({ "a": null }), true),
            (&strict, json!({ "a": 2 }), false),
            (&strict, json!({ "a": 3, "b": 1 }), false),
            (&strict, json!({}), false),
            (&json!({ "enum": ["x", "y"] }), json!("z"), false),
            (&json!({ "const": "x" }), json!("x"), true),
            (&json!({ "type": ["string", "null"], "maxLength": 2 }), json!("abc"), false),
            (&json!({ "type": "string", "format": "date" }), json!("1802-05-01"), true),
            (&json!({ "type": "string", "format": "date" }), json!("in 1802"), false),
            (&json!({ "type": "string", "format": "uri" }), json!("a bell"), false),
            (&json!({ "oneOf": [{ "type": "number" }, { "type": "integer" }] }), json!(1), false),
            (&json!({ "allOf": [{ "type": "number" }, { "exclusiveMaximum": 1 }] }), json!(1), false),
            (&json!({ "type": "string", "nullable": true }), json!(null), true),
            (&json!({ "type": "number", "multipleOf": 0.1 }), json!(0.3), true),
        ] {
            assert_eq!(fits(schema, &value), expected, "{schema} {value}");
        }
    }

    #[test]
    fn a_keyword_that_is_not_known_is_named() {
        let schema = json!({ "type": "object", "properties": { "a/b": { "type": "string", "pattern": "^x" } } });
        let problem = AnswerSchema::read(&schema, "").unwrap_err();
        assert_eq!(problem.pointer, "/properties/a~1b/pattern");
        assert!(AnswerSchema::read(&json!({ "$ref": "#/$defs/none" }), "").is_err());
        let named =
            json!({ "type": "object", "properties": { "pattern": { "type": "string" }, "not": { "type": "string" } } });
        assert!(AnswerSchema::read(&named, "").is_ok(), "a property may have the name of a keyword");
        let round = json!({ "type": "object", "properties": { "child": { "$ref": "#" } } });
        assert!(fits(&round, &json!({ "child": { "child": {} } })));
    }
}
