//! The share of a file's text that a loader reads: its output beside a text written by a person.
//!
//! Both measures are Dice coefficients: the common parts, with repeats, over the mean of both sizes; so missing
//! parts count as much as superfluous ones.

use std::collections::HashMap;
use std::hash::Hash;

use quipu_kernel::text::words;

/// The similarity of a text that was read and one that was expected, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLikeness {
    /// Over pairs of neighbouring words.
    pub words: f64,
    /// The likeness of the cells of tables; missing where none are expected.
    pub cells: Option<f64>,
}

impl TextLikeness {
    /// Compares two texts in Markdown.
    pub fn of(read: &str, expected: &str) -> Self {
        let cells = cells(expected);
        let has_cells = !cells.is_empty();
        Self { words: dice(pairs(read), pairs(expected)), cells: has_cells.then(|| dice(self::cells(read), cells)) }
    }
}

/// Pairs of neighbouring words; a text of one word has that.
fn pairs(text: &str) -> Vec<(String, String)> {
    let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    if let [word] = words.as_slice() {
        return vec![(word.clone(), String::new())];
    }
    words.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// The words of the cells of all tables.
fn cells(text: &str) -> Vec<Vec<String>> {
    let rows =
        text.lines().map(str::trim).filter(|line| line.len() > 1 && line.starts_with('|') && line.ends_with('|'));
    let rows = rows.filter(|line| !line.chars().all(|c| "|-: ".contains(c)));
    // An escaped bar is part of its cell.
    let cells = rows.flat_map(|row| {
        let row = row.replace("\\|", "\u{1f}");
        row[1..row.len() - 1]
            .split('|')
            .map(words)
            .map(|cell| cell.into_iter().map(|word| word.text).collect())
            .collect::<Vec<_>>()
    });
    cells.filter(|cell: &Vec<String>| !cell.is_empty()).collect()
}

fn dice<T: Hash + Eq>(ours: Vec<T>, expected: Vec<T>) -> f64 {
    let all = ours.len() + expected.len();
    if all == 0 {
        return 1.0;
    }
    let mut left: HashMap<T, usize> = HashMap::new();
    expected.into_iter().for_each(|thing| *left.entry(thing).or_default() += 1);
    let mut both = 0;
    for thing in ours {
        if let Some(count) = left.get_mut(&thing).filter(|count| **count > 0) {
            *count -= 1;
            both += 1;
        }
    }
    2.0 * f64::from(both) / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_and_what_is_too_much_count_alike() {
        assert_eq!(TextLikeness::of("One two three.", "# one TWO three"), TextLikeness { words: 1.0, cells: None });
        assert_eq!(TextLikeness::of("one two", "one two three four").words, 0.5);
        assert_eq!(TextLikeness::of("one two three four", "one two").words, 0.5);
        assert_eq!(TextLikeness::of("three two one", "one two three").words, 0.0);
        assert_eq!(TextLikeness::of("", "one").words, 0.0);
    }

    #[test]
    fn cells_are_compared_with_repeats() {
        let table = "| a | b |\n|---|---|\n| 1 | x\\|y |\n| 1 | |";
        assert_eq!(TextLikeness::of(table, table).cells, Some(1.0));
        let other = "| a | b |\n|---|---|\n| 1 | x\\|z |";
        assert_eq!(TextLikeness::of(other, table).cells, Some(2.0 * 3.0 / 9.0));
        assert_eq!(TextLikeness::of("no table", table).cells, Some(0.0));
    }
}
