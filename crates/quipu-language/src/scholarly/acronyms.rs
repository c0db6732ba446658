//! Short forms with their long forms: `long form (LF)` and `LF (long form)`.
//!
//! The matching is that of Schwartz and Hearst (PSB 2003): the letters of the short form are sought from right to left
//! in the words before it, the first of them at the beginning of a word. Cost: linear in a window bounded by the
//! length of the short form.

use super::tokens::{PaperLine, PaperToken};

/// The lengths of a short form, in letters and digits.
const SHORT: std::ops::RangeInclusive<usize> = 2..=12;

/// A short form and its long form, as tokens of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortForm<'a> {
    /// The short form, without the ending of a plural.
    pub short: String,
    /// Words of the short form.
    pub short_words: Vec<PaperToken<'a>>,
    /// Words of the long form.
    pub long_words: Vec<PaperToken<'a>>,
}

/// The short forms that a line explains.
pub fn pairs<'a>(line: &PaperLine<'a>) -> Vec<ShortForm<'a>> {
    let mut out = Vec::new();
    for bracket in &line.brackets {
        let before = &line.words[..bracket.before.min(line.words.len())];
        let cut = bracket.words.iter().position(|word| matches!(word.text, ";" | ",")).unwrap_or(bracket.words.len());
        let inside = &bracket.words[..cut];
        if let Some(short) = short_form(inside)
            && let Some(from) = long_form(&short, before)
        {
            out.push(ShortForm { short, short_words: inside.to_vec(), long_words: before[from..].to_vec() });
        } else if let Some(last) = last_part(before)
            && let Some(short) = short_form(last)
            && inside.len() > 1
            && let Some(from) = long_form(&short, inside)
            && from == 0
        {
            out.push(ShortForm { short, short_words: last.to_vec(), long_words: inside.to_vec() });
        }
    }
    out
}

/// The last words that hyphens join.
fn last_part<'l, 'a>(words: &'l [PaperToken<'a>]) -> Option<&'l [PaperToken<'a>]> {
    let mut from = words.len().checked_sub(1)?;
    while from >= 2 && words[from - 1].joins() && words[from - 1].end == words[from].start {
        from -= 2;
    }
    Some(&words[from..])
}

/// The short form that words are, without the ending of a plural.
fn short_form(words: &[PaperToken<'_>]) -> Option<String> {
    if words.is_empty() || words.len() > 5 || words.windows(2).any(|pair| pair[0].end != pair[1].start) {
        return None;
    }
    let text: String = words.iter().map(|word| word.text).collect();
    let text = text.strip_suffix('s').filter(|stem| stem.ends_with(char::is_uppercase)).unwrap_or(&text);
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    (SHORT.contains(&letters) && capitals >= 2 && text.starts_with(char::is_alphanumeric)).then(|| text.to_owned())
}

/// The first of the words whose first letters are the short form, small words between them left out.
fn of_initials(letters: &[char], words: &[PaperToken<'_>]) -> Option<usize> {
    const SMALL: [&str; 10] = ["of", "the", "for", "with", "and", "in", "on", "to", "a", "by"];
    let mut left = letters.len();
    for at in (0..words.len()).rev() {
        if words[at].joins() {
            continue;
        }
        let first = words[at].text.chars().flat_map(char::to_lowercase).next();
        if first == Some(letters[left - 1]) {
            left -= 1;
        } else if left == letters.len() || !SMALL.contains(&words[at].text) {
            return None;
        }
        if left == 0 {
            return Some(at);
        }
    }
    None
}

/// The first word of the long form that ends with the last of `words`.
fn long_form(short: &str, words: &[PaperToken<'_>]) -> Option<usize> {
    let letters: Vec<char> = short.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if let Some(from) = of_initials(&letters, words) {
        return Some(from);
    }
    let mut most = (letters.len() + 5).min(letters.len() * 2);
    let mut left = letters.len();
    for at in (0..words.len()).rev() {
        if matches!(words[at].text, "," | ";" | ":" | "." | "\"") || most == 0 {
            return None;
        }
        if words[at].joins() {
            continue;
        }
        most -= 1;
        let word: Vec<char> = words[at].text.chars().flat_map(char::to_lowercase).collect();
        for place in (0..word.len()).rev() {
            if left > 0 && word[place] == letters[left - 1] && (left > 1 || place == 0) {
                left -= 1;
            }
        }
        // The long form ends with a word that the short form has a letter of.
        if at + 1 == words.len() && left == letters.len() {
            return None;
        }
        if left == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{lines_of_text, spelled};
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let lines = lines_of_text(text);
        lines.iter().flat_map(pairs).map(|pair| (pair.short, spelled(&pair.long_words))).collect()
    }

    #[test]
    fn short_forms_are_explained_on_either_side() {
        let pair = |short: &str, long: &str| (short.to_owned(), long.to_owned());
        assert_eq!(
            found("We read large language models (LLMs) with retrieval-augmented generation (RAG; see above)."),
            [pair("LLM", "large language models"), pair("RAG", "retrieval-augmented generation")]
        );
        assert_eq!(found("We propose KNOT (Knots Need Other Threads)."), [pair("KNOT", "Knots Need Other Threads")]);
        // Both letters stand in the last word, too.
        assert_eq!(found("On cord classification (CC)."), [pair("CC", "cord classification")]);
        assert!(found("We count cords (see AB) and knots (XY).").is_empty());
    }
}
