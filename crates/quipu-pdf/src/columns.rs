//! The reading order of the regions of a page: above, left, right, below.
//!
//! The tallest white stripe with running text on both sides splits a page into columns; a word
//! wider than a column bounds the stripe and is read before or after it; then each part is looked
//! at again (after Breuel, "Two geometric algorithms for layout analysis", 2002: white rectangles
//! as evidence; `stripes`, on a raster of a point). Stripes between the cells of tables have short
//! lines beside them and do not count. A gutter, the stripe between the columns of this page or of
//! those around it, needs less evidence: tables and formulas stand in columns too. Cost: words
//! times stripes. Tunable: `LEAST`.

use crate::lines::{TextLine, lines};
use crate::ruled::RuledLine;
use crate::stripes::{Gutter, Stripe, stripes};
use crate::words::PdfWord;

/// Lines that a column has at least.
const LEAST: usize = 4;
/// Lines beside a gutter.
const LEAST_AT_GUTTER: f32 = 2.2;
/// Maximal number of repeated splits of a part.
const DEPTH: usize = 12;
/// Share of the height of a page's text that makes a stripe its gutter.
const GUTTER: f32 = 0.3;
/// Share of it that parts any lines at a gutter.
const TALL: f32 = 0.4;

/// What is known about a page before its columns are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gutters {
    /// The gutters of this page and of those around it.
    pub(crate) known: Vec<Gutter>,
    /// Level lines of tables, over which no gutter goes.
    pub(crate) rules: Vec<RuledLine>,
}

/// The regions of a page, as lines, in the order of reading.
pub(crate) fn regions(words: Vec<PdfWord>, gutters: &Gutters) -> Vec<Vec<TextLine>> {
    let mut regions = Vec::new();
    let known = Known { gutters: &gutters.known, wide: gutters.wide_tables(&words), height: height(&words) };
    cut(words, DEPTH, &known, &mut regions);
    regions
}

/// The gutter of a page: a tall stripe between two columns of running text.
pub(crate) fn gutter(words: &[PdfWord]) -> Option<Gutter> {
    let height = height(words);
    let stripe = stripe(words, &Known { gutters: &[], wide: Vec::new(), height })?;
    (stripe.height() > GUTTER * height).then_some(Gutter { left: stripe.left, right: stripe.right })
}

/// Gutters, and the places of tables that are wider than a column, each as a word.
struct Known<'a> {
    gutters: &'a [Gutter],
    wide: Vec<PdfWord>,
    /// The height of the page's text.
    height: f32,
}

impl Known<'_> {
    /// The gutter that a stripe is a part of.
    fn at(&self, stripe: &Stripe) -> bool {
        self.gutters.iter().any(|gutter| {
            let shared = stripe.right.min(gutter.right) - stripe.left.max(gutter.left);
            shared > 0.4 * (gutter.right - gutter.left)
        })
    }
}

impl Gutters {
    /// Boxes between level lines of one length that cross a gutter: tables over several columns.
    fn wide_tables(&self, words: &[PdfWord]) -> Vec<PdfWord> {
        let crosses = |rule: &&RuledLine| {
            rule.is_level()
                && self.known.iter().any(|gutter| rule.left < gutter.left - 20.0 && rule.right > gutter.right + 20.0)
        };
        let mut rules: Vec<&RuledLine> = self.rules.iter().filter(crosses).collect();
        rules.sort_by(|a, b| a.top.total_cmp(&b.top));
        let mut wide = Vec::new();
        let mut last: Option<&RuledLine> = None;
        for rule in rules {
            let Some(above) = last.replace(rule) else { continue };
            let alike = (above.left - rule.left).abs() < 3.0 && (above.right - rule.right).abs() < 3.0;
            let inside = words.iter().filter(|word| word.y > above.top && word.top < rule.bottom);
            if alike && !self.is_flow(&lines(inside.cloned().collect())) {
                let (left, right, top, y) = (rule.left, rule.right, above.top, rule.bottom);
                wide.push(PdfWord { left, right, top, y, size: 10.0, ..PdfWord::default() });
            }
        }
        wide
    }

    /// True if most of these lines are two lines of running text, parted by a gutter.
    fn is_flow(&self, lines: &[TextLine]) -> bool {
        let long = |words: &[PdfWord]| words.iter().map(|word| word.text.chars().count()).sum::<usize>() > 25;
        let two = |line: &&TextLine| {
            self.known.iter().any(|gutter| {
                let at = line.words.partition_point(|word| word.middle() < gutter.left);
                let (left, right) = line.words.split_at(at);
                let free =
                    left.iter().all(|word| word.right < gutter.right) && right.iter().all(|w| w.left > gutter.left);
                free && (long(left) || left.is_empty()) && (long(right) || right.is_empty())
            })
        };
        2 * lines.iter().filter(two).count() > lines.len()
    }
}

fn cut(words: Vec<PdfWord>, depth: usize, known: &Known<'_>, regions: &mut Vec<Vec<TextLine>>) {
    if words.is_empty() {
        return;
    }
    let least = if known.gutters.is_empty() { 4 * LEAST } else { LEAST };
    let stripe = if depth > 0 && words.len() > least { stripe(&words, known) } else { None };
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
        cut(part, depth - 1, known, regions);
    }
}

/// The tallest stripe that parts columns of text; stripes of a gutter come first.
fn stripe(words: &[PdfWord], known: &Known<'_>) -> Option<Stripe> {
    let size = median(words.iter().map(|word| word.size))?;
    let fold = |f: fn(f32, f32) -> f32, of: fn(&PdfWord) -> f32| words.iter().map(of).reduce(f);
    let width = fold(f32::max, |word| word.right)? - fold(f32::min, |word| word.left)?;
    let least = if known.gutters.is_empty() { LEAST as f32 } else { LEAST_AT_GUTTER };
    let mut found: Vec<(bool, Stripe)> = stripes(words, &known.wide, size, least * size)
        .into_iter()
        .map(|stripe| (known.at(&stripe), stripe))
        .filter(|(at_gutter, stripe)| *at_gutter || stripe.height() > LEAST as f32 * size)
        .collect();
    found.sort_by(|(one_at, one), (other_at, other)| {
        let taller = other.height().total_cmp(&one.height());
        other_at.cmp(one_at).then(taller).then(one.left.total_cmp(&other.left))
    });
    found
        .into_iter()
        .take(12)
        .map(|(at_gutter, stripe)| (at_gutter, lowered(words, stripe)))
        .find(|(at_gutter, stripe)| {
            let tall = stripe.height() > TALL * known.height;
            Sides::of(words, stripe).is_parted(width, at_gutter.then_some(tall))
        })
        .map(|(_, stripe)| stripe)
}

/// The stripe without the rows at its top that fill neither column from its margin: names below a
/// title happen to leave white where the columns do.
fn lowered(words: &[PdfWord], mut stripe: Stripe) -> Stripe {
    let inside: Vec<PdfWord> =
        words.iter().filter(|word| word.y > stripe.top && word.top < stripe.bottom).cloned().collect();
    let (left, right): (Vec<PdfWord>, Vec<PdfWord>) = inside.into_iter().partition(|word| word.middle() < stripe.left);
    let (left, right) = (lines(left), lines(right));
    let margin = |lines: &[TextLine]| lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
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

/// The lines on both sides of a stripe.
struct Sides {
    left: Vec<TextLine>,
    right: Vec<TextLine>,
}

impl Sides {
    fn of(words: &[PdfWord], stripe: &Stripe) -> Self {
        let inside = |word: &&PdfWord| {
            let middle = (word.top + word.y) / 2.0;
            middle >= stripe.top && middle <= stripe.bottom
        };
        let side = |keep: &dyn Fn(&PdfWord) -> bool| -> Vec<TextLine> {
            lines(words.iter().filter(inside).filter(|word| keep(word)).cloned().collect())
        };
        Self { left: side(&|word| word.middle() < stripe.left), right: side(&|word| word.middle() >= stripe.left) }
    }

    /// True if running text stands on both sides. At a gutter that is tall, or beside text that
    /// runs or has lines of its own heights, any two lines are enough.
    fn is_parted(&self, width: f32, at_gutter: Option<bool>) -> bool {
        let (left, right) = (&self.left, &self.right);
        let level = left.iter().filter(|line| right.iter().any(|other| (other.y - line.y).abs() < 1.0)).count();
        let level = 10 * level > 6 * left.len().min(right.len());
        let (one, other) = (is_running(left, width, level), is_running(right, width, level));
        match at_gutter {
            _ if one && other => true,
            Some(tall) => left.len() > 1 && right.len() > 1 && (tall || one || other || !level),
            None => false,
        }
    }
}

/// Lines of a column of text: several words each, and little white inside.
fn is_running(lines: &[TextLine], width: f32, level: bool) -> bool {
    let texts: Vec<&TextLine> = lines.iter().filter(|line| line.table().is_none()).collect();
    if lines.len() < LEAST && lines.len() == texts.len() {
        return false;
    }
    let fold = |f: fn(f32, f32) -> f32, of: fn(&TextLine) -> f32| lines.iter().map(of).reduce(f).unwrap_or_default();
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
    // Long parts are further columns, short ones cells.
    let whole = 4 * parts <= 6 * texts.len() || letters >= 22 * parts;
    letters >= least * texts.len() && whole && words > texts.len()
}

/// The height of some text.
fn height(words: &[PdfWord]) -> f32 {
    let fold = |f: fn(f32, f32) -> f32, of: fn(&PdfWord) -> f32| words.iter().map(of).reduce(f).unwrap_or_default();
    fold(f32::max, |word| word.y) - fold(f32::min, |word| word.top)
}

fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
