//! Numbers in a line near a page's end, with a check for the page's own number.
//!
//! A page's number stands by itself or after a word for a page, at an end of its line or of a part of
//! it, and is near the number of pages. A number after a word with a colon or a sign for a number
//! is the number of something else.

/// A page may be numbered so much beyond its place in the file.
const AHEAD: i64 = 40;
/// A line of more words is text.
const MOST_WORDS: usize = 100;

/// A number in a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: i64,
    /// The line without it, in small letters.
    pub(crate) rest: String,
    /// A word for a page stands before it.
    pub(crate) named: bool,
    /// White or a stroke separates it from the rest.
    apart: bool,
    /// A word before it names the counted thing.
    labelled: bool,
}

impl Number {
    /// True if it can be the number of a page; `same` is true if pages have the same words beside it.
    pub(crate) fn can_be_page(&self, page: usize, total: usize, same: bool) -> bool {
        if self.named {
            return true;
        }
        let words = self.rest.split_whitespace().count();
        !self.labelled && (self.apart || self.is_near(page, total) && !(same && words <= 1))
    }

    /// Beside it stands a number of something, and no year: of a bill, say.
    pub(crate) fn identifies(&self) -> bool {
        self.rest.split_whitespace().map(trimmed).any(|word| {
            let digits = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_digit());
            digits && !word.parse().is_ok_and(|year: u32| (1900..2100).contains(&year))
        })
    }

    /// Not far beyond the page's place in the file.
    pub(crate) fn is_near(&self, page: usize, total: usize) -> bool {
        self.value <= total as i64 + AHEAD && self.value - (page as i64 + 1) <= AHEAD
    }
}

/// The numbers of a line that may be its page's.
pub(crate) fn numbers(parts: &[String]) -> Vec<Number> {
    let words: Vec<(usize, &str)> = parts
        .iter()
        .enumerate()
        .flat_map(|(part, text)| text.split_whitespace().map(move |word| (part, word)))
        .collect();
    let mut numbers = Vec::new();
    if words.len() > MOST_WORDS {
        return numbers;
    }
    for (at, (part, word)) in words.iter().enumerate() {
        let Some((value, of)) = number(word) else { continue };
        let before = at.checked_sub(1).map(|before| words[before]);
        let after = words.get(at + 1);
        let named = before.is_some_and(|(_, word)| names_page(word));
        let stroke = |word: &str| !word.chars().any(char::is_alphanumeric) && !word.contains(['#', '№', ':']);
        let parted = |beside: Option<(usize, &str)>| beside.is_none_or(|(other, word)| other != *part || stroke(word));
        let (start, end) = (parted(before), parted(after.copied()));
        if !(start || end || named) {
            continue;
        }
        let apart = start && end;
        let labelled = before.is_some_and(|(_, word)| is_label(word));
        let rest = words.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (_, word))| *word);
        let rest = rest.chain(of).collect::<Vec<_>>().join(" ").to_lowercase();
        numbers.push(Number { value, rest, named, apart: apart && words.len() > 1, labelled });
    }
    numbers
}

/// Nothing but a number, between strokes, of a total or after a word for a page.
pub(crate) fn is_bare(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let counts = |word: &str| number(word).is_some();
    (1..=5).contains(&words.len())
        && words.iter().any(|word| counts(word))
        && words.iter().all(|word| counts(word) || is_page_word(word))
}

/// A number alone in its word, with its total: `3`, `[3]`, `xii`, `3/10`.
fn number(word: &str) -> Option<(i64, Option<&str>)> {
    let word = word.trim_matches(|letter: char| "-–—()[]|·•.,".contains(letter));
    let (word, of) = word.split_once('/').map_or((word, None), |(word, of)| (word, Some(of)));
    let plain = |word: &str| !word.is_empty() && word.len() < 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    if of.is_some_and(|of| !plain(of)) {
        return None;
    }
    let value = if plain(word) { word.parse().ok() } else { roman(word) };
    value.map(|value| (value, of))
}

/// Small Roman numerals, as in front matter.
fn roman(word: &str) -> Option<i64> {
    if word.is_empty() || word.len() > 7 {
        return None;
    }
    let value = |letter| {
        Some(match letter {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    let values: Vec<i64> = word.chars().map(value).collect::<Option<_>>()?;
    let next = values.iter().skip(1).copied().chain([0]);
    Some(values.iter().zip(next).map(|(value, next)| if *value < next { -value } else { *value }).sum())
}

fn trimmed(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

fn is_page_word(word: &str) -> bool {
    names_page(word) || ["", "of", "von", "de", "sur", "di", "из"].contains(&trimmed(word).as_str())
}

fn names_page(word: &str) -> bool {
    let words = ["page", "p", "pg", "pag", "pagina", "página", "seite", "s", "стр", "страница", "с", "strona", "sida"];
    words.contains(&trimmed(word).as_str())
}

/// True if the word names the thing that the number after it counts.
fn is_label(word: &str) -> bool {
    let signs = ["no", "nr", "num", "number", "nummer", "numéro", "número", "номер", "id", "код"];
    word.ends_with([':', '#', '№', '=', '°', '$', '€', '£', '₽']) || signs.contains(&trimmed(word).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals_count() {
        assert_eq!(["iv", "xii", "mix", ""].map(roman), [Some(4), Some(12), None, None]);
    }

    #[test]
    fn numbers_by_themselves_are_found() {
        let values =
            |text: &str| numbers(&[text.to_owned()]).into_iter().map(|number| number.value).collect::<Vec<_>>();
        assert_eq!(values("– 12 –"), [12]);
        assert_eq!(values("Tides, page 3 of 10"), [3, 10]);
        assert_eq!(values("https://tides 2/4"), [2]);
        assert!(values("12.05.2031 and 3,5").is_empty());
        assert!(values(&"7 - ".repeat(50_000)).is_empty());
    }

    #[test]
    fn bare_lines_hold_a_number_and_no_more() {
        assert!(["7", "- 7 -", "Page 7 of 9", "Seite 7", "7/9"].iter().all(|text| is_bare(text)));
        assert!(!["Lot 7", "7.5", "", "seven"].iter().any(|text| is_bare(text)));
    }
}
