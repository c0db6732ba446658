//! A message that is there as a whole, a text or a call of a function, sent at once or as chunks.

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::completion_chunks::Completion;

/// A message of the assistant.
pub(super) enum SaidMessage<'a> {
    /// A text.
    Text(&'a str),
    /// A call of a function.
    Call {
        /// Its name.
        name: &'a str,
        /// Its arguments, as JSON.
        arguments: &'a str,
    },
}

/// The other parts of its completion.
pub(super) struct SaidTail<'a> {
    /// The reason of its end.
    pub(super) reason: &'a str,
    /// Our extension.
    pub(super) own: &'a Value,
    /// Token usage.
    pub(super) usage: &'a Value,
}

impl SaidMessage<'_> {
    /// The reason of its end, where it is not cut.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            Self::Text(_) => "stop",
            Self::Call { .. } => "tool_calls",
        }
    }

    /// A completion with this message, whole or as chunks.
    pub(super) fn sent(&self, completion: &Completion, stream: bool, tail: &SaidTail<'_>) -> Response {
        let SaidTail { reason, own, usage } = *tail;
        if !stream {
            return Json(completion.whole(&self.message(), reason, usage, own)).into_response();
        }
        let mut chunks = vec![completion.delta(&self.begin())];
        chunks.push(completion.delta(&match self {
            Self::Text(text) => json!({ "content": text }),
            Self::Call { arguments, .. } => {
                json!({ "tool_calls": [{ "index": 0, "function": { "arguments": arguments } }] })
            }
        }));
        chunks.push(completion.finish(reason, own));
        if completion.counts {
            chunks.push(completion.usage(usage));
        }
        super::streamed::all(chunks)
    }

    fn message(&self) -> Value {
        match self {
            Self::Text(text) => json!({ "role": "assistant", "content": text, "refusal": null, "annotations": [] }),
            Self::Call { name, arguments } => {
                let function = json!({ "name": name, "arguments": arguments });
                let call = json!({ "id": call_id(), "type": "function", "function": function });
                json!({ "role": "assistant", "content": null, "refusal": null, "tool_calls": [call] })
            }
        }
    }

    fn begin(&self) -> Value {
        match self {
            Self::Text(_) => json!({ "role": "assistant", "content": "" }),
            Self::Call { name, .. } => {
                let function = json!({ "name": name, "arguments": "" });
                let call = json!({ "index": 0, "id": call_id(), "type": "function", "function": function });
                json!({ "role": "assistant", "tool_calls": [call] })
            }
        }
    }
}

fn call_id() -> String {
    format!("call_{}", crate::new_id::new_id())
}
