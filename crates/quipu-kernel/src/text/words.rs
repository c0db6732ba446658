//! The one tokeniser: it feeds the word index, the scores and the questions.
//!
//! A word is a run of letters, marks and digits; a run of Han or kana gives its pairs of
//! characters; `CamelCase` gives the whole and its parts. No stop words are removed. Cost is linear
//! in the text.

use unicode_normalization::{IsNormalized, UnicodeNormalization, char::is_combining_mark, is_nfkc_quick};

use super::boundary::char_start;
use super::fold::fold_char;
use crate::span::Span;

/// A word of a text: folded, unstemmed, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The folded word.
    pub text: String,
    /// Place in the text.
    pub span: Span,
}

/// The longest word kept, in bytes; the rest of a longer run is not searched.
const LONGEST: usize = 200;

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    each_word(text, &mut |word, span| out.push(Word { text: word.to_owned(), span }));
    out
}

/// Number of words in a text.
pub fn count_words(text: &str) -> usize {
    let mut count = 0;
    each_word(text, &mut |_, _| count += 1);
    count
}

/// Hands each folded word of a text to `take`, with its place.
pub fn each_word(text: &str, take: &mut dyn FnMut(&str, Span)) {
    let bytes = text.as_bytes();
    let mut buffer = String::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii_alphanumeric() {
            let end = word_end(text, at);
            run(text, at, end, &mut buffer, take);
            at = end;
        } else if byte.is_ascii() {
            at += 1;
        } else {
            at = foreign(text, at, &mut buffer, take);
        }
    }
}

/// The end of the word that goes on at `at`. Most are ASCII to their end.
fn word_end(text: &str, at: usize) -> usize {
    let ascii = text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = at + ascii;
    match text.as_bytes().get(end) {
        Some(byte) if !byte.is_ascii() => {
            let rest = &text[end..];
            end + rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        }
        _ => end,
    }
}

/// Reports the word that begins with a character that is not ASCII, if it is one; returns its end.
fn foreign(text: &str, start: usize, buffer: &mut String, take: &mut dyn FnMut(&str, Span)) -> usize {
    let rest = &text[start..];
    let Some(c) = rest.chars().next() else { return text.len() };
    let after = start + c.len_utf8();
    if is_ideograph(c) {
        let end = start + rest.find(|c| !is_ideograph(c)).unwrap_or(rest.len());
        pairs(text, start, end, take);
        end
    } else if is_russian(c) || c.is_alphanumeric() {
        let behind = &text[after..];
        let end = after + behind.find(|c| !in_word(c)).unwrap_or(behind.len());
        run(text, start, end, buffer, take);
        end
    } else {
        after
    }
}

fn in_word(c: char) -> bool {
    is_russian(c) || (c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c))) && !is_ideograph(c)
}

/// A letter of Russian: found often enough to be known without asking tables.
fn is_russian(c: char) -> bool {
    matches!(c, 'А'..='я' | 'ё' | 'Ё')
}

/// Han, hiragana, katakana: scripts written without spaces, searched by pairs.
pub fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn pairs(text: &str, start: usize, end: usize, take: &mut dyn FnMut(&str, Span)) {
    let cuts: Vec<usize> = text[start..end].char_indices().map(|(i, _)| start + i).chain([end]).collect();
    if cuts.len() == 2 {
        take(&text[start..end], Span::new(start, end));
    }
    for three in cuts.windows(3) {
        take(&text[three[0]..three[2]], Span::new(three[0], three[2]));
    }
}

fn run(text: &str, start: usize, end: usize, buffer: &mut String, take: &mut dyn FnMut(&str, Span)) {
    let stop = char_start(text, end.min(start + LONGEST));
    let word = &text[start..stop];
    take(folded(word, buffer), Span::new(start, stop));
    if !word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) {
        return;
    }
    let cuts = camel_cuts(word);
    for pair in cuts.windows(2) {
        take(folded(&word[pair[0]..pair[1]], buffer), Span::new(start + pair[0], start + pair[1]));
    }
}

/// A word folded: itself where nothing is to be folded, as most words, else in the buffer.
fn folded<'a>(word: &'a str, buffer: &'a mut String) -> &'a str {
    if word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return word;
    }
    fold_word(word, buffer);
    buffer
}

fn fold_word(word: &str, buffer: &mut String) {
    buffer.clear();
    if word.is_ascii() {
        buffer.push_str(word);
        buffer.make_ascii_lowercase();
    } else if !fold_plain(word, buffer) {
        buffer.clear();
        fold_any(word, buffer);
    }
}

fn fold_any(word: &str, buffer: &mut String) {
    if is_nfkc_quick(word.chars()) == IsNormalized::Yes {
        buffer.extend(word.chars().flat_map(fold_char));
    } else {
        buffer.extend(word.nfkc().flat_map(fold_char));
    }
}

/// Folds words of ASCII and letters of Russian, which NFKC leaves alone; returns false for others.
fn fold_plain(word: &str, buffer: &mut String) -> bool {
    for c in word.chars() {
        buffer.push(match c {
            'а'..='я' => c,
            'А'..='Я' => char::from_u32(c as u32 + 32).unwrap_or(c),
            'ё' | 'Ё' => 'е',
            _ if c.is_ascii() => c.to_ascii_lowercase(),
            _ => return false,
        });
    }
    true
}

/// Places where a word with inner capitals splits, as `CamelCase` does: empty, unless it has at least two parts of
/// three letters.
fn camel_cuts(word: &str) -> Vec<usize> {
    let bytes = word.as_bytes();
    if !word.is_ascii() {
        return Vec::new();
    }
    let mut cuts = vec![0];
    for i in 1..bytes.len() {
        let up = bytes[i].is_ascii_uppercase();
        let after_low = bytes[i - 1].is_ascii_lowercase();
        let before_low = bytes.get(i + 1).is_some_and(u8::is_ascii_lowercase);
        if up && (after_low || (before_low && bytes[i - 1].is_ascii_uppercase())) {
            cuts.push(i);
        }
    }
    cuts.push(bytes.len());
    if cuts.len() > 2 && cuts.windows(2).all(|pair| pair[1] - pair[0] >= 3) { cuts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_of_several_scripts() {
        assert_eq!(texts("Don't stop, it's 1999!"), ["don", "t", "stop", "it", "s", "1999"]);
        assert_eq!(texts("Ёлка в Москве"), ["елка", "в", "москве"]);
        assert_eq!(texts("知識グラフ"), ["知識", "識グ", "グラ", "ラフ"]);
        assert_eq!(
            texts("AuthService calls HTTPServer"),
            ["authservice", "auth", "service", "calls", "httpserver", "http", "server"]
        );
        assert_eq!(texts("snake_case_name"), ["snake", "case", "name"]);
    }

    #[test]
    fn letters_of_russian_fold_as_any_letter_does() {
        let (mut plain, mut any) = (String::new(), String::new());
        for c in ('А'..='я').chain(['ё', 'Ё']) {
            assert!(c.is_alphanumeric() && is_russian(c) && is_nfkc_quick([c].into_iter()) == IsNormalized::Yes);
            assert!(fold_plain(&format!("Z{c}9"), &mut plain));
            fold_any(&format!("Z{c}9"), &mut any);
            assert_eq!(plain, any);
        }
        assert!(!fold_plain("и\u{306}", &mut plain) && !fold_plain("ї", &mut plain));
    }

    #[test]
    fn spans_lead_back_to_the_text() {
        let text = "Über Straßen — naïve ﬁne";
        for word in words(text) {
            assert!(text.get(word.span.range()).is_some());
        }
    }

    #[test]
    fn terms_are_stemmed_by_language() {
        let of = |text: &str, language: &str| {
            let mut out = Vec::new();
            crate::text::terms(text, language, |term| out.push(term.to_owned()));
            out
        };
        assert_eq!(of("running dogs", "en"), ["run", "dog"]);
        assert_eq!(of("running dogs", "fr"), ["running", "dogs"]);
        assert_eq!(of("собаками", "ru"), of("собака", "ru"));
    }
}
