//! A whole answer, as a reply. The model's thoughts are left out.
//!
//! Servers write `null` for missing values, numbers as texts or with a point, and errors beside replies: values are
//! read in each of these forms, and unknown ones are ignored.

use quipu_engine::ports::{Ending, Prompt, Shape};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::called::Called;
use super::endings::ended;
use super::escaped::unescaped;

/// The parts of an answer, or of one event of a stream, that are read.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Answer {
    #[serde(default)]
    choices: Option<Vec<Option<Choice>>>,
    usage: Option<Value>,
    /// The error in spite of a status of success.
    error: Option<Value>,
    errors: Option<Value>,
    code: Option<Value>,
    message: Option<Value>,
    detail: Option<Value>,
    error_msg: Option<Value>,
    error_code: Option<Value>,
    base_resp: Option<Value>,
}

impl Answer {
    /// True if it holds a reply, or a part of one.
    pub(super) fn replies(&self) -> bool {
        self.choices.as_ref().is_some_and(|choices| choices.iter().any(Option::is_some))
    }

    /// The error in spite of a status of success; llama.cpp writes it bare into its stream, routers beside a choice.
    pub(super) fn wrong(&mut self) -> Option<Value> {
        let told = |error: &Value| match error {
            Value::Null | Value::Bool(false) => false,
            Value::String(text) => !text.is_empty(),
            Value::Object(map) => !map.is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => true,
        };
        let failed = |base: &Value| base["status_code"].as_f64().is_some_and(|code| code != 0.0);
        let choices = self.choices.iter_mut().flatten().flatten();
        let beside: Option<Value> = { choices.filter_map(|choice| choice.error.take()).find(|error| told(error)) };
        let own = self.error.take().filter(told).or(beside);
        let own = own.or_else(|| self.base_resp.take().filter(failed).map(|base| json!({ "base_resp": base })));
        if own.is_some() || self.replies() {
            return own;
        }
        let code = self.code.take().or_else(|| self.error_code.take());
        let words = [self.message.take(), self.error_msg.take(), self.detail.take(), self.errors.take()];
        let words = words.into_iter().flatten().find(|words| told(words))?;
        Some(json!({ "code": code, "message": words }))
    }
}

#[derive(Debug, Deserialize)]
struct Choice {
    message: Option<Message>,
    /// The addition of one event.
    delta: Option<Message>,
    /// The text of servers for plain completions.
    text: Option<Content>,
    finish_reason: Option<Value>,
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
struct Message {
    content: Option<Content>,
    /// The model's thoughts beside its reply.
    reasoning_content: Option<Value>,
    reasoning: Option<Value>,
    /// The text of a model that refuses a request.
    refusal: Option<Value>,
    /// Calls of tools; or a reply as a call of a tool that was not offered.
    tool_calls: Option<Value>,
    function_call: Option<Value>,
}

impl Message {
    /// The model's thoughts, under either name.
    fn thought(&self) -> &str {
        let told = [&self.reasoning_content, &self.reasoning].into_iter().flatten().filter_map(Value::as_str);
        told.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
    }
}

/// A text, or parts of which some are texts and others thoughts.
#[derive(Debug)]
enum Content {
    Text(String),
    Parts(Vec<Value>),
}

impl Content {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Parts(parts) => {
                let text = |part: &Value| part.as_str().or_else(|| part["text"].as_str()).map(str::to_owned);
                parts.iter().filter_map(text).collect()
            }
        }
    }
}

/// Parsed from the raw text: where serde tries one shape after the other, it copies the reply first.
impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = <&RawValue>::deserialize(from)?;
        let content = match written.get().as_bytes().first() {
            Some(b'"') => unescaped(written).map(Content::Text),
            Some(b'{') => serde_json::from_str(written.get()).map(|part| Content::Parts(vec![part])),
            Some(b'n') => Ok(Content::Parts(Vec::new())),
            _ => serde_json::from_str(written.get()).map(Content::Parts),
        };
        content.map_err(|_| D::Error::custom("the content is neither a text nor a list of parts"))
    }
}

/// Tokens as servers tell them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) input: u64,
    pub(super) output: u64,
}

impl Told {
    /// The token usage in an answer, if it reports any.
    fn of(usage: &Value) -> Option<Self> {
        let count = |names: [&str; 2]| {
            let field = names.iter().find_map(|name| usage.get(*name).filter(|value| !value.is_null()))?;
            let number = field.as_f64().or_else(|| field.as_str()?.trim().parse().ok())?;
            (0.0..1e15).contains(&number).then_some(number as u64)
        };
        let input = count(["prompt_tokens", "input_tokens"]).unwrap_or_default();
        let output = count(["completion_tokens", "output_tokens"]).unwrap_or_default();
        (input + output > 0).then_some(Self { input, output })
    }
}

/// A reply in progress, gathered from its pieces.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Gathered {
    pub(super) text: String,
    pub(super) ending: Option<Ending>,
    pub(super) told: Option<Told>,
    /// True if the model produced any output yet, thoughts included.
    pub(super) begun: bool,
    /// The server's word for an end that does not complete a reply.
    pub(super) broken: Option<String>,
    /// The model's thoughts before its first word.
    pub(super) thought: String,
    /// The calls of tools.
    pub(super) called: Called,
}

impl Gathered {
    /// Takes in an answer or an event; returns the added text.
    pub(super) fn take(&mut self, answer: Answer) -> &str {
        self.told = answer.usage.as_ref().and_then(Told::of).or(self.told);
        // There is one choice, since only one was requested.
        let Some(choice) = answer.choices.into_iter().flatten().flatten().next() else { return "" };
        let message = choice.message.or(choice.delta);
        self.begun |= message.is_some() || choice.text.is_some();
        let message = message.unwrap_or_default();
        self.end(choice.finish_reason.as_ref());
        if self.text.is_empty() {
            self.thought.push_str(message.thought());
        }
        let refusal = message.refusal.as_ref().and_then(Value::as_str).filter(|refusal| !refusal.is_empty());
        if refusal.is_some() {
            self.ending = Some(Ending::Filtered);
        }
        self.called.take(message.tool_calls.as_ref(), message.function_call.as_ref());
        let refusal = refusal.map(str::to_owned);
        let piece = message.content.or(choice.text).map(Content::text).filter(|piece| !piece.is_empty());
        let piece = piece.or(refusal).unwrap_or_default();
        let before = self.text.len();
        if before == 0 {
            self.text = piece;
        } else {
            self.text.push_str(&piece);
        }
        &self.text[before..]
    }

    /// Takes note of why a reply ended.
    fn end(&mut self, reason: Option<&Value>) {
        match reason.and_then(ended) {
            Some(Ok(ending)) => self.ending = Some(ending),
            Some(Err(word)) => self.broken = Some(word),
            None => {}
        }
    }

    /// The whole reply. Where all of it stands outside its field, it is taken from there, if it is one: the arguments
    /// of a call, or JSON among the thoughts where JSON was requested.
    pub(super) fn whole(mut self, prompt: &Prompt) -> Self {
        // A call of an offered tool stays as it is.
        let calls = !prompt.tools.is_empty() && !self.called.is_empty();
        if self.text.trim().is_empty() && self.broken.is_none() && !calls {
            let thought = self.thought.trim();
            let json = matches!(prompt.shape, Shape::Json { .. }) && thought.starts_with(['{', '[', '`']);
            let called = self.called.text();
            if !called.trim().is_empty() {
                self.text = called;
            } else if json && self.ending != Some(Ending::Length) {
                self.text = std::mem::take(&mut self.thought);
            }
        }
        self
    }

    /// True if a whole reply is all thoughts, though its model said that it was done.
    pub(super) fn is_all_thought(&self) -> bool {
        let silent = self.text.trim().is_empty() && self.called.is_empty();
        silent && !self.thought.trim().is_empty() && self.ending == Some(Ending::Stop)
    }

    /// Bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.text.len() + self.thought.len() + self.called.held()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(text: &str) -> Gathered {
        let mut gathered = Gathered::default();
        gathered.take(serde_json::from_str(text).unwrap());
        gathered
    }

    #[test]
    fn only_the_reply_is_read() {
        for (body, text, ending) in [
            (
                r#"{"choices":[{"message":{"content":"Yes.","reasoning_content":"hm"},"finish_reason":"stop"}]}"#,
                "Yes.",
                Ending::Stop,
            ),
            (
                r#"{"choices":[{"message":{"content":"Yes.","reasoning":"hm"},"finish_reason":"length"}]}"#,
                "Yes.",
                Ending::Length,
            ),
            (
                r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Yes."}]},"finish_reason":"stop"}]}"#,
                "Yes.",
                Ending::Stop,
            ),
            (
                r#"{"choices":[{"message":{"content":null,"refusal":"I will not."},"finish_reason":"stop"}]}"#,
                "I will not.",
                Ending::Filtered,
            ),
            (r#"{"choices":[{"message":{"content":null},"finish_reason":"content_filter"}]}"#, "", Ending::Filtered),
            (r#"{"choices":[{"delta":{"content":"Yes."},"finish_reason":"eos"}]}"#, "Yes.", Ending::Stop),
            (r#"{"choices":[{"message":{"content":"Yes."},"finish_reason":"STOP"}]}"#, "Yes.", Ending::Stop),
            (r#"{"choices":[{"text":"Yes.","finish_reason":"MAX_TOKENS"}]}"#, "Yes.", Ending::Length),
            (r#"{"choices":[{"message":{"content":"Ye"},"finish_reason":"SAFETY"}]}"#, "Ye", Ending::Filtered),
            (
                r#"{"choices":[null,{"message":{"content":{"type":"text","text":"Yes."}},"finish_reason":"end_turn"}]}"#,
                "Yes.",
                Ending::Stop,
            ),
        ] {
            let found = gathered(body);
            assert_eq!((found.text.as_str(), found.ending), (text, Some(ending)), "{body}");
        }
    }

    #[test]
    fn tokens_that_are_not_told_are_not_there() {
        let told = r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}"#;
        assert_eq!(gathered(told).told, Some(Told { input: 3, output: 4 }));
        assert_eq!(gathered(r#"{"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0}}"#).told, None);
        assert_eq!(gathered(r#"{"usage":null}"#).told, None);
        for (usage, told) in [
            (r#"{"prompt_tokens":3.0,"completion_tokens":"4"}"#, Some(Told { input: 3, output: 4 })),
            (r#"{"input_tokens":3,"output_tokens":null}"#, Some(Told { input: 3, output: 0 })),
            (r#"{"prompt_tokens":null,"completion_tokens":{}}"#, None),
            ("[]", None),
        ] {
            assert_eq!(gathered(&format!(r#"{{"choices":null,"usage":{usage}}}"#)).told, told, "{usage}");
        }
    }

    #[test]
    fn an_end_that_nobody_knows_breaks_a_reply_off() {
        for reason in ["network_error", "abort", "error", "insufficient_resources", "7"] {
            let body = format!(r#"{{"choices":[{{"message":{{"content":"Ye"}},"finish_reason":"{reason}"}}]}}"#);
            let found = gathered(&body);
            assert_eq!((found.broken.as_deref(), found.ending), (Some(reason), None), "{body}");
        }
        let none = gathered(r#"{"choices":[{"delta":{"content":"Ye"},"finish_reason":"null"}]}"#);
        assert_eq!((none.broken, none.ending), (None, None), "a text that says that there is none");
    }

    #[test]
    fn errors_are_found_beside_whatever_stands_there() {
        let wrong = |body: &str| serde_json::from_str::<Answer>(body).unwrap().wrong();
        for body in [
            r#"{"choices":null,"error":{"message":"no money"}}"#,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"error","error":{"message":"no money"}}]}"#,
            r#"{"code":"402","message":"no money"}"#,
            r#"{"detail":"no money"}"#,
            r#"{"error_code":17,"error_msg":"no money"}"#,
            r#"{"success":false,"errors":[{"message":"no money"}]}"#,
            r#"{"base_resp":{"status_code":1008,"status_msg":"no money"}}"#,
        ] {
            assert!(wrong(body).is_some_and(|error| error.to_string().contains("no money")), "{body}");
        }
        for body in [
            r#"{"choices":[{"delta":{"content":"a"}}],"error":null,"message":"x"}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":1}}"#,
            r#"{"type":"ping"}"#,
            r#"{"choices":[{"delta":{}}],"base_resp":{"status_code":0,"status_msg":""}}"#,
        ] {
            assert_eq!(wrong(body), None, "{body}");
        }
    }

    #[test]
    fn what_stands_beside_its_place_is_found() {
        let shape = Shape::json("facts", serde_json::json!({ "type": "object" }));
        let json = Prompt { shape, ..Prompt::default() };
        let called = r#"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"facts","arguments":"{\"entities\":[]}"}}]},"finish_reason":"tool_calls"}]}"#;
        assert_eq!(gathered(called).whole(&json).text, r#"{"entities":[]}"#);
        let thought =
            r#"{"choices":[{"message":{"content":"","reasoning":"{\"entities\":[]}"},"finish_reason":"stop"}]}"#;
        assert_eq!(gathered(thought).whole(&json).text, r#"{"entities":[]}"#);
        let prose = gathered(thought).whole(&Prompt::default());
        assert!(prose.text.is_empty() && prose.is_all_thought());
    }
}
