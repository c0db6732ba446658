//! Words with a line through them: a price that is struck out is no longer valid.
//!
//! Such a line runs through the lower half of the letters and ends with the words; a line of a
//! grid or a chart runs on, an underline stands lower. It is no rule of a table, so it goes from
//! the page's rules. Cost: rules times the words of their height, by a search.

use crate::ruled::Rule;
use crate::words::Word;

/// Range of heights of a line through letters above the baseline, in ems.
const FROM: f32 = 0.12;
const TO: f32 = 0.52;
/// Share of a word that it covers.
const COVERS: f32 = 0.75;
/// Maximal overhang of the line beyond the words, in ems.
const BEYOND: f32 = 0.6;

/// Marks words that are struck out, and takes the lines through them out of the rules. `strikes`
/// are lines that are known to be such.
pub(crate) fn strike(words: &mut [Word], rules: &mut Vec<Rule>, strikes: &[Rule]) {
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.left.total_cmp(&b.left)));
    strikes.iter().for_each(|rule| {
        mark(words, &crossed(words, rule, (-0.1, 1.0)));
    });
    rules.retain(|rule| {
        let found = if rule.is_level() { crossed(words, rule, (FROM, TO)) } else { Vec::new() };
        let ends = found.iter().map(|at| &words[*at]);
        let (mut left, mut right, mut size, mut letters) = (f32::MAX, f32::MIN, 0.0_f32, 0);
        for word in ends {
            (left, right, size) = (left.min(word.left), right.max(word.right), size.max(word.size));
            letters += word.text.chars().filter(|letter| letter.is_alphanumeric()).count();
        }
        let thin = rule.bottom - rule.top <= (0.16 * size).max(1.0);
        let fits = rule.left > left - BEYOND * size && rule.right < right + BEYOND * size;
        let strikes = letters > 1 && thin && fits;
        if strikes {
            mark(words, &found);
        }
        !strikes
    });
}

/// The words that a line runs through. Words are sorted by baseline.
fn crossed(words: &[Word], rule: &Rule, (from, to): (f32, f32)) -> Vec<usize> {
    let y = (rule.top + rule.bottom) / 2.0;
    let first = words.partition_point(|word| word.y < y - 2.0);
    let near = words.iter().enumerate().skip(first).take_while(|(_, word)| word.y < y + 60.0);
    let through = |(_, word): &(usize, &Word)| {
        let above = word.y - y;
        let shared = rule.right.min(word.right) - rule.left.max(word.left);
        above >= from * word.size && above <= to * word.size && shared >= COVERS * (word.right - word.left)
    };
    near.filter(through).filter(|(_, word)| word.table.is_none()).map(|(at, _)| at).collect()
}

fn mark(words: &mut [Word], found: &[usize]) {
    found.iter().for_each(|at| words[*at].struck = true);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32) -> Word {
        let right = left + 5.0 * text.len() as f32;
        Word { text: text.to_owned(), left, right, y: 100.0, size: 10.0, top: 92.5, ..Word::default() }
    }

    fn struck(rule: Rule) -> (Vec<String>, usize) {
        let mut words = vec![word("was", 0.0), word("80", 20.0), word("coins", 33.0), word("now", 70.0)];
        let mut rules = vec![rule];
        strike(&mut words, &mut rules, &[]);
        (words.into_iter().filter(|word| word.struck).map(|word| word.text).collect(), rules.len())
    }

    #[test]
    fn a_line_through_words_strikes_them() {
        let line = |left, right, y: f32| Rule { left, right, top: y, bottom: y + 0.5 };
        assert_eq!(struck(line(20.0, 58.0, 96.5)), (vec!["80".to_owned(), "coins".to_owned()], 0));
        // Underlined, over the words, and a line that runs on.
        assert_eq!(struck(line(20.0, 58.0, 101.5)), (Vec::new(), 1));
        assert_eq!(struck(line(20.0, 58.0, 91.0)), (Vec::new(), 1));
        assert_eq!(struck(line(-60.0, 300.0, 96.5)), (Vec::new(), 1));
    }
}
