//! The entries of a BibTeX file as they are written: types, keys, fields with their macros filled in, and their
//! lines. A broken entry is skipped: reading goes on at the next `@word{` in the first column.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use super::value::Values;
use crate::PaperTrouble;

/// One entry, its values still in TeX.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// Its type in lower case.
    pub(super) kind: String,
    pub(super) key: String,
    /// The fields by their names in lower case; the first one counts where a name stands twice.
    pub(super) fields: BTreeMap<String, String>,
    pub(super) line: usize,
}

/// The contents of a file, in its order.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) entries: Vec<Entry>,
    pub(super) troubles: Vec<PaperTrouble>,
}

/// Reads all entries of a text whose lines end in `\n`.
pub(super) fn entries(text: &str) -> Entries {
    let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
    let mut scan = Scan { text, at: 0, end: 0, breaks, values: Values::new(text.len()), found: Entries::default() };
    while let Some(start) = scan.next_at() {
        scan.at = start;
        scan.entry();
    }
    scan.found
}

/// The type of an entry that begins at `@`, and the length of that beginning with its bracket, which comes last.
pub(super) fn head(text: &str) -> Option<(&str, usize, char)> {
    let rest = text.strip_prefix('@')?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let word = rest.get(..rest.bytes().take_while(u8::is_ascii_alphabetic).count()).filter(|word| !word.is_empty())?;
    let rest = rest.get(word.len()..)?.trim_start();
    let bracket = rest.chars().next().filter(|c| matches!(c, '{' | '('))?;
    Some((word, text.len() - rest.len() + 1, bracket))
}

/// The place of the next line that begins an entry in its first column, at or after the end of this line.
fn next_line(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.match_indices("\n@").map(|(at, _)| from + at + 1).find(|at| {
        let head = text.get(*at..).and_then(head);
        head.is_some_and(|(word, _, bracket)| bracket == '{' || super::KINDS.iter().any(|(known, _)| is(word, known)))
    })
}

fn is(word: &str, known: &str) -> bool {
    word.eq_ignore_ascii_case(known)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Place of the next entry in the first column, once it is known.
    end: usize,
    /// The places of all line breaks.
    breaks: Vec<usize>,
    values: Values,
    found: Entries,
}

impl<'a> Scan<'a> {
    fn line(&self, at: usize) -> usize {
        self.breaks.partition_point(|place| *place < at) + 1
    }

    fn tell(&mut self, at: usize, told: String) {
        let line = Some(self.line(at));
        self.found.troubles.push(PaperTrouble { line, told });
    }

    /// The place of the next `@` that begins an entry; text after `%` is a comment.
    fn next_at(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < bytes.len() {
            match bytes[at] {
                b'%' => at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at),
                b'@' if (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
                    && self.text.get(at..).and_then(head).is_some() =>
                {
                    return Some(at);
                }
                _ => at += 1,
            }
        }
        None
    }

    fn entry(&mut self) {
        let start = self.at;
        let Some((word, length, bracket)) = self.text.get(start..).and_then(head) else { return };
        if self.end <= start {
            self.end = next_line(self.text, start).unwrap_or(self.text.len());
        }
        let end = self.end;
        let kind = word.to_lowercase();
        let inside = self.text.get(start + length..end).unwrap_or_default();
        let close = if bracket == '{' { '}' } else { ')' };
        if matches!(kind.as_str(), "comment" | "preamble") {
            let length = length + closing(inside, close).map_or(0, |at| at + 1);
            self.at = start + length;
            return;
        }
        // A backslash hides a brace first; a file that does not mean it so is read the other way.
        let read = self.body(&kind, inside, close, true).or_else(|first| {
            let plainly = inside.contains("\\{") || inside.contains("\\}") || inside.contains("\\\"");
            if plainly { self.body(&kind, inside, close, false).map_err(|_| first) } else { Err(first) }
        });
        match read {
            Ok(body) => {
                self.at = start + length + body.length;
                let line = self.line(start);
                self.found.troubles.extend(body.told.into_iter().map(|told| PaperTrouble { line: Some(line), told }));
                match body.entry {
                    Some(entry) => self.found.entries.push(Entry { kind, line, ..entry }),
                    None => self.values.define(body.name, body.value),
                }
            }
            Err(told) => {
                self.tell(start, told);
                self.at = end;
            }
        }
    }

    fn body(&mut self, kind: &str, inside: &'a str, close: char, escapes: bool) -> Result<Body, String> {
        let mut body = BodyScan { text: inside, at: 0, close, escapes, values: &mut self.values, told: Vec::new() };
        if kind == "string" { body.string() } else { body.entry() }
    }
}

/// The place where the open bracket closes, braces inside counted.
fn closing(text: &str, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            _ if c == close && depth == 0 => return Some(at),
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The text between the brackets of an entry or a macro.
#[derive(Default)]
struct Body {
    entry: Option<Entry>,
    /// The name and the value of a macro.
    name: String,
    value: String,
    /// Its length, with the closing bracket.
    length: usize,
    told: Vec<String>,
}

struct BodyScan<'a, 'b> {
    text: &'a str,
    at: usize,
    close: char,
    escapes: bool,
    values: &'b mut Values,
    told: Vec<String>,
}

impl<'a> BodyScan<'a, '_> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, c: char) -> bool {
        self.blanks();
        let there = self.rest().starts_with(c);
        if there {
            self.at += c.len_utf8();
        }
        there
    }

    fn string(&mut self) -> Result<Body, String> {
        let name = self.name().ok_or("a macro without a name")?;
        let of = |told: &str| format!("macro {name}: {told}");
        if !self.takes('=') {
            return Err(of("no value"));
        }
        let value = self.value("macro", &name).map_err(|told| of(&told))?;
        if !self.takes(self.close) {
            return Err(of("not closed"));
        }
        Ok(Body { name, value, length: self.at, told: std::mem::take(&mut self.told), entry: None })
    }

    fn entry(&mut self) -> Result<Body, String> {
        let key = self.key()?;
        let mut fields = BTreeMap::new();
        while !self.takes(self.close) {
            self.field(&key, &mut fields).map_err(|told| format!("{key}: {told}"))?;
        }
        let entry = Entry { key, fields, ..Entry::default() };
        Ok(Body { entry: Some(entry), length: self.at, told: std::mem::take(&mut self.told), ..Body::default() })
    }

    fn field(&mut self, key: &str, fields: &mut BTreeMap<String, String>) -> Result<(), String> {
        if self.takes(',') {
            return Ok(());
        }
        self.blanks();
        if self.rest().is_empty() {
            return Err("entry not closed".to_owned());
        }
        let name = self.name().ok_or("a field without a name")?;
        if !self.takes('=') {
            return Err(format!("field {name} without a value"));
        }
        let value = self.value(key, &name)?;
        self.blanks();
        if !self.rest().starts_with([',', self.close]) && !self.rest().is_empty() {
            self.told.push(format!("{key}: no comma after field {name}"));
        }
        match fields.entry(name) {
            Slot::Vacant(slot) => {
                slot.insert(value);
            }
            Slot::Occupied(slot) => {
                self.told.push(format!("{key}: field {} stands twice (the first one counts)", slot.key()));
            }
        }
        Ok(())
    }

    /// The key: all up to the first comma or the end of the entry.
    fn key(&mut self) -> Result<String, String> {
        let end = self.rest().find([',', self.close, '=', '{', '"']).ok_or("entry not closed")?;
        let key = self.rest().get(..end).unwrap_or_default().split_whitespace().collect::<Vec<_>>();
        let stop = self.rest().get(end..).unwrap_or_default();
        if !stop.starts_with([',', self.close]) {
            return Err(match key.as_slice() {
                [] | [_] => "entry without a key".to_owned(),
                [key, ..] => format!("{key}: no comma after the key"),
            });
        }
        self.at += end;
        if key.is_empty() { Err("entry without a key".to_owned()) } else { Ok(key.join(" ")) }
    }

    /// A name of a field or a macro, in lower case.
    fn name(&mut self) -> Option<String> {
        self.blanks();
        let rest = self.rest();
        let stops =
            |c: char| c.is_whitespace() || matches!(c, '=' | ',' | '{' | '}' | '"' | '#' | '(' | ')' | '@' | '%');
        let name = rest.get(..rest.find(stops).unwrap_or(rest.len())).filter(|name| !name.is_empty())?;
        self.at += name.len();
        Some(name.to_lowercase())
    }

    /// A value: parts joined by `#`.
    fn value(&mut self, key: &str, name: &str) -> Result<String, String> {
        let mut value = String::new();
        loop {
            self.blanks();
            let rest = self.rest();
            if rest.starts_with(['{', '"']) {
                let end = self.quoted_end().ok_or("entry not closed")?;
                value.push_str(rest.get(1..end).unwrap_or_default());
                self.at += end + 1;
            } else {
                let part = self.name().ok_or_else(|| format!("field {name} without a value"))?;
                let told = self.values.add(&mut value, &part);
                // The spelling as written counts, not its lower case.
                if let Some(why) = told {
                    let written = rest.get(..part.len()).unwrap_or(&part);
                    value.push_str(written);
                    self.told.push(format!("{key}: macro {written} {why} (kept as text)"));
                }
            }
            if !self.takes('#') {
                return Ok(value);
            }
        }
    }

    /// The end of a value that begins with a brace or a quotation mark.
    fn quoted_end(&self) -> Option<usize> {
        let bytes = self.rest().as_bytes();
        let quoted = bytes.first() == Some(&b'"');
        let (mut at, mut depth) = (1, 0_usize);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' if self.escapes => at += 1,
                b'"' if quoted && depth == 0 => return Some(at),
                b'{' => depth += 1,
                b'}' if depth == 0 => return (!quoted).then_some(at),
                b'}' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        None
    }
}
