//! A portion of a result while it is cut: what is left of its budget, and what fits.

use quipu_kernel::text::char_start;
use serde_json::{Map, Value, json};

use super::cursor::Position;
use super::shorten::shortened;

/// What is kept free for what the sum of the parts does not count.
pub(super) const SPARE: u64 = 8;

/// Fields of a member that hold its text.
const TEXTS: [&str; 2] = ["text", "quote"];

/// A portion while it is cut.
pub(super) struct Cut {
    pub(super) left: u64,
    /// What counts the tokens of a value, or no fewer.
    pub(super) size: fn(&Value) -> u64,
    pub(super) truncated: bool,
    pub(super) notes: Vec<String>,
}

impl Cut {
    /// What stands around text and list: at most half of the budget.
    pub(super) fn around(&mut self, whole: &Map<String, Value>, longest: String) -> Map<String, Value> {
        let mut around = Value::Object(whole.clone());
        around["next"] = json!(longest);
        around["truncated"] = json!(false);
        around["notes"] = json!(self.notes);
        let half = self.left / 2;
        if (self.size)(&around) > half && self.shorten(&mut around, half) {
            self.notes = around.as_object().map(notes).unwrap_or_default();
            self.note();
        }
        self.left = self.left.saturating_sub((self.size)(&around) + SPARE);
        let Value::Object(around) = around else { return Map::new() };
        around
    }

    fn note(&mut self) {
        let said = "shortened to fit max_tokens; a larger one shows more";
        if !self.notes.iter().any(|note| note == said) {
            self.notes.push(said.to_owned());
            self.left = self.left.saturating_sub((self.size)(&json!(said)) + 1);
        }
    }

    fn shorten(&mut self, value: &mut Value, most: u64) -> bool {
        let size = self.size;
        let cut = shortened(value, |value| size(value) <= most);
        self.truncated |= cut;
        cut
    }

    /// How many bytes of a text fit: at least a character, where it is the only thing that is given.
    pub(super) fn text(&mut self, rest: &str, is_any: bool) -> usize {
        if !is_any || rest.is_empty() {
            return 0;
        }
        let shown = self.fits(rest, self.left).max(first(rest));
        self.left = self.left.saturating_sub((self.size)(&json!(rest[..shown])));
        shown
    }

    /// The members that fit, and the place behind them; at least a part of the first, unless something was given before.
    pub(super) fn members(
        &mut self,
        rest: &[Value],
        into: usize,
        mut next: Position,
        any: bool,
    ) -> (Vec<Value>, Position) {
        let mut list = Vec::new();
        for (place, member) in rest.iter().enumerate() {
            let member = if place == 0 { behind(member, into) } else { member.clone() };
            let size = (self.size)(&member) + 1;
            if size <= self.left {
                self.left -= size;
                list.push(member);
                (next.2, next.3) = (next.2 + 1, 0);
                continue;
            }
            if list.is_empty() && !any {
                let before = if place == 0 { into } else { 0 };
                list.push(self.part(member, before, &mut next));
            }
            break;
        }
        (list, next)
    }

    /// A part of a member that is too large: its text goes on in the next portion; where it is large without it, it is
    /// shortened.
    fn part(&mut self, mut member: Value, before: usize, next: &mut Position) -> Value {
        let field = text_field(&member);
        if let Some((field, text)) = field {
            member[field] = json!("");
            let beside = (self.size)(&member);
            if beside + SPARE < self.left {
                let shown = self.fits(&text, self.left - beside).max(first(&text));
                member[field] = json!(text[..shown]);
                next.3 = before + shown;
                if shown == text.len() {
                    (next.2, next.3) = (next.2 + 1, 0);
                }
                return member;
            }
            member[field] = json!(text);
        }
        self.note();
        let most = self.left;
        self.shorten(&mut member, most);
        (next.2, next.3) = (next.2 + 1, 0);
        member
    }

    /// How many bytes of a text have at most so many tokens as it stands in JSON.
    fn fits(&self, text: &str, most: u64) -> usize {
        let holds = |end: usize| (self.size)(&json!(text[..end])) <= most;
        // No token is longer than some hundred bytes: what is far beyond is not counted.
        let far = char_start(text, usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(128));
        if far == text.len() && holds(far) {
            return far;
        }
        let (mut low, mut high) = (0, far);
        while low < high {
            let middle = char_start(text, low + (high - low).div_ceil(2));
            match middle > low && holds(middle) {
                true => low = middle,
                false if middle > low => high = char_start(text, middle - 1),
                false => break,
            }
        }
        low
    }
}

pub(super) fn notes(whole: &Map<String, Value>) -> Vec<String> {
    let notes = whole.get("notes").and_then(Value::as_array).into_iter().flatten();
    notes.filter_map(|note| note.as_str().map(str::to_owned)).collect()
}

/// The text of a member, with the field that holds it.
fn text_field(member: &Value) -> Option<(&'static str, String)> {
    let text =
        |field: &'static str| Some((field, member.get(field)?.as_str().filter(|text| !text.is_empty())?.to_owned()));
    TEXTS.into_iter().find_map(text)
}

/// A member whose text begins behind what was given of it.
fn behind(member: &Value, into: usize) -> Value {
    let mut member = member.clone();
    if into > 0
        && let Some((field, text)) = text_field(&member)
    {
        member[field] = json!(text[char_start(&text, into)..]);
    }
    member
}

/// The bytes of the first character of a text.
fn first(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
