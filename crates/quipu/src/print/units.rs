//! Numbers as people read them.

/// A number of bytes: `812 B`, `64.0 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1000.0;
    let mut unit = units[0];
    for larger in &units[1..] {
        if value < 999.95 {
            break;
        }
        value /= 1000.0;
        unit = larger;
    }
    format!("{value:.1} {unit}")
}

/// A duration in seconds: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`.
pub(crate) fn seconds(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A count with its word, in the plural where it belongs.
pub(crate) fn count(count: u64, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The first `limit` characters of a text on one line.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
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
        assert_eq!((count(1, "chunk"), count(0, "chunk")), ("1 chunk".to_owned(), "0 chunks".to_owned()));
    }

    #[test]
    fn a_line_is_cut_at_a_character() {
        assert_eq!(one_line("ёж и \n\n ёлка", 5), "ёж и…");
        assert_eq!(one_line("ёж", 5), "ёж");
    }
}
