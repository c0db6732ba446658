//! Sentences of prose as units: of paragraphs whole, of long members of lists.

use std::iter;
use std::ops::Range;

use super::visible::BLANK;
use crate::text::{self, count_words};

/// A member of a list with more words than this is cut into sentences.
const LONGEST_MEMBER: usize = 45;

/// Where the sentences of a text lie: of what a reader sees of it.
pub(super) fn sentences(seen: &str) -> Vec<Range<usize>> {
    text::sentences(&spaced(seen))
        .into_iter()
        .map(|span| span.range())
        .filter(|at| count_words(&seen[at.clone()]) > 0)
        .collect()
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

/// Whether a sentence leads to what follows: it ends with a colon.
pub(super) fn leads(seen: &str) -> bool {
    let end = seen.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, BLANK | '*' | '_'));
    end.ends_with([':', '：'])
}

/// Where terms stand with what defines them, in a paragraph that is a list of definitions: a line, and below it lines that
/// begin with `: ` or go on with one.
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
