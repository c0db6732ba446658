//! Texts from documents, files and servers never control the terminal: their control characters are replaced.
//!
//! Our own emphasis and links to files are recognised by their form; a document with the same sequences can be
//! emphasised, and nothing more.

use std::borrow::Cow;

/// The start and end sequences of emphasis.
const STYLES: [&str; 3] = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[0m"];
/// The start of a link to a file, the end of its address, and the end of the link.
const LINK: &str = "\u{1b}]8;;file://";
const ADDRESS_END: &str = "\u{1b}\\";
const LINK_END: &str = "\u{1b}]8;;\u{1b}\\";

/// A text without control characters, except line breaks, tabs, and our own styles and links.
pub(super) fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_steering) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(length) = own(rest) {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        } else {
            let mut left = rest.chars();
            let steering = left.next();
            // The line breaks of other systems are no more than that.
            if steering != Some('\r') || !left.as_str().starts_with('\n') {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            rest = left.as_str();
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn is_steering(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

/// The length of our own style or link at the start of a text.
fn own(text: &str) -> Option<usize> {
    if let Some(style) = STYLES.iter().chain(&[LINK_END]).find(|style| text.starts_with(**style)) {
        return Some(style.len());
    }
    let address = text.strip_prefix(LINK)?;
    let length = address.find(|c: char| c.is_control())?;
    address[length..].starts_with(ADDRESS_END).then_some(LINK.len() + length + ADDRESS_END.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_and_our_own_codes_stay() {
        assert_eq!(safe("a\u{1b}[2Jb\u{7}\u{9b}31m\rc\r\nd\te"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}31m\u{fffd}c\nd\te");
        let own = "\u{1b}[1mName\u{1b}[0m \u{1b}]8;;file:///a%20b\u{1b}\\a b\u{1b}]8;;\u{1b}\\";
        assert_eq!(safe(own), own);
        assert!(!safe("\u{1b}]8;;https://example.org\u{1b}\\x").contains('\u{1b}'));
        assert!(!safe("\u{1b}]8;;file://\u{1b}[2J").contains("\u{1b}[2J"));
    }

    #[test]
    fn no_other_control_character_is_left() {
        let parts = ["\u{1b}", "[1m", "]8;;file://", "\\", "a", "\u{9b}", "\r", "\n", "é"];
        for number in 0..parts.len().pow(5) {
            let text: String = (0..5).map(|place| parts[number / parts.len().pow(place) % parts.len()]).collect();
            let mut left = safe(&text).into_owned();
            for own in [&STYLES[..], &[LINK_END, LINK, ADDRESS_END]].concat() {
                left = left.replace(own, "");
            }
            assert!(!left.contains(is_steering), "{left:?} of {text:?}");
        }
    }
}
