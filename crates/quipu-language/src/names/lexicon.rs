//! What the rules know of a word: one lookup gives all of its marks.
//!
//! A word in Latin script stands in the English lists or in none, any other in the Russian ones or in none; so a lookup
//! costs one probe for the first, and at most five for one in Cyrillic.

use crate::english::names as english;
use crate::russian::names as russian;
use crate::tables::marks::Marks;

/// The marks of a word in lower case (`ё` written `е`).
pub(crate) fn marks_of(lower: &str) -> Marks {
    if lower.is_ascii() { english::marks_of(lower) } else { russian::marks_of(lower) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_stems_have_their_marks() {
        assert!(marks_of("the").any(Marks::STOP) && marks_of("the").any(Marks::THE));
        assert!(marks_of("июля").any(Marks::MONTH));
        assert!(marks_of("франции").any(Marks::LAND));
        assert!(!marks_of("рекорд").any(Marks::HEAD) && marks_of("реками").any(Marks::HEAD));
        assert!(marks_of("ассоциацией").any(Marks::HEAD));
        assert_eq!(marks_of("quipu"), Marks::NONE);
    }
}
