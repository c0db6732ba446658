//! The width of lines: that of the terminal, and unlimited where the output is not a terminal.

use terminal_size::{Width, terminal_size_of};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of standard output: of the terminal, else the value of `COLUMNS`; missing without either.
pub(super) fn of_stdout() -> Option<usize> {
    let terminal = terminal_size_of(std::io::stdout()).map(|(Width(width), _)| usize::from(width));
    let said = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    terminal.or_else(said).filter(|width| *width >= 20)
}

/// A line that fits, its end marked where it was cut.
pub(super) fn cut(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| line.width() > *width) else { return line.to_owned() };
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= width
    };
    let kept: String = line.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_by_what_it_takes_on_the_screen() {
        assert_eq!(cut("ёжик в тумане", Some(8)), "ёжик в…");
        assert_eq!(cut("東京都庁", Some(6)), "東京…");
        assert_eq!((cut("short", Some(5)), cut("any length", None)), ("short".to_owned(), "any length".to_owned()));
    }
}
