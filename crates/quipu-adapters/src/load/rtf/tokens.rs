//! The tokens of RTF: groups, control words with a number, bytes of text.

use std::iter::Peekable;
use std::slice::Iter;

/// The longest control word.
const LONGEST: usize = 32;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A group begins.
    Open,
    /// The end of a group.
    Close,
    /// `\word12`.
    Word(String, Option<i32>),
    /// `\*`, `\~` and their like.
    Symbol(u8),
    /// A byte of text, written as it is or as `\'e9`; `true` for the latter.
    Byte(u8, bool),
}

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    bytes: Peekable<Iter<'a, u8>>,
    /// Number of raw bytes left, after `\bin`.
    raw: usize,
}

impl<'a> Tokens<'a> {
    /// Reads bytes.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter().peekable(), raw: 0 }
    }

    fn word(&mut self, first: u8) -> Token {
        let mut word = String::from(char::from(first));
        while let Some(c) = self.bytes.next_if(|byte| byte.is_ascii_alphabetic()) {
            if word.len() < LONGEST {
                word.push(char::from(*c));
            }
        }
        let minus = self.bytes.next_if_eq(&&b'-').is_some();
        let mut number: Option<i32> = None;
        while let Some(digit) = self.bytes.next_if(|byte| byte.is_ascii_digit()) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(i32::from(digit - b'0')));
        }
        self.bytes.next_if_eq(&&b' ');
        let number = number.map(|number| if minus { -number } else { number });
        if word == "bin" {
            self.raw = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
        }
        Token::Word(word, number)
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.raw > 0 {
            self.raw -= 1;
            self.bytes.next()?;
        }
        loop {
            return Some(match *self.bytes.next()? {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\r' | b'\n' | 0 => continue,
                b'\\' => match *self.bytes.next()? {
                    b'\'' => {
                        let mut digit =
                            || self.bytes.next().and_then(|byte| char::from(*byte).to_digit(16)).unwrap_or(0);
                        let (high, low) = (digit(), digit());
                        Token::Byte((high * 16 + low) as u8, true)
                    }
                    byte if byte.is_ascii_alphabetic() => self.word(byte),
                    byte @ (b'\\' | b'{' | b'}') => Token::Byte(byte, false),
                    b'\r' | b'\n' => Token::Word("par".to_owned(), None),
                    byte => Token::Symbol(byte),
                },
                byte => Token::Byte(byte, false),
            });
        }
    }
}
