//! Calls of tools as servers send them: whole, or in pieces of a stream that are put together by their place.
//!
//! Servers give arguments as a text or as an object, leave ids out, number all calls 0, repeat the name in
//! every piece, or write the one call of the older protocol (`function_call`).

use quipu_engine::ports::{Tool, ToolCall};
use serde_json::Value;

/// The most calls that are gathered of one reply; a server that sends more is broken.
const MOST: usize = 256;

/// The calls of tools in a reply, gathered from its pieces.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Called {
    calls: Vec<Gathering>,
    held: usize,
}

/// A call of which pieces may still come.
#[derive(Debug, Default, PartialEq)]
struct Gathering {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl Called {
    /// Takes in the calls of a message, or of a piece of one.
    pub(super) fn take(&mut self, calls: Option<&Value>, older: Option<&Value>) {
        let many = calls.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let one = calls.filter(|calls| calls.is_object());
        for call in many.iter().chain(one).filter(|call| call.is_object()) {
            // Some write the function without the object around it.
            let function = if call["function"].is_object() { &call["function"] } else { call };
            self.piece(call, function);
        }
        if let Some(function) = older.filter(|function| function.is_object()) {
            self.piece(&Value::Null, function);
        }
    }

    fn piece(&mut self, call: &Value, function: &Value) {
        let text = |value: &Value| match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        let (index, id, name) = (call["index"].as_u64(), text(&call["id"]), text(&function["name"]));
        let arguments = match &function["arguments"] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        self.held += id.len() + name.len() + arguments.len();
        let many = self.calls.len();
        let known = match index {
            Some(_) => self.calls.iter_mut().rev().find(|known| known.index == index),
            None => self.calls.last_mut(),
        };
        match known.filter(|known| known.goes_on(&id, &name)) {
            Some(known) => {
                if known.id.is_empty() {
                    known.id = id;
                }
                if known.name.is_empty() {
                    known.name = name;
                }
                known.arguments.push_str(&arguments);
            }
            None if many < MOST => self.calls.push(Gathering { index, id, name, arguments }),
            None => {}
        }
    }

    /// True if nothing was called.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The arguments of all calls, one after the other.
    pub(super) fn text(&self) -> String {
        self.calls.iter().map(|call| call.arguments.as_str()).collect()
    }

    /// Bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// The calls, each with an id of its own; those made here begin with `turn`, the number of turns before it.
    pub(super) fn calls(self, tools: &[Tool], turn: usize) -> Vec<ToolCall> {
        let mut out: Vec<ToolCall> = Vec::new();
        // A call without a name is dropped.
        for (at, call) in self.calls.into_iter().filter(|call| !call.name.is_empty()).enumerate() {
            let taken = call.id.is_empty() || out.iter().any(|other| other.id == call.id);
            let id = if taken { format!("call_{turn}_{at}") } else { call.id };
            out.push(ToolCall::read(id, &call.name, Value::String(call.arguments), tools));
        }
        out
    }
}

impl Gathering {
    /// True if a piece with this id and name belongs to it. Where ids are left out, a name that comes again begins
    /// another call once the arguments are whole.
    fn goes_on(&self, id: &str, name: &str) -> bool {
        if !id.is_empty() && !self.id.is_empty() {
            return id == self.id;
        }
        name.is_empty() || self.name.is_empty() || (name == self.name && !self.is_whole())
    }

    fn is_whole(&self) -> bool {
        serde_json::from_str::<serde::de::IgnoredAny>(&self.arguments).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn called(pieces: &[Value]) -> Vec<(String, String, Value)> {
        let mut called = Called::default();
        pieces.iter().for_each(|piece| called.take(Some(piece), None));
        let calls = called.calls(&[], 2).into_iter();
        calls.map(|call| (call.id, call.name, call.arguments)).collect()
    }

    fn of(id: &str, name: &str, arguments: Value) -> (String, String, Value) {
        (id.to_owned(), name.to_owned(), arguments)
    }

    #[test]
    fn pieces_are_put_together_however_they_are_numbered() {
        let two = [of("a", "search", json!({ "q": 1 })), of("b", "read", json!({}))];
        let usual = [
            json!([{ "index": 0, "id": "a", "function": { "name": "search", "arguments": "" } }]),
            json!([{ "index": 0, "function": { "arguments": "{\"q\":" } }]),
            json!([{ "index": 0, "function": { "arguments": "1}" } }]),
            json!([{ "index": 1, "id": "b", "function": { "name": "read", "arguments": "{}" } }]),
        ];
        assert_eq!(called(&usual), two);
        let all_zero = [
            json!([{ "index": 0, "id": "a", "function": { "name": "search", "arguments": "{\"q\":1}" } },
                   { "index": 0, "id": "b", "function": { "name": "read", "arguments": "" } }]),
            json!([{ "index": 0, "function": { "arguments": "{}" } }]),
        ];
        assert_eq!(called(&all_zero), two);
        let repeated = [
            json!([{ "id": "a", "function": { "name": "search", "arguments": "{\"q\"" } }]),
            json!([{ "id": "a", "function": { "name": "search", "arguments": ":1}" } }]),
            json!([{ "id": "b", "function": { "name": "read", "arguments": null } }]),
        ];
        assert_eq!(called(&repeated), two);
    }

    #[test]
    fn ids_that_are_missing_or_used_twice_are_made() {
        let bare = json!([{ "function": { "name": "search", "arguments": { "q": 1 } } },
                          { "function": { "name": "search", "arguments": { "q": 2 } } }]);
        let made = [of("call_2_0", "search", json!({ "q": 1 })), of("call_2_1", "search", json!({ "q": 2 }))];
        assert_eq!(called(&[bare]), made);
        let unnamed = json!([{ "id": "a", "function": { "arguments": "{}" } }, 7, null]);
        assert_eq!(called(&[unnamed]), []);
        assert_eq!(called(&[json!({ "id": 5, "name": "read" })]), [of("5", "read", json!({}))]);
    }

    #[test]
    fn the_older_protocol_is_read() {
        let mut called = Called::default();
        for piece in [json!({ "name": "search", "arguments": "" }), json!({ "arguments": "{\"q\":1}" })] {
            called.take(None, Some(&piece));
        }
        let calls = called.calls(&[], 0);
        assert_eq!((calls[0].name.as_str(), &calls[0].arguments), ("search", &json!({ "q": 1 })));
    }
}
