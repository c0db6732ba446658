//! The title: the largest heading, or the first lines that are neither a journal's nor a publisher's.

use super::furniture::is_furniture;
use super::{Row, people};

/// The longest title, in bytes.
const LONGEST: usize = 400;

/// The title among the rows before the abstract, and the row after it.
pub(super) fn title(head: &[Row]) -> Option<(String, usize)> {
    headed(head).or_else(|| plain(head))
}

/// The first of the largest headings.
fn headed(head: &[Row]) -> Option<(String, usize)> {
    let candidates = || head.iter().enumerate().filter(|(_, row)| row.level > 0 && !is_furniture(&row.text));
    let level = candidates().map(|(_, row)| row.level).min()?;
    let (at, first) = candidates().find(|(_, row)| row.level == level)?;
    let mut title = first.text.clone();
    let mut end = at + 1;
    // A title on two lines can be read as two headings.
    while let Some(next) = head.get(end).filter(|next| next.level == level && goes_on(&title, &next.text)) {
        title.push(' ');
        title.push_str(&next.text);
        end += 1;
    }
    checked(title, end)
}

/// True if a heading goes on with the next one.
fn goes_on(title: &str, next: &str) -> bool {
    let small = title.rsplit(' ').next().is_some_and(|word| {
        matches!(
            word,
            "of" | "for"
                | "and"
                | "the"
                | "in"
                | "with"
                | "a"
                | "an"
                | "to"
                | "on"
                | "by"
                | "via"
                | "from"
                | "и"
                | "в"
                | "для"
                | "на"
                | "с"
        )
    });
    next.starts_with(char::is_lowercase) || title.ends_with([':', '-', '–', '—', ',']) || small
}

/// In plain text: the lines before the first line of names.
fn plain(head: &[Row]) -> Option<(String, usize)> {
    let from = head.iter().position(|row| !is_furniture(&row.text))?;
    if from > 12 {
        return None;
    }
    let mut end = from + 1;
    while end < head.len() && end < from + 5 {
        let row = &head[end];
        if row.gap || people::is_line(&row.text) || is_furniture(&row.text) {
            break;
        }
        end += 1;
    }
    // Without a line of names after it, a title stands apart and is no sentence.
    let named = head.get(end).is_some_and(|row| people::is_line(&row.text));
    let apart = head.get(end).is_none_or(|row| row.gap);
    let title = head[from..end].iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join(" ");
    let words = title.split(' ').count();
    let good = (2..=30).contains(&words) && !title.ends_with(['.', ',', ';']) && (named || apart && words > 3);
    if good { checked(title, end) } else { None }
}

fn checked(title: String, end: usize) -> Option<(String, usize)> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = title.trim_end_matches(['*', '∗', '†', '‡', '§', '¶', ' ']).to_owned();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    (letters > 3 && title.len() <= LONGEST).then_some((title, end))
}
