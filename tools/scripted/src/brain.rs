//! A small deterministic mind: it finds names that begin with capitals, and gives them in whatever JSON
//! it is asked for; else it says one short sentence.
//!
//! A schema is filled by the names of its properties: whatever is called name, title or subject is one
//! of the names found, source and target are neighbours in the text, and what says a sentence says the
//! one in which they stand.

use serde_json::{Map, Value, json};

/// The most names that it finds.
const MOST: usize = 24;
/// Words that begin with a capital only because a sentence does.
const SMALL: &[&str] = &[
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "he", "her", "his", "how", "if", "in", "is", "it", "its",
    "no", "not", "of", "on", "one", "or", "our", "she", "so", "some", "that", "the", "their", "then", "there", "these",
    "they", "this", "those", "to", "we", "what", "when", "where", "which", "who", "why", "with", "you", "your",
];

/// The reply to the turns of a prompt; `format` is its `response_format`.
pub fn reply(turns: &[&str], format: Option<&Value>) -> String {
    let asked = turns.last().copied().unwrap_or_default();
    let found = names(asked);
    let schema = format.and_then(|format| format.pointer("/json_schema/schema"));
    let extracts = || turns.iter().any(|turn| turn.to_lowercase().contains("json"));
    match (schema, format.and_then(|format| format["type"].as_str())) {
        (Some(schema), _) => filled(schema, "", &found, 0).to_string(),
        (None, Some("json_object")) => facts(&found).to_string(),
        _ if extracts() => facts(&found).to_string(),
        _ => said(asked, &found),
    }
}

/// The calls of tools that a request asks for: of the first that is offered, with its arguments filled from what was
/// asked, until there is a result.
pub(crate) fn calls(request: &Value) -> Vec<(String, String)> {
    let last = request["messages"].as_array().and_then(|turns| turns.last());
    let (Some(turn), Some(tool)) = (last, request.pointer("/tools/0/function")) else { return Vec::new() };
    if turn["role"] != "user" {
        return Vec::new();
    }
    let found = names(turn["content"].as_str().unwrap_or_default());
    let arguments = filled(&tool["parameters"], "", &found, 0).to_string();
    vec![(tool["name"].as_str().unwrap_or_default().to_owned(), arguments)]
}

/// A name and the sentence that says it.
struct Found<'a> {
    name: String,
    sentence: &'a str,
    labels: Vec<&'a str>,
}

/// The labels in a sentence.
fn labels(sentence: &str) -> Vec<&str> {
    let inside = sentence.split('[').skip(1).filter_map(|part| part.split_once(']').map(|(inside, _)| inside));
    let is_label =
        |word: &&str| word.strip_prefix('c').is_some_and(|rest| !rest.is_empty() && rest.parse::<u32>().is_ok());
    inside.flat_map(|inside| inside.split([',', ' '])).filter(is_label).collect()
}

/// A sentence without its labels.
fn unlabelled(sentence: &str) -> String {
    let mut parts = sentence.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once(']').map_or(part, |(_, behind)| behind));
    (first + &rest.collect::<String>()).trim().to_owned()
}

fn said(asked: &str, found: &[Found<'_>]) -> String {
    if asked.to_lowercase().contains("the number of") && asked.lines().any(|line| line.starts_with("1. ")) {
        return "1".to_owned();
    }
    let words = asked.split_whitespace().count();
    match found.first() {
        Some(Found { name, .. }) => format!("There are {words} words, and the first name in them is {name}."),
        None => format!("There are {words} words, and no name in them."),
    }
}

/// Entities and relations as most prompts ask for them.
fn facts(found: &[Found<'_>]) -> Value {
    let entities =
        found.iter().map(|one| json!({ "name": one.name, "type": kind(&one.name), "description": one.sentence }));
    let relations = found.windows(2).filter(|two| two[0].sentence == two[1].sentence).map(|two| {
        json!({ "source": two[0].name, "target": two[1].name, "predicate": "stands beside",
                "description": two[0].sentence, "keywords": ["beside"], "strength": 5 })
    });
    json!({ "entities": entities.collect::<Vec<_>>(), "relations": relations.collect::<Vec<_>>() })
}

/// A value that a schema accepts; `at` says of which name it speaks.
fn filled(schema: &Value, property: &str, found: &[Found<'_>], at: usize) -> Value {
    if let Some(one_of) = schema["enum"].as_array() {
        return one_of.first().cloned().unwrap_or(Value::Null);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"].as_array()?.first()?.as_str());
    match kind {
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            let values = properties.map(|(name, inner)| (name.clone(), filled(inner, name, found, at)));
            Value::Object(values.collect::<Map<_, _>>())
        }
        Some("array") if property == "refs" => {
            json!(found.get(at).map(|one| one.labels.clone()).unwrap_or_default())
        }
        Some("array") => {
            let inner = &schema["items"];
            let pairs = inner.pointer("/properties/target").or_else(|| inner.pointer("/properties/object")).is_some();
            let texts = inner["type"] == "string" && property != "entities" && property != "names";
            let many = if texts { found.len().min(1) } else { found.len().saturating_sub(usize::from(pairs)) };
            Value::Array((0..many).map(|at| filled(inner, property, found, at)).collect())
        }
        Some("integer" | "number") if ["number", "report"].contains(&property) => json!(at + 1),
        Some("integer" | "number") => json!(5),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        _ => json!(text(property, found, at)),
    }
}

fn text(property: &str, found: &[Found<'_>], at: usize) -> String {
    let name = |at: usize| found.get(at).map_or_else(String::new, |one| one.name.clone());
    match property {
        "target" | "object" => name(at + 1),
        "type" => kind(&name(at)).to_owned(),
        "predicate" => "stands beside".to_owned(),
        "description" | "quote" | "text" | "summary" | "sentence" | "answer" => {
            found.get(at).map_or_else(String::new, |one| one.sentence.to_owned())
        }
        "explanation" | "claim" => found.get(at).map_or_else(String::new, |one| unlabelled(one.sentence)),
        property if property.ends_with("date") || property.ends_with("from") || property.ends_with("to") => {
            String::new()
        }
        _ => name(at),
    }
}

/// A kind that follows from the name alone.
fn kind(name: &str) -> &'static str {
    let kinds = ["organisation", "person", "place", "event"];
    kinds[name.len() % kinds.len()]
}

/// Names in their order, each once.
fn names(text: &str) -> Vec<Found<'_>> {
    let (mut found, mut last): (Vec<Found<'_>>, Vec<&str>) = (Vec::new(), Vec::new());
    let labelled = !labels(text).is_empty();
    for sentence in text.split_inclusive(['.', '!', '?', '\n']).map(str::trim).filter(|one| !one.is_empty()) {
        let mut name = String::new();
        let own = labels(sentence);
        last = if own.is_empty() { last } else { own };
        // What stands before all labels rests on none.
        if labelled && last.is_empty() {
            continue;
        }
        // The last word is no word, and ends a name that stands at the end.
        for word in sentence.split_whitespace().chain([""]) {
            let plain = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            let capital = plain.chars().next().is_some_and(char::is_uppercase) && plain.chars().count() > 1;
            let small = name.is_empty() && SMALL.contains(&plain.to_lowercase().as_str());
            let goes_on = capital && !small;
            if goes_on {
                name = if name.is_empty() { plain.to_owned() } else { format!("{name} {plain}") };
            }
            let ends = !goes_on || word.ends_with([',', ';', ':', ')', '.', '!', '?']);
            if ends && !name.is_empty() {
                let name = std::mem::take(&mut name);
                if found.len() < MOST && found.iter().all(|one| one.name != name) {
                    found.push(Found { name, sentence, labels: last.clone() });
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Ada Lovelace wrote to Charles Babbage. The engine stood in London, England.";

    #[test]
    fn names_are_found_in_their_order() {
        let found = names(TEXT);
        let found: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(found, ["Ada Lovelace", "Charles Babbage", "London", "England"]);
    }

    #[test]
    fn a_schema_is_filled_with_them() {
        let schema = json!({ "type": "object", "properties": {
            "entities": { "type": "array", "items": { "type": "object", "properties": {
                "name": { "type": "string" }, "strength": { "type": "integer" } } } },
            "relations": { "type": "array", "items": { "type": "object", "properties": {
                "source": { "type": "string" }, "target": { "type": "string" } } } },
            "done": { "type": "boolean" } } });
        let reply: Value =
            serde_json::from_str(&reply(&["Extract.", TEXT], Some(&json!({ "json_schema": { "schema": schema } }))))
                .unwrap();
        assert_eq!(reply["entities"][1], json!({ "name": "Charles Babbage", "strength": 5 }));
        assert_eq!(reply["relations"][0], json!({ "source": "Ada Lovelace", "target": "Charles Babbage" }));
        assert_eq!(reply["done"], true);
    }

    #[test]
    fn what_it_rests_on_are_the_labels_before_and_a_number_is_the_first() {
        let schema = json!({ "type": "object", "properties": { "claims": { "type": "array", "items": { "type": "object",
            "properties": { "claim": { "type": "string" }, "refs": { "type": "array", "items": { "type": "string" } } } } } } });
        let text = "[c1] Log\nVarga cast it.\n- Ada | wrote to | Charles [c2, c3]";
        let reply: Value =
            serde_json::from_str(&reply(&[text], Some(&json!({ "json_schema": { "schema": schema } })))).unwrap();
        assert_eq!(reply["claims"][1], json!({ "claim": "Varga cast it.", "refs": ["c1"] }));
        assert_eq!(reply["claims"][2], json!({ "claim": "- Ada | wrote to | Charles", "refs": ["c2", "c3"] }));
        assert_eq!(super::reply(&["1. It rang.\n\nThe number of the sentence that helps, or 0:"], None), "1");
    }

    #[test]
    fn without_one_it_depends_on_what_is_asked() {
        assert_eq!(
            reply(&["Who was it?", TEXT], None),
            "There are 12 words, and the first name in them is Ada Lovelace."
        );
        let json: Value = serde_json::from_str(&reply(&["Answer in JSON.", TEXT], None)).unwrap();
        assert_eq!(json["relations"][0]["target"], "Charles Babbage");
    }
}
