//! Removal of Markdown and HTML marks from a line: emphasis, links, tags, escapes.

/// Maximal distance to the end of a link's text or address, in bytes.
const REACH: usize = 600;
/// Maximal number of brackets without an end in a line; after these, none is a link.
const OPEN: usize = 200;

/// The text of a line without marks. Addresses of links follow the text, where they lead to another page.
pub(crate) fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut after = String::new();
    let mut rest = line;
    let mut open = 0;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '\\' => escape(rest, &mut out),
            '[' | '!' if open < OPEN => link(rest, &mut out, &mut after),
            '<' if open < OPEN => tag(rest, &mut out),
            '&' => entity(rest, &mut out),
            '*' | '_' => emphasis(rest, &mut out),
            _ => 0,
        };
        if taken == 0 {
            open += usize::from(matches!(first, '[' | '<'));
            out.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            rest = rest.get(taken..).unwrap_or_default();
        }
    }
    out.push_str(&after);
    out
}

/// A backslash before a mark of Markdown.
fn escape(rest: &str, out: &mut String) -> usize {
    match rest.chars().nth(1) {
        Some(mark) if "[]()*_#.-+!&~`<>|{}".contains(mark) => {
            out.push(mark);
            2
        }
        _ => 0,
    }
}

/// `[text](address)`: the text; an address of the web is kept for the line's end.
fn link(rest: &str, out: &mut String, after: &mut String) -> usize {
    let skip = if rest.starts_with("![") { 1 } else { 0 };
    let Some(close) = rest.get(skip..).and_then(|rest| closing(rest, '[', ']')) else { return 0 };
    let (text, tail) = (&rest[skip + 1..skip + close], &rest[skip + close + 1..]);
    if !tail.starts_with('(') {
        return 0;
    }
    let Some(end) = closing(tail, '(', ')') else { return 0 };
    let address = tail[1..end].split_whitespace().next().unwrap_or_default();
    let bracketed = text.len() <= 8 && text.chars().all(|c| c.is_ascii_digit());
    let (open, shut) = if bracketed && address.starts_with('#') { ("[", "]") } else { ("", "") };
    out.push_str(open);
    out.push_str(&unlinked(text));
    out.push_str(shut);
    if address.starts_with("http") && !text.contains(address) {
        after.push(' ');
        after.push_str(address);
    }
    skip + close + 1 + end + 1
}

/// The text of a link, without emphasis and escapes.
fn unlinked(text: &str) -> String {
    text.replace("\\[", "[").replace("\\]", "]").replace("**", "").replace('*', "")
}

/// The byte of the bracket that closes the one at the beginning.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let (mut depth, mut escaped) = (0usize, false);
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < REACH) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        } else if depth == 0 {
            return None;
        }
    }
    None
}

/// A tag goes; an address in angle brackets stays; a raised number becomes `^3`.
fn tag(rest: &str, out: &mut String) -> usize {
    let Some(end) = rest.char_indices().take_while(|(at, _)| *at < REACH).find(|(_, c)| *c == '>') else { return 0 };
    let inner = &rest[1..end.0];
    if inner.starts_with("http") && !inner.contains(char::is_whitespace) {
        out.push_str(inner);
    } else if inner.eq_ignore_ascii_case("sup") {
        out.push('^');
    } else if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
        return 0;
    }
    end.0 + 1
}

/// A character by its name.
fn entity(rest: &str, out: &mut String) -> usize {
    const NAMES: [(&str, &str); 7] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&nbsp;", " "),
        ("&#39;", "'"),
        ("&#160;", " "),
    ];
    let Some((name, means)) = NAMES.iter().find(|(name, _)| rest.starts_with(name)) else { return 0 };
    out.push_str(means);
    name.len()
}

/// Stars and underscores around words go; those within a word or alone stay.
fn emphasis(rest: &str, out: &mut String) -> usize {
    let mark = &rest[..1];
    let run = rest.len() - rest.trim_start_matches(mark).len();
    if run > 3 {
        // A dash in the place of a name.
        out.push_str(&rest[..run]);
        return run;
    }
    let before = out.chars().next_back();
    let after = rest[run..].chars().next();
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let rule = run > 2 && mark == "_" && !word(after);
    if rule || (blank(before) && blank(after)) || (mark == "_" && word(before) && word(after)) {
        return 0;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_go_and_words_stay() {
        assert_eq!(plain("**A. Smith**, *Journal*, _2_(1)"), "A. Smith, Journal, 2(1)");
        assert_eq!(plain("https://example.org/a_b_c"), "https://example.org/a_b_c");
        assert_eq!(plain(r"\[3\] a \* b"), "[3] a * b");
        assert_eq!(plain("[A title](https://example.org/x). Then"), "A title. Then https://example.org/x");
        assert_eq!(plain("as said [3](#bib.bib3) and [[4]](#bib4)"), "as said [3] and [4]");
        assert_eq!(plain("<a id=\"b1\"></a>[1] x <https://example.org/>"), "[1] x https://example.org/");
        assert_eq!(plain("a<sup>3</sup> b"), "a^3 b");
        assert_eq!(plain("[3] a < b"), "[3] a < b");
        assert_eq!(plain("______, A survey"), "______, A survey");
    }
}
