//! Metadata inside Markdown text: its first heading, links, hashtags and `tags:` lines.
//!
//! One pass over the blocks that are not code, one over the characters of each; the end of a bracket or
//! back-tick is searched within a fixed distance only, so that hostile text costs no more
//! than its bytes.

use quipu_kernel::model::Format;
use quipu_kernel::split::{BlockKind, blocks, heading_text};
use quipu_kernel::text::char_start;

use super::lists::Distinct;
use super::paths::target_of;

/// Search distance of the end of a link, in bytes.
const REACH: usize = 2_000;
/// The longest run of back-ticks that opens a code span.
const LONGEST_TICKS: usize = 32;
/// Nesting limit of brackets; beyond it the outer ones are forgotten.
const DEEPEST: usize = 64;
/// Nesting limit of round brackets in a target, as in CommonMark.
const DEEPEST_ROUND: usize = 32;
/// The longest tag, in bytes.
const LONGEST_TAG: usize = 120;

/// The metadata found.
#[derive(Debug, Default)]
pub(super) struct Markup {
    /// The words of the first heading that has any.
    pub(super) heading: Option<String>,
    /// Tags, without their `#`.
    pub(super) tags: Distinct,
    /// Targets of links: ids of documents below the same root, addresses, names of pages.
    pub(super) links: Distinct,
}

/// Reads the markup of a text found at `path`.
pub(super) fn read_markup(text: &str, format: Format, path: &str) -> Markup {
    let mut found = Markup::default();
    for block in blocks(text, format).filter(|block| block.kind != BlockKind::Code) {
        let part = &text[block.span];
        if let BlockKind::Heading { line, .. } = block.kind
            && found.heading.is_none()
        {
            found.heading = Some(heading_text(&text[line])).filter(|words| !words.is_empty());
        }
        part.lines().filter_map(tags_line).for_each(|tags| split_tags(tags, &mut found.tags));
        Inline {
            text: part,
            path,
            found: &mut found,
            open: Vec::new(),
            no_page: 0,
            no_end: [false; LONGEST_TICKS + 1],
        }
        .read();
    }
    found
}

/// The rest of a line after `tags:` or a similar word at its start.
fn tags_line(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', '_', ' ', '\t', '>', '-']);
    let (name, tags) = line.split_once(':').filter(|(name, _)| name.len() <= 24)?;
    let name = name.trim_end_matches(['*', '_', ' ']).to_lowercase();
    let known = ["tags", "tag", "keywords", "теги", "тэги", "ключевые слова"].contains(&name.as_str());
    known.then(|| tags.trim_start_matches(['*', '_', ' ']))
}

/// Adds the tags of one string: parted by commas or semicolons, or each with its `#`.
pub(super) fn split_tags(text: &str, tags: &mut Distinct) {
    let by_comma = text.contains([',', ';']) || !text.contains('#');
    let parts: Vec<&str> = if by_comma { text.split([',', ';']).collect() } else { text.split_whitespace().collect() };
    for part in parts {
        let marks = |c: char| c.is_whitespace() || matches!(c, '#' | '"' | '\'' | '[' | ']' | '*' | '`' | '.');
        let tag = part.trim_matches(marks);
        if tag.len() <= LONGEST_TAG {
            tags.add(tag);
        }
    }
}

/// Reads one block from left to right.
struct Inline<'a, 'b> {
    text: &'a str,
    path: &'a str,
    found: &'b mut Markup,
    /// The positions of open brackets.
    open: Vec<usize>,
    /// Position in the current line before which there is no `]]`.
    no_page: usize,
    /// Lengths of back-tick runs that nothing closes in the rest of the block.
    no_end: [bool; LONGEST_TICKS + 1],
}

impl<'a> Inline<'a, '_> {
    fn read(&mut self) {
        let mut at = 0;
        while let Some(step) = self.text[at..].find(['`', '[', ']', '#', '\\', '<']) {
            let mark = at + step;
            at = match self.text.as_bytes()[mark] {
                b'`' => self.code(mark),
                b'[' => self.bracket(mark),
                b']' => self.target(mark),
                b'#' => self.hashtag(mark),
                b'<' => self.address(mark),
                _ => self.next_char(mark + 1),
            };
        }
    }

    /// The place after the character at `at`, or the end of the text.
    fn next_char(&self, at: usize) -> usize {
        self.text[at..].chars().next().map_or(at, |c| at + c.len_utf8())
    }

    /// Skips a code span; a run of back-ticks that nothing closes is text.
    fn code(&mut self, mark: usize) -> usize {
        let rest = &self.text[mark..];
        let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
        let after = mark + ticks;
        if ticks > LONGEST_TICKS || self.no_end[ticks] {
            return after;
        }
        let mut at = after;
        while let Some(step) = self.text[at..].find('`') {
            let run = self.text[at + step..].bytes().take_while(|byte| *byte == b'`').count();
            at += step + run;
            if run == ticks {
                return at;
            }
        }
        self.no_end[ticks] = true;
        after
    }

    /// A page in double brackets, or the opening of a link's words.
    fn bracket(&mut self, mark: usize) -> usize {
        if let Some(page) = self.page(mark) {
            if !self.is_image(mark) {
                self.found.links.add(page.split(['|', '#']).next().unwrap_or_default());
            }
            return mark + page.len() + 4;
        }
        if self.open.len() < DEEPEST {
            self.open.push(mark);
        }
        mark + 1
    }

    fn page(&mut self, mark: usize) -> Option<&'a str> {
        let line = self.near(mark).lines().next().filter(|line| line.starts_with("[[") && mark >= self.no_page)?;
        let end = line.find("]]");
        if end.is_none() {
            self.no_page = mark + line.len();
        }
        // `[[1]](target)` is a link whose words have brackets.
        end.filter(|end| !line[end + 2..].starts_with('(')).map(|end| &line[2..end])
    }

    fn is_image(&self, mark: usize) -> bool {
        self.text[..mark].ends_with('!')
    }

    /// The part after a closing bracket: the target in round ones, or of a definition at a line's start.
    fn target(&mut self, mark: usize) -> usize {
        let Some(open) = self.open.pop() else { return mark + 1 };
        let near = self.near(mark + 1);
        let target = match near.bytes().next() {
            Some(b'(') => round(&near[1..]),
            Some(b':') if self.defines(open) => near[1..].split_whitespace().next().map(|word| (word, word.len())),
            _ => None,
        };
        let Some((target, length)) = target else { return mark + 1 };
        if !self.is_image(open)
            && let Some(link) = target_of(target.trim_matches(['<', '>']), self.path)
        {
            self.found.links.add(&link);
        }
        // Never past the target, so that no hashtag is read from it.
        self.char_end(mark + 2 + length)
    }

    /// True if a bracket opens the name of a definition: first in its line, and no footnote.
    fn defines(&self, open: usize) -> bool {
        let before = self.text[..open].trim_end_matches(' ');
        let first = before.is_empty() || before.ends_with('\n');
        first && !self.text[open + 1..].starts_with('^')
    }

    /// The nearest place from `at` on where a character begins.
    fn char_end(&self, at: usize) -> usize {
        (at..self.text.len()).find(|at| self.text.is_char_boundary(*at)).unwrap_or(self.text.len())
    }

    fn address(&mut self, mark: usize) -> usize {
        let near = self.near(mark + 1);
        let end = near.find(['>', '<', ' ', '\n']).filter(|end| near[*end..].starts_with('>'));
        let Some(address) = end.map(|end| &near[..end]).filter(|address| address.contains("://")) else {
            return mark + 1;
        };
        self.found.links.add(address);
        mark + 2 + address.len()
    }

    fn hashtag(&mut self, mark: usize) -> usize {
        let free = self.text[..mark]
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ',' | ';' | '*' | '_' | '>'));
        let rest = &self.text[mark + 1..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))).unwrap_or(rest.len());
        let tag = rest[..end].trim_end_matches(['-', '/', '_']);
        if free && is_tag(tag) {
            self.found.tags.add(tag);
        }
        mark + 1 + end
    }

    /// The text within reach of a position.
    fn near(&self, at: usize) -> &'a str {
        &self.text[at..char_start(self.text, at + REACH)]
    }
}

/// The target before the round bracket that closes it, and the distance of that bracket.
fn round(text: &str) -> Option<(&str, usize)> {
    let mut depth = 1usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0 || depth > DEEPEST_ROUND || byte == b'\n'
    })?;
    let inside = text[..end].trim();
    // A title may follow the target, after white space.
    let target = if inside.starts_with('<') { inside.split('>').next()? } else { inside.split_whitespace().next()? };
    (depth == 0).then_some((target, end))
}

/// True if the text after a `#` is a tag: it has a letter, and is no colour in hexadecimal digits.
fn is_tag(tag: &str) -> bool {
    let digits = tag.bytes().all(|byte| byte.is_ascii_hexdigit());
    let colour =
        digits && (matches!(tag.len(), 3 | 6 | 8) || (tag.len() == 4 && tag.bytes().any(|byte| byte.is_ascii_digit())));
    tag.len() <= LONGEST_TAG && tag.chars().any(char::is_alphabetic) && !colour
}
