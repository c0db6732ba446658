//! Lists of AsciiDoc: points, numbers, terms, callouts, and the blocks that are attached to them.

use super::adoc_attributes::BlockAttributes;
use super::adoc_blocks::{AdocReader, dedented, ends_paragraph};
use super::adoc_lines::{delimiter, heading, is_block_attributes, is_comment};

/// The deepest that lists are nested; deeper points stand in the innermost list.
const DEEPEST: usize = 12;

/// The beginning of a point or of a term with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListMark<'a> {
    /// The mark that all points of one list share.
    key: MarkKey,
    /// The number or term.
    label: &'a str,
    /// The text behind the mark.
    text: &'a str,
}

/// Marks by which points belong to one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkKey {
    /// A bullet, so many times.
    Bullet(char, usize),
    /// Dots, so many; or a written number, letter or Roman numeral.
    Dots(usize),
    Number,
    Letter,
    /// A term, with this mark.
    Term(char, usize),
    Callout,
}

/// An open list.
struct OpenList {
    key: MarkKey,
    count: usize,
    /// True while a term waits for its description.
    waits: bool,
}

impl AdocReader<'_> {
    /// A list with all that is in it; gives the place behind it.
    pub(super) fn list(&mut self, lines: &[&str], at: usize, attributes: &BlockAttributes, depth: usize) -> usize {
        let start = attributes.named.get("start").and_then(|start| start.parse().ok()).unwrap_or(1usize);
        let mut open: Vec<OpenList> = Vec::new();
        let mut at = at;
        while let Some(line) = lines.get(at).copied().filter(|_| !self.to.is_full()) {
            if let Some(mark) = list_mark(line) {
                self.enter(&mark, &mut open, start);
                at = self.point_text(lines, at, &mark, &mut open);
            } else if line == "+" {
                self.described(&mut open);
                let next = lines.get(at + 1).is_some_and(|line| !line.is_empty());
                at = if next { self.block(lines, at + 1, depth + 1).max(at + 2) } else { at + 1 };
            } else {
                match self.goes_on(lines, at, &open) {
                    Some(next) => at = next,
                    None => break,
                }
            }
        }
        while let Some(list) = open.pop() {
            self.leave(&list);
        }
        self.to.end_list();
        at
    }

    /// The next line of the list behind one that is no point, or none where the list ends.
    fn goes_on(&mut self, lines: &[&str], at: usize, open: &[OpenList]) -> Option<usize> {
        let next = (at..lines.len()).find(|at| !lines[*at].is_empty() && !is_comment(lines[*at]))?;
        let line = lines[next];
        if list_mark(line).is_some() || line == "+" {
            return Some(next);
        }
        let waits = open.last().is_some_and(|list| list.waits);
        let is_text = !ends_paragraph(line) && heading(line).is_none() && !line.starts_with('.');
        if waits && is_text {
            let end = self.paragraph_end(lines, next);
            self.say_lines(&lines[next..end]);
            return Some(end);
        }
        // Indented lines behind a point are shown as they are.
        if next > at && line.starts_with([' ', '\t']) && !open.is_empty() {
            let end = next + lines[next..].iter().take_while(|line| !line.is_empty()).count();
            self.to.code("", &dedented(&lines[next..end]).join("\n"));
            return Some(end);
        }
        None
    }

    /// Opens the point of a mark, in its list.
    fn enter(&mut self, mark: &ListMark<'_>, open: &mut Vec<OpenList>, start: usize) {
        let known = open.iter().rposition(|list| list.key == mark.key);
        let position = known.or_else(|| (open.len() >= DEEPEST).then_some(DEEPEST - 1));
        let count = match position {
            Some(position) => {
                let same_term = position + 1 == open.len() && open[position].waits;
                while open.len() > position + 1 {
                    open.pop().iter().for_each(|list| self.leave(list));
                }
                if let (true, MarkKey::Term(..)) = (same_term, mark.key) {
                    let words = self.inline(mark.label);
                    self.to.lead_also(&words);
                    return;
                }
                let list = open.pop();
                list.iter().for_each(|list| self.leave(list));
                list.map_or(1, |list| list.count + 1)
            }
            None if open.is_empty() => start,
            None => 1,
        };
        match mark.key {
            MarkKey::Term(..) => {
                let words = self.inline(mark.label);
                self.to.lead(&words);
            }
            _ => self.to.begin_point(&shown_mark(mark, count)),
        }
        open.push(OpenList { key: mark.key, count, waits: matches!(mark.key, MarkKey::Term(..)) });
    }

    fn leave(&mut self, list: &OpenList) {
        match list.key {
            MarkKey::Term(..) => self.to.flush_leads(),
            _ => self.to.end_point(),
        }
    }

    /// The text of a point; gives the place behind it.
    fn point_text(&mut self, lines: &[&str], at: usize, mark: &ListMark<'_>, open: &mut [OpenList]) -> usize {
        let has_text = !mark.text.is_empty();
        let end = if has_text { self.paragraph_end(lines, at + 1) } else { at + 1 };
        let mut text = vec![mark.text];
        text.extend(&lines[at + 1..end]);
        if has_text {
            self.say_lines(&text);
            self.described(open);
        }
        end
    }

    fn described(&mut self, open: &mut [OpenList]) {
        open.last_mut().into_iter().for_each(|list| list.waits = false);
    }

    /// The end of a paragraph in a list.
    fn paragraph_end(&self, lines: &[&str], from: usize) -> usize {
        let goes_on = |line: &&&str| !ends_paragraph(line) && list_mark(line).is_none();
        from + lines[from..].iter().take_while(goes_on).count()
    }

    fn say_lines(&mut self, lines: &[&str]) {
        let text: Vec<&str> = lines.iter().filter(|line| !is_comment(line)).copied().collect();
        let words = self.inline(&text.join("\n"));
        self.to.paragraph(&words);
    }
}

/// The mark of a point in Markdown.
fn shown_mark(mark: &ListMark<'_>, count: usize) -> String {
    match mark.key {
        MarkKey::Number => format!("{}.", mark.label),
        MarkKey::Dots(_) => format!("{count}."),
        MarkKey::Callout => {
            format!("- <{}>", if mark.label == "." { count.to_string() } else { mark.label.to_owned() })
        }
        MarkKey::Letter => format!("- {}.", mark.label),
        _ if mark.label.is_empty() => "-".to_owned(),
        _ => format!("- {}", mark.label),
    }
}

/// The point or term that a line begins.
pub(super) fn list_mark(line: &str) -> Option<ListMark<'_>> {
    let trimmed = line.trim_start();
    if trimmed.is_empty() || is_comment(trimmed) || is_block_attributes(line) || delimiter(line).is_some() {
        return None;
    }
    let (first, text) = trimmed.split_once(' ').map_or((trimmed, ""), |(first, text)| (first, text.trim_start()));
    let same = |mark: char| first.chars().all(|c| c == mark);
    let key = match first.chars().next()? {
        mark @ ('*' | '-' | '•') if same(mark) && (mark == '*' || first.chars().count() == 1) => {
            Some(MarkKey::Bullet(mark, first.len()))
        }
        '.' if same('.') => Some(MarkKey::Dots(first.len())),
        '<' if callout(first).is_some() => Some(MarkKey::Callout),
        _ => written_number(first),
    };
    match key.filter(|_| !text.is_empty() && first.len() < 10) {
        Some(key) => {
            let (label, text) = match key {
                MarkKey::Bullet(..) => checked(text),
                MarkKey::Callout => (callout(first).unwrap_or_default(), text),
                MarkKey::Dots(_) => ("", text),
                _ => (first.trim_end_matches(['.', ')']), text),
            };
            Some(ListMark { key, label, text })
        }
        None => term(trimmed),
    }
}

/// The box of a point that may be ticked, and the text behind it.
fn checked(text: &str) -> (&str, &str) {
    let is_box = ["[x] ", "[*] ", "[ ] "].iter().any(|mark| text.starts_with(mark));
    if is_box { (if text.starts_with("[ ]") { "[ ]" } else { "[x]" }, text[4..].trim_start()) } else { ("", text) }
}

/// The number of `<1>`.
fn callout(first: &str) -> Option<&str> {
    let number = first.strip_prefix('<')?.strip_suffix('>')?;
    (number == "." || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))).then_some(number)
}

/// `1.`, `a.`, `iv)`.
fn written_number(first: &str) -> Option<MarkKey> {
    if let Some(number) = first.strip_suffix('.').filter(|number| !number.is_empty()) {
        if number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(MarkKey::Number);
        }
        let is_letter = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_lowercase());
        return is_letter.then_some(MarkKey::Letter);
    }
    let numeral = first.strip_suffix(')').filter(|number| !number.is_empty())?;
    numeral.bytes().all(|byte| b"ivx".contains(&byte.to_ascii_lowercase())).then_some(MarkKey::Letter)
}

/// A term before `::` or `;;`.
fn term(line: &str) -> Option<ListMark<'_>> {
    for mark in [':', ';'] {
        let pair = if mark == ':' { "::" } else { ";;" };
        let Some(at) = line.find(pair) else { continue };
        let length = line[at..].chars().take_while(|c| *c == mark).count();
        let (label, rest) = (&line[..at], &line[at + length..]);
        let apart = rest.is_empty() || rest.starts_with([' ', '\t']);
        let in_code = label.matches('`').count() % 2 == 1;
        if apart && !in_code && !label.is_empty() && length <= 4 {
            return Some(ListMark { key: MarkKey::Term(mark, length), label, text: rest.trim_start() });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_lists_are_known() {
        let read = |line| list_mark(line).map(|mark| (mark.key, mark.label, mark.text));
        assert_eq!(read("** [x] lit"), Some((MarkKey::Bullet('*', 2), "[x]", "lit")));
        assert_eq!(read("  . row"), Some((MarkKey::Dots(1), "", "row")));
        assert_eq!(read("<1> the lamp"), Some((MarkKey::Callout, "1", "the lamp")));
        assert_eq!(read("tide::"), Some((MarkKey::Term(':', 2), "tide", "")));
        assert_eq!(read("image::a.png[]"), None);
        assert_eq!(read("*bold* words"), None);
        assert_eq!(read("The year 1990. Then"), None);
    }
}
