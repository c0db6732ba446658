//! One pass over the body of a text in LaTeX. Arguments are read again for their words, to a bounded depth.

use super::tex_tables::{TexEnvironment, accent, environment, letters, level, silent_arguments};
use crate::load::text_builder::{TextBuilder, one_line};

/// Depth to which arguments are read within arguments.
const DEEPEST: usize = 6;
/// The longest argument, in bytes.
const LONGEST_ARGUMENT: usize = 8 << 10;
/// The longest environment that is read whole, in bytes.
const LONGEST: usize = 64 << 10;
/// The most lists that are open.
const MOST_LISTS: usize = 8;
/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";

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
struct TexWords {
    out: String,
    /// Notes at the foot.
    notes: Vec<String>,
    depth: usize,
}

impl TexWords {
    /// Reads what stands at a place; the place after it.
    fn step(&mut self, tex: &str, at: usize) -> usize {
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

    fn formula(&mut self, tex: &str) {
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
            _ if name.starts_with("cite") || matches!(name, "parencite" | "textcite" | "autocite") => {
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
fn command_name(rest: &str) -> &str {
    let name = &rest[1..];
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let length = if letters > 0 { letters } else { name.chars().next().map_or(0, char::len_utf8) };
    &name[..length]
}

fn argument_length(rest: &str) -> usize {
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    group(&rest[blank..]).map_or(0, |inner| blank + inner.len() + 2)
}

/// The length of options in brackets.
fn options_length(rest: &str) -> usize {
    let mut at = 0;
    while rest[at..].starts_with('[') {
        let near = &rest[at..at + quipu_kernel::text::char_start(&rest[at..], rest.len().min(at + 1000) - at)];
        let Some(end) = near.find(']').filter(|end| !near[..*end].contains("\n\n")) else { break };
        at += end + 1;
    }
    at
}

/// Writes a body as Markdown.
pub(super) struct TexScanner<'t> {
    to: &'t mut TextBuilder,
    words: TexWords,
    /// 1 below a title.
    above: usize,
    /// The next number of each open list; none for marks.
    lists: Vec<Option<usize>>,
    mark: Option<String>,
    lines: Vec<String>,
}

impl<'t> TexScanner<'t> {
    pub(super) fn new(to: &'t mut TextBuilder, below_title: bool) -> Self {
        let words = TexWords { out: String::new(), notes: Vec::new(), depth: 0 };
        Self { to, words, above: usize::from(below_title), lists: Vec::new(), mark: None, lines: Vec::new() }
    }

    /// Reads a whole body.
    pub(super) fn read(mut self, tex: &str) {
        let mut at = 0;
        while at < tex.len() && !self.to.is_full() {
            let rest = &tex[at..];
            at = match rest.as_bytes()[0] {
                b'\\' => match self.block(rest) {
                    Some(length) => at + length,
                    None => self.words.step(tex, at),
                },
                b'\n' if rest[1..].trim_start_matches([' ', '\t']).starts_with('\n') => {
                    self.paragraph();
                    at + 1
                }
                _ => self.words.step(tex, at),
            };
        }
        self.paragraph();
        self.flush();
    }

    /// Ends a paragraph.
    fn paragraph(&mut self) {
        let words = one_line(&std::mem::take(&mut self.words.out));
        if words.chars().any(|c| c.is_alphanumeric()) {
            self.said(&words);
        }
        for note in std::mem::take(&mut self.words.notes) {
            self.said(&note);
        }
    }

    fn said(&mut self, words: &str) {
        match self.lists.len() {
            0 => {
                self.flush();
                self.to.paragraph(words);
            }
            depth => {
                let line = match self.mark.take() {
                    Some(mark) => format!("{}{mark} {words}", INDENT.repeat(depth - 1)),
                    None => format!("{}{words}", INDENT.repeat(depth)),
                };
                self.lines.push(line);
            }
        }
    }

    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if !lines.is_empty() {
            self.to.block(&lines.join("\n"));
        }
    }

    /// Reads a command that begins or ends a block; its length.
    fn block(&mut self, rest: &str) -> Option<usize> {
        let name = command_name(rest);
        let after = 1 + name.len() + usize::from(rest[1 + name.len()..].starts_with('*'));
        match name {
            "begin" => Some(self.begin(rest, after)),
            "end" => {
                self.paragraph();
                let env = group(&rest[after..]).unwrap_or_default();
                let kind = environment(env);
                if matches!(kind, TexEnvironment::Marks | TexEnvironment::Numbers | TexEnvironment::References) {
                    self.lists.pop();
                    self.mark = None;
                    if self.lists.is_empty() {
                        self.flush();
                    }
                }
                Some(after + argument_length(&rest[after..]))
            }
            "item" => {
                self.paragraph();
                self.item();
                let length = options_length(&rest[after..]);
                if length > 2 {
                    let term = plain(&rest[after + 1..after + length - 1]);
                    self.words.out.push_str(&format!("{term}: "));
                }
                Some(after + length)
            }
            "bibitem" => {
                self.paragraph();
                self.item();
                let next = after + options_length(&rest[after..]);
                self.words.out.push_str(&format!("[{}] ", group(&rest[next..]).unwrap_or_default()));
                Some(next + argument_length(&rest[next..]))
            }
            "caption" => {
                self.paragraph();
                let next = after + options_length(&rest[after..]);
                let words = group(&rest[next..]).map(plain).unwrap_or_default();
                self.said(&words);
                Some(next + argument_length(&rest[next..]))
            }
            "par" | "maketitle" | "tableofcontents" | "newpage" | "clearpage" => {
                self.paragraph();
                Some(after)
            }
            _ => level(name).and_then(|level| {
                let next = after + options_length(&rest[after..]);
                let words = plain(group(&rest[next..])?);
                self.paragraph();
                self.flush();
                self.to.heading(level + self.above, &words);
                Some(next + argument_length(&rest[next..]))
            }),
        }
    }

    fn item(&mut self) {
        self.mark = Some(match self.lists.last_mut() {
            Some(Some(next)) => {
                *next += 1;
                format!("{}.", *next - 1)
            }
            _ => "-".to_owned(),
        });
    }

    /// Begins an environment; the length of what was read.
    fn begin(&mut self, rest: &str, after: usize) -> usize {
        let Some(name) = group(&rest[after..]).filter(|name| name.len() < 40) else { return after };
        let next = after + argument_length(&rest[after..]);
        let kind = environment(name);
        if kind == TexEnvironment::Formula {
            return self.whole(rest, next, name, |scanner, inner| scanner.words.formula(inner));
        }
        self.paragraph();
        match kind {
            TexEnvironment::Verbatim => self.whole(rest, next, name, Self::code),
            TexEnvironment::Table => self.whole(rest, next, name, Self::table),
            TexEnvironment::Left => self.whole(rest, next, name, |_, _| {}),
            TexEnvironment::Marks | TexEnvironment::Numbers | TexEnvironment::References => {
                let mut next = next + options_length(&rest[next..]);
                if kind == TexEnvironment::References {
                    self.flush();
                    self.to.heading(1 + self.above, "References");
                    next += argument_length(&rest[next..]);
                }
                if self.lists.len() < MOST_LISTS {
                    self.lists.push((kind == TexEnvironment::Numbers).then_some(1));
                }
                next
            }
            TexEnvironment::Abstract => {
                self.flush();
                self.to.heading(1 + self.above, "Abstract");
                next
            }
            TexEnvironment::Statement => {
                let mut letters = name.trim_end_matches('*').chars();
                let first: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
                let length = options_length(&rest[next..]);
                let about = if length > 2 {
                    format!(" ({})", plain(&rest[next + 1..next + length - 1]))
                } else {
                    String::new()
                };
                self.words.out.push_str(&format!("{first}{about}. "));
                next + length
            }
            _ => next + options_length(&rest[next..]),
        }
    }

    /// Reads an environment whole; the length up to behind its end.
    fn whole(&mut self, rest: &str, from: usize, name: &str, read: impl Fn(&mut Self, &str)) -> usize {
        let end = format!("\\end{{{name}}}");
        // Only so far, so that what never ends costs no more than its bytes.
        let near = &rest[from..from + quipu_kernel::text::char_start(&rest[from..], (rest.len() - from).min(LONGEST))];
        let Some(length) = near.find(&end) else { return from };
        read(self, &near[..length]);
        from + length + end.len()
    }

    fn code(&mut self, inner: &str) {
        self.flush();
        let inner = &inner[options_length(inner)..];
        let inner = if inner.starts_with('{') { &inner[argument_length(inner)..] } else { inner };
        self.to.code("", inner);
    }

    fn table(&mut self, inner: &str) {
        self.flush();
        let mut inner = &inner[options_length(inner)..];
        while inner.starts_with('{') && argument_length(inner) > 0 {
            inner = &inner[argument_length(inner)..];
        }
        let rows = inner.split("\\\\").map(|row| {
            let row = row.replace("\\&", "\u{1}");
            row.split('&').map(|cell| cell_words(cell).replace('\u{1}', "&")).collect::<Vec<String>>()
        });
        let rows: Vec<Vec<String>> = rows.filter(|row| row.iter().any(|cell| !cell.is_empty())).collect();
        self.to.table(&rows);
    }
}

/// The words of a cell without the lines around it.
fn cell_words(cell: &str) -> String {
    let lines = ["\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\endhead", "\\endfirsthead", "\\endfoot"];
    let bare = lines.iter().fold(cell.to_owned(), |cell, line| cell.replace(line, " "));
    plain(&bare)
}
