//! A model's search by tools, where rules found nothing (tool calling, ReAct): it may call tools that read, and
//! nothing else. Its findings are evidence for the answer's writer; it writes no answer. Results are data: no text of
//! a document can add a tool or end the loop.

use futures::future::BoxFuture;
use quipu_kernel::model::Key;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use super::AgentModel;
use super::run::Run;
use crate::base::Effort;
use crate::base::agent_events::{Considered, Happened};
use crate::base::ports::{Prompt, Speaker, Tool, ToolCall};
use crate::find::environment::Unasked;

/// The tools that an agent may call: each reads, none writes. A failure is part of the result.
pub trait AgentTools: Send + Sync {
    /// The tools, as described to a model.
    fn offered(&self) -> Vec<Tool>;
    /// The result of a tool: `{ok, tool, result}` or `{ok, tool, error: {code, message}}`.
    fn call(&self, name: &str, arguments: Value) -> BoxFuture<'static, Value>;
}

/// Calls of one reply that are run; the others get an error that asks to repeat them.
const AT_ONCE: usize = 4;
/// The most bytes of a result that a model is given, some 2,000 tokens.
const RESULT: usize = 8_000;
/// The most tokens of a reply that calls tools.
const ROOM: u32 = 800;
/// Number of calls to unknown tools that ends the loop.
const UNKNOWN: usize = 2;

/// The state of a conversation with the model.
struct Talk<'t> {
    tools: &'t dyn AgentTools,
    prompt: Prompt,
    /// Earlier calls, by name and arguments: their number, and the result.
    called: FxHashMap<String, (usize, Value)>,
    unknown: usize,
    found: Vec<Key>,
    seen: FxHashSet<Key>,
}

impl Run<'_> {
    /// Lets the model look by tools; returns the chunks found, in their order.
    pub(super) async fn converse(&mut self, AgentModel { tools, words, .. }: AgentModel<'_>) -> Vec<Key> {
        let parts = self.told_so_far();
        let places = [("question", self.query.text.as_str()), ("parts", parts.as_str())];
        let prompt = words.gather.prompt(&places, ROOM).with_tools(tools.offered());
        // With the highest effort the evidence is checked once against the question.
        let mut reflects = self.effort == Effort::Deep;
        let (called, seen) = (FxHashMap::default(), FxHashSet::default());
        let mut talk = Talk { tools, prompt, called, unknown: 0, found: Vec::new(), seen };
        // The last call is the answer's.
        while self.may_call() && talk.unknown < UNKNOWN {
            let reply = match self.asked(&talk.prompt, |reply| Ok(reply.clone())).await {
                Ok(reply) => reply,
                Err(error) => {
                    self.failed(&error);
                    break;
                }
            };
            if reply.calls.is_empty() {
                if !std::mem::take(&mut reflects) {
                    break;
                }
                self.event(None, Happened::Corrected { part: 0, how: "reflection".to_owned() });
                talk.prompt = talk.prompt.and(Speaker::Assistant, reply.text).and(Speaker::User, words.reflect.trim());
                continue;
            }
            talk.prompt = talk.prompt.called(&reply);
            let mut over = false;
            for (at, call) in reply.calls.iter().enumerate() {
                let given = if at < AT_ONCE { self.call(&mut talk, call).await } else { None };
                over |= at < AT_ONCE && given.is_none();
                let given = given
                    .unwrap_or_else(|| told_off(&call.name, "bound", "too many calls; call it again if it is needed"));
                talk.prompt = talk.prompt.answered(call, given.to_string());
            }
            if over {
                break;
            }
        }
        talk.found
    }

    /// Runs a call as a step; none where no step may begin, or it was made twice before.
    async fn call(&mut self, talk: &mut Talk<'_>, call: &ToolCall) -> Option<Value> {
        let same = format!("{} {}", call.name, call.arguments);
        if let Some((times, given)) = talk.called.get_mut(&same) {
            *times += 1;
            let mut given = given.clone();
            given["repeat"] = true.into();
            return (*times < 3).then_some(given);
        }
        if !self.may_step() {
            return None;
        }
        let tool = call.name.clone();
        let started = Happened::StepStarted { part: 0, tool: tool.clone(), arguments: call.arguments.clone() };
        let parent = self.event(None, started);
        let began = self.ms();
        let known = talk.prompt.tools.iter().any(|known| known.name == tool);
        let given = if known {
            talk.tools.call(&tool, call.arguments.clone()).await
        } else {
            talk.unknown += 1;
            let names: Vec<&str> = talk.prompt.tools.iter().map(|tool| tool.name.as_str()).collect();
            told_off(&tool, "not_found", &format!("there is no such tool; there are {}", names.join(", ")))
        };
        let (ok, before) = (given["ok"] == true, talk.found.len());
        let mut refs = Vec::new();
        gather(&given["result"], &mut |field, text| {
            let key = text.parse().ok().filter(|_| matches!(field, "chunk" | "chunks" | "id"));
            if let Some(key) = key.filter(|key| talk.seen.insert(*key)) {
                talk.found.push(key);
            }
            if field == "document" && !refs.contains(&text.to_owned()) {
                refs.push(text.to_owned());
            }
        });
        let read = talk.found.len() - before;
        let (given, dropped) = cut(given, RESULT);
        let why = given["error"]["message"].as_str().unwrap_or_default().to_owned();
        let chosen = given["error"]["code"].as_str().map(str::to_owned).into_iter().collect();
        let ended = Happened::StepEnded {
            part: 0,
            tool,
            ok,
            considered: Vec::<Considered>::new(),
            chosen,
            why,
            refs,
            read,
            empty: ok && read == 0,
            dropped,
            ms: self.ms() - began,
        };
        self.event(Some(parent), ended);
        talk.called.insert(same, (1, given.clone()));
        Some(given)
    }

    /// Records that the model gave nothing: the present evidence answers.
    fn failed(&mut self, error: &Unasked) {
        self.event(None, Happened::Corrected { part: 0, how: format!("without the model: {error}") });
    }

    /// The rules' results for the question.
    fn told_so_far(&self) -> String {
        let mut told = String::new();
        for part in self.parts.iter().filter(|part| self.parts.len() > 1 || part.answers.is_empty()) {
            let found = part.answers.first().map_or("nothing yet", |one| one.picked.text.as_str());
            told.push_str(&format!("{}. {}: {found}\n", part.id, part.filled));
        }
        told
    }
}

/// The result of a call that is not run.
fn told_off(tool: &str, code: &str, message: &str) -> Value {
    json!({ "ok": false, "tool": tool, "error": { "code": code, "message": message } })
}

/// Every text of a result, with the name of its field.
fn gather(value: &Value, take: &mut impl FnMut(&str, &str)) {
    fn within(field: &str, value: &Value, take: &mut impl FnMut(&str, &str)) {
        match value {
            Value::String(text) => take(field, text),
            Value::Array(all) => all.iter().for_each(|one| within(field, one, take)),
            Value::Object(map) => map.iter().for_each(|(name, one)| within(name, one, take)),
            _ => {}
        }
    }
    within("", value, take);
}

/// A result of at most so many bytes: whole items are removed from its longest list, and `left` holds their number.
fn cut(mut value: Value, most: usize) -> (Value, usize) {
    let mut left = 0;
    while value.to_string().len() > most {
        let Some(list) = longest(&mut value["result"]).filter(|list| list.len() > 1) else { break };
        let keep = list.len() / 2;
        left += list.len() - keep;
        list.truncate(keep);
    }
    if value.to_string().len() > most {
        let text = value["result"].to_string();
        let end = quipu_kernel::text::char_start(&text, most.min(text.len()));
        value["result"] = text[..end].into();
        left += 1;
    }
    if left > 0 {
        value["left"] = left.into();
    }
    (value, left)
}

fn longest(value: &mut Value) -> Option<&mut Vec<Value>> {
    match value {
        Value::Array(list) => Some(list),
        Value::Object(map) => {
            let lists = map.values_mut().filter_map(longest);
            lists.max_by_key(|list| list.len())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_and_told() {
        let hits: Vec<Value> = (0..100).map(|at| json!({ "id": at, "text": "x".repeat(200) })).collect();
        let (given, left) = cut(json!({ "ok": true, "result": { "hits": hits } }), RESULT);
        assert!(given.to_string().len() <= RESULT + 32 && left > 50, "{left}");
        assert_eq!(given["left"], left);
        let (given, left) = cut(json!({ "ok": true, "result": { "text": "я".repeat(20_000) } }), RESULT);
        assert!(left == 1 && given["result"].as_str().is_some_and(|text| text.len() <= RESULT));
        assert_eq!(cut(json!({ "result": [1] }), RESULT).1, 0);
    }
}
