//! Sentences by number: a model's sentence about each given passage. A list of objects with
//! their numbers, one object whose names are the numbers, or as many texts as there are passages.

use serde_json::Value;

use super::json::loose;
use super::notes::clean;
use crate::text::first_words;

/// The longest sentence that is kept, in bytes; a longer one ends at a word before.
const LONGEST: usize = 600;

/// The sentence about each of `count` passages, which are numbered from 1; none without one.
pub fn contexts(reply: &str, count: usize) -> Vec<Option<String>> {
    let mut out = vec![None; count];
    loose(reply).values.iter().for_each(|value| take(value, &mut out));
    out
}

fn take(value: &Value, out: &mut [Option<String>]) {
    match value {
        Value::Array(list) if list.len() == out.len() && list.iter().all(Value::is_string) => {
            list.iter().zip(1..).for_each(|(value, number)| keep(number, value, out));
        }
        Value::Array(list) => list.iter().for_each(|value| take(value, out)),
        Value::Object(map) => {
            let field = |names: &[&str]| names.iter().find_map(|name| map.get(*name));
            let number = field(&["number", "id", "passage", "index"]).and_then(number_of);
            match number.zip(field(&["sentence", "context", "text"])) {
                Some((number, text)) => keep(number, text, out),
                None => map.iter().for_each(|(name, value)| match number_of(&Value::from(name.as_str())) {
                    Some(number) if value.is_string() => keep(number, value, out),
                    _ if value.is_string() => {}
                    _ => take(value, out),
                }),
            }
        }
        _ => {}
    }
}

fn number_of(value: &Value) -> Option<usize> {
    let text = |text: &str| text.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    value.as_u64().and_then(|number| usize::try_from(number).ok()).or_else(|| text(value.as_str()?))
}

/// Keeps the first sentence of a requested number.
fn keep(number: usize, value: &Value, out: &mut [Option<String>]) {
    let text = clean(value.as_str().unwrap_or_default());
    if let Some(place) = number.checked_sub(1).and_then(|at| out.get_mut(at))
        && !text.is_empty()
    {
        place.get_or_insert_with(|| first_words(&text, LONGEST).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(reply: &str, count: usize) -> Vec<String> {
        contexts(reply, count).into_iter().map(Option::unwrap_or_default).collect()
    }

    #[test]
    fn sentences_are_read_by_their_numbers() {
        let plain =
            r#"{"sentences": [{"number": 2, "sentence": "Of the end."}, {"number": 1, "sentence": "Of the start."}]}"#;
        assert_eq!(said(plain, 2), ["Of the start.", "Of the end."]);
        assert_eq!(said(r#"Sure: ```json {"1": "One.", "[2]": "Two."}```"#, 2), ["One.", "Two."]);
        assert_eq!(said(r#"["One.", "Two."]"#, 2), ["One.", "Two."]);
    }

    #[test]
    fn what_was_not_asked_for_or_is_empty_is_none() {
        let odd = r#"[{"number": 0, "sentence": "a"}, {"number": 9, "sentence": "b"}, {"number": 1, "sentence": " "}]"#;
        assert_eq!(contexts(odd, 2), [None, None]);
        assert_eq!(contexts("I cannot.", 1), [None]);
        assert_eq!(contexts(r#"["One."]"#, 2), [None, None], "which of them it means is not said");
    }

    #[test]
    fn a_long_one_ends_at_a_word() {
        let long = said(&format!(r#"{{"1": "{}"}}"#, "слово ".repeat(200)), 1).remove(0);
        assert!(long.len() <= LONGEST && long.ends_with("слово"));
    }
}
