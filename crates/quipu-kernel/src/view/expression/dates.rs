//! Dates of values and of ends of ranges: ISO 8601 with the precision that was written, and Unix time.

use crate::model::{DAY_OF_1970, day_number};

/// A moment: whole seconds since the beginning of 1970 in UTC, and nanoseconds of the next.
pub(super) type Moment = (i64, u32);

/// The time that a date covers: its first moment, and the first one after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Covered {
    pub(super) first: Moment,
    pub(super) behind: Moment,
    /// True if more than a year was written.
    pub(super) has_month: bool,
}

const DAY: i64 = 86_400;

/// A date, or a number as seconds since 1970; four digits alone are a year.
pub(super) fn covered(text: &str) -> Option<Covered> {
    iso(text).or_else(|| unix(text))
}

/// A year, a month or a day, and after a day perhaps a time of it: `2024`, `2024-05`, `2024-05-01`,
/// `2024-05-01T12:30:15.5+03:00`. Without a zone it is one of UTC.
pub(super) fn iso(text: &str) -> Option<Covered> {
    let (date, time) = match text.split_once(['T', 't', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let (year, month, day) = (digits(parts.next()?, 4)?, parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let at = |days: i64| (days * DAY, 0);
    let Some(month) = month else {
        let (first, behind) = (at(days(year, 1, 1)), at(days(year + 1, 1, 1)));
        return time.is_none().then_some(Covered { first, behind, has_month: false });
    };
    let month = digits(month, 2).filter(|month| (1..=12).contains(month))?;
    let next = if month == 12 { days(year + 1, 1, 1) } else { days(year, month + 1, 1) };
    let Some(day) = day else {
        let (first, behind) = (at(days(year, month, 1)), at(next));
        return time.is_none().then_some(Covered { first, behind, has_month: true });
    };
    let day = digits(day, 2).filter(|day| *day >= 1)?;
    let date = days(year, month, day);
    if date >= next {
        return None;
    }
    let (first, behind) = match time {
        None => (at(date), at(date + 1)),
        Some(time) => clock(time.trim_start(), date * DAY)?,
    };
    Some(Covered { first, behind, has_month: true })
}

/// The time that a time of day covers: a minute, a second or the smallest part that is written.
fn clock(text: &str, midnight: i64) -> Option<(Moment, Moment)> {
    let text = text.trim_end();
    let (time, zone) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => (&text[..at], zone(&text[at..])?),
        None => (text, 0),
    };
    let mut parts = time.trim_end().split(':');
    let hour = digits(parts.next()?, 2).filter(|hour| *hour < 24)?;
    let minute = digits(parts.next()?, 2).filter(|minute| *minute < 60)?;
    let second = parts.next();
    if parts.next().is_some() {
        return None;
    }
    let start = midnight + hour * 3600 + minute * 60 - zone;
    let Some(second) = second else { return Some(((start, 0), (start + 60, 0))) };
    let (whole, part) = second.split_once(['.', ',']).map_or((second, None), |(whole, part)| (whole, Some(part)));
    // A leap second is the last one of its minute.
    let start = start + digits(whole, 2).filter(|second| *second <= 60)?.min(59);
    let Some(part) = part else { return Some(((start, 0), (start + 1, 0))) };
    let nanos = nanoseconds(part)?;
    Some(((start, nanos), after((start, nanos))))
}

/// Seconds that a zone is ahead of UTC: `Z`, `+03`, `+0300`, `+03:00`.
fn zone(text: &str) -> Option<i64> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let hours = text.get(1..3).and_then(|hours| digits(hours, 2)).filter(|hours| *hours < 24)?;
    let rest = text.get(3..)?;
    let minutes = if rest.is_empty() { 0 } else { digits(rest.strip_prefix(':').unwrap_or(rest), 2)? };
    (minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Seconds since 1970, perhaps with decimals.
fn unix(text: &str) -> Option<Covered> {
    let (whole, part) = text.split_once('.').map_or((text, ""), |(whole, part)| (whole, part));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole.strip_prefix('-').unwrap_or(whole)) {
        return None;
    }
    let seconds: i64 = whole.parse().ok()?;
    let nanos = if part.is_empty() { 0 } else { nanoseconds(part)? };
    // Before 1970 decimals count backwards.
    let first = match (whole.starts_with('-'), nanos) {
        (true, 1..) => (seconds.checked_sub(1)?, 1_000_000_000 - nanos),
        _ => (seconds, nanos),
    };
    Some(Covered { first, behind: after(first), has_month: true })
}

fn after((seconds, nanos): Moment) -> Moment {
    if nanos < 999_999_999 { (seconds, nanos + 1) } else { (seconds.saturating_add(1), 0) }
}

/// The first nine decimals of a second.
fn nanoseconds(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nine = text.bytes().chain(std::iter::repeat(b'0')).take(9);
    Some(nine.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0')))
}

fn digits(text: &str, count: usize) -> Option<i64> {
    let all = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if all { text.parse().ok() } else { None }
}

/// Days from the beginning of 1970 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    day_number(year, month, day) - DAY_OF_1970
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_date_covers_follows_from_what_was_written() {
        let whole = |text: &str| iso(text).map(|covered| (covered.first.0, covered.behind.0));
        assert_eq!(whole("1970"), Some((0, 365 * DAY)));
        assert_eq!(whole("2024-02"), Some((1_706_745_600, 1_709_251_200)));
        assert_eq!(whole("2024-02-29"), Some((1_709_164_800, 1_709_251_200)));
        assert_eq!(whole("2024-02-29T12:30"), Some((1_709_209_800, 1_709_209_860)));
        assert_eq!(whole("2024-02-29 12:30:15Z"), Some((1_709_209_815, 1_709_209_816)));
        assert_eq!(whole("2024-02-29T15:30:15+03:00"), whole("2024-02-29t12:30:15"));
        assert_eq!(whole("2024-02-29T12:30:15 -0130"), whole("2024-02-29T14:00:15"));
        assert_eq!(iso("2024-02-29T12:30:15.25").map(|date| date.first), Some((1_709_209_815, 250_000_000)));
        assert_eq!(days(0, 3, 1) - days(0, 2, 28), 2);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "24",
            "2023-02-29",
            "2024-13",
            "2024-00-01",
            "2024-01-00",
            "2024-1-5",
            "2024-01-01-01",
            "2024T10:00",
            "2024-01-01T",
            "2024-01-01T24:00",
            "2024-01-01T10",
            "2024-01-01T10:00+3",
            "2024-01-01T10:00:00.",
            "today",
            "２０２４",
        ] {
            assert_eq!(iso(text), None, "{text}");
        }
    }

    #[test]
    fn other_numbers_are_seconds() {
        assert_eq!(covered("1709209815").map(|date| date.first), Some((1_709_209_815, 0)));
        assert_eq!(covered("-1.5").map(|date| date.first), Some((-2, 500_000_000)));
        assert_eq!(covered("1709209815.0"), covered("1709209815"));
        assert!(covered("2024").is_some_and(|date| date.first.0 > 1_700_000_000));
        for text in ["99999999999999999999", "1e9", "-", ".", ".5", "-9223372036854775808.5", "1_0"] {
            assert_eq!(covered(text), None, "{text}");
        }
    }
}
