//! Markdown that names things: code spans, links, wikilinks, hashtags, headings.
//!
//! One pass that also returns the spans without prose (code, addresses, tags), so that no other rule
//! looks there. The text looked at after an opening sign is bounded, so the cost is linear.

use super::found::FoundName;
use quipu_kernel::model::{Kind, Span};

/// The names and hidden spans of a chunk's markup.
#[derive(Debug, Default)]
pub(super) struct ChunkMarkup {
    /// Things named.
    pub found: Vec<FoundName>,
    /// Spans without prose, in order.
    pub hidden: Vec<Span>,
    /// Wikilinks whose text differs from their target: target, text.
    pub links: Vec<(Span, Span)>,
    /// Texts of heading lines.
    pub headings: Vec<Span>,
}

/// The longest link text, target, code span or tag, in bytes.
const LONGEST: usize = 256;
/// The longest code span that is a name, in bytes.
const LONGEST_CODE: usize = 64;

/// Reads the markup of a text.
pub(super) fn markup(text: &str) -> ChunkMarkup {
    let mut out = ChunkMarkup::default();
    let mut line_start = true;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at).copied() {
        if !line_start && !is_sign(byte) {
            at += text.as_bytes()[at..].iter().position(|byte| is_sign(*byte)).unwrap_or(text.len() - at);
            continue;
        }
        let read = match byte {
            b'`' if line_start && text[at..].starts_with("```") => fence(text, at, &mut out),
            b'`' => code(text, at, &mut out),
            b'[' if text[at..].starts_with("[[") => wikilink(text, at, &mut out),
            b'[' => link(text, at, &mut out),
            b'#' if line_start => heading(text, at, &mut out).or_else(|| hashtag(text, at, &mut out)),
            b'#' => hashtag(text, at, &mut out),
            b'<' => tag(text, at, &mut out),
            b'{' => template(text, at, &mut out),
            b'h' if text[at..].starts_with("http://") || text[at..].starts_with("https://") => {
                address(text, at, &mut out)
            }
            _ => None,
        };
        line_start = byte == b'\n' || (line_start && byte == b' ');
        at = read.unwrap_or(at + 1).max(at + 1);
        // Every sign above is ASCII; bytes inside a longer character match none of them.
    }
    out
}

/// True if a byte inside a line is looked at.
fn is_sign(byte: u8) -> bool {
    matches!(byte, b'`' | b'[' | b'#' | b'<' | b'{' | b'h' | b'\n')
}

/// The place of `sign` after `at`, on the same line and not too far.
fn ahead(text: &str, at: usize, sign: u8) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    bytes.iter().take(LONGEST).take_while(|b| **b != b'\n').position(|b| *b == sign).map(|offset| at + offset)
}

fn fence(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let close = text[at + 3..].find("\n```").map_or(text.len(), |offset| at + 3 + offset + 4);
    out.hidden.push(Span::new(at, close));
    Some(close)
}

fn code(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let close = ahead(text, at + 1, b'`')?;
    let inner = text[at + 1..close].trim_end_matches("()");
    let is_name = !inner.is_empty()
        && inner.len() <= LONGEST_CODE
        && !inner.contains(char::is_whitespace)
        && inner.contains(char::is_alphabetic);
    if is_name {
        let kind = if super::identifiers::is_service(inner) { Kind::Service } else { Kind::Identifier };
        out.found.push(FoundName::new(at + 1, at + 1 + inner.len(), kind));
    }
    out.hidden.push(Span::new(at, close + 1));
    Some(close + 1)
}

fn wikilink(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let close = ahead(text, at + 2, b']').filter(|close| text[*close..].starts_with("]]"))?;
    let inner = &text[at + 2..close];
    let (target, label) = match inner.split_once('|') {
        Some((target, label)) => {
            (trimmed(text, at + 2, at + 2 + target.len()), Some(trimmed(text, close - label.len(), close)))
        }
        None => (trimmed(text, at + 2, close), None),
    };
    let page = text[target.range()].split(['#', '^']).next().unwrap_or_default().trim_end().len();
    let target = Span::new(target.range().start, target.range().start + page);
    out.hidden.push(Span::new(at, close + 2));
    // An embedded page or picture is shown, and not named.
    if text[..at].ends_with('!') {
        return Some(close + 2);
    }
    for span in [Some(target), label].into_iter().flatten().filter(|span| is_nameable(&text[span.range()])) {
        out.found.push(FoundName::new(span.range().start, span.range().end, Kind::Entity));
    }
    if let Some(label) = label {
        out.links.push((target, label));
    }
    Some(close + 2)
}

fn link(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let close = ahead(text, at + 1, b']')?;
    let end = match text.as_bytes().get(close + 1)? {
        b'(' => ahead(text, close + 2, b')')? + 1,
        _ => return None,
    };
    let is_image = at > 0 && text.as_bytes()[at - 1] == b'!';
    let label = trimmed(text, at + 1, close);
    if !is_image && is_nameable(&text[label.range()]) {
        out.found.push(FoundName::new(label.range().start, label.range().end, Kind::Entity));
    }
    out.hidden.push(Span::new(at, end));
    Some(end)
}

/// The longest name that a link, a heading or a tag gives, in words.
const MOST_WORDS: usize = 6;

/// True if a link's text can be a name: short, with a letter, no address, no code.
fn is_nameable(text: &str) -> bool {
    let generic = ["here", "this", "link", "more", "read more", "source", "see", "тут", "здесь", "ссылка", "подробнее"];
    text.contains(char::is_alphabetic)
        && !text.contains("://")
        && !text.contains(['`', '[', ']', '*', '<'])
        && text.split_whitespace().nth(MOST_WORDS).is_none()
        && !generic.contains(&text.to_lowercase().as_str())
}

fn hashtag(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let before = text[..at].chars().next_back();
    if before.is_some_and(|c| !c.is_whitespace() && c != '(') {
        return None;
    }
    let body = &text[at + 1..];
    let length: usize = body
        .chars()
        .take(LONGEST_CODE)
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))
        .map(char::len_utf8)
        .sum();
    let tag = body[..length].trim_end_matches(['-', '/', '_']);
    if !tag.starts_with(char::is_alphabetic) {
        return None;
    }
    let end = at + 1 + tag.len();
    out.found.push(FoundName::new(at + 1, end, Kind::Concept));
    out.hidden.push(Span::new(at, end));
    Some(end)
}

fn heading(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let line = text[at..].lines().next().unwrap_or_default();
    let body = line.trim_start_matches('#');
    if line.len() - body.len() > 6 || !body.starts_with(' ') {
        return None;
    }
    let start = at + line.len() - body.len();
    let words = body.trim_end_matches(['#', ' ']);
    // "Lever {#lever}": the anchor is no word.
    let words = words.rfind("{#").filter(|_| words.ends_with('}')).map_or(words, |anchor| &words[..anchor]);
    out.headings.push(trimmed(text, start, start + words.len()));
    Some(start)
}

fn tag(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let opens = text.as_bytes().get(at + 1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'/' || *b == b'!');
    let close = ahead(text, at + 1, b'>').filter(|_| opens)?;
    out.hidden.push(Span::new(at, close + 1));
    Some(close + 1)
}

/// A tag of a template, or the attributes of a block: "{% include x.md %}", "{{ productName }}", "{: .wide }".
fn template(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let opens = text.as_bytes().get(at + 1).is_some_and(|b| matches!(b, b'%' | b'{' | b':' | b'#'));
    let close = ahead(text, at, b'}').filter(|_| opens)?;
    let end = if text[close..].starts_with("}}") { close + 2 } else { close + 1 };
    out.hidden.push(Span::new(at, end));
    Some(end)
}

fn address(text: &str, at: usize, out: &mut ChunkMarkup) -> Option<usize> {
    let length = text[at..]
        .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | ')' | ']'))
        .unwrap_or(text.len() - at);
    out.hidden.push(Span::new(at, at + length));
    Some(at + length)
}

/// A span without the white space at its ends.
fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let body = &text[start..end];
    let from = start + (body.len() - body.trim_start().len());
    Span::new(from, from + body.trim().len())
}

/// True if the heading looks like a name or a term: short, no sentence, not one of the usual parts
/// of a document.
pub(super) fn heading_names(heading: &str) -> bool {
    let words = heading.split_whitespace().count();
    let lower = heading.to_lowercase();
    (1..=4).contains(&words)
        && heading.starts_with(char::is_alphabetic)
        && !heading.ends_with(['?', '!', '.', ':'])
        && !heading.contains(['[', '`', '<', '*'])
        && !super::lexicon::marks_of(&lower)
            .any(crate::tables::marks::Marks::GENERIC_HEADING | crate::tables::marks::Marks::STOP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        markup(text).found.iter().map(|f| &text[f.start..f.end]).collect()
    }

    #[test]
    fn markup_gives_names() {
        assert_eq!(names("See `store.get()` and `rm -rf`"), ["store.get"]);
        assert_eq!(names("A [Red Book](http://x/y) and ![pic](a.png), [here](b)"), ["Red Book"]);
        assert_eq!(names("[[Ada Lovelace#Life|Ada]] and [[Киев]]"), ["Ada Lovelace", "Ada", "Киев"]);
        assert!(names("![[tower.png]]").is_empty());
        assert_eq!(names("#graph and a#b and #идея, #1"), ["graph", "идея"]);
    }

    #[test]
    fn code_and_addresses_are_hidden() {
        let text = "```\nLet Me Be\n```\nhttps://Example.org/Path end";
        let hidden: Vec<&str> = markup(text).hidden.iter().map(|span| &text[span.range()]).collect();
        assert_eq!(hidden, ["```\nLet Me Be\n```", "https://Example.org/Path"]);
    }

    #[test]
    fn short_headings_name() {
        assert!(heading_names("Vector index") && heading_names("Система хранения"));
        assert!(!heading_names("Introduction") && !heading_names("How does it work?"));
    }
}
