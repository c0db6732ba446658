//! Blocks: the headings, paragraphs, lists, tables and code of a text, one after another.
//!
//! A flat reading of CommonMark and its tables: as much as a splitter needs, and no tree. Every line
//! is looked at a bounded number of times, so the cost is linear in the text for any nesting.
//! Differences from CommonMark: only a paragraph of one line becomes a heading by a line below
//! it (dashes under a long paragraph are a break), and a heading has at most 1,000 bytes.

use std::ops::Range;

use super::lines::{Fence, MarkdownLine};
use crate::model::Format;

/// Kinds of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The line that holds its words.
        line: Range<usize>,
    },
    /// A paragraph, a quotation, a thematic break, or anything else.
    Paragraph,
    /// A list with all its members.
    List,
    /// A table.
    Table {
        /// Its header: the row of titles and the row of dashes.
        header: Range<usize>,
    },
    /// Code, fenced or indented.
    Code,
}

/// A block of a text: whole lines, none blank at either end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Kind of the block.
    pub kind: BlockKind,
    /// Place in the text.
    pub span: Range<usize>,
}

/// The blocks of a text, in order; between them there is nothing but white space.
pub fn blocks(text: &str, format: Format) -> Blocks<'_> {
    Blocks { text, format, at: 0 }
}

/// See [`blocks`].
#[derive(Debug, Clone)]
pub struct Blocks<'a> {
    text: &'a str,
    format: Format,
    at: usize,
}

/// Kinds of lines that begin a block.
enum Start {
    Fence(Fence),
    Heading(u8),
    Rule,
    Member,
    Table,
    Indented,
    Text,
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let first = self.next_written()?;
        self.at = first.next;
        if self.format == Format::Plain {
            return Some(self.plain(&first));
        }
        Some(match self.start_of(&first) {
            Start::Fence(fence) => Block { span: first.start..self.fenced(&first, fence), kind: BlockKind::Code },
            Start::Heading(level) => heading(level, &first, first.end),
            Start::Rule => Block { span: first.start..first.end, kind: BlockKind::Paragraph },
            Start::Member => self.list(&first),
            Start::Table => self.table(&first),
            Start::Indented => self.indented(&first),
            Start::Text => self.paragraph(&first),
        })
    }
}

fn heading(level: u8, line: &MarkdownLine<'_>, end: usize) -> Block {
    Block { kind: BlockKind::Heading { level, line: line.start..line.end }, span: line.start..end }
}

impl<'a> Blocks<'a> {
    fn peek(&self) -> Option<MarkdownLine<'a>> {
        MarkdownLine::at(self.text, self.at)
    }

    /// The next line that is not blank; leaves the place before it.
    fn next_written(&mut self) -> Option<MarkdownLine<'a>> {
        while let Some(line) = self.peek() {
            if !line.is_blank() {
                return Some(line);
            }
            self.at = line.next;
        }
        None
    }

    fn start_of(&self, line: &MarkdownLine<'a>) -> Start {
        if line.indent() >= 4 {
            return Start::Indented;
        }
        if let Some(fence) = line.fence() {
            return Start::Fence(fence);
        }
        if let Some(level) = line.heading() {
            return Start::Heading(level);
        }
        if line.is_rule() {
            return Start::Rule;
        }
        if line.is_list_start() {
            return Start::Member;
        }
        let separated = || MarkdownLine::at(self.text, line.next).is_some_and(|next| next.is_separator());
        if line.has_bar() && separated() { Start::Table } else { Start::Text }
    }

    fn plain(&mut self, first: &MarkdownLine<'a>) -> Block {
        let mut end = first.end;
        while let Some(line) = self.peek().filter(|line| !line.is_blank()) {
            end = line.end;
            self.at = line.next;
        }
        Block { kind: BlockKind::Paragraph, span: first.start..end }
    }

    /// Takes the lines of fenced code; returns its end. A fence that nothing closes runs to the
    /// end of the text.
    fn fenced(&mut self, first: &MarkdownLine<'a>, fence: Fence) -> usize {
        let mut end = first.end;
        while let Some(line) = self.peek() {
            self.at = line.next;
            if !line.is_blank() {
                end = line.end;
            }
            if fence.closed_by(&line) {
                break;
            }
        }
        end
    }

    fn indented(&mut self, first: &MarkdownLine<'a>) -> Block {
        let mut end = first.end;
        while let Some(line) = self.next_written().filter(|line| line.indent() >= 4) {
            end = line.end;
            self.at = line.next;
        }
        Block { kind: BlockKind::Code, span: first.start..end }
    }

    fn table(&mut self, first: &MarkdownLine<'a>) -> Block {
        let separator = self.peek().map_or(first.end, |line| line.end);
        let mut end = first.end;
        while let Some(line) = self.peek().filter(|line| !line.is_blank() && line.has_bar()) {
            if line.heading().is_some() || line.fence().is_some() {
                break;
            }
            end = line.end;
            self.at = line.next;
        }
        Block { kind: BlockKind::Table { header: first.start..separator }, span: first.start..end }
    }

    /// A list runs over blank lines as long as the next line is indented or begins with a list's mark.
    fn list(&mut self, first: &MarkdownLine<'a>) -> Block {
        let mut end = first.end;
        let mut at = self.at;
        while let Some(line) = self.next_written() {
            let after_blank = line.start != at;
            let inside = line.indent() >= 2;
            let goes_on = inside || (line.is_list_start() && !line.is_rule());
            if !goes_on && (after_blank || !matches!(self.start_of(&line), Start::Text)) {
                break;
            }
            self.at = line.next;
            end = match line.fence() {
                Some(fence) => self.fenced(&line, fence),
                None => line.end,
            };
            at = self.at;
        }
        Block { kind: BlockKind::List, span: first.start..end }
    }

    fn paragraph(&mut self, first: &MarkdownLine<'a>) -> Block {
        let mut end = first.end;
        if let Some(line) = self.peek()
            && let Some(level) = line.underline().filter(|_| first.can_be_underlined())
        {
            self.at = line.next;
            return heading(level, first, line.end);
        }
        while let Some(line) = self.peek().filter(|line| !line.is_blank()) {
            match self.start_of(&line) {
                Start::Text | Start::Indented => {}
                // A wrapped line may begin with a year and a full stop.
                Start::Member if line.content().starts_with(|c: char| c.is_ascii_digit() && c != '1') => {}
                _ => break,
            }
            end = line.end;
            self.at = line.next;
        }
        Block { kind: BlockKind::Paragraph, span: first.start..end }
    }
}
