//! In-text citations by name and year: `Vaswani et al. (2017)`, `(Devlin et al., 2018; Smith, 2019a)`.

use super::years::years;

/// Maximal distance of names from their year, in bytes.
const REACH: usize = 120;

/// A work as the text calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The family name of the first author, as printed there.
    pub(super) first: String,
    /// The second author, where two are named.
    pub(super) second: Option<String>,
    /// More than two authors.
    pub(super) cut: bool,
    pub(super) year: i32,
    pub(super) letter: Option<char>,
    /// The byte of the year.
    pub(super) at: usize,
}

/// The works that a text calls by name and year.
pub(super) fn mentions(text: &str) -> Vec<Mention> {
    let mut out: Vec<Mention> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    for year in years(text) {
        let mut from = year.at.start.saturating_sub(REACH);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let lead = &text[from..year.at.start];
        // Further years of the same authors: `Smith, 2019a, 2021`.
        let again = before.is_some_and(|(_, end)| {
            text.get(end..year.at.start).is_some_and(|between| matches!(between.trim(), "," | "and" | ", and" | "&"))
        });
        let named = if again {
            before.and_then(|(at, _)| out.get(at)).map(|last| (last.first.clone(), last.second.clone(), last.cut))
        } else {
            names(lead)
        };
        let Some((first, second, cut)) = named else { continue };
        before = Some((out.len(), year.at.end));
        out.push(Mention { first, second, cut, year: year.year, letter: year.letter, at: year.at.start });
    }
    out
}

/// The names right before a year: the first, the second of two, and true if there are more.
fn names(lead: &str) -> Option<(String, Option<String>, bool)> {
    let lead = lead.trim_end_matches([' ', '(', ',', '[', '\u{a0}', '\n']);
    let (lead, cut) = without_others(lead);
    let words: Vec<&str> = lead.split_whitespace().collect();
    let (last, at) = family(&words, words.len())?;
    if cut {
        return Some((last, None, true));
    }
    let and =
        at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| matches!(*word, "and" | "&" | "и" | "\\&"));
    if !and {
        return Some((last, None, false));
    }
    let Some((mut first, mut at)) = family(&words, at - 1) else { return Some((last, None, false)) };
    let mut many = false;
    // `A, B, and C`.
    while at > 0 && words[at - 1].ends_with(',') {
        let Some((name, before)) = family(&words, at) else { break };
        (first, at, many) = (name, before, true);
    }
    Some(if many { (first, None, true) } else { (first, Some(last), false) })
}

/// Without "et al." at the end.
fn without_others(lead: &str) -> (&str, bool) {
    for end in ["et al.", "et al", "и др.", "и др", "and others", "and colleagues", "et al.’s", "et al.'s"] {
        if let Some(rest) = lead.strip_suffix(end) {
            return (rest.trim_end_matches([' ', ',', '*', '_', '\n']), true);
        }
    }
    (lead, false)
}

/// The family name that ends before the word `end`, with its particles, and the index where it begins.
fn family(words: &[&str], end: usize) -> Option<(String, usize)> {
    let word = words.get(end.checked_sub(1)?)?;
    let name = word.trim_matches([',', '(', '[', ';', '*', '_', '.']);
    let name = name.strip_suffix("’s").or_else(|| name.strip_suffix("'s")).unwrap_or(name);
    let good = name.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase()) && name.chars().count() > 1;
    let opened = word.starts_with(['(', '[']);
    let mut from = end - 1;
    while !opened
        && from > 0
        && end - from < 4
        && matches!(words[from - 1], "van" | "von" | "der" | "den" | "de" | "di" | "da" | "la" | "le" | "del")
    {
        from -= 1;
    }
    let mut whole: Vec<&str> = words[from..end - 1].to_vec();
    whole.push(name);
    (good && !name.chars().any(|c| c.is_ascii_digit())).then(|| (whole.join(" "), from))
}
