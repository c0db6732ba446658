//! Places of a name in a text, by its folded words (string matching over normalised tokens).

use quipu_language::scholarly::folded;

use super::{ConceptField, ConceptPlace};

/// The words of a text, folded, with their bytes.
pub(super) struct Folded {
    words: Vec<(String, usize, usize)>,
}

impl Folded {
    /// Folds the words of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            let inside = c.is_alphanumeric() || c == '+' && start.is_some();
            match (start, inside) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    words.push((folded(&text[from..at]), from, at));
                    start = None;
                }
                _ => (),
            }
        }
        words.retain(|(word, _, _)| !word.is_empty());
        Self { words }
    }

    /// The first and the last byte of each place of a folded name.
    pub(super) fn places(&self, key: &str) -> Vec<(usize, usize)> {
        let parts: Vec<&str> = key.split(' ').filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return Vec::new();
        }
        let fits = |window: &&[(String, usize, usize)]| window.iter().zip(&parts).all(|(word, part)| word.0 == *part);
        self.words.windows(parts.len()).filter(fits).map(|window| (window[0].1, window[parts.len() - 1].2)).collect()
    }
}

/// A title and an abstract, folded.
pub(super) struct Both {
    title: Folded,
    summary: Folded,
}

impl Both {
    pub(super) fn of(title: &str, summary: &str) -> Self {
        Self { title: Folded::of(title), summary: Folded::of(summary) }
    }

    /// Places of a folded name, in order.
    pub(super) fn places(&self, key: &str) -> Vec<ConceptPlace> {
        let of = |folded: &Folded, field| -> Vec<ConceptPlace> {
            folded.places(key).into_iter().map(|(start, end)| ConceptPlace { field, start, end }).collect()
        };
        let mut out = of(&self.title, ConceptField::Title);
        out.extend(of(&self.summary, ConceptField::Abstract));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_name_stands_in_any_form() {
        let text = "Ein Größenmaß; Size-measures and the size measure of C++.";
        let folds = Folded::of(text);
        let said = |key: &str| folds.places(key).into_iter().map(|(start, end)| &text[start..end]).collect::<Vec<_>>();
        assert_eq!(said("size measure"), ["Size-measures", "size measure"]);
        assert_eq!(said(&folded("c++")), ["C++"]);
        assert!(said("").is_empty() && said("measure and size").is_empty());
    }
}
