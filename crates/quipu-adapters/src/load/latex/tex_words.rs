//! The words of a line in LaTeX, with formulas as they stand. Arguments are read again for their words, to a bounded depth.

use super::tex_tables::{accent, letters, silent_arguments};
use crate::load::text_builder::one_line;

/// Depth to which arguments are read within arguments.
const DEEPEST: usize = 6;
/// The longest argument, in bytes.
const LONGEST_ARGUMENT: usize = 8 << 10;
/// The longest environment and formula that is read whole, in bytes.
pub(super) const LONGEST: usize = 64 << 10;

/// The inside of the braces that a text begins with.
pub(super) fn group(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'{') {
        return None;
    }
    let (mut depth, mut at) = (0usize, 0);
    while at < bytes.len().min(LONGEST_ARGUMENT) {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
        at += 1;
    }
    None
}

/// The words of an argument.
pub(super) fn plain(tex: &str) -> String {
    words_of(tex, 0)
}

fn words_of(tex: &str, depth: usize) -> String {
    if depth > DEEPEST {
        return one_line(tex);
    }
    let mut words = TexWords { out: String::new(), notes: Vec::new(), depth };
    let mut at = 0;
    while at < tex.len() {
        at = words.step(tex, at);
    }
    one_line(&words.out)
}

/// The words of a line.
#[derive(Default)]
pub(super) struct TexWords {
    pub(super) out: String,
    /// Notes at the foot.
    pub(super) notes: Vec<String>,
    depth: usize,
}

impl TexWords {
    /// Reads what stands at a place; the place after it.
    pub(super) fn step(&mut self, tex: &str, at: usize) -> usize {
        let rest = &tex[at..];
        match rest.as_bytes()[0] {
            b'\\' => at + self.command(rest),
            b'%' => at + rest.find('\n').map_or(rest.len(), |end| end + 1),
            b'$' => at + self.math(rest),
            b'{' | b'}' => at + 1,
            b'~' => self.put(" ", at + 1),
            b'-' if rest.starts_with("---") => self.put("—", at + 3),
            b'-' if rest.starts_with("--") => self.put("–", at + 2),
            b'`' if rest.starts_with("``") => self.put("“", at + 2),
            b'\'' if rest.starts_with("''") => self.put("”", at + 2),
            _ => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                self.put(&rest[..length], at + length)
            }
        }
    }

    fn put(&mut self, words: &str, next: usize) -> usize {
        self.out.push_str(words);
        next
    }

    /// A formula as it stands, between its signs.
    fn math(&mut self, rest: &str) -> usize {
        let sign = if rest.starts_with("$$") { "$$" } else { "$" };
        let near = &rest[sign.len()..quipu_kernel::text::char_start(rest, rest.len().min(LONGEST))];
        let Some(end) = near.find(sign) else { return sign.len() };
        self.formula(&near[..end]);
        end + 2 * sign.len()
    }

    pub(super) fn formula(&mut self, tex: &str) {
        let tex = one_line(tex);
        if !tex.is_empty() {
            self.out.push_str(&format!("${tex}$"));
        }
    }

    /// Reads a command; its length with its arguments.
    fn command(&mut self, rest: &str) -> usize {
        let name = command_name(rest);
        let after = 1 + name.len();
        if let Some(mark) = accent(name) {
            return after + self.accented(&rest[after..], mark, name);
        }
        let starred = after + usize::from(rest[after..].starts_with('*'));
        match name {
            "(" | "[" => {
                let closing = if name == "(" { "\\)" } else { "\\]" };
                let near = &rest[after..quipu_kernel::text::char_start(rest, rest.len().min(LONGEST)).max(after)];
                let Some(end) = near.find(closing) else { return after };
                self.formula(&near[..end]);
                return after + end + 2;
            }
            "footnote" => {
                let (words, length) = self.argument(&rest[after..]);
                self.notes.extend((!words.is_empty()).then_some(words));
                return after + length;
            }
            "href" => {
                let address = group(&rest[after..]).unwrap_or_default();
                let next = after + argument_length(&rest[after..]);
                let (words, length) = self.argument(&rest[next..]);
                self.out.push_str(&format!("[{words}]({address})"));
                return next + length;
            }
            "url" | "path" | "ref" | "eqref" | "autoref" | "cref" | "Cref" | "pageref" => {
                let words = group(&rest[after..]).unwrap_or_default();
                self.out.push_str(words);
                return after + argument_length(&rest[after..]);
            }
            _ if is_citation(name) => {
                let next = starred + options_length(&rest[starred..]);
                let keys: Vec<&str> = group(&rest[next..]).unwrap_or_default().split(',').map(str::trim).collect();
                self.out.push_str(&format!("[{}]", keys.join(", ")));
                return next + argument_length(&rest[next..]);
            }
            _ => {}
        }
        if let Some(letters) = letters(name) {
            self.out.push_str(letters);
            // A blank behind the name of a command ends it.
            let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic());
            return after + usize::from(is_word && rest[after..].starts_with("{}")) * 2;
        }
        starred + self.silent(&rest[starred..], name)
    }

    /// The length of the arguments of a command that say nothing.
    fn silent(&mut self, rest: &str, name: &str) -> usize {
        let Some(count) = silent_arguments(name) else {
            return if name.chars().count() > 1 { options_length(rest) } else { 0 };
        };
        let mut at = options_length(rest);
        for _ in 0..count {
            at += argument_length(&rest[at..]);
            at += options_length(&rest[at..]);
        }
        at
    }

    fn accented(&mut self, rest: &str, mark: char, name: &str) -> usize {
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let inner = group(rest);
        let letters = match inner {
            Some(inner) => inner.to_owned(),
            None if is_word => rest.trim_start().chars().take(1).collect(),
            None => rest.chars().take(1).collect(),
        };
        let bare = letters.trim_start_matches('\\');
        let Some(first) = bare.chars().next().filter(|c| c.is_alphabetic()) else { return 0 };
        self.out.push(first);
        self.out.push(mark);
        self.out.extend(bare.chars().skip(1));
        match inner {
            Some(inner) => inner.len() + 2,
            None => (rest.len() - rest.trim_start().len()) * usize::from(is_word) + letters.len(),
        }
    }

    /// The words of the argument that a text begins with, and its length.
    fn argument(&self, rest: &str) -> (String, usize) {
        let words = group(rest).map(|inner| words_of(inner, self.depth + 1)).unwrap_or_default();
        (words, argument_length(rest))
    }
}

/// The name of the command that a text begins with: letters, or one sign.
pub(super) fn command_name(rest: &str) -> &str {
    let name = &rest[1..];
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let length = if letters > 0 { letters } else { name.chars().next().map_or(0, char::len_utf8) };
    &name[..length]
}

pub(super) fn argument_length(rest: &str) -> usize {
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    group(&rest[blank..]).map_or(0, |inner| blank + inner.len() + 2)
}

/// The length of options in brackets.
pub(super) fn options_length(rest: &str) -> usize {
    let mut at = 0;
    while rest[at..].starts_with('[') {
        let near = &rest[at..at + quipu_kernel::text::char_start(&rest[at..], rest.len().min(at + 1000) - at)];
        let Some(end) = near.find(']').filter(|end| !near[..*end].contains("\n\n")) else { break };
        at += end + 1;
    }
    at
}

fn is_citation(name: &str) -> bool {
    name.starts_with("cite") || matches!(name, "parencite" | "textcite" | "autocite")
}
