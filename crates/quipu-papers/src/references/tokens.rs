//! An entry as tokens: words with their inner hyphens and apostrophes, and single marks.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

/// A word or a mark.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) at: Range<usize>,
    /// True if a blank stands before it.
    pub(super) apart: bool,
    pub(super) word: bool,
}

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut apart = false;
    let mut chars = text.char_indices().peekable();
    let mut before: Option<char> = None;
    let mut open: Option<usize> = None;
    let mut push = |from: usize, to: usize, apart: bool, word: bool| {
        out.push(Token { text: &text[from..to], at: from..to, apart, word });
    };
    let mut word_apart = false;
    while let Some((at, c)) = chars.next() {
        let inner = matches!(c, '-' | '\'' | '’' | '‘' | 'ʼ')
            && before.is_some_and(char::is_alphabetic)
            && chars.peek().is_some_and(|(_, next)| next.is_alphabetic())
            && open.is_some();
        if c.is_alphanumeric() || is_combining_mark(c) || inner {
            if open.is_none() {
                (open, word_apart) = (Some(at), apart);
                apart = false;
            }
        } else {
            if let Some(from) = open.take() {
                push(from, at, word_apart, true);
            }
            if c.is_whitespace() {
                apart = true;
            } else {
                push(at, at + c.len_utf8(), apart, false);
                apart = false;
            }
        }
        before = Some(c);
    }
    if let Some(from) = open {
        push(from, text.len(), word_apart, true);
    }
    out
}

impl Token<'_> {
    /// True if it is a word that begins with a capital letter, or with a letter of a script without case.
    pub(super) fn is_capital(&self) -> bool {
        self.word && self.text.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
    }

    /// Number of its letters.
    pub(super) fn letters(&self) -> usize {
        self.text.chars().filter(|c| !is_combining_mark(*c)).count()
    }

    /// Its number, if it is one of at most nine digits.
    pub(super) fn number(&self) -> Option<u32> {
        (self.text.len() < 10 && self.text.bytes().all(|c| c.is_ascii_digit())).then(|| self.text.parse().ok())?
    }
}
