//! Portions of results: every tool that gives a list or a text takes a budget of tokens and a cursor, and says where the next
//! portion begins (cursor pagination under a token budget).
//!
//! What a call gives is one sequence: its running text, then the members of its list. A portion is the longest stretch of it
//! that fits: whole members first; where not even one fits, its text is cut at a character and goes on in the next portion.

use quipu_engine::gateway::token_count;
use quipu_kernel::text::char_start;
use serde_json::{Map, Value, json};

use super::cursor::{Position, opened, sealed};
use super::cut::{PortionCut, SPARE, notes};

/// The tokens of a portion unless told, and the fewest and the most.
pub(super) const USUAL: u64 = 4000;
pub(super) const LEAST: u64 = 200;
pub(super) const MOST: u64 = 20_000;

/// How often a portion is made anew that came out too large.
const TRIES: usize = 6;

/// What of a tool's result is given in portions.
#[derive(Debug, Clone, Copy)]
pub struct Paging {
    /// The field of its running text; empty where it has none.
    pub(super) text: &'static str,
    /// The field of its list; empty where it has none.
    pub(super) list: &'static str,
    /// The input by which the tool itself goes on from its `next`; empty where it gives all at once.
    pub(super) from: &'static str,
}

impl Paging {
    /// A list that the tool gives whole.
    pub const fn list(list: &'static str) -> Option<Self> {
        Some(Self { text: "", list, from: "" })
    }

    /// A list of which the tool gives a page, and goes on by its own `cursor`.
    pub const fn pages(list: &'static str) -> Option<Self> {
        Some(Self { text: "", list, from: "cursor" })
    }

    /// A text of which the tool gives a stretch, and goes on by an input, where it has one.
    pub const fn text(from: &'static str) -> Option<Self> {
        Some(Self { text: "text", list: "", from })
    }
}

/// What a call asks for, its budget and its place taken out of its arguments.
#[derive(Debug)]
pub(super) struct Portion {
    tool: &'static str,
    arguments: Map<String, Value>,
    position: Position,
    budget: u64,
}

impl Portion {
    /// Takes budget and cursor out of arguments; what remains is for the tool.
    ///
    /// # Errors
    /// When they cannot be meant: why.
    pub(super) fn taken(tool: &'static str, paging: Paging, arguments: &mut Value) -> Result<Self, String> {
        let Some(given) = arguments.as_object_mut() else { return Err("they are no object".to_owned()) };
        let budget = match given.remove("max_tokens") {
            None | Some(Value::Null) => USUAL,
            Some(asked) => asked.as_u64().ok_or("max_tokens: a whole number from 200 to 20000")?.clamp(LEAST, MOST),
        };
        let cursor = match given.remove("cursor") {
            None | Some(Value::Null) => None,
            Some(Value::String(cursor)) => Some(cursor),
            Some(_) => return Err("cursor: the text that `next` of the reply before holds".to_owned()),
        };
        let told = given.clone();
        let position = match cursor {
            None => Position::default(),
            Some(cursor) => opened(tool, &told, &cursor)
                .ok_or("cursor: this is not a cursor of this call; send the `next` of its reply with the same arguments, or start without one")?,
        };
        if !position.0.is_null() && !paging.from.is_empty() {
            given.insert(paging.from.to_owned(), position.0.clone());
        }
        Ok(Self { tool, arguments: told, position, budget })
    }

    /// The portion of what the tool gave.
    pub(super) fn of(self, paging: Paging, given: Value) -> Value {
        let Value::Object(mut whole) = given else { return given };
        let text = match whole.remove(paging.text) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let members = match whole.remove(paging.list) {
            Some(Value::Array(members)) => members,
            _ => Vec::new(),
        };
        let on = whole.remove("next").filter(|_| !paging.from.is_empty()).unwrap_or_default();
        let sequence = Sequence { paging, whole, text, members, on };
        // Nothing has more tokens than bytes: what fits by these needs none of the tables by which tokens are counted.
        let small = self.cut(&sequence, self.budget, bytes);
        if small["truncated"] == false {
            return small;
        }
        let mut budget = self.budget;
        for _ in 0..TRIES {
            let out = self.cut(&sequence, budget, size);
            let over = size(&out).saturating_sub(self.budget);
            if over == 0 {
                return out;
            }
            budget = budget.saturating_sub(over + SPARE);
        }
        self.cut(&sequence, 0, size)
    }

    fn cut(&self, sequence: &Sequence, budget: u64, size: fn(&Value) -> u64) -> Value {
        let Sequence { paging, whole, text, members, on } = sequence;
        let Position(_, given, skip, into) = &self.position;
        let (given, mut next) = (char_start(text, *given), self.position.clone());
        let mut cut = PortionCut { left: budget, size, truncated: false, notes: notes(whole) };
        let mut out = cut.around(whole, self.longest());
        let rest = &text[given..];
        let shown = cut.text(rest, !paging.text.is_empty());
        next.1 = given + shown;
        let mut list = Vec::new();
        let all_text = next.1 == text.len();
        if all_text {
            (list, next) = cut.members(members.get(*skip..).unwrap_or_default(), *into, next, shown > 0);
        }
        let all = all_text && next.2 >= members.len();
        let next = match (all, on) {
            (false, _) => Some(next),
            (true, Value::Null) => None,
            (true, on) => Some(Position(on.clone(), 0, 0, 0)),
        };
        if !paging.text.is_empty() {
            out.insert(paging.text.to_owned(), json!(rest[..shown]));
        }
        if !paging.list.is_empty() {
            out.insert(paging.list.to_owned(), Value::Array(list));
        }
        let next = next.map(|position| sealed(self.tool, &self.arguments, &position));
        out.insert("next".to_owned(), json!(next));
        out.insert("truncated".to_owned(), json!(cut.truncated || !all));
        out.insert("notes".to_owned(), json!(cut.notes));
        Value::Object(out)
    }

    /// A cursor as long as any of this call.
    fn longest(&self) -> String {
        let Position(on, ..) = &self.position;
        let on = if on.is_null() { json!("0".repeat(48)) } else { on.clone() };
        sealed(self.tool, &self.arguments, &Position(on, 99_999_999, 9999, 99_999_999))
    }
}

/// What a call gave, in its parts.
struct Sequence {
    paging: Paging,
    whole: Map<String, Value>,
    text: String,
    members: Vec<Value>,
    on: Value,
}

/// The bytes of a value as it is sent.
fn bytes(value: &Value) -> u64 {
    value.to_string().len() as u64
}

/// The tokens of a value as it is sent.
fn size(value: &Value) -> u64 {
    token_count::of(&value.to_string())
}

/// The schemas of a tool with what portions add: what it takes.
pub(super) fn input(mut schema: Value) -> Value {
    schema["properties"]["max_tokens"] = json!({
        "type": "integer", "minimum": 0, "description": "Size of the reply, 200-20000 (4000).",
    });
    schema["properties"]["cursor"] = json!({
        "type": "string", "description": "`next` of the last reply, for more.",
    });
    schema
}

/// The schemas of a tool with what portions add: what it gives.
pub(super) fn output(mut schema: Value) -> Value {
    schema["properties"]["next"] = json!({
        "type": ["string", "null"], "description": "The cursor of the next portion; null where this is the last.",
    });
    schema["properties"]["truncated"] = json!({
        "type": "boolean", "description": "Whether the budget left something out of this portion.",
    });
    schema["properties"]["notes"] = json!({
        "type": "array", "items": { "type": "string" }, "description": "What the reader should know.",
    });
    if !schema["required"].is_array() {
        schema["required"] = json!([]);
    }
    if let Some(required) = schema["required"].as_array_mut() {
        for name in ["next", "truncated", "notes"] {
            if !required.iter().any(|known| known == name) {
                required.push(json!(name));
            }
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All portions of a result, one after the other, each within its budget.
    fn portions(paging: Paging, arguments: &Value, whole: &Value) -> Vec<Value> {
        let mut out: Vec<Value> = Vec::new();
        loop {
            let mut arguments = arguments.clone();
            arguments["cursor"] = out.last().map_or(Value::Null, |last| last["next"].clone());
            let portion = Portion::taken("tool", paging, &mut arguments).unwrap();
            let budget = portion.budget;
            let given = portion.of(paging, whole.clone());
            assert!(size(&given) <= budget, "{} of {budget}: {given}", size(&given));
            let ends = given["next"].is_null();
            out.push(given);
            assert!(out.len() < 2000, "it goes on: {}", out[1999]);
            if ends {
                return out;
            }
        }
    }

    /// Members of all portions, parts of one joined.
    fn joined(portions: &[Value], list: &str) -> Vec<(u64, String)> {
        let mut out: Vec<(u64, String)> = Vec::new();
        for member in portions.iter().flat_map(|portion| portion[list].as_array().unwrap()) {
            let (id, text) = (member["id"].as_u64().unwrap(), member["text"].as_str().unwrap());
            match out.last_mut() {
                Some((last, before)) if *last == id => before.push_str(text),
                _ => out.push((id, text.to_owned())),
            }
        }
        out
    }

    #[test]
    fn all_portions_together_are_the_whole_and_each_is_within_its_budget() {
        let words = ["bell ", "колокол ", "\"\\\n", "時計塔", "a", "               ", "\u{1F514}"];
        for seed in 0..40_usize {
            let text = |n: usize, long: usize| words[(n * 7 + seed) % words.len()].repeat((n * 37 + seed * 11) % long);
            let members: Vec<(u64, String)> = (0..seed % 9).map(|n| (n as u64, text(n, 900))).collect();
            let list: Vec<Value> = members.iter().map(|(id, text)| json!({ "id": id, "text": text })).collect();
            let running = text(seed, 1500);
            let whole = json!({ "answer": running, "citations": list, "notes": ["a note"], "refused": false });
            let paging = Paging { text: "answer", list: "citations", from: "" };
            let all = portions(paging, &json!({ "max_tokens": 200 + seed * 3, "q": 1 }), &whole);
            let told: String = all.iter().map(|portion| portion["answer"].as_str().unwrap()).collect();
            assert_eq!(told, running);
            assert_eq!(joined(&all, "citations"), members);
            assert!(all.iter().all(|portion| portion["refused"] == false && portion["notes"][0] == "a note"));
        }
    }

    #[test]
    fn what_has_no_text_to_cut_is_shortened_and_says_so() {
        let passages: Vec<Value> = (0..300).map(|n| json!({ "id": n, "quote": "Ilse Varga cast the bell." })).collect();
        let entity = json!({ "key": "k".repeat(32), "name": "Ilse Varga", "passages": passages });
        let whole = json!({ "entities": [entity, entity] });
        let paging = Paging { text: "", list: "entities", from: "" };
        let all = portions(paging, &json!({ "max_tokens": 300 }), &whole);
        assert_eq!(all.len(), 2);
        for portion in &all {
            assert_eq!(portion["entities"][0]["name"], "Ilse Varga");
            assert!(portion["truncated"] == true && portion["notes"].to_string().contains("max_tokens"), "{portion}");
        }
    }

    #[test]
    fn a_tool_that_gives_pages_is_gone_through_page_by_page() {
        let paging = Paging { text: "", list: "documents", from: "cursor" };
        let (mut arguments, mut seen) = (json!({}), Vec::new());
        for page in 0..3 {
            let portion = Portion::taken("documents", paging, &mut arguments).unwrap();
            let from = arguments["cursor"].as_u64().unwrap_or_default();
            assert_eq!(from, page * 2);
            let on = if page < 2 { json!(from + 2) } else { Value::Null };
            let given = portion.of(paging, json!({ "documents": [from, from + 1], "next": on }));
            seen.extend(given["documents"].as_array().unwrap().clone());
            assert_eq!((given["next"].is_null(), &given["truncated"]), (page == 2, &json!(false)));
            arguments = json!({ "cursor": given["next"] });
        }
        assert_eq!(json!(seen), json!([0, 1, 2, 3, 4, 5]));
    }

    #[test]
    fn budgets_and_cursors_that_cannot_be_meant_are_refused() {
        let paging = Paging { text: "text", list: "", from: "" };
        for wrong in [
            json!([]),
            json!({ "max_tokens": "many" }),
            json!({ "max_tokens": -1 }),
            json!({ "cursor": 3 }),
            json!({ "cursor": "abc" }),
        ] {
            assert!(Portion::taken("tool", paging, &mut wrong.clone()).is_err(), "{wrong}");
        }
        for (asked, holds) in [(1, LEAST), (300, 300), (1_000_000, MOST)] {
            let portion = Portion::taken("tool", paging, &mut json!({ "max_tokens": asked })).unwrap();
            assert_eq!(portion.budget, holds);
        }
    }
}
