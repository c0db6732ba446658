//! Values as metadata edges compare them: by their type, so that 5 meets 5.0 and not "5".

use serde_json::Value;

/// A scalar of metadata, equal to those that mean the same in the same type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Typed {
    /// A text.
    Text(String),
    /// A number in the one spelling that is made here: a whole number without a point.
    Number(String),
    /// True or false.
    Truth(bool),
}

/// Numbers from here on are not whole in a way that a spelling without a point could keep.
const LARGEST: f64 = 18_446_744_073_709_551_616.0;

impl Typed {
    /// A scalar; none for null, lists and maps.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Bool(truth) => Some(Self::Truth(*truth)),
            Value::Number(number) => Some(Self::Number(match number.as_f64().filter(|_| number.is_f64()) {
                Some(float) if float.fract() == 0.0 && float.abs() < LARGEST => (float as i128).to_string(),
                _ => number.to_string(),
            })),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// The value as text.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text.clone(),
            Self::Truth(truth) => truth.to_string(),
        }
    }

    /// Values that a filter, which compares texts, must accept to miss no spelling of it.
    pub fn spellings(&self) -> Vec<Value> {
        let text = match self {
            Self::Text(text) => return vec![text.clone().into()],
            Self::Truth(truth) => return vec![(*truth).into()],
            Self::Number(text) => text,
        };
        let float = text.parse::<f64>().ok().map(Value::from);
        let negative = (text == "0").then(|| Value::from(-0.0));
        [Some(text.clone().into()), float, negative].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scalar;

    #[test]
    fn equal_numbers_are_equal_and_texts_are_no_numbers() {
        for (a, b) in [(json!(5), json!(5.0)), (json!(0), json!(-0.0)), (json!(-3), json!(-3.0))] {
            assert_eq!(Typed::of(&a), Typed::of(&b), "{a} {b}");
        }
        assert_eq!(Typed::of(&json!(1e18)), Typed::of(&json!(1_000_000_000_000_000_000_u64)));
        for (a, b) in [(json!(5), json!("5")), (json!(5), json!(5.5)), (json!(true), json!("true"))] {
            assert_ne!(Typed::of(&a), Typed::of(&b), "{a} {b}");
        }
        for none in [json!(null), json!([1]), json!({})] {
            assert_eq!(Typed::of(&none), None);
        }
    }

    #[test]
    fn every_spelling_is_asked_for() {
        let same: [&[Value]; 4] =
            [&[json!(7), json!(7.0)], &[json!(0), json!(0.0), json!(-0.0)], &[json!(2.5)], &[json!("a")]];
        for values in same {
            for value in values {
                let asked: Vec<_> =
                    Typed::of(value).iter().flat_map(Typed::spellings).filter_map(|v| scalar(&v)).collect();
                assert!(values.iter().filter_map(scalar).all(|text| asked.contains(&text)), "{values:?} {asked:?}");
            }
        }
    }
}
