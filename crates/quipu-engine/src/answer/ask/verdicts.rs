//! The verdicts in a judge's reply: a list under its name or bare, one alone, or each under its claim's number; with
//! words, numbers or truth values for supported claims.

use quipu_kernel::replies::loose;
use serde_json::{Map, Value};

/// The names of the fields.
const CLAIM: [&str; 9] = ["claim", "claim_number", "claim_id", "number", "id", "index", "n", "утверждение", "номер"];
const SUPPORTED: [&str; 10] = [
    "supported",
    "is_supported",
    "support",
    "verdict",
    "judgement",
    "judgment",
    "label",
    "entailed",
    "подтверждено",
    "支持",
];
const QUOTE: [&str; 9] =
    ["quote", "quotes", "evidence", "source_quote", "quoted_text", "supporting_quote", "text", "цитата", "引用"];

/// The claims of `count` with a verdict of support, each with its quote; none if the reply holds no verdict.
pub(super) fn verdicts(reply: &str, count: usize) -> Option<Vec<(usize, String)>> {
    let mut found = Vec::new();
    let values = loose(reply).values;
    values.iter().for_each(|value| gather(value, None, &mut found));
    let listed = values.iter().any(holds_nothing);
    if found.is_empty() {
        return listed.then(Vec::new);
    }
    // Verdicts without numbers are in the order of the claims.
    let in_order = found.len() == count && found.iter().all(|verdict| verdict.claim.is_none());
    let supported = found.into_iter().enumerate().filter(|(_, verdict)| verdict.supported);
    Some(
        supported
            .filter_map(|(at, verdict)| Some((verdict.claim.or(in_order.then_some(at + 1))?, verdict.quote)))
            .collect(),
    )
}

struct Verdict {
    claim: Option<usize>,
    supported: bool,
    quote: String,
}

/// Collects all verdicts of a value; `claim` is the number of the field that contains it.
fn gather(value: &Value, claim: Option<usize>, out: &mut Vec<Verdict>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| gather(value, claim, out)),
        Value::Object(map) => match find(map, &SUPPORTED).and_then(is_so) {
            Some(supported) => {
                let claim = find(map, &CLAIM).and_then(number).or(claim);
                out.push(Verdict { claim, supported, quote: find(map, &QUOTE).map(text).unwrap_or_default() });
            }
            None => {
                map.iter().for_each(|(name, value)| gather(value, number(&Value::from(name.as_str())).or(claim), out))
            }
        },
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            loose(text).values.iter().for_each(|value| gather(value, claim, out));
        }
        _ => {}
    }
}

/// True if a reply is empty: `[]`, `{"verdicts": []}`.
fn holds_nothing(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.get("verdicts").is_some_and(holds_nothing),
        _ => false,
    }
}

fn find<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    let same = |key: &str, name: &str| key.trim().to_lowercase().replace([' ', '-'], "_") == name;
    names
        .iter()
        .find_map(|name| map.iter().find(|(key, value)| same(key, name) && !value.is_null()).map(|(_, value)| value))
}

/// The number of a claim: 1, 1.0, "1", "Claim 1", "[1]".
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| *number >= 0.0).map(|number| number as usize),
        Value::String(text) => {
            let word = text.trim().trim_start_matches(|c: char| !c.is_ascii_digit());
            let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
            word.get(..end)?.parse().ok()
        }
        _ => None,
    }
}

/// A quote: a text, or the first of several.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.first().map(text).unwrap_or_default(),
        Value::Object(map) => find(map, &QUOTE).map(text).unwrap_or_default(),
        _ => String::new(),
    }
}

/// The value of a field of a reply as yes or no, in any of the usual words; none for other words.
fn is_so(value: &Value) -> Option<bool> {
    const YES: [&str; 16] = [
        "true",
        "yes",
        "y",
        "supported",
        "support",
        "supports",
        "entailed",
        "correct",
        "1",
        "да",
        "верно",
        "подтверждено",
        "подтверждается",
        "是",
        "支持",
        "ja",
    ];
    const NO: [&str; 18] = [
        "false",
        "no",
        "n",
        "unsupported",
        "not supported",
        "contradicted",
        "refuted",
        "partially supported",
        "partial",
        "partially",
        "incorrect",
        "0",
        "нет",
        "неверно",
        "не подтверждено",
        "否",
        "不支持",
        "nein",
    ];
    match value {
        Value::Bool(so) => Some(*so),
        Value::Number(number) => number.as_f64().map(|number| number >= 1.0),
        Value::String(text) => {
            let word = text.to_lowercase().replace(['_', '-'], " ");
            let word = word.trim().trim_matches(['"', '.', '!', '*', ' ']);
            if YES.contains(&word) { Some(true) } else { NO.contains(&word).then_some(false) }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_in_every_shape() {
        for reply in [
            r#"{"verdicts": [{"claim": 2, "supported": true, "quote": "cast by Ilse"}, {"claim": 1, "supported": false, "quote": ""}]}"#,
            r#"```json
[{"claim": "Claim 2", "verdict": "supported", "evidence": ["cast by Ilse"]}]
```"#,
            r#"[{"supported": "no"}, {"supported": "Yes", "quote": "cast by Ilse"}]"#,
            r#"{"claim": 2.0, "supported": 1, "quote": "cast by Ilse"}"#,
            r#"{"1": {"supported": false}, "2": {"supported": "TRUE", "quote": "cast by Ilse"}}"#,
            r#"{"name": "verdicts", "arguments": {"verdicts": [{"Claim": 2, "Supported": "да", "Quote": "cast by Ilse"}]}}"#,
            r#"{"claims": {"Claim 2": {"label": "entailed", "quote": "cast by Ilse"}}}"#,
        ] {
            assert_eq!(verdicts(reply, 2), Some(vec![(2, "cast by Ilse".to_owned())]), "{reply}");
        }
    }

    #[test]
    fn what_is_no_verdict_is_none_and_whose_it_is_must_be_told() {
        assert_eq!(verdicts("All of them are supported.", 2), None);
        assert_eq!(verdicts(r#"{"answer": "yes"}"#, 2), None);
        assert_eq!(verdicts(r#"{"verdicts": []}"#, 2), Some(Vec::new()));
        assert_eq!(
            verdicts(r#"[{"supported": true, "quote": "cast by Ilse"}]"#, 2),
            Some(Vec::new()),
            "of which of the two?"
        );
        assert_eq!(verdicts(r#"[{"claim": 1, "supported": "partially", "quote": "q"}]"#, 1), Some(Vec::new()));
    }

    #[test]
    fn words_for_yes_and_no_are_understood() {
        for yes in ["true", "\"Yes\"", "\"SUPPORTED\"", "1", "\"да\"", "1.0"] {
            assert_eq!(is_so(&serde_json::from_str(yes).unwrap()), Some(true), "{yes}");
        }
        for no in ["false", "\"no\"", "\"not_supported\"", "0", "\"partially supported\""] {
            assert_eq!(is_so(&serde_json::from_str(no).unwrap()), Some(false), "{no}");
        }
        assert_eq!([is_so(&Value::Null), is_so(&Value::from("perhaps"))], [None, None]);
    }
}
