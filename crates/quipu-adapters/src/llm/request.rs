//! A prompt in the form of the protocol.

use quipu_engine::ports::{Prompt, Shape, Speaker, Tool, ToolCall, Turn};
use serde::Serialize;
use serde_json::value::RawValue;

use super::escaped::escaped;
use super::habits::{Habits, ReplyFormat, Room};

/// The body of a request, in the order of its keys.
pub(super) struct Request<'a> {
    head: Head,
    messages: Vec<Message<'a>>,
    tail: Tail<'a>,
}

/// The fields before the messages.
#[derive(Serialize)]
struct Head {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
}

/// The fields after the messages.
#[derive(Serialize)]
struct Tail<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    // Some refuse an empty list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Offered<'a>>,
}

/// A tool, as the protocol offers it.
#[derive(Serialize)]
struct Offered<'a> {
    function: Function<'a>,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Function<'a> {
    description: &'a str,
    name: &'a str,
    parameters: &'a RawValue,
}

struct Message<'a> {
    turn: &'a Turn,
    role: &'static str,
}

/// A call of an earlier turn.
#[derive(Serialize)]
struct Called<'a> {
    function: CalledWith<'a>,
    id: &'a str,
    r#type: &'static str,
}

#[derive(Serialize)]
struct CalledWith<'a> {
    /// JSON within a text, as the protocol has it.
    arguments: String,
    name: &'a str,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct ResponseFormat<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    json_schema: Option<Schema<'a>>,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Schema<'a> {
    name: &'a str,
    schema: &'a RawValue,
    strict: bool,
}

/// The body of a request.
pub(super) fn request<'a>(
    model: &'a str,
    prompt: &'a Prompt,
    temperature: f32,
    habits: Habits,
    streams: bool,
) -> Request<'a> {
    let turns = prompt.turns.iter().filter(|turn| turn.by != Speaker::System || !turn.text.is_empty());
    let messages = turns.map(|turn| Message { turn, role: turn.by.role() });
    let room = |of: Room| Some(prompt.room).filter(|room| *room > 0 && habits.room == of);
    let response_format = match &prompt.shape {
        Shape::Json { name, schema } => match habits.format {
            ReplyFormat::Schema => {
                let schema = Schema { name, schema: schema.written(), strict: schema.is_strict() };
                Some(ResponseFormat { json_schema: Some(schema), r#type: "json_schema" })
            }
            ReplyFormat::Object => Some(ResponseFormat { json_schema: None, r#type: "json_object" }),
            ReplyFormat::Plain => None,
        },
        Shape::Prose => None,
    };
    let head = Head { max_completion_tokens: room(Room::MaxCompletionTokens), max_tokens: room(Room::MaxTokens) };
    let tail = Tail {
        model,
        response_format,
        stream: streams.then_some(true),
        stream_options: (streams && habits.usage).then_some(StreamOptions { include_usage: true }),
        // As it was typed: 0.7, not the nearest double of the nearest float.
        temperature: habits.temperature.then(|| temperature.to_string().parse().unwrap_or_default()),
        tools: prompt.tools.iter().map(offered).collect(),
    };
    Request { head, messages: messages.collect(), tail }
}

fn offered(tool: &Tool) -> Offered<'_> {
    let function = Function { description: &tool.description, name: &tool.name, parameters: tool.parameters.written() };
    Offered { function, r#type: "function" }
}

impl Message<'_> {
    /// Appends the message as JSON.
    fn written(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        let Turn { text, calls, of_call, .. } = self.turn;
        out.extend_from_slice(b"{\"content\":");
        // A model that only calls says nothing, and not a text without letters.
        if text.is_empty() && !calls.is_empty() {
            out.extend_from_slice(b"null")
        } else {
            escaped(text, out)
        }
        out.extend_from_slice(b",\"role\":\"");
        out.extend_from_slice(self.role.as_bytes());
        out.push(b'"');
        if let Some(id) = of_call {
            out.extend_from_slice(b",\"tool_call_id\":");
            escaped(id, out);
        }
        if !calls.is_empty() {
            out.extend_from_slice(b",\"tool_calls\":");
            let calls: Vec<Called<'_>> = calls.iter().map(called).collect();
            serde_json::to_writer(&mut *out, &calls)?;
        }
        out.push(b'}');
        Ok(())
    }
}

fn called(call: &ToolCall) -> Called<'_> {
    let function = CalledWith { arguments: call.arguments.to_string(), name: &call.name };
    Called { function, id: &call.id, r#type: "function" }
}

impl Request<'_> {
    /// The request as JSON, of about this size.
    pub(super) fn written(&self, bytes: usize) -> serde_json::Result<Vec<u8>> {
        let mut out = Vec::with_capacity(bytes);
        serde_json::to_writer(&mut out, &self.head)?;
        // One object is made of both.
        out.pop();
        out.extend_from_slice(if out.len() > 1 { b",\"messages\":[" } else { b"\"messages\":[" });
        for (at, message) in self.messages.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            message.written(&mut out)?;
        }
        out.push(b']');
        let behind = out.len();
        serde_json::to_writer(&mut out, &self.tail)?;
        out[behind] = b',';
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::{Reply, Usage};

    use super::*;

    #[test]
    fn tools_their_calls_and_results_stand_where_the_protocol_has_them() {
        let tool = Tool::new("look", "Looks.", serde_json::json!({ "type": "object" }));
        let call = ToolCall::read("a\"1".to_owned(), "look", serde_json::json!({ "q": "x" }), &[]);
        let reply = Reply { calls: vec![call.clone()], ..Reply::new("", Usage::default()) };
        let prompt = Prompt::new("", "Hi", 0).with_tools(vec![tool]).called(&reply).answered(&call, "none");
        let body = request("m", &prompt, 0.0, Habits { temperature: false, ..Habits::default() }, false);
        assert_eq!(
            String::from_utf8(body.written(0).unwrap()).unwrap(),
            concat!(
                r#"{"messages":[{"content":"Hi","role":"user"},{"content":null,"role":"assistant","tool_calls":"#,
                r#"[{"function":{"arguments":"{\"q\":\"x\"}","name":"look"},"id":"a\"1","type":"function"}]},"#,
                r#"{"content":"none","role":"tool","tool_call_id":"a\"1"}],"model":"m","tools":[{"function":"#,
                r#"{"description":"Looks.","name":"look","parameters":{"type":"object"}},"type":"function"}]}"#,
            )
        );
    }

    #[test]
    fn temperatures_are_as_typed() {
        let prompt = Prompt::new("", "Hi", 7);
        let body = request("m", &prompt, 0.7, Habits::default(), false);
        let written = |body: &Request<'_>| String::from_utf8(body.written(0).unwrap()).unwrap();
        assert_eq!(
            written(&body),
            r#"{"max_tokens":7,"messages":[{"content":"Hi","role":"user"}],"model":"m","temperature":0.7}"#
        );
        let prompt = Prompt::new("So", "Hi", 0);
        let body = request("m", &prompt, 0.7, Habits { temperature: false, ..Habits::default() }, false);
        assert_eq!(
            written(&body),
            r#"{"messages":[{"content":"So","role":"system"},{"content":"Hi","role":"user"}],"model":"m"}"#
        );
    }
}
