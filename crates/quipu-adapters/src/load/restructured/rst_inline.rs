//! Marks inside of a paragraph of reStructuredText: emphasis, literals, roles, references, substitutions.
//!
//! One pass from left to right. Where nothing closes a mark it is text, and no other mark of its kind is
//! searched in the same paragraph, so that hostile text costs no more than its bytes.

use super::rst_roles::{RoleText, written_role};
use super::rst_targets::{Definitions, with_target};

/// The longest name of a role or a reference, in bytes.
const LONGEST_NAME: usize = 200;

/// Words of a paragraph, and the links in it.
#[derive(Debug, Default)]
pub(super) struct InlineWords {
    /// The words, as Markdown.
    pub(super) words: String,
    /// Targets of links that stand in the words as bare addresses.
    pub(super) links: Vec<String>,
}

/// Reads the marks of one paragraph; `ending` is that of the file's name.
pub(super) fn inline(text: &str, names: &mut Definitions, ending: &str) -> InlineWords {
    let mut reader = InlineReader { text, at: 0, out: InlineWords::default(), names, ending, unclosed: Vec::new() };
    reader.read(true);
    reader.out
}

/// Reads one paragraph from left to right.
struct InlineReader<'a, 'b> {
    text: &'a str,
    at: usize,
    out: InlineWords,
    names: &'b mut Definitions,
    ending: &'b str,
    /// Marks that nothing closes in the rest of the text.
    unclosed: Vec<&'static str>,
}

impl<'a> InlineReader<'a, '_> {
    fn read(&mut self, substitutes: bool) {
        while let Some(step) = self.text[self.at..].find(['\\', '`', '*', '|', '_', '[', ':']) {
            let mark = self.at + step;
            self.out.words.push_str(&self.text[self.at..mark]);
            self.at = mark;
            let rest = &self.text[mark..];
            let is_read = match rest.as_bytes()[0] {
                b'\\' => self.escape(),
                b'`' if rest.starts_with("``") => self.literal(),
                b'`' => self.interpreted(None),
                b'*' => self.emphasis(),
                b'|' => substitutes && self.substitution(),
                b'_' => self.reference(),
                b'[' => self.note(),
                _ => self.role() || self.address(),
            };
            if !is_read {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                self.out.words.push_str(&rest[..length]);
                self.at += length;
            }
        }
        self.out.words.push_str(&self.text[self.at..]);
        self.at = self.text.len();
    }

    /// True if a mark may begin here: after white space or an opening sign, before a letter.
    fn opens(&self, length: usize) -> bool {
        let before = self.text[..self.at].chars().next_back();
        let after = self.text[self.at + length..].chars().next();
        let free = before.is_none_or(|c| !c.is_alphanumeric() && c != '\\');
        // A quoted mark is text.
        let quoted =
            matches!((before, after), (Some('"'), Some('"')) | (Some('\''), Some('\'')) | (Some('('), Some(')')));
        free && !quoted && after.is_some_and(|c| !c.is_whitespace())
    }

    /// The text up to a closing mark from `from` on, and the place behind it.
    fn closed(&mut self, from: usize, mark: &'static str, is_literal: bool) -> Option<(&'a str, usize)> {
        if self.unclosed.contains(&mark) {
            return None;
        }
        let mut at = from;
        while let Some(step) = self.text[at..].find(mark) {
            let end = at + step;
            let before = self.text[..end].chars().next_back();
            let after = end + mark.len();
            let next = self.text[after..].chars().next();
            let inner = end > from && before.is_some_and(|c| !c.is_whitespace() && (is_literal || c != '\\'));
            let ends = next.is_none_or(|c| !c.is_alphanumeric() && (mark == "`" || c != '`'));
            if inner && ends {
                return Some((&self.text[from..end], after));
            }
            at = end + 1;
        }
        self.unclosed.push(mark);
        None
    }

    fn escape(&mut self) -> bool {
        if let Some(c) = self.text[self.at + 1..].chars().next() {
            self.at += 1 + c.len_utf8();
            if !c.is_whitespace() {
                self.out.words.push(c);
            }
            return true;
        }
        false
    }

    fn literal(&mut self) -> bool {
        if !self.opens(2) {
            return false;
        }
        let Some((words, end)) = self.closed(self.at + 2, "``", true) else { return false };
        self.out.words.push_str(&code_span(words));
        self.at = end;
        true
    }

    fn emphasis(&mut self) -> bool {
        let mark = if self.text[self.at..].starts_with("**") { "**" } else { "*" };
        if !self.opens(mark.len()) {
            return false;
        }
        let Some((words, end)) = self.closed(self.at + mark.len(), mark, false) else { return false };
        self.out.words.push_str(&unescaped(words));
        self.at = end;
        true
    }

    /// `|name|`, which may be a reference, too.
    fn substitution(&mut self) -> bool {
        if !self.opens(1) {
            return false;
        }
        let Some((name, end)) = self.closed(self.at + 1, "|", false) else { return false };
        let is_name = |name: &str| name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        let words = match self.names.replacement(name) {
            Some(words) => {
                let (names, ending) = (&mut *self.names, self.ending);
                let out = InlineWords::default();
                let mut inner = InlineReader { text: &words, at: 0, out, names, ending, unclosed: Vec::new() };
                inner.read(false);
                inner.out.words
            }
            None if is_name(name) => name.to_owned(),
            None => return false,
        };
        self.out.words.push_str(&words);
        self.at = end + self.text[end..].bytes().take(2).take_while(|byte| *byte == b'_').count();
        true
    }

    /// `:role:` before interpreted text.
    fn role(&mut self) -> bool {
        if !self.opens(1) {
            return false;
        }
        let rest = &self.text[self.at + 1..];
        let length = rest.bytes().take(LONGEST_NAME).take_while(|byte| is_name_byte(*byte) || *byte == b':').count();
        match rest[..length].strip_suffix(':').filter(|name| !name.is_empty() && rest[length..].starts_with('`')) {
            Some(name) => {
                let mark = self.at;
                self.at += 1 + length;
                let is_read = self.interpreted(Some(name));
                if !is_read {
                    self.at = mark;
                }
                is_read
            }
            None => false,
        }
    }

    /// Text in back-ticks, with the name of its role before or behind it, or a reference.
    fn interpreted(&mut self, role: Option<&str>) -> bool {
        if role.is_none() && !self.opens(1) {
            return false;
        }
        let Some((words, end)) = self.closed(self.at + 1, "`", false) else { return false };
        let behind = &self.text[end..];
        self.at = end;
        if let Some(name) = role {
            self.say_role(name, words);
        } else if behind.starts_with("__") {
            self.at += 2;
            self.say_reference(words, true);
        } else if behind.starts_with('_') {
            self.at += 1;
            self.say_reference(words, false);
        } else if let Some(name) = role_behind(behind) {
            self.at += name.len() + 2;
            self.say_role(name, words);
        } else {
            self.out.words.push_str(&unescaped(words));
        }
        true
    }

    fn say_role(&mut self, name: &str, words: &str) {
        match written_role(name, &unescaped(words), self.names, self.ending, &self.out.words) {
            RoleText::Words(words) => self.out.words.push_str(&words),
            RoleText::Code(words) => self.out.words.push_str(&code_span(&words)),
            RoleText::Link { words, target } => self.say_link(&words, &target),
        }
    }

    /// `words <target>` or the name of a target.
    fn say_reference(&mut self, text: &str, is_anonymous: bool) {
        let text = unescaped(text);
        if let Some((words, target)) = with_target(&text) {
            let address = match target.strip_suffix('_') {
                Some(name) => self.names.address(name.trim_matches('`')),
                None => Some(target.split_whitespace().collect()),
            };
            let Some(address) = address else { return self.out.words.push_str(words) };
            if !is_anonymous {
                self.names.add(words, &address);
            }
            return self.say_link(if words.is_empty() { &address } else { words }, &address);
        }
        let address = if is_anonymous { self.names.next_anonymous() } else { self.names.address(&text) };
        match address {
            Some(address) => self.say_link(&text, &address),
            None => self.out.words.push_str(&text),
        }
    }

    fn say_link(&mut self, words: &str, target: &str) {
        let target: String = target.split_whitespace().collect();
        if words == target {
            self.out.words.push_str(words);
            self.out.links.push(target);
            return;
        }
        let words = words.replace(['[', ']'], " ");
        let target = target.replace('(', "%28").replace(')', "%29");
        self.out.words.push_str(&format!("[{}]({target})", words.trim()));
    }

    /// `name_` or `name__`, whose name is said already; or `_` before a target in the line.
    fn reference(&mut self) -> bool {
        let behind = self.text[self.at..].trim_start_matches('_');
        let marks = self.text.len() - self.at - behind.len();
        if marks == 1 && behind.starts_with('`') && self.opens(1) {
            let mark = self.at;
            self.at += 1;
            let is_read = self.interpreted(None);
            self.at = if is_read { self.at } else { mark };
            return is_read;
        }
        let ends = behind.chars().next().is_none_or(|c| !c.is_alphanumeric() && !"(/".contains(c));
        let start = if ends { name_start(&self.out.words) } else { self.out.words.len() };
        let name = &self.out.words[start..];
        if name.is_empty() || self.out.words[..start].ends_with(['`', '/']) {
            return self.keep(marks);
        }
        let (name, address) = (
            name.to_owned(),
            match marks {
                1 if self.names.is_known(name) => self.names.address(name),
                2 => self.names.next_anonymous(),
                _ => return self.keep(marks),
            },
        );
        self.at += marks;
        if let Some(address) = address {
            self.out.words.truncate(start);
            self.say_link(&name, &address);
        }
        true
    }

    /// Keeps a run of marks as text.
    fn keep(&mut self, marks: usize) -> bool {
        self.out.words.push_str(&self.text[self.at..self.at + marks]);
        self.at += marks;
        true
    }

    /// `[1]_`, `[#name]_`, `[Knuth1984]_`.
    fn note(&mut self) -> bool {
        let near = &self.text[self.at + 1..];
        let length =
            near.bytes().take(LONGEST_NAME).take_while(|byte| is_name_byte(*byte) || b"#*".contains(byte)).count();
        let name = &near[..length];
        if name.is_empty() || !near[length..].starts_with("]_") {
            return false;
        }
        self.out.words.push_str(&format!("[{}]", name.trim_start_matches(|c| c == '#' && name.len() > 1)));
        self.at += length + 3;
        true
    }

    /// The rest of a bare address, in which no mark is read.
    fn address(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let scheme = ["https", "http", "ftp"].into_iter().find(|scheme| self.out.words.ends_with(scheme));
        let Some(scheme) = scheme.filter(|_| rest.starts_with("://")) else { return false };
        let stop = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '`' | '"' | '\\' | '|');
        let address = &rest[..rest.find(stop).unwrap_or(rest.len())];
        let is_open = address.contains('(');
        let ends = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*') || (c == ')' && !is_open);
        let address = address.trim_end_matches(ends);
        if address.len() <= 3 {
            return false;
        }
        self.out.links.push(format!("{scheme}{address}"));
        self.out.words.push_str(address);
        self.at += address.len();
        true
    }
}

/// The beginning of the name that words end in; their end where it is too long for one.
fn name_start(words: &str) -> usize {
    let mut start = words.len();
    for c in words.chars().rev().take_while(|c| c.is_alphanumeric() || "-_.+".contains(*c)) {
        start -= c.len_utf8();
        if words.len() - start > LONGEST_NAME {
            return words.len();
        }
    }
    start
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte) || !byte.is_ascii()
}

/// The name in `:role:` behind a text.
fn role_behind(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(':')?;
    let end = rest.bytes().take(LONGEST_NAME).position(|byte| byte == b':')?;
    let name = &rest[..end];
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')).then_some(name)
}

/// A text without its escapes.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match c {
            '\\' => out.extend(letters.next().filter(|c| !c.is_whitespace())),
            c => out.push(c),
        }
    }
    out
}

/// Words as a code span of Markdown.
pub(super) fn code_span(words: &str) -> String {
    match words.contains('`') {
        true => format!("`` {words} ``"),
        false => format!("`{words}`"),
    }
}
