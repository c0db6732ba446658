//! Schemas of replies, shared by the prompts that ask for them.

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
/// A schema: many prompts share one, with its derived properties.
#[derive(Debug, Clone)]
pub struct Schema(Arc<Known>);

impl Schema {
    /// A schema.
    pub fn new(schema: Value) -> Self {
        // A value is always JSON.
        let written = serde_json::value::to_raw_value(&schema).unwrap_or_default();
        let strict = is_strict(&schema);
        Self(Arc::new(Known { value: schema, written, strict }))
    }

    /// The schema.
    pub fn value(&self) -> &Value {
        &self.0.value
    }

    /// The schema as JSON text.
    pub fn written(&self) -> &RawValue {
        &self.0.written
    }

    /// True if OpenAI's strict mode accepts it: all named properties are required, and no others are allowed.
    pub fn is_strict(&self) -> bool {
        self.0.strict
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Value::deserialize(from).map(Self::new)
    }
}

/// A schema with its derived properties.
#[derive(Debug)]
pub(crate) struct Known {
    value: Value,
    written: Box<RawValue>,
    strict: bool,
}

pub(crate) fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(parts) => {
            let closed = schema["type"] != "object" || {
                let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
                let named = schema["properties"].as_object();
                schema["additionalProperties"] == false
                    && named.is_none_or(|named| named.keys().all(|name| required.iter().any(|one| one == name)))
            };
            closed && parts.values().all(is_strict)
        }
        Value::Array(parts) => parts.iter().all(is_strict),
        _ => true,
    }
}
