//! Numbers in a readable form.

use crate::messages::{Language, language, say};

/// A number of bytes: `812 B`, `64.0 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    if bytes < 1000 {
        return say!("unit-bytes", value = bytes).to_string();
    }
    let (mut value, mut larger) = (bytes as f64 / 1000.0, 0);
    while value >= 999.95 && larger < 3 {
        (value, larger) = (value / 1000.0, larger + 1);
    }
    let value = decimal(value);
    let said = match larger {
        0 => say!("unit-kilobytes", value = value),
        1 => say!("unit-megabytes", value = value),
        2 => say!("unit-gigabytes", value = value),
        _ => say!("unit-terabytes", value = value),
    };
    said.to_string()
}

/// A large number: 12,345 as `12.3 k`.
pub(crate) fn thousands(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{} k", decimal(count as f64 / 1e3)),
        _ => format!("{} M", decimal(count as f64 / 1e6)),
    }
}

/// A number with one decimal, its mark as the language has it.
fn decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    match language() {
        Language::En => text,
        Language::Ru => text.replace('.', ","),
    }
}

/// A duration in seconds: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`.
pub(crate) fn seconds(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let two = |number: u64| format!("{number:02}");
    let said = match whole {
        0..10 => say!("unit-seconds", value = decimal(seconds)),
        10..60 => say!("unit-seconds", value = whole),
        60..3600 => say!("unit-minutes", minutes = whole / 60, seconds = two(whole % 60)),
        _ => say!("unit-hours", hours = whole / 3600, minutes = two(whole % 3600 / 60)),
    };
    said.to_string()
}

/// The first `limit` characters of a text on one line.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}

/// The day of a time in seconds since 1970, UTC, as `2024-05-17`: Howard Hinnant's `civil_from_days`.
pub(super) fn day(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_change_units_where_people_do() {
        assert_eq!(
            [0, 999, 1000, 999_949, 999_950, 5_000_000_000].map(bytes),
            ["0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "5.0 GB"]
        );
        assert_eq!([0.42, 9.96, 59.6, 3600.0].map(seconds), ["0.4 s", "10 s", "1 min 00 s", "1 h 00 min"]);
    }

    #[test]
    fn a_line_is_cut_at_a_character() {
        assert_eq!(one_line("ёж и \n\n ёлка", 5), "ёж и…");
        assert_eq!(one_line("ёж", 5), "ёж");
    }
}
