//! The year of an entry, and the letter after it.

use std::ops::Range;

/// A year, its letter, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Year {
    pub(super) year: i32,
    pub(super) letter: Option<char>,
    pub(super) at: Range<usize>,
}

/// All that looks like a year of print: four digits from 1800 to 2099 that are no part of a longer number, of a range
/// or of pages.
pub(super) fn years(text: &str) -> Vec<Year> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        if end - at == 4
            && let Some(year) = text[at..end].parse().ok().filter(|year| (1800..2100).contains(year))
            && let Some(letter) = letter(&text[end..])
            && !is_page(&text[..at], &text[end..])
        {
            out.push(Year { year, letter, at: at..end + usize::from(letter.is_some()) });
        }
        at = end;
    }
    out
}

/// The letter right after the digits, if one; none at all where a word goes on.
fn letter(rest: &str) -> Option<Option<char>> {
    let mut chars = rest.chars();
    match chars.next() {
        Some(c @ 'a'..='z') if !chars.next().is_some_and(char::is_alphanumeric) => Some(Some(c)),
        Some(c) if c.is_alphanumeric() => None,
        _ => Some(None),
    }
}

/// True if the text around the digits makes them a page, a volume, or a part of a number.
fn is_page(before: &str, after: &str) -> bool {
    let close = before.trim_end().chars().next_back();
    let tight = before.chars().next_back();
    let mut follows = after.chars();
    let (next, over) = (follows.next(), follows.next());
    let dash = |c: Option<char>| matches!(c, Some('-' | '–' | '—' | '‐' | '−'));
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let joined = tight.is_some_and(|c| c.is_alphanumeric() || matches!(c, ':' | '/' | '_' | '#' | '№'));
    let mut back = before.chars().rev();
    let range = dash(back.next()) && (digit(back.next())) || dash(next) && digit(over);
    let decimal = matches!(next, Some('.' | ':' | '/')) && digit(over);
    let named = ["p.", "pp.", "vol.", "no.", "pages", "page", "с.", "стр.", "т.", "№", "mr"]
        .iter()
        .any(|word| ends_with_word(before.trim_end(), word));
    joined || range || decimal || named || close == Some('№')
}

/// True if the text ends with the word, in any case.
fn ends_with_word(text: &str, word: &str) -> bool {
    let mut letters = text.chars().rev().flat_map(char::to_lowercase);
    word.chars().rev().all(|c| letters.next() == Some(c)) && !letters.next().is_some_and(char::is_alphanumeric)
}

/// The year of publication in the text after the title: the last one in brackets of its own, else the last one.
pub(super) fn last(text: &str) -> Option<Year> {
    let all = years(text);
    let bracketed = |year: &&Year| text[..year.at.start].ends_with('(') && text[year.at.end..].starts_with([')', ',']);
    all.iter().rev().find(bracketed).or(all.last()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_no_pages() {
        let of = |text: &str| last(text).map(|year| year.year);
        assert_eq!(of("Nature 500, 12 (2013)."), Some(2013));
        assert_eq!(of("2017;30:5998-6008."), Some(2017));
        assert_eq!(of("pp. 1997–2010, 1998"), Some(1998));
        assert_eq!(of("J. X 1 (2019), 1900–1933"), Some(2019));
        assert_eq!(of("12(3):1999, 2004"), Some(2004));
        assert_eq!(of("A vision of 2050. 2019"), Some(2019));
        assert_eq!(of("MR 1999"), None);
        assert_eq!(years("Smith (2021a)")[0].letter, Some('a'));
        assert_eq!(of("ICML2018 and 20190"), None);
    }
}
