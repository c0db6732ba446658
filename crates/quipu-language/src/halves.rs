//! Lists of words whose halves lie in the folders of their languages.

/// A list in English and in Russian; scripts tell the halves apart, so the order of words says nothing.
pub(crate) type Halves = [&'static str; 2];

/// True if a word stands in either half.
pub(crate) fn either(list: Halves, word: &str) -> bool {
    list.iter().flat_map(|half| half.split_ascii_whitespace()).any(|known| known == word)
}
