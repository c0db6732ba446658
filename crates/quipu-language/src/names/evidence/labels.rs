//! Labels: a word before a colon ("Status: Final"), a word with its number ("Figure 2"), a whole marked phrase.

use super::super::name_tokens::{NameToken, TokenShape};
use super::surroundings::LineBefore;
use crate::parser::is_common;

/// The most words of a label before a colon.
const MOST_WORDS: usize = 3;
/// Digits of the longest number of a part of a document; a longer one is a year or belongs to a name.
const MOST_DIGITS: usize = 3;

/// True for a label that a colon ends at the beginning of a line, or behind a sign: "Default:", "**Status:**".
pub(super) fn is_label(before: LineBefore<'_>, after: &str, words: &[NameToken]) -> bool {
    let begins = before.is_line_start() || before.is_marked();
    let after = after.trim_start_matches(['*', '_', ']']);
    begins && words.len() <= MOST_WORDS && (after.starts_with(':') && !after.starts_with("::"))
}

/// True for a part of a document with its number: "Figure 1", "Eq. 4", "Absatz 2", "Issue #3669".
pub(super) fn is_numbered(text: &str, tokens: &[NameToken], first: usize, count: usize) -> bool {
    let (word, more) = (&tokens[first], &tokens[first + 1..first + count]);
    if word.shape != TokenShape::Capital {
        return false;
    }
    match more {
        [] => is_number(&text[word.end..]),
        [number] => matches!(number.shape, TokenShape::Number) && is_common(word.word(text)),
        _ => false,
    }
}

/// True if a text begins with the number of a part.
fn is_number(after: &str) -> bool {
    let after = after.trim_start_matches(['.', ' ', '\n', '\u{a0}']);
    let signed = after.starts_with(['#', '№', '§']);
    let after = after.trim_start_matches(['#', '№', '§', ' ']);
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && (signed || digits <= MOST_DIGITS) && !after[digits..].starts_with(char::is_alphabetic)
}

/// True if a marked phrase ends where the find ends: "**Open Settings**", "[Learn more]", "| Very high |".
pub(super) fn is_whole(before: LineBefore<'_>, after: &str) -> bool {
    let closes = after.trim_start_matches([' ', '\t']);
    before.is_marked() && (closes.is_empty() || closes.starts_with(['*', '_', ']', '|', ')', '"', '”', '»', '\n', ':']))
}
