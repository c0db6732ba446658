//! The table of strategies and sets, for a terminal or as Markdown.

use std::io;

use quipu_proof::measure::{MatrixCell, MatrixRow};

use super::evaluated::{grid, one};

/// Prints the odd figure of each set, the even one in brackets; a star marks the ways that are best on the even questions.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn matrix(rows: &[MatrixRow], markdown: bool) -> io::Result<()> {
    let columns: &[MatrixCell] = rows.first().map_or(&[], |row| &row.cells);
    let best = |at: usize| rows.iter().map(|row| row.cells[at].even).fold(0.0, f64::max);
    let bests: Vec<f64> = (0..columns.len()).map(best).collect();
    let mut head = vec!["way".to_owned()];
    head.extend(columns.iter().map(|cell| format!("{} {}", cell.set, cell.measure)));
    head.push("p50 ms".to_owned());
    let told = rows.iter().map(|row| {
        let mut line = vec![row.way.clone()];
        line.extend(row.cells.iter().zip(&bests).map(|(cell, best)| {
            let star = if cell.even >= *best { "*" } else { "" };
            format!("{} ({}{star})", one(cell.odd), one(cell.even))
        }));
        line.push(format!("{:.1}", row.p50_ms));
        line
    });
    let cells: Vec<Vec<String>> = std::iter::once(head).chain(told).collect();
    grid(&cells, 1, markdown)
}
