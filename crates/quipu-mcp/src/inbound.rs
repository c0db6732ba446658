//! Incoming messages: valid JSON-RPC, or an error.

use quipu::tools::arguments;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::{Value, json};

/// Reads a message.
///
/// # Errors
/// When it is invalid: the reply.
pub(crate) fn read(bytes: &[u8]) -> Result<ClientJsonRpcMessage, Value> {
    message(&tidied(bytes)?)
}

/// The JSON of a message as the protocol writes it, however a client does: what is null or empty is left out, and arguments
/// are an object.
///
/// # Errors
/// When it is no JSON: the reply.
pub(crate) fn tidied(bytes: &[u8]) -> Result<Value, Value> {
    let mut value: Value = serde_json::from_slice(bytes)
        .map_err(|error| refused(&Value::Null, ErrorCode::PARSE_ERROR, &format!("this is no JSON: {error}")))?;
    let Some(message) = value.as_object_mut() else { return Ok(value) };
    // Some languages write an empty object as an empty list.
    let says_nothing = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    if message.get("params").is_some_and(says_nothing) {
        message.remove("params");
    }
    let calls = message.get("method").is_some_and(|method| method == "tools/call");
    let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) else { return Ok(value) };
    if params.get("_meta").is_some_and(says_nothing) {
        params.remove("_meta");
    }
    if let Some(meta) = params.get_mut("_meta").and_then(Value::as_object_mut)
        && meta.get("progressToken").is_some_and(|token| !token.is_string() && !token.is_i64() && !token.is_u64())
    {
        meta.remove("progressToken");
    }
    if params.get("cursor").is_some_and(|cursor| cursor.is_null() || cursor == "") {
        params.remove("cursor");
    }
    if calls && let Some(given) = params.remove("arguments") {
        params.insert("arguments".to_owned(), arguments(given));
    }
    Ok(value)
}

/// The message of a JSON.
///
/// # Errors
/// When it is none: the reply.
pub(crate) fn message(value: &Value) -> Result<ClientJsonRpcMessage, Value> {
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    if value.is_array() {
        return Err(refused(&id, ErrorCode::INVALID_REQUEST, "send one message at a time: there are no batches"));
    }
    serde_json::from_value(value.clone())
        .map_err(|_| refused(&id, ErrorCode::INVALID_REQUEST, "this is not a message of JSON-RPC 2.0"))
}

/// An error as a reply.
pub(crate) fn refused(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_told_why() {
        let code = |text: &str| read(text.as_bytes()).err().map(|reply| reply["error"]["code"].as_i64());
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), None);
        assert_eq!(code("{"), Some(Some(-32700)));
        assert_eq!(code(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))), Some(Some(-32700)));
        assert_eq!(code("[]"), Some(Some(-32600)));
        assert_eq!(code("3"), Some(Some(-32600)));
        assert_eq!(code(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#), Some(Some(-32600)));
    }

    #[test]
    fn what_clients_write_for_nothing_is_left_out() {
        let told = |method: &str, params: Value| {
            tidied(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string().as_bytes())
                .map(|message| message["params"].clone())
        };
        for (method, params, meant) in [
            ("ping", json!([]), Value::Null),
            ("tools/list", json!({ "cursor": "", "_meta": null }), json!({})),
            ("tools/list", json!({ "cursor": "x" }), json!({ "cursor": "x" })),
            (
                "tools/call",
                json!({ "name": "status", "arguments": null }),
                json!({ "name": "status", "arguments": {} }),
            ),
            ("tools/call", json!({ "name": "status", "arguments": [] }), json!({ "name": "status", "arguments": {} })),
            (
                "tools/call",
                json!({ "name": "a", "arguments": "{\"b\": 1}" }),
                json!({ "name": "a", "arguments": { "b": 1 } }),
            ),
            (
                "tools/call",
                json!({ "name": "a", "_meta": { "progressToken": 7 } }),
                json!({ "name": "a", "_meta": { "progressToken": 7 } }),
            ),
            (
                "tools/call",
                json!({ "name": "a", "_meta": { "progressToken": null } }),
                json!({ "name": "a", "_meta": {} }),
            ),
        ] {
            assert_eq!(told(method, params.clone()), Ok(meant), "{method} {params}");
        }
    }
}
