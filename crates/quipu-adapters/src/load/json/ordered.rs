//! JSON whose fields keep their order.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// A value with its fields in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ordered {
    /// A text, a number, a truth value or nothing.
    Scalar(Value),
    List(Vec<Ordered>),
    Object(Vec<(String, Ordered)>),
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

impl Ordered {
    /// The value at a path of names, unless that is null; dots lead into nested objects.
    pub(super) fn at(&self, path: &str) -> Option<&Ordered> {
        let found = self.field(path).or_else(|| path.split('.').try_fold(self, Self::field))?;
        (!matches!(found, Self::Scalar(Value::Null))).then_some(found)
    }

    /// The field of a name.
    pub(super) fn field(&self, name: &str) -> Option<&Ordered> {
        self.fields().iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The fields of an object; of other values none.
    pub(super) fn fields(&self) -> &[(String, Ordered)] {
        match self {
            Self::Object(fields) => fields,
            _ => &[],
        }
    }

    /// The text that a value is.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Scalar(Value::String(text)) => Some(text),
            _ => None,
        }
    }

    /// True if there is nothing in it that could be read.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Self::Scalar(Value::Null) => true,
            Self::Scalar(Value::String(text)) => text.trim().is_empty(),
            Self::Scalar(_) => false,
            Self::List(values) => values.iter().all(Self::is_blank),
            Self::Object(fields) => fields.iter().all(|(_, value)| value.is_blank()),
        }
    }

    /// The value without the one at a path.
    pub(super) fn without(self, path: &str) -> Self {
        let Self::Object(mut fields) = self else { return self };
        if fields.iter().any(|(name, _)| name == path) {
            fields.retain(|(name, _)| name != path);
        } else if let Some((first, rest)) = path.split_once('.') {
            let inner = |(name, value): (String, Ordered)| match name == first {
                true => (name, value.without(rest)),
                false => (name, value),
            };
            fields = fields.into_iter().map(inner).collect();
        }
        Self::Object(fields)
    }

    /// The value as one whose fields have no order.
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Scalar(value) => value,
            Self::List(values) => values.into_iter().map(Self::into_value).collect(),
            Self::Object(fields) => {
                Value::Object(fields.into_iter().map(|(name, value)| (name, value.into_value())).collect())
            }
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Ordered, E> {
        Ok(Ordered::Scalar(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, from: A) -> Result<Ordered, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(from)).map(Ordered::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Ordered, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = from.next_entry()? {
            fields.push(field);
        }
        Ok(Ordered::Object(fields))
    }
}
