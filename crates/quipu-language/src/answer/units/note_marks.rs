//! Marks of notes and templates that no reader sees: links between pages in double brackets, embedded pages, names of
//! blocks, comments, boxes of tasks, and tags of templates. Each is found within a bounded distance.

/// The longest markup that is looked for, in bytes.
pub(super) const LONGEST: usize = 1000;
/// The longest HTML comment, in bytes.
pub(super) const LONGEST_COMMENT: usize = 4000;
/// The longest name of a block.
const LONGEST_NAME: usize = 60;
/// The longest beginning of a line before the box of a task or the colons of a property.
const LONGEST_KEY: usize = 80;
/// The length of a block's number in the brackets of a reference.
const NUMBER: usize = 36;

/// Blanks a mark that begins at `at`; returns the place to go on from.
pub(super) fn note_mark(text: &str, at: usize, line_start: usize, out: &mut [u8]) -> Option<usize> {
    let rest = &text[at..];
    let blanked = match rest.as_bytes().first()? {
        b'!' if rest.starts_with("![[") => page(&rest[1..]).map(|inner| inner.len() + 5),
        b'[' if rest.starts_with("[[") => return wikilink(rest, at, out),
        b'{' if rest.starts_with("{{") => return template(text, at, out),
        b'{' if rest.starts_with("{%") => within(rest, LONGEST, "%}").map(|length| bare(text, at, length, out)),
        b'<' if rest.starts_with("<%") => within(rest, LONGEST, "%>").map(|length| bare(text, at, length, out)),
        b'%' if rest.starts_with("%%") => comment(text, at),
        b'^' => block_name(text, at),
        b'(' if rest.starts_with("((") => reference(rest),
        b'[' => task(&text[line_start..at], rest),
        b':' if rest.starts_with(":: ") => is_key(&text[line_start..at]).then_some(1),
        _ => None,
    }?;
    out[at..at + blanked].fill(0);
    Some(at + blanked)
}

/// The inside of double brackets.
fn page(rest: &str) -> Option<&str> {
    let length = within(rest, LONGEST, "]]")?;
    let inner = rest.get(2..length - 2)?;
    (!inner.contains(['\n', '[']) && !inner.trim().is_empty()).then_some(inner)
}

/// Blanks all of a link but its words: those after the bar, else the name of the page.
fn wikilink(rest: &str, at: usize, out: &mut [u8]) -> Option<usize> {
    let inner = page(rest).filter(|inner| !rest[inner.len() + 4..].starts_with('('))?;
    let end = at + 2 + inner.len();
    let (from, to) = match inner.split_once('|') {
        Some((target, _)) => (at + 3 + target.len(), end),
        None => (at + 2, at + 2 + inner.find("#^").unwrap_or(inner.len())),
    };
    out[at..from].fill(0);
    out[to..end + 2].fill(0);
    Some(end + 2)
}

/// Blanks the marks of `{{ name }}`, and any other template whole.
fn template(text: &str, at: usize, out: &mut [u8]) -> Option<usize> {
    let rest = &text[at..];
    let length = within(rest, LONGEST, "}}")?;
    let inner = &rest[2..length - 2];
    let name = inner.trim();
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if is_name {
        let from = at + 2 + (inner.len() - inner.trim_start().len());
        out[at..from].fill(0);
        out[from + name.len()..at + length].fill(0);
    } else {
        bare(text, at, length, out);
        out[at..at + length].fill(0);
    }
    Some(at + length)
}

/// Blanks the marks of emphasis around a template that says nothing; its length.
fn bare(text: &str, at: usize, length: usize, out: &mut [u8]) -> usize {
    let is_mark = |c: char| matches!(c, '*' | '_');
    let before = text[..at].len() - text[..at].trim_end_matches(is_mark).len();
    let after = text[at + length..].len() - text[at + length..].trim_start_matches(is_mark).len();
    let marks = before.min(after);
    out[at - marks..at].fill(0);
    out[at + length..at + length + marks].fill(0);
    length
}

/// The length of a comment between two pairs of signs, which no digit precedes as in `50%%`.
fn comment(text: &str, at: usize) -> Option<usize> {
    let free = !text[..at].ends_with(|c: char| c.is_alphanumeric());
    within(&text[at + 2..], LONGEST_COMMENT, "%%").filter(|_| free).map(|length| length + 2)
}

/// The length of a block's name at the end of a line: `^life`.
fn block_name(text: &str, at: usize) -> Option<usize> {
    let near = quipu_kernel::text::char_start(&text[at + 1..], text.len().min(at + 3 + LONGEST_NAME) - at - 1);
    let line = text[at + 1..][..near].lines().next().unwrap_or_default().trim_end();
    let apart = text[..at].is_empty() || text[..at].ends_with(char::is_whitespace);
    let is_name = (1..=LONGEST_NAME).contains(&line.len())
        && line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (apart && is_name).then_some(line.len() + 1)
}

/// The length of a reference to a block by its number.
fn reference(rest: &str) -> Option<usize> {
    let inner = rest.get(2..2 + NUMBER)?;
    let is_number = inner.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    (is_number && rest[2 + NUMBER..].starts_with("))")).then_some(NUMBER + 4)
}

/// The length of the box of a task: `- [ ] ` and `- [x] `.
fn task(before: &str, rest: &str) -> Option<usize> {
    if before.len() > LONGEST_KEY {
        return None;
    }
    let mark = before.trim_matches([' ', '\t', '>']);
    let digits = mark.trim_end_matches(['.', ')']);
    let is_list = matches!(mark, "-" | "*" | "+")
        || (!digits.is_empty() && digits.len() < mark.len() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    let is_box = rest.len() > 3
        && matches!(rest.as_bytes()[1], b' ' | b'x' | b'X' | b'-' | b'/')
        && &rest.as_bytes()[2..4] == b"] ";
    (is_list && is_box).then_some(4)
}

/// True if the words from the beginning of a line name a property.
fn is_key(before: &str) -> bool {
    if before.len() > LONGEST_KEY {
        return false;
    }
    let key = before.trim_start_matches([' ', '\t', '-', '*', '[', '(']);
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-'))
}

/// Distance to the end of `closing`, if it is near.
pub(super) fn within(rest: &str, most: usize, closing: &str) -> Option<usize> {
    let near = quipu_kernel::text::char_start(rest, rest.len().min(most));
    rest[..near].find(closing).map(|at| at + closing.len())
}
