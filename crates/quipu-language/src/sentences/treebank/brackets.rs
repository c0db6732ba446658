//! Brackets: their contents are read by rules of their own, out of the sentence's line.

use super::tokens::Token;

/// The most tokens in one pair of brackets.
const MOST: usize = 90;

/// The place after the bracket that closes the one at `at`; none where none opens, or it does not close.
pub(super) fn closed(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let sign = |token: &Token| if token.code { "" } else { &text[token.start..token.end] };
    let (open, close) = match sign(&tokens[at]) {
        "(" => ("(", ")"),
        "[" => ("[", "]"),
        _ => return None,
    };
    let mut depth = 0_usize;
    for (offset, token) in tokens[at..].iter().take(MOST).enumerate() {
        match sign(token) {
            found if found == open => depth += 1,
            found if found == close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + offset + 1);
        }
    }
    None
}
