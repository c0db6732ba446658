//! What stands on a page, upright: glyphs and ruled lines with y growing downwards, whatever way
//! the page or its text was turned. The only file, beside `metadata`, that knows the parser's types.
//!
//! The frame of a page is the direction most of its glyphs run in, so a landscape page needs no
//! look at `/Rotate`. Runs in other directions (a stamp in the margin, the label of an axis) are
//! left out unless there is much of them.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_oxide::PdfDocument;
use pdf_oxide::elements::{PathContent, PathOperation};
use pdf_oxide::layout::TextChar;

/// More glyphs than this on one page are a drawing, not text.
const MOST_GLYPHS: usize = 200_000;
/// Likewise for ruled lines.
const MOST_RULES: usize = 3_000;
/// Letters in another direction that make up text of their own.
const ASIDE_LEAST: usize = 300;

/// How a glyph is drawn.
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

/// A ruled line, level or upright.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rule {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Rule {
    pub(crate) fn is_level(&self) -> bool {
        self.right - self.left >= self.bottom - self.top
    }
}

/// All of a page that layout looks at.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Glyphs in the page's main direction.
    pub(crate) glyphs: Vec<Glyph>,
    /// Glyphs in other directions, each in its own frame.
    pub(crate) asides: Vec<Vec<Glyph>>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
    /// It shows pictures, or so many shapes that they may be letters.
    pub(crate) pictures: bool,
    /// Its content could not be read, or not all of it.
    pub(crate) damaged: bool,
}

/// A quarter turn: 0 for text that runs to the right, then against the clock.
type Turn = u8;

/// Reads one page; what cannot be read is left out and said. A page on which the parser panics
/// costs that page alone.
pub(crate) fn sheet(document: &PdfDocument, page: usize) -> Sheet {
    let reading = AssertUnwindSafe(|| found(document, page));
    let found = catch_unwind(reading).ok().flatten();
    found.unwrap_or_else(|| Sheet { damaged: true, ..Sheet::default() })
}

fn found(document: &PdfDocument, page: usize) -> Option<Sheet> {
    let mut sheet = Sheet::default();
    // Nothing else is asked of a page that fails: each question may search the whole file.
    let chars = document.extract_chars_filtered(page, HashSet::new(), HashSet::new()).ok()?;
    let seen = document.get_page_visible_box(page).unwrap_or((0.0, 0.0, 612.0, 792.0));
    let mut turns: HashMap<Turn, Vec<Glyph>> = HashMap::new();
    let mut fonts: HashMap<&str, u16> = HashMap::new();
    for char in chars.iter().take(MOST_GLYPHS) {
        let count = u16::try_from(fonts.len()).unwrap_or(u16::MAX);
        let font = *fonts.entry(&char.font_name).or_insert(count);
        if let Some((turn, glyph)) = upright(char, seen) {
            turns.entry(turn).or_default().push(Glyph { font, ..glyph });
        }
    }
    let mut turns: Vec<(Turn, Vec<Glyph>)> = turns.into_iter().collect();
    turns.sort_by_key(|(turn, glyphs)| (std::cmp::Reverse(glyphs.len()), *turn));
    let mut turns = turns.into_iter();
    let main = turns.next().map_or(0, |(turn, glyphs)| {
        sheet.glyphs = glyphs;
        turn
    });
    sheet.asides = turns.map(|(_, glyphs)| glyphs).filter(|glyphs| glyphs.len() >= ASIDE_LEAST).collect();
    (sheet.top, sheet.bottom) = extent(seen, main);
    draw(document, page, main, &mut sheet);
    Some(sheet)
}

/// The page's upper and lower end in a frame.
fn extent(seen: (f32, f32, f32, f32), turn: Turn) -> (f32, f32) {
    let (one, other) = (turned(seen.0, seen.1, turn).1, turned(seen.2, seen.3, turn).1);
    (one.min(other), one.max(other))
}

/// A place in the frame of text that runs that way, y downwards.
fn turned(x: f32, y: f32, turn: Turn) -> (f32, f32) {
    match turn {
        0 => (x, -y),
        1 => (y, x),
        2 => (-x, y),
        _ => (-y, -x),
    }
}

fn upright(char: &TextChar, seen: (f32, f32, f32, f32)) -> Option<(Turn, Glyph)> {
    let (x, y, size) = (char.origin_x, char.origin_y, char.font_size.abs());
    let sane = x.is_finite() && y.is_finite() && size.is_finite() && size > 0.1 && size < 2_000.0;
    let shown = x >= seen.0 - size && x <= seen.2 + size && y >= seen.1 - size && y <= seen.3 + size;
    let sliver = char.advance_width.is_finite();
    if !sane || !shown || !sliver {
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

/// The level and upright strokes of a path; a thin filled box is a stroke too.
fn rules(path: &PathContent, turn: Turn) -> Vec<Rule> {
    let stroked = path.stroke_color.is_some() && path.stroke_width < 6.0;
    let whole = rule((path.bbox.x, path.bbox.y), (path.bbox.x + path.bbox.width, path.bbox.y + path.bbox.height), turn);
    let thin = whole.is_some_and(|rule| (rule.right - rule.left).min(rule.bottom - rule.top) < 2.5);
    if thin {
        return whole.into_iter().collect();
    }
    // A cell that is painted has its ends where lines would be.
    let painted = path.fill_color.as_ref().is_some_and(|color| color.r.min(color.g).min(color.b) < 0.99);
    let painted = painted
        && whole.is_some_and(|rule| rule.right - rule.left > 12.0 && (8.0..80.0).contains(&(rule.bottom - rule.top)));
    if !(stroked || painted) || path.operations.len() > 64 {
        return Vec::new();
    }
    let mut rules = Vec::new();
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    for operation in &path.operations {
        match *operation {
            PathOperation::MoveTo(x, y) => (at, start) = ((x, y), (x, y)),
            PathOperation::LineTo(x, y) => {
                rules.extend(rule(at, (x, y), turn));
                at = (x, y);
            }
            PathOperation::Rectangle(x, y, w, h) => {
                let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
                rules.extend(corners.windows(2).filter_map(|pair| rule(pair[0], pair[1], turn)));
            }
            PathOperation::ClosePath => {
                rules.extend(rule(at, start, turn));
                at = start;
            }
            PathOperation::CurveTo(.., x, y) => at = (x, y),
        }
    }
    rules.retain(|rule| (rule.right - rule.left).min(rule.bottom - rule.top) < 2.5);
    rules
}

fn rule(from: (f32, f32), to: (f32, f32), turn: Turn) -> Option<Rule> {
    let (one, other) = (turned(from.0, from.1, turn), turned(to.0, to.1, turn));
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let sane = [left, right, top, bottom].iter().all(|v| v.is_finite());
    (sane && (right - left).max(bottom - top) > 4.0).then_some(Rule { left, right, top, bottom })
}
