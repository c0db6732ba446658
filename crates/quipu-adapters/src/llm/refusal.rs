//! What a server says when it gives no reply, and what that means.

use std::time::{Duration, SystemTime};

use quipu_engine::ports::LlmError;
use reqwest::header::HeaderMap;
use serde_json::Value;

/// The most characters of a server's words that are shown.
const SHOWN: usize = 300;

/// What servers write where prompt and reply do not fit: OpenAI, vLLM (three versions), llama.cpp, Ollama,
/// LM Studio, OpenAI's newer models, Groq, Mistral, Anthropic, Gemini.
const TOO_LONG: [&str; 13] = [
    "context_length_exceeded",
    "maximum context length",
    "longer than the maximum model length",
    "exceed_context_size",
    "exceeds the available context size",
    "exceeds the context length",
    "context length of only",
    "exceeds the context window",
    "reduce the length of the messages",
    "reduce your message size",
    "too large for model",
    "prompt is too long",
    "exceeds the maximum number of tokens",
];
/// What is written where a server accepts calls again only when somebody pays.
const UNPAID: [&str; 3] = ["insufficient_quota", "billing", "insufficient credits"];

/// An answer that is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// The server's words, shortened, its code included.
    pub(super) message: String,
    pub(super) after: Option<Duration>,
}

impl Refusal {
    /// From an answer whose status is no success.
    pub(super) fn of(status: u16, headers: &HeaderMap, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let message = serde_json::from_str::<Value>(&text).ok().and_then(|body| words(&body));
        Self { status, message: shortened(&message.unwrap_or_else(|| text.into_owned())), after: after(headers) }
    }

    /// From an error that stands in an answer in spite of its status, as routers and streams write it.
    pub(super) fn within(error: &Value) -> Self {
        let code = error["code"].as_u64().or_else(|| error["status"].as_u64());
        let status = code.and_then(|code| u16::try_from(code).ok()).filter(|code| (400..600).contains(code));
        let message = words(error).unwrap_or_else(|| error.to_string());
        Self { status: status.unwrap_or(500), message: shortened(&message), after: None }
    }

    /// Whether it may be about what was asked for, rather than who asked or how much.
    pub(super) fn is_of_parameters(&self) -> bool {
        let words = ["response_format", "json_schema", "structured output", "grammar", "support"];
        let said = self.message.to_lowercase();
        !self.is_of_length()
            && match self.status {
                400 | 415 | 422 | 501 => true,
                404 | 500 => words.iter().any(|word| said.contains(word)),
                _ => false,
            }
    }

    fn is_of_length(&self) -> bool {
        let said = self.message.to_lowercase();
        matches!(self.status, 400 | 413 | 422 | 500) && TOO_LONG.iter().any(|mark| said.contains(mark))
    }

    /// What it means.
    pub(super) fn error(&self, model: &str) -> LlmError {
        let model = model.to_owned();
        let said = format!("the server answered {}: {}", self.status, self.message);
        let unpaid = UNPAID.iter().any(|mark| self.message.to_lowercase().contains(mark));
        let advice = match self.status {
            _ if self.is_of_length() => return LlmError::TooLong { model, reason: said },
            401 | 403 => "put its key into the variable that `llm.key` names",
            402 => "its account has no money left",
            429 if unpaid => "its account has no money left",
            404 | 405 => "check `llm.url` and `llm.name`",
            300..=399 => "its address has moved: set `llm.url` to the new one",
            408 | 409 | 425 | 429 | 500.. => return LlmError::Busy { model, reason: said, after: self.after },
            _ => "check `llm.name` and what the server accepts",
        };
        LlmError::Refused { model, reason: format!("{said}; {advice}") }
    }
}

/// What the body of an error says, whoever wrote it.
fn words(body: &Value) -> Option<String> {
    let error = body.get("error").unwrap_or(body);
    let texts = ["message", "detail", "error", "msg"].map(|name| error.get(name).or_else(|| body.get(name)));
    let message = match error {
        Value::String(text) => text.clone(),
        _ => texts.into_iter().flatten().find(|text| !text.is_object()).map(|text| match text {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })?,
    };
    // Routers hide what their own server said.
    let raw = error.pointer("/metadata/raw").and_then(Value::as_str).map(|raw| format!(": {raw}"));
    let code = ["code", "type"].iter().find_map(|name| error.get(*name)?.as_str());
    let code = code.filter(|code| !message.contains(*code)).map(|code| format!(" ({code})"));
    Some(format!("{message}{}{}", raw.unwrap_or_default(), code.unwrap_or_default()))
}

/// On one line, no longer than is read.
pub(super) fn shortened(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = words.char_indices().nth(SHOWN).map_or(words.len(), |(at, _)| at);
    words[..end].to_owned()
}

/// When a server may be asked again: in milliseconds, in seconds, or by a date.
fn after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |name: &str| text(name)?.parse::<f64>().ok().filter(|number| (0.0..1e9).contains(number));
    if let Some(milliseconds) = number("retry-after-ms") {
        return Some(Duration::from_secs_f64(milliseconds / 1000.0));
    }
    if let Some(seconds) = number("retry-after") {
        return Some(Duration::from_secs_f64(seconds));
    }
    let date = httpdate::parse_http_date(text("retry-after")?).ok()?;
    // A date that is over means now.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
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
        assert_eq!(refusal(500, &"ж".repeat(10_000)).message.chars().count(), SHOWN);
    }

    #[test]
    fn the_time_to_wait_is_read_in_every_form() {
        let said = |name: &'static str, value: String| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            after(&headers)
        };
        assert_eq!(said("retry-after", "7".to_owned()), Some(Duration::from_secs(7)));
        assert_eq!(said("retry-after", "0.5".to_owned()), Some(Duration::from_millis(500)));
        assert_eq!(said("retry-after-ms", "250".to_owned()), Some(Duration::from_millis(250)));
        let date = |ahead: i64| {
            let now = SystemTime::now();
            let span = Duration::from_secs(ahead.unsigned_abs());
            said("retry-after", httpdate::fmt_http_date(if ahead > 0 { now + span } else { now - span }))
        };
        assert!(date(90).is_some_and(|after| (85..=90).contains(&after.as_secs())), "{:?}", date(90));
        assert_eq!(date(-90), Some(Duration::ZERO));
        assert_eq!([said("retry-after", "soon".to_owned()), said("retry-after", "-1".to_owned())], [None, None]);
    }

    #[test]
    fn errors_within_a_success_are_found() {
        let within = |error: &str| Refusal::within(&serde_json::from_str(error).unwrap());
        let found =
            within(r#"{"message":"Provider returned error","code":429,"metadata":{"raw":"quota of a minute"}}"#);
        assert!(found.status == 429 && found.message.contains("quota of a minute"), "{found:?}");
        assert_eq!((within("\"out of memory\"").status, within("{\"a\":1}").message.as_str()), (500, "{\"a\":1}"));
    }
}
