//! Numbers of headings and members of lists in OpenDocument, which follow from their styles.

use rustc_hash::FxHashMap;

use super::styles::Level;
use crate::load::office::numerals::numeral;

/// Number of levels.
const LEVELS: usize = 10;

/// The current counts of levels.
#[derive(Debug, Default, Clone)]
pub(super) struct Count {
    counts: [Option<u32>; LEVELS],
}

impl Count {
    /// Counts one at a level from 1, from `start` on if given; returns the number.
    pub(super) fn label(&mut self, levels: &FxHashMap<usize, Level>, at: usize, start: Option<u32>) -> Option<String> {
        let level = levels.get(&at)?;
        let index = at.checked_sub(1).filter(|index| *index < LEVELS)?;
        let next = start.or(self.counts[index].map(|last| last.saturating_add(1))).unwrap_or(level.start);
        self.counts[index] = Some(next);
        self.counts.iter_mut().skip(at).for_each(|below| *below = None);
        if level.format.is_empty() {
            return None;
        }
        let first = at.saturating_sub(level.shown.max(1)) + 1;
        let numbers = (first..=at).filter_map(|other| {
            let level = levels.get(&other)?;
            let number = self.counts.get(other - 1).copied().flatten().unwrap_or(level.start);
            numeral(format(&level.format)?, number)
        });
        let label = format!("{}{}{}", level.before, numbers.collect::<Vec<_>>().join("."), level.behind);
        let label = label.trim().to_owned();
        label.chars().any(char::is_alphanumeric).then_some(label)
    }
}

/// A format of OpenDocument by its name in OOXML; missing for a format without numbers.
fn format(format: &str) -> Option<&'static str> {
    Some(match format {
        "" => return None,
        "a" => "lowerLetter",
        "A" => "upperLetter",
        "i" => "lowerRoman",
        "I" => "upperRoman",
        "а" | "а, б, .., аа, аб, ..." => "russianLower",
        "А" | "А, Б, .., АА, АБ, ..." => "russianUpper",
        _ => "decimal",
    })
}
