//! The sentences of a document's beginning that say what it is about: definitions of its subject, sentences about the
//! document itself, and its first prose.

use quipu_kernel::model::{Format, Span};
use quipu_kernel::text::{fold_name, is_stop_word, stemmed, words};

use super::cues::{begins_with_pronoun, terms};
use super::units::{UnitKind, units};
use crate::english::cues as english;
use crate::halves::{Halves, either};
use crate::russian::cues as russian;

/// Numbers of words of a sentence that can stand alone.
const SHORTEST: usize = 6;
const LONGEST: usize = 60;
/// Number of sentences that are read.
const READ: usize = 12;
/// The cost of each sentence before one.
const PLACE: f64 = 0.12;

const SELF: Halves = [english::OF_DOCUMENTS, russian::OF_DOCUMENTS];
const TELLS: Halves = [english::DOCUMENTS_DO, russian::DOCUMENTS_DO];
const CONDITIONS: Halves = [english::OPENS_CONDITION, russian::OPENS_CONDITION];

/// A sentence that says what a document, or its subject, is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AboutSentence {
    /// Its place in the text.
    pub span: Span,
    /// How well it says so, from about 0 to 4.
    pub score: f64,
}

/// The sentences of a text that say what it is about, in the order of the text. `text` begins the document below
/// `headings`, or continues it after `before` sentences.
pub fn about_sentences(
    title: &str,
    text: &str,
    headings: &[String],
    format: Format,
    before: usize,
) -> Vec<AboutSentence> {
    let read = units(text, 0, headings, format);
    let subject = subject(title, headings);
    let prose = read.units.iter().filter(|unit| unit.kind == UnitKind::Sentence && !unit.aside && unit.lead.is_empty());
    let rated = prose.take(READ).enumerate().filter_map(|(at, unit)| {
        let score = rated(&read.seen(unit.span), &subject)? - PLACE * (at + before) as f64;
        Some(AboutSentence { span: unit.span, score })
    });
    rated.collect()
}

/// The stems of a title and of the innermost heading.
fn subject(title: &str, headings: &[String]) -> Vec<String> {
    let mut stems = telling_stems(title);
    stems.extend(headings.last().into_iter().flat_map(|heading| telling_stems(heading)));
    stems
}

/// The stems of the words of a text that are no stop words.
pub fn telling_stems(text: &str) -> Vec<String> {
    let telling = words(text).into_iter().filter(|word| !is_stop_word(&word.text));
    telling.map(|word| stemmed(&word.text, "")).collect()
}

/// The term that a sentence begins with, before a copula, a dash or a colon.
pub fn definition_term(seen: &str) -> Option<&str> {
    terms(seen).into_iter().next().filter(|term| seen.starts_with(*term))
}

/// The score of a sentence; none where it cannot stand alone.
fn rated(seen: &str, subject: &[String]) -> Option<f64> {
    let seen = seen.trim();
    let said = words(seen);
    let whole = seen.ends_with(['.', '!', '。', '！', '…']) || seen.ends_with(".\"") || seen.ends_with(".)");
    if !whole || !(SHORTEST..=LONGEST).contains(&said.len()) {
        return None;
    }
    if seen.chars().next().is_none_or(|first| !first.is_alphanumeric() && !"\"'«“*_`([".contains(first)) {
        return None;
    }
    let first = said.first().map(|word| word.text.as_str()).unwrap_or_default();
    let is_subject =
        |text: &str| words(text).iter().any(|word| subject.iter().any(|stem| *stem == stemmed(&word.text, "")));
    let mut score: f64 = if is_subject(seen) { 1.5 } else { 0.5 };
    let defined = terms(seen);
    let opens_quoted = seen.starts_with(['"', '“', '«', '\'', '(', '[']);
    if !opens_quoted && defined.iter().any(|term| is_named(term, subject)) {
        score = 3.0;
    }
    if of_itself(seen) {
        score = score.max(2.6);
    } else if begins_with_pronoun(seen) {
        score -= 1.5;
    }
    // A number of a section, or a remark in brackets.
    if seen.trim_start_matches(['*', '_', '"', '“']).starts_with(|c: char| c.is_numeric() || c == '(') {
        score -= 1.5;
    }
    if either(CONDITIONS, first) || seen.chars().next().is_some_and(char::is_lowercase) {
        score -= 1.0;
    }
    // A work of a bibliography.
    if seen.contains("[1]") || seen.contains("(20") || seen.contains("(19") {
        score -= 1.5;
    }
    // An address or a column of numbers is no prose.
    let numbers = said.iter().filter(|word| word.text.starts_with(|c: char| c.is_numeric())).count();
    if seen.contains("://") || numbers * 4 > said.len() {
        score -= 1.0;
    }
    Some(score)
}

/// True if most of the telling words of a term, which are few, are those of the subject.
fn is_named(term: &str, subject: &[String]) -> bool {
    let said = telling_stems(term);
    let known = said.iter().filter(|stem| subject.contains(stem)).count();
    !said.is_empty() && said.len() <= 6 && known * 2 > said.len()
}

/// True for a word with which a document speaks of itself, in small letters: "this folder", "этот документ".
pub fn points_at_document(word: &str) -> bool {
    matches!(word, "this" | "these") || ["эт", "данн", "настоящ"].iter().any(|begin| word.starts_with(begin))
}

/// True if the sentence speaks of its own document: "This guide describes", "Настоящий документ".
fn of_itself(seen: &str) -> bool {
    let folded = fold_name(seen);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return false };
    if !points_at_document(first) && !matches!(first, "in" | "в") {
        return false;
    }
    let said: Vec<&str> = words.take(6).collect();
    let Some(at) = said.iter().take(3).position(|word| either(SELF, word)) else { return false };
    // "In this guide you learn"; else what the document does or is must follow.
    first == "in" || first == "в" || said[at + 1..].iter().take(2).any(|word| either(TELLS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(title: &str, text: &str) -> String {
        let found = about_sentences(title, text, &[], Format::Markdown, 0);
        let best = found.iter().max_by(|x, y| x.score.total_cmp(&y.score)).expect("a sentence");
        text[best.span.range()].to_owned()
    }

    #[test]
    fn a_definition_of_the_subject_comes_first() {
        let text =
            "Welcome, and thanks for your interest in lamps. Oil lamps are lights that burn a wick. Fill them daily.";
        assert_eq!(best("Oil lamps", text), "Oil lamps are lights that burn a wick.");
        let text =
            "Добро пожаловать в наш раздел о маяках. Маяк — это башня с огнём, который виден с моря. Он горит ночью.";
        assert_eq!(best("Маяки", text), "Маяк — это башня с огнём, который виден с моря.");
    }

    #[test]
    fn a_sentence_of_the_document_itself_says_what_it_is() {
        let text = "Many keepers ask the same things. This guide describes how the lamp of the north tower is lit.";
        assert_eq!(best("Evening rounds", text), "This guide describes how the lamp of the north tower is lit.");
    }

    #[test]
    fn lists_headings_questions_and_fragments_are_no_sentences_of_it() {
        let text = "# Lamps\n\n- [First](a.md) lamp of the tower in the north.\n- second\n\nWhat is a lamp of the tower for?\n\nsee also\n";
        assert_eq!(about_sentences("Lamps", text, &[], Format::Markdown, 0), []);
    }
}
