//! The abstract: from its heading to the next one.

use super::Row;
use crate::references::joined::unbroken;
use crate::sections::{SectionKind, kind};

/// The longest abstract, in bytes.
const LONGEST: usize = 6_000;
/// The shortest one.
const SHORTEST: usize = 40;

/// Headings of abstracts that begin a paragraph.
const LEADS: [&str; 5] = ["Abstract", "ABSTRACT", "Аннотация", "АННОТАЦИЯ", "Реферат"];

/// True if the abstract begins with the row: its heading alone, or before its first words.
pub(super) fn begins(row: &Row) -> bool {
    kind(&row.text) == Some(SectionKind::Abstract) || led(&row.text).is_some()
}

/// The text after `Abstract—`, `Abstract.`, `Abstract:`, or after `Abstract` before a sentence.
fn led(text: &str) -> Option<&str> {
    let rest = LEADS.iter().find_map(|lead| text.strip_prefix(lead))?;
    let body = rest.trim_start_matches([' ', '.', ':', '-', '–', '—', '―', '|']);
    let marked = rest.len() - body.len() > 1 || rest.starts_with(['.', ':', '-', '–', '—']);
    let sentence = rest.starts_with(' ') && body.starts_with(char::is_uppercase) && body.split_whitespace().count() > 6;
    (!body.is_empty() && (marked || sentence) && !body.starts_with(char::is_lowercase)).then_some(body)
}

/// The abstract that begins with the first row.
pub(super) fn summary(rows: &[Row], known: &str) -> Option<String> {
    let first = rows.first()?;
    let mut lines: Vec<&str> = Vec::new();
    let inline = led(&first.text);
    lines.extend(inline);
    let mut ended = false;
    let mut paragraph = None;
    for row in &rows[1..] {
        // Without a heading of its own, it is one paragraph.
        let finished = lines.last().is_some_and(|last| last.ends_with(['.', '!', '?', '”', '"', ')']));
        if ends(row) || inline.is_some() && row.gap && finished {
            ended = true;
            break;
        }
        if row.gap && !lines.is_empty() && finished && paragraph.is_none() {
            paragraph = Some(lines.len());
        }
        lines.push(&row.text);
        if lines.iter().map(|line| line.len() + 1).sum::<usize>() > LONGEST {
            break;
        }
    }
    if !ended {
        // No heading follows: the first paragraph is the abstract, if it is recognisable.
        lines.truncate(paragraph?);
    }
    let text = unbroken(lines.iter().copied(), known);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (SHORTEST..=LONGEST).contains(&text.len()).then_some(text)
}

/// True if a row ends the abstract: a heading, keywords, a rule.
fn ends(row: &Row) -> bool {
    const WORDS: &str = "keywords|key words|key-words|index terms|ccs concepts|categories and subject|general terms|acm reference|\
        ключевые слова|general terms|significance statement|plain language|jel classification|msc";
    let lower = row.text.to_lowercase();
    let numbered = row.text.starts_with(|c: char| c.is_ascii_digit() || c == 'I');
    let heading = row.text.len() < 80 && !row.text.ends_with(['.', ',']);
    let named = heading
        && match kind(&row.text) {
            Some(SectionKind::Introduction | SectionKind::References) => true,
            Some(_) => numbered || row.gap,
            None => false,
        };
    row.level > 0
        || row.text.starts_with('|')
        || named
        || WORDS.split('|').any(|word| lower.starts_with(word))
        || row.text.chars().all(|c| matches!(c, '-' | '*' | '_'))
}
