//! Attributes of AsciiDoc: those of a document, resolved where they are named, and those of a block.

use std::collections::HashMap;

/// Bytes that references may add to a text: one attribute may be named many times.
const SPARE: usize = 1 << 20;
/// The longest name of an attribute, in bytes.
const LONGEST_NAME: usize = 100;
/// Attributes that every document has.
const KNOWN: [(&str, &str); 31] = [
    ("amp", "&"),
    ("apos", "'"),
    ("asterisk", "*"),
    ("backslash", "\\"),
    ("backtick", "`"),
    ("blank", ""),
    ("brvbar", "¦"),
    ("caret", "^"),
    ("cpp", "C++"),
    ("cxx", "C++"),
    ("deg", "°"),
    ("empty", ""),
    ("endsb", "]"),
    ("gt", ">"),
    ("ldquo", "“"),
    ("lsquo", "‘"),
    ("lt", "<"),
    ("nbsp", " "),
    ("plus", "+"),
    ("pp", "++"),
    ("quot", "\""),
    ("rdquo", "”"),
    ("rsquo", "’"),
    ("sp", " "),
    ("startsb", "["),
    ("tilde", "~"),
    ("two-colons", "::"),
    ("two-semicolons", ";;"),
    ("vbar", "|"),
    ("wj", ""),
    ("zwsp", ""),
];

/// The attributes of a document.
#[derive(Debug)]
pub(super) struct DocumentAttributes {
    values: HashMap<String, String>,
    spare: usize,
}

impl Default for DocumentAttributes {
    fn default() -> Self {
        Self { values: HashMap::new(), spare: SPARE }
    }
}

impl DocumentAttributes {
    /// Sets an attribute; names in its value are resolved.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let value = self.resolved(value);
        self.values.insert(name.to_lowercase(), value);
    }

    /// The value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// A text in which `{name}` is the value of the attribute; the name itself where it is unknown, except in
    /// code.
    pub(super) fn resolved(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut in_code = false;
        while let Some(at) = rest.find(['{', '`']) {
            out.push_str(&rest[..at]);
            let mark = &rest[at..];
            if let Some(behind) = mark.strip_prefix('`') {
                in_code = !in_code;
                out.push('`');
                rest = behind;
                continue;
            }
            let name = reference(mark);
            let escaped = out.ends_with('\\') || (in_code && out.ends_with('+'));
            match name.filter(|_| !escaped) {
                Some(name) => {
                    rest = &mark[name.len() + 2..];
                    let begins = out.is_empty() || out.ends_with(|c: char| c.is_whitespace() || c == '(');
                    match address_words(rest).filter(|_| begins && !in_code && !self.is_known(name)) {
                        // An address that is unknown leaves the words of its link.
                        Some(words) => {
                            out.push_str("link:");
                            rest = words;
                        }
                        None => self.say(name, in_code, &mut out),
                    }
                }
                None => {
                    if out.ends_with('\\') && name.is_some() {
                        out.pop();
                    }
                    out.push('{');
                    rest = &mark[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn is_known(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.values.contains_key(&name) || KNOWN.iter().any(|(known, _)| *known == name)
    }

    fn say(&mut self, name: &str, in_code: bool, out: &mut String) {
        if name.starts_with("set:") || name.starts_with("counter") {
            return;
        }
        let lower = name.to_lowercase();
        let known = || KNOWN.iter().find(|(known, _)| *known == lower).map(|(_, value)| *value);
        match self.values.get(&lower).map(String::as_str).or_else(known) {
            Some(value) if value.len() <= self.spare => {
                self.spare -= value.len();
                out.push_str(value);
            }
            _ if in_code => {
                out.push('{');
                out.push_str(name);
                out.push('}');
            }
            _ => out.push_str(name),
        }
    }
}

/// The name in `{name}`, at the beginning of a text.
fn reference(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('{')?;
    let end = rest.bytes().take(LONGEST_NAME).position(|byte| byte == b'}')?;
    let name = &rest[..end];
    let is_set = name.starts_with("set:") || name.starts_with("counter:") || name.starts_with("counter2:");
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_name || is_set).then_some(name)
}

/// The words in brackets behind the rest of an address.
fn address_words(rest: &str) -> Option<&str> {
    if rest.starts_with('[') {
        return Some(rest);
    }
    let length = rest.bytes().take(LONGEST_NAME).position(|byte| byte == b'[' || byte.is_ascii_whitespace())?;
    (rest.starts_with('/') && rest[length..].starts_with('[')).then(|| &rest[length..])
}

/// The attributes of one block, with its title.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockAttributes {
    /// Values without a name, in their order; the first is the style.
    pub(super) positional: Vec<String>,
    /// Values with a name.
    pub(super) named: HashMap<String, String>,
    /// The title of the block.
    pub(super) title: Option<String>,
}

impl BlockAttributes {
    /// Adds the attributes of a line `[style,value,name=value]`, without its brackets.
    pub(super) fn add(&mut self, inner: &str) {
        if inner.starts_with('[') {
            return;
        }
        for (at, part) in parts_of(inner).into_iter().enumerate().take(32) {
            match part
                .split_once('=')
                .filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c)))
            {
                Some((name, value)) => {
                    self.named.insert(name.trim().to_lowercase(), value.trim_matches(['"', '\'']).to_owned());
                }
                None if at < self.positional.len() => {
                    if !part.is_empty() {
                        self.positional[at] = part;
                    }
                }
                None => self.positional.push(part),
            }
        }
    }

    /// The style of the block, without roles, ids and options.
    pub(super) fn style(&self) -> &str {
        let first = self.positional.first().map_or("", String::as_str);
        first.split(['#', '.', '%']).next().unwrap_or_default().trim_matches('"')
    }

    /// The language of code.
    pub(super) fn language(&self) -> Option<&str> {
        let named = self.named.get("language").map(String::as_str);
        let second = || self.positional.get(1).map(String::as_str).filter(|_| matches!(self.style(), "source" | ""));
        named.or_else(second).filter(|name| !name.is_empty()).map(|name| name.split('%').next().unwrap_or(name).trim())
    }
}

/// The values of a list, without the quotes around them; commas in quotes part nothing.
pub(super) fn parts_of(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match (c, quote) {
            (',', None) => parts.push(String::new()),
            ('"' | '\'', None) if parts.last().is_some_and(|part| part.trim().is_empty() || part.ends_with('=')) => {
                quote = Some(c)
            }
            (c, Some(open)) if c == open => quote = None,
            (c, _) => parts.last_mut().into_iter().for_each(|part| part.push(c)),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_resolved_in_prose_and_kept_in_code() {
        let mut attributes = DocumentAttributes::default();
        attributes.set("depth", "12 m");
        assert_eq!(
            attributes.resolved("{depth}, {wind}, `{wind}`, \\{depth}, { x }"),
            "12 m, wind, `{wind}`, {depth}, { x }"
        );
    }

    #[test]
    fn attributes_of_a_block() {
        let mut block = BlockAttributes::default();
        block.add("source,ruby,cols=\"1,2\"");
        assert_eq!((block.style(), block.language()), ("source", Some("ruby")));
        assert_eq!(block.named.get("cols").map(String::as_str), Some("1,2"));
    }
}
