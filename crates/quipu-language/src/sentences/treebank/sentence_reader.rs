//! From the words of a text to sentences: what is known becomes one word, brackets go out of the line.

use quipu_kernel::model::Span;

use super::brackets::closed;
use super::known::Known;
use super::markup::prose;
use super::tokens::{Token, tokens};
use crate::parser::MOST_WORDS;
use crate::read::{Bracket, ReadWord, Sentence, Topic};

/// Reads the sentences of a text one after another.
pub(super) struct Reader<'r, 'a> {
    pub(super) text: &'a str,
    pub(super) topic: Option<&'r Topic>,
    pub(super) dates: &'r [(usize, usize)],
    /// True if strong signs separate the parsed parts.
    pub(super) technical: bool,
    pub(super) tokens: Vec<Token>,
}

impl<'a> Reader<'_, 'a> {
    /// Appends a sentence, in parts where it is too long to be parsed whole.
    pub(super) fn read(&mut self, span: Span, out: &mut Vec<Sentence<'a>>) {
        let Some(body) = prose(self.text, span.range()) else { return };
        self.tokens.clear();
        tokens(self.text, body.start, body.end, &mut self.tokens);
        let known = Known { text: self.text, tokens: &self.tokens, topic: self.topic, dates: self.dates };
        let begin = || Sentence { span, words: Vec::with_capacity(self.tokens.len()), brackets: Vec::new() };
        let mut sentence = begin();
        let mut at = 0;
        while at < self.tokens.len() {
            if let Some(after) = last_word(&sentence.words)
                && let Some(behind) = closed(self.text, &self.tokens, at)
            {
                let words = words(&known, at + 1, behind - 1);
                sentence.brackets.push(Bracket { after, words });
                at = behind;
                continue;
            }
            if matches!(known.spelled(at), "(" | ")") {
                at += 1;
                continue;
            }
            let (word, next) = known.word(at);
            at = next;
            let parts = self.technical && parts(self.text, &word);
            sentence.words.push(word);
            if parts || sentence.words.len() == MOST_WORDS {
                out.push(std::mem::replace(&mut sentence, begin()));
            }
        }
        if !sentence.words.is_empty() {
            out.push(sentence);
        }
    }
}

/// The last word that is no comma: the word that brackets after it describe.
fn last_word(words: &[ReadWord<'_>]) -> Option<usize> {
    words.iter().rposition(|word| !matches!(word.read, "," | ";"))
}

/// The words between two tokens.
fn words<'a>(known: &Known<'_, 'a>, mut at: usize, end: usize) -> Vec<ReadWord<'a>> {
    let mut words = Vec::new();
    while at < end {
        let (word, next) = known.word(at);
        words.push(word);
        at = next;
    }
    words
}

/// True if a sign separates parsed parts: a semicolon, a colon, or a dash, and a blank after it.
fn parts(text: &str, word: &ReadWord<'_>) -> bool {
    let strong = matches!(word.read, ";" | ":" | "—" | "–" | "→" | "--" | "-");
    let dash = !matches!(word.read, ";" | ":");
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    strong && blank(text[word.end..].chars().next()) && (!dash || blank(text[..word.start].chars().next_back()))
}
