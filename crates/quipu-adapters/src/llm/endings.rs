//! The finish reasons of replies, in the words of many servers.

use quipu_engine::ports::Ending;
use serde_json::Value;

/// Reasons of replies that end by themselves, in lower case.
const STOPS: [&str; 18] = [
    "stop",
    "eos",
    "eos_token",
    "end",
    "end_turn",
    "stop_sequence",
    "stop_token",
    "stop_str",
    "tool_calls",
    "tool_call",
    "tool_use",
    "function_call",
    "complete",
    "completed",
    "finished",
    "done",
    "endoftext",
    "end_of_text",
];
/// Reasons of replies that reached a length limit.
const LENGTHS: [&str; 9] = [
    "length",
    "max_tokens",
    "max_output_tokens",
    "max_length",
    "max_new_tokens",
    "model_length",
    "token_limit",
    "context_length",
    "model_context_window_exceeded",
];
/// Prefixes or parts of the reasons of content filters.
const FILTERS: [&str; 9] = [
    "content_filter",
    "contentfilter",
    "filter",
    "safety",
    "recitation",
    "sensitive",
    "prohibited",
    "blocklist",
    "refusal",
];

/// The ending of a reason, or its word where it does not end a reply; missing where there is no reason yet.
pub(super) fn ended(reason: &Value) -> Option<Result<Ending, String>> {
    let reason = match reason {
        Value::Null | Value::Bool(false) => return None,
        Value::String(reason) => reason.trim().to_lowercase(),
        other => other["type"].as_str().map_or_else(|| other.to_string(), str::to_lowercase),
    };
    let word = reason.replace([' ', '-'], "_");
    Some(match word.as_str() {
        // Some write so that there is no reason yet.
        "" | "null" | "none" => return None,
        word if STOPS.contains(&word) => Ok(Ending::Stop),
        word if LENGTHS.contains(&word) => Ok(Ending::Length),
        word if FILTERS.iter().any(|filter| word.contains(filter)) => Ok(Ending::Filtered),
        _ => Err(reason),
    })
}
