//! Repeated parts of pages: running headers, footers and page numbers.
//!
//! A line near the upper or lower end goes where pages around it have the very same line at the
//! same height, or one with a number that grows as the pages do and can be theirs. Lines that
//! differ only in other digits are text: the number and the date of an invoice. So are large lines,
//! and lines of a page that is on the whole the page before: a form, a second copy. A sentence, or
//! a line with numbers of its own, stays at its first place, since it may stand nowhere else.
//! Only pages nearby are asked, so a chapter's name may change. Cost: constant a page.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::cells::PdfTable;
use crate::lines::{TextLine, lines};
use crate::page_numbers::{Number, is_bare, numbers};
use crate::stripes::Gutter;
use crate::words::PdfWord;

/// Pages before and after that are asked.
pub(crate) const AROUND: usize = 4;
/// Share of a page's height, at each end, in which such lines stand.
const ZONE: f32 = 0.17;
/// Lines at each end that are looked at.
const LINES: usize = 3;
/// The most words of a running head that changes from page to page.
const MOST_WORDS: usize = 10;
/// Share of a page's letters in lines that another page has too which makes it a copy or a form.
const COPY: f32 = 0.5;

/// A line near an end of its page.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Margin {
    y: f32,
    /// Its text in small letters.
    text: String,
    /// Candidates for the page's number.
    numbers: Vec<Number>,
    /// Nothing but a number, perhaps between dashes or of a total.
    bare: bool,
    /// Smaller than the page's text and apart from it.
    slight: bool,
    /// Larger than the page's text.
    large: bool,
    /// Says something of its own.
    telling: bool,
    /// As long as a line of text.
    long: bool,
    upper: bool,
}

/// The parts of a page that are compared with other pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageEnds {
    pub(crate) lines: Vec<Margin>,
    /// Lines of the whole page, without digits, each with its number of letters.
    all: HashMap<u64, usize>,
    /// The white between its columns.
    pub(crate) gutter: Option<Gutter>,
}

/// A line that goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gone {
    pub(crate) y: f32,
    /// Nothing but the page's number.
    pub(crate) bare: bool,
    /// It stands here for the first time, so it moves out of the text's way and stays.
    pub(crate) first: bool,
    /// Stands at the upper end.
    pub(crate) upper: bool,
}

/// The lines near the ends of a page.
pub(crate) fn margins(words: &[PdfWord], tables: &[PdfTable], top: f32, bottom: f32) -> PageEnds {
    let zone = ZONE * (bottom - top);
    let near: Vec<PdfWord> = words.iter().filter(|w| w.y < top + zone || w.y > bottom - zone).cloned().collect();
    let mut sizes: Vec<f32> = words.iter().filter(|word| word.table.is_none()).map(|word| word.size).collect();
    sizes.sort_by(f32::total_cmp);
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or(10.0);
    let near: Vec<TextLine> = lines(near).into_iter().filter(|line| line.table().is_none()).collect();
    let (head, foot): (Vec<&TextLine>, Vec<&TextLine>) = near.iter().partition(|line| line.y < top + zone);
    let outer = head.iter().take(LINES).chain(foot.iter().rev().take(LINES));
    let next = |line: &TextLine| words.iter().map(|word| word.y).filter(|y| *y > line.y + 1.0).fold(f32::MAX, f32::min);
    let ends = [head.first(), foot.last()].map(|line| line.map_or(f32::MIN, |line| line.y));
    let margin = |line: &&&TextLine| {
        let parts: Vec<String> = line.parts().into_iter().map(crate::lines::text).collect();
        let margin = margin(&parts);
        Margin {
            y: line.y,
            bare: margin.bare && ends.contains(&line.y),
            slight: line.size < 0.96 * size && next(line) - line.y > 1.6 * size,
            large: line.size > 1.12 * size,
            upper: line.y < top + zone,
            ..margin
        }
    };
    let lines = outer.filter(|line| line.parts().len() < 4).map(|line| margin(&line)).collect();
    PageEnds { lines, all: prints(words, tables), gutter: None }
}

/// A page's lines as numbers that are equal where the lines are, digits aside.
fn prints(words: &[PdfWord], tables: &[PdfTable]) -> HashMap<u64, usize> {
    let lines = lines(words.iter().filter(|word| word.table.is_none()).cloned().collect());
    let rows = tables.iter().flat_map(|table| &table.rows).map(|row| row.concat().join(" "));
    let mut prints = HashMap::new();
    for text in lines.iter().map(TextLine::text).chain(rows) {
        let letters: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
        let mut hasher = DefaultHasher::new();
        letters.hash(&mut hasher);
        *prints.entry(hasher.finish()).or_default() += letters.chars().count();
    }
    prints
}

/// A line of these parts.
fn margin(parts: &[String]) -> Margin {
    let text = parts.join(" ").to_lowercase();
    let numbers = numbers(parts);
    let words = text.split_whitespace().count();
    let sentence = words > 3 && text.ends_with(['.', '!', '?', '…', '。']);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    // More digits than a year has.
    let telling = sentence || digits > 4 || text.contains('@');
    Margin { bare: is_bare(&text), text, numbers, telling, long: words > MOST_WORDS, ..Margin::default() }
}

/// Lines of a page that pages around it repeat. `pages` are the ends of all pages known so far.
pub(crate) fn repeated(pages: &[PageEnds], page: usize, total: usize) -> Vec<Gone> {
    let Some(own) = pages.get(page) else { return Vec::new() };
    let around = page.saturating_sub(AROUND)..(page + AROUND + 1).min(pages.len());
    let all: Vec<usize> = around.filter(|other| *other != page).collect();
    // A copy or the same form with other values is no evidence of furniture.
    let others: Vec<usize> = all.iter().copied().filter(|other| !is_copy(own, &pages[*other])).collect();
    // Left and right pages may differ: then half of those around can agree.
    let needed = if total > 6 { 2 } else { 1 };
    let gone = |margin: &Margin| {
        let level = |line: &&Margin| (line.y - margin.y).abs() <= 4.0;
        let has = |other: usize, test: &dyn Fn(&Margin) -> bool| pages[other].lines.iter().filter(level).any(test);
        let same = |line: &Margin| line.text == margin.text && line.text.chars().count() > 1;
        let repeats = !margin.large && others.iter().filter(|other| has(**other, &same)).count() >= needed;
        let counts = |other: &&usize| {
            let differs = others.contains(other);
            has(**other, &|line| grows(margin, page, line, **other, total, differs))
        };
        let counted = all.iter().filter(counts).count();
        let grows = counted >= needed.min(all.len().max(1));
        let own = |number: &Number| number.value == page as i64 + 1;
        let alone = total < 3 && margin.bare && margin.numbers.iter().any(own);
        let lone = total == 1 && margin.slight && margin.numbers.iter().any(|number| number.named || own(number));
        let bare = margin.bare && (counted > 0 || alone);
        let before = |test: &dyn Fn(&Margin) -> bool| all.iter().any(|other| *other < page && has(*other, test));
        let beside =
            |line: &Margin| margin.numbers.iter().any(|one| line.numbers.iter().any(|two| one.rest == two.rest));
        let first = !bare
            && if grows {
                margin.numbers.iter().any(|number| number.identifies()) && !before(&beside)
            } else {
                repeats && margin.telling && !before(&same)
            };
        (repeats || grows || bare || lone).then_some(Gone {
            y: margin.y,
            bare: margin.bare,
            first,
            upper: margin.upper,
        })
    };
    own.lines.iter().filter_map(gone).collect()
}

/// True if a page is a form that the page before is too, or a copy of it.
pub(crate) fn is_form(pages: &[PageEnds], page: usize) -> bool {
    let before = page.checked_sub(1).and_then(|before| pages.get(before));
    before.zip(pages.get(page)).is_some_and(|(before, own)| is_copy(own, before))
}

/// Most of a page stands on the other too.
fn is_copy(own: &PageEnds, other: &PageEnds) -> bool {
    let all: usize = own.all.values().sum();
    let shared: usize = own.all.iter().filter(|(print, _)| other.all.contains_key(print)).map(|(_, count)| count).sum();
    shared as f32 > COPY * all as f32
}

/// True if two lines have a number each that grows as the pages do. On pages that do not differ
/// otherwise a number must be marked as the page's.
fn grows(ours: &Margin, page: usize, theirs: &Margin, other: usize, total: usize, differs: bool) -> bool {
    let shift = other as i64 - page as i64;
    let alike = |one: &Number, two: &Number| {
        // The last line of a text may end with the number of a formula or of a source.
        let running = !ours.long || one.rest == two.rest;
        let can = one.named
            || ours.bare && (differs || one.is_near(page, total))
            || differs && running && one.can_be_page(page, total, one.rest == two.rest);
        two.value - one.value == shift && can
    };
    ours.numbers.iter().any(|one| theirs.numbers.iter().any(|two| alike(one, two)))
}

/// Takes those lines out of a page; the words of those that only move come back.
pub(crate) fn strip(words: &mut Vec<PdfWord>, gone: &[Gone]) -> Vec<PdfWord> {
    let at = |word: &PdfWord| {
        let level = gone.iter().find(|line| (word.y - line.y).abs() < 2.5);
        level.filter(|_| word.table.is_none()).map(|line| line.first)
    };
    let moved = words.iter().filter(|word| at(word) == Some(true)).cloned().collect();
    words.retain(|word| at(word).is_none());
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(header: &str, y: f32) -> PageEnds {
        PageEnds { lines: vec![Margin { y, ..margin(&[header.to_owned()]) }], ..PageEnds::default() }
    }

    fn heights(texts: &[&str], at: usize, total: usize) -> Vec<f32> {
        let pages: Vec<PageEnds> = texts.iter().map(|text| page(text, 30.0)).collect();
        repeated(&pages, at, total).into_iter().map(|gone| gone.y).collect()
    }

    #[test]
    fn headers_and_numbers_that_grow_go() {
        let pages: Vec<String> = (3..8).map(|at| format!("On tides {at}")).collect();
        assert_eq!(heights(&pages.iter().map(String::as_str).collect::<Vec<_>>(), 2, 5), [30.0]);
        assert_eq!(heights(&["One 3", "Two 4", "Three 5"], 1, 3), [30.0]);
        assert_eq!(heights(&["Page 3 of 9", "Page 4 of 9", "Page 5 of 9"], 1, 3), [30.0]);
        assert_eq!(heights(&["Harbour office", "Harbour office"], 1, 2), [30.0]);
        assert!(heights(&["In 1931 it", "Then came", "Of 1940"], 1, 3).is_empty());
    }

    #[test]
    fn the_last_lines_of_a_text_stay() {
        let texts = [
            "other kinds of nets were tried on the pier, and at last we (4)",
            "the keeper counts the lamps of each year to see who pays (5)",
            "goats travel below the deck as the plan of the harbour says [6]",
        ];
        assert!(heights(&texts, 1, 9).is_empty());
    }

    #[test]
    fn lines_that_differ_in_other_digits_stay() {
        for texts in [
            ["Order no. 77", "Order no. 78", "Order no. 79"],
            ["Voucher: 5", "Voucher: 6", "Voucher: 7"],
            ["Ticket 1", "Ticket 2", "Ticket 3"],
            ["Due 1 crown", "Due 2 crown", "Due 9 crown"],
            ["On 01.02.2031", "On 02.02.2031", "On 03.02.2031"],
            ["Count 4.1", "Count 4.2", "Count 4.3"],
            ["Kept at 8801", "Kept at 8802", "Kept at 8803"],
        ] {
            assert!(heights(&texts, 1, 3).is_empty(), "{texts:?}");
        }
    }

    #[test]
    fn a_page_that_stands_twice_is_no_furniture() {
        let mut pages = vec![page("The rent is due in May", 30.0), page("The rent is due in May", 30.0)];
        pages.iter_mut().for_each(|page| page.all = HashMap::from([(7, 17)]));
        assert!(repeated(&pages, 0, 2).is_empty());
    }

    #[test]
    fn a_line_that_says_something_stays_where_it_first_stands() {
        let pages = vec![page("Call 555 0199 at night", 30.0); 3];
        assert_eq!([0, 1, 2].map(|at| repeated(&pages, at, 3)[0].first), [true, false, false]);
    }
}
