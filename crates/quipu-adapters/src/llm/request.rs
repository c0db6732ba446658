//! A prompt as the protocol writes it.

use quipu_engine::ports::{Prompt, Shape, Speaker};
use serde_json::{Value, json};

use super::habits::{Format, Habits, Room};

/// The body of a request.
pub(super) fn request(model: &str, prompt: &Prompt, temperature: f32, habits: Habits, streams: bool) -> Value {
    let turns = prompt.turns.iter().map(|turn| {
        let role = match turn.by {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        };
        json!({ "role": role, "content": turn.text })
    });
    let turns: Vec<Value> = turns.filter(|turn| turn["role"] != "system" || turn["content"] != "").collect();
    let mut body = json!({ "model": model, "messages": turns });
    if prompt.room > 0 {
        let name = match habits.room {
            Room::MaxTokens => "max_tokens",
            Room::MaxCompletionTokens => "max_completion_tokens",
        };
        body[name] = json!(prompt.room);
    }
    if habits.temperature {
        // As it was typed: 0.7, not the nearest double of the nearest float.
        body["temperature"] = json!(temperature.to_string().parse::<f64>().unwrap_or_default());
    }
    if streams {
        body["stream"] = json!(true);
        if habits.usage {
            body["stream_options"] = json!({ "include_usage": true });
        }
    }
    if let Shape::Json { name, schema } = &prompt.shape {
        match habits.format {
            Format::Schema => {
                let schema = json!({ "name": name, "schema": **schema, "strict": is_strict(schema) });
                body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
            }
            Format::Object => body["response_format"] = json!({ "type": "json_object" }),
            Format::Plain => {}
        }
    }
    body
}

/// Whether a schema is one that OpenAI holds a reply to: nothing more than is named, and all of it.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(parts) => {
            let closed = schema["type"] != "object" || {
                let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
                let named = schema["properties"].as_object();
                schema["additionalProperties"] == false
                    && named.is_none_or(|named| named.keys().all(|name| required.iter().any(|one| one == name)))
            };
            closed && parts.values().all(is_strict)
        }
        Value::Array(parts) => parts.iter().all(is_strict),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_strict_where_all_is_named_and_required() {
        let schema = |closed: bool, required: &str| {
            let inner = json!({ "type": "object", "properties": { "a": {} }, "required": [required],
                                "additionalProperties": !closed });
            json!({ "type": "array", "items": inner })
        };
        assert!(is_strict(&schema(true, "a")));
        assert!(!is_strict(&schema(false, "a")) && !is_strict(&schema(true, "b")));
    }

    #[test]
    fn temperatures_are_as_typed() {
        let body = request("m", &Prompt::new("", "Hi", 7), 0.7, Habits::default(), false);
        assert_eq!(
            body.to_string(),
            r#"{"max_tokens":7,"messages":[{"content":"Hi","role":"user"}],"model":"m","temperature":0.7}"#
        );
    }
}
