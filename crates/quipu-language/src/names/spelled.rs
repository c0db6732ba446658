//! Acronyms that a text spells out without brackets: "КПД" where it says "коэффициент полезного действия".
//!
//! Sought in Cyrillic only, of three letters or more: the words follow each other, each gives its initial,
//! and nothing else in the text has these initials. Cost: words times acronyms, which are few.

use rustc_hash::FxHashSet;

use super::acronym_pair::Pair;
use super::runs::COUNTRIES;
use super::tokens::{Gap, Token};
use crate::tables::marks::Marks;
use quipu_kernel::text::fold_char;

/// The acronyms that are spelled out, but those of `known` pairs.
pub(super) fn spelled_out(text: &str, tokens: &[Token], known: &[Pair]) -> Vec<Pair> {
    let mut out: Vec<Pair> = Vec::new();
    let mut sought: FxHashSet<&str> = known.iter().map(|pair| &text[pair.short.0..pair.short.1]).collect();
    for short in tokens.iter().filter(|token| is_spelled(text, token)) {
        let word = short.word(text);
        if !sought.insert(word) {
            continue;
        }
        let letters: Vec<char> = word.chars().filter(|c| c.is_uppercase()).flat_map(fold_char).collect();
        let longs: Vec<(usize, usize)> = (0..tokens.len())
            .filter_map(|at| Some((tokens[at].start, long_from(text, tokens, at, &letters)?)))
            .collect();
        let stems = |long: &(usize, usize)| text[long.0..long.1].split(' ').map(initial_letters).collect::<Vec<_>>();
        let Some(first) = longs.first() else { continue };
        if longs.iter().all(|other| stems(other) == stems(first)) {
            out.push(Pair { short: (short.start, short.core), long: *first });
        }
    }
    out
}

/// Enough of a word to know it in another case.
fn initial_letters(word: &str) -> String {
    word.chars().take(4).flat_map(char::to_lowercase).collect()
}

/// Lengths of acronyms that are sought outside of brackets.
const SPELLED: std::ops::RangeInclusive<usize> = 3..=7;

/// True if a token is an acronym in Cyrillic capitals.
fn is_spelled(text: &str, token: &Token) -> bool {
    let word = token.word(text);
    if !word.starts_with(|c| ('А'..='Я').contains(&c)) {
        return false;
    }
    // Well-known acronyms are never explained.
    if COUNTRIES.contains(&word) {
        return false;
    }
    let word = word.trim_end_matches(['а', 'у', 'е', 'о', 'м']);
    SPELLED.contains(&word.chars().count()) && word.chars().all(|c| ('А'..='Я').contains(&c))
}

/// The end of the words from `at` on of which every one, but small ones, gives its initial; one or two letters
/// more may be from inside of long words ("МАГАТЭ", "ЦАГИ").
fn long_from(text: &str, tokens: &[Token], at: usize, letters: &[char]) -> Option<usize> {
    let with = |inner| long_with(text, tokens, at, letters, inner);
    with(0).or_else(|| if letters.len() > 3 { with(MOST_INNER) } else { None })
}

/// The end of such words, with `inner` letters from inside of words.
fn long_with(text: &str, tokens: &[Token], at: usize, letters: &[char], mut inner: usize) -> Option<usize> {
    let mut left = letters;
    for (behind, token) in tokens[at..].iter().enumerate().take(letters.len() * 2) {
        let word = token.word(text);
        let goes_on = behind == 0 || (token.gap == Gap::Space && !token.first);
        if !goes_on || is_spelled(text, token) {
            return None;
        }
        let small = token.has(Marks::STOP | Marks::LOOSE) || token.length < SHORTEST_WORD;
        let taken = word.split('-').try_fold(left, |left, part| after_initial(part, left, &mut inner));
        match taken {
            Some(rest) if !small => left = rest,
            _ if behind > 0 && small => {}
            _ => return None,
        }
        if left.is_empty() {
            return (behind > 0 || word.contains('-')).then_some(token.core);
        }
    }
    None
}

/// The most letters of an acronym that are no initials.
const MOST_INNER: usize = 2;
/// The shortest word that gives an initial, in letters.
pub(super) const SHORTEST_WORD: usize = 4;

/// The remaining letters after the initial of a word and its inner consonants that follow; at most `inner` of these.
fn after_initial<'a>(word: &str, letters: &'a [char], inner: &mut usize) -> Option<&'a [char]> {
    let mut chars = word.chars().flat_map(fold_char);
    let mut left = letters.strip_prefix(&[chars.next()?])?;
    for c in chars {
        if let (Some((letter, rest)), true) = (left.split_first(), *inner > 0)
            && *letter == c
            && !is_vowel(c)
        {
            left = rest;
            *inner -= 1;
        }
    }
    Some(left)
}

fn is_vowel(c: char) -> bool {
    "аеёиоуыэюя".contains(c)
}
