//! The reading order of the regions of a page: above, left, right, below.
//!
//! The tallest white stripe with running text on both sides splits a page into columns; a word
//! wider than a column bounds the stripe and is read before or after it; then each part is looked
//! at again (after Breuel, "Two geometric algorithms for layout analysis", 2002: white rectangles
//! as evidence; here on a raster of a point). Stripes between the cells of tables have short
//! lines beside them and do not count. Cost: words times stripes. Tunable: `LEAST`.

use crate::lines::{Line, lines};
use crate::words::Word;

/// Lines that a column has at least.
const LEAST: usize = 4;
/// Maximal number of repeated splits of a part.
const DEPTH: usize = 10;
/// Width of a raster column, in points.
const STEP: f32 = 1.0;
/// White runs of one raster column that are looked at.
const MOST_RUNS: usize = 60;

/// A white stripe.
#[derive(Debug, Clone, Copy)]
struct Stripe {
    left: f32,
    top: f32,
    bottom: f32,
}

/// The regions of a page, as lines, in the order of reading.
pub(crate) fn regions(words: Vec<Word>) -> Vec<Vec<Line>> {
    let mut regions = Vec::new();
    cut(words, DEPTH, &mut regions);
    regions
}

fn cut(words: Vec<Word>, depth: usize, regions: &mut Vec<Vec<Line>>) {
    if words.is_empty() {
        return;
    }
    let stripe = if depth > 0 && words.len() > 4 * LEAST { stripe(&words) } else { None };
    let Some(stripe) = stripe else {
        regions.push(lines(words));
        return;
    };
    let [mut above, mut left, mut right, mut below] = [const { Vec::new() }; 4];
    for word in words {
        let middle = (word.top + word.y) / 2.0;
        if middle < stripe.top {
            above.push(word);
        } else if middle > stripe.bottom {
            below.push(word);
        } else if word.middle() < stripe.left {
            left.push(word);
        } else {
            right.push(word);
        }
    }
    for part in [above, left, right, below] {
        cut(part, depth - 1, regions);
    }
}

/// The tallest stripe that parts columns of text.
fn stripe(words: &[Word]) -> Option<Stripe> {
    let size = median(words.iter().map(|word| word.size))?;
    let fold = |f: fn(f32, f32) -> f32, of: fn(&Word) -> f32| words.iter().map(of).reduce(f);
    let (left, right) = (fold(f32::min, |word| word.left)?, fold(f32::max, |word| word.right)?);
    let (top, bottom) = (fold(f32::min, |word| word.top)?, fold(f32::max, |word| word.y)?);
    let count = ((right - left) / STEP).clamp(1.0, 3_000.0) as usize;
    let whites = whites(words, left, count, (top, bottom), LEAST as f32 * size);
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
                found.push(Stripe { left: from, top, bottom });
            }
        }
    }
    found.sort_by(|a, b| {
        let height = |stripe: &Stripe| stripe.bottom - stripe.top;
        height(b).total_cmp(&height(a)).then(a.left.total_cmp(&b.left))
    });
    found
        .into_iter()
        .take(12)
        .map(|stripe| lowered(words, stripe))
        .find(|stripe| parts_text(words, stripe, right - left))
}

/// Per raster column, the white runs that are taller than `least`.
fn whites(words: &[Word], left: f32, count: usize, (top, bottom): (f32, f32), least: f32) -> Vec<Vec<(f32, f32)>> {
    let mut whites = vec![Vec::new(); count];
    let mut filled = vec![top - 1.0; count];
    let mut by_top: Vec<&Word> = words.iter().collect();
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

/// The stripe without the rows at its top that fill neither column from its margin: names below a
/// title happen to leave white where the columns do.
fn lowered(words: &[Word], mut stripe: Stripe) -> Stripe {
    let inside: Vec<Word> =
        words.iter().filter(|word| word.y > stripe.top && word.top < stripe.bottom).cloned().collect();
    let (left, right): (Vec<Word>, Vec<Word>) = inside.into_iter().partition(|word| word.middle() < stripe.left);
    let (left, right) = (lines(left), lines(right));
    let margin = |lines: &[Line]| lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
    let (one, other) = (margin(&left), margin(&right));
    for (left, right) in left.iter().zip(&right).take(6) {
        let level = (left.y - right.y).abs() < 1.0;
        if !level || left.left < one + 2.0 * left.size || right.left < other + right.size {
            break;
        }
        stripe.top = left.y + 0.1;
    }
    stripe
}

/// True if running text stands on both sides.
fn parts_text(words: &[Word], stripe: &Stripe, width: f32) -> bool {
    let inside = |word: &&Word| {
        let middle = (word.top + word.y) / 2.0;
        middle >= stripe.top && middle <= stripe.bottom
    };
    let side = |keep: &dyn Fn(&Word) -> bool| -> Vec<Line> {
        lines(words.iter().filter(inside).filter(|word| keep(word)).cloned().collect())
    };
    let (left, right) = (side(&|word| word.middle() < stripe.left), side(&|word| word.middle() > stripe.left));
    let level = left.iter().filter(|line| right.iter().any(|other| (other.y - line.y).abs() < 1.0)).count();
    let level = 10 * level > 6 * left.len().min(right.len());
    is_running(&left, width, level) && is_running(&right, width, level)
}

/// Lines of a column of text: several words each, and little white inside.
fn is_running(lines: &[Line], width: f32, level: bool) -> bool {
    let texts: Vec<&Line> = lines.iter().filter(|line| line.table().is_none()).collect();
    if lines.len() < LEAST && lines.len() == texts.len() {
        return false;
    }
    let fold = |f: fn(f32, f32) -> f32, of: fn(&Line) -> f32| lines.iter().map(of).reduce(f).unwrap_or_default();
    let own = fold(f32::max, |line| line.right) - fold(f32::min, |line| line.left);
    if own < 0.15 * width {
        return false;
    }
    if texts.is_empty() {
        return true;
    }
    let words: usize = texts.iter().map(|line| line.words.len()).sum();
    let letters: usize = texts.iter().flat_map(|line| &line.words).map(|word| word.text.chars().count()).sum();
    let parts: usize = texts.iter().map(|line| line.parts().len()).sum();
    // Level lines on both sides may be a table's rows: then lines must be longer.
    let listed = 2 * texts.iter().filter(|line| line.bullet().is_some()).count() >= texts.len();
    let least = if level && !listed { 18 } else { 10 };
    letters >= least * texts.len() && 4 * parts <= 6 * texts.len() && words > texts.len()
}

fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
