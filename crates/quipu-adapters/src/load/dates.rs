//! Dates as people write them in front matter, in the one form that sorts as text.

/// `2024-05-01` from `2024-05-01`, `2024/5/1`, `2024.05.01` or `01.05.2024`, with the text after a
/// day kept unchanged (a time); any other text unchanged, without blank edges.
pub(super) fn sortable(text: &str) -> String {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/' | '.'))).unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let parts: Vec<&str> = day.trim_end_matches('.').split(['-', '/', '.']).collect();
    let [first, month, last] = parts[..] else {
        return text.to_owned();
    };
    let (year, day) = if first.len() == 4 { (first, last) } else { (last, first) };
    let number =
        |digits: &str, most: u32| digits.parse::<u32>().ok().filter(|n| (1..=most).contains(n) && digits.len() <= 2);
    // `05/01/2024` may mean either day: only the form with dots, or with the year first, is sure.
    let sure = first.len() == 4 || text.as_bytes().get(first.len()) == Some(&b'.');
    match (number(month, 12), number(day, 31)) {
        (Some(month), Some(day)) if sure && year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{year}-{month:02}-{day:02}{rest}")
        }
        _ => text.to_owned(),
    }
}
