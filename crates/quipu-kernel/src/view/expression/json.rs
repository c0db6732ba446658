//! Expressions as JSON, for programs: `{"all": […]}`, `{"any": […]}`, `{"not": …}`, and tests as `{"field": "year",
//! "equals": 2024}`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Number, Value, json};

use super::super::filter::scalar;
use super::{
    ComparedAs, DEEPEST_EXPRESSION, Expression, ExpressionError, FieldIs, FieldRange, MOST_VALUES, RangeEnd,
    date_ranges, too_deep,
};

const TESTS: [&str; 7] = ["equals", "one_of", "begins", "ends", "holds", "exists", "between"];

type Read<T> = Result<T, ExpressionError>;

impl Expression {
    /// Reads an expression: its JSON, or a text that holds its form for people.
    ///
    /// # Errors
    /// When it is invalid or beyond its bounds; the error points to the part.
    pub fn from_json(value: &Value) -> Read<Self> {
        match value {
            Value::String(text) => text.parse(),
            value => part(value, "", 1)?.within_bounds(),
        }
    }

    /// The expression as JSON, which [`Expression::from_json`] reads back as the same.
    pub fn to_json(&self) -> Value {
        match self {
            Self::All(parts) => json!({ "all": parts.iter().map(Self::to_json).collect::<Vec<_>>() }),
            Self::Any(parts) => json!({ "any": parts.iter().map(Self::to_json).collect::<Vec<_>>() }),
            Self::Not(part) => json!({ "not": part.to_json() }),
            Self::Is(test) => {
                let (name, value) = match test.is() {
                    FieldIs::Equals(wanted) => ("equals", json!(wanted.texts().first())),
                    FieldIs::OneOf(wanted) => ("one_of", json!(wanted.texts())),
                    FieldIs::Begins(text) => ("begins", json!(text.text())),
                    FieldIs::Ends(text) => ("ends", json!(text.text())),
                    FieldIs::Holds(text) => ("holds", json!(text.text())),
                    FieldIs::Exists => ("exists", json!(true)),
                    FieldIs::Between(range) => ("between", range_to_json(range)),
                };
                json!({ "field": test.field(), name: value })
            }
        }
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_json(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

fn wrong<T>(place: &str, reason: impl Into<String>) -> Read<T> {
    Err(ExpressionError::new(if place.is_empty() { "the expression" } else { place }, reason))
}

fn part(value: &Value, place: &str, depth: usize) -> Read<Expression> {
    if depth > DEEPEST_EXPRESSION {
        return Err(too_deep(place));
    }
    let shapes = "`all`, `any`, `not`, or a `field` with a test";
    let Some(map) = value.as_object() else { return wrong(place, format!("it is not an object with {shapes}")) };
    if map.contains_key("field") {
        return test(map, place);
    }
    let mut entries = map.iter();
    let (Some((name, inner)), None) = (entries.next(), entries.next()) else {
        return wrong(place, format!("it has {} parts, and may be one of {shapes}", map.len()));
    };
    let place = format!("{place}/{name}");
    let parts = || {
        let Some(parts) = inner.as_array() else { return wrong(&place, "it is not a list of expressions") };
        let read = |(at, one)| part(one, &format!("{place}/{at}"), depth + 1);
        parts.iter().enumerate().map(read).collect::<Read<Vec<_>>>()
    };
    let some = |found: Option<Expression>| match found {
        Some(found) => Ok(found),
        None => wrong(&place, "its list is empty; put one expression at least into it"),
    };
    match name.as_str() {
        "all" => some(Expression::all(parts()?)),
        "any" => some(Expression::any(parts()?)),
        "not" => Ok(part(inner, &place, depth + 1)?.negated()),
        _ => wrong(&place, format!("it is not known; an expression is {shapes}")),
    }
}

fn test(map: &Map<String, Value>, place: &str) -> Read<Expression> {
    let Some(field) = map.get("field").and_then(Value::as_str) else {
        return wrong(&format!("{place}/field"), "it is not a text; name a field");
    };
    let others: Vec<(&String, &Value)> = map.iter().filter(|(name, _)| *name != "field").collect();
    let [(name, wanted)] = others.as_slice() else {
        let tests = TESTS.join(", ");
        return wrong(place, format!("its field has {} tests; give it exactly one of {tests}", others.len()));
    };
    let place = format!("{place}/{name}");
    let placed = |error: ExpressionError| {
        let reason = if error.place == field { error.reason } else { error.to_string() };
        ExpressionError::new(&*place, reason)
    };
    let value = |value: &Value, place: &str| match scalar(value) {
        Some(text) => Ok(text),
        None => wrong(place, "it is not a text, number or boolean; for a missing field, use `\"exists\": false`"),
    };
    let text = || match wanted.as_str() {
        Some(text) => Ok(text),
        None => wrong(&place, "it is no text"),
    };
    match name.as_str() {
        "equals" => Expression::equals(field, &value(wanted, &place)?),
        "one_of" => {
            let Some(values) = wanted.as_array() else { return wrong(&place, "it is not a list of values") };
            let one = |(at, one)| value(one, &format!("{place}/{at}"));
            Expression::one_of(field, values.iter().take(MOST_VALUES + 1).enumerate().map(one).collect::<Read<_>>()?)
        }
        "begins" => Expression::begins(field, text()?),
        "ends" => Expression::ends(field, text()?),
        "holds" => Expression::holds(field, text()?),
        "exists" => match wanted.as_bool() {
            Some(exists) => Expression::exists(field).map(|found| if exists { found } else { found.negated() }),
            None => return wrong(&place, "it is neither true nor false"),
        },
        "between" => return Expression::between(field, range(wanted, &place)?).map_err(placed),
        _ => return wrong(&place, format!("it is not a test; give the field one of {}", TESTS.join(", "))),
    }
    .map_err(placed)
}

fn range(value: &Value, place: &str) -> Read<FieldRange> {
    let keys = ["from", "to", "as", "from_open", "to_open"];
    let Some(map) = value.as_object() else { return wrong(place, format!("it is not an object: {}", keys.join(", "))) };
    if let Some(name) = map.keys().find(|name| !keys.contains(&name.as_str())) {
        return wrong(&format!("{place}/{name}"), format!("it is not known; a range has {}", keys.join(", ")));
    }
    let open = |name: &str| match map.get(name) {
        None => Ok(false),
        Some(Value::Bool(open)) => Ok(*open),
        Some(_) => wrong(&format!("{place}/{name}"), "it is neither true nor false"),
    };
    let end = |name: &str, is_open: &str| {
        let open = open(is_open)?;
        match map.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value @ (Value::String(_) | Value::Number(_))) => {
                Ok(scalar(value).map(|text| RangeEnd::new(&text, open)))
            }
            Some(_) => wrong(&format!("{place}/{name}"), "it is neither a text nor a number"),
        }
    };
    let (from, to) = (end("from", "from_open")?, end("to", "to_open")?);
    let compared = match map.get("as") {
        None => inferred(map),
        Some(Value::String(name)) => ComparedAs::named(&format!("{place}/as"), name)?,
        Some(_) => return wrong(&format!("{place}/as"), "it is no text"),
    };
    FieldRange::new(compared, from, to).map_err(|error| ExpressionError::new(place, error.to_string()))
}

/// Numbers where an end is one, dates where ends are dates, else texts.
fn inferred(map: &Map<String, Value>) -> ComparedAs {
    let ends = || ["from", "to"].into_iter().filter_map(|name| map.get(name)).filter(|end| !end.is_null());
    let is_date = |end: &Value| end.as_str().is_some_and(|text| date_ranges::iso(text).is_some());
    if ends().any(Value::is_number) {
        ComparedAs::Number
    } else if ends().all(is_date) {
        ComparedAs::Date
    } else {
        ComparedAs::Text
    }
}

fn range_to_json(range: &FieldRange) -> Value {
    let mut out = Map::new();
    for (name, open, end) in [("from", "from_open", range.from()), ("to", "to_open", range.to())] {
        let Some(end) = end else { continue };
        // A number that JSON would spell otherwise stays a text, so that it is read back as it was.
        let number = serde_json::from_str::<Number>(end.text()).ok().filter(|_| range.compared() != ComparedAs::Text);
        let same = number.map(|number| (number.to_string(), number)).filter(|(spelt, _)| spelt == end.text());
        let same = same.map(|(_, number)| Value::Number(number));
        out.insert(name.to_owned(), same.unwrap_or_else(|| json!(end.text())));
        if end.is_open() {
            out.insert(open.to_owned(), json!(true));
        }
    }
    out.insert("as".to_owned(), json!(range.compared().name()));
    Value::Object(out)
}
