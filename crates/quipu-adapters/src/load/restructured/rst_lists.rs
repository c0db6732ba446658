//! Lists of reStructuredText: bullets, numbers, fields, options; verses and sessions of an interpreter.

use super::rst_body::{RstPlace, RstReader, heading_at};
use super::rst_inline::code_span;
use super::rst_lines::{block_end, dedent, field, indent, is_blank, next_written, shifted};

/// The longest number or letter of a point, in bytes.
const LONGEST_NUMBER: usize = 9;

/// The mark of a numbered point.
struct PointNumber<'a> {
    /// The number, letter or `#`.
    number: &'a str,
    /// Bytes before the text.
    length: usize,
}

impl RstReader<'_> {
    /// A list of any kind; gives the place behind it.
    pub(super) fn list(&mut self, lines: &[&str], at: usize, place: RstPlace) -> Option<usize> {
        let line = lines[at];
        if bullet(line).is_some() {
            return Some(self.bullets(lines, at, place));
        }
        if is_numbered(lines, at) {
            return Some(self.numbers(lines, at, place));
        }
        if field(line).is_some() {
            return Some(self.fields(lines, at, place));
        }
        if is_option(lines, at) {
            return Some(self.options(lines, at, place));
        }
        if line == ">>>" || line.starts_with(">>> ") {
            let end = at + lines[at..].iter().take_while(|line| !is_blank(line)).count();
            self.to.code("python", &lines[at..end].join("\n"));
            return Some(end);
        }
        (line == "|" || line.starts_with("| ")).then(|| self.verse(lines, at))
    }

    fn bullets(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let (mut next, mut end) = (Some(at), at);
        while let Some(start) = next.filter(|at| heading_at(lines, *at).is_none()) {
            let Some(length) = bullet(lines[start]) else { break };
            end = self.point("-", lines, start, length, place);
            next = next_written(lines, end);
        }
        self.to.end_list();
        end
    }

    fn numbers(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let (mut next, mut end, mut count) = (Some(at), at, 0u64);
        while let Some(start) = next.filter(|at| is_numbered(lines, *at)) {
            let Some(mark) = numbered(lines[start]) else { break };
            count = mark.number.parse().unwrap_or(count + 1);
            let is_counted = mark.number == "#" || mark.number.bytes().all(|byte| byte.is_ascii_digit());
            let shown = if is_counted { format!("{count}.") } else { format!("- {}.", mark.number) };
            end = self.point(&shown, lines, start, mark.length, place);
            next = next_written(lines, end);
        }
        self.to.end_list();
        end
    }

    /// One point: its first line from `length` on, and the indented lines below.
    fn point(&mut self, mark: &str, lines: &[&str], at: usize, length: usize, place: RstPlace) -> usize {
        let end = block_end(lines, at + 1);
        let mut content = vec![lines[at].get(length..).unwrap_or_default().trim_start()];
        let columns = lines[at].len() - content[0].len();
        content.extend(shifted(&lines[at + 1..end], if content[0].is_empty() { length.max(1) } else { columns }));
        self.to.begin_point(mark);
        self.body(&content, place.inside());
        self.to.end_point();
        end
    }

    fn fields(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let (mut next, mut end) = (Some(at), at);
        while let Some((start, (name, first))) = next.and_then(|at| Some((at, field(lines[at])?))) {
            end = block_end(lines, start + 1);
            let name = self.inline(name);
            self.field(&name, first, &lines[start + 1..end], place);
            next = next_written(lines, end);
        }
        self.to.end_list();
        end
    }

    /// A point that begins with the name of a field.
    pub(super) fn field(&mut self, name: &str, first: &str, below: &[&str], place: RstPlace) {
        let mut content = vec![first];
        content.extend(dedent(below));
        self.to.begin_point("-");
        self.to.lead(name);
        self.body(&content, place.inside());
        self.to.end_point();
    }

    fn options(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let (mut next, mut end) = (Some(at), at);
        while let Some(start) = next.filter(|at| is_option(lines, *at)) {
            end = block_end(lines, start + 1);
            let (option, first) = lines[start].split_once("  ").unwrap_or((lines[start], ""));
            self.field(&code_span(option), first.trim(), &lines[start + 1..end], place);
            next = next_written(lines, end);
        }
        self.to.end_list();
        end
    }

    /// Lines that stay apart.
    fn verse(&mut self, lines: &[&str], at: usize) -> usize {
        let mut verse: Vec<String> = Vec::new();
        let mut end = at;
        while let Some(line) = lines.get(end).filter(|line| !is_blank(line)) {
            match line.strip_prefix('|') {
                Some(rest) => verse.push(rest.trim().to_owned()),
                None if indent(line) == 0 => break,
                None => verse.last_mut().into_iter().for_each(|last| *last = format!("{last} {}", line.trim())),
            }
            end += 1;
        }
        let words: Vec<String> = verse.iter().map(|line| self.inline(line)).filter(|line| !line.is_empty()).collect();
        self.to.verse(&words);
        end
    }
}

/// Bytes of the bullet that a line begins with, and of the blank behind it.
pub(super) fn bullet(line: &str) -> Option<usize> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '-' | '*' | '+' | '•' | '‣' | '⁃'))?;
    let length = mark.len_utf8();
    match line[length..].chars().next() {
        None => Some(length),
        Some(' ') => Some(length + 1),
        Some(_) => None,
    }
}

/// The number that a line begins with: `1.`, `a)`, `(iv)`, `#.`.
fn numbered(line: &str) -> Option<PointNumber<'_>> {
    let is_open = line.starts_with('(');
    let from = usize::from(is_open);
    let end = line.bytes().skip(from).take(LONGEST_NUMBER + 1).position(|byte| matches!(byte, b'.' | b')'))? + from;
    let number = line.get(from..end)?;
    let closes = !is_open || line.as_bytes().get(end) == Some(&b')');
    let after = line[end + 1..].is_empty() || line[end + 1..].starts_with(' ');
    let roman = |letters: &str| letters.bytes().all(|byte| b"ivxlcdmIVXLCDM".contains(&byte));
    let is_number = number == "#"
        || number.bytes().all(|byte| byte.is_ascii_digit())
        || (number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_alphabetic()))
        || roman(number);
    (closes && after && is_number && !number.is_empty()).then_some(PointNumber { number, length: end + 1 })
}

/// True if a numbered point begins at a line: what follows it is no paragraph that goes on.
fn is_numbered(lines: &[&str], at: usize) -> bool {
    let goes_on = |line: &&str| is_blank(line) || indent(line) > 0 || numbered(line).is_some();
    numbered(lines[at]).is_some() && lines.get(at + 1).is_none_or(goes_on) && heading_at(lines, at).is_none()
}

/// True if an option of a command begins at a line: `-o FILE  words`, or with the words below.
fn is_option(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    let (option, is_apart) = line.split_once("  ").map_or((line, false), |(option, _)| (option, true));
    let below = || lines.get(at + 1).is_some_and(|line| !is_blank(line) && indent(line) > 0);
    let is_one = |option: &str| {
        let name = option.strip_prefix("--").or(option.strip_prefix('-')).or(option.strip_prefix('/'));
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric())) && option.split(' ').count() <= 2
    };
    option.len() < 200 && option.split(", ").all(is_one) && (is_apart || below())
}
