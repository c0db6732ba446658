//! Lines of AsciiDoc: conditions and inclusions are settled first, then lines are known by their beginning.

use std::collections::HashSet;

/// The deepest that conditions are nested.
const DEEPEST: usize = 64;
/// Styles of the two-line headings, by level.
const UNDERLINES: [char; 5] = ['=', '-', '~', '^', '+'];

/// The lines of a file after its conditions.
#[derive(Debug, Default)]
pub(super) struct SettledLines<'a> {
    /// The lines, without white space at their ends.
    pub(super) lines: Vec<&'a str>,
    /// Targets of inclusions.
    pub(super) included: Vec<&'a str>,
}

/// Settles conditions and inclusions. The text of a condition stays unless the file itself denies it.
pub(super) fn settled(text: &str) -> SettledLines<'_> {
    let mut out = SettledLines::default();
    let mut set: HashSet<&str> = HashSet::new();
    let mut open: Vec<bool> = Vec::new();
    for line in text.lines() {
        let line = line.trim_end().trim_start_matches('\u{feff}');
        let hidden = open.contains(&false);
        match directive(line) {
            Some(("endif", _, _)) => drop(open.pop()),
            Some(("include", target, _)) => {
                if !hidden {
                    out.included.push(target);
                }
            }
            Some((name, attribute, content)) => {
                let is_set = attribute.split([',', '+']).any(|name| set.contains(name));
                let is_kept = name != "ifndef" || !is_set;
                match content.is_empty() || name == "ifeval" {
                    true if open.len() < DEEPEST => open.push(is_kept),
                    true => {}
                    false if is_kept && !hidden => out.lines.push(content),
                    false => {}
                }
            }
            None if hidden => {}
            None => {
                if let Some((name, _)) = attribute_entry(line) {
                    set.insert(name);
                }
                out.lines.push(line);
            }
        }
    }
    out
}

/// The name, the target and the content of a directive for lines.
fn directive(line: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = line.split_once("::")?;
    let is_known = matches!(name, "ifdef" | "ifndef" | "ifeval" | "endif" | "include");
    let (target, content) = rest.strip_suffix(']')?.split_once('[')?;
    is_known.then_some((name, target, content))
}

/// The name and the value of `:name: value`; an empty value for an attribute that is unset.
pub(super) fn attribute_entry(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix(':')?.split_once(':')?;
    let bare = name.trim_start_matches('!').trim_end_matches(['!', '@']);
    let is_name = !bare.is_empty()
        && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        && !bare.starts_with('-');
    (is_name && (value.is_empty() || value.starts_with(' '))).then_some((bare, value.trim()))
}

/// A line that begins and ends a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delimiter {
    Comment,
    Example,
    Fence,
    Listing,
    Literal,
    Open,
    Passthrough,
    Quote,
    Sidebar,
    Table(char),
}

/// The block that a line begins.
pub(super) fn delimiter(line: &str) -> Option<Delimiter> {
    let first = line.chars().next()?;
    if line == "--" {
        return Some(Delimiter::Open);
    }
    if line.starts_with("```") && !line[3..].contains('`') {
        return Some(Delimiter::Fence);
    }
    if line.len() == 4 && line.is_ascii() && line.ends_with("===") && matches!(first, '|' | ',' | ':' | '!') {
        return Some(Delimiter::Table(first));
    }
    if line.len() < 4 || !line.chars().all(|c| c == first) {
        return match first {
            '|' if line.len() > 4 && line[1..].bytes().all(|byte| byte == b'=') => Some(Delimiter::Table('|')),
            _ => None,
        };
    }
    Some(match first {
        '/' => Delimiter::Comment,
        '=' => Delimiter::Example,
        '-' => Delimiter::Listing,
        '.' => Delimiter::Literal,
        '+' => Delimiter::Passthrough,
        '_' => Delimiter::Quote,
        '*' => Delimiter::Sidebar,
        _ => return None,
    })
}

/// True for a line of comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with("//") && !line.starts_with("///")
}

/// True for a line of attributes of the block below, as `[source,ruby]`.
pub(super) fn is_block_attributes(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) else { return false };
    let anchor = inner.strip_prefix('[').is_some_and(|inner| inner.ends_with(']') && !inner.starts_with('['));
    let first = inner.chars().next();
    anchor || first.is_none_or(|c| c.is_alphanumeric() || "#.%,\"'{_".contains(c)) && !inner.contains("](")
}

/// A heading of one line: its level from 1 and its words.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '=' | '#'))?;
    let words = line.trim_start_matches(mark);
    let level = line.len() - words.len();
    let words = words.strip_prefix(' ')?.trim();
    let closed = words.strip_suffix(&line[..level]).map_or(words, |inner| inner.strip_suffix(' ').unwrap_or(words));
    (level <= 6 && !closed.is_empty()).then_some((level, closed.trim()))
}

/// The level of a heading of two lines.
pub(super) fn underlined(line: &str, below: Option<&&str>) -> Option<usize> {
    let below = below?;
    let mark = below.chars().next()?;
    let level = UNDERLINES.iter().position(|known| *known == mark)? + 1;
    let is_rule = below.len() >= 4 && below.chars().all(|c| c == mark);
    let length = line.chars().count();
    let has_words = line.starts_with(|c: char| c.is_alphanumeric() || c == '{') && !line.contains("::");
    (is_rule && has_words && length.abs_diff(below.len()) <= 1).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_keep_what_the_file_does_not_deny() {
        let text = ":depth: 3\nifdef::env-site[]\nsite\nendif::[]\nifndef::depth[]\nno depth\nendif::[]\n\
                    ifndef::wind[calm]\ninclude::buoys.adoc[]\nend";
        let settled = settled(text);
        assert_eq!(settled.lines, [":depth: 3", "site", "calm", "end"]);
        assert_eq!(settled.included, ["buoys.adoc"]);
    }

    #[test]
    fn headings_of_one_and_two_lines() {
        assert_eq!(heading("=== Buoys ==="), Some((3, "Buoys")));
        assert_eq!(heading("## Lamps"), Some((2, "Lamps")));
        assert_eq!(heading("===="), None);
        assert_eq!(underlined("Harbour", Some(&"-------")), Some(2));
        assert_eq!(underlined("A long sentence.", Some(&"----")), None);
    }
}
