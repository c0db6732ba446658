//! Lines of reStructuredText: indentation, blocks of indented lines, and lines of punctuation.

/// The most columns of an indentation; deeper lines stand as deep.
const MOST_COLUMNS: usize = 200;
/// Columns of a tab, as in docutils.
const TAB: usize = 8;

/// A text whose lines are indented by spaces only, without white space at their ends.
pub(super) fn with_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_end().trim_start_matches('\u{feff}');
        let content = line.trim_start_matches([' ', '\t', '\u{b}', '\u{c}']);
        let mut columns = 0;
        for byte in line[..line.len() - content.len()].bytes() {
            columns += if byte == b'\t' { TAB - columns % TAB } else { usize::from(byte == b' ') };
        }
        if !content.is_empty() {
            out.extend(std::iter::repeat_n(' ', columns.min(MOST_COLUMNS)));
            out.push_str(content);
        }
        out.push('\n');
    }
    out
}

/// Columns before the first character.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// True if a line has no text.
pub(super) fn is_blank(line: &str) -> bool {
    line.is_empty() || line.trim_start().is_empty()
}

/// The end of the blank or indented lines from `from` on, without blank ones at the end.
pub(super) fn block_end(lines: &[&str], from: usize) -> usize {
    let mut end = from;
    for (at, line) in lines.iter().enumerate().skip(from) {
        match is_blank(line) {
            true => {}
            false if indent(line) == 0 => break,
            false => end = at + 1,
        }
    }
    end
}

/// Lines without their common indentation.
pub(super) fn dedent<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let written = lines.iter().filter(|line| !is_blank(line));
    let columns = written.map(|line| indent(line)).min().unwrap_or_default();
    lines.iter().map(|line| line.get(columns..).unwrap_or_default()).collect()
}

/// Lines with at most `columns` less of indentation.
pub(super) fn shifted<'a>(lines: &[&'a str], columns: usize) -> Vec<&'a str> {
    lines.iter().map(|line| &line[indent(line).min(columns)..]).collect()
}

/// The first line that is not blank from `from` on.
pub(super) fn next_written(lines: &[&str], from: usize) -> Option<usize> {
    (from..lines.len()).find(|at| !is_blank(lines[*at]))
}

/// The character of a line that repeats one mark of punctuation, at least twice.
pub(super) fn rule(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(char::is_ascii_punctuation)?;
    (line.len() >= 2 && line.bytes().all(|byte| byte == mark as u8)).then_some(mark)
}

/// The name and the rest of a field `:name: rest`.
pub(super) fn field(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(':').filter(|rest| !rest.starts_with([' ', ':']))?;
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        if c == ':' && !escaped {
            match rest[at + 1..].chars().next() {
                None => return Some((&rest[..at], "")),
                Some(' ') if !rest[..at].ends_with(' ') => return Some((&rest[..at], rest[at + 1..].trim_start())),
                Some(' ' | '`') => return None,
                Some(_) => {}
            }
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_no_role() {
        assert_eq!(field(":Author: Ilse"), Some(("Author", "Ilse")));
        assert_eq!(field(":param int depth: how deep"), Some(("param int depth", "how deep")));
        assert_eq!(field(":hidden:"), Some(("hidden", "")));
        assert_eq!(field(":ref:`mast`: the mast"), None);
        assert_eq!(field(":: x"), None);
    }

    #[test]
    fn tabs_are_columns() {
        assert_eq!(with_spaces("a\n\tb \n  \tc\n \n"), "a\n        b\n        c\n\n");
    }
}
