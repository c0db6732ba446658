//! The text of a string: a page or a part of one becomes text, character entities become characters, and
//! embedded files are only named.

use quipu_kernel::text::char_start;

use crate::load::html::{self, Scope};
use crate::load::written::{Written, one_line};

/// Elements that are taken for such where they begin a string or are closed in it.
const ELEMENTS: [&str; 40] = [
    "p",
    "div",
    "span",
    "a",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "dl",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "section",
    "article",
    "main",
    "header",
    "footer",
    "figure",
    "blockquote",
    "pre",
    "html",
    "body",
    "head",
    "sup",
    "sub",
    "small",
    "code",
    "font",
];
/// Elements that nothing closes.
const ALONE: [&str; 3] = ["br", "hr", "img"];
/// Limit in bytes of an element's name and attributes that are read.
const REACH: usize = 2_000;
/// Length in bytes from which on a file embedded in a string is left out.
const FILE: usize = 200;

/// Writes a string as blocks; true if it was a page, and so is Markdown now.
pub(super) fn blocks(to: &mut Written, text: &str) -> bool {
    match (file(text), is_page(text)) {
        (Some(file), _) => {
            to.block(file);
            false
        }
        (None, true) => {
            let whole = text[..char_start(text, REACH)].to_ascii_lowercase().contains("<body");
            html::write(to, text, if whole { Scope::Main } else { Scope::All });
            true
        }
        (None, false) => {
            to.block(&characters(text));
            false
        }
    }
}

/// A string on one line.
pub(super) fn line(text: &str) -> String {
    match (file(text), is_page(text)) {
        (Some(file), _) => file.to_owned(),
        (None, true) => {
            let mut written = Written::new(text.len().saturating_mul(4));
            html::write(&mut written, text, Scope::All);
            one_line(written.text())
        }
        (None, false) => one_line(&characters(text)),
    }
}

/// The text of a string that is neither a page nor a file.
pub(super) fn plain(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    (file(text).is_none() && !is_page(text)).then(|| characters(text))
}

/// True if a string is better read as blocks than on a line.
pub(super) fn is_long(text: &str) -> bool {
    const LINE: usize = 300;
    file(text).is_none() && (text.len() > LINE || text.trim().contains('\n'))
}

/// The kind of an embedded file, as in `data:image/png;base64`.
fn file(text: &str) -> Option<&str> {
    let head = text.strip_prefix("data:").filter(|_| text.len() > FILE)?.split_once(',')?.0;
    (head.len() < FILE && head.ends_with(";base64")).then(|| &text[..head.len() + "data:".len()])
}

/// True if a string is written in HTML: elements are closed in it, and it does not speak about them, as
/// a text with code does.
fn is_page(text: &str) -> bool {
    if !text.contains('<') || text.contains("```") || text.contains("`<") {
        return false;
    }
    let begins = text.trim_start().starts_with('<');
    let mut closed = 0;
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let (closing, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let name: String = rest.chars().take(12).take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        let after = rest.as_bytes().get(name.len());
        let ends = matches!(after, Some(b'>' | b' ' | b'/' | b'\n' | b'\t' | b'\r'));
        let counts = if closing { ELEMENTS.contains(&name.as_str()) } else { ALONE.contains(&name.as_str()) };
        if !(ends && counts) {
            continue;
        }
        closed += 1;
        if begins || closed > 1 || !closing || text.contains(&format!("<{name}")) {
            return true;
        }
    }
    false
}

/// A string whose characters are no longer written by their names, as in `&amp;`.
fn characters(text: &str) -> std::borrow::Cow<'_, str> {
    let is_named = |part: &str| {
        let name = part.split_once(';').map(|(name, _)| name).filter(|name| (2..=8).contains(&name.len()));
        name.is_some_and(|name| match name.strip_prefix('#') {
            Some(number) => number.trim_start_matches(['x', 'X']).bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => ["amp", "quot", "nbsp", "apos", "lt", "gt", "mdash", "ndash", "hellip", "laquo", "raquo", "rsquo"]
                .contains(&name),
        })
    };
    // A text about such names, or with them in links, is left as it is.
    if text.contains(['`', '<']) || !text.split('&').skip(1).any(is_named) {
        return text.into();
    }
    let lines = text.split('\n').map(|line| match line.split('&').skip(1).any(is_named) {
        true => scraper::Html::parse_fragment(line).root_element().text().collect::<String>(),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_html_is_read_as_such() {
        for (text, said) in [
            ("<p>Ring <b>twice</b>.</p>", "Ring twice."),
            ("Ring<br>twice", "Ring twice"),
            ("Ring <em>twice</em> &amp; rest", "Ring twice & rest"),
            ("Bells &amp; ropes &#8212; new", "Bells & ropes — new"),
            ("a < b and c > d", "a < b and c > d"),
            ("Vec<String> of <name>", "Vec<String> of <name>"),
            ("Close it with `</p>` & go", "Close it with `</p>` & go"),
            ("R&D at AT&T; a&b=1;", "R&D at AT&T; a&b=1;"),
            ("two\n lines", "two lines"),
        ] {
            assert_eq!(line(text), said, "{text}");
        }
        let file = format!("data:image/png;base64,{}", "A".repeat(300));
        assert_eq!(line(&file), "data:image/png;base64");
    }
}
