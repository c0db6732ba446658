//! From Unicode to TeX: special characters of TeX are escaped so that they print as themselves; all else stays UTF-8.

use super::reader::math_close;

/// A text as TeX that prints as it. Math between dollar signs stays math: the first sign has no blank after it, the
/// last one none before it and no digit after it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(math) = math_at(rest) {
            out.push_str(math);
            rest = rest.get(math.len()..).unwrap_or_default();
            continue;
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '&' | '%' | '#' | '_' | '$' => out.extend(['\\', c]),
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            // Two of these would print as one other sign.
            '-' | '`' | '\'' if rest.starts_with(c) => {
                out.push(c);
                out.push_str("{}");
            }
            _ => out.push(c),
        }
    }
    out
}

/// The math that a text begins with, its dollar signs included.
pub(crate) fn math_at(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('$')?;
    let end = math_close(inside)?;
    let math = inside.get(..end)?;
    let loose = math.starts_with(char::is_whitespace) || math.ends_with(char::is_whitespace);
    let digit = inside.get(end + 1..)?.starts_with(|c: char| c.is_ascii_digit());
    if loose || digit { None } else { text.get(..end + 2) }
}
