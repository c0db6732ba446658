//! Tools for servers without support for them: described in the prompt, called by JSON in the reply, which the
//! gateway reads.
//!
//! Calls and results of earlier turns are written as text for such a server: the model's part, and
//! the results it received.

use quipu_engine::ports::{Prompt, Speaker, Tool, ToolCall, Turn};
use serde_json::json;

/// The announcement of the tools.
const OFFERED: &str = include_str!("offered.txt");

/// The prompt without tools in the protocol.
pub(super) fn in_words(prompt: &Prompt) -> Prompt {
    let mut turns: Vec<Turn> = Vec::new();
    for turn in &prompt.turns {
        match (turns.last_mut(), turn.by) {
            // Templates of such servers often want turns that alternate: results of one reply are one turn.
            (Some(last), Speaker::Tool) if last.by == Speaker::User => {
                last.text = format!("{}\n{}", last.text, result(turn, &prompt.turns));
            }
            (_, Speaker::Tool) => turns.push(Turn::new(Speaker::User, result(turn, &prompt.turns))),
            _ => turns.push(said(turn)),
        }
    }
    let described = described(&prompt.tools);
    match turns.first_mut().filter(|turn| turn.by == Speaker::System) {
        Some(first) if first.text.is_empty() => first.text = described,
        Some(first) => first.text = format!("{}\n\n{described}", first.text),
        None => turns.insert(0, Turn::new(Speaker::System, described)),
    }
    Prompt { turns, tools: Vec::new(), ..prompt.clone() }
}

fn described(tools: &[Tool]) -> String {
    let one = |tool: &Tool| format!("- {}: {}\n  {}", tool.name, tool.description, tool.parameters.written().get());
    format!("{}{}", OFFERED, tools.iter().map(one).collect::<Vec<_>>().join("\n"))
}

/// A turn with its calls in the form that the model has to write.
fn said(turn: &Turn) -> Turn {
    let calls: Vec<String> = turn.calls.iter().map(call).collect();
    let calls = match calls.as_slice() {
        [] => return turn.clone(),
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    };
    let text = if turn.text.trim().is_empty() { calls } else { format!("{}\n{calls}", turn.text.trim()) };
    Turn::new(turn.by, text)
}

fn call(call: &ToolCall) -> String {
    format!(r#"{{"tool": {}, "arguments": {}}}"#, json!(call.name), call.arguments)
}

/// A result under the name of the tool that gave it.
fn result(turn: &Turn, all: &[Turn]) -> String {
    let mut calls = all.iter().flat_map(|turn| &turn.calls);
    let of = turn.of_call.as_deref().and_then(|id| calls.find(|call| call.id == id));
    let name = of.map_or("a tool", |call| call.name.as_str());
    format!(r#"{{"result_of": {}, "result": {}}}"#, json!(name), json!(turn.text))
}
