//! The head of a file: fields about the document, as docinfo, or as mail has them in a PEP.

use quipu_language::months::MONTHS;

use super::rst_body::{RstPlace, RstReader, heading_at};
use super::rst_lines::{block_end, field, indent, is_blank, next_written};
use super::rst_targets::explicit_end;
use crate::load::text_builder::one_line;

/// The most fields of a head.
const MOST_FIELDS: usize = 64;
/// Fields that direct a program.
const DIRECTIONS: [&str; 8] = [
    "orphan",
    "tocdepth",
    "nocomments",
    "no-search",
    "nosearch",
    "content-type",
    "hide-toc",
    "html_theme.sidebar_secondary.remove",
];

/// A field of a head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HeadField<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its value, in one line.
    pub(super) value: String,
}

/// The fields that a text begins with as a letter does, and the place behind them; as the first one is
/// `PEP`, or one is its `Title`.
pub(super) fn letter_head<'a>(lines: &[&'a str]) -> Option<(Vec<HeadField<'a>>, usize)> {
    let mut at = next_written(lines, 0)?;
    let mut fields: Vec<HeadField<'a>> = Vec::new();
    while let Some(line) = lines.get(at).filter(|line| !is_blank(line)) {
        if indent(line) > 0 {
            let last = fields.last_mut()?;
            last.value = format!("{} {}", last.value, line.trim());
        } else {
            let (name, value) = line.split_once(':')?;
            let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let is_value = value.is_empty() || value.starts_with(' ');
            if !is_name || !is_value || fields.len() == MOST_FIELDS {
                return None;
            }
            fields.push(HeadField { name, value: value.trim().to_owned() });
        }
        at += 1;
    }
    let is_title = |field: &HeadField<'_>| field.name == "Title" && !field.value.is_empty();
    let is_head = fields.iter().any(is_title) && (fields[0].name == "PEP" || fields.len() >= 4);
    is_head.then_some((fields, at))
}

impl RstReader<'_> {
    /// Reads the head of a file; gives the place behind what was read.
    pub(super) fn head(&mut self, lines: &[&str]) -> usize {
        if let Some((fields, end)) = letter_head(lines) {
            let title = fields.iter().find(|field| field.name == "Title").map(|field| field.value.clone());
            let words = self.inline(&title.unwrap_or_default());
            self.heading(1, &words);
            self.above = 1;
            self.level = 1;
            for field in fields {
                self.head_field(field.name, &field.value, field.name != "Title");
            }
            self.to.end_list();
            return end;
        }
        self.docinfo(lines);
        0
    }

    /// Keeps the fields of the list that stands first, or behind the first heading, as metadata.
    fn docinfo(&mut self, lines: &[&str]) {
        let mut at = 0;
        let mut headings = 0;
        while let Some(next) = next_written(lines, at) {
            if let Some(heading) = heading_at(lines, next).filter(|_| headings == 0) {
                headings += 1;
                at = heading.end;
            } else if let Some((name, first)) = field(lines[next]) {
                at = block_end(lines, next + 1);
                let value = lines[next + 1..at].iter().fold(first.to_owned(), |all, line| all + "\n" + line);
                self.keep(name, &value);
                let goes_on = next_written(lines, at).is_some_and(|at| field(lines[at]).is_some());
                if !goes_on && headings > 0 {
                    return;
                }
            } else if lines[next] == ".." || lines[next].starts_with(".. ") {
                at = explicit_end(lines, next).max(next + 1);
            } else {
                return;
            }
        }
    }

    /// Keeps a field, and shows it as a point.
    fn head_field(&mut self, name: &str, value: &str, is_shown: bool) {
        self.keep(name, value);
        if is_shown && !value.is_empty() {
            // Addresses of mail in angle brackets are taken for marks.
            let is_mail = value.contains('@') && !value.contains('`');
            let words = match is_mail {
                true => self.inline(&value.replace('<', "(").replace('>', ")")),
                false => self.inline(value),
            };
            self.to.begin_point("-");
            self.to.lead(name);
            self.to.paragraph(&words);
            self.to.end_point();
        }
    }

    fn keep(&mut self, name: &str, value: &str) {
        let value = without_keyword(&one_line(value)).to_owned();
        if value.is_empty() || name.len() > 64 || is_direction(name) || self.to.fields.len() >= MOST_FIELDS {
            return;
        }
        let is_people = ["author", "authors"].iter().any(|known| name.eq_ignore_ascii_case(known));
        let value = if is_people { without_addresses(&value) } else { dated(&value).unwrap_or(value) };
        self.to.fields.entry(name.to_owned()).or_insert_with(|| value.into());
    }

    /// Reads a whole file.
    pub(super) fn file(&mut self, lines: &[&str]) {
        let from = self.head(lines);
        // Directions to programs stand before the first heading.
        let mut shown: Vec<&str> = lines[from..].to_vec();
        let mut at = 0;
        while let Some((next, (name, _))) = next_written(&shown, at).and_then(|at| Some((at, field(shown[at])?))) {
            at = block_end(&shown, next + 1);
            if is_direction(name) {
                shown[next..at].fill("");
            }
        }
        self.body(&shown, RstPlace::TOP);
    }
}

fn is_direction(name: &str) -> bool {
    DIRECTIONS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The value of `$Date: 2024-05-01 $`.
fn without_keyword(value: &str) -> &str {
    let inner = value.strip_prefix('$').and_then(|value| value.strip_suffix('$'));
    inner.and_then(|inner| inner.split_once(": ")).map_or(value, |(_, value)| value.trim())
}

/// `2001-07-05` from `05-Jul-2001`, as PEPs have it.
fn dated(value: &str) -> Option<String> {
    let mut parts = value.split('-');
    let (day, month, year) = (parts.next()?, parts.next()?.to_lowercase(), parts.next()?);
    let month = MONTHS.iter().position(|known| known.short() == month)? + 1;
    let is_number =
        |digits: &str, most: usize| digits.len() <= most && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_date =
        parts.next().is_none() && is_number(day, 2) && is_number(year, 4) && year.len() == 4 && !day.is_empty();
    is_date.then(|| format!("{year}-{month:02}-{day:0>2}"))
}

/// Names without addresses of mail in angle brackets.
fn without_addresses(value: &str) -> String {
    let mut out = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before.trim_end());
        rest = after.split_once('>').map_or("", |(_, rest)| rest);
    }
    one_line(&(out + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_of_a_letter_needs_its_title() {
        let head = [
            "PEP: 7001",
            "Title: Quiet buoys",
            "Author: Ilse Varga <ilse@mast.example>,",
            "        Olaf Brandt",
            "",
            "Text",
        ];
        let (fields, end) = letter_head(&head).expect("it is a head");
        assert_eq!((fields.len(), end), (3, 4));
        assert_eq!(without_addresses(&fields[2].value), "Ilse Varga, Olaf Brandt");
        assert_eq!((dated("5-Jul-2001").as_deref(), dated("5-7-2001")), (Some("2001-07-05"), None));
        assert!(letter_head(&["Note: the buoy is lit.", "", "Text"]).is_none());
        assert!(letter_head(&["Title: a", "Text"]).is_none());
    }
}
