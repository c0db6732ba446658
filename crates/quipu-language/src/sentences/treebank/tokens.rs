//! Tokens in the manner of the Penn Treebank: hyphens apart, `'s` and `n't` apart, abbreviations and initials with
//! their dot. Markup gives none, a code span one.

use super::markup::{Mark, mark};
use crate::months::is_abbreviation;

/// A word, a number or a sign: bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// True if it is a code span.
    pub code: bool,
}

/// Abbreviations that keep their dot, beside those of months.
const ABBREVIATIONS: [&str; 61] = [
    "Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "vs", "etc", "No", "Inc", "Ltd", "Co", "Corp", "Lt", "Col", "Gen",
    "Capt", "Sgt", "Prof", "Rev", "Hon", "Gov", "Sen", "Rep", "Sept", "Mt", "Ft", "Bros", "Ave", "Blvd", "approx",
    "ca", "cf", "Ph.D", "Maj", "Adm", "Cmdr", "Fr", "Vol", "vol", "pp", "ed", "eds", "al", "Op", "Dept", "Univ",
    "Messrs", "Mme", "Mlle", "Hr", "Esq", "Bt", "Pvt", "Cpl", "Fig", "fig", "Sec", "Ch", "est",
];
/// The longest abbreviation with dots inside ("B.C.E"), in bytes.
const DOTTED: usize = 7;

/// Appends the tokens of a stretch of the text.
pub(super) fn tokens(text: &str, start: usize, end: usize, out: &mut Vec<Token>) {
    let first = out.len();
    let mut cursor = Cursor { text, end };
    // The end of a link's words, and the place to go on from then.
    let mut link = None;
    let mut at = start;
    while at < end {
        if let Some((close, behind)) = link
            && at >= close
        {
            at = behind;
            link = None;
            continue;
        }
        cursor.end = link.map_or(end, |(close, _)| close);
        let Some(c) = cursor.char(at) else { continue };
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        match mark(text, at, cursor.end) {
            Some(Mark::Skip(next)) => at = next,
            Some(Mark::Link(from, close, behind)) if link.is_none() => (at, link) = (from, Some((close, behind))),
            Some(Mark::Code(from, to, behind)) => {
                out.push(Token { start: from, end: to, code: true });
                at = behind;
            }
            _ => {
                let touches = out[first..].last().is_some_and(|token| token.end == at);
                let next = cursor.token(at, c, touches);
                // An underscore before a word marks it only.
                if c != '_' || next > at + 1 {
                    out.push(Token { start: at + usize::from(c == '_'), end: next, code: false });
                }
                at = next;
            }
        }
    }
}

struct Cursor<'a> {
    text: &'a str,
    end: usize,
}

fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

impl Cursor<'_> {
    fn char(&self, at: usize) -> Option<char> {
        self.text.get(at..self.end)?.chars().next()
    }

    /// The three characters that begin at a place.
    fn ahead(&self, at: usize) -> [Option<char>; 3] {
        let mut chars = self.text.get(at..self.end).unwrap_or_default().chars();
        [chars.next(), chars.next(), chars.next()]
    }

    /// The end of the token that begins with `c`; `touches` is true if the one before ends where it begins.
    fn token(&self, at: usize, c: char, touches: bool) -> usize {
        let next = at + c.len_utf8();
        if is_inner(c) {
            return self.address(at).or_else(|| self.negation(at)).unwrap_or_else(|| self.word(at, c));
        }
        if is_apostrophe(c) && touches {
            let letters: usize = self.run(next);
            let clitic = self.text[next..next + letters].chars().count();
            return if (1..=2).contains(&clitic) { next + letters } else { next };
        }
        if matches!(c, '.' | '-' | '=') {
            let same = self.text[next..self.end].bytes().take_while(|byte| char::from(*byte) == c).count();
            return next + same;
        }
        next
    }

    /// Number of bytes of letters and digits that begin at a place.
    fn run(&self, at: usize) -> usize {
        self.text[at..self.end].chars().take_while(|c| is_inner(*c)).map(char::len_utf8).sum()
    }

    fn address(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..self.end];
        ["http://", "https://", "www."].iter().find(|begin| rest.starts_with(**begin))?;
        let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '>' | ']' | '"' | ',');
        let length = rest.find(ends).unwrap_or(rest.len());
        Some(at + rest[..length].trim_end_matches('.').len())
    }

    /// "n't", where the word before it was cut off.
    fn negation(&self, at: usize) -> Option<usize> {
        match self.ahead(at) {
            [Some('n'), Some(mark), Some('t')] if is_apostrophe(mark) => {
                let end = at + 2 + mark.len_utf8();
                self.char(end).is_none_or(|c| !is_inner(c)).then_some(end)
            }
            _ => None,
        }
    }

    fn word(&self, start: usize, first: char) -> usize {
        let mut at = start;
        loop {
            at += self.run(at);
            let [Some(sign), Some(next), _] = self.ahead(at) else { break };
            let so_far = &self.text[start..at];
            let goes_on = match sign {
                _ if is_apostrophe(sign) => {
                    if let Some(end) = self.clitic(start, at) {
                        return end;
                    }
                    next.is_alphabetic()
                }
                '.' | ',' | ':' if first.is_ascii_digit() => next.is_ascii_digit(),
                '.' => joins(so_far, next),
                _ => false,
            };
            if !goes_on {
                break;
            }
            at += sign.len_utf8();
        }
        let word = self.text[start..at].trim_end_matches('_');
        let at = start + word.len().max(1);
        if self.char(at) == Some('.') && keeps_dot(word, first) { at + 1 } else { at }
    }

    /// The end of a word before an apostrophe that begins a token of its own.
    fn clitic(&self, start: usize, at: usize) -> Option<usize> {
        let mark = self.char(at)?;
        let letters = self.run(at + mark.len_utf8());
        let rest = &self.text[at + mark.len_utf8()..at + mark.len_utf8() + letters];
        match rest {
            "s" | "S" | "d" | "m" | "re" | "ve" | "ll" => Some(at),
            "t" if self.text[start..at].ends_with('n') && at - start > 1 => Some(at - 1),
            _ => None,
        }
    }
}

/// True if a dot keeps a word together when `next` follows: a file's ending, initials.
fn joins(so_far: &str, next: char) -> bool {
    let letters = so_far.chars().count();
    let dotted =
        so_far.ends_with(char::is_uppercase) && so_far.rsplit('.').next().is_some_and(|last| last.chars().count() == 1);
    if next.is_uppercase() {
        letters == 1 || dotted && so_far.contains('.')
    } else {
        next.is_alphanumeric() && letters > 1
    }
}

/// True if the dot after a word belongs to it.
fn keeps_dot(word: &str, first: char) -> bool {
    let mut letters = word.chars();
    let single = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let dotted = word.contains('.')
        && word.len() <= DOTTED
        && !first.is_ascii_digit()
        && word.split('.').all(|part| part.chars().count() <= 2);
    single || dotted || ABBREVIATIONS.contains(&word) || is_abbreviation(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut out = Vec::new();
        tokens(text, 0, text.len(), &mut out);
        out.iter().map(|token| &text[token.start..token.end]).collect()
    }

    #[test]
    fn words_are_cut_as_the_treebank_does() {
        assert_eq!(
            words("Mr. O'Neill's co-founder didn't, U.S. aid"),
            ["Mr.", "O'Neill", "'s", "co", "-", "founder", "did", "n't", ",", "U.S.", "aid"]
        );
        assert_eq!(
            words("Robinson( born 1,000.5 km) can’t"),
            ["Robinson", "(", "born", "1,000.5", "km", ")", "ca", "n’t"]
        );
        assert_eq!(
            words("J. R. Smith... main.rs (ab.c) 10:30."),
            ["J.", "R.", "Smith", "...", "main.rs", "(", "ab.c", ")", "10:30", "."]
        );
        assert_eq!(words("the Beatles' song 'Help'"), ["the", "Beatles", "'", "song", "'", "Help", "'"]);
    }

    #[test]
    fn markup_gives_no_words() {
        assert_eq!(
            words("See **the [Red Book](http://x/y)** of `cargo build`, _now_ <br>"),
            ["See", "the", "Red", "Book", "of", "cargo build", ",", "now"]
        );
        assert_eq!(
            words("at https://Example.org/a_b. [[Ada Lovelace|Ada]]"),
            ["at", "https://Example.org/a_b", ".", "Ada"]
        );
    }
}
