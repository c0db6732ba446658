//! Plain text of one character of a PDF: ligatures apart, soft hyphens and controls gone,
//! bullets of symbol fonts as bullets.

use unicode_normalization::UnicodeNormalization;

/// A soft hyphen, kept inside words until lines are joined.
pub(crate) const SOFT_HYPHEN: char = '\u{ad}';

/// Adds the plain text of the character.
pub(crate) fn fold(letter: char, text: &mut String) {
    match letter {
        '\u{fb00}'..='\u{fb06}' | '\u{fb13}'..='\u{fb17}' => text.extend([letter].into_iter().nfkc()),
        // Presentation forms, whose shapes say nothing about the letters.
        '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{f900}'..='\u{faff}' | '\u{2f00}'..='\u{2fdf}' => {
            text.extend([letter].into_iter().nfkc());
        }
        '\u{f0b7}' | '\u{f0a7}' | '\u{f0d8}' | '\u{f0fc}' | '\u{f076}' => text.push('•'),
        '\u{2010}' | '\u{2011}' => text.push('-'),
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => {}
        _ if letter.is_control() || is_void(letter) => {}
        _ => text.push(letter),
    }
}

/// Says nothing outside its font: private use, or nothing at all.
pub(crate) fn is_void(letter: char) -> bool {
    matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffd}' | '\u{fffe}' | '\u{ffff}')
}

/// A letter of a script that runs to the left.
pub(crate) fn runs_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && !matches!(letter, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

/// A script whose lines join without a space.
pub(crate) fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{3000}'..='\u{303f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// Starts an entry of a list.
pub(crate) fn is_bullet(letter: char) -> bool {
    "•◦▪▫■□●○‣⁃∙·–—-*➢➤►▶✓✔❖◆◇".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fold() {
        let folded = |text: &str| {
            let mut out = String::new();
            text.chars().for_each(|letter| fold(letter, &mut out));
            out
        };
        assert_eq!(folded("eﬃcient ﬁne"), "efficient fine");
        assert_eq!(folded("\u{f0b7} a\u{200b}b\u{fffd}"), "• ab");
        assert_eq!(folded("ﻻ"), "لا");
    }
}
