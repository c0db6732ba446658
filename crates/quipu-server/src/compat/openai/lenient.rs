//! Numbers and flags as clients send them: as JSON's own, as text (`"300"`), or as whole floats (`300.0`).

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// The value that stands for no bound in other servers of this protocol.
const UNBOUNDED: i64 = -1;

/// A bound of tokens: -1 and 0 are none, as a missing one.
pub(super) fn bound<'de, D: Deserializer<'de>>(given: D) -> Result<Option<u64>, D::Error> {
    let Some(number) = given.deserialize_any(Whole("a whole number of tokens, or -1 for no bound"))? else {
        return Ok(None);
    };
    match number {
        0 | UNBOUNDED => Ok(None),
        // A negative number is no bound of anything.
        number => u64::try_from(number).map(Some).map_err(|_| {
            D::Error::invalid_value(Unexpected::Signed(number), &"a whole number of tokens, or -1 for no bound")
        }),
    }
}

/// A count.
pub(super) fn count<'de, D: Deserializer<'de>>(given: D) -> Result<Option<i64>, D::Error> {
    given.deserialize_any(Whole("a whole number"))
}

/// A flag: true or false, also as text or as 1 and 0.
pub(super) fn flag<'de, D: Deserializer<'de>>(given: D) -> Result<Option<bool>, D::Error> {
    given.deserialize_any(Flag)
}

/// Reads a whole number; the text says what is expected.
struct Whole(&'static str);

impl<'de> Visitor<'de> for Whole {
    type Value = Option<i64>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        // A bound beyond all texts is as good as the largest.
        Ok(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        // Every whole number below 2^53 is exact as a float.
        if number.fract() == 0.0 && number.abs() < 9e15 {
            return Ok(Some(number as i64));
        }
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "null" {
            return Ok(None);
        }
        match (trimmed.parse::<i64>(), trimmed.parse::<f64>()) {
            (Ok(number), _) => Ok(Some(number)),
            (Err(_), Ok(number)) if number.is_finite() => self.visit_f64(number),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

/// Reads a flag.
struct Flag;

impl<'de> Visitor<'de> for Flag {
    type Value = Option<bool>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("true or false")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Some(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        match number {
            0 => Ok(Some(false)),
            1 => Ok(Some(true)),
            _ => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        match text.trim().to_ascii_lowercase().as_str() {
            "" | "null" => Ok(None),
            "true" | "1" => Ok(Some(true)),
            "false" | "0" => Ok(Some(false)),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Deserialize)]
    struct Sent {
        #[serde(default, deserialize_with = "bound")]
        most: Option<u64>,
        #[serde(default, deserialize_with = "flag")]
        stream: Option<bool>,
    }

    fn most(value: Value) -> Result<Option<u64>, String> {
        let sent: Result<Sent, _> = serde_json::from_value(json!({ "most": value }));
        sent.map(|sent| sent.most).map_err(|error| error.to_string())
    }

    #[test]
    fn a_bound_is_read_as_it_is_sent() {
        for unbounded in [json!(null), json!(-1), json!(0), json!("-1"), json!(-1.0), json!("")] {
            assert_eq!(most(unbounded.clone()), Ok(None), "{unbounded}");
        }
        for bounded in [json!(300), json!("300"), json!(300.0), json!(" 300 "), json!("300.0"), json!(3e2)] {
            assert_eq!(most(bounded.clone()), Ok(Some(300)), "{bounded}");
        }
        for wrong in [json!(300.5), json!("many"), json!(-7), json!(true), json!([300]), json!({ "n": 1 })] {
            assert!(most(wrong.clone()).is_err_and(|error| error.contains("number")), "{wrong}");
        }
    }

    #[test]
    fn a_flag_is_read_as_it_is_sent() {
        let stream = |value: Value| serde_json::from_value::<Sent>(json!({ "stream": value })).map(|sent| sent.stream);
        for (value, flag) in [
            (json!(true), Some(true)),
            (json!("true"), Some(true)),
            (json!("False"), Some(false)),
            (json!(0), Some(false)),
            (json!(null), None),
        ] {
            assert_eq!(stream(value.clone()).unwrap(), flag, "{value}");
        }
        assert!(stream(json!("maybe")).is_err() && stream(json!(2)).is_err());
    }
}
