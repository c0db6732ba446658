//! Incoming messages: valid JSON-RPC, or an error.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::{Value, json};

/// Reads a message.
///
/// # Errors
/// When it is invalid: the reply.
pub(crate) fn read(bytes: &[u8]) -> Result<ClientJsonRpcMessage, Value> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| refused(&Value::Null, ErrorCode::PARSE_ERROR, &format!("this is no JSON: {error}")))?;
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    if value.is_array() {
        return Err(refused(&id, ErrorCode::INVALID_REQUEST, "send one message at a time: there are no batches"));
    }
    serde_json::from_value(value)
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
}
