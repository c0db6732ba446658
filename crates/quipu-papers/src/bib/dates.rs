//! Dates as bibliographies write them: ranges, names of months, years among other words.

use quipu_language::months::numbered;

use crate::PaperDate;

/// A date, or the first one of a range; none if the text names no year.
pub(super) fn date(text: &str) -> Option<PaperDate> {
    let text = text.trim();
    let first = match text.split_once('/') {
        // The number after the stroke is a year of its own, not a month.
        Some((first, rest)) if rest.trim_start_matches('-').bytes().take_while(u8::is_ascii_digit).count() >= 4 => {
            first
        }
        _ => text,
    };
    PaperDate::read(first.trim_end_matches(['~', '?', '%', '/', ' '])).or_else(|| among_words(text))
}

/// True if a text without a year should have one: it holds a digit.
pub(super) fn is_wrong_year(text: &str) -> bool {
    date(text).is_none() && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// `12 June 2017`, `circa 1987`, `2021a`.
fn among_words(text: &str) -> Option<PaperDate> {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let year = words().find_map(year_of)?;
    let month = words().find_map(month_named);
    let day = month.and_then(|_| words().find_map(|word| within(word, 31)));
    Some(PaperDate { year, month, day })
}

fn year_of(word: &str) -> Option<i32> {
    let word = word.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(word);
    let year = word.parse().ok().filter(|_| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))?;
    (1000..=2999).contains(&year).then_some(year)
}

fn within(word: &str, most: u8) -> Option<u8> {
    word.parse().ok().filter(|number| word.len() <= 2 && (1..=most).contains(number))
}

/// Month and day of a `month` field: `mar`, `March 1`, `3`, `10 jan`, `jan-feb`.
pub(super) fn month_and_day(text: &str) -> (Option<u8>, Option<u8>) {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match words().find_map(month_named) {
        Some(month) => (Some(month), words().find_map(|word| within(word, 31))),
        None => (words().next().and_then(|word| within(word, 12)), None),
    }
}

/// The number of a month that is named in English, in full or by at least its first three letters.
fn month_named(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    numbered(|month| word.len() >= 3 && month.english.starts_with(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_exactly_as_they_are_given() {
        let written = |text: &str| date(text).map(|date| date.to_string()).unwrap_or_default();
        for (text, said) in [
            ("2019/2020", "2019"),
            ("2019-11/2020-02-29", "2019-11"),
            ("2021/03/01/", "2021-03-01"),
            ("2019//", "2019"),
            ("2015~", "2015"),
            ("2019/", "2019"),
            ("circa 1987", "1987"),
            ("12 June 2017", "2017-06-12"),
            ("Tue, 30 Oct 2018", "2018-10-30"),
            ("2021a", "2021"),
            ("n.d.", ""),
            ("20x1", ""),
        ] {
            assert_eq!(written(text), said, "{text}");
        }
        assert!(is_wrong_year("20x1") && !is_wrong_year("n.d."));
    }

    #[test]
    fn months_are_named_or_numbered() {
        assert_eq!(month_and_day("mar 1"), (Some(3), Some(1)));
        assert_eq!(month_and_day("10~jan"), (Some(1), Some(10)));
        assert_eq!(month_and_day("Sept."), (Some(9), None));
        assert_eq!(month_and_day("03"), (Some(3), None));
        assert_eq!(month_and_day("13"), (None, None));
    }
}
