//! Error messages of servers: extraction from any shape of answer, and classification.

use serde_json::Value;

/// The most characters of a server's words that are shown.
const SHOWN: usize = 300;
/// Depth limit of nested errors.
const DEEPEST: usize = 4;

/// Phrases that servers use only where prompt and reply do not fit: OpenAI, Azure and GitHub, vLLM (four
/// versions), SGLang, TGI and TEI, llama.cpp, Ollama, LM Studio, TensorRT-LLM, Mistral, Groq, xAI, Together, Cohere,
/// Bedrock, Anthropic, Gemini, DashScope, Zhipu, Qianfan, DeepSeek.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "tokens_limit_reached",
    "token_limit_exceeded",
    "exceed_context_size",
    "string_above_max_length",
    "maximum context",
    "max context",
    "context length",
    "context window",
    "context size",
    "context limit",
    "max_model_len",
    "maximum model length",
    "model's context",
    "maximum prompt length",
    "max prompt length",
    "prompt length",
    "maximum input length",
    "max input length",
    "input length",
    "input_length",
    "maximum sequence length",
    "max_seq_len",
    "max_input_len",
    "max_position_embeddings",
    "maximum allowed sequence",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input too long",
    "inputs too long",
    "message is too long",
    "messages are too long",
    "text is too long",
    "text too long",
    "request is too long",
    "too many tokens",
    "too many input tokens",
    "token limit",
    "maximum number of tokens",
    "number of input tokens",
    "number of tokens",
    "input token count",
    "input tokens exceed",
    "tokens exceed",
    "tokens in the prompt",
    "max_total_tokens",
    "`inputs` tokens",
    "`inputs` must have less than",
    "inputs must have less than",
    "must have less than",
    "too large for model",
    "reduce the length",
    "reduce your message size",
    "reduce the number of messages",
    "request too large",
    "request body too large",
    "request entity too large",
    "payload too large",
    "content too large",
    "tokens to keep from",
    "larger than the context",
    "kv cache is full",
    "physical batch size",
    "too large to process",
    "上下文长度",
    "输入长度",
    "输入过长",
    "超过最大长度",
    "超出最大长度",
    "超长",
    "tokens 超过",
    "tokens超过",
    "token数超过",
    "слишком длин",
    "длина контекста",
    "превышает контекст",
    "превышает максимальн",
];
/// Phrases about the limit of a reply alone, though they mention tokens.
const OF_ROOM: &[&str] =
    &["max_tokens is too large", "max_completion_tokens is too large", "completion tokens, whereas you provided"];
/// Phrases of content filters before or behind a model.
const FILTERED: &[&str] = &[
    "content_filter",
    "content filter",
    "contentfilter",
    "content policy",
    "content_policy",
    "content management policy",
    "responsibleaipolicy",
    "usage policies",
    "usage policy",
    "safety system",
    "safety settings",
    "safety filter",
    "moderation",
    "data_inspection",
    "datainspectionfailed",
    "inappropriate content",
    "sensitive content",
    "sensitive words",
    "prohibited_content",
    "prohibited content",
    "prohibited use",
    "harmful content",
    "blocked by content",
    "was filtered",
    "been filtered",
    "were filtered",
    "is flagged",
    "was flagged",
    "been flagged",
    "blockreason",
    "block_reason",
    "guardrail",
    "content exists risk",
    "unsafe content",
    "敏感",
    "违规",
    "不安全",
    "内容安全",
    "фильтр контента",
    "недопустимое содерж",
];
/// Phrases about the number of texts in a request.
const BATCH: &[&str] = &[
    "batch size",
    "batch_size",
    "batch is too",
    "too many inputs",
    "too many texts",
    "too many documents",
    "too many items",
    "too many strings",
    "number of inputs",
    "number of texts",
    "number of documents",
    "number of items",
    "array too long",
    "array_above_max_length",
    "list too long",
    "maximum allowed batch",
    "max_client_batch_size",
    "input array",
    "inputs at once",
    "texts at once",
    "texts per request",
    "inputs per request",
    "items per request",
    "requests in one batch",
    "批",
];

/// Fields that hold the text of an error.
const NAMES: [&str; 9] =
    ["message", "detail", "error", "msg", "error_msg", "error_message", "status_msg", "reason", "description"];

/// True if a server's words say that a prompt or a text is too long.
pub(crate) fn is_too_long(said: &str) -> bool {
    let said = said.to_lowercase();
    let has = |marks: &[&str]| marks.iter().any(|mark| said.contains(mark));
    if has(OF_ROOM) && !said.contains("context") {
        return false;
    }
    let counts = ["token", "prompt", "input", "message", "sequence", "context"].iter().any(|word| said.contains(word));
    let exceeds = [
        "exceeds the maximum",
        "exceed the maximum",
        "exceeds maximum",
        "exceeds the limit",
        "exceeds the model",
        "longer than",
        "exceeds limit",
        "exceeds max",
        "too long",
        "larger than the maximum",
        "greater than the maximum",
        "over the limit",
        "above the limit",
    ];
    has(TOO_LONG) || (counts && has(&exceeds))
}

/// True if a server's words say that a filter withheld something.
pub(crate) fn is_filtered(said: &str) -> bool {
    let said = said.to_lowercase();
    FILTERED.iter().any(|mark| said.contains(mark))
}

/// The meaning of a server's words about the number of texts sent: none if they are about something else, else the
/// number that the server takes, if known: the largest number in the words that is smaller than the number sent.
pub(crate) fn is_batch_size(said: &str, sent: usize) -> Option<Option<usize>> {
    let lower = said.to_lowercase();
    if !BATCH.iter().any(|mark| lower.contains(mark)) {
        return None;
    }
    let numbers = lower.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<usize>().ok());
    Some(numbers.filter(|number| (1..sent).contains(number)).max())
}

/// The error text of an answer's body, in any server's format.
pub(crate) fn words(body: &Value) -> Option<String> {
    message(body, DEEPEST)
}

fn message(body: &Value, depth: usize) -> Option<String> {
    let error = match body {
        Value::String(text) => return Some(text.clone()).filter(|text| !text.trim().is_empty()),
        // Gemini writes its error into a list; FastAPI's error is a list of faults.
        Value::Array(list) => return list.first().filter(|_| depth > 0).and_then(|first| message(first, depth - 1)),
        Value::Object(_) => {
            ["error", "errors", "base_resp"].iter().find_map(|name| body.get(*name).filter(|of| is_told(of)))
        }
        _ => return None,
    };
    let error = error.unwrap_or(body);
    let texts =
        NAMES.iter().flat_map(|name| [error.get(*name), body.get(*name)]).flatten().filter(|text| is_told(text));
    let text = match error {
        Value::String(text) => text.clone(),
        Value::Array(_) => message(error, depth)?,
        _ => texts.into_iter().find_map(|text| match text {
            Value::Array(_) | Value::Object(_) if depth > 0 => message(text, depth - 1),
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        })?,
    };
    // Routers hide the message of their own server.
    let raw = error.pointer("/metadata/raw").and_then(Value::as_str).map(|raw| format!(": {raw}"));
    let code =
        ["code", "type", "error_type"].iter().find_map(|name| error.get(*name).or_else(|| body.get(*name))?.as_str());
    let known = |code: &&str| !code.is_empty() && !text.contains(*code) && *code != "error";
    let code = code.filter(known).map(|code| format!(" ({code})"));
    Some(format!("{text}{}{}", raw.unwrap_or_default(), code.unwrap_or_default()))
}

/// True if a part of an answer holds any text.
fn is_told(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
        Value::Number(_) => true,
    }
}

/// A text on one line, shortened to a readable length.
pub(crate) fn shortened(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = words.char_indices().nth(SHOWN).map_or(words.len(), |(at, _)| at);
    words[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_server_has_its_words_for_a_text_that_is_too_long() {
        for said in [
            "Requested token count exceeds the model's maximum context length of 8192 tokens.",
            "The prompt (total length 9000) is too long to fit into the model (context length 8192).",
            "prompt is too long: 210000 tokens > 200000 maximum",
            "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "Range of input length should be [1, 30720]",
            "Input is too long for requested model.",
            "too many tokens: total number of tokens in the prompt cannot exceed 4081",
            "Input validation error: `inputs` must have less than 512 tokens. Given: 700",
            "input is too large to process. increase the physical batch size",
            "Request body too large for gpt-4o model. Max size: 8000 tokens.",
            "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
            "输入长度超出限制",
            "'max_tokens' is too large: 4096. This model's maximum context length is 4096 tokens",
            "Input text exceeds maximum length of 2048",
        ] {
            assert!(is_too_long(said), "{said}");
        }
        for said in [
            "max_tokens is too large: 90000. This model supports at most 16384 completion tokens.",
            "Unsupported parameter: 'response_format'",
            "Incorrect API key provided",
            "The model `x` does not exist",
        ] {
            assert!(!is_too_long(said), "{said}");
        }
    }

    #[test]
    fn words_are_found_wherever_they_stand() {
        for (body, said) in [
            (json!({"error": {"message": "No", "code": "invalid_key"}}), "No (invalid_key)"),
            (
                json!([{"error": {"code": 400, "message": "API key not valid", "status": "INVALID_ARGUMENT"}}]),
                "API key not valid",
            ),
            (json!({"error": "No", "error_type": "validation"}), "No (validation)"),
            (json!({"object": "error", "message": "No", "code": 400}), "No"),
            (json!({"detail": [{"loc": ["body"], "msg": "field required"}]}), "field required"),
            (json!({"errors": [{"code": 7003, "message": "No route"}], "success": false}), "No route"),
            (json!({"error_code": 336, "error_msg": "No"}), "No"),
            (json!({"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}), "insufficient balance"),
            (json!({"error": {"message": {"detail": "No"}}}), "No"),
        ] {
            assert_eq!(words(&body).as_deref(), Some(said), "{body}");
        }
        for body in [json!({"choices": []}), json!({"error": null}), json!({}), json!(7)] {
            assert_eq!(words(&body), None, "{body}");
        }
    }

    #[test]
    fn how_many_texts_a_server_takes_is_read() {
        assert_eq!(is_batch_size("batch size 64 > maximum allowed batch size 32", 64), Some(Some(32)));
        assert_eq!(is_batch_size("Batch size is invalid, it should not be larger than 25.", 64), Some(Some(25)));
        assert_eq!(is_batch_size("Too many inputs. The maximum number of inputs is 96", 300), Some(Some(96)));
        assert_eq!(is_batch_size("input array is too long", 64), Some(None));
        assert_eq!(is_batch_size("the input length exceeds the context length", 64), None);
    }

    #[test]
    fn filters_are_known() {
        for said in [
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
            "Output data may contain inappropriate content. (data_inspection_failed)",
            "Content Exists Risk",
            "系统检测到输入或生成内容可能包含不安全或敏感内容",
        ] {
            assert!(is_filtered(said), "{said}");
        }
        assert!(!is_filtered("Rate limit reached") && !is_filtered("Invalid parameter: 'temperature'"));
    }
}
