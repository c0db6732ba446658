//! Glyphs become words: rows by baseline, words by the white between them.
//!
//! A space that the file draws is believed where it leaves white; white of a sixth of an em is a
//! space even where none is drawn. Scripts that run to the left are stored here in the order in
//! which they are read. Cost: a sort.

use crate::glyphs::Glyph;
use crate::letters::{fold, runs_left};
use crate::twins::take_out;

/// White, in ems, that parts words where no space is drawn.
const SPACE: f32 = 0.16;
/// Size of the initial of a chapter, in sizes of the text.
const INITIAL: f32 = 1.9;

/// Letters that belong together, and their place.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PdfWord {
    pub(crate) text: String,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) y: f32,
    pub(crate) size: f32,
    pub(crate) bold: bool,
    pub(crate) mono: bool,
    /// The upper end of its letters.
    pub(crate) top: f32,
    /// Stands above the baseline of its line.
    pub(crate) raised: bool,
    /// Above or below it.
    pub(crate) shifted: bool,
    /// Stands for a whole table, by its place among those of the page.
    pub(crate) table: Option<usize>,
    /// Runs to the left.
    pub(crate) leftward: bool,
    /// A line runs through it.
    pub(crate) struck: bool,
}

impl PdfWord {
    pub(crate) fn middle(&self) -> f32 {
        (self.left + self.right) / 2.0
    }
}

/// The words of a page, by baseline and then from the left.
pub(crate) fn words(mut glyphs: Vec<Glyph>) -> Vec<PdfWord> {
    glyphs.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
    let mut words = Vec::new();
    let mut rows = Vec::new();
    let mut rest = glyphs.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, near) = (first.y, 0.15 * first.size);
        let end = rest.partition_point(|glyph| glyph.y - y <= near);
        let (row, below) = rest.split_at_mut(end.max(1));
        row.sort_by(|a, b| a.left.total_cmp(&b.left).then(a.letter.cmp(&b.letter)));
        rows.push(row.to_vec());
        rest = below;
    }
    take_out(rows).iter().for_each(|row| part(row, &mut words));
    let mut words = without_marks(words);
    initials(&mut words);
    raise(&mut words);
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
    words
}

/// Cuts one row into words.
fn part(row: &[Glyph], words: &mut Vec<PdfWord>) {
    let mut word: Vec<Glyph> = Vec::new();
    let mut spaced = false;
    for glyph in row {
        if glyph.letter.is_whitespace() {
            spaced |= glyph.right - glyph.left > 0.1 * glyph.size;
            continue;
        }
        let Some(last) = word.last() else {
            word.push(*glyph);
            spaced = false;
            continue;
        };
        let (white, size) = (glyph.left - last.right, last.size.max(glyph.size));
        let parted = white > SPACE * size || (spaced && white > 0.02 * size) || white < -0.8 * size;
        if parted || turns(last.letter, glyph.letter) {
            close(&mut word, words);
            word.push(*glyph);
        } else {
            word.push(*glyph);
        }
        spaced = false;
    }
    close(&mut word, words);
}

/// A change of direction inside a word: the halves are ordered apart.
fn turns(last: char, next: char) -> bool {
    let strong = |letter: char| letter.is_alphabetic() || letter.is_numeric();
    (runs_left(last) && strong(next) && !runs_left(next)) || (runs_left(next) && strong(last) && !runs_left(last))
}

fn close(glyphs: &mut Vec<Glyph>, words: &mut Vec<PdfWord>) {
    let Some(first) = glyphs.first().copied() else { return };
    let right = glyphs.iter().map(|glyph| glyph.right).fold(first.right, f32::max);
    let size = glyphs.iter().map(|glyph| glyph.size).fold(first.size, f32::max);
    let bold = 2 * glyphs.iter().filter(|glyph| glyph.style.bold).count() > glyphs.len();
    let mono = 2 * glyphs.iter().filter(|glyph| glyph.style.mono).count() > glyphs.len();
    let leftward = glyphs.iter().any(|glyph| runs_left(glyph.letter));
    let mut text = String::new();
    if leftward {
        logical(glyphs);
    }
    glyphs.iter().for_each(|glyph| fold(glyph.letter, &mut text));
    glyphs.clear();
    if !text.is_empty() {
        let (left, y, top) = (first.left, first.y, first.y - 0.75 * size);
        words.push(PdfWord { text, left, right, y, size, bold, mono, top, leftward, ..PdfWord::default() });
    }
}

/// Turns glyphs from the order of drawing to that of reading. One glyph for lam and alef comes as
/// two letters of equal width, wider than either alone, in the order of reading already.
fn logical(glyphs: &mut Vec<Glyph>) {
    let mut read = Vec::with_capacity(glyphs.len());
    let mut at = glyphs.len();
    while at > 0 {
        let width = |at: usize| glyphs[at].right - glyphs[at].left;
        let joined = at > 1
            && glyphs[at - 2].letter == 'ل'
            && "اأإآ".contains(glyphs[at - 1].letter)
            && (width(at - 2) - width(at - 1)).abs() < 0.01
            && width(at - 2) > 0.24 * glyphs[at - 1].size;
        if joined {
            read.extend([glyphs[at - 2], glyphs[at - 1]]);
            at -= 2;
        } else {
            read.push(glyphs[at - 1]);
            at -= 1;
        }
    }
    *glyphs = read;
}

/// Marks of ORCID behind names: small letters `iD` that are a picture, and no part of the name.
fn without_marks(words: Vec<PdfWord>) -> Vec<PdfWord> {
    let belongs = |mark: &PdfWord, name: &PdfWord| {
        let white = mark.left - name.right;
        let level = mark.y < name.y + 0.05 * name.size && mark.y > name.y - 0.8 * name.size;
        let capital = name.text.starts_with(char::is_uppercase) && name.text.chars().count() > 2;
        capital && level && white > -0.3 * name.size && white < 0.7 * name.size && mark.size < 0.85 * name.size
    };
    let is = |at: usize| is_mark(&words[at].text) && near(&words, at).iter().any(|name| belongs(&words[at], name));
    (0..words.len()).filter(|at| !is(*at)).map(|at| words[at].clone()).collect()
}

/// A few words around one in the order of baselines, so that no page costs a square.
fn near(words: &[PdfWord], at: usize) -> &[PdfWord] {
    &words[at.saturating_sub(200)..words.len().min(at + 200)]
}

fn is_mark(text: &str) -> bool {
    matches!(text, "ID" | "iD")
}

/// The initial of a chapter, several lines high, joins the word that it begins.
fn initials(words: &mut Vec<PdfWord>) {
    let mut gone = vec![false; words.len()];
    for at in 0..words.len() {
        let mut letters = words[at].text.chars();
        if !letters.next().is_some_and(char::is_uppercase) || letters.next().is_some() {
            continue;
        }
        let first = words[at].clone();
        let begins = |word: &PdfWord| {
            let white = word.left - first.right;
            let beside = white > -0.1 * first.size && white < 0.5 * first.size && word.y < first.y;
            let level = (word.top - first.top).abs() < 0.4 * first.size;
            first.size > INITIAL * word.size && beside && level && word.text.starts_with(char::is_alphabetic)
        };
        let from = at.saturating_sub(200);
        let rest = near(words, at).iter().enumerate().filter(|(_, word)| begins(word));
        let rest = rest.min_by(|(_, a), (_, b)| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
        if let Some(rest) = rest.map(|(rest, _)| from + rest) {
            words[rest].text.insert_str(0, &first.text);
            words[rest].left = first.left;
            gone[at] = true;
        }
    }
    let mut gone = gone.into_iter();
    words.retain(|_| !gone.next().unwrap_or_default());
}

/// Small letters above or below a baseline join the line that they touch.
fn raise(words: &mut [PdfWord]) {
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
    let mut lines: Vec<(usize, f32)> = Vec::new();
    for at in 0..words.len() {
        let small = &words[at];
        let near = near(words, at).iter().filter(|word| carries(word, small));
        let line = near.min_by(|a, b| (a.left - small.right).abs().total_cmp(&(b.left - small.right).abs()));
        if let Some(line) = line {
            lines.push((at, line.y));
        }
    }
    for (at, y) in lines {
        let word = &mut words[at];
        word.raised = word.y < y;
        word.shifted = true;
        word.y = y;
    }
}

/// True if a word's baseline is also that of a smaller or short one that touches it.
fn carries(word: &PdfWord, other: &PdfWord) -> bool {
    let size = word.size;
    let above = word.y - other.y;
    let white = (other.left - word.right).max(word.left - other.right);
    let smaller = other.size < 0.85 * size && above > -0.4 * size && above < 0.65 * size && white < 0.4 * size;
    // A letter of the same size that a logo sets lower.
    let dropped = other.text.chars().count() < 3
        && word.text.chars().count() > other.text.chars().count()
        && other.size < 1.05 * size
        && above.abs() < 0.3 * size
        && white < 0.1 * size;
    // An initial several lines high carries none of them.
    let initial = size > INITIAL * other.size && word.text.chars().count() == 1;
    above.abs() > 0.01 && !initial && (smaller || dropped)
}
