//! An answer's Markdown on a terminal: bold text stands out, fences are dimmed, all else is shown as it is.

use super::Style;

/// The text with its emphasis as the terminal shows it; without emphasis where none is shown.
pub(super) fn rendered(text: &str, style: Style) -> String {
    if !style.is_shown() {
        return text.to_owned();
    }
    let mut is_code = false;
    let of = |line: &str| {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        is_code ^= fence;
        match (fence, is_code) {
            (true, _) => style.dim(line),
            (_, true) => line.to_owned(),
            _ => emphasised(line, style),
        }
    };
    text.lines().map(of).collect::<Vec<_>>().join("\n")
}

/// A line with `**words**` as bold words; marks in code and those that nothing closes stay.
fn emphasised(line: &str, style: Style) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("**") {
        let (before, behind) = (&rest[..at], &rest[at + 2..]);
        let in_code = before.matches('`').count() % 2 == 1;
        out.push_str(before);
        match behind.find("**").filter(|end| *end > 0 && !in_code) {
            Some(end) => {
                out.push_str(&style.bold(&behind[..end]));
                rest = &behind[end + 2..];
            }
            None => {
                out.push_str("**");
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}
