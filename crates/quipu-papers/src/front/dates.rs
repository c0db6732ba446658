//! The date of a paper: the stamp of arXiv, "Published", a copyright, the year of a conference.

use quipu_language::months::{Month, numbered};

use super::Row;
use crate::references::ids;
use crate::{Paper, PaperDate};

/// The stamp on the first page of a paper from arXiv, `arXiv:2404.16130v2 [cs.CL] 19 Feb 2025`: the id with its
/// version, and the day of that version.
pub(super) fn stamp(head: &str) -> Option<(String, PaperDate)> {
    let lower = head.to_ascii_lowercase();
    lower.match_indices("arxiv:").take(16).find_map(|(at, sign)| {
        let from = at + sign.len() + (head[at + sign.len()..].len() - head[at + sign.len()..].trim_start().len());
        let (id, length) = ids::id_at(&head[from..])?;
        let rest = head[from + length..].trim_start().strip_prefix('[')?;
        let (class, rest) = rest.split_once(']')?;
        let words: Vec<&str> = rest.split_whitespace().take(3).collect();
        (class.len() < 24).then_some(())?;
        Some((id, date(&words)?))
    })
}

/// Sets when the paper and its version appeared.
pub(super) fn dates(head: &str, rows: &[Row], paper: &mut Paper) {
    if let Some((_, day)) = stamp(head) {
        paper.updated = Some(day);
    }
    // The id of arXiv says in which month the first version came.
    let id = paper.arxiv.as_deref().map(|id| id.rsplit('/').next().unwrap_or(id));
    let month = id.and_then(|id| Some((id.get(..2)?.parse::<i32>().ok()?, id.get(2..4)?.parse::<u8>().ok()?)));
    if let Some((year, month)) = month {
        let century = if year > 90 { 1900 } else { 2000 };
        paper.published = Some(PaperDate { year: century + year, month: Some(month), day: None });
        if paper.version == Some(1) && paper.updated.is_some() {
            paper.published = paper.updated;
        }
        return;
    }
    paper.published = said(rows).or_else(|| venue_year(rows));
}

/// The date after "Published", or the year after a copyright sign.
fn said(rows: &[Row]) -> Option<PaperDate> {
    for (at, row) in rows.iter().enumerate().take(60) {
        let lower = row.text.to_lowercase();
        let published = ["published online", "published on", "published", "опубликована", "опубликовано"]
            .iter()
            .find(|word| lower.starts_with(**word) && lower.len() < 60);
        if let Some(word) = published {
            let rest = row.text.get(word.len()..).unwrap_or_default().trim_start_matches([':', ' ']);
            let next = rows.get(at + 1).map(|row| row.text.as_str()).unwrap_or_default();
            let line = if rest.is_empty() { next } else { rest };
            let words: Vec<&str> = line.split_whitespace().take(3).collect();
            if let Some(date) = date(&words) {
                return Some(date);
            }
        }
        let right = ["©", "(c) ", "copyright "].iter().find_map(|sign| Some(lower.find(sign)? + sign.len()));
        if let Some(year) = right.and_then(|from| only_year(&lower[from..])) {
            return Some(PaperDate { year, month: None, day: None });
        }
    }
    None
}

/// The year of the conference, the proceedings or the journal's volume that a short line names.
fn venue_year(rows: &[Row]) -> Option<PaperDate> {
    const WORDS: [&str; 9] = [
        "proceedings",
        "conference",
        "workshop",
        "symposium",
        "journal",
        "transactions",
        "volume",
        "vol.",
        "published as",
    ];
    let named = |row: &&Row| {
        let lower = row.text.to_lowercase();
        row.text.len() < 200 && WORDS.iter().any(|word| lower.contains(word))
    };
    let mut years: Vec<i32> = rows.iter().take(30).filter(named).filter_map(|row| only_year(&row.text)).collect();
    years.dedup();
    if let [year] = years.as_slice() { Some(PaperDate { year: *year, month: None, day: None }) } else { None }
}

/// The year of a text that holds one and no other.
fn only_year(text: &str) -> Option<i32> {
    let mut years: Vec<i32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .filter(|year| (1900..2100).contains(year))
        .collect();
    years.dedup();
    if let [year] = years.as_slice() { Some(*year) } else { None }
}

/// `19 Feb 2025`, `February 19, 2025`, `2025-02-19`, `19 мая 2021`, `May 2021`, `2021`.
fn date(words: &[&str]) -> Option<PaperDate> {
    let bare = |at: usize| words.get(at).map(|word| word.trim_end_matches([',', '.', ')', ';']));
    let first = bare(0)?;
    if first.contains('-') {
        return PaperDate::read(first).filter(|date| date.month.is_some());
    }
    let number = |at: usize| bare(at).and_then(|word| word.parse::<i32>().ok());
    let year = |at: usize| number(at).filter(|year| (1900..2100).contains(year));
    let day = |at: usize| number(at).and_then(|day| u8::try_from(day).ok()).filter(|day| (1..=31).contains(day));
    let month = |at: usize| bare(at).and_then(month);
    let found = |year: Option<i32>, month: Option<u8>, day: Option<u8>| Some(PaperDate { year: year?, month, day });
    match (month(0), month(1)) {
        (_, Some(name)) if day(0).is_some() => found(year(2), Some(name), day(0)),
        (Some(name), _) if day(1).is_some() => found(year(2), Some(name), day(1)),
        (Some(name), _) => found(year(1), Some(name), None),
        _ => found(year(0), None, None),
    }
}

fn month(word: &str) -> Option<u8> {
    let lower = word.to_lowercase();
    let begins = |month: &Month| [month.short(), month.short_genitive()].iter().any(|name| lower.starts_with(name));
    numbered(|month| lower.len() < 18 && begins(month))
}
