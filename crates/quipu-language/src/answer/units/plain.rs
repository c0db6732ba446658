//! A sentence of Markdown as plain prose, for places where it stands among other sentences.

use super::visible::{BLANK, visible};

/// A sentence without its markup, the marks of lists and headings before it, and the bars of a table's row; on one
/// line. Marks of emphasis and code stay.
pub fn plain(text: &str) -> String {
    let seen = visible(text).replace(BLANK, "");
    let seen = unmarked(seen.trim());
    let row = seen.strip_prefix('|').map(|row| row.trim_end_matches('|'));
    let cells =
        row.map(|row| row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(", "));
    let seen = cells.as_deref().unwrap_or(seen);
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text after the marks of lists, headings and quotations that it begins with.
fn unmarked(mut text: &str) -> &str {
    loop {
        let marks = text.trim_start_matches(['#', '-', '*', '+', '>']);
        let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = number.strip_prefix(['.', ')']).filter(|_| number.len() < text.len());
        let behind = if marks.len() < text.len() { Some(marks) } else { numbered };
        match behind.filter(|behind| behind.starts_with(char::is_whitespace)) {
            Some(behind) => text = behind.trim_start(),
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_what_they_mark_stays() {
        let same = |text: &str| assert_eq!(plain(text), text);
        assert_eq!(plain("- See [the guide](https://a.example/b) for\n  more."), "See the guide for more.");
        assert_eq!(plain("## 2. Optics"), "Optics");
        assert_eq!(plain("> * **Ada** wrote `it`."), "**Ada** wrote `it`.");
        assert_eq!(plain("| Lamp | oil | 1869 |"), "Lamp, oil, 1869");
        assert_eq!(plain(""), "");
        for text in ["*Both* of them.", "-5 degrees.", "1869 was cold.", "3.5 metres.", "#tag"] {
            same(text);
        }
    }
}
