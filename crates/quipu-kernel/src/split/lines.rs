//! Lines of Markdown, each judged by itself: the blocks that a line could begin or end.
//!
//! Nothing here looks further than its line, so no nesting, however deep, costs more than its
//! bytes.

/// The longest line taken for a heading, in bytes; a longer one is a paragraph that begins with `#`.
const LONGEST_HEADING: usize = 1000;

/// A line of a text.
#[derive(Debug, Clone, Copy)]
pub struct MarkdownLine<'a> {
    /// Beginning of the line.
    pub start: usize,
    /// End of the line, before its line break.
    pub end: usize,
    /// Beginning of the next line.
    pub next: usize,
    /// The line, without its break.
    pub text: &'a str,
}

impl<'a> MarkdownLine<'a> {
    /// The line that begins at byte `start`; none at the end of the text.
    pub fn at(text: &'a str, start: usize) -> Option<Self> {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let (length, step) = rest.find('\n').map_or((rest.len(), rest.len()), |at| (at, at + 1));
        let line = rest[..length].strip_suffix('\r').unwrap_or(&rest[..length]);
        Some(Self { start, end: start + line.len(), next: start + step, text: line })
    }

    /// True if it holds only white space.
    pub fn is_blank(&self) -> bool {
        self.text.trim_start().is_empty()
    }

    /// Columns before the first character that is no space or tab; a tab reaches the next column
    /// that four divides.
    pub fn indent(&self) -> usize {
        let mut columns = 0;
        for byte in self.text.bytes() {
            match byte {
                b' ' => columns += 1,
                b'\t' => columns += 4 - columns % 4,
                _ => break,
            }
        }
        columns
    }

    /// The line after its indent.
    pub fn content(&self) -> &'a str {
        self.text.trim_start_matches([' ', '\t'])
    }

    /// The fence that the line opens.
    pub fn fence(&self) -> Option<Fence> {
        let content = self.content();
        let mark = content.bytes().next().filter(|mark| matches!(mark, b'`' | b'~'))?;
        let length = run_of(content, mark);
        let info = &content[length..];
        (length >= 3 && (mark == b'~' || !info.contains('`'))).then_some(Fence { mark, length })
    }

    /// The level of the heading that the line is by its leading `#`.
    pub fn heading(&self) -> Option<u8> {
        let content = self.content();
        let level = run_of(content, b'#');
        let spaced = matches!(content.as_bytes().get(level), None | Some(b' ' | b'\t'));
        let short = self.indent() < 4 && self.text.len() <= LONGEST_HEADING;
        ((1..=6).contains(&level) && spaced && short).then_some(level as u8)
    }

    /// The level of the heading that the line makes of the line above it.
    pub fn underline(&self) -> Option<u8> {
        let content = self.content().trim_end();
        let mark = content.bytes().next()?;
        let only = content.len() >= 2 && self.indent() < 4 && run_of(content, mark) == content.len();
        match mark {
            b'=' if only => Some(1),
            b'-' if only => Some(2),
            _ => None,
        }
    }

    /// True if the line can be the text of an underlined heading.
    pub fn can_be_underlined(&self) -> bool {
        self.text.len() <= LONGEST_HEADING && !self.content().starts_with(['>', '<', '|'])
    }

    /// True if the line is a thematic break: three or more of `-`, `*` or `_`, and spaces.
    pub fn is_rule(&self) -> bool {
        let content = self.content();
        let Some(mark) = content.bytes().next().filter(|mark| matches!(mark, b'-' | b'*' | b'_')) else {
            return false;
        };
        let mut marks = 0;
        let only = content.bytes().all(|byte| {
            marks += usize::from(byte == mark);
            byte == mark || byte == b' ' || byte == b'\t'
        });
        only && marks >= 3 && self.indent() < 4
    }

    /// True if the line begins with a list's mark: a bullet, or a number with `.` or `)`.
    pub fn is_list_start(&self) -> bool {
        let content = self.content().as_bytes();
        let digits = content.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
        let mark = match content.get(digits) {
            Some(b'-' | b'*' | b'+') if digits == 0 => 1,
            Some(b'.' | b')') if (1..10).contains(&digits) => digits + 1,
            _ => return false,
        };
        matches!(content.get(mark), None | Some(b' ' | b'\t'))
    }

    /// True if the line could be a row of a table.
    pub fn has_bar(&self) -> bool {
        self.text.contains('|')
    }

    /// True if the line is the row of dashes between a table's header and its body.
    pub fn is_separator(&self) -> bool {
        let only = self.text.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'));
        only && self.text.contains('-') && self.has_bar()
    }
}

/// The opening of fenced code.
#[derive(Debug, Clone, Copy)]
pub struct Fence {
    mark: u8,
    length: usize,
}

impl Fence {
    /// True if the line closes this fence.
    pub fn closed_by(&self, line: &MarkdownLine<'_>) -> bool {
        let content = line.content().trim_end();
        let length = run_of(content, self.mark);
        length >= self.length && length == content.len()
    }
}

/// Number of bytes at the start of `text` that equal `mark`.
fn run_of(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}
