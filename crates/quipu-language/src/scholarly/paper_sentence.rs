//! A sentence of a paper with its cue phrases: what is a caption, and what is no prose.

use super::cues::{CuesFound, found};
use super::words::{SaidWord, words};
use crate::english::papers as english;
use crate::russian::papers as russian;

/// Maximal length of a sentence in bytes; a longer text is no sentence.
const LONGEST: usize = 1_500;
/// A run of letters and digits that is longer is no word.
const LONGEST_WORD: usize = 28;
/// A sentence of fewer words says nothing, one of more is a list or a table.
const WORDS: std::ops::RangeInclusive<usize> = 5..=100;

/// A sentence of a paper.
pub struct PaperSentence<'a> {
    /// Its words.
    pub words: Vec<SaidWord<'a>>,
    /// Its cue phrases.
    pub cues: CuesFound,
    /// True if it explains a figure or a table.
    pub caption: bool,
}

/// Reads a sentence; none where it is no prose: a heading, a row of a table, a formula, a list of numbers.
pub fn paper_sentence(text: &str) -> Option<PaperSentence<'_>> {
    if text.len() > LONGEST || text.starts_with(['#', '|', '>', '`']) || text.matches('|').count() > 6 {
        return None;
    }
    let words = words(text);
    if !WORDS.contains(&words.len()) || !is_prose(text, &words) {
        return None;
    }
    let cues = found(&words);
    let caption = is_caption(&words);
    Some(PaperSentence { words, cues, caption })
}

/// True if a text is mostly words: no formula, no row of a table, no list of numbers.
fn is_prose(text: &str, words: &[SaidWord<'_>]) -> bool {
    let visible = text.chars().filter(|c| !c.is_whitespace()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let wordy = words.iter().filter(|word| word.core.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    // Words that ran into each other when a page was read.
    let glued = |word: &SaidWord<'_>| {
        word.core.split(|c: char| !c.is_alphanumeric()).any(|part| part.chars().count() > LONGEST_WORD)
    };
    letters * 10 >= visible * 6 && wordy * 10 >= words.len() * 6 && !words.iter().any(glued)
}

/// True if a sentence begins like a caption: `Table 2:`, `Figure 3.`, `Рис. 1`.
fn is_caption(words: &[SaidWord<'_>]) -> bool {
    let [first, second, ..] = words else { return false };
    let first_word = first.lower.as_str();
    let names = [english::CAPTIONS, russian::CAPTIONS].into_iter().any(|list| list.contains(&first_word));
    let numbered = second.core.starts_with(|c: char| c.is_ascii_digit());
    names && numbered && (first.raw.ends_with('.') || second.raw.ends_with([':', '.', '|']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_formulas_are_no_sentences() {
        for text in [
            "a + b = c * d / 2 - 4",
            "BLEU 27.3 28.4 29.1 30.2 11.9",
            "| one | two | three | four |",
            "Too short here.",
        ] {
            assert!(paper_sentence(text).is_none(), "{text}");
        }
        assert!(paper_sentence("Table 2: Accuracy of all readers on both sets.").is_some_and(|one| one.caption));
    }
}
