//! Sentences of a paper as they are weighed: their words, numbers and cue phrases (feature extraction).

use quipu_kernel::text::{head, sentences};

use super::PaperStretch;
use super::cues::{Found, found};
use super::place::{Role, before_references};

/// The most sentences of one paper that are weighed.
const MOST_SENTENCES: usize = 2_000;
/// The most bytes of one stretch that are read.
const LONGEST_STRETCH: usize = 1_000_000;
/// The most bytes of a sentence; what is longer is none.
const LONGEST: usize = 1_500;
/// A run of letters and digits that is longer is no word.
const LONGEST_WORD: usize = 28;
/// A sentence of fewer words says nothing, one of more is a list or a table.
const WORDS: std::ops::RangeInclusive<usize> = 5..=100;

/// A word of a sentence: what stands between two blanks.
pub(super) struct SaidWord<'a> {
    /// The word with its marks.
    pub(super) raw: &'a str,
    /// The word without the marks around it.
    pub(super) core: &'a str,
    /// The same in lower case.
    pub(super) lower: String,
    /// Whether it is a number that measures or counts something: no year, no citation, no number of a table.
    pub(super) number: bool,
}

/// A sentence that may be taken.
pub(super) struct ReadSentence<'a> {
    /// The text of it.
    pub(super) text: &'a str,
    /// The byte of the document at which it begins.
    pub(super) start: usize,
    /// The role of its stretch.
    pub(super) role: Role,
    /// How far into its stretch it stands, from 0 to 1.
    pub(super) depth: f64,
    /// Whether its stretch begins with it.
    pub(super) first: bool,
    /// Its words.
    pub(super) words: Vec<SaidWord<'a>>,
    /// Its cue phrases.
    pub(super) cues: Found,
    /// Whether it explains a figure or a table.
    pub(super) caption: bool,
}

/// The sentences of a paper that may be taken, in the order of the document.
pub(super) fn read_sentences<'a>(stretches: &[PaperStretch<'a>], roles: &[Role]) -> Vec<ReadSentence<'a>> {
    let mut turns: Vec<(usize, Role)> = roles.iter().copied().enumerate().filter(|(_, role)| role.counts()).collect();
    turns.sort_by_key(|(at, role)| (role.turn(), *at));
    let mut out: Vec<(usize, ReadSentence<'a>)> = Vec::new();
    let mut left = MOST_SENTENCES;
    for (at, role) in turns {
        let stretch = &stretches[at];
        let mut text = head(stretch.text, LONGEST_STRETCH);
        if role == Role::Plain {
            text = before_references(text);
        }
        let spans = sentences(text);
        for (place, span) in spans.iter().enumerate().take(left) {
            let depth = place as f64 / spans.len() as f64;
            let start = stretch.start.saturating_add(span.range().start);
            let one = &text[span.range()];
            out.extend(read(one, start, role, depth, place == 0).map(|read| (at, read)));
        }
        left = left.saturating_sub(spans.len());
    }
    out.sort_by_key(|(at, _)| *at);
    out.into_iter().map(|(_, one)| one).collect()
}

fn read(text: &str, start: usize, role: Role, depth: f64, first: bool) -> Option<ReadSentence<'_>> {
    if text.len() > LONGEST || text.starts_with(['#', '|', '>', '`']) || text.matches('|').count() > 6 {
        return None;
    }
    let words = words(text);
    if !WORDS.contains(&words.len()) || !is_prose(text, &words) {
        return None;
    }
    let cues = found(&words);
    let caption = is_caption(&words);
    Some(ReadSentence { text, start, role, depth, first, words, cues, caption })
}

/// The words between the blanks of a text.
pub(super) fn words(text: &str) -> Vec<SaidWord<'_>> {
    let mut out: Vec<SaidWord<'_>> = Vec::new();
    for raw in text.split_whitespace() {
        let core = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let number = is_number(raw, core) && out.last().is_none_or(|last| !names_a_number(&last.lower));
        out.push(SaidWord { raw, core, lower: core.to_lowercase(), number });
    }
    out
}

/// Whether a word is a number, and no year and no citation.
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

/// Whether the number behind a word only tells which one is meant.
fn names_a_number(lower: &str) -> bool {
    [
        "table",
        "tables",
        "figure",
        "figures",
        "fig",
        "figs",
        "section",
        "sections",
        "sec",
        "eq",
        "equation",
        "step",
        "appendix",
        "chapter",
        "algorithm",
        "theorem",
        "lemma",
        "ref",
        "page",
        "version",
        "no",
        "таблица",
        "таблице",
        "таблицы",
        "табл",
        "рис",
        "рисунок",
        "рисунке",
        "раздел",
        "разделе",
        "глава",
        "главе",
        "шаг",
        "стр",
    ]
    .contains(&lower)
}

/// Whether a text is mostly words: no formula, no row of a table, no list of numbers.
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

/// Whether a sentence begins like a caption: `Table 2:`, `Figure 3.`, `Рис. 1`.
fn is_caption(words: &[SaidWord<'_>]) -> bool {
    let [first, second, ..] = words else { return false };
    let names = ["table", "figure", "fig", "таблица", "табл", "рис", "рисунок"].contains(&first.lower.as_str());
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
            assert!(read(text, 0, Role::Plain, 0.0, true).is_none(), "{text}");
        }
        assert!(
            read("Table 2: Accuracy of all readers on both sets.", 0, Role::Plain, 0.0, true)
                .is_some_and(|one| one.caption)
        );
    }
}
