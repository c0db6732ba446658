//! Sentences of prose as units: of paragraphs whole, of long members of lists.

use std::iter;
use std::ops::Range;

use super::visible::BLANK;
use quipu_kernel::text::{self, count_words};

/// A member of a list with more words than this is cut into sentences.
const LONGEST_MEMBER: usize = 45;
/// Maximal number of words of a fragment: a short sentence with a number (`4 March.`) says nothing by itself, nor does
/// a word (`Yes.`): it stands with the next.
const FRAGMENT: usize = 3;

/// Ranges of the sentences of a visible text.
pub(super) fn sentences(seen: &str) -> Vec<Range<usize>> {
    let spans = text::sentences(&spaced(seen)).into_iter().map(|span| span.range());
    joined(seen, spans.filter(|at| count_words(&seen[at.clone()]) > 0 && !is_tags(&seen[at.clone()])))
}

/// Sentences, with fragments joined to the sentence after them.
fn joined(seen: &str, sentences: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let is_fragment = |at: &Range<usize>| {
        let (sentence, words) = (&seen[at.clone()], count_words(&seen[at.clone()]));
        words == 1 || (words <= FRAGMENT && sentence.contains(|c: char| c.is_ascii_digit()))
    };
    let mut out: Vec<Range<usize>> = Vec::new();
    for at in sentences {
        match out.last_mut() {
            Some(last) if is_fragment(last) => last.end = at.end,
            _ => out.push(at),
        }
    }
    out
}

/// `#one #two`: labels of a note.
fn is_tags(seen: &str) -> bool {
    seen.split_whitespace().all(|word| word.starts_with('#') && word[1..].starts_with(char::is_alphabetic))
}

/// The text as the rules of sentences read it: markup is a space; a word that it begins may begin a sentence, as a name
/// in code may, however it is written.
fn spaced(seen: &str) -> String {
    let mut out = String::with_capacity(seen.len());
    let mut before = ' ';
    for c in seen.chars() {
        out.push(match c {
            BLANK if before.is_whitespace() => '`',
            BLANK => ' ',
            c => c,
        });
        before = c;
    }
    out
}

/// A member of a list, whole or, where it is long, its sentences.
pub(super) fn parts(seen: &str) -> Vec<Range<usize>> {
    if count_words(seen) <= LONGEST_MEMBER || seen.contains("```") {
        return iter::once(0..seen.len()).collect();
    }
    sentences(seen)
}

/// True if a sentence is a lead-in: it ends with a colon, or with a dash, as in laws.
pub(super) fn leads(seen: &str) -> bool {
    let end = seen.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, BLANK | '*' | '_'));
    end.ends_with([':', '：', '—'])
}

/// Ranges of terms with their definitions, in a paragraph that is a list of definitions: a line, and below it lines
/// that begin with `: ` or go on with one.
pub(super) fn definitions(seen: &str) -> Option<Vec<Range<usize>>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let (mut at, mut is_defined) = (0, true);
    for line in seen.split_inclusive('\n') {
        let (begin, end) = (at, at + line.trim_end().len());
        at += line.len();
        let defines = line.trim_start().starts_with(": ");
        match out.last_mut() {
            Some(last) if defines || (is_defined && line.starts_with([' ', '\t'])) => {
                last.end = end;
                is_defined = true;
            }
            _ if defines || !is_defined => return None,
            _ => {
                out.push(begin..end);
                is_defined = false;
            }
        }
    }
    (is_defined && !out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(text: &'a str, ranges: &[Range<usize>]) -> Vec<&'a str> {
        ranges.iter().map(|range| &text[range.clone()]).collect()
    }

    #[test]
    fn a_link_or_code_may_begin_a_sentence() {
        let text = "See the page.\n\0crates.io\0\0 takes ten. `rg` is fast, e.g. here.";
        assert_eq!(
            of(text, &sentences(text)),
            ["See the page.", "\0crates.io\0\0 takes ten.", "`rg` is fast, e.g. here."]
        );
    }

    #[test]
    fn a_fragment_stands_with_its_neighbour_and_tags_say_nothing() {
        let of = |text| of(text, &sentences(text));
        assert_eq!(of("4 March. The storm is over. Rain."), ["4 March. The storm is over.", "Rain."]);
        assert_eq!(
            of("The clock is wound every Monday. Who winds it signs the book. #clock #care"),
            ["The clock is wound every Monday.", "Who winds it signs the book."]
        );
        assert_eq!(of("Never."), ["Never."]);
    }

    #[test]
    fn long_members_are_cut_and_short_ones_are_not() {
        assert_eq!(parts("One. Two.").len(), 1);
        let long = "One two three four five six seven eight nine ten. ".repeat(6);
        assert_eq!(parts(long.trim_end()).len(), 6);
    }

    #[test]
    fn a_colon_leads_to_what_follows() {
        assert!(leads("Do this:") && leads("**Do this:**") && !leads("Do: this."));
    }

    #[test]
    fn terms_stand_with_what_defines_them() {
        let text = "Gate\n: A door\n  in a fence.\nKey\n: It opens the gate.";
        assert_eq!(
            of(text, &definitions(text).unwrap()),
            ["Gate\n: A door\n  in a fence.", "Key\n: It opens the gate."]
        );
        assert_eq!(definitions("A line.\nAnother: line."), None);
        assert_eq!(definitions(": no term"), None);
    }
}
