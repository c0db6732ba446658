//! Tests of boxes with rows that no lines separate.

use super::file::{File, show};
use super::{has, text};

fn boxed(rows: &[f32], uprights: &[(f32, f32, f32)]) -> String {
    let mut lines: Vec<String> = rows.iter().map(|y| format!("60 {y} m 460 {y} l S")).collect();
    let (top, bottom) = (rows[0], rows[rows.len() - 1]);
    let sides = [(60.0, top, bottom), (460.0, top, bottom)];
    lines.extend(sides.iter().chain(uprights).map(|(x, top, bottom)| format!("{x} {top} m {x} {bottom} l S")));
    lines.join("\n") + "\n"
}

fn row(cells: &[(&str, f32)], y: f32) -> String {
    cells.iter().map(|(text, x)| show(text, *x, y)).collect()
}

#[test]
fn rows_without_lines_below_ruled_heads_stay_rows() {
    let mut file = File::new();
    let content = [
        boxed(&[700.0, 680.0, 660.0, 580.0], &[(260.0, 680.0, 660.0)]),
        row(&[("Pilot boat", 64.0)], 686.0),
        row(&[("Crew", 64.0), ("Engine", 264.0)], 666.0),
        row(&[("First", 64.0), ("Ana Lill", 150.0), ("Built", 264.0), ("1987", 360.0)], 646.0),
        row(&[("Second", 64.0), ("Per Moen", 150.0), ("Fuel", 264.0), ("diesel", 360.0)], 626.0),
        row(&[("Cook", 64.0), ("none", 150.0), ("Power", 264.0), ("80 kW", 360.0)], 606.0),
    ];
    file.page(&content.concat());
    let text = text(&file);
    has(&text, &["| Crew | Engine |", "| First | Ana Lill | Built | 1987 |", "| Cook | none | Power | 80 kW |"]);
    assert_eq!(text.matches("Per Moen").count(), 1);
}

#[test]
fn rows_in_the_middle_of_a_grid_stay_rows() {
    let mut file = File::new();
    let content = [
        boxed(&[700.0, 680.0, 600.0, 580.0], &[(260.0, 700.0, 680.0), (260.0, 600.0, 580.0)]),
        row(&[("Day", 64.0), ("Wind", 264.0)], 686.0),
        row(&[("Mon", 64.0), ("north", 160.0), ("4", 290.0)], 662.0),
        row(&[("Tue", 64.0), ("west", 160.0), ("11", 290.0)], 642.0),
        row(&[("Wed", 64.0), ("south", 160.0), ("6", 290.0)], 622.0),
        row(&[("Mean", 64.0), ("7", 264.0)], 586.0),
    ];
    file.page(&content.concat());
    has(&text(&file), &["| Day | Wind |", "| Tue | west | 11 |", "| Mean | 7 |"]);
}
