//! The place of the reference section: the last heading of that kind, up to the next section.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::marks;
use crate::sections::{SectionKind, kind};

/// Minimal length of one page of print, in bytes.
const PAGE: usize = 1500;
/// The longest heading without a mark of Markdown, in bytes.
const HEADING: usize = 90;

/// Headings that are looked at, from the last one.
const HEADS: usize = 64;

/// A line of the text.
struct Row<'a> {
    text: &'a str,
    at: Range<usize>,
}

/// The bytes of the last reference section of a paper's text, plain or Markdown, its heading included.
pub fn find(text: &str) -> Option<Range<usize>> {
    let rows = rows(text);
    let heads: Vec<usize> = (0..rows.len()).filter(|at| begins(rows[*at].text)).collect();
    let often = often(&rows);
    let mut chosen: Option<(usize, Range<usize>)> = None;
    for at in heads.iter().rev().take(HEADS) {
        let range = rows[*at].at.start..end(&rows, *at, &often, text.len());
        let Some((later, whole)) = &chosen else {
            if has_entries(&text[rows[*at].at.end.min(range.end)..range.end]) {
                chosen = Some((*at, range));
            }
            continue;
        };
        // A running head names the section on every page: a list that goes on with a number after 1 began before.
        if range.end < whole.end || !goes_on(&rows[*later + 1..]) {
            break;
        }
        chosen = Some((*at, range.start..whole.end));
    }
    chosen.map(|(_, range)| range)
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let mut at = 0;
    let mut out = Vec::new();
    for line in text.split(['\n', '\u{c}']) {
        out.push(Row { text: line.trim(), at: at..at + line.len() });
        at += line.len() + 1;
    }
    out
}

/// True if a line is the heading of a reference section.
pub(super) fn is_heading(line: &str) -> bool {
    let line = line.trim();
    line.len() <= HEADING && kind(&marks::plain(unhashed(line).1)) == Some(SectionKind::References)
}

/// True if a section begins on the line: a heading, alone or beside the right column's text.
fn begins(line: &str) -> bool {
    if is_heading(line) {
        return true;
    }
    let Some((first, rest)) = line.split_once("    ") else { return false };
    let rest = rest.trim();
    let words = rest.chars().filter(|c| c.is_alphabetic()).count();
    is_heading(first) && words > 3 && !rest.starts_with('.')
}

/// The level of a Markdown heading, 0 for none, and its text.
fn unhashed(line: &str) -> (usize, &str) {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    if level == 0 || level > 6 || !text.starts_with(' ') { (0, line) } else { (level, text.trim()) }
}

/// True if anything follows the heading.
fn has_entries(rest: &str) -> bool {
    rest.chars().filter(|c| c.is_alphanumeric()).take(4).count() == 4
}

/// True if the first line has a number after 1.
fn goes_on(rows: &[Row<'_>]) -> bool {
    let first = rows.iter().map(|row| row.text).find(|text| !text.is_empty()).unwrap_or_default();
    let digits: String =
        first.trim_start_matches(['[', '-', ' ', '\\']).chars().take_while(char::is_ascii_digit).take(5).collect();
    let rest = first.trim_start_matches(['[', '-', ' ', '\\']).get(digits.len()..).unwrap_or_default();
    digits.parse::<u32>().is_ok_and(|number| number > 1) && rest.starts_with(['.', ']', ')', '\\'])
}

/// Headings that repeat on pages, and the first of all: running heads.
fn often<'a>(rows: &[Row<'a>]) -> FxHashMap<&'a str, usize> {
    let mut count = FxHashMap::default();
    for row in rows {
        let (level, text) = unhashed(row.text);
        if level > 0 {
            // The title of the paper on a later page is no section of it.
            *count.entry(text).or_default() += if count.is_empty() { 2 } else { 1 };
        }
    }
    count
}

/// The end of the section whose heading is the row `head`.
fn end(rows: &[Row<'_>], head: usize, often: &FxHashMap<&str, usize>, whole: usize) -> usize {
    let (level, _) = unhashed(rows[head].text);
    let from = rows[head].at.end;
    let mut letters = 0;
    for (at, row) in rows.iter().enumerate().skip(head + 1) {
        let (own, text) = unhashed(row.text);
        let ends = if own > 0 {
            let running = often.get(text).is_some_and(|count| *count > 2);
            (level == 0 || own <= level || after(text)) && !running && !is_heading(row.text) && !text.starts_with('[')
        } else {
            may_follow(text) && after(&marks::plain(text)) || {
                let asked = row.at.start - from > PAGE && lettered(row.text, &["A", "A."]);
                letters += usize::from(asked);
                asked && letters < HEADS && appendix(rows, at)
            }
        };
        if ends {
            return row.at.start;
        }
    }
    whole
}

/// True if a line can be a heading at all: most lines of a list cannot, and are not read further.
fn may_follow(line: &str) -> bool {
    !line.is_empty() && line.len() <= HEADING && !line.ends_with(['.', ',', ';', '-'])
}

/// True if a line without a mark of Markdown is the heading of a section that follows references.
fn after(line: &str) -> bool {
    const BEGINNINGS: [&str; 13] = [
        "about the author",
        "author contribution",
        "authors' contribution",
        "author biograph",
        "biograph",
        "supplement",
        "competing interest",
        "conflict of interest",
        "conflicts of interest",
        "data availability",
        "об автор",
        "сведения об автор",
        "дополнительные материалы",
    ];
    let line = line.trim();
    if line.is_empty() || line.len() > HEADING || line.ends_with(['.', ',', ';']) || line.contains(" // ") {
        return false;
    }
    if matches!(kind(line), Some(SectionKind::Appendix | SectionKind::Acknowledgements)) {
        return line.split_whitespace().count() <= 9;
    }
    let lower = line.to_lowercase();
    lower.split_whitespace().count() <= 6 && BEGINNINGS.iter().any(|word| lower.starts_with(word))
}

/// `A Proofs` after a blank line, or with `B …` or `A.1 …` after it.
fn appendix(rows: &[Row<'_>], at: usize) -> bool {
    let apart = at > 0 && rows[at - 1].text.is_empty();
    apart || rows[at + 1..].iter().take(400).any(|row| lettered(row.text, &["B", "B.", "A.1", "A.1."]))
}

/// A short line of words after one of the letters.
fn lettered(line: &str, letters: &[&str]) -> bool {
    let Some((first, rest)) = line.split_once(' ') else { return false };
    let rest = rest.trim();
    letters.contains(&first)
        && line.len() <= HEADING
        && rest.split_whitespace().count() <= 9
        && rest.starts_with(char::is_uppercase)
        && !rest.contains([',', '.', ';', '"', '“'])
        && !rest.chars().any(|c| c.is_ascii_digit())
        && !rest.ends_with(['-', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        find(text).map(|range| text[range].trim())
    }

    #[test]
    fn the_last_section_is_found_and_ends() {
        assert_eq!(
            found("Text.\n\nREFERENCES:\n[1] A work.\n\nAcknowledgements\nThanks."),
            Some("REFERENCES:\n[1] A work.")
        );
        assert_eq!(
            found("## References\n\n1. A work of art.\n\n## Appendix A\n\nMore."),
            Some("## References\n\n1. A work of art.")
        );
        assert_eq!(
            found("References\n1. One work.\n\n2 Chapter\nReferences\n1. Another work."),
            Some("References\n1. Another work.")
        );
        assert_eq!(found("**7. Literature cited**\n\n- One work."), Some("**7. Literature cited**\n\n- One work."));
        assert_eq!(found("Contents\n\nReferences 12\n\nText about references."), None);
        assert_eq!(found("References\n\n"), None);
        assert_eq!(found("We give references\nto works."), None);
    }

    #[test]
    fn a_running_head_does_not_begin_a_section() {
        let text = "# T\n\n## References\n\n[1] One work.\n\n## References\n\n[2] Another work.\n";
        assert_eq!(found(text), Some(text[5..].trim()));
    }

    #[test]
    fn an_appendix_with_a_letter_ends_a_long_list() {
        let list =
            (1..40).map(|n| format!("[{n}] A. Author. A work with a title. Journal, 2001.\n")).collect::<String>();
        let text = format!("References\n{list}\nA Proofs\n\nHere.");
        assert!(found(&text).is_some_and(|found| found.ends_with("2001.")));
    }
}
