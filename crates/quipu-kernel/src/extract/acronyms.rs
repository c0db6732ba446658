//! Acronyms with their long forms: "Long Form (LF)" and "LF (Long Form)", in any script with case.
//!
//! The matching is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
//! definitions in biomedical text" (PSB 2003): the letters of the short form are sought from right
//! to left in the words before it, the first one at a word's beginning. Cost: linear in the window,
//! which is bounded by the length of the short form.

use super::lexicon::Marks;
use super::tokens::{Gap, Token};
use crate::text::fold_char;

/// Lengths of a short form, in letters and digits.
const SHORT: std::ops::RangeInclusive<usize> = 2..=10;

/// A short form and its long form, as ranges of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    /// The acronym.
    pub short: (usize, usize),
    /// What it stands for.
    pub long: (usize, usize),
}

/// The acronyms that a text explains, in order.
pub(super) fn acronyms(text: &str, tokens: &[Token]) -> Vec<Pair> {
    let mut out = Vec::new();
    for at in 1..tokens.len() {
        let Some(before) = before_brackets(text, tokens, at) else { continue };
        let long = || long_in_brackets(text, tokens, at).filter(|_| before == at - 1);
        out.extend(short_in_brackets(text, tokens, before, at).or_else(long));
    }
    let known: Vec<&str> = out.iter().map(|pair| &text[pair.short.0..pair.short.1]).collect();
    let mut more = spelled_out(text, tokens, &known);
    out.append(&mut more);
    out
}

/// Russian acronyms that the text spells out elsewhere, without brackets: "КПД" where it says "коэффициент
/// полезного действия". Their words follow each other, each gives its initial, and no other words do.
fn spelled_out(text: &str, tokens: &[Token], known: &[&str]) -> Vec<Pair> {
    let mut out: Vec<Pair> = Vec::new();
    for short in tokens.iter().filter(|token| is_spelled(text, token)) {
        let word = &text[short.start..short.core];
        if known.contains(&word) || out.iter().any(|pair| &text[pair.short.0..pair.short.1] == word) {
            continue;
        }
        let letters: Vec<char> = word.chars().flat_map(fold_char).collect();
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

/// Whether a token is an acronym in Cyrillic capitals.
fn is_spelled(text: &str, token: &Token) -> bool {
    let word = &text[token.start..token.core];
    SPELLED.contains(&word.chars().count()) && word.chars().all(|c| ('А'..='Я').contains(&c))
}

/// The end of the words from `at` on of which every one, but small ones, gives its initial; one or two letters
/// more may be from inside of long words ("МАГАТЭ", "ЦАГИ").
fn long_from(text: &str, tokens: &[Token], at: usize, letters: &[char]) -> Option<usize> {
    let inner = if letters.len() > 3 { MOST_INNER } else { 0 };
    [0, inner].into_iter().find_map(|inner| long_with(text, tokens, at, letters, inner))
}

/// The same, with as many letters from inside of words.
fn long_with(text: &str, tokens: &[Token], at: usize, letters: &[char], mut inner: usize) -> Option<usize> {
    let mut left = letters;
    for (behind, token) in tokens[at..].iter().enumerate().take(letters.len() * 2) {
        let word = &text[token.start..token.core];
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
const SHORTEST_WORD: usize = 4;

/// What is left of the letters behind the initial of a word, and as many of its inner letters as follow in its
/// first half; `inner` is how many may.
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

/// What may stand before a short form within its brackets.
const LEADS: [&str; 8] = ["далее", "сокращённо", "сокращенно", "сокр", "англ", "или", "аббревиатура", "также"];

/// The last token of the long form behind which `at`, in brackets, is the short one.
fn before_brackets(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    if opens_bracket(text, tokens, at) {
        return Some(at - 1);
    }
    let lead = at.checked_sub(1).filter(|lead| *lead > 0)?;
    let word = &text[tokens[lead].start..tokens[lead].core];
    let between = text[tokens[lead].core..tokens[at].start].trim_matches([' ', '.', '—', '–', '-', ':', '«', '"']);
    (LEADS.contains(&word) && between.is_empty() && opens_bracket(text, tokens, lead)).then(|| lead - 1)
}

/// Whether an opening bracket stands between the token and the one before, both near.
fn opens_bracket(text: &str, tokens: &[Token], at: usize) -> bool {
    let between = &text[tokens[at - 1].end..tokens[at].start];
    tokens[at].gap == Gap::Break
        && !tokens[at].first
        && between.len() <= 6
        && between.trim_matches([' ', '\n', '"', '«', '»', '“', '”', '*', '\'']) == "("
}

fn is_short(text: &str, token: &Token) -> bool {
    let word = &text[token.start..token.core];
    let mut chars = word.chars();
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    SHORT.contains(&word.chars().count())
        && chars.next().is_some_and(|c| c.is_uppercase())
        && capitals * 2 > word.chars().filter(|c| c.is_alphabetic()).count()
        && capitals >= 2
}

/// "Long Form (LF)": the short form at `at`, the end of the long one at `before`.
fn short_in_brackets(text: &str, tokens: &[Token], before: usize, at: usize) -> Option<Pair> {
    let short = tokens[at];
    let closed = text[short.end..].starts_with([')', ',', ';', '"', '»']);
    if !closed || !is_short(text, &short) {
        return None;
    }
    let mut first = before;
    let most = (short.length + 5).min(short.length * 2);
    while first > 0 && before + 1 - first < most && tokens[first].gap != Gap::Break && !tokens[first].first {
        first -= 1;
    }
    let start = match matched(text, &short, &tokens[first..=before]) {
        Some(start) => start,
        None => translated(text, &short, &tokens[first..=before])?,
    };
    Some(Pair { short: (short.start, short.core), long: (start, tokens[before].core) })
}

/// "Австралийская радиовещательная корпорация (ABC)": letters of another script than the words. The long
/// form begins with the last capital, unless that is its last word.
fn translated(text: &str, short: &Token, words: &[Token]) -> Option<usize> {
    let latin = |token: &Token| text[token.start..token.core].starts_with(|c: char| c.is_ascii_alphabetic());
    let first = words.iter().rposition(|word| word.is_capital())?;
    let long = &words[first..];
    (latin(short) && long.len() >= 3 && !long.iter().any(latin)).then_some(long[0].start)
}

/// "LF (Long Form)".
fn long_in_brackets(text: &str, tokens: &[Token], at: usize) -> Option<Pair> {
    let short = tokens[at - 1];
    if !is_short(text, &short) {
        return None;
    }
    let most = (short.length + 5).min(short.length * 2);
    let words =
        1 + tokens[at + 1..].iter().take(most).take_while(|token| token.gap != Gap::Break && !token.first).count();
    let long = &tokens[at..at + words];
    let end = long.last()?.core;
    let closed = text[end..].starts_with([')', ',', ';', '"', '»']);
    let start = matched(text, &short, long).filter(|start| closed && *start == tokens[at].start)?;
    Some(Pair { short: (short.start, short.core), long: (start, end) })
}

/// Where the long form begins among `words`, if the letters of the short form are found in them.
fn matched(text: &str, short: &Token, words: &[Token]) -> Option<usize> {
    let letters: Vec<char> =
        text[short.start..short.core].chars().filter(|c| c.is_alphanumeric()).flat_map(fold_char).collect();
    by_initials(text, &letters, words).or_else(|| by_letters(text, &letters, words))
}

/// Every letter is the initial of a word; function words may be left out.
fn by_initials(text: &str, letters: &[char], words: &[Token]) -> Option<usize> {
    let initial = |word: &Token| text[word.start..word.core].chars().flat_map(fold_char).next();
    let mut left = letters.len();
    for (at, word) in words.iter().enumerate().rev() {
        let wanted = Some(letters[left - 1]);
        // "налогом на добычу": the first letter is that of a full word where one is there.
        let fuller = word.has(Marks::STOP) && left == 1 && at > 0 && initial(&words[at - 1]) == wanted;
        if initial(word) == wanted && !fuller {
            left -= 1;
        } else if !word.has(Marks::STOP | Marks::LOOSE) {
            return None;
        }
        if left == 0 {
            return Some(word.start);
        }
    }
    None
}

/// The letters stand in order in the words, the first one at a word's beginning.
fn by_letters(text: &str, letters: &[char], words: &[Token]) -> Option<usize> {
    let mut left = letters.len();
    for (at, word) in words.iter().enumerate().rev() {
        let chars: Vec<char> = text[word.start..word.core].chars().flat_map(fold_char).take(64).collect();
        for position in (0..chars.len()).rev() {
            let wanted = letters[left - 1];
            if chars[position] == wanted && (left > 1 || position == 0) {
                left -= 1;
            }
            if left == 0 {
                return (words.len() - at >= 2).then_some(word.start);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tokens::tokens;
    use crate::text::sentences;

    fn pairs(text: &str) -> Vec<(&str, &str)> {
        let tokens = tokens(text, &sentences(text), &[]);
        acronyms(text, &tokens)
            .iter()
            .map(|pair| (&text[pair.short.0..pair.short.1], &text[pair.long.0..pair.long.1]))
            .collect()
    }

    #[test]
    fn both_directions_and_both_languages() {
        assert_eq!(pairs("We use Reciprocal Rank Fusion (RRF) here."), [("RRF", "Reciprocal Rank Fusion")]);
        assert_eq!(pairs("The NSA (National Security Agency) said so."), [("NSA", "National Security Agency")]);
        assert_eq!(pairs("Варшавская фондовая биржа (ВФБ) открыта."), [("ВФБ", "Варшавская фондовая биржа")]);
        assert_eq!(
            pairs("СССР (Союз Советских Социалистических Республик) распался."),
            [("СССР", "Союз Советских Социалистических Республик")]
        );
        assert_eq!(pairs("the mean reciprocal rank (MRR) is"), [("MRR", "mean reciprocal rank")]);
        let corporation = "Австралийская радиовещательная корпорация (ABC) вещает.";
        assert_eq!(pairs(corporation), [("ABC", "Австралийская радиовещательная корпорация")]);
    }

    #[test]
    fn what_is_spelled_out_without_brackets() {
        let text = "КПД машины растёт. Найдём коэффициент полезного действия.";
        assert_eq!(pairs(text), [("КПД", "коэффициент полезного действия")]);
        let text = "В ОБСЕ, то есть Организации по безопасности и сотрудничеству в Европе, решили.";
        assert_eq!(pairs(text), [("ОБСЕ", "Организации по безопасности и сотрудничеству в Европе")]);
        let text = "Завершение Байкало-Амурской магистрали; на БАМ ехали.";
        assert_eq!(pairs(text), [("БАМ", "Байкало-Амурской магистрали")]);
        let text = "заменены налогом на добычу полезных ископаемых (далее — НДПИ).";
        assert_eq!(pairs(text), [("НДПИ", "налогом на добычу полезных ископаемых")]);
        assert!(pairs("ООН и США. Он ответил нет, и сказал вам.").is_empty());
    }

    #[test]
    fn brackets_that_explain_nothing() {
        assert!(pairs("He met Bob (USA) and the Panthers (NFL).").is_empty());
    }
}
