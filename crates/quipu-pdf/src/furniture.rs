//! What a page repeats: running headers, footers and page numbers.
//!
//! A line near the upper or lower end goes where pages around it have the same line at the same
//! height, digits aside, or a number there that grows with the page. Only pages nearby are asked,
//! so a chapter's name may change. Cost: constant a page.

use crate::lines::{Line, lines};
use crate::words::Word;

/// Pages before and after that are asked.
pub(crate) const AROUND: usize = 4;
/// Share of a page's height, at each end, in which such lines stand.
const ZONE: f32 = 0.17;
/// Lines at each end that are looked at.
const LINES: usize = 3;

/// A line near an end of its page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Margin {
    y: f32,
    /// Its text without digits.
    text: String,
    /// The number at its beginning or end.
    numbers: Vec<i64>,
    /// Nothing but a number, perhaps between dashes or of a total.
    bare: bool,
    /// Smaller than the page's text and apart from it.
    slight: bool,
}

/// The lines near the ends of a page.
pub(crate) fn margins(words: &[Word], top: f32, bottom: f32) -> Vec<Margin> {
    let zone = ZONE * (bottom - top);
    let near: Vec<Word> = words.iter().filter(|w| w.y < top + zone || w.y > bottom - zone).cloned().collect();
    let mut sizes: Vec<f32> = words.iter().map(|word| word.size).collect();
    sizes.sort_by(f32::total_cmp);
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or(10.0);
    let lines: Vec<Line> = lines(near).into_iter().filter(|line| line.table().is_none()).collect();
    let (head, foot): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.y < top + zone);
    let outer = head.iter().take(LINES).chain(foot.iter().rev().take(LINES));
    let next = |line: &Line| words.iter().map(|word| word.y).filter(|y| *y > line.y + 1.0).fold(f32::MAX, f32::min);
    let ends = [head.first(), foot.last()].map(|line| line.map_or(f32::MIN, |line| line.y));
    outer
        .filter(|line| line.parts().len() < 4)
        .map(|line| {
            let text = line.text();
            let apart = next(line) - line.y > 1.6 * size;
            let margin = margin(&text);
            let bare = margin.bare && ends.contains(&line.y);
            Margin { y: line.y, bare, slight: line.size < 0.96 * size && apart, ..margin }
        })
        .collect()
}

fn margin(text: &str) -> Margin {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ends = [words.first(), words.last()];
    let numbers = ends.into_iter().flatten().filter_map(|word| number(word)).collect();
    let bare = !words.is_empty()
        && words.len() <= 5
        && words.iter().any(|word| number(word).is_some())
        && words.iter().all(|word| number(word).is_some() || is_page_word(word));
    let text = text.chars().filter(|letter| !letter.is_numeric()).flat_map(char::to_lowercase).collect();
    Margin { y: 0.0, text, numbers, bare, slight: false }
}

fn number(word: &str) -> Option<i64> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let digits = !word.is_empty() && word.len() < 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok() } else { roman(word) }
}

/// Small Roman numerals, as in front matter.
fn roman(word: &str) -> Option<i64> {
    if word.is_empty() || word.len() > 7 {
        return None;
    }
    let value = |letter| {
        Some(match letter {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    let values: Vec<i64> = word.chars().map(value).collect::<Option<_>>()?;
    let next = values.iter().skip(1).copied().chain([0]);
    Some(values.iter().zip(next).map(|(value, next)| if *value < next { -value } else { *value }).sum())
}

fn is_page_word(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    ["", "page", "p", "of", "seite", "стр", "страница", "из", "с"].contains(&word.as_str())
}

/// Heights of the lines of a page that pages around it repeat. `pages` are the margins of all pages
/// known so far.
pub(crate) fn repeated(pages: &[Vec<Margin>], page: usize, total: usize) -> Vec<f32> {
    let around = page.saturating_sub(AROUND)..(page + AROUND + 1).min(pages.len());
    let others: Vec<usize> = around.filter(|other| *other != page).collect();
    // Left and right pages may differ: then half of those around can agree.
    let needed = if total > 6 { 2 } else { 1 };
    let goes = |margin: &&Margin| {
        let count = |test: &dyn Fn(&Margin, usize) -> bool| {
            others.iter().filter(|other| pages[**other].iter().any(|line| test(line, **other))).count()
        };
        let level = |line: &Margin| (line.y - margin.y).abs() <= 4.0;
        let same = count(&|line, _| level(line) && line.text == margin.text && line.text.len() > 1);
        let grows = count(&|line, other| level(line) && grow(margin, page, line, other));
        let lone = total == 1 && margin.slight && !margin.numbers.is_empty();
        same >= needed || grows >= needed.min(others.len().max(1)) || margin.bare && (grows > 0 || total < 3) || lone
    };
    pages.get(page).into_iter().flatten().filter(goes).map(|margin| margin.y).collect()
}

fn grow(margin: &Margin, page: usize, line: &Margin, other: usize) -> bool {
    let shift =
        |numbers: &[i64], page: usize| -> Vec<i64> { numbers.iter().map(|number| number - page as i64).collect() };
    let ours = shift(&margin.numbers, page);
    shift(&line.numbers, other).iter().any(|number| ours.contains(number))
}

/// Takes those lines out of a page.
pub(crate) fn strip(words: &mut Vec<Word>, heights: &[f32]) {
    if !heights.is_empty() {
        words.retain(|word| word.table.is_some() || !heights.iter().any(|y| (word.y - y).abs() < 2.5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(header: &str, y: f32) -> Vec<Margin> {
        vec![Margin { y, ..margin(header) }]
    }

    #[test]
    fn headers_and_numbers_that_grow_go() {
        let pages: Vec<Vec<Margin>> = (7..12).map(|at| page(&format!("On tides {at}"), 30.0)).collect();
        assert_eq!(repeated(&pages, 2, 5), [30.0]);
        let pages: Vec<Vec<Margin>> = ["One 3", "Two 4", "Three 5"].map(|text| page(text, 30.0)).into();
        assert_eq!(repeated(&pages, 1, 3), [30.0]);
        let pages: Vec<Vec<Margin>> = ["In 1931 it", "Then came", "Of 1940"].map(|text| page(text, 30.0)).into();
        assert!(repeated(&pages, 1, 3).is_empty());
    }

    #[test]
    fn roman_numerals_count() {
        assert_eq!(["iv", "xii", "mix", ""].map(roman), [Some(4), Some(12), None, None]);
    }
}
