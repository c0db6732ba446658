//! Offsets in a text that do not lie between two characters.

/// The beginning of the character that byte `at` belongs to; the end of the text beyond it.
pub fn char_start(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first bytes of a text, at most `most`.
pub fn head(text: &str, most: usize) -> &str {
    &text[..char_start(text, most)]
}

/// The first words of a text, within `most` bytes.
pub fn first_words(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let begins = head(text, most);
    begins.rsplit_once(char::is_whitespace).map_or(begins, |(words, _)| words)
}

/// The last bytes of a text, at most `most`.
pub fn tail(text: &str, most: usize) -> &str {
    let from = (text.len().saturating_sub(most)..text.len()).find(|at| text.is_char_boundary(*at));
    &text[from.unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_a_text_are_cut_between_letters() {
        assert_eq!((head("яя", 3), tail("яя", 3), head("яя", 9), tail("", 9)), ("я", "я", "яя", ""));
    }

    #[test]
    fn the_last_of_the_first_words_is_whole() {
        assert_eq!(first_words("one two three", 9), "one two");
        assert_eq!(first_words("яяяя", 5), "яя");
        assert_eq!(first_words("short", 9), "short");
    }
}
