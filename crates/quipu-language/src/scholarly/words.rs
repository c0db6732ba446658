//! Sentences of papers as words between blanks, and which of them are numbers that measure (feature extraction).

use crate::english::papers as english;
use crate::russian::papers as russian;

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
}
