//! Marks of points and terms in lists of AsciiDoc.

use super::adoc_lines::{delimiter, is_block_attributes, is_comment};

/// The beginning of a point or of a term with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListMark<'a> {
    /// The mark that all points of one list share.
    pub(super) key: MarkKey,
    /// The number or term.
    pub(super) label: &'a str,
    /// The text behind the mark.
    pub(super) text: &'a str,
}

/// Marks by which points belong to one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKey {
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
