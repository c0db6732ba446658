//! The port of language models: maps a prompt to a reply.
//!
//! The contents, number and price of requests are decided above it, by the wrappers of
//! [`crate::base::gateway`], each of which implements this port around this port.

use crate::base::ports::schema::Schema;
use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Boxed, Tool, ToolCall};

/// The author of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The author of the instructions.
    System,
    /// The user.
    User,
    /// The model, earlier.
    Assistant,
    /// A tool that the model called.
    Tool,
}

impl Speaker {
    /// Its name in the protocol.
    pub fn role(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// One turn of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its author.
    pub by: Speaker,
    /// Its text; for a tool, its result.
    pub text: String,
    /// The tools that the model called in it; none of another speaker's turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// The id of the call whose result it is; none but of a tool's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_call: Option<String>,
}

impl Turn {
    /// A turn of words alone.
    pub fn new(by: Speaker, text: impl Into<String>) -> Self {
        Self { by, text: text.into(), calls: Vec::new(), of_call: None }
    }

    /// The text of each of its parts that a model reads.
    pub fn texts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let calls = self.calls.iter();
        let said = calls.flat_map(|call| [Cow::from(&call.name), Cow::from(call.arguments.to_string())]);
        std::iter::once(Cow::from(&self.text)).chain(said)
    }
}

/// The format of a reply.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Shape {
    /// Text.
    #[default]
    Prose,
    /// JSON after a schema, as far as the server can be held to it.
    Json {
        /// The name of the schema.
        name: String,
        /// The schema.
        schema: Schema,
    },
}

impl Shape {
    /// JSON after a schema, which is called `name`.
    pub fn json(name: &str, schema: Value) -> Self {
        Self::Json { name: name.to_owned(), schema: Schema::new(schema) }
    }
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Prompt {
    /// The turns, the first one first.
    pub turns: Vec<Turn>,
    /// The shape of the reply.
    pub shape: Shape,
    /// The tools that the model may call in place of a reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// The most tokens of the reply.
    pub room: u32,
    /// The sampling temperature: 0 takes the likeliest token.
    pub temperature: f32,
    /// The number of leading turns that a server has counted, and their tokens; not sent.
    #[serde(skip)]
    pub counted: Option<(usize, u64)>,
}

impl Prompt {
    /// A prompt of a system prompt and a user prompt, for a reply of at most `room` tokens.
    pub fn new(system: impl Into<String>, user: impl Into<String>, room: u32) -> Self {
        let turns = vec![Turn::new(Speaker::System, system), Turn::new(Speaker::User, user)];
        Self { turns, room, ..Self::default() }
    }

    /// A copy with one more turn.
    #[must_use]
    pub fn and(mut self, by: Speaker, text: impl Into<String>) -> Self {
        self.turns.push(Turn::new(by, text));
        self
    }

    /// A copy with tools that the model may call.
    #[must_use]
    pub fn with_tools(self, tools: Vec<Tool>) -> Self {
        Self { tools, ..self }
    }

    /// A copy with a reply that calls tools, whose results follow by [`Self::answered`].
    #[must_use]
    pub fn called(mut self, reply: &Reply) -> Self {
        self.turns.push(Turn { calls: reply.calls.clone(), ..Turn::new(Speaker::Assistant, reply.text.as_str()) });
        self
    }

    /// A copy with the result of a call.
    #[must_use]
    pub fn answered(mut self, call: &ToolCall, result: impl Into<String>) -> Self {
        self.turns.push(Turn { of_call: Some(call.id.clone()), ..Turn::new(Speaker::Tool, result) });
        self
    }

    /// Approximate bytes of a message that holds it, to reserve capacity at once.
    pub fn written(&self) -> usize {
        let tools = self.tools.iter().map(|tool| tool.description.len() + tool.parameters.written().get().len());
        self.turns.iter().map(|turn| turn.text.len()).chain(tools).sum::<usize>() * 9 / 8 + 1024
    }

    /// A copy with the reply to it and the tokens that the call reported.
    #[must_use]
    pub fn replied(self, said: impl Into<String>, usage: Usage) -> Self {
        let mut prompt = self.and(Speaker::Assistant, said);
        prompt.counted = usage.told.then_some((prompt.turns.len(), usage.input + usage.output));
        prompt
    }
}

/// Tokens that a call took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input: u64,
    /// Tokens of the reply, reasoning included.
    pub output: u64,
    /// True if reported by the server; else estimated.
    pub told: bool,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input += other.input;
        self.output += other.output;
        self.told &= other.told;
    }
}

/// The end of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The model was done.
    Stop,
    /// There was no more room.
    Length,
    /// The server withheld it.
    Filtered,
    /// The model waits for the results of its calls.
    Calls,
}

/// A reply of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The text; often none beside calls.
    pub text: String,
    /// The tools that it calls, in its order; none where the prompt offers none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Its end.
    pub ending: Ending,
    /// Its token usage.
    pub usage: Usage,
}

impl Reply {
    /// A text reply with a natural end.
    pub fn new(text: impl Into<String>, usage: Usage) -> Self {
        Self { text: text.into(), calls: Vec::new(), ending: Ending::Stop, usage }
    }
}

/// A model as settings name it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LlmCard {
    /// Its name, as the server knows it.
    pub name: String,
    /// Tokens that prompt and reply may have together.
    pub context: u32,
    /// The temperature that overrides that of prompts; none for that of prompts.
    pub temperature: Option<f32>,
    /// The most tokens of a reply, overriding prompts; none for those of prompts, and more where a reply is cut off.
    pub longest: Option<u32>,
}

/// The reason of a missing reply. No variant holds an API key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, schemars::JsonSchema)]
pub enum LlmError {
    /// The server cannot now: it is busy, broken, or not there.
    #[error("{model} does not answer now: {reason}; run the command again later, what was done is kept")]
    Busy {
        /// The name of the model.
        model: String,
        /// The reason given.
        reason: String,
        /// The time until the next try, if the server gave it.
        after: Option<Duration>,
    },
    /// The server sent nothing for too long.
    #[error("{model} said nothing for {seconds} s while {at}; allow more time, or ask for less at once")]
    Silent {
        /// The name of the model.
        model: String,
        /// The event waited for.
        at: String,
        /// The time waited, in seconds.
        seconds: u64,
    },
    /// The reply broke off.
    #[error("the reply of {model} broke off: {reason}; run the command again")]
    Broken {
        /// The name of the model.
        model: String,
        /// The reason.
        reason: String,
    },
    /// The server will not, however often it is asked.
    #[error("{model} refuses: {reason}; `quipu model check` tries every model that the settings name")]
    Refused {
        /// The name of the model.
        model: String,
        /// The reason given.
        reason: String,
        /// The status of its answer, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
    },
    /// A filter of the server withheld the reply, or would not read the prompt.
    #[error("a filter of the server withheld the reply of {model}: {reason}; ask otherwise, or use another server")]
    Withheld {
        /// The name of the model.
        model: String,
        /// The reason given.
        reason: String,
        /// The text received; not stored anywhere else.
        #[serde(skip)]
        text: String,
    },
    /// Prompt and reply do not fit into the model's context.
    #[error("the prompt is longer than {model} reads: {reason}; set the model's context, or smaller windows")]
    TooLong {
        /// The name of the model.
        model: String,
        /// The reason given.
        reason: String,
    },
    /// The reply is empty, or was withheld.
    #[error("{model} gave an empty reply, {times} times; try another model")]
    Empty {
        /// The name of the model.
        model: String,
        /// The number of attempts.
        times: u32,
    },
    /// The reply did not end within its room.
    #[error("the reply of {model} was cut off at {room} tokens; give it more room, or smaller windows")]
    Cut {
        /// The name of the model.
        model: String,
        /// The most room that it had.
        room: u32,
        /// The number of attempts.
        #[serde(default)]
        times: u32,
        /// The text received; not stored anywhere else.
        #[serde(skip)]
        text: String,
    },
    /// The reply does not contain the requested data.
    #[error("the reply of {model} makes no sense: {reason}; try a larger model")]
    Senseless {
        /// The name of the model.
        model: String,
        /// The reason.
        reason: String,
    },
    /// The server failed so often that it is left alone for a while.
    #[error("{model} failed {failures} times in a row and is left alone for {seconds} s; the last time: {reason}")]
    Resting {
        /// The name of the model.
        model: String,
        /// The number of failures.
        failures: u32,
        /// The pause from now, in seconds.
        seconds: u64,
        /// The reason of the last failure.
        reason: String,
    },
    /// The next call could cost more than is left.
    #[error("the budget of {cap} is spent ({spent}); what was done is kept: raise --budget to go on")]
    Spent {
        /// The budget, in the currency of the prices.
        cap: String,
        /// The amount spent.
        spent: String,
    },
    /// The limit of calls of the work is reached.
    #[error("this may make {most} calls of a model and has made them; what was done is kept")]
    CallsSpent {
        /// The limit of calls.
        most: u64,
    },
    /// The next call could take more tokens than are left to the work.
    #[error("this may take {most} tokens of a model, and the next call could exceed that; what was done is kept")]
    TokensSpent {
        /// The limit of tokens, of prompts and replies together.
        most: u64,
    },
    /// A run that is replayed never asked this.
    #[error("{path} holds no reply to this prompt of {model}: it was recorded with other settings or documents")]
    Unrecorded {
        /// The name of the model.
        model: String,
        /// The file.
        path: String,
    },
    /// A paid reply could not be stored.
    #[error("a reply could not be kept: {reason}")]
    Kept {
        /// The reason.
        reason: String,
    },
}

impl LlmError {
    /// An error for a reply that could not be kept.
    pub(crate) fn unkept(reason: impl ToString) -> Self {
        Self::Kept { reason: reason.to_string() }
    }

    /// True if the same call may do better in a moment.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Silent { .. } | Self::Broken { .. })
    }

    /// True if a bound forbade the call, which was not begun.
    pub fn is_of_bounds(&self) -> bool {
        matches!(self, Self::Spent { .. } | Self::CallsSpent { .. } | Self::TokensSpent { .. })
    }

    /// True if a server refused the content of a request, not its sender: another prompt may do better.
    pub fn is_of_prompt(&self) -> bool {
        matches!(self, Self::Withheld { .. } | Self::Refused { status: Some(400 | 413 | 422), .. })
    }
}

/// A listener to the pieces of a reply.
pub type Heard<'a> = &'a mut (dyn FnMut(&str) + Send);

/// Answers prompts.
pub trait Llm: Send + Sync {
    /// The record of the model.
    fn card(&self) -> &LlmCard;
    /// The reply to a prompt. A listener receives pieces as they come; the reply holds them
    /// all. A future that is dropped ends the call.
    ///
    /// # Errors
    /// When there is no reply, or only a part of one.
    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>>;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_recorded_before_there_were_tools_is_read_and_written_as_it_was() {
        let prompt = concat!(
            r#"{"turns":[{"by":"system","text":"Be brief."},{"by":"user","text":"Who?"}],"#,
            r#""shape":{"shape":"prose"},"room":100,"temperature":0.0}"#,
        );
        let read: Prompt = serde_json::from_str(prompt).unwrap();
        assert_eq!(read, Prompt::new("Be brief.", "Who?", 100));
        assert_eq!(serde_json::to_string(&read).unwrap(), prompt);
        let reply = r#"{"text":"Ada.","ending":"stop","usage":{"input":1,"output":2,"told":true}}"#;
        let read: Reply = serde_json::from_str(reply).unwrap();
        assert_eq!(read, Reply::new("Ada.", Usage { input: 1, output: 2, told: true }));
        assert_eq!(serde_json::to_string(&read).unwrap(), reply);
    }

    #[test]
    fn a_schema_is_strict_where_all_is_named_and_required() {
        let is_strict = |closed: bool, required: &str| {
            let inner = json!({ "type": "object", "properties": { "a": {} }, "required": [required],
                                "additionalProperties": !closed });
            Schema::new(json!({ "type": "array", "items": inner })).is_strict()
        };
        assert!(is_strict(true, "a"));
        assert!(!is_strict(false, "a") && !is_strict(true, "b"));
    }
}
