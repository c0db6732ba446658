//! Labels of chunks in prompts: `c1`, `c2`, numbered by first use. Labels in a reply are mapped
//! back to chunks; an unknown label is ignored.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

/// The labels that a prompt uses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    chunks: Vec<Key>,
    places: FxHashMap<Key, usize>,
}

impl Labels {
    /// The label of a chunk.
    pub(crate) fn of(&mut self, chunk: Key) -> String {
        let next = self.chunks.len();
        let place = *self.places.entry(chunk).or_insert(next);
        if place == next {
            self.chunks.push(chunk);
        }
        format!("c{}", place + 1)
    }

    /// The labels of some chunks, in brackets.
    pub(crate) fn all(&mut self, chunks: impl IntoIterator<Item = Key>) -> String {
        let labels: Vec<String> = chunks.into_iter().map(|chunk| self.of(chunk)).collect();
        format!("[{}]", labels.join(", "))
    }

    /// Every chunk that has a label.
    pub(crate) fn chunks(&self) -> &[Key] {
        &self.chunks
    }

    /// The chunks of these numbers, as far as there are such labels.
    pub(crate) fn named(&self, numbers: &[usize]) -> Vec<Key> {
        numbers.iter().filter_map(|number| self.chunks.get(number.checked_sub(1)?).copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_of_one_chunk_and_others_are_of_none() {
        let [a, b] = ["a", "b"].map(Key::text);
        let mut labels = Labels::default();
        assert_eq!((labels.all([b, a, b]), labels.chunks()), ("[c1, c2, c1]".to_owned(), &[b, a][..]));
        assert_eq!(labels.named(&[2, 0, 3, 1]), [a, b]);
    }
}
