//! The loader of RFCs and Internet-Drafts as plain text: pages joined, running heads and footers left out, sections as
//! headings, figures as code. Only a text whose head says that it is one is read so.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::decode::decode;
use super::text_builder::TextBuilder;
use super::{extension, is_text};

/// Search distance of the head, in bytes and lines.
const BEGINNING: usize = 4 << 10;
const MOST_HEAD: usize = 40;
/// The longest line of a heading, in bytes.
const LONGEST_HEADING: usize = 100;
/// The blanks within a line from which on it is drawn and no sentence.
const GAP: &str = "    ";

/// Reads RFCs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rfcs;

impl Loader for Rfcs {
    fn name(&self) -> &'static str {
        "rfc"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = matches!(extension(input.path).as_str(), "" | "txt" | "text");
        named && is_text(input) && is_rfc(&String::from_utf8_lossy(&input.bytes[..input.bytes.len().min(BEGINNING)]))
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let lines = without_pages(&decoded.text);
        let (head, body) = RfcHead::of(&lines);
        let mut written = TextBuilder::new(input.max_text);
        head.write(&mut written);
        write_body(&mut written, &lines[body..]);
        written.note(decoded.partial);
        Ok(written.finish(input.path, "text/plain", Format::Markdown, head.fields())?.into())
    }
}

/// True if one of the first lines numbers a request for comments, or names a draft of one.
fn is_rfc(beginning: &str) -> bool {
    let mut lines = beginning.lines().take(MOST_HEAD).map(str::trim_start);
    let first: Vec<&str> = lines.by_ref().filter(|line| !line.is_empty()).take(12).collect();
    first.iter().any(|line| {
        let number = line.strip_prefix("Request for Comments:").map(str::trim_start);
        number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) || line.starts_with("INTERNET-DRAFT ")
    }) || (first.iter().any(|line| line.starts_with("Internet-Draft  ")) && beginning.contains("Expires:"))
}

/// The lines of a text without the breaks of its pages.
fn without_pages(text: &str) -> Vec<&str> {
    let (mut out, mut breaks): (Vec<&str>, bool) = (Vec::new(), false);
    for line in text.lines() {
        let shown = line.trim_start_matches('\u{c}').trim_end();
        breaks |= line.contains('\u{c}');
        if is_footer(shown) {
            while out.last().is_some_and(|last| last.is_empty()) {
                out.pop();
            }
            breaks = true;
            continue;
        }
        if breaks && (shown.is_empty() || is_running_head(shown)) {
            continue;
        }
        if breaks {
            let goes_on = out.last().is_some_and(|last| !last.ends_with(['.', ':', '?', '!']))
                && shown.trim_start().starts_with(|c: char| c.is_lowercase() || c == '(');
            if !goes_on {
                out.push("");
            }
            breaks = false;
        }
        out.push(shown);
    }
    out
}

/// `Bradner                  Best Current Practice                   [Page 1]`
fn is_footer(line: &str) -> bool {
    let Some((_, number)) = line.strip_suffix(']').and_then(|line| line.rsplit_once("[Page ")) else { return false };
    number.trim().chars().all(|c| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x'))
}

/// `RFC 2119                     RFC Key Words                    March 1997`
fn is_running_head(line: &str) -> bool {
    let year = line.rsplit(' ').next().unwrap_or_default();
    let dated = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    dated && (line.starts_with("RFC ") || line.starts_with("Internet-Draft") || line.starts_with("INTERNET-DRAFT"))
}

/// The head of an RFC.
#[derive(Default)]
struct RfcHead {
    title: String,
    number: Option<String>,
    date: Option<String>,
    /// Names and their houses, at the right.
    authors: Vec<String>,
    /// Lines at the left.
    said: Vec<String>,
}

impl RfcHead {
    /// Reads the head; the number of its lines, title included.
    fn of(lines: &[&str]) -> (Self, usize) {
        let mut head = Self::default();
        let begin = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
        let end = begin + lines[begin..].iter().take(MOST_HEAD).position(|line| line.is_empty()).unwrap_or(0);
        lines[begin..end].iter().for_each(|line| head.line(line));
        let title = end + lines[end..].iter().position(|line| !line.is_empty()).unwrap_or(0);
        let after = title + lines[title..].iter().take(MOST_HEAD).position(|line| line.is_empty()).unwrap_or(0);
        head.title = lines[title..after].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        (head, after)
    }

    fn line(&mut self, line: &str) {
        let is_right = line.starts_with(GAP);
        let parts: Vec<&str> = line.split(GAP).map(str::trim).filter(|part| !part.is_empty()).collect();
        let (left, right) = match parts[..] {
            [left, right] => (Some(left), Some(right)),
            [one] if is_right => (None, Some(one)),
            [one] => (Some(one), None),
            _ => return self.said.push(parts.join(" ")),
        };
        if let Some(left) = left {
            if let Some(number) = left.strip_prefix("Request for Comments:") {
                self.number = Some(number.trim().to_owned());
            }
            self.said.push(left.to_owned());
        }
        match right {
            Some(right) if is_date(right) => self.date = Some(right.to_owned()),
            Some(right) => self.authors.push(right.to_owned()),
            None => {}
        }
    }

    fn write(&self, to: &mut TextBuilder) {
        to.heading(1, &self.title);
        to.block(&self.said.join("\n\n"));
        if !self.authors.is_empty() {
            to.paragraph(&format!("Authors: {}", self.authors.join(", ")));
        }
        self.date.iter().for_each(|date| to.paragraph(&format!("Date: {date}")));
    }

    fn fields(self) -> Metadata {
        let is_person = |name: &String| name.split_whitespace().next().is_some_and(|first| first.ends_with('.'));
        let persons: Value = self.authors.iter().filter(|name| is_person(name)).cloned().collect();
        let fields = [
            ("title", Some(Value::from(self.title)).filter(|title| title != "")),
            ("rfc", self.number.map(Value::from)),
            ("date", self.date.map(Value::from)),
            ("authors", Some(persons).filter(|persons| persons.as_array().is_some_and(|all| !all.is_empty()))),
        ];
        fields.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?))).collect()
    }
}

/// `March 1997`, `1 April 1998`
fn is_date(words: &str) -> bool {
    let year = words.rsplit(' ').next().unwrap_or_default();
    year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) && words.split(' ').count() <= 3
}

/// Writes the sections and paragraphs.
fn write_body(to: &mut TextBuilder, lines: &[&str]) {
    let mut in_contents = false;
    let mut figure: Vec<&str> = Vec::new();
    for block in lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
        if let Some((level, words)) = heading(block) {
            drawn(to, &mut figure);
            in_contents = words.to_lowercase().ends_with("table of contents") || words.eq_ignore_ascii_case("contents");
            if !in_contents {
                to.heading(level, &words);
            }
            continue;
        }
        if in_contents {
            continue;
        }
        if is_drawn(block) {
            figure.extend(block);
            figure.push("");
            continue;
        }
        drawn(to, &mut figure);
        points(block).iter().for_each(|words| match point(words) {
            Some(point) => to.block(&format!("- {point}")),
            None => to.paragraph(words),
        });
    }
    drawn(to, &mut figure);
}

/// The paragraphs of a block: each line with the mark of an item begins one.
fn points(block: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in block.iter().map(|line| line.trim()) {
        match out.last_mut().filter(|_| point(line).is_none()) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => out.push(line.to_owned()),
        }
    }
    out
}

/// The words of an item behind its mark.
fn point(line: &str) -> Option<&str> {
    ["o ", "* ", "- "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim_start)
}

/// Writes the figure so far.
fn drawn(to: &mut TextBuilder, figure: &mut Vec<&str>) {
    let lines = std::mem::take(figure);
    to.code("", &lines.join("\n"));
}

/// The level and words of a heading: one line at the margin, with a number or without a point at its end.
fn heading(block: &[&str]) -> Option<(usize, String)> {
    let [whole] = block else { return None };
    let line = whole.trim_start();
    let number = line.split(' ').next().unwrap_or_default().trim_end_matches('.');
    let at_margin = line.len() == whole.len();
    // Subsections may stand below the margin.
    let is_line = (at_margin || (number.contains('.') && line.len() > number.len() + 3))
        && line.len() <= LONGEST_HEADING
        && !line.contains(GAP);
    let numbered = !number.is_empty()
        && number.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let capital = line.starts_with(|c: char| c.is_uppercase()) && !line.ends_with(['.', ',', ';', ':']);
    let level = if numbered { 1 + number.split('.').count() } else { 2 };
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    (is_line && (numbered || (capital && at_margin)) && words.contains(char::is_alphabetic)).then_some((level, words))
}

/// True if lines are a figure, a table or a grammar: many have wide gaps, or signs of a drawing.
fn is_drawn(block: &[&str]) -> bool {
    let drawn = block.iter().filter(|line| {
        let line = line.trim();
        line.contains(GAP)
            || ["+-", "--+", "+=", "=+", "|", "::=", " = "].iter().any(|sign| line.contains(sign))
            || line.ends_with([';', '{', '}'])
    });
    drawn.count() * 2 > block.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RFC: &str = "\n\nNetwork Working Group                                          M. Lind\n\
        Request for Comments: 9999                              Orr University\n\
        BCP: 77                                                     March 1997\nCategory: Best Current Practice\n\n\n\
        \x20              Bells for Use on Ferries to Indicate\n                          Tides\n\n\
        Status of this Memo\n\n   This document specifies bells.\n\nTable of Contents\n\n   1. Bells ........ 1\n\n\
        1. Bells\n\n   A bell MUST be rung when the tide turns, and the keeper of the\n   ferry writes down the hour\n\n\n\n\
        Lind                     Best Current Practice                  [Page 1]\n\u{c}\nRFC 9999                     Ferry Bells          \
        \x20         March 1997\n\n\n   of the turn.\n\n   o  Small bells\n      are of brass.\n\n1.1 Sizes\n\n\
        \x20     +------+-----+\n      | bell | ton |\n      +------+-----+\n";

    fn load(text: &str) -> quipu_engine::ports::Parsed {
        Rfcs.parse(&Input::whole("r/rfc9999.txt", text.as_bytes(), 1 << 16)).expect("it is text").documents.remove(0)
    }

    #[test]
    fn an_rfc_has_its_head_and_sections_and_no_pages() {
        assert!(Rfcs.accepts(&Input::whole("r/rfc9999.txt", RFC.as_bytes(), 1 << 16)));
        let parsed = load(RFC);
        assert_eq!(
            parsed.text,
            "# Bells for Use on Ferries to Indicate Tides\n\nNetwork Working Group\n\nRequest for Comments: 9999\n\nBCP: \
             77\n\nCategory: Best Current Practice\n\nAuthors: M. Lind, Orr University\n\nDate: March 1997\n\n\
             ## Status of this Memo\n\nThis document specifies bells.\n\n## 1. Bells\n\nA bell MUST be rung when the tide \
             turns, and the keeper of the ferry writes down the hour of the turn.\n\n- Small bells are of brass.\n\n\
             ### 1.1 Sizes\n\n```\n      +------+-----+\n      | bell | ton |\n      +------+-----+\n```"
        );
        assert_eq!(parsed.metadata.get("authors").map(ToString::to_string), Some("[\"M. Lind\"]".to_owned()));
        let letter = "Dear group,\n\nthe Request for Comments: 2119 was read.\n";
        assert!(!Rfcs.accepts(&Input::whole("r/a.txt", letter.as_bytes(), 1 << 16)));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "([a-zA-Z0-9.:|+\n -]|\u{c}|\\[Page 1\\]\n|RFC 1 b 1999\n|    |é){0,120}", max in 0usize..300) {
            if let Ok(loaded) = Rfcs.parse(&Input::whole("a.txt", text.as_bytes(), max)) {
                prop_assert!(loaded.documents.iter().all(|parsed| parsed.text.len() <= max));
            }
        }
    }
}
