//! Columns, tables inside them, formulas, drawings and authors of papers.

use super::file::{File, show};
use super::{has, lacks, text};

/// Lines of running text in a column.
const PROSE: [&str; 12] = [
    "The keeper of the light wrote the",
    "height of the water every hour of",
    "the night, and the books were read",
    "again when the harbour was to be",
    "made deeper for the larger ships.",
    "Nobody had asked before how well a",
    "person reads a board in a swell, so",
    "we asked twelve people to do so and",
    "put a gauge beside them. The errors",
    "were small as long as the sea stood",
    "calm, and grew with the height of",
    "the waves as everybody expected.",
];

/// Lines below each other, 12 points apart.
fn column(lines: &[&str], x: f32, from: f32) -> String {
    (0_u8..).zip(lines).map(|(at, line)| show(line, x, from - 12.0 * f32::from(at))).collect()
}

/// Rows of cells, 12 points apart.
fn rows(rows: &[&[(&str, f32)]], from: f32) -> String {
    let row = |(at, cells): (u8, &&[(&str, f32)])| {
        let y = from - 12.0 * f32::from(at);
        cells.iter().map(|(text, x)| show(text, *x, y)).collect::<String>()
    };
    (0_u8..).zip(rows).map(row).collect()
}

fn rule(left: f32, right: f32, y: f32) -> String {
    format!("{left} {y} m {right} {y} l S\n")
}

const TABLE: [&[(&str, f32)]; 4] = [
    &[("Sea", 60.0), ("Mean", 130.0), ("Spread", 190.0)],
    &[("calm", 60.0), ("0.4", 130.0), ("2.6", 190.0)],
    &[("choppy", 60.0), ("1.9", 130.0), ("5.2", 190.0)],
    &[("swell", 60.0), ("4.7", 130.0), ("9.1", 190.0)],
];

#[test]
fn a_table_in_a_column_takes_no_words_of_the_other() {
    let mut file = File::new();
    let first = [column(&PROSE, 60.0, 700.0), column(&PROSE, 320.0, 700.0)].concat();
    file.page(&[first.clone(), column(&PROSE, 60.0, 540.0), column(&PROSE, 320.0, 540.0)].concat());
    file.page(
        &[
            column(&PROSE, 60.0, 700.0),
            rows(&TABLE, 540.0),
            column(&PROSE, 320.0, 700.0),
            column(&PROSE[..4], 320.0, 540.0),
        ]
        .concat(),
    );
    file.page(&first);
    let text = text(&file);
    has(&text, &["| Sea | Mean | Spread |", "| swell | 4.7 | 9.1 |", "height of the water every hour of the night"]);
    lacks(&text, &["2.6 | ", "| the night", "Spread | The"]);
}

#[test]
fn three_columns_are_read_one_after_the_other() {
    let mut file = File::new();
    let narrow: Vec<String> = PROSE.iter().map(|line| line.chars().take(24).collect()).collect();
    let narrow: Vec<&str> = narrow.iter().map(String::as_str).collect();
    file.page(&[column(&narrow, 40.0, 700.0), column(&narrow, 220.0, 700.0), column(&narrow, 400.0, 700.0)].concat());
    let text = text(&file);
    lacks(&text, &["|"]);
    assert!(
        text.matches("height of the water every").count() + text.matches("height of the water ever").count() > 2,
        "{text}"
    );
}

#[test]
fn two_columns_without_lines_are_no_table_unless_one_has_figures() {
    let mut file = File::new();
    let words: [&[(&str, f32)]; 4] = [
        &[("of the light that", 60.0), ("stood upon the", 300.0)],
        &[("pier and of the", 60.0), ("harbour where it", 300.0)],
        &[("water was meas-", 60.0), ("lay under ice and", 300.0)],
        &[("ured by the eye", 60.0), ("nobody came for", 300.0)],
    ];
    file.page(&rows(&words, 700.0));
    lacks(&text(&file), &["|"]);
    let mut file = File::new();
    let figures: [&[(&str, f32)]; 4] = [
        &[("Mooring", 60.0), ("30.50", 300.0)],
        &[("Water and power", 60.0), ("4.20", 300.0)],
        &[("Pilot", 60.0), ("112.00", 300.0)],
        &[("All", 60.0), ("146.70", 300.0)],
    ];
    file.page(&rows(&figures, 700.0));
    has(&text(&file), &["| Water and power | 4.20 |"]);
}

#[test]
fn two_columns_between_lines_are_a_table() {
    let mut file = File::new();
    let words: [&[(&str, f32)]; 4] = [
        &[("Keeper", 60.0), ("Station", 200.0)],
        &[("Ana Lill", 60.0), ("north pier", 200.0)],
        &[("Per Moen", 60.0), ("old quay", 200.0)],
        &[("Ida Sund", 60.0), ("lifeboat slip", 200.0)],
    ];
    let lines = [rule(56.0, 280.0, 712.0), rule(56.0, 280.0, 696.0), rule(56.0, 280.0, 659.0)].concat();
    file.page(&[lines, rows(&words, 700.0)].concat());
    has(&text(&file), &["| Keeper | Station |", "| Per Moen | old quay |"]);
}

#[test]
fn formulas_and_their_numbers_are_no_table() {
    let mut file = File::new();
    let formulas: [&[(&str, f32)]; 3] = [
        &[("h = a + b", 120.0), ("(1)", 400.0)],
        &[("h = a + b + c", 120.0), ("(2)", 400.0)],
        &[("h = d", 120.0), ("(3)", 400.0)],
    ];
    file.page(&rows(&formulas, 700.0));
    lacks(&text(&file), &["|"]);
}

#[test]
fn boxes_of_a_drawing_are_no_table() {
    let mut file = File::new();
    let frame = |x: f32, y: f32, text: &str| format!("{x} {y} 80 24 re S\n{}", show(text, x + 6.0, y + 8.0));
    let arrow = |x: f32, from: f32, to: f32| format!("{x} {from} m {x} {to} l S\n");
    let content = [
        frame(100.0, 600.0, "Input"),
        frame(240.0, 560.0, "Softmax"),
        frame(100.0, 500.0, "Sum"),
        frame(300.0, 460.0, "Output"),
        arrow(140.0, 600.0, 524.0),
        arrow(280.0, 560.0, 484.0),
        "280 484 m 300 484 l S 180 612 m 240 612 l S 240 612 m 240 584 l S 180 512 m 240 512 l S 240 512 m 240 560 l S\n".to_owned(),
    ];
    file.page(&content.concat());
    let text = text(&file);
    lacks(&text, &["|"]);
    has(&text, &["Softmax", "Output"]);
}

#[test]
fn a_sentence_written_several_times_is_no_table() {
    let mut file = File::new();
    let words = ["The", "law", "will", "never", "be", "perfect"];
    let said: String = (0_u8..)
        .zip(words)
        .flat_map(|(at, word)| [60.0, 160.0, 260.0, 360.0].map(|x| show(word, x, 700.0 - 14.0 * f32::from(at))))
        .collect();
    file.page(&said);
    lacks(&text(&file), &["|"]);
}

#[test]
fn authors_side_by_side_are_read_one_after_the_other() {
    let mut file = File::new();
    let title = "BT /F1 18 Tf 1 0 0 1 120 740 Tm (Reading tides by eye) Tj ET\n".to_owned();
    let authors: [&[(&str, f32)]; 3] = [
        &[("Edith Marlow", 80.0), ("Tom Penrose", 250.0), ("Ida Sund", 420.0)],
        &[("Pier Office", 80.0), ("Harbour School", 250.0), ("Pier Office", 420.0)],
        &[("edith@pier.example", 80.0), ("tom@school.example", 250.0), ("ida@pier.example", 420.0)],
    ];
    file.page(&[title, rows(&authors, 700.0), column(&PROSE, 60.0, 600.0)].concat());
    let text = text(&file);
    has(&text, &["Edith Marlow\n\nPier Office\n\nedith@pier.example\n\nTom Penrose\n\n"]);
    lacks(&text, &["|"]);
}

#[test]
fn marks_of_orcid_are_no_part_of_a_name() {
    let mut file = File::new();
    let mark = |x: f32, y: f32| format!("BT /F1 5 Tf 1 0 0 1 {x} {y} Tm (iD) Tj ET\n");
    file.page(&[show("Edith Marlow", 60.0, 700.0), mark(126.5, 704.0), show("and Tom Penrose", 140.0, 700.0)].concat());
    assert_eq!(text(&file), "Edith Marlow and Tom Penrose");
}

#[test]
fn powers_stay_in_the_cells_of_a_table() {
    let mut file = File::new();
    let cells: [&[(&str, f32)]; 3] = [
        &[("Layer", 60.0), ("Cost", 200.0), ("Steps", 330.0)],
        &[("Whole", 60.0), ("O\\(n", 200.0), ("d\\)", 222.0), ("O\\(1\\)", 330.0)],
        &[("Folded", 60.0), ("O\\(r n d\\)", 200.0), ("O\\(n\\)", 330.0)],
    ];
    let power = "BT /F1 7 Tf 1 0 0 1 214.8 692 Tm (2) Tj ET\n".to_owned();
    file.page(&[rows(&cells, 700.0), power].concat());
    has(&text(&file), &["| Whole | O(n^2 d) | O(1) |"]);
}
