//! Places in a text that are no place between two characters.

/// The beginning of the character that byte `at` belongs to; the end of the text beyond it.
pub fn char_start(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
