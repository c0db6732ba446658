//! Points and ratings in a model's reply: points drawn from numbered texts, each with its sources, and ratings of the
//! usefulness of numbered texts.

use serde_json::{Map, Value};

use super::json::loose;
use super::labels::{field, labels, number};
use super::notes::clean;
use crate::text::first_words;

/// The longest point that is kept, in bytes.
const LONGEST: usize = 2_000;

/// Something that a model draws from the texts that it was given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SaidPoint {
    /// Text of the point.
    pub text: String,
    /// Usefulness, from 0 to 100; none where it is missing.
    pub score: Option<f64>,
    /// Numbers of its sources.
    pub refs: Vec<usize>,
}

/// The points in a reply; none where it holds no list of any, which is not the same as an empty list.
pub fn points(reply: &str) -> Option<Vec<SaidPoint>> {
    let (mut found, mut any) = (Vec::new(), false);
    for value in loose(reply).values {
        any |= gather(&value, &mut found);
    }
    any.then_some(found)
}

/// Takes in all points of a value; returns true if it is or holds a list of them.
fn gather(value: &Value, out: &mut Vec<SaidPoint>) -> bool {
    match value {
        Value::Array(list) => {
            out.extend(list.iter().filter_map(|value| point(value.as_object()?)));
            true
        }
        Value::Object(map) => match point(map) {
            Some(one) => {
                out.push(one);
                true
            }
            None => {
                let lists = map.iter().filter(|(name, value)| value.is_array() && !name.contains("follow"));
                lists.filter(|(_, value)| gather(value, out)).count() > 0
            }
        },
        _ => false,
    }
}

fn point(map: &Map<String, Value>) -> Option<SaidPoint> {
    let text = field(map, &["claim", "description", "point", "text", "statement", "answer"])?.as_str()?;
    let text = first_words(&clean(text), LONGEST).to_owned();
    let refs = field(map, &["refs", "references", "sources", "citations"]).map(labels).unwrap_or_default();
    let score = field(map, &["score", "rating", "importance"]).and_then(number).map(|score| score.clamp(0.0, 100.0));
    (!text.is_empty()).then_some(SaidPoint { text, score, refs })
}

/// The follow-up questions of a reply, each with its usefulness, from 0 to 100.
pub fn follow_ups(reply: &str) -> Vec<(String, f64)> {
    let names = ["follow_ups", "follow_up_questions", "followups", "questions"];
    let asked = |value: &Value| match value {
        Value::String(text) => Some((clean(text), 50.0)),
        Value::Object(map) => {
            let text = clean(field(map, &["question", "query", "follow_up", "text"])?.as_str()?);
            let score = field(map, &["score", "rating", "importance"]).and_then(number).unwrap_or(50.0);
            Some((text, score.clamp(0.0, 100.0)))
        }
        _ => None,
    };
    let lists = loose(reply).values.into_iter().filter_map(|value| match value {
        Value::Object(map) => field(&map, &names).and_then(Value::as_array).cloned(),
        _ => None,
    });
    lists.flatten().filter_map(|value| asked(&value)).filter(|(text, _)| !text.is_empty()).collect()
}

/// Usefulness of each of `count` numbered texts, from 0 to 5; none where the reply has no rating.
pub fn ratings(reply: &str, count: usize) -> Vec<Option<f64>> {
    ratings_to(reply, count, 5.0)
}

/// Ratings from 0 to `most`.
pub fn ratings_to(reply: &str, count: usize, most: f64) -> Vec<Option<f64>> {
    let mut out = vec![None; count];
    loose(reply).values.iter().for_each(|value| rate(value, &mut out));
    out.into_iter().map(|rating| rating.map(|rating: f64| rating.clamp(0.0, most))).collect()
}

fn rate(value: &Value, out: &mut [Option<f64>]) {
    match value {
        // A bare list is in the order of the texts.
        Value::Array(list) if list.iter().all(|value| number(value).is_some()) && !list.is_empty() => {
            list.iter().zip(1..).for_each(|(value, of)| keep(out, of, value));
        }
        Value::Array(list) => list.iter().for_each(|value| rate(value, out)),
        Value::Object(map) => {
            let of = field(map, &["report", "number", "id", "passage", "text"]).map(labels);
            match of.and_then(|of| of.first().copied()).zip(field(map, &["rating", "score", "relevance"])) {
                Some((of, rating)) => keep(out, of, rating),
                None => map.iter().for_each(|(name, value)| match labels(&Value::from(name.as_str())).first() {
                    Some(of) if number(value).is_some() => keep(out, *of, value),
                    _ => rate(value, out),
                }),
            }
        }
        _ => {}
    }
}

/// Keeps the first rating of a text that there is.
fn keep(out: &mut [Option<f64>], of: usize, rating: &Value) {
    if let Some(place) = of.checked_sub(1).and_then(|at| out.get_mut(at)) {
        *place = place.or(number(rating));
    }
}

/// The numbers in a short reply that is nothing but numbers: `0`, `3`, `[2, 5]`; none where it says more.
pub fn numbers(reply: &str) -> Option<Vec<usize>> {
    let reply = reply.trim();
    let is_mark = |c: char| c.is_ascii_digit() || c.is_whitespace() || "[](){},.;:#*`\"".contains(c);
    let found = labels(&Value::from(reply));
    if !found.is_empty() && reply.chars().all(is_mark) {
        return Some(found);
    }
    // In JSON, or at the beginning of a sentence about it.
    let in_json = loose(reply).values.into_iter().find_map(|value| match value {
        Value::Object(map) => map.values().map(labels).find(|found| !found.is_empty()),
        value => Some(labels(&value)).filter(|found| !found.is_empty()),
    });
    in_json.or_else(|| {
        let first = reply.split_whitespace().next()?.trim_matches(|c: char| !c.is_alphanumeric());
        first.parse().ok().map(|number| vec![number])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_with_their_scores_and_refs() {
        let reply = r#"{"points": [{"description": "The bell cracked.", "score": "85", "refs": ["c3"]},
            {"description": "", "score": 5}, {"claim": "It was mended.", "refs": [1, "c2"]}]}"#;
        let found = points(reply).unwrap();
        let told: Vec<_> = found.iter().map(|one| (one.text.as_str(), one.score, one.refs.clone())).collect();
        assert_eq!(told, [("The bell cracked.", Some(85.0), vec![3]), ("It was mended.", None, vec![1, 2])]);
        assert_eq!(points(r#"{"points": []}"#), Some(Vec::new()));
        assert_eq!(points("Nothing."), None);
        let both = r#"{"points": [{"description": "It rang."}], "follow_ups": [{"question": "Who rang it?", "score": 70}, "When?"]}"#;
        assert_eq!(points(both).unwrap().len(), 1, "a question is no point");
        assert_eq!(follow_ups(both), [("Who rang it?".to_owned(), 70.0), ("When?".to_owned(), 50.0)]);
    }

    #[test]
    fn ratings_stand_by_number_or_in_order() {
        let plain = r#"{"ratings": [{"report": 2, "rating": 4}, {"report": "3", "rating": "9"}]}"#;
        assert_eq!(ratings(plain, 3), [None, Some(4.0), Some(5.0)]);
        assert_eq!(ratings(r#"{"ratings": [1, 0, 5]}"#, 3), [Some(1.0), Some(0.0), Some(5.0)]);
        assert_eq!(ratings(r#"{"1": 2, "9": 3}"#, 2), [Some(2.0), None]);
        assert_eq!(ratings("No.", 1), [None]);
    }

    #[test]
    fn numbers_stand_alone_in_json_or_before_a_sentence() {
        assert_eq!(numbers("0"), Some(vec![0]));
        assert_eq!(numbers(" [2, 5]."), Some(vec![2, 5]));
        assert_eq!(numbers(r#"{"sentence": 4}"#), Some(vec![4]));
        assert_eq!(numbers("3. It says who cast the bell in 1911."), Some(vec![3]));
        assert_eq!(numbers("None of these."), None);
    }
}
