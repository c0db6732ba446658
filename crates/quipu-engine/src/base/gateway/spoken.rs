//! Calls of tools that a model writes as text, because its server does not support them, or they were not requested.
//!
//! Known formats: an object with the name and the arguments under their usual words, several of them in a list or
//! one after the other, in a fence of code or not; `<tool_call>…</tool_call>` around each; Qwen's
//! `<function=NAME><parameter=KEY>…`; Mistral's `[TOOL_CALLS] […]`. Only a text that names an offered tool
//! is a call, and only at the start of a reply: an answer may quote anything. Reasoning is removed
//! before, so that a merely planned call is not run. Cost: linear.

use serde_json::{Map, Value};

use crate::base::ports::{Tool, ToolCall, known};

/// The fields of a tool's name, the commonest first.
const NAMES: [&str; 5] = ["tool", "name", "function", "tool_name", "action"];
/// The fields of its arguments.
const ARGUMENTS: [&str; 6] = ["arguments", "parameters", "args", "input", "action_input", "tool_input"];
/// The fields of a list of calls.
const LISTS: [&str; 3] = ["tool_calls", "calls", "tools"];

/// The meaning of a reply's text where tools were offered.
#[derive(Debug, PartialEq)]
pub(super) enum Spoken {
    /// Calls of tools.
    Calls(Vec<ToolCall>),
    /// An answer, in an object.
    Answer(String),
}

/// The meaning of `text`, if it is more than text. Ids of calls begin with `turn`, the number of turns before it.
pub(super) fn spoken(text: &str, tools: &[Tool], turn: usize) -> Option<Spoken> {
    if tools.is_empty() {
        return None;
    }
    let text = unfenced(text.trim());
    let found = match tagged(text, tools) {
        Some(found) => found,
        None => {
            let values = values(text.strip_prefix("[TOOL_CALLS]").unwrap_or(text));
            if let [Value::Object(map)] = values.as_slice()
                && let (1, Some(Value::String(answer))) = (map.len(), map.get("answer"))
            {
                return Some(Spoken::Answer(answer.clone()));
            }
            values.iter().flat_map(|value| calls(value, tools)).collect()
        }
    };
    let call = |(at, (name, arguments)): (usize, (String, Value))| {
        ToolCall::read(format!("call_{turn}_{at}"), &name, arguments, tools)
    };
    let calls: Vec<ToolCall> = found.into_iter().enumerate().map(call).collect();
    (!calls.is_empty()).then_some(Spoken::Calls(calls))
}

/// Holds back possible calls from a listener, to their end: where tools were offered and a reply begins like a call.
#[derive(Debug)]
pub(super) struct Gate {
    open: bool,
    held: String,
}

impl Gate {
    /// For a reply to a prompt that offers these.
    pub(super) fn new(tools: &[Tool]) -> Self {
        Self { open: tools.is_empty(), held: String::new() }
    }

    /// The text that may be streamed now.
    pub(super) fn take(&mut self, piece: &str) -> String {
        if self.open {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        let first = self.held.trim_start().chars().next();
        self.open = first.is_some_and(|first| !['{', '[', '<', '`'].contains(&first));
        if self.open { self.rest() } else { String::new() }
    }

    /// The text held back to the end.
    pub(super) fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

/// A name and arguments.
type Named = (String, Value);

/// The content of a code fence that spans all of a text; else the text.
fn unfenced(text: &str) -> &str {
    let inside = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    match inside.map(|inside| inside.split_once('\n').map_or(inside, |(_, rest)| rest)) {
        Some(inside) if !inside.contains("```") => inside.trim(),
        _ => text,
    }
}

/// The values of JSON that a text begins with.
fn values(text: &str) -> Vec<Value> {
    let text = text.trim_start();
    if !text.starts_with(['{', '[']) {
        return Vec::new();
    }
    serde_json::Deserializer::from_str(text).into_iter::<Value>().map_while(Result::ok).collect()
}

/// The calls of a value, where all that it lists are calls.
fn calls(value: &Value, tools: &[Tool]) -> Vec<Named> {
    match value {
        Value::Array(list) => {
            let calls: Option<Vec<Named>> = list.iter().map(|one| call(one.as_object()?, tools)).collect();
            calls.unwrap_or_default()
        }
        Value::Object(map) => match LISTS.iter().find_map(|name| map.get(*name).filter(|list| list.is_array())) {
            Some(list) => calls(list, tools),
            None => call(map, tools).into_iter().collect(),
        },
        _ => Vec::new(),
    }
}

fn call(map: &Map<String, Value>, tools: &[Tool]) -> Option<Named> {
    // `{"type": "function", "function": {...}}` is the protocol's own shape.
    if let Some(Value::Object(inner)) = map.get("function") {
        return call(inner, tools);
    }
    let name = NAMES.iter().find_map(|name| map.get(*name)?.as_str())?;
    let name = known(name, tools)?.to_owned();
    let arguments = ARGUMENTS.iter().find_map(|name| map.get(*name)).cloned();
    Some((name, arguments.unwrap_or_default()))
}

/// The calls within tags, where a text begins with one.
fn tagged(text: &str, tools: &[Tool]) -> Option<Vec<Named>> {
    if !text.starts_with("<tool_call>") && !text.starts_with("<function=") {
        return None;
    }
    let parts = text.split("<tool_call>").map(|part| part.split("</tool_call>").next().unwrap_or(part));
    let mut found = Vec::new();
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        if part.starts_with("<function=") {
            found.extend(part.split("<function=").skip(1).filter_map(|part| function(part, tools)));
        } else {
            found.extend(values(part).iter().flat_map(|value| calls(value, tools)));
        }
    }
    Some(found)
}

/// `NAME><parameter=KEY>VALUE</parameter>…</function>`.
fn function(part: &str, tools: &[Tool]) -> Option<Named> {
    let (name, rest) = part.split_once('>')?;
    let name = known(name, tools)?.to_owned();
    let rest = rest.split("</function>").next().unwrap_or(rest);
    let mut arguments = Map::new();
    for parameter in rest.split("<parameter=").skip(1) {
        let (key, value) = parameter.split_once('>')?;
        let value = value.split("</parameter>").next().unwrap_or(value).trim();
        // A value that parses as JSON is read as JSON; other texts stand there without quotes.
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        arguments.insert(key.trim().to_owned(), value);
    }
    Some((name, Value::Object(arguments)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn tools() -> Vec<Tool> {
        ["search", "read"].map(|name| Tool::new(name, "", json!({ "type": "object" }))).into()
    }

    fn named(text: &str) -> Vec<(String, Value)> {
        match spoken(text, &tools(), 3) {
            Some(Spoken::Calls(calls)) => calls.into_iter().map(|call| (call.name, call.arguments)).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_shape_is_read() {
        let bell = json!({ "query": "bell", "k": 3 });
        for text in [
            r#"{"tool": "search", "arguments": {"query": "bell", "k": 3}}"#,
            r#"{"name": "functions.search", "parameters": {"query": "bell", "k": 3}}"#,
            r#"{"tool": "Search", "arguments": "{\"query\": \"bell\", \"k\": 3}"}"#,
            r#"{"type": "function", "function": {"name": "search", "arguments": "{\"query\":\"bell\",\"k\":3}"}}"#,
            r#"{"tool_calls": [{"function": {"name": "search", "arguments": {"query": "bell", "k": 3}}}]}"#,
            "```json\n{\"action\": \"search\", \"action_input\": {\"query\": \"bell\", \"k\": 3}}\n```",
            "<tool_call>\n{\"name\": \"search\", \"arguments\": {\"query\": \"bell\", \"k\": 3}}\n</tool_call>",
            "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"bell\", \"k\": 3}}",
            "<function=search>\n<parameter=query>\nbell\n</parameter>\n<parameter=k>3</parameter>\n</function>",
            "[TOOL_CALLS] [{\"name\": \"search\", \"arguments\": {\"query\": \"bell\", \"k\": 3}}]",
            "{\"tool\": \"search\", \"arguments\": {\"query\": \"bell\", \"k\": 3}} I shall see what it says.",
        ] {
            assert_eq!(named(text), [("search".to_owned(), bell.clone())], "{text}");
        }
        let two = "<tool_call>{\"name\": \"read\"}</tool_call>\n<tool_call>{\"name\": \"search\"}</tool_call>";
        assert_eq!(named(two), [("read".to_owned(), json!({})), ("search".to_owned(), json!({}))]);
        assert_eq!(named("{\"tool\": \"read\"}\n{\"tool\": \"search\"}").len(), 2);
    }

    #[test]
    fn an_answer_is_no_call() {
        for text in [
            "The bell rings.",
            r#"{"tool": "fly", "arguments": {}}"#,
            r#"{"names": ["search"]}"#,
            r#"[{"tool": "search"}, 7]"#,
            r#"Call it so: {"tool": "search", "arguments": {}}"#,
            "<function=fly></function>",
            "",
        ] {
            assert_eq!(spoken(text, &tools(), 0), None, "{text}");
        }
        let answer = spoken(r#"{"answer": "The bell rings."}"#, &tools(), 0);
        assert_eq!(answer, Some(Spoken::Answer("The bell rings.".to_owned())));
        assert_eq!(spoken(r#"{"tool": "search"}"#, &[], 0), None, "nothing was offered");
    }

    proptest! {
        #[test]
        fn any_text_is_read(
            text in "(<tool_call>|</tool_call>|<function=search>|<parameter=|\\{|\\}|\"tool\"|:|\"search\"|\\[|```|ж| |\n){0,30}",
        ) {
            let _ = spoken(&text, &tools(), 0);
        }
    }
}
