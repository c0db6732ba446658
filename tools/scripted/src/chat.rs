//! `POST /v1/chat/completions`: what is refused, what goes wrong, and what is said.

use std::time::{Duration, SystemTime};

use hyper::Response;
use serde_json::{Value, json};

use crate::body::{Piece, Pieces};
use crate::counts::{Call, Tally};
use crate::drawn::Drawn;
use crate::plan::{After, Fault, Plan, Step};
use crate::server::{answer, refusal};
use crate::{brain, name_of};

/// How long a server that hangs does so.
const FOREVER: Duration = Duration::from_secs(86_400);
/// The pause before a connection is cut, so that what was said before is sent.
const BEFORE_CUT: Duration = Duration::from_millis(20);
/// Pauses of a slow drip.
const DRIP: Duration = Duration::from_millis(30);

/// A reply before it is put into the protocol.
struct Said {
    text: String,
    /// Names of tools with the arguments as they are written.
    calls: Vec<(String, String)>,
    reasoning: Option<String>,
    finish: &'static str,
    input: u64,
}

/// What a rule says to a prompt.
fn ruled(plan: &Plan, turns: &[&str]) -> Option<String> {
    let holds = |text: &String| turns.iter().any(|turn| turn.contains(text.as_str()));
    plan.rules.iter().find(|rule| rule.holds.iter().all(holds)).map(|rule| rule.says.clone())
}

/// How a call is answered, and after how long.
pub(crate) fn chat(plan: &Plan, tally: &Tally, request: &Value) -> (Duration, Response<Pieces>) {
    let turns: Vec<&str> = texts(request);
    if let Some(refused) = refused(plan, request, &turns) {
        return (Duration::ZERO, refused);
    }
    let prompt = name_of(&turns);
    let (call, time, line) = tally.begin(prompt.clone());
    let mut drawn = Drawn::of(plan.seed, &prompt, time);
    let latency = plan.latency.drawn(&mut drawn);
    let drawn_fault = plan.fault(&mut drawn);
    let mut calls = Vec::new();
    let (text, fault) = match plan.script.get(line) {
        Some(Step::Calls(scripted)) => {
            calls.clone_from(scripted);
            (Some(String::new()), None)
        }
        Some(Step::Refuses(status, body)) => return (latency, answer(*status, "application/json", body.clone())),
        Some(Step::Answers(kind, body)) => return (latency, answer(200, kind, body.clone())),
        Some(Step::Says(text)) => (Some(text.clone()), None),
        Some(Step::Fails(fault)) => (None, Some(*fault)),
        None => (None, drawn_fault),
    };
    let known = || plan.recorded.get(&prompt).cloned();
    let text = text.or_else(known).or_else(|| ruled(plan, &turns));
    if text.is_none() {
        calls = brain::calls(request);
    }
    let text = text.unwrap_or_else(|| match calls.is_empty() {
        true => brain::reply(&turns, request.get("response_format")),
        false => String::new(),
    });
    let said = Said { calls, ..roomed(text, request, count(&turns.concat()).min(plan.reads)) };
    let streams = request["stream"] == true;
    let response = match fault {
        Some(Fault::Busy(after)) => busy(after),
        Some(Fault::Broken) => refusal(500, "server_error", None, "the server had an error"),
        Some(Fault::Hang) => return (FOREVER, Response::new(Pieces::new([], Some(call), false))),
        Some(Fault::Html) => answer(200, "text/html", "<html><body><h1>Welcome</h1></body></html>".to_owned()),
        fault => {
            let said = altered(said, fault, &mut drawn);
            let bodies = if streams { streamed(plan, request, &said) } else { vec![whole(plan, &said)] };
            sent(plan, call, bodies, streams, fault)
        }
    };
    (latency, response)
}

fn texts(request: &Value) -> Vec<&str> {
    let turns = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    turns.iter().filter_map(|turn| turn["content"].as_str()).collect()
}

/// Tokens of a text, near enough: four bytes each.
fn count(text: &str) -> u64 {
    text.len().div_ceil(4) as u64
}

/// What the server does not accept, as servers say it.
fn refused(plan: &Plan, request: &Value, turns: &[&str]) -> Option<Response<Pieces>> {
    let accepts = plan.accepts;
    let format = request["response_format"]["type"].as_str();
    let has = |name: &str| request.get(name).is_some();
    let unsupported =
        |parameter: &str, message: &str| Some(refusal(400, "unsupported_parameter", Some(parameter), message));
    if request["model"] != plan.model.as_str() {
        let message = format!("The model `{}` does not exist", request["model"].as_str().unwrap_or_default());
        return Some(refusal(404, "model_not_found", None, &message));
    }
    if has("max_tokens") && !accepts.max_tokens {
        let message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
        return unsupported("max_tokens", message);
    }
    if has("max_completion_tokens") && !accepts.max_completion_tokens {
        return unsupported("max_completion_tokens", "Unrecognized request argument supplied: max_completion_tokens");
    }
    if !accepts.temperature && request["temperature"].as_f64().is_some_and(|temperature| temperature != 1.0) {
        let message = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
        return unsupported("temperature", message);
    }
    if has("stream_options") && !accepts.stream_options {
        return unsupported("stream_options", "Unknown parameter: 'stream_options'.");
    }
    if let Some(refused) = unanswerable(request) {
        return Some(refused);
    }
    let of_tool = |turn: &Value| turn["role"] == "tool" || turn.get("tool_calls").is_some();
    let speaks_of_tools = request["messages"].as_array().is_some_and(|turns| turns.iter().any(of_tool));
    if (has("tools") || speaks_of_tools) && !accepts.tools {
        let message = format!("{} does not support tools", plan.model);
        return Some(refusal(400, "invalid_request_error", None, &message));
    }
    if (format == Some("json_schema") && !accepts.schema) || (format == Some("json_object") && !accepts.object) {
        return unsupported(
            "response_format",
            "Invalid parameter: 'response_format' of this type is not supported with this model.",
        );
    }
    let (input, most) = (count(&turns.concat()), plan.context);
    (input > most).then(|| {
        let message = format!(
            "This model's maximum context length is {most} tokens. However, your messages resulted in {input} tokens."
        );
        refusal(400, "context_length_exceeded", Some("messages"), &message)
    })
}

/// Results of tools belong to calls before them, as servers hold their clients to; and no list of tools is empty.
fn unanswerable(request: &Value) -> Option<Response<Pieces>> {
    let wrong = |message: &str| Some(refusal(400, "invalid_request_error", Some("messages"), message));
    if request["tools"].as_array().is_some_and(Vec::is_empty) {
        return wrong("[] is too short - 'tools'");
    }
    let mut open: Vec<&str> = Vec::new();
    for turn in request["messages"].as_array().into_iter().flatten() {
        if turn["role"] == "tool" {
            let Some(at) = open.iter().position(|id| turn["tool_call_id"] == **id) else {
                return wrong("messages with role 'tool' must be a response to a preceding message with 'tool_calls'");
            };
            open.remove(at);
        } else if !open.is_empty() {
            return wrong("an assistant message with 'tool_calls' must be followed by tool messages");
        }
        open.extend(turn["tool_calls"].as_array().into_iter().flatten().filter_map(|call| call["id"].as_str()));
    }
    if open.is_empty() {
        None
    } else {
        wrong("an assistant message with 'tool_calls' must be followed by tool messages")
    }
}

/// The last place up to `at` where a letter begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A text, cut off where the room that was given ends.
fn roomed(text: String, request: &Value, input: u64) -> Said {
    let room = request.get("max_tokens").or_else(|| request.get("max_completion_tokens")).and_then(Value::as_u64);
    match room.filter(|room| count(&text) > *room) {
        Some(room) => {
            let end = floor(&text, usize::try_from(room).unwrap_or(usize::MAX).saturating_mul(4));
            Said { text: text[..end].to_owned(), calls: Vec::new(), reasoning: None, finish: "length", input }
        }
        None => Said { text, calls: Vec::new(), reasoning: None, finish: "stop", input },
    }
}

/// What a fault makes of a reply.
fn altered(mut said: Said, fault: Option<Fault>, drawn: &mut Drawn) -> Said {
    let middle = floor(&said.text, said.text.len() / 4 + drawn.below(said.text.len() / 2 + 1));
    match fault {
        Some(Fault::Prose) => said.text = format!("Sure! Here it is:\n\n```json\n{}\n```\n\nShall I go on?", said.text),
        Some(Fault::Truncated) => {
            said.text.truncate(middle);
            if let Some((_, arguments)) = said.calls.last_mut() {
                arguments.truncate(floor(arguments, arguments.len() / 2));
            }
            said.finish = "length";
        }
        Some(Fault::Half) => said.text.truncate(middle),
        Some(Fault::Empty) => said.text.clear(),
        Some(Fault::Thinking) => said.text = format!("<think>\nLet me see: {{\"a\": 1}}\n</think>\n\n{}", said.text),
        Some(Fault::Reasoning) => said.reasoning = Some("Let me see.".to_owned()),
        _ => {}
    }
    said
}

/// Why a reply ended, as the protocol has it.
fn finish(said: &Said) -> &'static str {
    if said.finish == "stop" && !said.calls.is_empty() { "tool_calls" } else { said.finish }
}

/// A call as the protocol has it.
fn call(at: usize, name: &str, arguments: &str) -> Value {
    json!({ "index": at, "id": format!("call_{at}"), "type": "function",
            "function": { "name": name, "arguments": arguments } })
}

fn usage(said: &Said) -> Value {
    let called: u64 = said.calls.iter().map(|(name, arguments)| count(name) + count(arguments)).sum();
    let output = called + count(&said.text) + said.reasoning.as_deref().map_or(0, count);
    json!({ "prompt_tokens": said.input, "completion_tokens": output, "total_tokens": said.input + output })
}

/// A reply as one body.
fn whole(plan: &Plan, said: &Said) -> String {
    let mut message = json!({ "role": "assistant", "content": said.text });
    if let Some(reasoning) = &said.reasoning {
        message["reasoning_content"] = json!(reasoning);
    }
    if !said.calls.is_empty() {
        message["content"] = Value::Null;
        let calls = said.calls.iter().enumerate();
        message["tool_calls"] = calls.map(|(at, (name, arguments))| call(at, name, arguments)).collect();
    }
    let choice = json!({ "index": 0, "message": message, "finish_reason": finish(said) });
    let mut body = json!({ "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": plan.model,
                           "choices": [choice] });
    if plan.usage {
        body["usage"] = usage(said);
    }
    body.to_string()
}

/// A reply as events.
fn streamed(plan: &Plan, request: &Value, said: &Said) -> Vec<String> {
    let event = |choices: Value| {
        json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": plan.model,
                "choices": choices })
    };
    let piece = |delta: Value, finish: Value| event(json!([{ "index": 0, "delta": delta, "finish_reason": finish }]));
    let mut events = vec![piece(json!({ "role": "assistant", "content": "" }), Value::Null)];
    if let Some(reasoning) = &said.reasoning {
        events.push(piece(json!({ "reasoning_content": reasoning }), Value::Null));
    }
    let words = said.text.split_inclusive(' ').filter(|word| !word.is_empty());
    events.extend(words.map(|word| piece(json!({ "content": word }), Value::Null)));
    for (at, (name, arguments)) in said.calls.iter().enumerate() {
        let (first, rest) = arguments.split_at(floor(arguments, arguments.len() / 2));
        events.push(piece(json!({ "tool_calls": [call(at, name, "")] }), Value::Null));
        for part in [first, rest] {
            let part = json!({ "index": at, "function": { "arguments": part } });
            events.push(piece(json!({ "tool_calls": [part] }), Value::Null));
        }
    }
    events.push(piece(json!({}), json!(finish(said))));
    if request["stream_options"]["include_usage"] == true && plan.usage {
        let mut last = event(json!([]));
        last["usage"] = usage(said);
        events.push(last);
    }
    let lines = events.iter().map(|event| format!("data: {event}\n\n"));
    lines.chain(["data: [DONE]\n\n".to_owned()]).collect()
}

/// The answer with its pauses, cut or spoiled where it must be.
fn sent(plan: &Plan, call: Call, mut bodies: Vec<String>, streams: bool, fault: Option<Fault>) -> Response<Pieces> {
    if fault == Some(Fault::Malformed) {
        let middle = bodies.len() / 2;
        if let Some(body) = bodies.get_mut(middle) {
            *body = body.replace("\"delta\":", "\"delta\" ").replace("\"message\":", "\"message\" ");
        }
    }
    let mut pieces = Vec::new();
    match fault {
        Some(Fault::Cut) => {
            let text = bodies.concat();
            let middle = floor(&text, text.len() / 2);
            pieces.extend([Piece::Bytes(text[..middle].to_owned().into()), Piece::Pause(BEFORE_CUT), Piece::Cut]);
        }
        Some(Fault::Drip) => {
            let bytes = bodies.concat().into_bytes();
            for some in bytes.chunks(bytes.len().div_ceil(8).max(1)) {
                pieces.extend([Piece::Pause(DRIP), Piece::Bytes(some.to_vec().into())]);
            }
        }
        _ => {
            for body in bodies {
                pieces.push(Piece::Bytes(body.into()));
                if !plan.between.is_zero() {
                    pieces.push(Piece::Pause(plan.between));
                }
            }
            if matches!(pieces.last(), Some(Piece::Pause(_))) {
                pieces.pop();
            }
        }
    }
    let whole = !matches!(fault, Some(Fault::Cut | Fault::Malformed));
    let mut response = Response::new(Pieces::new(pieces, Some(call), whole));
    let kind = if streams { "text/event-stream" } else { "application/json" };
    response.headers_mut().insert("content-type", hyper::header::HeaderValue::from_static(kind));
    response
}

fn busy(after: After) -> Response<Pieces> {
    let mut refused = refusal(429, "rate_limit_exceeded", None, "Rate limit reached");
    let value = match after {
        After::Unsaid => return refused,
        After::Seconds(seconds) => seconds.to_string(),
        After::Date(seconds) => httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds)),
    };
    if let Ok(value) = value.parse() {
        refused.headers_mut().insert("retry-after", value);
    }
    refused
}
