//! Tools that a model may call, and its calls, as OpenAI's protocol knows them (function calling).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Schema;

/// A tool that a prompt offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name: letters of ASCII, digits, `_` and `-`, at most 64 of them.
    pub name: String,
    /// Its purpose and use, in words for the model.
    pub description: String,
    /// The JSON schema of its arguments, which is of an object.
    pub parameters: Schema,
}

impl Tool {
    /// A tool whose arguments follow a JSON schema.
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self { name: name.into(), description: description.into(), parameters: Schema::new(parameters) }
    }
}

/// A call of a tool, as a model wrote it: an untrusted input, whose name and arguments may be anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id of its result; generated here where the server gives none.
    pub id: String,
    /// The tool, in the spelling of the prompt's tools if it is one of them.
    pub name: String,
    /// The arguments: an object where the model wrote one, or nothing at all; else its text.
    pub arguments: Value,
}

impl ToolCall {
    /// A call as a model wrote it, which `tools` were offered. Prefixes of the name (`functions.search`) and
    /// other cases of its letters are forgiven; arguments may be JSON, or a text that holds it, twice over.
    pub fn read(id: String, name: &str, arguments: Value, tools: &[Tool]) -> Self {
        Self { id, name: known(name, tools).unwrap_or_else(|| name.trim()).to_owned(), arguments: object(arguments) }
    }
}

/// The spelling of a tool's name among those that were offered.
pub(crate) fn known<'t>(name: &str, tools: &'t [Tool]) -> Option<&'t str> {
    let name = name.trim();
    let bare = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
    let same = |tool: &&Tool| [name, bare].iter().any(|name| tool.name.eq_ignore_ascii_case(name));
    let exact = tools.iter().find(|tool| tool.name == name);
    exact.or_else(|| tools.iter().find(same)).map(|tool| tool.name.as_str())
}

/// Arguments out of the texts that some servers put them into.
fn object(mut arguments: Value) -> Value {
    for _ in 0..2 {
        let Value::String(text) = &arguments else { break };
        if text.trim().is_empty() {
            arguments = Value::Null;
        } else if let Ok(inner) = serde_json::from_str(text) {
            arguments = inner;
        }
    }
    if arguments.is_null() { Value::Object(serde_json::Map::new()) } else { arguments }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_read_in_every_form_that_servers_give_them() {
        let read = |arguments: Value| ToolCall::read("1".to_owned(), "search", arguments, &[]).arguments;
        for nothing in [json!(null), json!(""), json!(" \n"), json!("null"), json!("{}"), json!("\"\"")] {
            assert_eq!(read(nothing.clone()), json!({}), "{nothing}");
        }
        let wanted = json!({ "query": "bell" });
        let (once, twice) = (wanted.to_string(), json!(wanted.to_string()).to_string());
        for arguments in [wanted.clone(), json!(once), json!(twice)] {
            assert_eq!(read(arguments.clone()), wanted, "{arguments}");
        }
        for odd in [json!("foo"), json!(3), json!([1])] {
            assert_eq!(read(odd.clone()), odd, "whoever runs it says what is wrong with it");
        }
        assert_eq!(read(json!("{\"query\": \"be")), json!("{\"query\": \"be"));
    }

    #[test]
    fn names_are_forgiven_what_models_add_to_them() {
        let tools = ["search", "read"].map(|name| Tool::new(name, "", json!({ "type": "object" })));
        let read = |name: &str| ToolCall::read(String::new(), name, Value::Null, &tools).name;
        for name in ["search", "Search", "functions.search", "tool:SEARCH", " search "] {
            assert_eq!(read(name), "search", "{name}");
        }
        assert_eq!(read("functions.fly"), "functions.fly");
    }
}
