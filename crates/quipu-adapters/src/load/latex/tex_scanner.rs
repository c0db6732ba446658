//! One pass over the body of a text in LaTeX: its blocks, as Markdown.

use super::tex_tables::{TexEnvironment, environment, level};
use super::tex_words::{LONGEST, TexWords, argument_length, command_name, group, options_length, plain};
use crate::load::text_builder::{TextBuilder, one_line};

/// The most lists that are open.
const MOST_LISTS: usize = 8;
/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";

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
        let words = TexWords::default();
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
                self.begin_point();
                let length = options_length(&rest[after..]);
                if length > 2 {
                    let term = plain(&rest[after + 1..after + length - 1]);
                    self.words.out.push_str(&format!("{term}: "));
                }
                Some(after + length)
            }
            "bibitem" => {
                self.paragraph();
                self.begin_point();
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

    fn begin_point(&mut self) {
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
