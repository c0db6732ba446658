//! The answer of a server that gives no reply, and its meaning.

use std::time::Duration;

use quipu_engine::ports::LlmError;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::net::{after, after_said, code_in, is_filtered, is_too_long, meant, named, shortened, words};

/// Phrases of servers that accept calls again only after a payment.
const UNPAID: [&str; 6] =
    ["insufficient_quota", "billing", "insufficient credits", "insufficient balance", "key limit exceeded", "欠费"];
/// An answer that is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// The server's words, shortened, its code included.
    pub(super) message: String,
    pub(super) after: Option<Duration>,
}

impl Refusal {
    /// The refusal in an answer with a status of failure. A code within it is more precise than a status of a broken
    /// server.
    pub(super) fn of(status: u16, headers: &HeaderMap, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let value = serde_json::from_str::<Value>(&text).ok();
        let message = value.as_ref().and_then(words).unwrap_or_else(|| text.to_string());
        let status = meant(status, value.as_ref());
        let after = after(status, headers).or_else(|| after_said(&text));
        Self { status, message: shortened(&message), after }
    }

    /// The refusal in an answer's error in spite of its status, as routers and streams write it.
    pub(super) fn within(error: &Value) -> Self {
        let message = words(error).unwrap_or_else(|| error.to_string());
        let status = code_in(error).or_else(|| named(&message)).unwrap_or(500);
        Self { status, message: shortened(&message), after: after_said(&error.to_string()) }
    }

    /// True if it may be about the parameters, rather than the client or its limits.
    pub(super) fn is_of_parameters(&self) -> bool {
        !self.is_of_length()
            && !self.is_of_filter()
            && match self.status {
                400 | 415 | 422 | 501 => true,
                404 | 500 => self.names_parameters(),
                _ => false,
            }
    }

    /// True if its text names a parameter of the request.
    pub(super) fn names_parameters(&self) -> bool {
        let words =
            ["response_format", "json_schema", "structured output", "grammar", "support", "schema", "guided", "tool"];
        let said = self.message.to_lowercase();
        words.iter().any(|word| said.contains(word))
    }

    /// True if prompt and reply do not fit, or a limit per minute is smaller than the prompt.
    fn is_of_length(&self) -> bool {
        match self.status {
            413 => true,
            400 | 422 | 500 => is_too_long(&self.message),
            429 => {
                let said = self.message.to_lowercase();
                said.contains("request too large") || said.contains("reduce your message size")
            }
            _ => false,
        }
    }

    fn is_of_filter(&self) -> bool {
        matches!(self.status, 400 | 403 | 422 | 451 | 500) && is_filtered(&self.message)
    }

    /// Some servers say that a key is wrong as they say that anything is.
    fn is_of_key(&self) -> bool {
        let said = self.message.to_lowercase();
        let wrong = ["not valid", "invalid", "incorrect", "missing", "expired"];
        let key = said.contains("api key") || said.contains("api_key");
        matches!(self.status, 401 | 403) || (self.status == 400 && key && wrong.iter().any(|word| said.contains(word)))
    }

    /// The error that it means.
    pub(super) fn error(&self, model: &str) -> LlmError {
        let model = model.to_owned();
        let said = format!("the server answered {}: {}", self.status, self.message);
        let unpaid = UNPAID.iter().any(|mark| self.message.to_lowercase().contains(mark));
        let advice = match self.status {
            _ if self.is_of_length() => return LlmError::TooLong { model, reason: said },
            _ if self.is_of_filter() => return LlmError::Withheld { model, reason: said, text: String::new() },
            402 => "its account has no money left",
            _ if self.is_of_key() && !unpaid => "put its key into the variable that `llm.key` names",
            403 | 429 if unpaid => "its account has no money left",
            404 | 405 => "check `llm.url` and `llm.name`",
            300..=399 => "its address has moved: set `llm.url` to the new one",
            408 | 409 | 425 | 429 | 500.. => return LlmError::Busy { model, reason: said, after: self.after },
            _ => "check `llm.name` and what the server accepts",
        };
        // A wrong key fails every call.
        let status = if self.is_of_key() { 401 } else { self.status };
        LlmError::Refused { model, reason: format!("{said}; {advice}"), status: Some(status) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, body: &str) -> Refusal {
        Refusal::of(status, &HeaderMap::new(), body.as_bytes())
    }

    #[test]
    fn every_server_says_in_its_way_that_a_prompt_is_too_long() {
        for (server, status, body) in [
            (
                "OpenAI",
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            ),
            (
                "OpenAI, newer",
                400,
                r#"{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","code":"invalid_request_error"}}"#,
            ),
            (
                "vLLM",
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).","type":"BadRequestError","param":null,"code":400}"#,
            ),
            (
                "vLLM, newer",
                400,
                r#"{"error":{"message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096.","type":"BadRequestError","code":400}}"#,
            ),
            (
                "llama.cpp",
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#,
            ),
            (
                "llama.cpp, older",
                500,
                r#"{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"server_error"}}"#,
            ),
            (
                "Ollama",
                400,
                r#"{"error":{"message":"the input length exceeds the context length","type":"invalid_request_error","param":null,"code":null}}"#,
            ),
            (
                "LM Studio",
                400,
                r#"{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens."}"#,
            ),
            (
                "Groq",
                413,
                r#"{"error":{"message":"Request too large for model `x`: tokens per minute, Limit 6000, Requested 8000, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            ),
            ("nginx", 413, "<html><h1>413 Request Entity Too Large</h1></html>"),
            (
                "OpenAI, by the minute",
                429,
                r#"{"error":{"message":"Request too large for x on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            ),
            (
                "Gemini",
                400,
                r#"[{"error":{"code":400,"message":"The input token count (9000) exceeds the maximum number of tokens allowed (8192).","status":"INVALID_ARGUMENT"}}]"#,
            ),
        ] {
            let error = refusal(status, body).error("m");
            assert!(matches!(error, LlmError::TooLong { .. }), "{server}: {error}");
            assert!(!refusal(status, body).is_of_parameters(), "{server}");
        }
    }

    #[test]
    fn statuses_mean_what_they_do_everywhere() {
        for (status, body, busy, word) in [
            (429, r#"{"error":{"message":"Slow down"}}"#, true, "Slow down"),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
                false,
                "money",
            ),
            (402, r#"{"error":{"message":"Insufficient credits"}}"#, false, "money"),
            (503, "<html>\n<b>gateway</b></html>", true, "<html> <b>gateway</b></html>"),
            (401, r#"{"error":"Unauthorized"}"#, false, "`llm.key`"),
            (404, r#"{"error":{"message":"model \"x\" not found, try pulling it first"}}"#, false, "`llm.name`"),
            (400, r#"{"detail":[{"msg":"bad"}]}"#, false, "bad"),
            (301, "", false, "moved"),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                true,
                "overloaded_error",
            ),
        ] {
            let error = refusal(status, body).error("m");
            assert_eq!(matches!(error, LlmError::Busy { .. }), busy, "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
    }

    #[test]
    fn long_words_are_shortened() {
        assert_eq!(refusal(500, &"ж".repeat(10_000)).message.chars().count(), 300);
    }

    #[test]
    fn errors_within_a_success_are_found() {
        let within = |error: &str| Refusal::within(&serde_json::from_str(error).unwrap());
        let found =
            within(r#"{"message":"Provider returned error","code":429,"metadata":{"raw":"quota of a minute"}}"#);
        assert!(found.status == 429 && found.message.contains("quota of a minute"), "{found:?}");
        assert_eq!((within("\"out of memory\"").status, within("{\"a\":1}").message.as_str()), (500, "{\"a\":1}"));
    }

    #[test]
    fn codes_are_understood_however_they_are_written() {
        for (body, status) in [
            (r#"{"message":"no","code":"403"}"#, 403),
            (r#"{"message":"no","code":429.0}"#, 429),
            (r#"{"message":"no","status":"404"}"#, 404),
            (r#"{"message":"no","code":"invalid_api_key"}"#, 401),
            (r#"{"message":"no","code":null,"type":"authentication_error"}"#, 401),
            (r#"{"message":"no","status":"RESOURCE_EXHAUSTED"}"#, 429),
            (r#"[{"error":{"code":401,"message":"no"}}]"#, 401),
            (r#""Incorrect API key provided""#, 401),
            (r#"{"message":"no","code":"E17"}"#, 500),
        ] {
            let within = Refusal::within(&serde_json::from_str(body).unwrap());
            assert_eq!(within.status, status, "{body}");
        }
        let proxied = refusal(500, r#"{"error":{"message":"AuthenticationError: no such key","code":"401"}}"#);
        assert!(matches!(proxied.error("m"), LlmError::Refused { status: Some(401), .. }), "{proxied:?}");
        let busy = refusal(502, r#"{"error":{"message":"upstream","code":502}}"#).error("m");
        assert!(matches!(busy, LlmError::Busy { .. }), "{busy}");
        let key = refusal(400, r#"{"error":{"message":"API key not valid. Please pass a valid API key."}}"#).error("m");
        assert!(
            matches!(&key, LlmError::Refused { status: Some(401), reason, .. } if reason.contains("`llm.key`")),
            "{key}"
        );
    }

    #[test]
    fn what_a_filter_refuses_is_withheld() {
        for (status, body) in [
            (
                400,
                r#"{"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content."}}"#,
            ),
            (
                403,
                r#"{"error":{"code":403,"message":"Your chosen model requires moderation. Your input was flagged for \"violence\"."}}"#,
            ),
            (400, r#"{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}"#),
        ] {
            let refused = refusal(status, body);
            assert!(
                matches!(refused.error("m"), LlmError::Withheld { .. }) && !refused.is_of_parameters(),
                "{refused:?}"
            );
        }
    }
}
