//! The time after which a busy server may be called again, in every form that servers use.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::HeaderMap;

/// Numbers above this are seconds since 1970, and above its thousandfold milliseconds.
const SINCE_1970: f64 = 1e9;
/// Headers with the end of a limit, each with the header of the rest of that limit.
const RESETS: [(&str, &str); 5] = [
    ("x-ratelimit-reset-requests", "x-ratelimit-remaining-requests"),
    ("x-ratelimit-reset-tokens", "x-ratelimit-remaining-tokens"),
    ("x-ratelimit-reset-after", "x-ratelimit-remaining"),
    ("x-ratelimit-reset", "x-ratelimit-remaining"),
    ("ratelimit-reset", "ratelimit-remaining"),
];

/// The wait that the head of an answer asks for: in milliseconds, in seconds, by a date, or, for limits on the
/// number of calls, by the reset of the counter.
pub(crate) fn after(status: u16, headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let milliseconds = text("retry-after-ms").and_then(|text| number(text.trim_end_matches("ms").trim()));
    if let Some(milliseconds) = milliseconds {
        return Some(Duration::from_secs_f64(milliseconds / 1000.0));
    }
    if let Some(told) = text("retry-after").and_then(moment) {
        return Some(told);
    }
    if status != 429 {
        return None;
    }
    let spent = RESETS.iter().filter(|(_, left)| text(left).and_then(number).is_none_or(|left| left < 1.0));
    spent.filter_map(|(reset, _)| moment(text(reset)?)).max()
}

/// The wait that the text of an answer asks for: "try again in 1.5s", `"retryDelay": "34s"`.
pub(crate) fn after_said(said: &str) -> Option<Duration> {
    let said = said.to_lowercase();
    ["retrydelay", "try again in", "retry in", "retry after", "retry_after"].iter().find_map(|mark| {
        let rest = &said[said.find(mark)? + mark.len()..];
        let rest = rest.trim_start_matches([':', '"', ' ', '=', '\'']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != ' ').unwrap_or(rest.len());
        let mut words = rest[..end].trim_end_matches('.').split(' ');
        let (number, unit) = (words.next()?.trim_end_matches('.'), words.next().unwrap_or_default());
        span(number).filter(|_| !number.ends_with(|c: char| c.is_ascii_digit())).or_else(|| {
            let unit =
                if unit.starts_with("ms") || unit.starts_with("milli") { "ms" } else { unit.get(..1).unwrap_or("s") };
            let unit = if ["ms", "s", "m", "h"].contains(&unit) { unit } else { "s" };
            span(&format!("{number}{unit}"))
        })
    })
}

/// The value of a header: seconds from now, a span with units, or a moment.
fn moment(text: &str) -> Option<Duration> {
    let now = SystemTime::now();
    if let Some(number) = number(text) {
        let since = match () {
            () if number > SINCE_1970 * 1000.0 => Duration::from_secs_f64(number / 1000.0),
            () if number > SINCE_1970 => Duration::from_secs_f64(number),
            () => return Some(Duration::from_secs_f64(number)),
        };
        // A moment that is over means now.
        return Some(since.saturating_sub(now.duration_since(UNIX_EPOCH).unwrap_or_default()));
    }
    let date = || httpdate::parse_http_date(text).ok().or_else(|| of_iso(text));
    span(text).or_else(|| Some(date()?.duration_since(now).unwrap_or_default()))
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| (0.0..1e14).contains(number))
}

/// A span with units: "20ms", "1.5s", "6m0s", "1h2m".
fn span(text: &str) -> Option<Duration> {
    let (mut rest, mut seconds) = (text.trim(), 0.0);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let amount = number(&rest[..end])?;
        let unit = rest[end..].find(|c: char| c.is_ascii_digit()).map_or(&rest[end..], |to| &rest[end..end + to]);
        seconds += amount
            * match unit.trim() {
                "ms" => 0.001,
                "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
                "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
                "h" | "hour" | "hours" => 3600.0,
                _ => return None,
            };
        rest = &rest[end + unit.len()..];
    }
    // Many hours in a row are more than a span can be.
    Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds > 0.0 || text.starts_with('0'))
}

/// "2026-11-26T01:02:03Z", with any suffix after the seconds except an offset, which gives no time.
fn of_iso(text: &str) -> Option<SystemTime> {
    let (date, time) = text.trim().split_once(['T', ' '])?;
    let mut date = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let time = time.strip_suffix(['Z', 'z']).or_else(|| time.strip_suffix("+00:00"))?;
    let mut time = time.splitn(3, ':').map(|part| part.parse::<f64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    if !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970 of the civil calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let of_march = if month > 2 { year } else { year - 1 };
    let (era, year_of) = (of_march / 400, of_march % 400);
    let day_of = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + year_of * 365 + year_of / 4 - year_of / 100 + day_of - 719_468;
    let seconds = days as f64 * 86_400.0 + hour * 3600.0 + minute * 60.0 + second;
    UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(seconds).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(status: u16, pairs: &[(&'static str, &str)]) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        after(status, &headers)
    }

    fn about(found: Option<Duration>, seconds: u64) -> bool {
        found.is_some_and(|found| (seconds.saturating_sub(5)..=seconds).contains(&found.as_secs()))
    }

    #[test]
    fn the_time_to_wait_is_read_in_every_form() {
        let seconds = |text: &str| said(503, &[("retry-after", text)]);
        assert_eq!(seconds("7"), Some(Duration::from_secs(7)));
        assert_eq!(seconds("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(seconds("7s"), Some(Duration::from_secs(7)));
        assert_eq!(said(503, &[("retry-after-ms", "250")]), Some(Duration::from_millis(250)));
        let date = |ahead: i64| {
            let now = SystemTime::now();
            let span = Duration::from_secs(ahead.unsigned_abs());
            seconds(&httpdate::fmt_http_date(if ahead > 0 { now + span } else { now - span }))
        };
        assert!(about(date(90), 90), "{:?}", date(90));
        assert_eq!(date(-90), Some(Duration::ZERO));
        assert_eq!([seconds("soon"), seconds("-1"), seconds("")], [None; 3]);
        assert_eq!(seconds(&"99999999999999h".repeat(100)), None, "longer than any span");
        assert_eq!(seconds("2001-02-03T04:05:06Z"), Some(Duration::ZERO));
        let of_iso = of_iso("2026-11-26T01:02:03.5Z").unwrap().duration_since(UNIX_EPOCH).unwrap();
        assert_eq!(of_iso, Duration::from_millis(1_795_654_923_500));
    }

    #[test]
    fn where_calls_are_counted_the_count_begins_anew() {
        assert_eq!(said(429, &[("x-ratelimit-reset-requests", "20ms")]), Some(Duration::from_millis(20)));
        assert_eq!(said(429, &[("x-ratelimit-reset-tokens", "6m1s")]), Some(Duration::from_secs(361)));
        let both = [
            ("x-ratelimit-reset-requests", "9s"),
            ("x-ratelimit-remaining-requests", "5"),
            ("x-ratelimit-reset-tokens", "3s"),
            ("x-ratelimit-remaining-tokens", "0"),
        ];
        assert_eq!(said(429, &both), Some(Duration::from_secs(3)), "only what is spent is waited for");
        assert_eq!(said(500, &both), None, "who is broken counts nothing");
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() + 40;
        assert!(about(said(429, &[("x-ratelimit-reset", &since.to_string())]), 40));
        assert!(about(said(429, &[("x-ratelimit-reset", &format!("{since}000"))]), 40));
        assert_eq!(said(429, &[("ratelimit-reset", "12")]), Some(Duration::from_secs(12)));
    }

    #[test]
    fn words_may_say_it_too() {
        for (words, milliseconds) in [
            ("Rate limit reached. Please try again in 1.5s. Visit us.", 1_500),
            ("Please retry in 34 seconds.", 34_000),
            (r#"{"retryDelay": "34s"}"#, 34_000),
            ("try again in 850ms", 850),
            ("Please try again in 1m2s.", 62_000),
            ("retry after 20 milliseconds", 20),
        ] {
            assert_eq!(after_said(words), Some(Duration::from_millis(milliseconds)), "{words}");
        }
        assert_eq!([after_said("try again in a while"), after_said("busy")], [None, None]);
    }
}
