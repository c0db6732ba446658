//! Explicit markup of reStructuredText, which begins with two dots: notes, targets, comments, directives.

use super::rst_body::{BodyMemo, RstPlace, RstReader, heading_at};
use super::rst_directive_kinds::{DirectiveKind, kind_of};
use super::rst_lines::{dedent, field, is_blank, next_written};
use super::rst_targets::explicit_end;

/// The longest name of a directive, in bytes.
const LONGEST_NAME: usize = 80;

/// A directive with its parts.
#[derive(Debug)]
pub(super) struct DirectiveParts<'a> {
    /// Its name, in small letters.
    pub(super) name: String,
    /// The rest of its first line.
    pub(super) first: &'a str,
    /// The lines below the first, before its options and any blank line.
    pub(super) more: Vec<&'a str>,
    /// Its options.
    pub(super) options: Vec<(&'a str, String)>,
    /// Its content.
    pub(super) content: Vec<&'a str>,
}

impl<'a> DirectiveParts<'a> {
    /// The parts of a directive with this name and first line; `below` are the lines below.
    fn of(name: &str, first: &'a str, below: &[&'a str]) -> Self {
        let lines = dedent(below);
        let mut at = 0;
        while at < lines.len() && !is_blank(lines[at]) && field(lines[at]).is_none() {
            at += 1;
        }
        let more = lines[..at].to_vec();
        let mut options: Vec<(&str, String)> = Vec::new();
        while let Some(line) = lines.get(at).filter(|line| !is_blank(line)) {
            match (field(line), options.last_mut()) {
                (Some((name, value)), _) => options.push((name, value.to_owned())),
                (None, Some((_, value))) if line.starts_with(' ') => *value = format!("{value} {}", line.trim()),
                (None, _) => break,
            }
            at += 1;
        }
        Self { name: name.to_lowercase(), first, more, options, content: lines[at..].to_vec() }
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(option, _)| *option == name).map(|(_, value)| value.as_str())
    }

    /// The first line and those below it as one text.
    pub(super) fn argument(&self) -> String {
        [&[self.first][..], &self.more].concat().join(" ").trim().to_owned()
    }

    /// The content, with the lines from the first on before it, for a directive without an argument.
    pub(super) fn whole(&self) -> Vec<&'a str> {
        let mut lines = Vec::new();
        if !self.first.is_empty() || !self.more.is_empty() {
            lines.push(self.first);
            lines.extend(&self.more);
            lines.push("");
        }
        lines.extend(&self.content);
        lines
    }

    /// The lines below the first, for a directive whose argument is one line.
    pub(super) fn below(&self) -> Vec<&'a str> {
        [&self.more[..], &self.content].concat()
    }
}

impl RstReader<'_> {
    /// Explicit markup; gives the place behind it.
    pub(super) fn explicit(
        &mut self,
        lines: &[&str],
        at: usize,
        place: RstPlace,
        memo: &mut BodyMemo,
    ) -> Option<usize> {
        if lines[at].starts_with("__ ") {
            return Some(at + 1);
        }
        let rest = explicit_text(lines[at])?;
        let end = explicit_end(lines, at);
        let below = &lines[at + 1..end];
        if let Some((name, first)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            if is_note_name(name) {
                self.back_to(memo);
                let mut content = vec![first.trim_start()];
                content.extend(dedent(below));
                let sign = name.trim_start_matches(|c| c == '#' && name.len() > 1);
                self.to.begin_point("-");
                self.to.lead(&format!("[{sign}]"));
                self.body(&content, place.inside());
                self.to.end_point();
                let goes_on = next_written(lines, end).is_some_and(|at| lines[at].starts_with(".. ["));
                if !goes_on {
                    self.to.end_list();
                }
            }
            return Some(end);
        }
        if let Some((name, first)) = directive_head(rest) {
            let parts = DirectiveParts::of(name, first, below);
            self.directive(&parts, Surroundings { lines, at, end }, place, memo);
        }
        Some(end)
    }
}

/// The lines around a directive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings<'a, 'b> {
    lines: &'b [&'a str],
    at: usize,
    end: usize,
}

impl Surroundings<'_, '_> {
    /// True if a heading with this name in it follows, before anything that is read.
    pub(super) fn before_heading(&self, name: &str) -> bool {
        let mut at = self.end;
        while let Some(next) = next_written(self.lines, at) {
            if explicit_text(self.lines[next]).is_none()
                || kind_at(self.lines, next).is_some_and(|kind| !kind.is_silent())
            {
                return heading_at(self.lines, next).is_some_and(|heading| heading.words.contains(name));
            }
            at = explicit_end(self.lines, next).max(next + 1);
        }
        false
    }

    /// True if a description here may have a heading: other descriptions, a heading or the end follow.
    pub(super) fn allows_heading(&self, memo: &mut BodyMemo) -> bool {
        if let Some((_, allowed)) = memo.run.filter(|(end, _)| self.at < *end) {
            return allowed;
        }
        let mut at = self.end;
        let allowed = loop {
            let Some(next) = next_written(self.lines, at) else { break true };
            if explicit_text(self.lines[next]).is_none() {
                break heading_at(self.lines, next).is_some();
            }
            if kind_at(self.lines, next).is_some_and(|kind| !kind.is_silent() && kind != DirectiveKind::Object) {
                break false;
            }
            at = explicit_end(self.lines, next).max(next + 1);
        };
        memo.run = Some((at.max(self.end), allowed));
        allowed
    }
}

/// The text behind two dots.
fn explicit_text(line: &str) -> Option<&str> {
    if line == ".." { Some("") } else { line.strip_prefix(".. ").map(str::trim_start) }
}

/// The kind of the directive that begins at a line.
fn kind_at(lines: &[&str], at: usize) -> Option<DirectiveKind> {
    let rest = explicit_text(lines[at])?;
    if rest.starts_with('[') {
        return Some(DirectiveKind::Through);
    }
    let (name, first) = directive_head(rest)?;
    Some(kind_of(&name.to_lowercase(), first))
}

/// The name of a directive, and the rest of its line.
fn directive_head(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take(LONGEST_NAME).take_while(|byte| is_name_byte(*byte) || *byte == b':').count();
    let (named, rest) = text.split_at(length);
    let (name, before) = named.split_once("::")?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| is_name_byte(byte) || byte == b':');
    // A name of C++ has colons, too, but stands behind a blank.
    let first = &text[text.len() - rest.len() - before.len()..];
    (is_name && (first.is_empty() || first.starts_with(' ') || before.is_empty())).then(|| (name, first.trim()))
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte)
}

/// True for the name of a note or of a work that is cited.
fn is_note_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "#*-_.:+".contains(c))
}
