//! Letters stand together in words however they are turned, measured or drawn.

use super::file::{File, show};
use super::{has, lacks, text};

/// Text whose baseline runs along these two numbers.
fn along(text: &str, (a, b): (f32, f32), x: f32, y: f32) -> String {
    format!("BT /F1 11 Tf {a} {b} {} {a} {x} {y} Tm ({text}) Tj ET\n", -b)
}

#[test]
fn turned_text_has_whole_words() {
    for (direction, entries) in
        [((0.0, 1.0), "/Rotate 90"), ((0.0, -1.0), "/Rotate 270"), ((0.0, 1.0), ""), ((-1.0, 0.0), "/Rotate 180")]
    {
        let (a, b) = direction;
        let place = |right: f32, down: f32| (300.0 + a * right + b * down, 400.0 + b * right - a * down);
        let mut content = String::new();
        for (row, cells) in
            [["Berth", "Keeper", "Metres"], ["West", "Ana Lill", "31"], ["East", "Per Moen", "8"]].iter().enumerate()
        {
            for (column, cell) in cells.iter().enumerate() {
                let (x, y) = place(110.0 * column as f32 - 200.0, 18.0 * row as f32);
                content.push_str(&along(cell, direction, x, y));
            }
        }
        let (x, y) = place(-200.0, -40.0);
        content.push_str(&along("All lengths of the quay still hold", direction, x, y));
        let mut file = File::new();
        file.page_with(&content, entries, "");
        has(&text(&file), &["All lengths of the quay still hold", "| West | Ana Lill | 31 |"]);
    }
}

#[test]
fn a_page_turned_by_its_own_matrix_has_whole_words() {
    let mut file = File::new();
    file.page(&format!("q 0 1 -1 0 550 50 cm\n{}Q", show("Low water is at nine", 10.0, 20.0)));
    assert_eq!(text(&file), "Low water is at nine");
}

#[test]
fn a_few_words_across_a_turned_table_are_read() {
    let mut content = show("Stores of the islands", 60.0, 760.0);
    for (row, (island, sacks)) in
        [("Odd", "14"), ("Little Odd", "3"), ("Even", "25"), ("Far Even", "9")].iter().enumerate()
    {
        let x = 200.0 + 18.0 * row as f32;
        content.push_str(&along(island, (0.0, 1.0), x, 100.0));
        content.push_str(&along(sacks, (0.0, 1.0), x, 260.0));
        content.push_str(&along("sacks of meal in the store", (0.0, 1.0), x, 320.0));
    }
    let mut file = File::new();
    file.page(&content);
    has(&text(&file), &["Stores of the islands", "| Little Odd | 3 |"]);
}

#[test]
fn text_that_gives_no_character_is_said() {
    let mut file = File::new();
    let none = "\\001\\002\\003".repeat(20);
    file.page(&show("The first page is read", 60.0, 700.0)).page(&show(&none, 60.0, 700.0));
    let pdf = quipu_pdf::read(&file.bytes(), quipu_pdf::PdfOptions::default()).unwrap();
    let wanting = |at: usize| pdf.pages[at].left_out || pdf.pages[at].needs_ocr.is_some();
    assert!(!wanting(0) && wanting(1));
}

/// A font whose letters are pictures, `unit` to a unit of text.
fn pictures(file: &mut File, unit: f32, width: f32) -> usize {
    let letter = file.stream("", &format!("{width} 0 0 0 {width} {width} d1 0 0 {width} {width} re f"));
    let names = "/space /a /b /c /d /e /f /g /h /i /j /k /l /m /n /o /p /q /r /s /t /u /v /w /x /y /z";
    let letters: String = names.split(' ').map(|name| format!("{name} {letter} 0 R ")).collect();
    let letters_only = names.trim_start_matches("/space ");
    let widths = vec![width.to_string(); 91].join(" ");
    file.object(format!(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 {width} {width}] /FontMatrix [{unit} 0 0 {unit} 0 0] \
         /CharProcs << {letters} >> /FirstChar 32 /LastChar 122 /Widths [{widths}] \
         /Encoding << /Type /Encoding /Differences [32 /space 97 {letters_only}] >> >>"
    ))
}

#[test]
fn letters_that_are_pictures_make_whole_words() {
    // The matrix of the font, the width of a letter in it, and the size that shows it.
    for (unit, width, size) in
        [(1.0, 30.0, 0.2), (0.01, 50.0, 12.0), (0.001, 500.0, 12.0), (0.04, 0.5, 300.0), (0.1, 8.0, 7.0)]
    {
        let mut file = File::new();
        let font = pictures(&mut file, unit, width);
        let content = format!("BT /P {size} Tf 50 600 Td (pay the pilot at noon) Tj 0 -20 Td (or sail alone) Tj ET");
        file.fonts = format!("/P {font} 0 R");
        file.page(&content);
        has(&text(&file), &["pay the pilot at noon", "or sail alone"]);
    }
}

#[test]
fn placed_text_is_read() {
    let placed = |text: &str, y: f32| format!("/PlacedPDF /MC0 BDC {} EMC\n", show(text, 60.0, y));
    let mut file = File::new();
    let form = file.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >>",
        &placed("The toll is four marks", 500.0),
    );
    let outer = file.stream(
        &format!("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> /XObject << /In {form} 0 R >> >>"),
        "/In Do",
    );
    let content = [show("On the page", 60.0, 700.0), placed("Beside the page", 600.0), "/Out Do".to_owned()].concat();
    file.page_with(&content, "", &format!("/XObject << /Out {outer} 0 R >>"));
    has(&text(&file), &["On the page", "Beside the page", "The toll is four marks"]);
}

#[test]
fn letters_drawn_twice_are_read_once() {
    for (offset, times) in [(0.3, 2), (0.8, 2), (1.2, 2), (0.4, 3)] {
        let copies =
            |text: &str, y: f32| (0..times).map(|at| show(text, 60.0 + offset * at as f32, y)).collect::<String>();
        let mut file = File::new();
        file.page(&[copies("Still till it will fill", 700.0), show("A hill is still a hill", 60.0, 670.0)].concat());
        has(&text(&file), &["Still till it will fill", "A hill is still a hill"]);
    }
}

#[test]
fn struck_words_are_marked() {
    let through = |left: f32, right: f32, y: f32| format!("{left} {y} m {right} {y} l S\n");
    let thin = |left: f32, right: f32, y: f32| format!("{left} {y} {} 0.7 re f\n", right - left);
    for (line, level) in [(&through as &dyn Fn(f32, f32, f32) -> String, 703.6), (&thin, 703.0)] {
        let mut file = File::new();
        let words = [show("Mooring:", 60.0, 700.0), show("30 marks", 140.0, 700.0), show("25 marks", 200.0, 700.0)];
        file.page(&[words.concat(), line(140.0, 186.0, level)].concat());
        assert_eq!(text(&file), "Mooring: ~~30 marks~~ 25 marks");
        let mut file = File::new();
        file.page(&[words.concat(), line(140.0, 186.0, 698.0), line(20.0, 580.0, level)].concat());
        lacks(&text(&file), &["~~"]);
    }
}
