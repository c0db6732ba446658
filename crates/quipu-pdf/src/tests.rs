//! Tests of the layout of pages that are drawn here, letter by letter.

use proptest::prelude::*;

use crate::blocks::{BlockScene, PdfBlockKind, TextBlock, blocks};
use crate::columns::{Gutters, gutter, regions};
use crate::glyphs::{Glyph, GlyphStyle};
use crate::grids::grids;
use crate::joining::DocumentWords;
use crate::letters::runs_left;
use crate::lines::lines;
use crate::pdf_markdown::{Looks, markdown};
use crate::ruled::RuledLine;
use crate::words::{PdfWord, words};

/// Letters half an em wide, from a place on.
fn draw(text: &str, left: f32, y: f32, size: f32) -> Vec<Glyph> {
    let letters = text.chars().enumerate();
    let glyph = |(at, letter): (usize, char)| {
        let left = left + 0.5 * size * at as f32;
        Glyph { letter, left, right: left + 0.5 * size, y, size, style: GlyphStyle::default(), font: 0 }
    };
    letters.map(glyph).collect()
}

fn page(texts: &[(&str, f32, f32, f32)]) -> Vec<PdfWord> {
    words(texts.iter().flat_map(|(text, left, y, size)| draw(text, *left, *y, *size)).collect())
}

fn read(words: Vec<PdfWord>, rules: &[RuledLine]) -> String {
    let (words, tables) = grids(words, rules);
    let mut tables: Vec<_> = tables.into_iter().map(Some).collect();
    let known = gutter(&words).into_iter().collect();
    let scene = BlockScene { rules, first: true, ..BlockScene::default() };
    let regions = regions(words, &Gutters { known, rules: rules.to_vec() });
    let blocks: Vec<TextBlock> = regions.iter().flat_map(|region| blocks(region, &mut tables, scene)).collect();
    markdown(&blocks, &Looks::of(blocks.iter()), &DocumentWords::default(), false)
}

#[test]
fn white_parts_words_without_drawn_spaces() {
    let mut glyphs = draw("high", 0.0, 0.0, 10.0);
    glyphs.extend(draw("water", 23.0, 0.0, 10.0));
    glyphs.extend(draw("mark", 48.5, 0.0, 10.0));
    let texts: Vec<String> = words(glyphs).into_iter().map(|word| word.text).collect();
    assert_eq!(texts, ["high", "watermark"]);
}

#[test]
fn letters_drawn_twice_are_one() {
    let mut glyphs = draw("tide", 0.0, 0.0, 10.0);
    glyphs.extend(draw("tide", 0.3, 0.0, 10.0));
    assert_eq!(words(glyphs)[0].text, "tide");
}

#[test]
fn raised_numbers_stand_on_their_word() {
    let words = page(&[("coast", 0.0, 100.0, 10.0), ("2", 25.2, 96.0, 6.0), ("has", 35.0, 100.0, 10.0)]);
    assert_eq!(lines(words)[0].text(), "coast^2 has");
}

#[test]
fn columns_are_read_one_after_the_other() {
    let left = [
        "Left one is long enough",
        "left two is long enough",
        "left three is long too",
        "left four is the last one",
        "left five is the end.",
    ];
    let right = [
        "Right one is long enough",
        "right two is long enough",
        "right three is long too",
        "right four is the last",
        "right five is the end.",
    ];
    let mut texts = vec![("A title that spans both of the columns of this page", 0.0, 10.0, 10.0)];
    for at in 0..5 {
        let y = 40.0 + 12.0 * at as f32;
        texts.extend([(left[at], 0.0, y, 10.0), (right[at], 150.0, y, 10.0)]);
    }
    let text = read(page(&texts), &[]);
    let places: Vec<usize> = ["A title", "Left one", "left five", "Right one", "right five"]
        .iter()
        .map(|part| text.find(part).unwrap_or(usize::MAX))
        .collect();
    assert!(places.is_sorted() && places[4] < text.len(), "{text}");
}

#[test]
fn aligned_lines_are_a_table() {
    let text = read(
        page(&[
            ("Sea", 0.0, 0.0, 10.0),
            ("Mean", 60.0, 0.0, 10.0),
            ("Spread", 120.0, 0.0, 10.0),
            ("calm", 0.0, 14.0, 10.0),
            ("0.4", 60.0, 14.0, 10.0),
            ("2.6", 120.0, 14.0, 10.0),
            ("swell", 0.0, 28.0, 10.0),
            ("4.7", 60.0, 28.0, 10.0),
            ("9.1", 120.0, 28.0, 10.0),
        ]),
        &[],
    );
    assert_eq!(text, "| Sea | Mean | Spread |\n| --- | --- | --- |\n| calm | 0.4 | 2.6 |\n| swell | 4.7 | 9.1 |");
}

/// Lines around cells whose corners are these.
fn frame(columns: &[f32], rows: &[f32]) -> Vec<RuledLine> {
    let level =
        rows.iter().map(|y| RuledLine { left: columns[0], right: columns[columns.len() - 1], top: *y, bottom: *y });
    let upright = columns.iter().map(|x| RuledLine { left: *x, right: *x, top: rows[0], bottom: rows[rows.len() - 1] });
    level.chain(upright).collect()
}

#[test]
fn ruled_lines_are_a_table_and_a_cell_without_a_wall_is_repeated() {
    let words = page(&[
        ("year", 5.0, 12.0, 10.0),
        ("catch", 55.0, 12.0, 10.0),
        ("1931", 5.0, 32.0, 10.0),
        ("12", 55.0, 32.0, 10.0),
        ("7|8", 105.0, 32.0, 10.0),
    ]);
    let mut rules = frame(&[0.0, 50.0, 150.0], &[0.0, 20.0, 40.0]);
    rules.push(RuledLine { left: 100.0, right: 100.0, top: 20.0, bottom: 40.0 });
    assert_eq!(read(words, &rules), "| year | catch | catch |\n| --- | --- | --- |\n| 1931 | 12 | 7\\|8 |");
}

#[test]
fn a_frame_around_text_is_no_table() {
    let words = page(&[("A warning stands in a box.", 5.0, 12.0, 10.0)]);
    assert_eq!(read(words, &frame(&[0.0, 200.0], &[0.0, 20.0])), "A warning stands in a box.");
}

#[test]
fn code_keeps_its_indentation() {
    let mut glyphs = draw("def tide():", 10.0, 0.0, 10.0);
    glyphs.extend(draw("return 4.2", 30.0, 12.0, 10.0));
    glyphs.iter_mut().for_each(|glyph| glyph.style.mono = true);
    assert_eq!(read(words(glyphs), &[]), "```\ndef tide():\n    return 4.2\n```");
}

#[test]
fn entries_of_a_list_are_told_apart() {
    let text = read(page(&[("• one mark", 0.0, 0.0, 10.0), ("• two marks", 0.0, 12.0, 10.0)]), &[]);
    assert_eq!(text, "- one mark\n- two marks");
}

#[test]
fn larger_lines_are_headings() {
    let body = "Readings were made by eye at every high water of the year.";
    let text = read(page(&[("Readings", 0.0, 0.0, 18.0), (body, 0.0, 40.0, 10.0)]), &[]);
    assert_eq!(text, format!("# Readings\n\n{body}"));
}

fn letter() -> impl Strategy<Value = char> {
    prop_oneof![prop::char::range('a', 'z'), Just(' '), Just('•'), Just('-'), Just('א'), Just('ب'), any::<char>()]
}

fn glyph() -> impl Strategy<Value = Glyph> {
    let place = (0.0_f32..600.0, 0.0_f32..800.0, 1.0_f32..40.0, -2.0_f32..20.0);
    (letter(), place, any::<(bool, bool)>()).prop_map(|(letter, (left, y, size, width), (bold, mono))| Glyph {
        letter,
        left,
        right: left + width,
        // Half of them on few lines.
        y: if bold { (y / 12.0).round() * 12.0 } else { y },
        size: if mono { size } else { 10.0 },
        style: GlyphStyle { bold, mono },
        font: 0,
    })
}

fn ruled() -> impl Strategy<Value = RuledLine> {
    (0.0_f32..600.0, 0.0_f32..800.0, 0.0_f32..300.0, any::<bool>()).prop_map(|(left, top, long, level)| {
        let (right, bottom) = if level { (left + long, top) } else { (left, top + long) };
        RuledLine { left, right, top, bottom }
    })
}

proptest! {
    #[test]
    fn any_page_is_laid_out(glyphs in prop::collection::vec(glyph(), 0..400), rules in prop::collection::vec(ruled(), 0..60)) {
        let words = words(glyphs);
        prop_assert!(words.iter().all(|word| !word.text.is_empty()));
        let text = read(words, &rules);
        prop_assert!(!text.ends_with('\n'));
    }

    #[test]
    fn no_word_is_lost_between_columns(glyphs in prop::collection::vec(glyph(), 0..400)) {
        let words = words(glyphs);
        let mut before: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let known = gutter(&words).into_iter().collect();
        let lines: Vec<_> = regions(words, &Gutters { known, rules: Vec::new() }).into_iter().flatten().collect();
        let mut after: Vec<String> = lines.iter().flat_map(|line| &line.words).map(|word| word.text.clone()).collect();
        before.sort();
        after.sort();
        prop_assert_eq!(before, after);
    }

    #[test]
    fn every_word_of_a_line_is_read_once(glyphs in prop::collection::vec(glyph(), 0..40)) {
        for line in lines(words(glyphs.into_iter().map(|glyph| Glyph { y: 0.0, ..glyph }).collect())) {
            let mut read: Vec<char> = line.text().chars().filter(|letter| !" ^".contains(*letter)).collect();
            let mut drawn: Vec<char> = line.words.iter().flat_map(|word| word.text.chars()).filter(|letter| !" ^".contains(*letter)).collect();
            read.sort_unstable();
            drawn.sort_unstable();
            prop_assert_eq!(read, drawn);
        }
    }

    #[test]
    fn lines_that_run_left_start_at_the_right(texts in prop::collection::vec("[אבגד]{2,5}", 2..6)) {
        let mut glyphs = Vec::new();
        let mut right = 600.0;
        for text in &texts {
            let visible: String = text.chars().rev().collect();
            right -= 5.0 * visible.chars().count() as f32 + 5.0;
            glyphs.extend(draw(&visible, right, 0.0, 10.0));
        }
        prop_assert!(texts.iter().all(|text| text.chars().all(runs_left)));
        prop_assert_eq!(lines(words(glyphs))[0].text(), texts.join(" "));
    }
}

#[test]
fn a_block_of_a_kind_is_named() {
    let words = page(&[("1 See the book.", 0.0, 0.0, 10.0)]);
    let found = blocks(&lines(words), &mut [], BlockScene::default());
    assert_eq!(found.iter().map(|block| &block.kind).collect::<Vec<_>>(), [&PdfBlockKind::Text]);
}

#[test]
fn an_initial_of_several_lines_joins_its_word() {
    let mut glyphs = draw("V", 0.0, 24.0, 30.0);
    glyphs.extend(draw("ISUAL patterns occur", 17.0, 10.0, 10.0));
    glyphs.extend(draw("at many scales in", 17.0, 22.0, 10.0));
    glyphs.extend(draw("natural scenes.", 0.0, 34.0, 10.0));
    let text = read(words(glyphs), &[]);
    assert!(text.starts_with("VISUAL patterns occur at many scales in"), "{text}");
}
