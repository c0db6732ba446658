//! Folding: the common form of different spellings of one name.
//!
//! NFKC, lower case, `ё` as `е`, curly quotes gone, everything that is neither a letter, a mark nor
//! a number turned into one space. Never stripped to ASCII: `Müller` and `Muller` differ, and a
//! name in any script keeps its letters. `C++` and `C#` keep their tails.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use unicode_normalization::{IsNormalized, UnicodeNormalization, char::is_combining_mark, is_nfkc_quick};

/// Lower case of one character for matching; `ё` becomes `е`.
pub fn fold_char(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| if c == 'ё' { 'е' } else { c })
}

/// The characters whose lower case (see [`fold_char`]) begins with this one, except itself.
pub fn spellings(folded: char) -> &'static [char] {
    static SPELLINGS: LazyLock<FxHashMap<char, Vec<char>>> = LazyLock::new(|| {
        let mut out: FxHashMap<char, Vec<char>> = FxHashMap::default();
        for c in '\0'..=char::MAX {
            if let Some(first) = fold_char(c).next().filter(|first| *first != c) {
                out.entry(first).or_default().push(c);
            }
        }
        out
    });
    SPELLINGS.get(&folded).map_or(&[], Vec::as_slice)
}

/// Folds a name: the form under which equal names meet. Idempotent.
pub fn fold_name(text: &str) -> String {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return spaced(text.chars(), text.len());
    }
    // Lower-casing can bring back characters that NFKC would join, so the result is normalised once more.
    let folded = spaced(text.nfkc(), text.len());
    if is_nfkc_quick(folded.chars()) == IsNormalized::Yes { folded } else { spaced(folded.nfkc(), folded.len()) }
}

/// The words of `chars`, of about `bytes` bytes.
fn spaced(mut chars: impl Iterator<Item = char> + Clone, bytes: usize) -> String {
    let mut out = String::with_capacity(bytes);
    let mut gap = false;
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || is_combining_mark(c) {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            if c.is_ascii() { out.push(c.to_ascii_lowercase()) } else { out.extend(fold_char(c)) }
        } else if matches!(c, '+' | '#') && !gap && !out.is_empty() && keeps_tail(&out) {
            out.push(c);
        } else if matches!(c, '\'' | '’') && !gap && ends_possessive(chars.clone()) {
            chars.next();
            gap = true;
        } else {
            gap = true;
        }
    }
    out
}

/// `+` and `#` stay after a single letter, as in `c++` and `f#`.
fn keeps_tail(out: &str) -> bool {
    let word = out.rsplit(' ').next().unwrap_or(out).trim_end_matches(['+', '#']);
    word.chars().count() == 1 && word.chars().all(char::is_alphabetic)
}

/// True if the rest after an apostrophe is the `s` of a possessive, and nothing more of the word.
fn ends_possessive(mut rest: impl Iterator<Item = char>) -> bool {
    matches!(rest.next(), Some('s' | 'S')) && !rest.next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_of_one_name_meet() {
        assert_eq!(fold_name("Marie  Curie"), "marie curie");
        assert_eq!(fold_name("marie-curie."), "marie curie");
        assert_eq!(fold_name("Dickens’s"), "dickens");
        assert_eq!(fold_name("O'Shea"), "o shea");
        assert_eq!(fold_name("Королёв"), "королев");
        assert_eq!(fold_name("C++"), "c++");
        assert_eq!(fold_name("ﬁne"), "fine");
        assert_ne!(fold_name("Müller"), fold_name("Muller"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
            let once = fold_name(&text);
            prop_assert_eq!(fold_name(&once), once);
        }
    }
}
