//! Merging of tokens into one word: the title, a title in quotes, a date, a code span.

use super::tokens::Token;
use crate::read::Topic;
use crate::read::{ReadWord, WordKind};

/// The proper noun that stands for a unit with a name of its own.
const STAND_IN: &str = "Johnson";
/// The year that stands for a date without one.
const SOME_YEAR: &str = "1990";
/// The most tokens of a title in quotes.
const MOST_QUOTED: usize = 13;
/// The most tokens that extend a title's name ("Luis Alcoriza" to "Luis Alcoriza de la Vega").
const MOST_ADDED: usize = 5;

/// Tokens with the known units among them.
pub(super) struct Known<'r, 'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'r [Token],
    pub(super) topic: Option<&'r Topic>,
    /// The dates of the text, in order.
    pub(super) dates: &'r [(usize, usize)],
}

impl<'a> Known<'_, 'a> {
    /// The word that begins at a token, and the token after it.
    pub(super) fn word(&self, at: usize) -> (ReadWord<'a>, usize) {
        let token = &self.tokens[at];
        let read = match self.spelled(at) {
            // Verbs that specifications write in capitals.
            "MUST" => "must",
            "SHOULD" => "should",
            "SHALL" => "shall",
            "MAY" => "may",
            "NOT" => "not",
            read => read,
        };
        let plain = ReadWord { read, start: token.start, end: token.end, kind: WordKind::Plain };
        if token.code {
            return (ReadWord { read: STAND_IN, kind: WordKind::Code, ..plain }, at + 1);
        }
        self.quoted(at).or_else(|| self.titled(at)).or_else(|| self.dated(at)).unwrap_or((plain, at + 1))
    }

    pub(super) fn spelled(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    fn made(&self, first: usize, last: usize, kind: WordKind) -> ReadWord<'a> {
        ReadWord { read: STAND_IN, start: self.tokens[first].start, end: self.tokens[last].end, kind }
    }

    /// A title in quotes: at most a dozen words, most of them capitalised.
    fn quoted(&self, at: usize) -> Option<(ReadWord<'a>, usize)> {
        let closing: &[&str] = match self.spelled(at) {
            "\"" => &["\""],
            "“" => &["”", "\""],
            "«" => &["»"],
            _ => return None,
        };
        let window = self.tokens.len().min(at + 1 + MOST_QUOTED);
        let close = (at + 1..window).find(|next| closing.contains(&self.spelled(*next)))?;
        let mut last = close.checked_sub(1).filter(|last| *last > at)?;
        while last > at + 1 && matches!(self.spelled(last), "," | "." | ";") {
            last -= 1;
        }
        let words = (at + 1..=last).map(|at| self.spelled(at)).filter(|word| word.starts_with(char::is_alphabetic));
        let raised = words.clone().filter(|word| word.starts_with(char::is_uppercase)).count();
        let first = self.spelled(at + 1).chars().next()?;
        let titled = first.is_uppercase() || first.is_numeric();
        if !titled || raised == 0 || raised * 2 < words.count() {
            return None;
        }
        let article = matches!(self.spelled(at + 1), "The" | "A" | "An") && last > at + 1;
        let from = at + 1 + usize::from(article);
        let whole = self.topic.and_then(|topic| topic.spelled((from..=last).map(|at| self.spelled(at))));
        let kind = if whole == Some(last + 1 - from) { WordKind::Topic } else { WordKind::Title };
        Some((self.made(at + 1, last, kind), close + 1))
    }

    /// The document's title, with the tokens that extend it.
    fn titled(&self, at: usize) -> Option<(ReadWord<'a>, usize)> {
        let topic = self.topic?;
        let article = topic.article && self.spelled(at).eq_ignore_ascii_case("the");
        let from = at + usize::from(article);
        let length = topic.spelled((from..self.tokens.len()).map(|at| self.spelled(at)))?;
        let mut behind = from + length;
        if topic.name.ends_with(['!', '?', '.'])
            && topic.name.ends_with(self.spelled(behind))
            && behind < self.tokens.len()
        {
            behind += 1;
        }
        let raised = |at: usize| self.spelled(at).starts_with(char::is_uppercase);
        let before = at.checked_sub(1).filter(|before| *before > 0).is_some_and(raised);
        if topic.words.len() == 1 && (raised(behind) || before) {
            return None;
        }
        let end = self.extended(behind);
        // Another person of a longer name, unless the text begins with it.
        let kind = if end == behind || self.tokens[at].start == 0 { WordKind::Topic } else { WordKind::Title };
        Some((self.made(at, end - 1, kind), end))
    }

    /// The end of a name that goes on after a title.
    fn extended(&self, from: usize) -> usize {
        let mut end = from;
        for at in from..self.tokens.len().min(from + MOST_ADDED) {
            let word = self.spelled(at);
            if word.starts_with(char::is_uppercase) {
                end = at + 1;
            } else if !matches!(word, "de" | "la" | "las" | "von" | "van" | "der" | "bin" | "al") {
                break;
            }
        }
        end
    }

    fn dated(&self, at: usize) -> Option<(ReadWord<'a>, usize)> {
        let start = self.tokens[at].start;
        let found = self.dates.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        let end = self.dates[found].1;
        let count = self.tokens[at..].iter().take_while(|token| token.start < end).count();
        let mut spelled = (at..at + count).map(|at| self.spelled(at));
        let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        let read = if count == 1 { self.spelled(at) } else { spelled.find(is_year).unwrap_or(SOME_YEAR) };
        Some((ReadWord { read, start, end: self.tokens[at + count - 1].end, kind: WordKind::Date }, at + count))
    }
}
