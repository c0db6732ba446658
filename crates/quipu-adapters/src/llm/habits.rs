//! Habits of a server: which of the protocol's parameters it accepts. They are learned from what it
//! refuses, and kept where a cache is given.

use quipu_engine::ports::{Prompt, Shape};
use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

use super::refusal::Refusal;

/// How JSON is asked for, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyFormat {
    /// By its schema.
    #[default]
    Schema,
    /// As any object.
    Object,
    /// By the words of the prompt alone.
    Plain,
}

/// How the room of a reply is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// `max_tokens`, which all but a few models know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habits {
    /// How JSON is asked for.
    pub format: ReplyFormat,
    /// How the room is named.
    pub room: Room,
    /// True if a temperature may be set.
    pub temperature: bool,
    /// True if a stream reports its token usage on request.
    pub usage: bool,
    /// True if tools may be offered; else they are described in the prompt.
    #[serde(default = "yes")]
    pub tools: bool,
}

/// What habits that were kept before tools were offered say of them.
fn yes() -> bool {
    true
}

/// What a server has done before as it was asked to: a refusal is about something else then.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Proven {
    /// It gave JSON.
    pub(super) format: bool,
    /// It called a tool.
    pub(super) tools: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self { format: ReplyFormat::default(), room: Room::default(), temperature: true, usage: true, tools: true }
    }
}

impl Habits {
    /// What to try after a refusal of a call of these habits; none where they are not the reason.
    pub(super) fn after(self, refusal: &Refusal, prompt: &Prompt, streams: bool, proven: Proven) -> Option<Self> {
        if !refusal.is_of_parameters() {
            return None;
        }
        let said = refusal.message.to_lowercase();
        let names = |word: &str| said.contains(word);
        if self.room == Room::MaxTokens && names("max_completion_tokens") {
            return Some(Self { room: Room::MaxCompletionTokens, ..self });
        }
        if self.temperature && names("temperature") {
            return Some(Self { temperature: false, ..self });
        }
        if self.usage && streams && (names("stream_options") || names("include_usage")) {
            return Some(Self { usage: false, ..self });
        }
        let offers = self.tools && !prompt.tools.is_empty() && !proven.tools;
        // A server that is strict about its fields says only that there was one more than it knows.
        let of_tools = ["tool", "function", "extra_forbidden"].into_iter().any(names);
        if offers && (refusal.status == 501 || of_tools) {
            return Some(Self { tools: false, ..self });
        }
        let format = match (&prompt.shape, self.format) {
            (Shape::Prose, _) | (_, ReplyFormat::Plain) => return None,
            _ if proven.format => return None,
            (_, ReplyFormat::Schema) => ReplyFormat::Object,
            (_, ReplyFormat::Object) => ReplyFormat::Plain,
        };
        Some(Self { format, ..self })
    }

    /// What both know: what one server refused stays refused.
    pub(super) fn and(self, other: Self) -> Self {
        let room = if self.room == Room::MaxTokens { other.room } else { self.room };
        Self {
            format: self.format.max(other.format),
            room,
            temperature: self.temperature && other.temperature,
            usage: self.usage && other.usage,
            tools: self.tools && other.tools,
        }
    }

    /// Where the habits of a model are kept.
    pub(super) fn key(url: &str, model: &str) -> Vec<u8> {
        [b"llm-habits/1/", Key::text(&format!("{url}\n{model}")).bytes().as_slice()].concat()
    }
}
