//! A whole answer, as a reply. What the model thought beside it is left out.

use quipu_engine::ports::Ending;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::escaped::unescaped;

/// The parts of an answer, or of one event of a stream, that are read.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Answer {
    #[serde(default)]
    pub(super) choices: Vec<Choice>,
    usage: Option<Told>,
    /// What went wrong in spite of the status.
    error: Option<Value>,
    code: Option<Value>,
    message: Option<Value>,
}

impl Answer {
    /// What went wrong in spite of the status; llama.cpp writes it bare into its stream.
    pub(super) fn wrong(&mut self) -> Option<Value> {
        let bare = self.choices.is_empty() && self.code.is_some() && self.message.is_some();
        let bare = bare.then(|| json!({ "code": self.code.take(), "message": self.message.take() }));
        self.error.take().or(bare)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    message: Option<Message>,
    /// What an event adds to it.
    delta: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Message {
    content: Option<Content>,
    /// What a model says that will not do what it was asked.
    refusal: Option<String>,
}

/// A text, or parts of which some are texts and others thoughts.
#[derive(Debug)]
enum Content {
    Text(String),
    Parts(Vec<Value>),
}

/// Read from how it is written: where serde tries one shape after the other, it copies the reply first.
impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = <&RawValue>::deserialize(from)?;
        let content = if written.get().starts_with('"') {
            unescaped(written).map(Content::Text)
        } else {
            serde_json::from_str(written.get()).map(Content::Parts)
        };
        content.map_err(|_| D::Error::custom("the content is neither a text nor a list of parts"))
    }
}

/// Tokens as servers tell them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Told {
    #[serde(default, rename = "prompt_tokens")]
    pub(super) input: u64,
    #[serde(default, rename = "completion_tokens")]
    pub(super) output: u64,
}

/// What is gathered of a reply.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Gathered {
    pub(super) text: String,
    pub(super) ending: Option<Ending>,
    pub(super) told: Option<Told>,
    /// Whether the model said anything yet, thoughts included.
    pub(super) begun: bool,
}

impl Gathered {
    /// Takes in an answer or an event; what it adds to the text.
    pub(super) fn take(&mut self, answer: Answer) -> &str {
        self.told = answer.usage.filter(|told| told.input + told.output > 0).or(self.told);
        // There is one choice, since no more were asked for.
        let Some(choice) = answer.choices.into_iter().next() else { return "" };
        let message = choice.message.or(choice.delta);
        self.begun |= message.is_some();
        let (content, refusal) = message.map_or((None, None), |message| (message.content, message.refusal));
        self.ending = match choice.finish_reason.as_deref() {
            None | Some("") => self.ending,
            Some("length" | "max_tokens") => Some(Ending::Length),
            Some("content_filter") => Some(Ending::Filtered),
            Some(_) => Some(Ending::Stop),
        };
        if refusal.as_ref().is_some_and(|refusal| !refusal.is_empty()) {
            self.ending = Some(Ending::Filtered);
        }
        let piece = match content {
            Some(Content::Text(text)) => text,
            Some(Content::Parts(parts)) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            None => refusal.unwrap_or_default(),
        };
        let before = self.text.len();
        if before == 0 {
            self.text = piece;
        } else {
            self.text.push_str(&piece);
        }
        &self.text[before..]
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
    }
}
