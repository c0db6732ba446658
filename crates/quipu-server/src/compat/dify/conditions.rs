//! Conditions on metadata in Dify's form: eighteen operators, each an expression that the index evaluates before
//! ranking.

use axum::http::StatusCode;
use quipu::filter::{ComparedAs, Expression, ExpressionError, FieldRange, RangeEnd};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::HttpProblem;

/// Conditions that documents must meet.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct MetadataCondition {
    /// `and`, the default, or `or`: all conditions must hold, or one.
    logical_operator: Option<String>,
    /// The conditions.
    conditions: Option<Vec<FieldCondition>>,
}

/// A condition.
#[derive(Debug, Deserialize, ToSchema)]
struct FieldCondition {
    /// The field, or several of which one must satisfy it.
    #[schema(value_type = Object)]
    name: Value,
    /// The operator, as `contains`.
    comparison_operator: String,
    /// The value to compare the field with.
    #[schema(value_type = Option<Object>)]
    value: Option<Value>,
    /// Conditions within a condition are refused.
    #[schema(value_type = Option<Object>)]
    conditions: Option<Value>,
}

/// The expression of the conditions; missing where there are no conditions.
pub(super) fn expression(of: &MetadataCondition) -> Result<Option<Expression>, HttpProblem> {
    let one = match of.logical_operator.as_deref() {
        None | Some("and") => false,
        Some("or") => true,
        Some(other) => return Err(condition(format!("logical_operator: there are and and or, and no {other:?}"))),
    };
    let parts = of.conditions.iter().flatten().map(FieldCondition::read).collect::<Result<Vec<_>, _>>()?;
    let whole = if one { Expression::any(parts) } else { Expression::all(parts) };
    whole.map(Expression::within_bounds).transpose().map_err(|error| condition(error.to_string()))
}

/// No such condition can be meant.
fn condition(detail: String) -> HttpProblem {
    HttpProblem::new(StatusCode::BAD_REQUEST, "condition", detail)
}

/// A value is invalid.
fn wrong(error: &ExpressionError) -> HttpProblem {
    HttpProblem::invalid(error.to_string())
}

impl FieldCondition {
    fn read(&self) -> Result<Expression, HttpProblem> {
        if self.conditions.as_ref().is_some_and(|inner| !inner.is_null()) {
            return Err(condition("conditions: a condition within a condition is not read".to_owned()));
        }
        let names: Vec<&str> = match &self.name {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if names.is_empty() || names.iter().any(|name| name.is_empty()) {
            return Err(condition("name: send the name of a field, or a list of names".to_owned()));
        }
        let operator = Operator::named(&self.comparison_operator)
            .ok_or_else(|| condition(format!("comparison_operator: {:?} is not known", self.comparison_operator)))?;
        let tests = names.iter().map(|name| self.test(operator.is, name)).collect::<Result<Vec<_>, _>>()?;
        // A negated condition on several fields must hold for all of them.
        let test = Expression::any(tests).ok_or_else(|| condition("name: it is missing".to_owned()))?;
        Ok(if operator.negated { test.negated() } else { test })
    }

    fn test(&self, is: Is, field: &str) -> Result<Expression, HttpProblem> {
        let made = match is {
            Is::Exists => {
                let said = self.value.as_ref().filter(|value| !matches!(value, Value::Null) && **value != "");
                if said.is_some() {
                    return Err(self.invalid("takes no value"));
                }
                Expression::exists(field)
            }
            Is::Holds => Expression::holds(field, &self.text()?),
            Is::Begins => Expression::begins(field, &self.text()?),
            Is::Ends => Expression::ends(field, &self.text()?),
            Is::Equals => Expression::equals(field, &self.text()?),
            Is::OneOf => Expression::one_of(field, self.list()?),
            Is::Number(from, to) => self.range(field, ComparedAs::Number, from, to),
            Is::Date(from, to) => self.range(field, ComparedAs::Date, from, to),
        };
        made.map_err(|error| wrong(&error))
    }

    fn range(
        &self,
        field: &str,
        compared: ComparedAs,
        from: Option<bool>,
        to: Option<bool>,
    ) -> Result<Expression, ExpressionError> {
        let text = self.text().unwrap_or_default();
        let end = |open: Option<bool>| open.map(|open| RangeEnd::new(&text, open));
        Expression::between(field, FieldRange::new(compared, end(from), end(to))?)
    }

    /// The value as a text.
    fn text(&self) -> Result<String, HttpProblem> {
        match &self.value {
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(Value::Bool(truth)) => Ok(truth.to_string()),
            _ => Err(self.invalid("takes a text or a number")),
        }
    }

    /// The value as a list of texts.
    fn list(&self) -> Result<Vec<String>, HttpProblem> {
        let text = |value: &Value| match value {
            Value::String(text) => Ok(text.trim().to_owned()),
            Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
            _ => Err(self.invalid("takes a list of texts or numbers")),
        };
        match &self.value {
            Some(Value::Array(values)) => values.iter().map(text).collect(),
            _ => {
                Ok(self.text()?.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect())
            }
        }
    }

    fn invalid(&self, what: &str) -> HttpProblem {
        HttpProblem::invalid(format!("value: the operator {:?} {what}", self.comparison_operator))
    }
}

/// The equivalent of a Dify operator.
#[derive(Debug, Clone, Copy)]
struct Operator {
    is: Is,
    /// True if the complement is meant.
    negated: bool,
}

/// A test; each end of a range has a flag that is true if it is open.
#[derive(Debug, Clone, Copy)]
enum Is {
    Exists,
    Holds,
    Begins,
    Ends,
    Equals,
    OneOf,
    Number(Option<bool>, Option<bool>),
    Date(Option<bool>, Option<bool>),
}

impl Operator {
    fn named(name: &str) -> Option<Self> {
        let (open, closed) = (Some(true), Some(false));
        let (is, negated) = match name.trim() {
            "contains" => (Is::Holds, false),
            "not contains" => (Is::Holds, true),
            "start with" => (Is::Begins, false),
            "end with" => (Is::Ends, false),
            "is" => (Is::Equals, false),
            "is not" => (Is::Equals, true),
            "in" => (Is::OneOf, false),
            "not in" => (Is::OneOf, true),
            "empty" => (Is::Exists, true),
            "not empty" => (Is::Exists, false),
            "=" | "==" => (Is::Number(closed, closed), false),
            "≠" | "!=" => (Is::Number(closed, closed), true),
            ">" => (Is::Number(open, None), false),
            "<" => (Is::Number(None, open), false),
            "≥" | ">=" => (Is::Number(closed, None), false),
            "≤" | "<=" => (Is::Number(None, closed), false),
            "before" => (Is::Date(None, open), false),
            "after" => (Is::Date(open, None), false),
            _ => return None,
        };
        Some(Self { is, negated })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(operator: &str, value: Value) -> Result<Option<Expression>, HttpProblem> {
        let of = json!({ "conditions": [{ "name": "year", "comparison_operator": operator, "value": value }] });
        expression(&serde_json::from_value(of).unwrap())
    }

    /// True for each document that passes, with the years 2023, 2024, "about 2024", 2024-06-01, and none.
    fn passing(operator: &str, value: Value) -> [bool; 5] {
        let expression = read(operator, value).unwrap().unwrap();
        let years = [Some("2023"), Some("2024"), Some("about 2024"), Some("2024-06-01"), None];
        years.map(|year| {
            let fields: Vec<_> = year.iter().map(|year| ("year".to_owned(), (*year).to_owned())).collect();
            expression.admits(&fields)
        })
    }

    #[test]
    fn all_eighteen_operators_hold_where_they_should() {
        for (operator, value, holds) in [
            ("contains", json!("2024"), [0, 1, 1, 1, 0]),
            ("not contains", json!("2024"), [1, 0, 0, 0, 1]),
            ("start with", json!("ABOUT"), [0, 0, 1, 0, 0]),
            ("end with", json!("24"), [0, 1, 1, 0, 0]),
            ("is", json!(2024), [0, 1, 0, 0, 0]),
            ("is not", json!("2024"), [1, 0, 1, 1, 1]),
            ("in", json!(["2023", 2024]), [1, 1, 0, 0, 0]),
            ("not in", json!("2023, 2024"), [0, 0, 1, 1, 1]),
            ("empty", json!(null), [0, 0, 0, 0, 1]),
            ("not empty", json!(""), [1, 1, 1, 1, 0]),
            ("=", json!("2024"), [0, 1, 0, 0, 0]),
            ("≠", json!(2024), [1, 0, 1, 1, 1]),
            (">", json!(2023), [0, 1, 0, 0, 0]),
            ("<", json!(2024), [1, 0, 0, 0, 0]),
            ("≥", json!(2023.5), [0, 1, 0, 0, 0]),
            ("≤", json!("2023"), [1, 0, 0, 0, 0]),
            ("before", json!("2024"), [1, 0, 0, 0, 0]),
            ("after", json!("2024-05"), [0, 0, 0, 1, 0]),
        ] {
            assert_eq!(passing(operator, value).map(u8::from), holds, "{operator}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_named() {
        for (operator, value, code) in [
            ("resembles", json!("x"), "condition"),
            ("empty", json!("x"), "invalid"),
            (">", json!("soon"), "invalid"),
            ("before", json!("yesterday"), "invalid"),
            ("contains", json!(["x"]), "invalid"),
            ("in", json!([]), "invalid"),
            ("is", json!(null), "invalid"),
        ] {
            assert_eq!(&*read(operator, value).unwrap_err().code, code, "{operator}");
        }
        let of = |value: Value| expression(&serde_json::from_value(value).unwrap());
        assert!(of(json!({ "conditions": [] })).unwrap().is_none() && of(json!({})).unwrap().is_none());
        assert_eq!(&*of(json!({ "logical_operator": "xor" })).unwrap_err().code, "condition");
        let nested =
            json!({ "conditions": [{ "name": "a", "comparison_operator": "is", "value": "b", "conditions": [] }] });
        assert_eq!(&*of(nested).unwrap_err().code, "condition");
    }

    #[test]
    fn several_conditions_are_joined_as_is_said() {
        let of = |logical: &str| {
            let conditions = json!([
                { "name": ["a"], "comparison_operator": "is", "value": "1" },
                { "name": ["b", "c"], "comparison_operator": "is not", "value": "2" },
            ]);
            let whole = json!({ "logical_operator": logical, "conditions": conditions });
            expression(&serde_json::from_value(whole).unwrap()).unwrap().unwrap()
        };
        let fields =
            |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
        assert!(of("and").admits(&fields(&[("a", "1")])));
        assert!(!of("and").admits(&fields(&[("a", "1"), ("c", "2")])), "one of the fields is what it must not be");
        assert!(of("or").admits(&fields(&[("a", "1"), ("c", "2")])) && !of("or").admits(&fields(&[("c", "2")])));
    }
}
