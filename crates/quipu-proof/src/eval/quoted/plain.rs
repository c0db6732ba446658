//! Comparison of texts as a reader sees them: without marks of Markdown, case and the width of spaces.

use std::sync::LazyLock;

use quipu_kernel::text::words;
use regex::Regex;
use rustc_hash::FxHashSet;

/// So many letters in a row that two texts share are no chance.
const SHARED: usize = 12;
/// Minimal letters of an answer that may be written with other spaces and hyphens.
const LONG: usize = 12;
/// Minimal letters of an answer that may be the beginning of a longer word.
const STEM: usize = 5;

/// Marks of Markdown and of templates, and their visible text.
static MARKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let marks = [
        (r"!?\[([^\]\[]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\x22[^\x22]*\x22)?\)", "$1"),
        (r"\{%[^%]*%\}|\{#[^}]*\}", " "),
        (r"</?[a-zA-Z!][^<>]{0,400}>", " "),
        (r"\[([^\]\[]+)\](?:\[[^\]]*\])?", "$1"),
        (r"(?m)[*_`>|#\\]|^\s*(?:[-+]|///?!?)\s", " "),
        (r"\s+", " "),
    ];
    marks.into_iter().filter_map(|(pattern, seen)| Some((Regex::new(pattern).ok()?, seen))).collect()
});

/// Citations like `[2]`.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\s*\[(?:\d+|\?)\]").ok());

/// The visible text, in lower case.
pub(super) fn plain(text: &str) -> String {
    let seen = MARKS.iter().fold(text.to_owned(), |text, (mark, seen)| mark.replace_all(&text, *seen).into_owned());
    let mut out = String::with_capacity(seen.len());
    for c in seen.trim().chars() {
        match c {
            '’' | 'ʼ' => out.push('\''),
            '“' | '”' => out.push('"'),
            '\u{ad}' => {}
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬀ' => out.push_str("ff"),
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// An answer without the numbers that cite.
pub(super) fn uncited(answer: &str) -> String {
    CITED.as_ref().map_or_else(|| answer.to_owned(), |cited| cited.replace_all(answer, " ").into_owned())
}

/// True if an expected answer stands in a text, both [`plain`], as whole words.
pub(super) fn within(expected: &str, text: &str) -> bool {
    let (Some(first), Some(last)) = (expected.chars().next(), expected.chars().next_back()) else { return false };
    let apart = |side: Option<char>, own: char| !own.is_alphanumeric() || !side.is_some_and(char::is_alphanumeric);
    let begins: Vec<usize> = text
        .match_indices(expected)
        .map(|(at, _)| at)
        .filter(|at| apart(text[..*at].chars().next_back(), first))
        .collect();
    if begins.iter().any(|at| apart(text[at + expected.len()..].chars().next(), last)) {
        return true;
    }
    let letters = expected.chars().count();
    if letters >= LONG {
        return bare(text).contains(&bare(expected));
    }
    letters >= STEM && !begins.is_empty() && !last.is_ascii_digit()
}

/// The letters and digits of a text.
pub(super) fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The share of the words of the shorter text that the other has too.
pub(super) fn overlap(one: &str, other: &str) -> f64 {
    let bag = |text: &str| words(&plain(text)).into_iter().map(|word| word.text).collect::<FxHashSet<_>>();
    let (one, other) = (bag(one), bag(other));
    one.intersection(&other).count() as f64 / one.len().min(other.len()).max(1) as f64
}

/// The share of the letters of an answer that stand in no run of [`SHARED`] letters which evidence has too, nor in an
/// evidence that is shorter; missing for an empty answer.
pub(super) fn noise(answer: &str, evidence: &[String]) -> Option<f64> {
    let said: Vec<char> = plain(&uncited(answer)).chars().collect();
    let mut covered = vec![false; said.len()];
    for evidence in evidence {
        let evidence: Vec<char> = plain(evidence).chars().collect();
        let run = SHARED.min(evidence.len()).max(1);
        let runs: FxHashSet<&[char]> = evidence.windows(run).collect();
        for (at, window) in said.windows(run).enumerate() {
            if runs.contains(window) {
                covered[at..at + run].fill(true);
            }
        }
    }
    let outside = covered.iter().filter(|covered| !**covered).count();
    (!said.is_empty()).then(|| outside as f64 / said.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_not_seen() {
        assert_eq!(plain("## The **fog** [horn](a/b.md \"t\")\n- is `blown`"), "the fog horn is blown");
        assert_eq!(plain("| Pump | {% note %} 4 l |<br>"), "pump 4 l");
    }

    #[test]
    fn answers_stand_as_whole_words() {
        assert!(within("30 seconds", "after 30 seconds."));
        assert!(!within("30", "in 1930 and 300"));
        assert!(within("compress", "it is compressed"));
        assert!(within("write-ahead log", "a write ahead log"));
        assert!(!within("", "anything"));
    }

    #[test]
    fn what_evidence_has_is_no_noise() {
        let evidence = ["The horn sounds every thirty seconds.".to_owned()];
        assert_eq!(noise("The horn sounds every thirty seconds. [1]", &evidence), Some(0.0));
        let half = noise("The horn sounds every thirty seconds. Nobody has ever counted the geese.", &evidence);
        assert!(half.is_some_and(|half| (0.4..0.6).contains(&half)), "{half:?}");
        assert_eq!(noise(" ", &evidence), None);
    }
}
