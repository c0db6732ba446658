//! The chunks of a streamed completion: one id and time for all, a role first, a reason to end last.

use quipu::ask::Answer;
use serde_json::{Value, json};

/// The common fields of a completion's chunks.
#[derive(Debug, Clone)]
pub(super) struct Completion {
    /// Its id.
    pub(super) id: String,
    /// When, in seconds since 1970.
    pub(super) created: u64,
    /// The model, as it was named.
    pub(super) model: String,
    /// True if its last chunk reports token usage: then all others report a null usage.
    pub(super) counts: bool,
}

impl Completion {
    /// A new one.
    pub(super) fn new(model: &str, counts: bool) -> Self {
        let id = format!("chatcmpl-{}", crate::new_id::new_id());
        Self { id, created: super::seconds(), model: model.to_owned(), counts }
    }

    /// A chunk with a part of the message.
    pub(super) fn delta(&self, delta: &Value) -> Value {
        self.chunk(json!([{ "index": 0, "delta": delta, "finish_reason": null }]))
    }

    /// The chunk that says why the message ends.
    pub(super) fn finish(&self, reason: &str, own: &Value) -> Value {
        let mut chunk = self.chunk(json!([{ "index": 0, "delta": {}, "finish_reason": reason }]));
        chunk["x_quipu"] = own.clone();
        chunk
    }

    /// The chunk with the token usage.
    pub(super) fn usage(&self, usage: &Value) -> Value {
        let mut chunk = self.chunk(json!([]));
        chunk["usage"] = usage.clone();
        chunk
    }

    fn chunk(&self, choices: Value) -> Value {
        let Self { id, created, model, counts } = self;
        let mut chunk = json!({ "id": id, "object": "chat.completion.chunk", "created": created, "model": model, "choices": choices });
        if *counts {
            chunk["usage"] = Value::Null;
        }
        chunk
    }

    /// The whole at once.
    pub(super) fn whole(&self, message: &Value, reason: &str, usage: &Value, own: &Value) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion",
            "created": self.created,
            "model": self.model,
            "choices": [{ "index": 0, "message": message, "logprobs": null, "finish_reason": reason }],
            "usage": usage,
            "x_quipu": own,
        })
    }
}

/// Tokens of a request and of its reply.
pub(super) fn usage(read: u64, written: u64) -> Value {
    json!({ "prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written })
}

/// Tokens as the model counted them that was asked, else as we do.
pub(super) fn counted(answer: &Answer, ours: impl FnOnce() -> (u64, u64)) -> Value {
    let (read, written) = match answer.spent.filter(|spent| spent.calls > 0) {
        Some(spent) => (spent.input, spent.output),
        None => ours(),
    };
    usage(read, written)
}
