//! Words become lines, and lines text in the order of reading.
//!
//! A line that mixes directions is ordered as a whole: runs against its main direction turn as one (the visible half of
//! the Unicode bidirectional algorithm, backwards).

use crate::letters::{is_bullet, runs_left};
use crate::words::PdfWord;

/// Stands before and after struck text.
const STRUCK: &str = "~~";

/// Words on one baseline of one region.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextLine {
    pub(crate) words: Vec<PdfWord>,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) y: f32,
    pub(crate) top: f32,
    /// The size of most of its letters.
    pub(crate) size: f32,
    pub(crate) bold: bool,
    pub(crate) mono: bool,
}

/// Lines of a region's words, from the top.
pub(crate) fn lines(mut words: Vec<PdfWord>) -> Vec<TextLine> {
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
    let mut lines: Vec<Vec<PdfWord>> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if belongs(line, &word) => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    lines.into_iter().map(TextLine::of).collect()
}

fn belongs(line: &[PdfWord], word: &PdfWord) -> bool {
    let Some(first) = line.first() else { return true };
    word.table.is_none() && first.table.is_none() && word.y - first.y < 0.3 * first.size.min(word.size)
}

impl TextLine {
    /// The line of words on one baseline.
    pub(crate) fn of(mut words: Vec<PdfWord>) -> Self {
        words.sort_by(|a, b| a.left.total_cmp(&b.left));
        let letters = |word: &PdfWord| word.text.chars().count();
        let all: usize = words.iter().map(letters).sum();
        let mono = 5 * words.iter().filter(|word| word.mono).map(letters).sum::<usize>() > 4 * all;
        // A line that only begins in bold is not a bold line.
        let bold = words.iter().all(|word| word.bold || !word.text.chars().any(char::is_alphanumeric));
        let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, letters(word))).collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut seen = 0;
        let size = sizes.iter().find(|(_, count)| {
            seen += count;
            2 * seen >= all
        });
        let size = size.map_or(10.0, |(size, _)| *size);
        let fold = |f: fn(f32, f32) -> f32, of: fn(&PdfWord) -> f32| words.iter().map(of).reduce(f).unwrap_or_default();
        let (left, right) = (fold(f32::min, |word| word.left), fold(f32::max, |word| word.right));
        let (y, top) = (fold(f32::max, |word| word.y), fold(f32::min, |word| word.top));
        Self { left, right, y, top, size, bold, mono, words }
    }

    /// The table that stands here.
    pub(crate) fn table(&self) -> Option<usize> {
        self.words.first().and_then(|word| word.table)
    }

    /// Its text in the order of reading.
    pub(crate) fn text(&self) -> String {
        text(&self.words)
    }

    /// Reads to the left.
    pub(crate) fn leftward(&self) -> bool {
        leftward(&self.words)
    }

    /// Groups of words with so much white between them that they may be cells.
    pub(crate) fn parts(&self) -> Vec<&[PdfWord]> {
        let mut cuts = vec![0];
        for at in 1..self.words.len() {
            let white = self.words[at].left - self.words[at - 1].right;
            if white > 0.8 * self.size {
                cuts.push(at);
            }
        }
        cuts.push(self.words.len());
        cuts.windows(2).map(|cut| &self.words[cut[0]..cut[1]]).filter(|part| !part.is_empty()).collect()
    }

    /// Has white inside that no text has.
    pub(crate) fn is_spread(&self) -> bool {
        self.words.windows(2).any(|pair| pair[1].left - pair[0].right > 2.0 * self.size)
    }

    /// Begins with the sign of a list's entry, and how: the sign, and where its text starts.
    pub(crate) fn bullet(&self) -> Option<f32> {
        let [sign, next, ..] = self.words.as_slice() else { return None };
        let mut letters = sign.text.chars();
        let (first, alone) = (letters.next()?, letters.next().is_none());
        (alone && is_bullet(first) && !sign.raised).then_some(next.left)
    }
}

fn leftward(words: &[PdfWord]) -> bool {
    let count = |leftward: bool| -> usize {
        let words = words.iter().filter(|word| word.leftward == leftward);
        words.map(|word| word.text.chars().filter(|letter| letter.is_alphabetic()).count()).sum()
    };
    count(true) > count(false)
}

/// The text of words that stand side by side.
pub(crate) fn text(words: &[PdfWord]) -> String {
    let order = order(words);
    let mut text = String::new();
    let mut last: Option<usize> = None;
    for at in order {
        let word = &words[at];
        let goes = last.is_some_and(|last| words[last].struck);
        if goes && !word.struck {
            text.push_str(STRUCK);
        }
        if let Some(last) = last {
            if !is_glued(words, last, at) {
                text.push(' ');
            }
            if word.raised && is_number(&word.text) && !text.ends_with(' ') {
                text.push('^');
            }
        }
        if word.struck && !goes {
            text.push_str(STRUCK);
        }
        text.push_str(&word.text);
        last = Some(at);
    }
    if last.is_some_and(|last| words[last].struck) {
        text.push_str(STRUCK);
    }
    text
}

/// Begins with a digit, perhaps after a sign.
fn is_number(text: &str) -> bool {
    text.trim_start_matches(['-', '−', '–', '+']).starts_with(|letter: char| letter.is_ascii_digit())
}

/// No space between two words that are read one after the other.
fn is_glued(words: &[PdfWord], one: usize, other: usize) -> bool {
    if one.abs_diff(other) != 1 {
        return false;
    }
    let (left, right) = (&words[one.min(other)], &words[one.max(other)]);
    // The sign of a footnote stands before its text, not on it.
    let shifted = (left.shifted && one.min(other) > 0) || right.shifted;
    shifted && right.left - left.right < 0.2 * left.size.max(right.size)
}

/// Positions of words in the order in which they are read.
fn order(words: &[PdfWord]) -> Vec<usize> {
    if !words.iter().any(|word| word.leftward) {
        return (0..words.len()).collect();
    }
    let base = leftward(words);
    // A word without letters goes with the line, unless it stands between two that go against it.
    let against = |at: usize| {
        let word = &words[at];
        let strong = word.text.chars().any(|letter| letter.is_alphanumeric() && !runs_left(letter));
        if base { strong && !word.leftward } else { word.leftward }
    };
    let mut runs: Vec<(bool, Vec<usize>)> = Vec::new();
    for at in 0..words.len() {
        let side = against(at);
        match runs.last_mut() {
            Some((last, run)) if *last == side => run.push(at),
            _ => runs.push((side, vec![at])),
        }
    }
    // Inside a run to the left words turn; in a line to the left runs turn.
    for (side, run) in &mut runs {
        if *side != base {
            run.reverse();
        }
    }
    if base {
        runs.reverse();
    }
    runs.into_iter().flat_map(|(_, run)| run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32) -> PdfWord {
        let leftward = text.chars().any(runs_left);
        PdfWord { text: text.to_owned(), left, right: left + 20.0, y: 10.0, size: 10.0, leftward, ..PdfWord::default() }
    }

    #[test]
    fn runs_turn_with_the_line() {
        let line = [word("Python", 0.0), word("3", 25.0), word("ثلاثة", 50.0), word("واحد", 75.0)];
        assert_eq!(text(&line), "واحد ثلاثة Python 3");
        let line = [word("the", 0.0), word("long", 20.0), word("word", 40.0), word("ב", 60.0), word("א", 80.0)];
        assert_eq!(text(&line), "the long word א ב");
    }
}
