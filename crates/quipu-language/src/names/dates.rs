//! Dates: years, days, months, decades and short ranges, in the usual English and Russian forms.
//!
//! A date is read from tokens, left to right; the longest reading is taken.

use super::name_tokens::{Gap, NameToken, TokenShape};
use crate::months::numbered;
use crate::tables::marks::Marks;
use quipu_kernel::model::Day;

/// A date in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    /// Its first token.
    pub first: usize,
    /// One past its last token.
    pub last: usize,
    /// One past its last byte.
    pub end: usize,
    /// The date.
    pub day: Day,
}

/// Years that a plain number of four digits may mean.
const YEARS: std::ops::RangeInclusive<i16> = 1000..=2100;

/// The dates among the tokens of a text, in order.
pub(super) fn dates(text: &str, tokens: &[NameToken]) -> Vec<Date> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let reader = Reader { text, tokens, at };
        match reader.date() {
            Some(date) => {
                at = date.last;
                out.push(date);
            }
            None => at += 1,
        }
    }
    out
}

/// The first date that a text says, or that a model gives: "2 October 1843", "1843-10-02T00:00:00".
pub fn day(text: &str) -> Option<Day> {
    let text = text.trim();
    let mut parts = text.split(['T', ' ']).next().unwrap_or_default().splitn(3, '-').map(str::parse::<i16>);
    if let (Some(Ok(year)), Some(Ok(month @ 1..=12))) = (parts.next(), parts.next()) {
        let day = parts.next().and_then(Result::ok).filter(|day| (1..=31).contains(day));
        return Some(Day { year, month: month as u8, day: day.unwrap_or_default() as u8 });
    }
    let tokens = super::name_tokens::tokens(text, &[], &[]);
    dates(text, &tokens).first().map(|date| date.day)
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    tokens: &'a [NameToken],
    at: usize,
}

impl<'a> Reader<'a> {
    fn token(&self, offset: usize) -> Option<&'a NameToken> {
        self.tokens.get(self.at + offset)
    }

    fn word(&self, offset: usize) -> &'a str {
        self.token(offset).map_or("", |token| token.word(self.text))
    }

    /// True if the token at `offset` follows the one before it with one of these gaps.
    fn follows(&self, offset: usize, gaps: &[Gap]) -> bool {
        self.token(offset).is_some_and(|token| gaps.contains(&token.gap))
    }

    fn made(&self, count: usize, year: i16, month: u8, day: u8) -> Option<Date> {
        let end = self.token(count - 1)?.core;
        Some(Date { first: self.at, last: self.at + count, end, day: Day { year, month, day } })
    }

    fn date(&self) -> Option<Date> {
        match self.token(0)?.shape {
            TokenShape::Number => {
                self.day_first().or_else(|| self.iso()).or_else(|| self.before_christ()).or_else(|| self.year())
            }
            TokenShape::Figure => self.dotted().or_else(|| self.day_first()).or_else(|| self.decade()),
            _ => self.month_first(),
        }
    }

    fn number(&self, offset: usize) -> Option<i16> {
        self.token(offset)
            .filter(|token| token.shape == TokenShape::Number)
            .and_then(|_| self.word(offset).parse().ok())
    }

    /// A day of a month: "7", "07", "7th", "7-го".
    fn day_number(&self, offset: usize) -> Option<u8> {
        let word = self.word(offset);
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic()).trim_end_matches('-');
        let ordinal = &word[digits.len()..];
        let known = matches!(ordinal, "" | "st" | "nd" | "rd" | "th" | "-го" | "-е");
        digits.parse().ok().filter(|day| known && (1..=31).contains(day))
    }

    fn month(&self, offset: usize) -> Option<u8> {
        let token = self.token(offset).filter(|token| token.has(Marks::MONTH) || token.shape == TokenShape::Capital)?;
        let word = token.word(self.text);
        if !token.has(Marks::MONTH) {
            let lower = word.to_lowercase();
            return numbered(|month| month.german == lower);
        }
        if word.is_ascii() && !token.is_capital() {
            return None;
        }
        let lower = word.to_lowercase();
        numbered(|month| {
            let stem = month.short_stem();
            lower.starts_with(month.short()) || (lower.starts_with(stem) && (stem != "ма" || !lower.starts_with("мар")))
        })
    }

    fn year_number(&self, offset: usize) -> Option<i16> {
        self.number(offset).filter(|year| YEARS.contains(year) && self.word(offset).len() == 4)
    }

    /// "7 May 2008", "7th of May, 2008", "7 мая 2008", "7 мая".
    fn day_first(&self) -> Option<Date> {
        let day = self.day_number(0)?;
        let of = usize::from(self.token(1).is_some_and(|token| token.has(Marks::OF)));
        let month = self.month(1 + of).filter(|_| self.follows(1 + of, &[Gap::Space, Gap::Dot]))?;
        match self.year_number(2 + of).filter(|_| self.follows(2 + of, &[Gap::Space, Gap::Comma, Gap::Dot])) {
            Some(year) => self.made(3 + of, year, month, day),
            None => self.made(2 + of, 0, month, day),
        }
    }

    /// "May 7, 2008", "May 2008", "May 7", "мае 2008".
    fn month_first(&self) -> Option<Date> {
        let month = self.month(0)?;
        let near = &[Gap::Space, Gap::Dot, Gap::Comma];
        if let Some(year) = self.year_number(1).filter(|_| self.follows(1, near)) {
            return self.made(2, year, month, 0);
        }
        let day = self.day_number(1).filter(|_| self.follows(1, &[Gap::Space, Gap::Dot]) && self.word(0).is_ascii())?;
        match self.year_number(2).filter(|_| self.follows(2, near)) {
            Some(year) => self.made(3, year, month, day),
            None => self.made(2, 0, month, day),
        }
    }

    /// "2008-05-07".
    fn iso(&self) -> Option<Date> {
        let year = self.year_number(0)?;
        let part = |offset: usize, most: u8| {
            let joined = self.token(offset)?.start == self.token(offset - 1)?.end + 1;
            let is_two = self.word(offset).len() == 2;
            self.word(offset)
                .parse::<u8>()
                .ok()
                .filter(|n| joined && is_two && self.follows(offset, &[Gap::Dash]) && (1..=most).contains(n))
        };
        let month = part(1, 12)?;
        match part(2, 31) {
            Some(day) => self.made(3, year, month, day),
            None => None,
        }
    }

    /// "07.05.2008", and "07/05/2008" where only one order of day and month is possible.
    fn dotted(&self) -> Option<Date> {
        let mut parts = self.word(0).split('.');
        let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
        let (day, month, year): (u8, u8, i16) = (day.parse().ok()?, month.parse().ok()?, year.parse().ok()?);
        let valid =
            parts.next().is_none() && (1..=31).contains(&day) && (1..=12).contains(&month) && YEARS.contains(&year);
        if valid { self.made(1, year, month, day) } else { None }
    }

    /// "44 BC", "30s BC", "500 AD", "44 до н. э.", "44 году до н. э.".
    fn before_christ(&self) -> Option<Date> {
        let year = self.number(0)?;
        let year_word = usize::from(self.token(1).is_some_and(|token| token.has(Marks::YEAR_WORD)));
        if self.word(1 + year_word) == "до" && self.word(2 + year_word) == "н" && self.word(3 + year_word) == "э" {
            return self.made(4 + year_word, -year, 0, 0);
        }
        let sign = match self.word(1) {
            "BC" | "BCE" => -1,
            "AD" | "CE" => 1,
            _ => return None,
        };
        self.made(2, sign * year, 0, 0)
    }

    /// "1932", "1993–94".
    fn year(&self) -> Option<Date> {
        let year = self.year_number(0)?;
        let token = self.token(0)?;
        let sign = self.text[..token.start].chars().next_back();
        let counted = self.token(1).is_some_and(|next| next.has(Marks::UNIT) && next.gap == Gap::Space);
        let figure = self.at > 0
            && token.gap == Gap::Space
            && self.tokens[self.at - 1].shape == TokenShape::Number
            && self.tokens[self.at - 1].length <= 3;
        if counted || figure || sign.is_some_and(|c| matches!(c, '$' | '£' | '€' | '#' | '№' | '.' | '/' | '+' | '='))
        {
            return None;
        }
        let short = self.token(1).is_some_and(|next| {
            next.shape == TokenShape::Number && next.length == 2 && next.gap == Gap::Dash && next.start - token.end <= 3
        });
        let bare = short && !self.text[token.end..self.token(1)?.start].contains(' ');
        if bare { self.made(2, year, 0, 0) } else { self.made(1, year, 0, 0) }
    }

    /// "1970s", "1970-х", "30s BC".
    fn decade(&self) -> Option<Date> {
        let word = self.word(0);
        let digits = word
            .strip_suffix("'s")
            .or_else(|| word.strip_suffix('s'))
            .or_else(|| word.strip_suffix("-х"))
            .or_else(|| word.strip_suffix("-е"))?;
        let year: i16 = digits.parse().ok().filter(|year| year % 10 == 0)?;
        let before = matches!(self.word(1), "BC" | "BCE");
        if before {
            return self.made(2, -year, 0, 0);
        }
        if YEARS.contains(&year) && digits.len() == 4 { self.made(1, year, 0, 0) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::name_tokens::tokens;

    fn read(text: &str) -> Vec<(String, i16, u8, u8)> {
        let tokens = tokens(text, &[], &[]);
        let said = |date: &Date| {
            (text[tokens[date.first].start..date.end].to_owned(), date.day.year, date.day.month, date.day.day)
        };
        dates(text, &tokens).iter().map(said).collect()
    }

    fn one(text: &str) -> (String, i16, u8, u8) {
        read(text).into_iter().next().expect("the text has a date")
    }

    #[test]
    fn english_forms() {
        assert_eq!(one("on 19 March 2008 by"), ("19 March 2008".into(), 2008, 3, 19));
        assert_eq!(one("on March 18th, 2018."), ("March 18th, 2018".into(), 2018, 3, 18));
        assert_eq!(one("in November 2006 it"), ("November 2006".into(), 2006, 11, 0));
        assert_eq!(one("2008-05-07"), ("2008-05-07".into(), 2008, 5, 7));
        assert_eq!(one("the 1970s were"), ("1970s".into(), 1970, 0, 0));
        assert_eq!(one("the 30s BC a"), ("30s BC".into(), -30, 0, 0));
        assert_eq!(one("in 1993–94 NHL"), ("1993–94".into(), 1993, 0, 0));
        assert_eq!(read("1859 – 1943").len(), 2);
    }

    #[test]
    fn russian_forms() {
        assert_eq!(one("с 28 мая 2012 года"), ("28 мая 2012".into(), 2012, 5, 28));
        assert_eq!(one("в феврале 2015 г."), ("феврале 2015".into(), 2015, 2, 0));
        assert_eq!(one("с 1970-х годов"), ("1970-х".into(), 1970, 0, 0));
        assert_eq!(one("12.04.1961"), ("12.04.1961".into(), 1961, 4, 12));
        assert_eq!(one("в 44 году до н. э."), ("44 году до н. э".into(), -44, 0, 0));
        assert_eq!(one("7 марта"), ("7 марта".into(), 0, 3, 7));
    }

    #[test]
    fn plain_numbers_are_no_dates() {
        assert!(read("may be 1500 people, $1999, 1435 мм, 14,000 and 12").is_empty());
    }
}
