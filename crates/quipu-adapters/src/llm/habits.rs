//! Habits of a server: the parameters of the protocol that it accepts. They are learned from its
//! refusals, and kept where a cache is given.

use quipu_engine::ports::{Prompt, Shape};
use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

use super::refusal::Refusal;

/// The way of requesting JSON, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyFormat {
    /// JSON by its schema.
    #[default]
    Schema,
    /// JSON of any object.
    Object,
    /// JSON by the words of the prompt alone.
    Plain,
}

/// The name of the parameter for the maximal length of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// `max_tokens`, which all but a few models know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

/// The parameters of the protocol that a server accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habits {
    /// The way of requesting JSON.
    pub format: ReplyFormat,
    /// The parameter for the maximal length.
    pub room: Room,
    /// True if a temperature may be set.
    pub temperature: bool,
    /// True if a stream reports its token usage on request.
    pub usage: bool,
    /// True if tools may be offered; else they are described in the prompt.
    #[serde(default = "yes")]
    pub tools: bool,
}

/// The default for habits that were kept before tools were offered.
fn yes() -> bool {
    true
}

/// Requests that a server has already met: a refusal is about something else then.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Proven {
    /// The server gave JSON.
    pub(super) format: bool,
    /// The server called a tool.
    pub(super) tools: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self { format: ReplyFormat::default(), room: Room::default(), temperature: true, usage: true, tools: true }
    }
}

impl Habits {
    /// The habits to try after a refusal; missing where they are not its reason.
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

    /// The habits common to both: a parameter that one server refused stays refused.
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

    /// The key of a model's habits in the cache.
    pub(super) fn key(url: &str, model: &str) -> Vec<u8> {
        [b"llm-habits/1/", Key::text(&format!("{url}\n{model}")).bytes().as_slice()].concat()
    }
}
