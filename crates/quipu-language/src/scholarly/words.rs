//! Sentences of papers as words between blanks: numbers that measure, captions, and non-prose (feature extraction).

use super::cues::{CuesFound, found};
use crate::english::papers as english;
use crate::russian::papers as russian;

/// Maximal length of a sentence in bytes; a longer text is no sentence.
const LONGEST: usize = 1_500;
/// A run of letters and digits that is longer is no word.
const LONGEST_WORD: usize = 28;
/// A sentence of fewer words says nothing, one of more is a list or a table.
const WORDS: std::ops::RangeInclusive<usize> = 5..=100;

/// A word of a sentence: the text between two blanks.
pub struct SaidWord<'a> {
    /// The word with its marks.
    pub raw: &'a str,
    /// The word without the marks around it.
    pub core: &'a str,
    /// The word in lower case.
    pub lower: String,
    /// True if it is a number that measures or counts something: no year, no citation, no number of a table.
    pub number: bool,
}

impl SaidWord<'_> {
    /// True if it is a number in words.
    pub fn is_spelled_number(&self) -> bool {
        [english::SPELLED, russian::SPELLED].into_iter().any(|list| list.contains(&self.lower.as_str()))
    }
}

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

/// The words between the blanks of a text.
pub fn words(text: &str) -> Vec<SaidWord<'_>> {
    let mut out: Vec<SaidWord<'_>> = Vec::new();
    for raw in text.split_whitespace() {
        let core = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let number = is_number(raw, core) && out.last().is_none_or(|last| !names_a_number(&last.lower));
        out.push(SaidWord { raw, core, lower: core.to_lowercase(), number });
    }
    out
}

/// True if a word is a number, and no year and no citation.
fn is_number(raw: &str, core: &str) -> bool {
    if !core.starts_with(|c: char| c.is_ascii_digit()) || raw.contains('[') || raw.contains(']') {
        return false;
    }
    // Half a formula.
    if raw.matches('$').count() % 2 == 1 || raw.contains(['=', '^', '_']) {
        return false;
    }
    let digits = core.trim_end_matches(['x', '×', 'k', 'K', 'M', 'B']);
    let year = core.len() == 4 && (core.starts_with("19") || core.starts_with("20"));
    let marks = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '–' | '/' | '±' | '%' | '\\' | '×');
    !year && digits.chars().all(marks)
}

/// True if the number after a word is only a label, as of a figure.
fn names_a_number(lower: &str) -> bool {
    [english::NUMBERED, russian::NUMBERED].into_iter().any(|list| list.contains(&lower))
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
    fn numbers_that_measure_are_known() {
        let numbers = |text: &str| {
            words(text).iter().filter(|word| word.number).map(|word| word.core.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            numbers("In 2019, Table 3 of [12] had 91.7\\% and 1,206 of GPT-4 in 2.5x."),
            ["91.7", "1,206", "2.5x"]
        );
    }

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
