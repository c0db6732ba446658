//! Marks inside of a paragraph of AsciiDoc: bold, italic, code, raised and lowered words, passthroughs.
//!
//! One pass from left to right for each level of a bounded depth. Where nothing closes a mark it is text,
//! and no other mark of its kind is searched in the same words.

use quipu_kernel::text::char_start;

use super::adoc_macros::{MacroText, macro_at, without_tags};
use crate::load::superscripts::{lowered, raised};

/// The deepest that marks are nested.
const DEEPEST: usize = 6;
/// The longest name of an entity, in bytes.
const LONGEST_ENTITY: usize = 12;
/// The longest raised or lowered words, in bytes.
const LONGEST_SCRIPT: usize = 200;

/// Finds the words of a section by its id.
pub(super) trait SectionNames {
    /// The heading with this id.
    fn heading(&mut self, id: &str) -> Option<String>;
}

/// Words of a paragraph, and the links in it.
#[derive(Debug, Default)]
pub(super) struct AdocWords {
    /// The words, as Markdown.
    pub(super) words: String,
    /// Targets of links that stand in the words as bare addresses, or not at all.
    pub(super) links: Vec<String>,
}

/// Reads the marks of one paragraph, whose attributes are resolved.
pub(super) fn inline(text: &str, names: &mut dyn SectionNames) -> AdocWords {
    let mut out = AdocWords::default();
    read(text, names, 0, &mut out);
    out
}

/// Reads words at a depth; adds them to `out`.
pub(super) fn read(text: &str, names: &mut dyn SectionNames, depth: usize, out: &mut AdocWords) {
    if depth > DEEPEST {
        out.words.push_str(text);
        return;
    }
    AdocInline { text, at: 0, names, depth, out, unclosed: Vec::new() }.read();
}

/// Reads one text from left to right.
struct AdocInline<'a, 'b> {
    text: &'a str,
    at: usize,
    names: &'b mut dyn SectionNames,
    depth: usize,
    out: &'b mut AdocWords,
    /// Marks that nothing closes in the rest.
    unclosed: Vec<&'static str>,
}

/// Marks of words, the longer ones first.
const MARKS: [&str; 8] = ["**", "__", "``", "##", "*", "_", "`", "#"];

impl AdocInline<'_, '_> {
    fn read(&mut self) {
        while let Some(step) = self.text[self.at..].find(|c: char| "\\*_`#^~+<[(:&\"'".contains(c)) {
            let mark = self.at + step;
            self.out.words.push_str(&self.text[self.at..mark]);
            self.at = mark;
            let is_read = match self.text.as_bytes()[mark] {
                b'\\' => self.escape(),
                b'*' | b'_' | b'`' | b'#' => self.quoted(),
                b'^' => self.script('^'),
                b'~' => self.script('~'),
                b'+' => self.passthrough(),
                b'&' => self.entity(),
                b'"' | b'\'' => self.curved(),
                b'[' if self.role() => true,
                _ => self.macro_text(),
            };
            if !is_read {
                let length = self.text[self.at..].chars().next().map_or(1, char::len_utf8);
                self.out.words.push_str(&self.text[self.at..self.at + length]);
                self.at += length;
            }
        }
        self.out.words.push_str(&self.text[self.at..]);
    }

    fn before(&self) -> Option<char> {
        self.text[..self.at].chars().next_back()
    }

    /// A mark after a backslash is text.
    fn escape(&mut self) -> bool {
        let rest = &self.text[self.at + 1..];
        let run = rest.bytes().take(2).take_while(|byte| b"*_`#^~+<[({&\"'\\".contains(byte)).count();
        let is_macro =
            ["http", "link:", "mailto:", "xref:", "image:", "footnote:", "kbd:", "btn:", "menu:", "stem:", "pass:"];
        if run == 0 && !is_macro.iter().any(|name| rest.starts_with(name)) {
            return false;
        }
        // The whole first mark or word is text.
        let length = if run > 0 { run } else { rest.find(':').map_or(1, |at| at + 1) };
        self.out.words.push_str(&rest[..length]);
        self.at += 1 + length;
        true
    }

    /// The end of the words from `from` on that a mark closes, and the place behind the mark.
    fn close(&mut self, from: usize, mark: &'static str) -> Option<(usize, usize)> {
        if self.unclosed.contains(&mark) {
            return None;
        }
        let mut at = from;
        while let Some(step) = self.text[at..].find(mark) {
            let (end, after) = (at + step, at + step + mark.len());
            let next = self.text[after..].chars().next();
            let before = self.text[..end].chars().next_back();
            let closes = match mark.len() {
                1 => {
                    next.is_none_or(|c| !c.is_alphanumeric() && c != '_' && !mark.starts_with(c))
                        && before.is_some_and(|c| !c.is_whitespace())
                }
                _ => true,
            };
            if end > from && closes {
                return Some((end, after));
            }
            at = after;
        }
        self.unclosed.push(mark);
        None
    }

    fn quoted(&mut self) -> bool {
        let rest = &self.text[self.at..];
        for mark in MARKS.into_iter().filter(|mark| rest.starts_with(mark)) {
            let from = self.at + mark.len();
            let next = self.text[from..].chars().next();
            let opens = match mark.len() {
                1 => {
                    let free = self
                        .before()
                        .is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | ';' | ':' | '}' | '\\'));
                    free && next.is_some_and(|c| !c.is_whitespace())
                }
                _ => next.is_some(),
            };
            let Some((end, after)) = opens.then(|| self.close(from, mark)).flatten() else { continue };
            let inner = &self.text[from..end];
            match mark.starts_with('`') {
                true => self.code(inner),
                false => read(inner, self.names, self.depth + 1, self.out),
            }
            self.at = after;
            return true;
        }
        false
    }

    /// Code; where links are in it, their words.
    fn code(&mut self, inner: &str) {
        let plain = inner.strip_prefix('+').and_then(|inner| inner.strip_suffix('+')).filter(|inner| !inner.is_empty());
        let linked = ["<<", "xref:", "link:", "footnote:"].iter().any(|mark| inner.contains(mark))
            || inner.contains("://") && inner.ends_with(']');
        match plain {
            Some(plain) => self.out.words.push_str(&code_span(plain.trim_matches('+'))),
            None if linked => read(inner, self.names, self.depth + 1, self.out),
            None => self.out.words.push_str(&code_span(&unescaped_code(inner))),
        }
    }

    /// Raised and lowered words.
    fn script(&mut self, mark: char) -> bool {
        let rest = &self.text[self.at + 1..];
        let near = &rest[..char_start(rest, LONGEST_SCRIPT)];
        let Some(end) = near.find([mark, ' ', '\n']).filter(|end| *end > 0 && near[*end..].starts_with(mark)) else {
            return false;
        };
        let before = self.before();
        let mut inner = AdocWords::default();
        read(&near[..end], self.names, self.depth + 1, &mut inner);
        self.out.links.append(&mut inner.links);
        let words = if mark == '^' { raised(&inner.words, before) } else { lowered(&inner.words) };
        self.out.words.push_str(&words);
        self.at += end + 2;
        true
    }

    /// Words between plus signs, in which no mark is read.
    fn passthrough(&mut self) -> bool {
        let rest = &self.text[self.at..];
        for mark in ["+++", "++", "+"].into_iter().filter(|mark| rest.starts_with(mark)) {
            let from = self.at + mark.len();
            let free = mark.len() > 1 || self.before().is_none_or(|c| !c.is_alphanumeric());
            let opens = free && self.text[from..].chars().next().is_some_and(|c| !c.is_whitespace());
            let Some((end, after)) = opens.then(|| self.close(from, mark)).flatten() else { continue };
            let inner = &self.text[from..end];
            let words = if mark == "+++" { without_tags(inner) } else { inner.to_owned() };
            self.out.words.push_str(&words);
            self.at = after;
            return true;
        }
        false
    }

    fn entity(&mut self) -> bool {
        let rest = &self.text[self.at + 1..];
        let Some(end) = rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';') else { return false };
        let Some(letter) = entity(&rest[..end]) else { return false };
        self.out.words.push(letter);
        self.at += end + 2;
        true
    }

    /// Curved quotation marks: `"`words`"`.
    fn curved(&mut self) -> bool {
        let (mark, open, close) = match self.text.as_bytes()[self.at] {
            b'"' => ("`\"", '“', '”'),
            _ => ("`'", '‘', '’'),
        };
        let rest = &self.text[self.at + 1..];
        if !rest.starts_with('`') || rest[1..].starts_with('`') {
            return false;
        }
        let Some((end, after)) = self.close(self.at + 2, mark) else { return false };
        self.out.words.push(open);
        read(&self.text[self.at + 2..end], self.names, self.depth + 1, self.out);
        self.out.words.push(close);
        self.at = after;
        true
    }

    /// `[.role]` before a mark, which the mark's words follow.
    fn role(&mut self) -> bool {
        let rest = &self.text[self.at + 1..];
        let Some(end) = rest.bytes().take(80).position(|byte| byte == b']') else { return false };
        let inner = &rest[..end];
        let is_role = inner.starts_with(['.', '#'])
            || inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if !is_role || inner.is_empty() || !rest[end + 1..].starts_with(['#', '*', '_', '`', '+']) {
            return false;
        }
        let mark = self.at;
        self.at += end + 2;
        let is_read = if rest[end + 1..].starts_with('+') { self.passthrough() } else { self.quoted() };
        self.at = if is_read { self.at } else { mark };
        is_read
    }

    fn macro_text(&mut self) -> bool {
        let Some(found) = macro_at(self.text, self.at) else { return false };
        let said = found.said.min(self.out.words.len());
        self.out.words.truncate(self.out.words.len() - said);
        match found.text {
            MacroText::Words(words) => read(&words, self.names, self.depth + 1, self.out),
            MacroText::Plain(words) => self.out.words.push_str(&words),
            MacroText::Section { id, words } => {
                let words = if words.is_empty() {
                    self.names.heading(&id).unwrap_or_else(|| id.trim_start_matches('_').to_owned())
                } else {
                    words
                };
                read(&words, self.names, self.depth + 1, self.out);
            }
            MacroText::Link { words, target } => self.link(&words, target),
        }
        self.at = found.end;
        true
    }

    fn link(&mut self, words: &str, target: String) {
        let mut inner = AdocWords::default();
        read(words, self.names, self.depth.max(DEEPEST - 1) + 1, &mut inner);
        let said = inner.words.replace(['[', ']'], " ");
        if target.is_empty() {
            return self.out.words.push_str(said.trim());
        }
        if said.trim().is_empty() || said.trim() == target {
            let shown = target.strip_prefix("mailto:").unwrap_or(&target);
            self.out.words.push_str(shown);
            self.out.links.push(target);
            return;
        }
        let target: String = target.split_whitespace().collect::<Vec<_>>().join("%20");
        let target = target.replace('(', "%28").replace(')', "%29");
        self.out.words.push_str(&format!("[{}]({target})", said.trim()));
    }
}

/// Words as a code span of Markdown.
fn code_span(words: &str) -> String {
    match words.contains('`') {
        true => format!("`` {words} ``"),
        false => format!("`{words}`"),
    }
}

/// Code without the backslashes before marks.
fn unescaped_code(words: &str) -> String {
    let mut out = words.to_owned();
    for mark in ["\\*", "\\_", "\\{", "\\<", "\\^", "\\#", "\\http", "\\link:", "\\xref:", "\\image:", "\\include:"] {
        if out.contains(mark) {
            out = out.replace(mark, &mark[1..]);
        }
    }
    out
}

/// The character of an entity, by its name without `&` and `;`.
fn entity(name: &str) -> Option<char> {
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(code) => u32::from_str_radix(code, 16),
            None => code.parse(),
        };
        return code.ok().and_then(char::from_u32).map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c });
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "mdash" => '—',
        "ndash" => '–',
        "hellip" => '…',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "rarr" => '→',
        "larr" => '←',
        _ => return None,
    })
}
