//! White stripes between words, on a raster of a point. Cost: words times the width of a word.

use crate::words::PdfWord;

/// Width of a raster column, in points.
const STEP: f32 = 1.0;
/// White runs of one raster column that are looked at.
const MOST_RUNS: usize = 60;

/// A white stripe.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stripe {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Stripe {
    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

/// The white between the columns of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gutter {
    pub(crate) left: f32,
    pub(crate) right: f32,
}

/// The stripes between words that are taller than `least`. `closed` are further boxes that are not white; `size` is
/// that of most words.
pub(crate) fn stripes(words: &[PdfWord], closed: &[PdfWord], size: f32, least: f32) -> Vec<Stripe> {
    let fold = |f: fn(f32, f32) -> f32, of: fn(&PdfWord) -> f32| words.iter().map(of).reduce(f).unwrap_or_default();
    let (left, right) = (fold(f32::min, |word| word.left), fold(f32::max, |word| word.right));
    let (top, bottom) = (fold(f32::min, |word| word.top), fold(f32::max, |word| word.y));
    let count = ((right - left) / STEP).clamp(1.0, 3_000.0) as usize;
    let closed = closed.iter().filter(|word| word.y > top && word.top < bottom);
    let whites = whites(words.iter().chain(closed).collect(), left, count, (top, bottom), least);
    let mut found: Vec<Stripe> = Vec::new();
    for at in 0..count {
        for &(top, bottom) in &whites[at] {
            let has = |at: &usize| whites[*at].iter().any(|white| white.0 <= top + 0.1 && white.1 >= bottom - 0.1);
            let from = (0..at).rev().take_while(has).last().unwrap_or(at);
            // Only the first column of a rectangle speaks for it.
            if from < at
                && whites[from].iter().any(|white| (white.0 - top).abs() < 0.2 && (white.1 - bottom).abs() < 0.2)
            {
                continue;
            }
            let to = (at + 1..count).take_while(has).last().unwrap_or(at);
            let (from, to) = (left + from as f32 * STEP, left + (to + 1) as f32 * STEP);
            // A narrow stripe must be tall, or it is a river in one column.
            let tall = bottom - top > 10.0 * size;
            if to - from >= if tall { 0.4 * size } else { 0.7 * size } {
                found.push(Stripe { left: from, right: to, top, bottom });
            }
        }
    }
    found
}

/// Per raster column, the white runs that are taller than `least`.
fn whites(
    mut by_top: Vec<&PdfWord>,
    left: f32,
    count: usize,
    (top, bottom): (f32, f32),
    least: f32,
) -> Vec<Vec<(f32, f32)>> {
    let mut whites = vec![Vec::new(); count];
    let mut filled = vec![top - 1.0; count];
    by_top.sort_by(|a, b| a.top.total_cmp(&b.top));
    for word in by_top {
        let column = |x: f32| (((x - left) / STEP).max(0.0) as usize).min(count - 1);
        for at in column(word.left)..=column(word.right) {
            if word.top - filled[at] > least && whites[at].len() < MOST_RUNS {
                whites[at].push((filled[at], word.top));
            }
            filled[at] = filled[at].max(word.y);
        }
    }
    for (at, filled) in filled.into_iter().enumerate() {
        if bottom - filled > least {
            whites[at].push((filled, bottom + 1.0));
        }
    }
    whites
}
