//! The contents of a page, upright: glyphs and ruled lines with y growing downwards, for any rotation of the page or
//! its text. Nothing after this file, except `metadata`, knows the parser's types.
//!
//! The frame of a page is the direction most of its glyphs run in, so a landscape page needs no
//! look at `/Rotate`. Short runs in other directions (a stamp in the margin, the label of an axis)
//! are left out, and counted.

use crate::ruled::Rule;
use crate::ruled::Turn;
use crate::ruled::turned;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_oxide::PdfDocument;
use pdf_oxide::layout::TextChar;

use crate::forms::{Overlay, Overlays, Shows, overlays};
use crate::source::{Content, content};
use crate::strokes::{rule, rules};

/// More glyphs than this on one page are a drawing, not text.
const MOST_GLYPHS: usize = 200_000;
/// Likewise for ruled lines.
const MOST_RULES: usize = 3_000;
/// Letters in another direction that make up text of their own, on a page of much text.
const ASIDE_LEAST: usize = 120;
/// Share of a page's letters that does on any page.
const ASIDE_SHARE: f32 = 0.12;

/// The drawing style of a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Style {
    pub(crate) bold: bool,
    pub(crate) mono: bool,
}

/// One character and its place, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) letter: char,
    pub(crate) left: f32,
    pub(crate) right: f32,
    /// The baseline.
    pub(crate) y: f32,
    pub(crate) size: f32,
    pub(crate) style: Style,
    /// One of the page's fonts.
    pub(crate) font: u16,
}

/// All of a page that layout looks at.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Glyphs in the page's main direction.
    pub(crate) glyphs: Vec<Glyph>,
    /// Glyphs in other directions, each in its own frame.
    pub(crate) asides: Vec<Vec<Glyph>>,
    pub(crate) rules: Vec<Rule>,
    /// Lines that strike out the words that they cross.
    pub(crate) strikes: Vec<Rule>,
    /// Letters in other directions that are left out.
    pub(crate) dropped: usize,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
    /// True if it shows pictures, or so many shapes that they may be letters.
    pub(crate) pictures: bool,
    /// Its content could not be read, or not all of it.
    pub(crate) damaged: bool,
}

/// Reads one page; unreadable parts are left out and reported. A page on which the parser panics
/// costs that page alone.
pub(crate) fn sheet(document: &PdfDocument, page: usize) -> Sheet {
    let reading = AssertUnwindSafe(|| found(document, page));
    let found = catch_unwind(reading).ok().flatten();
    found.unwrap_or_else(|| Sheet { damaged: true, ..Sheet::default() })
}

fn found(document: &PdfDocument, page: usize) -> Option<Sheet> {
    let mut sheet = Sheet::default();
    // Nothing else is asked of a page that fails: each question may search the whole file.
    let Content { mut chars, unread } = content(document, page)?;
    sheet.dropped = unread + chars.len().saturating_sub(MOST_GLYPHS);
    let over = overlays(document, page);
    measured(&mut chars);
    let seen = document.get_page_visible_box(page).unwrap_or((0.0, 0.0, 612.0, 792.0));
    let mut turns: HashMap<Turn, Vec<Glyph>> = HashMap::new();
    let mut fonts = Fonts::default();
    for char in chars.iter().take(MOST_GLYPHS) {
        match upright(char, seen) {
            Some((turn, glyph)) => turns.entry(turn).or_default().push(Glyph { font: fonts.number(char), ..glyph }),
            None => sheet.dropped += usize::from(is_in(char, seen) && !char.char.is_whitespace()),
        }
    }
    let mut turns: Vec<(Turn, Vec<Glyph>)> = turns.into_iter().collect();
    turns.sort_by_key(|(turn, glyphs)| (std::cmp::Reverse(glyphs.len()), *turn));
    let mut turns = turns.into_iter();
    let main = turns.next().map_or(0, |(turn, glyphs)| {
        sheet.glyphs = glyphs;
        turn
    });
    let letters = |glyphs: &[Glyph]| glyphs.iter().filter(|glyph| !glyph.letter.is_whitespace()).count();
    let least = ((ASIDE_SHARE * letters(&sheet.glyphs) as f32) as usize).clamp(4, ASIDE_LEAST);
    let (kept, short): (Vec<_>, Vec<_>) = turns.partition(|(_, glyphs)| letters(glyphs) >= least);
    sheet.asides = kept.into_iter().map(|(_, glyphs)| glyphs).collect();
    sheet.dropped += short.iter().map(|(_, glyphs)| letters(glyphs)).sum::<usize>();
    (sheet.top, sheet.bottom) = extent(seen, main);
    lay_over(over, main, seen, &mut fonts, &mut sheet);
    draw(document, page, main, &mut sheet);
    Some(sheet)
}

/// Numbers for the fonts of a page.
#[derive(Default)]
struct Fonts(HashMap<String, u16>);

impl Fonts {
    fn number(&mut self, char: &TextChar) -> u16 {
        if let Some(number) = self.0.get(&char.font_name) {
            return *number;
        }
        let count = u16::try_from(self.0.len()).unwrap_or(u16::MAX);
        self.0.insert(char.font_name.clone(), count);
        count
    }
}

/// Gives letters a size that fits their width: the size of a font whose letters are pictures says
/// nothing, for such a font has a measure of its own.
fn measured(chars: &mut [TextChar]) {
    let mut widths: HashMap<(String, i32), Vec<f32>> = HashMap::new();
    let kind = |char: &TextChar| (char.font_name.clone(), (100.0 * char.font_size) as i32);
    // Signs of mathematics may be as wide as they like.
    for char in chars.iter().filter(|char| char.char.is_alphanumeric() && char.advance_width > 0.0) {
        let widths = widths.entry(kind(char)).or_default();
        if widths.len() < 500 {
            widths.push(char.advance_width);
        }
    }
    let mut sizes: HashMap<(String, i32), f32> = HashMap::new();
    for ((font, size), mut widths) in widths {
        widths.sort_by(f32::total_cmp);
        let middle = widths[widths.len() / 2];
        let share = 100.0 * middle / (size.abs().max(1) as f32);
        // No face has letters on the whole wider than its size, nor so narrow.
        if !(0.12..1.3).contains(&share) && middle.is_finite() {
            sizes.insert((font, size), 2.0 * middle);
        }
    }
    if !sizes.is_empty() {
        for char in chars {
            if let Some(size) = sizes.get(&kind(char)) {
                char.font_size = *size;
            }
        }
    }
}

/// Adds the overlays of the page: values on the line of their label where there is one.
fn lay_over(over: Overlays, turn: Turn, seen: (f32, f32, f32, f32), fonts: &mut Fonts, sheet: &mut Sheet) {
    sheet.strikes.extend(over.struck.iter().filter_map(|[left, low, right, high]| {
        let (x, y) = ((left + right) / 2.0, (low + high) / 2.0);
        if turn.is_multiple_of(2) { rule((*left, y), (*right, y), turn) } else { rule((x, *low), (x, *high), turn) }
    }));
    let mut added: Vec<Glyph> = Vec::new();
    for Overlay { area, shows } in over.texts {
        let mut glyphs = match shows {
            // Fields may share one long value.
            Shows::Value(text) if added.len() > MOST_GLYPHS => {
                sheet.dropped += text.chars().count();
                continue;
            }
            Shows::Value(text) => written(&text, area, turn),
            Shows::Drawn(mut chars) => {
                measured(&mut chars);
                let glyph = |char: &TextChar| {
                    let (found, glyph) = upright(char, seen)?;
                    (found == turn).then_some(Glyph { font: fonts.number(char), ..glyph })
                };
                let glyphs: Vec<Glyph> = chars.iter().filter_map(glyph).collect();
                sheet.dropped += chars.len() - glyphs.len();
                glyphs
            }
        };
        level(&mut glyphs, &sheet.glyphs, area, turn);
        added.extend(glyphs);
    }
    sheet.glyphs.extend(added);
}

/// A value in its box, in letters that fit it.
fn written(text: &str, area: [f32; 4], turn: Turn) -> Vec<Glyph> {
    let (one, other) = (turned(area[0], area[1], turn), turned(area[2], area[3], turn));
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let lines = text.lines().count().max(1) as f32;
    let size = (0.7 * (bottom - top) / lines).clamp(4.0, 11.0);
    let mut glyphs = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let count = line.chars().count().max(1) as f32;
        let width = ((right - left - 2.0) / count).clamp(0.1, 0.5 * size);
        let y = if lines > 1.0 { top + 1.25 * size * (at as f32 + 1.0) } else { (top + bottom) / 2.0 + 0.35 * size };
        for (at, letter) in line.chars().enumerate() {
            let left = left + 1.0 + width * at as f32;
            let font = u16::MAX;
            glyphs.push(Glyph { letter, left, right: left + width, y, size, style: Style::default(), font });
        }
    }
    glyphs
}

/// Moves a field's only line onto the baseline of the text beside its box.
fn level(glyphs: &mut [Glyph], around: &[Glyph], area: [f32; 4], turn: Turn) {
    let Some(first) = glyphs.first().copied() else { return };
    if glyphs.iter().any(|glyph| (glyph.y - first.y).abs() > 1.0) {
        return;
    }
    let (one, other) = (turned(area[0], area[1], turn), turned(area[2], area[3], turn));
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let beside = |glyph: &&Glyph| !glyph.letter.is_whitespace() && glyph.y > top && glyph.y <= bottom + 2.0;
    let away = |glyph: &Glyph| (left - glyph.right).max(glyph.left - right).max(0.0);
    let label = around.iter().filter(beside).min_by(|a, b| away(a).total_cmp(&away(b)));
    if let Some(y) = label.map(|label| label.y) {
        glyphs.iter_mut().for_each(|glyph| glyph.y = y);
    }
}

/// The page's upper and lower end in a frame.
fn extent(seen: (f32, f32, f32, f32), turn: Turn) -> (f32, f32) {
    let (one, other) = (turned(seen.0, seen.1, turn).1, turned(seen.2, seen.3, turn).1);
    (one.min(other), one.max(other))
}

/// Stands on the page, or close to its edge.
fn is_in(char: &TextChar, seen: (f32, f32, f32, f32)) -> bool {
    let (x, y, size) = (char.origin_x, char.origin_y, char.font_size.abs());
    x >= seen.0 - size && x <= seen.2 + size && y >= seen.1 - size && y <= seen.3 + size
}

fn upright(char: &TextChar, seen: (f32, f32, f32, f32)) -> Option<(Turn, Glyph)> {
    let (x, y, size) = (char.origin_x, char.origin_y, char.font_size.abs());
    let sane = x.is_finite() && y.is_finite() && size.is_finite() && size > 0.1 && size < 2_000.0;
    let sliver = char.advance_width.is_finite();
    if !sane || !is_in(char, seen) || !sliver {
        return None;
    }
    let (a, b) = char.matrix.map_or((1.0, 0.0), |matrix| (matrix[0], matrix[1]));
    let turn = match (a.abs() >= b.abs(), a >= 0.0, b >= 0.0) {
        (true, true, _) => 0,
        (true, false, _) => 2,
        (false, _, true) => 1,
        (false, _, false) => 3,
    };
    let (left, y) = turned(x, y, turn);
    let right = left + char.advance_width.clamp(0.0, 4.0 * size);
    let style = Style {
        bold: char.font_weight.is_bold() || is_bold(&char.font_name),
        mono: char.is_monospace || is_mono(&char.font_name),
    };
    Some((turn, Glyph { letter: char.char, left, right, y, size, style, font: 0 }))
}

/// Names of fonts without a weight in their descriptor still say it.
fn is_bold(font: &str) -> bool {
    let font = font.to_ascii_lowercase();
    let font = font.rsplit('+').next().unwrap_or_default();
    font.contains("bold")
        || font.contains("black")
        || ["sfbx", "cmbx", "ecbx", "larm-b"].iter().any(|p| font.starts_with(p))
}

fn is_mono(font: &str) -> bool {
    let font = font.to_ascii_lowercase();
    let font = font.rsplit('+').next().unwrap_or_default();
    let inside = ["courier", "mono", "consol", "menlo", "typewriter", "fixed", "inconsolata"];
    let start = ["cmtt", "sftt", "ectt", "latt", "lmtt"];
    inside.iter().any(|part| font.contains(part)) || start.iter().any(|part| font.starts_with(part))
}

/// Ruled lines and pictures.
fn draw(document: &PdfDocument, page: usize, turn: Turn, sheet: &mut Sheet) {
    let paths = document.extract_paths(page).unwrap_or_default();
    if paths.len() <= 20 * MOST_RULES {
        let rules = paths.iter().flat_map(|path| rules(path, turn));
        sheet.rules = rules.take(MOST_RULES + 1).collect();
    }
    if sheet.rules.len() > MOST_RULES {
        sheet.rules.clear();
    }
    let images = || document.page_image_handles(page).is_ok_and(|images| !images.is_empty());
    sheet.pictures = sheet.glyphs.is_empty() && (paths.len() > 200 || images());
}
