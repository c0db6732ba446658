//! Tables: cells in columns, measured as a terminal shows them, and no wider than it.
//!
//! Where a row does not fit, columns are shortened until it does: the least important first, among equals the widest.
//! Piped output is whole.

use std::cmp::Reverse;
use std::io;

use unicode_width::UnicodeWidthStr as _;

use super::{line, width};

/// The least that a column shrinks to.
const LEAST: usize = 8;
/// Blanks between columns.
const GAP: usize = 2;

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Left-aligned, as wide as its cells.
    Left,
    /// Right-aligned, as wide as its cells: numbers.
    Right,
    /// Left-aligned, and shorter where there is no room; the lower the number, the earlier.
    Gives(u8),
}

/// Prints rows below each other, each cell on one line.
///
/// # Errors
/// When standard output is closed.
pub(super) fn table<R: AsRef<[String]>>(columns: &[Column], rows: &[R]) -> io::Result<()> {
    let flat = |cell: &String| cell.replace(char::is_control, " ");
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.as_ref().iter().map(flat).collect()).collect();
    let widths = fitted(columns, natural(columns.len(), &rows), width::of_stdout());
    rows.iter().try_for_each(|row| line(row_of(columns, &widths, row)))
}

fn natural<R: AsRef<[String]>>(columns: usize, rows: &[R]) -> Vec<usize> {
    let widest = |at: usize| rows.iter().filter_map(|row| Some(row.as_ref().get(at)?.width())).max().unwrap_or(0);
    (0..columns).map(widest).collect()
}

/// Widths that fit, as far as columns give way.
fn fitted(columns: &[Column], mut widths: Vec<usize>, most: Option<usize>) -> Vec<usize> {
    let Some(most) = most else { return widths };
    let gaps = GAP * widths.len().saturating_sub(1);
    loop {
        let over = (widths.iter().sum::<usize>() + gaps).saturating_sub(most);
        let giving = |at: usize| match columns[at] {
            Column::Gives(order) if widths[at] > LEAST => Some((at, order)),
            _ => None,
        };
        let first = (0..widths.len()).filter_map(giving).max_by_key(|(at, order)| (Reverse(*order), widths[*at], *at));
        let Some((widest, order)) = first.filter(|_| over > 0) else { return widths };
        let next = (0..widths.len()).filter(|at| *at != widest && columns[*at] == Column::Gives(order));
        let next = next.map(|at| widths[at]).max().unwrap_or(0).max(LEAST);
        // Down to the next widest at once, then one by one among equals.
        let down = widths[widest].saturating_sub(next).max(1).min(over);
        widths[widest] -= down;
    }
}

fn row_of(columns: &[Column], widths: &[usize], row: &[String]) -> String {
    let cells = row.iter().zip(widths).zip(columns).map(|((cell, width), column)| {
        let cell = if matches!(column, Column::Gives(_)) { width::cut(cell, Some(*width)) } else { cell.clone() };
        let pad = " ".repeat(width.saturating_sub(cell.width()));
        if *column == Column::Right { pad + &cell } else { cell + &pad }
    });
    cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(most: Option<usize>) -> Vec<String> {
        let columns = [Column::Right, Column::Gives(0), Column::Gives(0), Column::Left];
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["1", "a folder with a long name", "東京都庁の展望台", "x"]),
            row(["10", "short", "e\u{301}te\u{301}", "yy"]),
        ];
        let widths = fitted(&columns, natural(4, &rows), most);
        rows.iter().map(|row| row_of(&columns, &widths, row)).collect()
    }

    #[test]
    fn what_is_piped_is_whole() {
        assert_eq!(
            shown(None),
            [
                " 1  a folder with a long name  東京都庁の展望台  x",
                "10  short                      e\u{301}te\u{301}               yy"
            ]
        );
    }

    #[test]
    fn the_widest_gives_way_first() {
        assert_eq!(shown(Some(44))[0], " 1  a folder with a l…  東京都庁の展望台  x");
        for most in [20, 30, 40, 50] {
            assert!(shown(Some(most)).iter().all(|row| row.width() <= most.max(26)), "{most}: {:?}", shown(Some(most)));
        }
    }
}
