//! The words of a heading, without its markup.

use std::ops::Range;

use super::blocks::{BlockKind, blocks};
use crate::model::Format;

/// The most characters kept of a heading: a path of six stays small beside the text below it.
const LONGEST: usize = 160;
/// The most brackets looked at in a heading, so that brackets nothing closes cost little.
const MOST_LINKS: usize = 32;

/// The words of a heading's line: without `#`, code marks, marks of emphasis, link targets, tags of HTML around words and a
/// trailing `{#anchor}`; at most 160 characters.
pub fn heading_text(line: &str) -> String {
    let words = without_hashes(line.trim());
    let words = match words.rfind("{#") {
        Some(at) if words.ends_with('}') => words[..at].trim_end(),
        _ => words,
    };
    let plain = without_links(&without_tags(words)).replace("**", "").replace('`', "");
    without_emphasis(plain.trim()).split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// The words of the first heading of a Markdown text that has any words.
pub fn first_heading(text: &str) -> Option<String> {
    blocks(text, Format::Markdown)
        .filter_map(|block| match block.kind {
            BlockKind::Heading { line, .. } => Some(heading_text(&text[line])),
            _ => None,
        })
        .find(|words| !words.is_empty())
}

/// Number of headings with words at the beginning of a text.
pub fn leading_headings(text: &str, format: Format) -> usize {
    let mut leading = blocks(text, format).map_while(|block| match block.kind {
        BlockKind::Heading { line, .. } => Some(!heading_text(&text[line]).is_empty()),
        _ => None,
    });
    leading.by_ref().filter(|worded| *worded).count()
}

/// The first [`LONGEST`] characters of `line`, in bytes.
pub(super) fn clipped(line: &str) -> usize {
    line.char_indices().nth(LONGEST).map_or(line.len(), |(at, _)| at)
}

fn without_hashes(line: &str) -> &str {
    let words = line.trim_start_matches('#');
    if words.len() == line.len() {
        return line;
    }
    let closed = words.trim_end_matches('#');
    let is_close = closed.is_empty() || closed.ends_with([' ', '\t']);
    if is_close { closed.trim() } else { words.trim() }
}

/// Emphasis is markup where it holds the whole heading; inside it may be part of a name.
fn without_emphasis(words: &str) -> &str {
    let inside = |mark: char| words.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.contains(mark));
    inside('*').or_else(|| inside('_')).unwrap_or(words)
}

/// Tags that are closed in the heading go, their words stay: `<span class="n">1</span>`, but not `Vec<T>`.
fn without_tags(words: &str) -> String {
    let mut out = words.to_owned();
    for _ in 0..MOST_LINKS {
        let Some((from, to)) = last_pair(&out) else { break };
        out.replace_range(to, "");
        out.replace_range(from, "");
    }
    out
}

/// The places of an opening tag and of the one that closes it, the last that is closed.
fn last_pair(words: &str) -> Option<(Range<usize>, Range<usize>)> {
    let close = words.rfind("</")?;
    let end = close + words[close..].find('>')? + 1;
    let name = words[close + 2..end - 1].trim();
    let named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let opens = |at: &usize| {
        let behind = words[at + 1..].strip_prefix(name).and_then(|behind| behind.chars().next());
        behind.is_some_and(|next| next == '>' || next.is_whitespace())
    };
    let open = words[..close].rmatch_indices('<').map(|(at, _)| at).find(opens).filter(|_| named)?;
    let opened = open + words[open..close].find('>')? + 1;
    Some((open..opened, close..end))
}

/// `[words](target)`, `[words][label]` and `[[target|words]]` become their words, an image its
/// description; an image that is a link, as badges are, goes.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    for _ in 0..MOST_LINKS {
        let Some(open) = rest.find('[') else { break };
        out.push_str(rest[..open].strip_suffix('!').unwrap_or(&rest[..open]));
        let inner = &rest[open..];
        let Some((words, length)) = badge(inner).or_else(|| wiki(inner)).or_else(|| inline(inner)) else {
            out.push('[');
            rest = &inner[1..];
            continue;
        };
        out.push_str(words);
        rest = &inner[length..];
    }
    out.push_str(rest);
    out
}

fn wiki(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("[[")?;
    let end = inner.find("]]")?;
    let words = inner[..end].rsplit('|').next().unwrap_or(&inner[..end]);
    Some((words, end + 4))
}

/// `[words](target)` or `[words][label]`.
fn inline(text: &str) -> Option<(&str, usize)> {
    let _ = text.strip_prefix('[')?;
    let close = text.find(']')?;
    let length = target(&text[close + 1..])?;
    Some((&text[1..close], close + 1 + length))
}

/// `[![description](image)](target)`, with labels for either: it has no words.
fn badge(text: &str) -> Option<(&'static str, usize)> {
    let image = text.strip_prefix("[!")?;
    let (_, length) = inline(image)?;
    let after = image[length..].strip_prefix(']')?;
    Some(("", 2 + length + 1 + target(after).unwrap_or(0)))
}

/// Length of the `(target)` or `[label]` that a text begins with.
fn target(text: &str) -> Option<usize> {
    let close = match text.chars().next()? {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    text.find(close).map(|at| at + 1)
}
