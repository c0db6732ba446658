//! Arguments as models and clients write them, made to fit the schema of a tool: `"3"` where a number is wanted, one text
//! where a list is, an object as JSON text. A value that fits already stays as it is, and a text stays the text that it is.

use serde_json::{Map, Number, Value, json};

use super::dialect::{OPEN, PAIRS};

/// How alike a known name must be to be proposed.
const ALIKE: f64 = 0.75;
/// The largest number below which every whole number has a float of its own.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Words that stand for nothing where no text is wanted.
const NOTHING: [&str; 5] = ["", "null", "none", "nil", "undefined"];

/// Arguments as an object, however a client writes it: nothing at all, an empty list (an empty object of some languages),
/// or an object as JSON text. What is none of these stays as it is.
pub fn arguments(given: Value) -> Value {
    match given {
        Value::Null => json!({}),
        Value::Array(members) if members.is_empty() => json!({}),
        Value::String(text) if NOTHING.contains(&text.trim().to_lowercase().as_str()) => json!({}),
        // A text in a text is shorter each time.
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(inner @ (Value::Object(_) | Value::String(_))) => arguments(inner),
            _ => Value::String(text),
        },
        given => given,
    }
}

/// Arguments as a schema wants them.
///
/// # Errors
/// When they cannot be meant: which, and what is wanted.
pub(super) fn fitted(schema: &Value, given: Value) -> Result<Value, String> {
    match arguments(given) {
        Value::Object(given) => Ok(Value::Object(object(schema, given, "")?)),
        other => Err(format!("an object with the names and values of the arguments is wanted, not {}", shown(&other))),
    }
}

fn object(schema: &Value, given: Map<String, Value>, path: &str) -> Result<Map<String, Value>, String> {
    if schema[OPEN] == true {
        return Ok(given);
    }
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = Map::new();
    for (name, value) in given {
        let (known, of) = meant(properties, &name).ok_or_else(|| unknown(properties, &name, path))?;
        let path = if path.is_empty() { known.clone() } else { format!("{path}.{known}") };
        let Some(value) = value_of(of, value, &path, !required.contains(&known.as_str()))? else { continue };
        if out.insert(known.clone(), value).is_some() {
            return Err(format!("{path}: it is given twice"));
        }
    }
    match required.iter().find(|name| !out.contains_key(**name)) {
        Some(name) => {
            let about = properties.get(*name).and_then(|of| of["description"].as_str()).unwrap_or_default();
            let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
            Err(format!("{path}: it is missing, and required. {about}").trim_end().to_owned())
        }
        None => Ok(out),
    }
}

/// The property that a name means: its own, or the only one of the same letters and digits.
fn meant<'a>(properties: &'a Map<String, Value>, name: &str) -> Option<(&'a String, &'a Value)> {
    properties.get_key_value(name).or_else(|| properties.iter().find(|(known, _)| folded(known) == folded(name)))
}

fn folded(name: &str) -> String {
    name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn unknown(properties: &Map<String, Value>, name: &str, path: &str) -> String {
    let alike = |known: &&String| strsim::jaro_winkler(&folded(known), &folded(name));
    let nearest = properties.keys().max_by(|a, b| alike(a).total_cmp(&alike(b))).filter(|known| alike(known) >= ALIKE);
    let nearest = nearest.map_or_else(String::new, |known| format!("; did you mean {known:?}?"));
    let at = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let known = properties.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("{at}there is no argument {name:?}{nearest} (known: {known})")
}

/// A value as its schema wants it; none where it says nothing and may be left out.
fn value_of(schema: &Value, given: Value, path: &str, optional: bool) -> Result<Option<Value>, String> {
    let kind = schema["type"].as_str().unwrap_or_default();
    let says_nothing = match &given {
        Value::Null => true,
        Value::String(text) if kind == "string" => optional && text.trim().is_empty(),
        Value::String(text) => NOTHING.contains(&text.trim().to_lowercase().as_str()),
        _ => false,
    };
    if says_nothing {
        return Ok(None);
    }
    let fitting = match kind {
        "string" => text(schema, &given),
        "integer" => whole(&given).filter(|number| schema["minimum"] != 0 || number.as_i64().is_none_or(|n| n >= 0)),
        "number" => number(&given),
        "boolean" => truth(&given),
        "array" => return list(schema, given, path).map(Some),
        "object" => return inner(schema, given, path).map(Some),
        _ => Some(given.clone()),
    };
    match fitting {
        Some(value) => Ok(Some(value)),
        None => Err(format!("{path}: {} is wanted, not {}", wanted(schema), shown(&given))),
    }
}

/// The only member of a list, where one value is wanted.
fn only(given: &Value) -> Option<&Value> {
    match given.as_array()?.as_slice() {
        [member] => Some(member),
        _ => None,
    }
}

fn text(schema: &Value, given: &Value) -> Option<Value> {
    let text = match given {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => given.to_string(),
        other => return text_of_one(schema, other),
    };
    let Some(choices) = schema["enum"].as_array() else { return Some(json!(text)) };
    let mut choices = choices.iter().filter(|choice| choice.as_str().is_some_and(|of| folded(of) == folded(&text)));
    choices.next().cloned()
}

fn text_of_one(schema: &Value, given: &Value) -> Option<Value> {
    only(given).filter(|member| !member.is_array()).and_then(|member| text(schema, member))
}

fn whole(given: &Value) -> Option<Value> {
    let of_float = |float: f64| (float.fract() == 0.0 && float.abs() < EXACT).then(|| json!(float as i64));
    match given {
        Value::Number(number) if number.is_i64() || number.is_u64() => Some(given.clone()),
        Value::Number(number) => of_float(number.as_f64()?),
        Value::String(text) => {
            let text = text.trim();
            let number = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from));
            number.map(Value::Number).ok().or_else(|| of_float(text.parse().ok()?))
        }
        other => only(other).filter(|member| !member.is_array()).and_then(whole),
    }
}

fn number(given: &Value) -> Option<Value> {
    match given {
        Value::Number(_) => Some(given.clone()),
        Value::String(text) => Number::from_f64(text.trim().parse().ok()?).map(Value::Number),
        other => only(other).filter(|member| !member.is_array()).and_then(number),
    }
}

fn truth(given: &Value) -> Option<Value> {
    let word = match given {
        Value::Bool(_) => return Some(given.clone()),
        Value::String(text) => text.trim().to_lowercase(),
        Value::Number(number) => number.to_string(),
        other => return only(other).filter(|member| !member.is_array()).and_then(truth),
    };
    match word.as_str() {
        "true" | "yes" | "on" | "1" | "1.0" => Some(json!(true)),
        "false" | "no" | "off" | "0" | "0.0" => Some(json!(false)),
        _ => None,
    }
}

fn list(schema: &Value, given: Value, path: &str) -> Result<Value, String> {
    let members = match given {
        Value::Array(members) => members,
        Value::String(text) => match read(&text) {
            Some(Value::Array(members)) => members,
            Some(object) if schema[PAIRS] == true => return pairs(vec![object], path),
            // No choice has a comma in it; any other text may.
            _ if schema["items"]["enum"].is_array() => text.split(',').map(|part| json!(part.trim())).collect(),
            _ => vec![Value::String(text)],
        },
        one => vec![one],
    };
    if schema[PAIRS] == true {
        return pairs(members, path);
    }
    let members = members.into_iter().map(|member| value_of(&schema["items"], member, path, true));
    let members = members.filter_map(Result::transpose).collect::<Result<Vec<_>, _>>();
    members.map(Value::Array).map_err(|_| format!("{path}: a list is wanted, each of it {}", wanted(&schema["items"])))
}

/// The values of each name, of texts `name=value` and of objects.
fn pairs(members: Vec<Value>, path: &str) -> Result<Value, String> {
    let wrong = || format!("{path}: texts are wanted, each as name=value");
    let mut out: Map<String, Value> = Map::new();
    let mut add = |name: &str, value: Value| {
        let values = out.entry(name.trim()).or_insert_with(|| json!([]));
        values.as_array_mut().into_iter().for_each(|values| values.push(value.clone()));
    };
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    for member in members {
        match member {
            Value::String(text) => {
                let (name, value) = text.split_once('=').ok_or_else(wrong)?;
                add(name, json!(value.trim()));
            }
            Value::Object(object) => {
                for (name, values) in object {
                    let values = list(&texts, values, path)?;
                    values.as_array().into_iter().flatten().for_each(|value| add(&name, value.clone()));
                }
            }
            _ => return Err(wrong()),
        }
    }
    Ok(Value::Object(out))
}

fn inner(schema: &Value, given: Value, path: &str) -> Result<Value, String> {
    let given = match only(&given) {
        Some(member @ Value::Object(_)) => member.clone(),
        _ => arguments(given),
    };
    match given {
        Value::Object(given) => object(schema, given, path).map(Value::Object),
        other => Err(format!("{path}: {} is wanted, not {}", wanted(schema), shown(&other))),
    }
}

/// A text that is JSON of a list or an object.
fn read(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['[', '{']) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// What a schema wants, in words.
fn wanted(schema: &Value) -> String {
    let names = |of: &Value| of.as_object().map(|of| of.keys().cloned().collect::<Vec<_>>().join(", "));
    match (schema["type"].as_str(), schema["enum"].as_array()) {
        (_, Some(choices)) => {
            let choices: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
            format!("one of {}", choices.join(", "))
        }
        (Some("integer"), _) if schema["minimum"] == 0 => "a whole number, 0 or more,".to_owned(),
        (Some("integer"), _) => "a whole number".to_owned(),
        (Some("number"), _) => "a number".to_owned(),
        (Some("boolean"), _) => "true or false".to_owned(),
        (Some("array"), _) => "a list".to_owned(),
        (Some("object"), _) => {
            format!("an object (known: {})", names(&schema["properties"]).unwrap_or_default())
        }
        _ => "a text".to_owned(),
    }
}

/// The beginning of a value, as an error shows it.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests;
