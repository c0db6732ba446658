//! JSON as models write it: prose and fences around it, single, curly or corner quotes, marks of full width,
//! comments, words of Python, commas too many or too few, line ends and quotes inside strings, a key that comes twice,
//! and an end that is missing.
//!
//! Well-formed JSON is read as it is meant. A value that the end of the reply cuts off is dropped and reported: a half
//! record is no record. One pass, nested at most [`DEEPEST`] deep.

use serde_json::{Map, Number, Value};

use super::marks::{closing, is_bare_key, is_word, plain};
use super::notes::beginning;

/// The deepest nesting that is read.
const DEEPEST: usize = 64;

/// The JSON values of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loose {
    /// The values, in the order of the text: one, or one a line.
    pub values: Vec<Value>,
    /// The beginning of each value that the end of the text cuts off.
    pub cut: Vec<String>,
    /// Values that another one of the same key took the place of.
    pub replaced: Vec<String>,
    /// Number of repairs.
    pub mended: u64,
    /// True if a value is not closed where the text ends.
    pub open: bool,
}

/// Reads all objects and lists that a text holds outside of each other.
pub fn loose(text: &str) -> Loose {
    let mut reader = Reader { text, at: 0, out: Loose::default() };
    while reader.seek() {
        let start = reader.at;
        match reader.value(0) {
            Some((value, whole)) => {
                reader.out.open |= !whole;
                if whole || holds_more(&value) {
                    reader.out.values.push(value);
                } else {
                    reader.lose(start);
                }
            }
            None => reader.at = start + 1,
        }
    }
    reader.out
}

/// The first object that a text holds, read as loosely.
pub fn object(text: &str) -> Option<Map<String, Value>> {
    loose(text).values.into_iter().find_map(|value| match value {
        Value::Object(map) => Some(map),
        _ => None,
    })
}

/// True if a value that was cut off holds whole values: those are kept.
fn holds_more(value: &Value) -> bool {
    match value {
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => map.values().any(|value| value.is_array() || value.is_object()),
        _ => false,
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    out: Loose,
}

/// A value, and true if the text held all of it.
type Read = Option<(Value, bool)>;

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// Skips a mark, or one that stands for it and is mended.
    fn mark(&mut self, mark: char) -> bool {
        match self.peek() {
            Some(c) if c == mark => self.at += c.len_utf8(),
            Some(c) if plain(c) == mark => {
                self.at += c.len_utf8();
                self.mend();
            }
            _ => return false,
        }
        true
    }

    /// Puts a value under a key; lists that come twice are joined, and replaced values are reported.
    fn put(&mut self, map: &mut Map<String, Value>, key: String, value: Value) {
        let Some(known) = map.get_mut(&key) else {
            map.insert(key, value);
            return;
        };
        self.out.mended += 1;
        match (known, value) {
            (Value::Array(known), Value::Array(more)) => known.extend(more),
            (Value::Array(known), more @ Value::Object(_)) => known.push(more),
            (Value::Object(known), Value::Object(more)) => {
                more.into_iter().for_each(|(key, value)| self.put(known, key, value))
            }
            (known, value) => {
                if !known.is_null() && *known != value && !value.is_null() {
                    self.out.replaced.push(beginning(&format!("{key}: {known}")).to_owned());
                }
                if !value.is_null() {
                    *known = value;
                }
            }
        }
    }

    fn mend(&mut self) {
        self.out.mended += 1;
    }

    fn lose(&mut self, start: usize) {
        self.out.cut.push(beginning(&self.text[start..]).to_owned());
    }

    /// Goes to the next probable beginning of an object or a list.
    fn seek(&mut self) -> bool {
        while let Some(found) = self.rest().find(['{', '[', '｛', '［']) {
            self.at += found;
            let open = self.peek().unwrap_or('{');
            let inner = self.rest()[open.len_utf8()..].trim_start();
            let list = plain(open) == '[';
            let begins = |c: char| {
                closing(c).is_some() || matches!(plain(c), '{' | '}' | '/') || (list && matches!(plain(c), '[' | ']'))
            };
            if inner.is_empty() || inner.starts_with(begins) || (!list && is_bare_key(inner)) {
                return true;
            }
            self.at += open.len_utf8();
        }
        false
    }

    /// Blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += length;
            self.mend();
        }
    }

    fn value(&mut self, depth: usize) -> Read {
        self.blanks();
        let begin = self.peek()?;
        match plain(begin) {
            _ if depth > DEEPEST => None,
            '{' => Some(self.object(depth)),
            '[' => Some(self.list(depth)),
            _ if closing(begin).is_some() => Some(self.string()),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> (Value, bool) {
        self.mark('{');
        let mut map = Map::new();
        loop {
            self.blanks();
            if self.mark('}') {
                return (Value::Object(map), true);
            }
            if self.mark(',') {
                continue;
            }
            let Some(key) = self.key() else {
                match self.peek() {
                    None => return (Value::Object(map), false),
                    // The list around goes on: a brace is missing.
                    Some(']' | '］') => {
                        self.mend();
                        return (Value::Object(map), true);
                    }
                    Some(c) => self.at += c.len_utf8(),
                }
                self.mend();
                continue;
            };
            self.blanks();
            if !self.mark(':') && !self.skip('=') {
                self.mend();
            }
            match self.value(depth + 1) {
                Some((value, true)) => self.put(&mut map, key, value),
                Some((value, false)) => {
                    if holds_more(&value) {
                        self.put(&mut map, key, value);
                    }
                    return (Value::Object(map), false);
                }
                None if self.peek().is_none() => return (Value::Object(map), false),
                None => self.mend(),
            }
        }
    }

    fn list(&mut self, depth: usize) -> (Value, bool) {
        self.mark('[');
        let mut list = Vec::new();
        loop {
            self.blanks();
            if self.mark(']') {
                return (Value::Array(list), true);
            }
            if self.mark(',') {
                continue;
            }
            let start = self.at;
            match self.value(depth + 1) {
                Some((value, true)) => list.push(value),
                Some((value, false)) => {
                    if holds_more(&value) {
                        list.push(value);
                    } else {
                        self.lose(start);
                    }
                    return (Value::Array(list), false);
                }
                None => match self.peek() {
                    None => return (Value::Array(list), false),
                    Some('}' | '｝') => {
                        self.mend();
                        return (Value::Array(list), true);
                    }
                    Some(c) => {
                        self.at += c.len_utf8();
                        self.mend();
                    }
                },
            }
        }
    }

    /// The key of a field, if there is one.
    fn key(&mut self) -> Option<String> {
        match self.peek()? {
            c if closing(c).is_some() => match self.string() {
                (Value::String(key), true) => Some(key),
                _ => None,
            },
            c if c.is_alphabetic() || c == '_' => {
                let rest = self.rest();
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let key = rest[..end].to_owned();
                self.at += end;
                self.mend();
                Some(key)
            }
            _ => None,
        }
    }

    /// A string; a quote within it that does not end it is taken as a letter.
    fn string(&mut self) -> (Value, bool) {
        let open = self.peek().unwrap_or('"');
        let close = closing(open).unwrap_or(open);
        self.at += open.len_utf8();
        if open != '"' {
            self.mend();
        }
        let mut out = String::new();
        while let Some(plain) = self.rest().find(['\\', close]) {
            out.push_str(&self.rest()[..plain]);
            self.at += plain;
            if self.skip('\\') {
                self.escaped(&mut out);
                continue;
            }
            self.at += close.len_utf8();
            if self.ends_here() {
                return (Value::String(out), true);
            }
            self.mend();
            out.push(close);
        }
        out.push_str(self.rest());
        self.at = self.text.len();
        (Value::String(out), false)
    }

    /// True if a quote that was just read ends its string, by the text that follows it.
    fn ends_here(&self) -> bool {
        let next = self.rest().trim_start();
        if next.is_empty() {
            return true;
        }
        // After a comma something must begin that can stand there, or a word with a comma goes on.
        if let Some(after) = next.strip_prefix([',', '，', '、']) {
            let after = after.trim_start();
            let begins = |c: char| {
                closing(c).is_some() || matches!(plain(c), '{' | '[' | '}' | ']' | '-' | '/') || c.is_ascii_digit()
            };
            return after.is_empty() || after.starts_with(begins) || is_bare_key(after) || is_word(after);
        }
        // A comma is missing where a key or a value follows on the next line.
        let gap = &self.rest()[..self.rest().len() - next.len()];
        let ends = |c: char| matches!(plain(c), ':' | '}' | ']' | '/');
        next.starts_with(ends) || (gap.contains('\n') && next.starts_with(['"', '{', '[', '“', '＂']))
    }

    /// Reads the character after a backslash.
    fn escaped(&mut self, out: &mut String) {
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' | 'f' => out.push(' '),
            'u' => match self.unit() {
                Some(high @ 0xd800..=0xdbff) if self.rest().starts_with("\\u") => {
                    self.at += 2;
                    let low = self.unit().unwrap_or_default();
                    out.extend(char::decode_utf16([high, low]).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
                }
                Some(unit) => out.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)),
                None => out.push('u'),
            },
            '"' | '\'' | '\\' | '/' => out.push(c),
            // "\_" of Markdown.
            other => {
                self.out.mended += 1;
                out.push(other);
            }
        }
    }

    /// Four digits of an escape.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let unit = u16::from_str_radix(digits, 16).ok();
        self.at += 4;
        unit
    }

    /// A number, or a word; `None` where neither stands.
    fn word(&mut self) -> Read {
        let rest = self.rest();
        let ends = |c: char| c == '\n' || matches!(plain(c), ',' | '}' | ']' | '{' | '[');
        let end = rest.find(ends).unwrap_or(rest.len());
        let word = rest[..end].trim();
        if word.is_empty() {
            return None;
        }
        let whole = end < rest.len();
        let value = match word.to_ascii_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" | "none" | "nan" | "undefined" => Value::Null,
            other => match other.parse::<f64>().ok().and_then(Number::from_f64) {
                Some(number) => serde_json::from_str::<Number>(word).map_or(Value::Number(number), Value::Number),
                None => Value::String(word.to_owned()),
            },
        };
        if !matches!(word, "true" | "false" | "null") && !value.is_number() {
            self.mend();
        }
        self.at += end;
        Some((value, whole))
    }
}
