//! Tokens of expressions as text: words, quoted texts and signs, each with its place.

use super::ExpressionError;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionToken {
    /// Letters, digits and all other characters except blanks, quotes and signs.
    Word(String),
    /// A text in quotes, without them.
    Quoted(String),
    /// A sign: a bracket, a comma or a comparison.
    Sign(&'static str),
}

/// A token and the character that it begins at, from 1.
pub(super) type PlacedToken = (usize, ExpressionToken);

/// Signs, longer ones before their beginnings, each with its meaning.
const SIGNS: [(&str, &str); 16] = [
    ("==", "="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("=<", "<="),
    ("=>", ">="),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    (",", ","),
];

/// Opening marks of a quoted text, each with its closing mark.
const QUOTES: [(char, char); 4] = [('"', '"'), ('\'', '\''), ('“', '”'), ('«', '»')];

/// The words of the language, which stand for themselves in quotes only.
pub(super) const WORDS: [&str; 16] = [
    "and", "or", "not", "in", "is", "empty", "begins", "ends", "holds", "contains", "exists", "between", "before",
    "after", "with", "as",
];

/// The tokens of a text.
///
/// # Errors
/// When a quoted text does not end, or a sign is unknown.
pub(super) fn tokens(text: &str) -> Result<Vec<PlacedToken>, ExpressionError> {
    let chars: Vec<char> = text.chars().collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(&c) = chars.get(at) {
        if c.is_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        let token = if let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == c) {
            quoted(&chars, &mut at, *close)?
        } else if let Some((sign, means)) = SIGNS.iter().find(|(sign, _)| stands(&chars[at..], sign)) {
            at += sign.chars().count();
            ExpressionToken::Sign(means)
        } else if c == '!' {
            return Err(wrong(at, "`!` alone is not an operator; write `!=`, or `not` before a test"));
        } else {
            while chars.get(at).is_some_and(|c| is_of_word(*c)) {
                at += 1;
            }
            ExpressionToken::Word(chars[start..at].iter().collect())
        };
        out.push((start + 1, token));
    }
    Ok(out)
}

/// True if a character may stand in a word.
pub(super) fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '(' | ')' | ',' | '=' | '<' | '>' | '!' | '≠' | '≤' | '≥')
}

fn stands(chars: &[char], sign: &str) -> bool {
    sign.chars().enumerate().all(|(at, c)| chars.get(at) == Some(&c))
}

fn quoted(chars: &[char], at: &mut usize, close: char) -> Result<ExpressionToken, ExpressionError> {
    let start = *at;
    let mut out = String::new();
    *at += 1;
    while let Some(&c) = chars.get(*at) {
        *at += 1;
        match c {
            c if c == close => return Ok(ExpressionToken::Quoted(out)),
            '\\' => out.push(escaped(chars, at)?),
            c => out.push(c),
        }
    }
    Err(wrong(start, format!("the quoted text that begins here does not end; close it with {close}")))
}

/// The character that stands after a backslash.
fn escaped(chars: &[char], at: &mut usize) -> Result<char, ExpressionError> {
    let unknown = || wrong(*at - 1, "no character is escaped so; there are \\\\, \\\", \\', \\n, \\r, \\t and \\u{…}");
    let c = *chars.get(*at).ok_or_else(unknown)?;
    let simple = match c {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '\\' | '"' | '\'' | '”' | '»' => c,
        'u' => {
            let digits: String = chars[*at + 1..].iter().skip(1).take(7).take_while(|c| **c != '}').collect();
            let whole = chars.get(*at + 1) == Some(&'{') && chars.get(*at + 2 + digits.chars().count()) == Some(&'}');
            let code = if whole { u32::from_str_radix(&digits, 16).ok() } else { None };
            let found = code.and_then(char::from_u32).ok_or_else(unknown)?;
            *at += 3 + digits.chars().count();
            return Ok(found);
        }
        _ => return Err(unknown()),
    };
    *at += 1;
    Ok(simple)
}

/// An error at a character, counted from 0.
pub(super) fn wrong(at: usize, reason: impl Into<String>) -> ExpressionError {
    ExpressionError::new(format!("character {}", at + 1), reason)
}
