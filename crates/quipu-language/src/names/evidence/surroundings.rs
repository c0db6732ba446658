//! The signs before a find on its line.

/// The beginning of a line up to a find.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineBefore<'a> {
    line: &'a str,
}

/// True for a sign behind which any word gets a capital: marks of a label, a quotation, a bracket, a colon.
pub(super) fn is_sign(c: char) -> bool {
    const SIGNS: [char; 22] =
        ['|', '*', '_', ':', '"', '“', '„', '«', '‘', '(', '[', '>', '•', '–', '—', '/', '=', '!', '}', '→', '·', '~'];
    SIGNS.contains(&c)
}

impl<'a> LineBefore<'a> {
    /// The signs before a position.
    pub(super) fn of(text: &'a str, at: usize) -> Self {
        let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
        LineBefore { line: &text[start..at] }
    }

    fn trimmed(self) -> &'a str {
        self.line.trim_end_matches([' ', '\t'])
    }

    /// True behind the sign of a hashtag.
    pub(super) fn is_tag(self) -> bool {
        self.line.ends_with('#')
    }

    /// True in a wikilink.
    pub(super) fn is_link(self) -> bool {
        self.line.rfind("[[") > self.line.rfind("]]")
    }

    /// True behind the sign of a variable or of a blank to be filled in: "$CUSTOMER", "{{ productName }}", "%HOME%".
    pub(super) fn is_placeholder(self) -> bool {
        self.line.ends_with(['$', '%']) || self.line.ends_with("${") || self.trimmed().ends_with("{{")
    }

    /// True behind a back-tick that opens a code span.
    pub(super) fn is_code(self) -> bool {
        self.line.ends_with('`')
    }

    /// True at a place where any word gets a capital.
    pub(super) fn is_marked(self) -> bool {
        self.trimmed().ends_with(is_sign)
    }

    /// True at the beginning of a line, after the marks of a list, a quotation or a label.
    pub(super) fn is_line_start(self) -> bool {
        let sign = |c: char| matches!(c, '-' | '*' | '+' | '>' | '_' | '•' | '[' | ']' | '!' | '#' | '.' | ')' | ' ');
        self.line.chars().all(|c| sign(c) || c.is_ascii_digit())
    }
}
