//! Titles in quotes: a text between quotes that is written like a title is one name.

use super::found::Found;
use super::tokens::{Shape, Token};
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Span};
use quipu_kernel::text::char_start;

/// Opening and closing signs.
const PAIRS: [(&str, &str); 9] = [
    ("«", "»"),
    ("“", "”"),
    ("„", "“"),
    ("``", "''"),
    ("《", "》"),
    ("「", "」"),
    ("『", "』"),
    ("\"", "\""),
    ("'", "'"),
];
/// The longest quoted title, in bytes.
const LONGEST: usize = 160;
/// The longest quoted title, in words.
const MOST_WORDS: usize = 10;
/// The longest quoted title in a script where titles have one capital, in words.
const MOST_WORDS_ONE_CAPITAL: usize = 6;

/// The titles in quotes of a text.
pub(super) fn quotes(text: &str, sentences: &[Span], tokens: &[Token], found: &mut Vec<Found>) {
    let mut token = 0;
    for sentence in sentences {
        let mut at = sentence.range().start;
        while at < sentence.range().end {
            at += plain(&text.as_bytes()[at..sentence.range().end]);
            if at == sentence.range().end {
                break;
            }
            let Some((open, close, end)) = quoted(text, at, sentence.range().end) else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            while tokens.get(token).is_some_and(|t| t.start < open) {
                token += 1;
            }
            let inside = tokens[token..].iter().take(MOST_WORDS + 1).take_while(|t| t.end <= close).count();
            if let Some(title) = title(text, open, close, &tokens[token..token + inside]) {
                found.push(title);
            }
            at = end;
        }
    }
}

/// Number of bytes at the beginning of a text that open no quotes.
fn plain(bytes: &[u8]) -> usize {
    let opens = |byte: &u8| !byte.is_ascii() || matches!(byte, b'"' | b'\'' | b'`');
    bytes.iter().position(opens).unwrap_or(bytes.len())
}

/// The inside of the quotes that open at `at`, and the place after them.
fn quoted(text: &str, at: usize, limit: usize) -> Option<(usize, usize, usize)> {
    let rest = &text[at..limit];
    let (opening, closing) = PAIRS.iter().find(|(opening, _)| rest.starts_with(opening))?;
    let open = at + opening.len();
    let before = text[..at].chars().next_back();
    if *opening == "'" && before.is_some_and(|c| !c.is_whitespace() && !matches!(c, '(' | '[' | '"')) {
        return None;
    }
    let window = char_start(text, limit.min(open + LONGEST));
    let mut from = open;
    loop {
        let close = from + text[from..window].find(closing)?;
        let end = close + closing.len();
        let inside_word = *closing == "'" && text[end..].chars().next().is_some_and(char::is_alphanumeric);
        if !inside_word {
            return Some((open, close, end));
        }
        from = end;
    }
}

fn title(text: &str, open: usize, close: usize, tokens: &[Token]) -> Option<Found> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let wide = text[open..close].chars().next().is_some_and(|c| c as u32 >= 0x3040);
    let titled = if wide { true } else { is_title(text, tokens) };
    if !titled || tokens.len() > MOST_WORDS {
        return None;
    }
    let article =
        tokens.len() > 1 && matches!(text[first.start..first.end].to_ascii_lowercase().as_str(), "the" | "a" | "an");
    let start = if article { tokens[1].start } else { first.start };
    let kind = if tokens.len() > 1 { Kind::Work } else { Kind::Entity };
    Some(Found::new(start, last.end.max(start), kind))
}

fn is_title(text: &str, tokens: &[Token]) -> bool {
    let (first, last) = (tokens[0], tokens[tokens.len() - 1]);
    let word = &text[first.start..first.end];
    let named = first.is_capital() || (tokens.len() > 1 && matches!(first.shape, Shape::Number | Shape::Figure));
    if !named || (tokens.len() == 1 && first.has(Marks::STOP)) {
        return false;
    }
    if word.chars().next().is_some_and(|c| ('\u{400}'..='\u{4ff}').contains(&c)) {
        return tokens.len() <= MOST_WORDS_ONE_CAPITAL
            && !text[first.start..last.start].contains(['.', '!', '?', ';', ':']);
    }
    let raised = |token: &Token| token.shape != Shape::Lower;
    raised(&last) && tokens.iter().all(|token| raised(token) || token.has(Marks::LOOSE | Marks::STOP | Marks::PARTICLE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tokens::tokens;
    use quipu_kernel::text::sentences;

    fn titles(text: &str) -> Vec<&str> {
        let sentences = sentences(text);
        let tokens = tokens(text, &sentences, &[]);
        let mut found = Vec::new();
        quotes(text, &sentences, &tokens, &mut found);
        found.iter().map(|f| &text[f.start..f.end]).collect()
    }

    #[test]
    fn titles_are_told_from_speech() {
        assert_eq!(titles("He wrote \"The Lion King\" and \"We are beggars\"."), ["Lion King"]);
        assert_eq!(titles("эссе «Гражданское неповиновение» и «слово»"), ["Гражданское неповиновение"]);
        assert_eq!(
            titles("his single ``The Laughing Gnome '', and 'Don't Look Now'."),
            ["Laughing Gnome", "Don't Look Now"]
        );
        assert_eq!(titles("彼は『坊っちゃん』を書いた。"), ["坊っちゃん"]);
    }
}
